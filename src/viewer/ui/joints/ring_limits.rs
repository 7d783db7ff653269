//! The ranges that the limits of a joint leave to its rings: an arc with a stop at each end, and the joint's current
//! direction.

use super::gizmo::GizmoView;
use crate::session::RingLimit;
use crate::view::Gizmo;
use egui::{Color32, Painter, Shape, Stroke};
use std::f32::consts::PI;

/// Radius of the arc relative to its ring, chosen so that both are visible.
const ARC: f32 = 1.09;
/// Radii at which a stop begins and ends.
const STOP: [f32; 2] = [0.98, 1.2];

pub fn draw(painter: &Painter, view: &GizmoView<'_>, gizmo: &Gizmo, axis: usize, limit: &RingLimit, color: Color32) {
    let line = |ends: [f32; 2], reach: f32| {
        let pixels = gizmo.arc(axis, limit.needle, ends, reach, view.camera(), view.pixels());
        pixels.into_iter().map(|pixel| view.point(pixel)).collect::<Vec<_>>()
    };
    painter.add(Shape::line(line(limit.ends_radians, ARC), Stroke::new(2.5, color.gamma_multiply(0.6))));
    for end in limit.ends_radians.into_iter().filter(|end| end.abs() < PI) {
        let stop = STOP.map(|reach| line([end, end], reach)[..].first().copied());
        if let [Some(from), Some(to)] = stop {
            painter.line_segment([from, to], Stroke::new(2.0, color));
        }
    }
    if let Some(&now) = line([0.0, 0.0], ARC).first() {
        painter.circle_filled(now, 3.0, color);
    }
}
