use super::super::command::Command;
use super::super::document_centers::CentersWait;
use super::super::pictures::Pictures;
use super::super::state::State;
use crate::style::{Palette, draw_paint_scale, draw_pane_header, regular, semibold};
use crate::viewport::{Camera, JointPicker, SkinPaint, pick_joint};
use egui::{
    Align2, Color32, CornerRadius, CursorIcon, PointerButton, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};
use glam::Vec2;

const HEADER_HEIGHT: f32 = 32.0;
const GAP: f32 = 4.0;
/// Dragging across the whole pane turns the camera by this much.
const ORBIT_RADIANS: f32 = std::f32::consts::TAU * 0.75;

/// How near and how far the eye may be, as a fraction of the model's extent: beyond, there is nothing to see.
const NEAREST: f32 = 0.01;
const FARTHEST: f32 = 40.0;

/// All panes side by side, with one camera.
pub fn show_row(ui: &mut Ui, palette: &Palette, state: &State, pictures: &mut Pictures, commands: &mut Vec<Command>) {
    let area = ui.max_rect();
    let count = state.edit.panes.len();
    pictures.keep_panes(count);
    let width = (area.width() - GAP * (count - 1) as f32) / count as f32;
    let pixels_per_point = ui.ctx().pixels_per_point();
    let picture_size = vec2(width, area.height() - HEADER_HEIGHT).max(vec2(1.0, 1.0));
    let pixels = [
        (picture_size.x * pixels_per_point).round().max(1.0) as u32,
        (picture_size.y * pixels_per_point).round().max(1.0) as u32,
    ];
    let camera = state.camera_for(pixels);
    if state.transient.frame.is_some() {
        commands.push(Command::TakeFraming(camera));
    }
    let mut hovered = None;
    for pane in 0..count {
        let left = area.left() + pane as f32 * (width + GAP);
        let rect = Rect::from_min_size(pos2(left, area.top()), vec2(width, area.height()));
        let shown = Shown { pane, rect, pixels, camera: &camera };
        hovered = hovered.or(shown.show(ui, palette, state, pictures, commands));
    }
    // The tree may have said which joint is under the pointer already.
    if hovered != state.transient.hovered_joint && !commands.iter().any(|c| matches!(c, Command::HoverJoint(_))) {
        commands.push(Command::HoverJoint(hovered));
    }
}

struct Shown<'a> {
    pane: usize,
    rect: Rect,
    pixels: [u32; 2],
    camera: &'a Camera,
}

impl Shown<'_> {
    /// Draws one pane; returns the joint under the pointer.
    fn show(
        &self,
        ui: &mut Ui,
        palette: &Palette,
        state: &State,
        pictures: &mut Pictures,
        commands: &mut Vec<Command>,
    ) -> Option<u32> {
        let settings = state.edit.panes[self.pane];
        let (header, picture) = self.rect.split_top_bottom_at_y(self.rect.top() + HEADER_HEIGHT);
        let id = egui::Id::unique("pane").with(self.pane);
        let response = ui.interact(picture, id, Sense::click_and_drag());
        let name = format!("Picture of pane {}, {}", self.pane + 1, settings.method.short_name());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let compared = matches!(state.transient.paint, SkinPaint::DifferenceTo(method) if method.needs_centers());
        let waits = if settings.method.needs_centers() || compared { state.wait_for_centers() } else { None };
        let picture_or_error = match waits {
            Some(wait) => {
                self.show_wait(ui, palette, picture, wait, commands);
                Ok(None)
            }
            None => pictures.draw(state, self.pane, settings, self.camera, self.pixels, ui.ctx().pixels_per_point()),
        };
        let bottom = CornerRadius { nw: 0, ne: 0, sw: 6, se: 6 };
        match picture_or_error {
            Ok(Some(texture)) => {
                let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                let mut mesh = egui::epaint::RectShape::filled(picture, bottom, Color32::WHITE);
                mesh = mesh.with_texture(texture, uv);
                ui.painter().add(mesh);
            }
            Ok(None) => {}
            Err(error) => self.show_failure(ui, palette, picture, &error.to_string()),
        }
        draw_pane_header(ui.painter(), palette, header, settings);
        let title = ui.interact(header, id.with("header"), Sense::CLICK);
        title.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Select pane {}", self.pane + 1)));
        if title.clicked() {
            commands.push(Command::SelectPane(self.pane));
        }
        draw_triad(ui, palette, picture, self.camera);
        let hovered = self.pick(ui, state, &response, picture);
        if let Some(joint) = hovered {
            name_pill(ui, state, joint, picture);
        }
        if let (Some(scale), Some(document)) = (pictures.paint_scale(self.pane), &state.document) {
            let extent = document.rest_bounds.extent();
            draw_paint_scale(ui.painter(), palette, picture, state.transient.paint, scale, extent);
        }
        if let Some(posed) = pictures.posed_centers(self.pane).filter(|_| hovered.is_none() && response.hovered()) {
            super::center_ties::show(ui, state, posed, self.camera, settings, picture, self.pixels);
        }
        let extent = state.document.as_ref().map_or(1.0, |document| document.rest_bounds.extent());
        self.react(ui, &response, picture, hovered, extent, commands);
        let several = state.edit.panes.len() > 1;
        if several && state.transient.selected_pane == self.pane {
            let ring = Stroke::new(1.5, palette.accent);
            ui.painter().rect_stroke(self.rect, CornerRadius::same(6), ring, StrokeKind::Inside);
        }
        hovered
    }

    /// In place of the picture while its centers of rotation are not there.
    fn show_wait(&self, ui: &mut Ui, palette: &Palette, picture: Rect, wait: CentersWait, commands: &mut Vec<Command>) {
        ui.painter().rect_filled(picture, CornerRadius::same(6), palette.field);
        let (title, action, command) = match wait {
            CentersWait::Computing(_) => ("Computing centers of rotation", "Cancel", Command::CancelCenters),
            CentersWait::Cancelled => ("The centers of rotation were not computed", "Compute", Command::ComputeCenters),
        };
        let center = picture.center();
        ui.painter().text(center - vec2(0.0, 20.0), Align2::CENTER_CENTER, title, semibold(14.0), palette.text2);
        if let CentersWait::Computing(fraction) = wait {
            let bar = Rect::from_center_size(center, vec2(180.0_f32.min(picture.width() - 32.0), 4.0));
            ui.painter().rect_filled(bar, CornerRadius::same(2), palette.line);
            let done = bar.split_left_right_at_fraction(fraction).0;
            ui.painter().rect_filled(done, CornerRadius::same(2), palette.accent);
        }
        let button = Rect::from_center_size(center + vec2(0.0, 26.0), vec2(84.0, 26.0));
        if ui.put(button, egui::Button::new(action)).clicked() {
            commands.push(command);
        }
    }

    fn show_failure(&self, ui: &Ui, palette: &Palette, picture: Rect, error: &str) {
        ui.painter().rect_filled(picture, CornerRadius::same(6), palette.field);
        let center = picture.center();
        let title = "This pane could not be drawn";
        ui.painter().text(center, Align2::CENTER_BOTTOM, title, semibold(14.0), palette.text1);
        let galley = ui.painter().layout(error.to_owned(), regular(12.0), palette.text2, picture.width() - 32.0);
        ui.painter().galley(center + vec2(-galley.size().x / 2.0, 8.0), galley, palette.text2);
    }

    fn pick(&self, ui: &Ui, state: &State, response: &Response, picture: Rect) -> Option<u32> {
        let document = state.document.as_ref()?;
        if !state.transient.overlays.skeleton || response.dragged() {
            return None;
        }
        let pointer = response.hover_pos()?;
        let pixels_per_point = ui.ctx().pixels_per_point();
        let pixel = (pointer - picture.min) * pixels_per_point;
        let picker = JointPicker { pixels_per_point, ..JointPicker::default() };
        let skeleton = &document.model.skeleton;
        let scene_from_node = state.pose.scene_from_node(skeleton, state.edit.panes[self.pane].scale_kind);
        pick_joint(self.camera, self.pixels, &scene_from_node, skeleton, Vec2::new(pixel.x, pixel.y), picker)
    }

    fn react(
        &self,
        ui: &Ui,
        response: &Response,
        picture: Rect,
        hovered: Option<u32>,
        extent: f32,
        commands: &mut Vec<Command>,
    ) {
        if response.clicked() || response.drag_started() {
            commands.push(Command::SelectPane(self.pane));
        }
        if response.clicked() {
            commands.push(Command::SelectJoint(hovered));
        }
        if response.double_clicked() {
            commands.push(Command::Frame);
        }
        if hovered.is_some() {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
        let mut camera = *self.camera;
        let pixels_per_point = ui.ctx().pixels_per_point();
        let drag = response.drag_delta();
        let modifiers = ui.input(|input| input.modifiers);
        let pans = response.dragged_by(PointerButton::Secondary)
            || response.dragged_by(PointerButton::Middle)
            || (response.dragged_by(PointerButton::Primary) && modifiers.shift);
        let zooms = response.dragged_by(PointerButton::Primary) && modifiers.command;
        if pans {
            camera.pan(Vec2::new(drag.x, drag.y) * pixels_per_point, self.pixels);
        } else if zooms {
            camera.zoom((drag.y * 0.01).exp());
        } else if response.dragged_by(PointerButton::Primary) {
            let per_point = ORBIT_RADIANS / picture.height().max(1.0);
            camera.orbit(-drag.x * per_point, drag.y * per_point);
        }
        if let Some(pointer) = response.hover_pos() {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
            let factor = (-scroll.y * 0.0025).exp() / pinch;
            if factor != 1.0 {
                let pixel = (pointer - picture.min) * pixels_per_point;
                camera.dolly_to_cursor(factor, Vec2::new(pixel.x, pixel.y), self.pixels);
            }
        }
        camera.distance = camera.distance.clamp(extent * NEAREST, extent * FARTHEST);
        if camera != *self.camera {
            commands.push(Command::SetCamera(camera));
        }
    }
}

/// The hovered joint's name beside the pointer.
fn name_pill(ui: &Ui, state: &State, joint: u32, picture: Rect) {
    let (Some(document), Some(pointer)) = (&state.document, ui.ctx().pointer_hover_pos()) else { return };
    let name = document.model.skeleton.label(joint);
    let galley = ui.painter().layout_no_wrap(name, regular(12.0), Color32::WHITE);
    let size = galley.size() + vec2(16.0, 8.0);
    let mut min = pointer + vec2(14.0, 14.0);
    min.x = min.x.min(picture.right() - size.x - 4.0);
    min.y = min.y.min(picture.bottom() - size.y - 4.0);
    let pill = Rect::from_min_size(min, size);
    ui.painter().rect_filled(pill, CornerRadius::same(8), Color32::from_black_alpha(199));
    ui.painter().galley(pill.min + vec2(8.0, 4.0), galley, Color32::WHITE);
}

/// The scene's axes, bottom right: the far ones first.
fn draw_triad(ui: &Ui, palette: &Palette, picture: Rect, camera: &Camera) {
    if picture.width() < 120.0 || picture.height() < 120.0 {
        return;
    }
    let center = picture.right_bottom() - vec2(34.0, 34.0);
    let to_view = camera.world_from_view_rotation().inverse();
    let mut axes = [(0, glam::Vec3::X, "X"), (1, glam::Vec3::Y, "Y"), (2, glam::Vec3::Z, "Z")]
        .map(|(index, axis, name)| (to_view * axis, palette.axes[index], name));
    axes.sort_by(|a, b| a.0.z.total_cmp(&b.0.z));
    for (direction, color, name) in axes {
        let end = center + vec2(direction.x, -direction.y) * 17.0;
        ui.painter().line_segment([center, end], Stroke::new(1.5, color));
        let at = center + vec2(direction.x, -direction.y) * 24.0;
        ui.painter().text(at, Align2::CENTER_CENTER, name, semibold(10.0), color);
    }
}
