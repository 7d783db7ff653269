use super::{Palette, grouped, regular, significant};
use crate::viewport::{LARGEST_NORMAL_ERROR, LARGEST_RATIO, MOST_INFLUENCES, PaintScale, SkinPaint};
use egui::{Align2, Color32, CornerRadius, Mesh, Painter, Rect, pos2, vec2};

const BAR: egui::Vec2 = egui::Vec2::new(148.0, 8.0);
const PADDING: f32 = 12.0;
/// What a chip takes before the title.
const CHIP: f32 = 15.0;
/// Of a line of type.
const LINE: f32 = 15.0;

/// What the colors of a picture stand for, in its lower left: the palette with what its parts stand for, lengths in scene
/// units above and in percent of `extent`, the model's longest side, below.
pub fn draw_paint_scale(
    painter: &Painter,
    palette: &Palette,
    picture: Rect,
    paint: SkinPaint,
    scale: PaintScale,
    extent: f32,
) {
    let words = words(paint, scale, extent);
    let title = painter.layout_no_wrap(words.title.clone(), regular(11.0), palette.text2);
    let lines = 1 + usize::from(!words.above.is_empty()) + usize::from(!words.below.is_empty());
    let bar_height = if lines > 1 { BAR.y } else { 0.0 };
    let width = title.size().x.max(if lines > 1 { BAR.x } else { 0.0 }) + words.chip.map_or(0.0, |_| CHIP);
    let size = vec2(width + 2.0 * PADDING, lines as f32 * LINE + bar_height + 12.0);
    let card = Rect::from_min_size(pos2(picture.left() + 10.0, picture.bottom() - 10.0 - size.y), size);
    if !picture.contains_rect(card) {
        return;
    }
    painter.rect_filled(card, CornerRadius::same(6), palette.panel.gamma_multiply(0.86));
    let (left, top) = (card.left() + PADDING, card.top() + 6.0);
    if let Some(color) = words.chip {
        let chip = Rect::from_min_size(pos2(left, top + (LINE - 9.0) / 2.0), vec2(9.0, 9.0));
        painter.rect_filled(chip, CornerRadius::same(2), color);
    }
    let at = pos2(left + words.chip.map_or(0.0, |_| CHIP), top + (LINE - title.size().y) / 2.0);
    painter.galley(at, title, palette.text2);
    if lines == 1 {
        return;
    }
    let lines_above_bar = if words.above.is_empty() { 1.0 } else { 2.0 };
    let bar_top = top + lines_above_bar * LINE + 1.0;
    let bar = Rect::from_min_size(pos2(left, bar_top), vec2(width, BAR.y));
    painter.add(gradient(bar, scale));
    draw_marks(painter, &words.above, bar, bar.top() - LINE, palette.text1);
    let below = if words.above.is_empty() { palette.text1 } else { palette.text3 };
    draw_marks(painter, &words.below, bar, bar.bottom(), below);
}

fn draw_marks(painter: &Painter, marks: &[Mark], bar: Rect, top: f32, color: Color32) {
    for mark in marks {
        let x = bar.left() + mark.share * bar.width();
        let anchor = match mark.share {
            share if share < 0.1 => Align2::LEFT_CENTER,
            share if share > 0.9 => Align2::RIGHT_CENTER,
            _ => Align2::CENTER_CENTER,
        };
        painter.text(pos2(x, top + LINE / 2.0), anchor, &mark.text, regular(11.0), color);
    }
}

/// What is written about a scale.
struct Words {
    title: String,
    /// A color of its own before the title, where there is no palette.
    chip: Option<Color32>,
    above: Vec<Mark>,
    below: Vec<Mark>,
}

struct Mark {
    /// Along the bar, from 0 to 1.
    share: f32,
    text: String,
}

fn mark(share: f32, text: impl Into<String>) -> Mark {
    Mark { share, text: text.into() }
}

fn words(paint: SkinPaint, scale: PaintScale, extent: f32) -> Words {
    let one_line =
        |title: &str, below: Vec<Mark>| Words { title: title.to_owned(), chip: None, above: Vec::new(), below };
    match scale {
        PaintScale::Weight => one_line("Weight of the joint", vec![mark(0.0, "0"), mark(1.0, "1")]),
        PaintScale::Influences => {
            one_line("Influences", vec![mark(0.0, "1"), mark(1.0, format!("{MOST_INFLUENCES} or more"))])
        }
        PaintScale::Distance(end) => {
            let percent = 100.0 * end / extent.max(f32::MIN_POSITIVE);
            Words {
                title: paint.label(),
                chip: None,
                above: vec![mark(0.0, "0"), mark(1.0, format!("{} units", significant(end)))],
                below: vec![mark(0.0, "0"), mark(1.0, format!("{} % of extent", significant(percent)))],
            }
        }
        PaintScale::Ratio => {
            let title = match paint {
                SkinPaint::AreaStretch => "Area over rest",
                SkinPaint::EdgeStretch => "Edge length over rest",
                _ => "Volume of blend zones over rest",
            };
            let ends = [1.0 / LARGEST_RATIO, LARGEST_RATIO].map(|end| format!("{end} ×"));
            let [low, high] = ends;
            one_line(title, vec![mark(0.0, low), mark(0.5, "1 ×"), mark(1.0, high)])
        }
        PaintScale::NormalError => one_line(
            "Normal against surface",
            vec![mark(0.0, "0°"), mark(1.0, format!("{LARGEST_NORMAL_ERROR}° or more"))],
        ),
        PaintScale::InvalidSigns(count) => {
            let told = match count {
                None => "The method blends no quaternions".to_owned(),
                Some(0) => "No vertex has invalid signs".to_owned(),
                Some(1) => "1 vertex has invalid signs".to_owned(),
                Some(count) => format!("{} vertices have invalid signs", grouped(count)),
            };
            let chip = count.filter(|&count| count > 0).map(|_| color_at(scale, 1.0));
            Words { chip, ..one_line(&told, Vec::new()) }
        }
    }
}

fn color_at(scale: PaintScale, share: f32) -> Color32 {
    let linear = scale.color_at(share);
    Color32::from(egui::Rgba::from_rgb(linear.x, linear.y, linear.z))
}

fn gradient(bar: Rect, scale: PaintScale) -> Mesh {
    const STEPS: u32 = 64;
    let mut mesh = Mesh::default();
    for step in 0..=STEPS {
        let value = step as f32 / STEPS as f32;
        let color = color_at(scale, value);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_told_in_units_and_in_percent() {
        let words = words(SkinPaint::NormalError, PaintScale::Distance(0.05), 2.0);
        assert_eq!((words.above[1].text.as_str(), words.below[1].text.as_str()), ("0.0500 units", "2.50 % of extent"));
    }
}
