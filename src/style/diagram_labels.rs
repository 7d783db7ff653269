//! Words of a diagram next to the points that they name.

use super::medium;
use crate::view::{Camera, DiagramDrawing, DiagramLabel, Theme};
use egui::{Color32, CornerRadius, Galley, Painter, Pos2, Rect, Stroke, Vec2, vec2};
use std::sync::Arc;

/// Size of the text in points, at scale 1.
const TEXT: f32 = 13.0;
/// Gap between a point and its label.
const GAP: f32 = 11.0;
/// Positions of a label that are tried: gaps, relative to the usual one, and turns away from the outer side, in
/// radians.
const GAPS: [f32; 5] = [1.0, 2.2, 3.6, 5.2, 7.0];
const TURNS: [f32; 12] = [0.0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.7, -1.7, 2.3, -2.3, 3.1];
/// Distance from its point beyond which a label has a line to it.
const LEADER: f32 = 20.0;
/// Distance between the examined points of a line, and their largest count for one line.
const STEP: f32 = 5.0;
const MOST_STEPS: f32 = 200.0;
/// Plate below the words in both themes: the colors of diagrams are made for a dark ground.
const PLATE: Color32 = Color32::from_rgba_premultiplied(9, 11, 14, 200);

/// Position of a picture on the screen, and its contents.
#[derive(Clone, Copy)]
pub struct LabeledPicture<'a> {
    /// Area of the picture, in points.
    pub rect: Rect,
    pub camera: &'a Camera,
    /// Size of the picture.
    pub pixels: [u32; 2],
    pub theme: Theme,
    /// Size of the words.
    pub scale: f32,
}

/// Draws the labels of a diagram, each away from the middle of all and next to the point that it names. Labels never
/// cover one another, and cover dots and lines only where no other place is free. A line leads from a point to a label
/// that is far from it.
pub fn draw_diagram_labels(painter: &Painter, picture: LabeledPicture<'_>, drawing: &DiagramDrawing) {
    let painter = painter.with_clip_rect(picture.rect);
    let points: Vec<(Pos2, &DiagramLabel)> = drawing
        .labels
        .iter()
        .filter_map(|label| {
            Some((picture.position(label.at.to_array()).filter(|at| picture.rect.contains(*at))?, label))
        })
        .collect();
    if points.is_empty() {
        return;
    }
    let of_labels = || points.iter().fold(Vec2::ZERO, |sum, (at, _)| sum + at.to_vec2()) / points.len() as f32;
    let middle =
        drawing.middle.and_then(|middle| picture.position(middle.to_array())).map_or_else(of_labels, Pos2::to_vec2);
    let mut taken = Taken::by(&picture, drawing);
    for (at, label) in points {
        let [_, red, green, blue] = label.ink.rgb(picture.theme).to_be_bytes();
        let color = Color32::from_rgb(red, green, blue);
        let galley = painter.layout_no_wrap(label.text.clone(), medium(TEXT * picture.scale), color);
        let rect = picture.free_place(at, at.to_vec2() - middle, &galley, &taken);
        let end = rect.clamp(at);
        if end.distance(at) > LEADER * picture.scale {
            painter.line_segment([at, end], Stroke::new(picture.scale, color.gamma_multiply(0.7)));
        }
        taken.labels.push(rect);
        painter.rect_filled(rect, CornerRadius::same(4), PLATE);
        painter.galley(rect.min + vec2(4.0, 1.0), galley, color);
    }
}

/// Areas that labels avoid, in points.
struct Taken {
    labels: Vec<Rect>,
    dots: Vec<Pos2>,
    /// Points along the lines.
    lines: Vec<Pos2>,
}

impl Taken {
    fn by(picture: &LabeledPicture<'_>, drawing: &DiagramDrawing) -> Self {
        let mut lines = Vec::new();
        for line in &drawing.lines {
            let (Some(from), Some(to)) = (picture.position(line.from), picture.position(line.to)) else { continue };
            let steps = (from.distance(to) / STEP).ceil().clamp(1.0, MOST_STEPS);
            lines.extend((0..steps as u32).map(|step| from.lerp(to, step as f32 / steps)));
        }
        let dots = drawing.dots.iter().filter_map(|dot| picture.position(dot.at)).collect();
        Self { labels: Vec::new(), dots, lines }
    }

    /// Amount that a label here would cover.
    fn covered(&self, label: Rect) -> f32 {
        let labels = self.labels.iter().filter(|other| other.expand(1.0).intersects(label)).count();
        let dots = self.dots.iter().filter(|dot| label.expand(4.0).contains(**dot)).count();
        let lines = self.lines.iter().filter(|point| label.contains(**point)).count();
        200.0 * labels as f32 + 20.0 * dots as f32 + lines as f32
    }
}

impl LabeledPicture<'_> {
    /// Position of a point of the scene on the screen. It may be outside the picture.
    fn position(&self, point: impl Into<[f32; 3]>) -> Option<Pos2> {
        let pixel = self.camera.project(point.into().into(), self.pixels)?;
        Some(self.rect.min + vec2(pixel.x, pixel.y) * (self.rect.width() / self.pixels[0].max(1) as f32))
    }

    /// Rectangle next to the point that covers the least: on the outer side and near the point if no other place is
    /// better.
    fn free_place(&self, at: Pos2, outward: Vec2, galley: &Arc<Galley>, taken: &Taken) -> Rect {
        let size = galley.size() + vec2(8.0, 2.0);
        let outward = if outward.length() > 1.0 { outward.normalized() } else { vec2(1.0, 0.0) };
        let start = outward.angle();
        let inside = self.rect.shrink(3.0);
        let place = |turn: f32, gap: f32| {
            let direction = Vec2::angled(start + turn);
            let center = at + direction * gap * GAP * self.scale + 0.5 * direction * size;
            let min = Rect::from_center_size(center, size).min;
            Rect::from_min_size(min.max(inside.min).min(inside.max - size), size)
        };
        let places = GAPS.iter().flat_map(|&gap| TURNS.iter().map(move |&turn| (turn, gap)));
        let cost = |&(turn, gap): &(f32, f32)| taken.covered(place(turn, gap)) + 2.0 * gap + turn.abs();
        let best = places.min_by(|a, b| cost(a).total_cmp(&cost(b)));
        let (turn, gap) = best.unwrap_or((0.0, 1.0));
        place(turn, gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Camera, CameraPreset, DiagramDot, DiagramLine, Ink};
    use glam::Vec3;

    /// Labels of points that are so near to each other that their first places lie over dots, lines and one another.
    #[test]
    fn labels_lie_beside_what_a_diagram_shows() {
        let ctx = egui::Context::default();
        crate::style::install(&ctx, Theme::Dark);
        let bounds = crate::math::Bounds { min: Vec3::splat(-1.0), max: Vec3::splat(1.0) };
        let pixels = [800, 600];
        let camera = Camera::framing(bounds, pixels, CameraPreset::Front);
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        let picture = LabeledPicture { rect, camera: &camera, pixels, theme: Theme::Dark, scale: 1.0 };
        let points = [0.0, 0.03, 0.06, 0.09].map(|x| Vec3::new(x, 0.8 - x, 0.0));
        let drawing = DiagramDrawing {
            lines: points.map(|to| DiagramLine { from: Vec3::ZERO, to, width: 2.0, ink: Ink::Line }).to_vec(),
            dots: points.map(|at| DiagramDot { at, radius: 4.0, ink: Ink::Blend }).to_vec(),
            labels: points.map(|at| DiagramLabel { at, text: "linear blend".to_owned(), ink: Ink::Line }).to_vec(),
            middle: Some(Vec3::ZERO),
            ..DiagramDrawing::default()
        };
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            draw_diagram_labels(ui.painter(), picture, &drawing);
        });
        output.textures_delta.clear();
        let plates: Vec<Rect> = output
            .shapes
            .iter()
            .filter_map(|clipped| match &clipped.shape {
                egui::Shape::Rect(rect) => Some(rect.rect),
                _ => None,
            })
            .collect();
        assert_eq!(plates.len(), points.len());
        for (index, plate) in plates.iter().enumerate() {
            assert!(rect.contains_rect(*plate));
            assert!(plates[..index].iter().all(|other| !other.intersects(*plate)), "{plates:?}");
            let covers = |point: &Vec3| plate.contains(picture.position(point.to_array()).unwrap());
            assert!(!points.iter().any(covers), "{plate:?}");
        }
        let leads = output.shapes.iter().filter(|clipped| matches!(clipped.shape, egui::Shape::LineSegment { .. }));
        assert!(leads.count() > 0, "a label far from its point needs a line");
    }
}
