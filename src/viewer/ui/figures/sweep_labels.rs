//! Finding free space for names next to curves.

use egui::{Pos2, Rect, Vec2, pos2};

/// Horizontal positions to try, as fractions of the width. The middle comes first, where curves are apart.
const X_FRACTIONS: [f32; 9] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88];

/// Gap between a name and its curve.
const GAP: f32 = 3.0;

/// Positions each name above or below its own curve, clear of all curves and of the other names. `curves` has the parts
/// of each curve, followed by anything else that must stay clear.
pub fn place_labels(area: Rect, sizes: &[Vec2], curves: &[Vec<Vec<Pos2>>]) -> Vec<Option<Rect>> {
    let mut placed: Vec<Option<Rect>> = Vec::new();
    for (own, size) in sizes.iter().enumerate() {
        let candidates = X_FRACTIONS.into_iter().flat_map(|x_fraction| {
            let x = area.left() + x_fraction * area.width();
            let y = height_at(curves.get(own).map_or(&[][..], Vec::as_slice), x);
            [-1.0, 1.0]
                .map(move |side| y.map(|y| Rect::from_center_size(pos2(x, y + side * (size.y / 2.0 + GAP)), *size)))
        });
        let clear = |rect: &Rect| {
            let apart = placed.iter().flatten().all(|other| !other.expand(2.0).intersects(*rect));
            area.contains_rect(*rect) && apart && !curves.iter().flatten().any(|part| crosses(part, rect.shrink(1.0)))
        };
        let found = candidates.flatten().find(clear);
        placed.push(found);
    }
    placed
}

/// Height of a curve at a horizontal position.
pub fn height_at(parts: &[Vec<Pos2>], x: f32) -> Option<f32> {
    let pieces = parts.iter().flat_map(|part| part.windows(2));
    let over = |piece: &&[Pos2]| piece[0].x <= x && x <= piece[1].x;
    let piece = pieces.into_iter().find(over)?;
    Some(egui::remap(x, piece[0].x..=piece[1].x.max(piece[0].x + 1e-3), piece[0].y..=piece[1].y))
}

/// Whether a curve crosses a rectangle.
fn crosses(part: &[Pos2], rect: Rect) -> bool {
    part.windows(2).any(|piece| {
        const EVERY: f32 = 3.0;
        let steps = (piece[0].distance(piece[1]) / EVERY).ceil().max(1.0) as u16;
        (0..=steps).any(|step| rect.contains(piece[0].lerp(piece[1], f32::from(step) / f32::from(steps))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    fn level(y: f32) -> Vec<Vec<Pos2>> {
        vec![(0..=10).map(|step| pos2(20.0 * step as f32, y)).collect()]
    }

    #[test]
    fn names_stand_clear_of_curves_and_of_each_other() {
        let area = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 100.0));
        let curves = [level(50.0), level(54.0), level(20.0)];
        let sizes = [vec2(30.0, 12.0); 3];
        let placed: Vec<Rect> = place_labels(area, &sizes, &curves).into_iter().flatten().collect();
        assert_eq!(placed.len(), 3);
        assert!(placed[0].bottom() < 50.0 && placed[1].top() > 54.0, "{placed:?}");
        assert!(!placed[0].intersects(placed[1]) && !placed[0].intersects(placed[2]));
    }

    #[test]
    fn what_has_no_room_is_not_placed() {
        let area = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 100.0));
        let crowded: Vec<Vec<Vec<Pos2>>> = (0..20).map(|curve| level(5.0 * curve as f32)).collect();
        assert!(place_labels(area, &[vec2(30.0, 12.0); 20], &crowded).iter().all(Option::is_none));
        assert_eq!(place_labels(area, &[vec2(30.0, 12.0)], &[vec![]]), [None]);
    }
}
