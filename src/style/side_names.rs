//! Names of both sides of a divider, over the picture.

use super::medium;
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Vec2, pos2, vec2};

/// Name of one side of a divider.
#[derive(Clone, Copy, Debug)]
pub struct SideName<'a> {
    pub name: &'a str,
    pub color: Color32,
}

/// Distance from the divider, and from the upper edge, in points.
const GAP: f32 = 10.0;
const TOP: f32 = 12.0;
const HEIGHT: f32 = 26.0;

/// Draws the names of both sides, next to the divider at a fraction of the width, so that each name is on its own side.
/// A side that is too narrow for its name has none.
pub fn draw_side_names(painter: &Painter, picture: Rect, divider: f32, sides: [SideName<'_>; 2]) {
    let x = picture.left() + divider * picture.width();
    let top = picture.top() + TOP;
    let [left, right] = sides.map(|side| chip_width(painter, side.name));
    if x - picture.left() > left + 2.0 * GAP {
        draw_chip(painter, pos2(x - GAP - left, top), left, sides[0]);
    }
    if picture.right() - x > right + 2.0 * GAP {
        draw_chip(painter, pos2(x + GAP, top), right, sides[1]);
    }
}

fn chip_width(painter: &Painter, name: &str) -> f32 {
    painter.layout_no_wrap(name.to_owned(), medium(12.0), Color32::WHITE).size().x + 36.0
}

/// Draws color and name on a dark background.
fn draw_chip(painter: &Painter, at: Pos2, width: f32, SideName { name, color }: SideName<'_>) {
    let rect = Rect::from_min_size(at, vec2(width, HEIGHT));
    painter.rect_filled(rect, CornerRadius::same(13), Color32::from_black_alpha(199));
    let chip = Rect::from_center_size(pos2(rect.left() + 15.0, rect.center().y), Vec2::splat(10.0));
    painter.rect_filled(chip, CornerRadius::same(3), color);
    painter.text(pos2(rect.left() + 26.0, rect.center().y), Align2::LEFT_CENTER, name, medium(12.0), Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style;
    use crate::view::Theme;
    use egui::{Shape, epaint::TextShape};

    /// Names that are drawn, with the x of their left ends, in a picture 400 points wide.
    fn drawn(divider: f32) -> Vec<(String, f32)> {
        let ctx = egui::Context::default();
        style::install(&ctx, Theme::Dark);
        let picture = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0));
        let side = |name| SideName { name, color: Color32::RED };
        // The first pass loads the fonts.
        let mut output = ctx.run_ui(egui::RawInput::default(), |_| {});
        output.textures_delta.clear();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            draw_side_names(ui.painter(), picture, divider, [side("LBS"), side("DQS")]);
        });
        output.textures_delta.clear();
        let text = |shape: Shape| match shape {
            Shape::Text(TextShape { pos, galley, .. }) => Some((galley.text().to_owned(), pos.x)),
            _ => None,
        };
        output.shapes.into_iter().filter_map(|clipped| text(clipped.shape)).collect()
    }

    #[test]
    fn names_stay_on_their_sides_and_leave_where_there_is_no_room() {
        let both = drawn(0.5);
        assert!(both.len() == 2 && both[0].1 < 200.0 && both[1].1 > 200.0, "{both:?}");
        let names = |divider| drawn(divider).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names(0.02), ["DQS"]);
        assert_eq!(names(0.98), ["LBS"]);
    }
}
