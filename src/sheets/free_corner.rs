use super::sheet::{PaneView, SheetPane};
use crate::viewport::RestCache;
use egui::{Align2, Pos2, Rect, Vec2, pos2, vec2};

/// In points: about the largest legend or note, with its margin.
const WORDS: Vec2 = vec2(196.0, 84.0);

/// In the order of preference.
const CORNERS: [Align2; 4] = [Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM, Align2::LEFT_TOP, Align2::RIGHT_TOP];

/// A pane whose picture has words over it.
pub(super) struct WordyPane<'a> {
    pub pane: &'a SheetPane<'a>,
    pub view: &'a PaneView<'a>,
    /// Size of the picture in pixels.
    pub pixels: [u32; 2],
    pub pixels_per_point: f32,
}

/// The corner in which legends and notes cover the least of the skins, one for all panes, so that they are found at one
/// place. The lower left if it is as good as any.
pub(super) fn free_corner<'a>(panes: impl Iterator<Item = WordyPane<'a>>, rest: &RestCache) -> Align2 {
    least_covering(&panes.map(|pane| pane.shown(rest)).collect::<Vec<_>>())
}

/// Pictures by their size and the points that they show.
fn least_covering(pictures: &[(Vec2, Vec<Pos2>)]) -> Align2 {
    let covered = |corner: Align2| -> usize {
        let covered = |(size, points): &(Vec2, Vec<Pos2>)| {
            let words = corner.align_size_within_rect(WORDS.min(*size), Rect::from_min_size(Pos2::ZERO, *size));
            points.iter().filter(|point| words.contains(**point)).count()
        };
        pictures.iter().map(covered).sum()
    };
    // Of equals, the first.
    CORNERS.into_iter().min_by_key(|corner| covered(*corner)).unwrap_or(Align2::LEFT_BOTTOM)
}

impl WordyPane<'_> {
    /// The size of the picture, and where its vertices are, in points.
    fn shown(&self, rest: &RestCache) -> (Vec2, Vec<Pos2>) {
        let (model, skinning) = (self.pane.model, self.pane.picture.skinning);
        let at_rest = rest.of(&model.model());
        // Colors need the same skin.
        let deformed = at_rest.posed(self.view.pose, skinning, model.centers_of_primitives(), model.id());
        let place = |position| self.view.camera.project(position, self.pixels);
        let places = deformed.iter().flatten().filter_map(|vertex| place(vertex.position));
        let points = places.map(|at| pos2(at.x, at.y) / self.pixels_per_point).collect();
        (vec2(self.pixels[0] as f32, self.pixels[1] as f32) / self.pixels_per_point, points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_where_the_fewest_points_are() {
        let size = vec2(400.0, 300.0);
        let [left_bottom, right_bottom, left_top] = [pos2(9.0, 290.0), pos2(390.0, 290.0), pos2(9.0, 9.0)];
        let corner = |pictures: &[&[Pos2]]| {
            least_covering(&pictures.iter().map(|points| (size, points.to_vec())).collect::<Vec<_>>())
        };
        assert_eq!(corner(&[]), Align2::LEFT_BOTTOM);
        assert_eq!(corner(&[&[pos2(200.0, 150.0)]]), Align2::LEFT_BOTTOM, "a model in the middle is in nobody's way");
        assert_eq!(corner(&[&[left_bottom], &[]]), Align2::RIGHT_BOTTOM);
        assert_eq!(corner(&[&[left_bottom], &[right_bottom]]), Align2::LEFT_TOP, "one corner for all panes");
        assert_eq!(corner(&[&[left_bottom, right_bottom, left_top]]), Align2::RIGHT_TOP);
        // Where everything is covered, it is where it always is.
        assert_eq!(least_covering(&[(vec2(100.0, 60.0), vec![left_top])]), Align2::LEFT_BOTTOM);
    }
}
