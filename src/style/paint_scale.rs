use super::{Palette, regular};
use crate::viewport::{MOST_INFLUENCES, PaintScale, SkinPaint, palette_color};
use egui::{Align2, Color32, CornerRadius, Mesh, Painter, Rect, pos2, vec2};

const BAR: egui::Vec2 = egui::Vec2::new(132.0, 8.0);

/// What the colors of a picture stand for: the palette with its ends, in the lower left. `extent` is the model's longest
/// side.
pub fn draw_paint_scale(
    painter: &Painter,
    palette: &Palette,
    picture: Rect,
    paint: SkinPaint,
    scale: PaintScale,
    extent: f32,
) {
    let (title, [low, high]) = words(paint, scale, extent);
    let width = BAR.x + 24.0;
    let card = Rect::from_min_size(pos2(picture.left() + 10.0, picture.bottom() - 62.0), vec2(width, 52.0));
    if !picture.contains_rect(card) {
        return;
    }
    painter.rect_filled(card, CornerRadius::same(6), palette.panel.gamma_multiply(0.86));
    let left = card.left() + 12.0;
    painter.text(pos2(left, card.top() + 12.0), Align2::LEFT_CENTER, title, regular(11.0), palette.text2);
    let bar = Rect::from_min_size(pos2(left, card.top() + 22.0), BAR);
    painter.add(gradient(bar));
    let y = card.bottom() - 10.0;
    painter.text(pos2(bar.left(), y), Align2::LEFT_CENTER, low, regular(11.0), palette.text1);
    painter.text(pos2(bar.right(), y), Align2::RIGHT_CENTER, high, regular(11.0), palette.text1);
}

fn words(paint: SkinPaint, scale: PaintScale, extent: f32) -> (String, [String; 2]) {
    match scale {
        PaintScale::Weight => ("Weight of the joint".to_owned(), ["0".to_owned(), "1".to_owned()]),
        PaintScale::Influences => ("Influences".to_owned(), ["1".to_owned(), format!("{MOST_INFLUENCES} or more")]),
        PaintScale::Distance(largest) => {
            let other = if let SkinPaint::DifferenceTo(method) = paint { method.short_name() } else { "" };
            let percent = 100.0 * largest / extent.max(f32::MIN_POSITIVE);
            (format!("Distance to {other}"), ["0".to_owned(), format!("{largest:.3}  ({percent:.1} %)")])
        }
    }
}

fn gradient(bar: Rect) -> Mesh {
    const STEPS: u32 = 32;
    let mut mesh = Mesh::default();
    for step in 0..=STEPS {
        let value = step as f32 / STEPS as f32;
        let linear = palette_color(value);
        let color = Color32::from(egui::Rgba::from_rgb(linear.x, linear.y, linear.z));
        let x = bar.left() + value * bar.width();
        mesh.colored_vertex(pos2(x, bar.top()), color);
        mesh.colored_vertex(pos2(x, bar.bottom()), color);
        if step > 0 {
            let last = 2 * step;
            mesh.add_triangle(last - 2, last - 1, last);
            mesh.add_triangle(last - 1, last, last + 1);
        }
    }
    mesh
}
