//! Marks over a pane's picture: the name of the hovered object, and the axes.

use crate::session::Documents;
use crate::style::{Palette, regular, semibold};
use crate::view::Camera;
use egui::{Align2, Color32, CornerRadius, Pos2, Rect, Stroke, Ui, Vec2, vec2};

/// Draws the hovered joint's name next to the pointer.
pub fn joint_name(ui: &Ui, documents: &Documents, joint: u32, picture: Rect) {
    let (Some(document), Some(pointer)) = (&documents.first, ui.ctx().pointer_hover_pos()) else { return };
    pill(ui, picture, pointer + vec2(14.0, 14.0), document.joint_name(joint).to_owned());
}

/// Draws text on a dark background, kept within the picture.
pub fn pill(ui: &Ui, picture: Rect, at: Pos2, name: String) {
    let galley = ui.painter().layout_no_wrap(name, regular(12.0), Color32::WHITE);
    let size = galley.size() + vec2(16.0, 8.0);
    let mut min = at;
    min.x = min.x.min(picture.right() - size.x - 4.0);
    min.y = min.y.min(picture.bottom() - size.y - 4.0).max(picture.top() + 4.0);
    let pill = Rect::from_min_size(min, size);
    ui.painter().rect_filled(pill, CornerRadius::same(8), Color32::from_black_alpha(199));
    ui.painter().galley(pill.min + vec2(8.0, 4.0), galley, Color32::WHITE);
}

/// Draws the scene's axes at the bottom right, the far ones first. They shrink with the pane.
pub fn triad(ui: &Ui, palette: &Palette, picture: Rect, camera: &Camera) {
    if !has_triad(picture) {
        return;
    }
    let size = pane_scale(picture);
    let center = picture.right_bottom() - Vec2::splat(34.0 * size);
    let to_view = camera.world_from_view_rotation().inverse();
    let mut axes = [(0, glam::Vec3::X, "X"), (1, glam::Vec3::Y, "Y"), (2, glam::Vec3::Z, "Z")]
        .map(|(index, axis, name)| (to_view * axis, palette.axes[index], name));
    axes.sort_by(|a, b| a.0.z.total_cmp(&b.0.z));
    for (direction, color, name) in axes {
        let end = center + vec2(direction.x, -direction.y) * 17.0 * size;
        ui.painter().line_segment([center, end], Stroke::new(1.5, color));
        let at = center + vec2(direction.x, -direction.y) * (17.0 * size + 8.0);
        ui.painter().text(at, Align2::CENTER_CENTER, name, semibold(12.0), color);
    }
}

/// Small pictures have no axes, so that their figures have room. Their panes usually share one camera.
pub fn has_triad(picture: Rect) -> bool {
    picture.width() >= 240.0 && picture.height() >= 160.0
}

/// The size of marks in a pane relative to a large one.
pub fn pane_scale(picture: Rect) -> f32 {
    (picture.width().min(picture.height()) / 320.0).clamp(0.55, 1.0)
}
