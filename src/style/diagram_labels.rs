//! The words of a diagram beside the points that they name.

use super::medium;
use crate::view::{Camera, DiagramDrawing, DiagramLabel, Theme};
use egui::{Color32, CornerRadius, Galley, Painter, Pos2, Rect, Vec2, vec2};
use std::sync::Arc;

/// In points, at scale 1.
const TEXT: f32 = 13.0;
/// Between a point and its label.
const GAP: f32 = 11.0;
/// Below the words, on both themes: the colors of diagrams are made for a dark ground.
const PLATE: Color32 = Color32::from_rgba_premultiplied(9, 11, 14, 200);

/// Where a picture is on the screen, and what it shows.
#[derive(Clone, Copy)]
pub struct LabeledPicture<'a> {
    /// In points.
    pub rect: Rect,
    pub camera: &'a Camera,
    /// Size of the picture.
    pub pixels: [u32; 2],
    pub theme: Theme,
    /// Size of the words.
    pub scale: f32,
}

/// Draws the labels of a diagram, each away from the middle of all, and none over another.
pub fn draw_diagram_labels(painter: &Painter, picture: LabeledPicture<'_>, drawing: &DiagramDrawing) {
    let painter = painter.with_clip_rect(picture.rect);
    let points: Vec<(Pos2, &DiagramLabel)> = drawing
        .labels
        .iter()
        .filter_map(|label| {
            Some((picture.position(label.at.to_array()).filter(|at| picture.rect.contains(*at))?, label))
        })
        .collect();
    let of_labels = || points.iter().fold(Vec2::ZERO, |sum, (at, _)| sum + at.to_vec2()) / points.len().max(1) as f32;
    let middle =
        drawing.middle.and_then(|middle| picture.position(middle.to_array())).map_or_else(of_labels, Pos2::to_vec2);
    let mut taken: Vec<Rect> = Vec::new();
    for (at, label) in points {
        let [_, red, green, blue] = label.ink.rgb(picture.theme).to_be_bytes();
        let color = Color32::from_rgb(red, green, blue);
        let galley = painter.layout_no_wrap(label.text.clone(), medium(TEXT * picture.scale), color);
        let rect = picture.free_place(at, at.to_vec2() - middle, &galley, &taken);
        taken.push(rect);
        painter.rect_filled(rect, CornerRadius::same(4), PLATE);
        painter.galley(rect.min + vec2(4.0, 1.0), galley, color);
    }
}

impl LabeledPicture<'_> {
    /// Where a point of the scene is on the screen. It may be off the picture.
    fn position(&self, point: [f32; 3]) -> Option<Pos2> {
        let pixel = self.camera.project(point.into(), self.pixels)?;
        Some(self.rect.min + vec2(pixel.x, pixel.y) * (self.rect.width() / self.pixels[0].max(1) as f32))
    }

    /// A rectangle beside the point: on the outer side if it is free there, otherwise around the point, farther and
    /// farther out.
    fn free_place(&self, at: Pos2, outward: Vec2, galley: &Arc<Galley>, taken: &[Rect]) -> Rect {
        let size = galley.size() + vec2(8.0, 2.0);
        let outward = if outward.length() > 1.0 { outward.normalized() } else { vec2(1.0, 0.0) };
        let start = outward.angle();
        let place = |angle: f32, gap: f32| {
            let direction = Vec2::angled(angle);
            let center = at + direction * gap * self.scale + 0.5 * direction * size;
            let inside = self.rect.shrink(3.0);
            let min = Rect::from_center_size(center, size).min;
            let min = min.max(inside.min).min(inside.max - size);
            Rect::from_min_size(min, size)
        };
        let is_free = |rect: &Rect| !taken.iter().any(|other| other.expand(1.0).intersects(*rect));
        let turns = [0.0, 0.6, -0.6, 1.2, -1.2, 1.9, -1.9, 2.6, -2.6, 3.1];
        let gaps = [GAP, 2.2 * GAP, 3.6 * GAP];
        let places = gaps.iter().flat_map(|&gap| turns.iter().map(move |&turn| (start + turn, gap)));
        let mut places = places.map(|(angle, gap)| place(angle, gap));
        places.find(is_free).unwrap_or_else(|| place(start, GAP))
    }
}
