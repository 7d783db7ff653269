//! The handles of the selected joint, in the pane under the pointer.

use crate::session::user_commands::{MOVE_BY_POINTER, ROTATE_BY_POINTER, SCALE_BY_POINTER};
use crate::session::{Command, GizmoDrag, GizmoGrip, GizmoPointer, Hand, State};
use crate::style::Palette;
use crate::view::{Gizmo, GizmoHandle, GizmoTool, JointPicker, RingPoint, VIEW_RING, pick_joint};
use crate::viewer::ui::palette::shortcuts::key_of;
use crate::viewer::ui::panes::pane_marks;
use crate::viewer::ui::panes::shown_pane::ShownPane;
use egui::{Color32, CursorIcon, PointerButton, Pos2, Rect, Response, Shape, Stroke, Ui, Vec2, vec2};

/// Radius of the rings in a large pane, in points.
const RADIUS: f32 = 54.0;

/// Use of the pointer by the handles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GizmoUse {
    /// Whether a line of a handle is under the pointer. Inside the ball, joints and skin can still be hovered.
    pub over: bool,
    /// Whether a drag in the picture belongs to a handle.
    pub drags: bool,
    /// Whether a handle is held. Nothing else responds then.
    pub held: bool,
}

/// Reads what the pointer and the keys do to the handles. They have no widget of their own: `response` belongs to the
/// picture, so that clicks on joints and skin near the handles still work.
pub fn react(
    ui: &Ui,
    state: &State,
    pane: &ShownPane<'_>,
    picture: Rect,
    response: &Response,
    commands: &mut Vec<Command>,
) -> GizmoUse {
    let view = GizmoView::of(ui, pane, picture);
    if let Some(drag) = state.hand.gizmo_drag.as_ref().filter(|drag| drag.by_key) {
        select_by_click(ui, state, &view, drag, commands);
    }
    let held = view.held(state);
    if view.is_held_elsewhere(state) {
        return GizmoUse { held: true, ..GizmoUse::default() };
    }
    if held.is_none() && pane.has_keys {
        begin_by_key(ui, state, &view, commands);
    }
    let Some(gizmo) = view.gizmo(state) else { return GizmoUse::default() };
    let pointer = ui.ctx().pointer_hover_pos();
    if let Some(drag) = held {
        follow(ui, &view, drag, pointer, commands);
        return GizmoUse { held: true, ..GizmoUse::default() };
    }
    if !response.contains_pointer() {
        return GizmoUse::default();
    }
    let (press, under) = (press(ui, response), view.under(ui, &state.hand, &gizmo, response));
    if let (Some(handle), Some(press), true) = (under, press, response.drag_started_by(PointerButton::Primary)) {
        super::gizmo_keys::forget(ui.ctx());
        let grip = GizmoGrip { pane: pane.index, handle, radius: gizmo.radius, by_key: false };
        commands.push(Command::SelectPane(pane.index));
        commands.push(Command::BeginGizmo { grip, pointer: view.pointer(press) });
        let (at, snap) = (pointer.unwrap_or(press), ui.input(|input| input.modifiers.shift));
        commands.push(Command::DragGizmo { pointer: view.pointer(at), snap });
    }
    let over = under.is_some_and(|handle| handle != GizmoHandle::Free);
    if over {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
    GizmoUse { over, drags: under.is_some() && press.is_some(), held: false }
}

/// Draws the handles.
pub fn show(ui: &Ui, palette: &Palette, state: &State, pane: &ShownPane<'_>, picture: Rect, response: &Response) {
    let view = GizmoView::of(ui, pane, picture);
    let held = view.held(state);
    let Some(gizmo) = view.gizmo(state).filter(|_| !view.is_held_elsewhere(state)) else { return };
    if held.is_none() && !response.contains_pointer() {
        return draw_at_rest(ui, palette, &state.hand, &view, &gizmo);
    }
    let active = held.map_or_else(|| view.under(ui, &state.hand, &gizmo, response), |drag| Some(drag.handle));
    draw(ui, palette, state, &view, &gizmo, active);
    if let Some(drag) = held {
        show_drag(ui, palette, state, &view, drag);
    }
}

/// Where the picture was pressed. The pointer may leave a pressed handle before the press counts as a drag.
fn press(ui: &Ui, response: &Response) -> Option<Pos2> {
    ui.input(|input| input.pointer.press_origin()).filter(|_| response.is_pointer_button_down_on())
}

/// Converts between points of the window and pixels of the picture.
pub(super) struct GizmoView<'a> {
    pane: &'a ShownPane<'a>,
    picture: Rect,
    pixels_per_point: f32,
}

impl<'a> GizmoView<'a> {
    fn of(ui: &Ui, pane: &'a ShownPane<'a>, picture: Rect) -> Self {
        Self { pane, picture, pixels_per_point: ui.ctx().pixels_per_point() }
    }

    /// The drag of a handle in this pane.
    fn held<'s>(&self, state: &'s State) -> Option<&'s GizmoDrag> {
        state.hand.gizmo_drag.as_ref().filter(|drag| drag.pane == self.pane.index)
    }

    fn is_held_elsewhere(&self, state: &State) -> bool {
        state.hand.gizmo_drag.is_some() && self.held(state).is_none()
    }

    /// Radius of the rings, in pixels.
    fn radius(&self) -> f32 {
        RADIUS * pane_marks::pane_scale(self.picture) * self.pixels_per_point
    }

    fn gizmo(&self, state: &State) -> Option<Gizmo> {
        state.gizmo(self.pane.index, self.radius())
    }

    /// The handle that is pressed, or under the pointer.
    fn under(&self, ui: &Ui, hand: &Hand, gizmo: &Gizmo, response: &Response) -> Option<GizmoHandle> {
        let pointer = ui.ctx().pointer_hover_pos().filter(|_| !response.dragged());
        let at = press(ui, response).or(pointer)?;
        let handle = gizmo.pick(hand.gizmo.tool, self.pane.camera, self.pane.pixels, self.pixel(at));
        // A drag with Shift pans, unless it begins on the line of a handle, where Shift snaps.
        let pans = ui.input(|input| input.modifiers.shift);
        handle.filter(|handle| !(pans && *handle == GizmoHandle::Free))
    }

    fn pixel(&self, at: Pos2) -> glam::Vec2 {
        let pixel = (at - self.picture.min) * self.pixels_per_point;
        glam::Vec2::new(pixel.x, pixel.y)
    }

    pub(super) fn camera(&self) -> &crate::view::Camera {
        self.pane.camera
    }

    /// Size of the picture.
    pub(super) fn pixels(&self) -> [u32; 2] {
        self.pane.pixels
    }

    pub(super) fn point(&self, pixel: glam::Vec2) -> Pos2 {
        self.picture.min + vec2(pixel.x, pixel.y) / self.pixels_per_point
    }

    fn pointer(&self, at: Pos2) -> GizmoPointer {
        GizmoPointer { camera: *self.pane.camera, pixels: self.pane.pixels, at: self.pixel(at) }
    }
}

/// Handles R, G and S, which grab the free handle of the rotate, move or scale tool, regardless of the pointer's
/// position.
fn begin_by_key(ui: &Ui, state: &State, view: &GizmoView<'_>, commands: &mut Vec<Command>) {
    let ctx = ui.ctx();
    let busy = ctx.text_edit_focused() || egui::Popup::is_any_open(ctx) || state.interface.palette_shown;
    if busy || crate::viewer::ui::is_mid_gesture(ctx, &state.hand) {
        return;
    }
    let at = ctx.pointer_latest_pos().unwrap_or(view.picture.center());
    for (row, tool) in [
        (&ROTATE_BY_POINTER, GizmoTool::Rotate),
        (&MOVE_BY_POINTER, GizmoTool::Move),
        (&SCALE_BY_POINTER, GizmoTool::Scale),
    ] {
        let is_pressed = |key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
        if key_of(row).is_some_and(is_pressed) {
            if state.selection.joint.is_none() {
                commands.push(Command::Notify("Select a joint first, then press R, G or S"));
                return;
            }
            super::gizmo_keys::forget(ctx);
            commands.push(Command::SetGizmo(crate::session::GizmoSettings { tool, ..state.hand.gizmo }));
            let handle = if tool == GizmoTool::Rotate { GizmoHandle::View } else { GizmoHandle::Free };
            let grip = GizmoGrip { pane: view.pane.index, handle, radius: view.radius(), by_key: true };
            commands.push(Command::BeginGizmo { grip, pointer: view.pointer(at) });
        }
    }
}

/// Moves the held handle with the pointer, and releases it.
fn follow(ui: &Ui, view: &GizmoView<'_>, drag: &GizmoDrag, pointer: Option<Pos2>, commands: &mut Vec<Command>) {
    ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    let (moved, down, snap) =
        ui.input(|input| (input.pointer.delta() != Vec2::ZERO, input.pointer.primary_down(), input.modifiers.shift));
    // A typed number holds until it is erased.
    let follows = moved && super::gizmo_keys::typed(ui.ctx()).is_empty();
    if let Some(at) = pointer.or(ui.ctx().pointer_latest_pos()).filter(|_| follows) {
        commands.push(Command::DragGizmo { pointer: view.pointer(at), snap });
    }
    if drag.by_key {
        take_clicks(ui);
        let (ends, cancels) = ui.input(|input| (input.pointer.primary_pressed(), input.pointer.secondary_pressed()));
        if cancels {
            commands.push(Command::CancelGizmo);
        } else if ends {
            commands.push(Command::EndGizmo);
        }
    } else if !down {
        commands.push(Command::EndGizmo);
    }
}

/// Consumes clicks: the pointer may be anywhere when a turn is finished, and must not press a widget there by accident.
/// Only another joint takes the click, in the picture or in the tree.
fn take_clicks(ui: &Ui) {
    let window = ui.ctx().content_rect();
    let area = egui::Area::new(egui::Id::unique("held by a key")).order(egui::Order::Foreground);
    area.fixed_pos(window.min).show(ui.ctx(), |ui| ui.allocate_rect(window, egui::Sense::click_and_drag()));
}

/// Handles a click on the dot of a joint that is not being turned: releases the handle held by a key and selects that
/// joint. Bones do not count: the pointer is over one of them too often.
fn select_by_click(ui: &Ui, state: &State, view: &GizmoView<'_>, drag: &GizmoDrag, commands: &mut Vec<Command>) {
    let pressed = ui.input(|input| input.pointer.primary_pressed());
    let pointer = ui.ctx().pointer_latest_pos().filter(|at| pressed && view.picture.contains(*at));
    let (Some(at), Some(document)) = (pointer, &state.documents.first) else { return };
    let pane = view.pane;
    let skeleton = &document.model.skeleton;
    let scene_from_node = pane.settings.skinning.scene_from_node(skeleton, &state.pose);
    let picker = JointPicker { bone_reach: 0.0, pixels_per_point: view.pixels_per_point, ..JointPicker::default() };
    let joint = pick_joint(pane.camera, pane.pixels, &scene_from_node, skeleton, view.pixel(at), picker);
    let joint = joint.map(|joint| state.picked_joint(joint));
    if let Some(joint) = joint.filter(|joint| !drag.nodes().contains(joint)) {
        commands.extend([Command::EndGizmo, Command::SelectPane(pane.index), Command::SelectJoint(Some(joint))]);
    }
}

fn draw(ui: &Ui, palette: &Palette, state: &State, view: &GizmoView<'_>, gizmo: &Gizmo, active: Option<GizmoHandle>) {
    let painter = ui.painter().with_clip_rect(view.picture);
    let (camera, pixels) = (view.pane.camera, view.pane.pixels);
    let Some(center) = gizmo.center(camera, pixels).map(|pixel| view.point(pixel)) else { return };
    let radius = gizmo.radius / view.pixels_per_point;
    let is_active = |handle| active == Some(handle);
    if state.hand.gizmo.tool == GizmoTool::Rotate {
        // Fainter than the axes, which are used most.
        if is_active(GizmoHandle::Free) {
            painter.circle_filled(center, radius, Color32::from_white_alpha(8));
        }
        let alpha = if is_active(GizmoHandle::View) { 170 } else { 55 };
        let width = if is_active(GizmoHandle::View) { 2.0 } else { 1.0 };
        painter.circle_stroke(center, VIEW_RING * radius, Stroke::new(width, Color32::from_white_alpha(alpha)));
        let limits = state.ring_limits(view.pane.index, gizmo.axes);
        for (axis, limit) in limits.iter().enumerate() {
            let ring = gizmo.ring(axis, camera, pixels);
            draw_ring(&painter, view, &ring, palette.axes[axis], is_active(GizmoHandle::Axis(axis)));
            if let Some(limit) = limit {
                super::ring_limits::draw(&painter, view, gizmo, axis, limit, palette.axes[axis]);
            }
        }
        return;
    }
    for axis in 0..3 {
        let Some(tip) = gizmo.tip(axis, camera, pixels).map(|pixel| view.point(pixel)) else { continue };
        let width = if is_active(GizmoHandle::Axis(axis)) { 3.0 } else { 1.8 };
        draw_axis(&painter, state.hand.gizmo.tool, [center, tip], Stroke::new(width, palette.axes[axis]));
    }
    let fill = if is_active(GizmoHandle::Free) { palette.accent } else { Color32::from_white_alpha(60) };
    painter.circle(center, 7.0, fill, Stroke::new(1.2, Color32::from_white_alpha(200)));
}

/// Draws a faint trace of the handles while the pointer is elsewhere: the joint's position, and the way it would turn.
fn draw_at_rest(ui: &Ui, palette: &Palette, hand: &Hand, view: &GizmoView<'_>, gizmo: &Gizmo) {
    const FAINT: f32 = 0.45;
    let painter = ui.painter().with_clip_rect(view.picture);
    let (camera, pixels) = (view.pane.camera, view.pane.pixels);
    let Some(center) = gizmo.center(camera, pixels).map(|pixel| view.point(pixel)) else { return };
    for axis in 0..3 {
        let stroke = Stroke::new(1.2, palette.axes[axis].gamma_multiply(FAINT));
        if hand.gizmo.tool == GizmoTool::Rotate {
            let ring = gizmo.ring(axis, camera, pixels);
            for run in ring.chunk_by(|a, b| a.near == b.near).filter(|run| run[0].near) {
                painter.add(Shape::line(run.iter().map(|point| view.point(point.pixel)).collect(), stroke));
            }
        } else if let Some(tip) = gizmo.tip(axis, camera, pixels) {
            draw_axis(&painter, hand.gizmo.tool, [center, view.point(tip)], stroke);
        }
    }
}

/// Draws the near half strong and the far half faint.
fn draw_ring(painter: &egui::Painter, view: &GizmoView<'_>, ring: &[RingPoint], color: Color32, active: bool) {
    let far = Stroke::new(1.2, color.gamma_multiply(0.3));
    let near = Stroke::new(if active { 3.0 } else { 1.8 }, color);
    for wanted in [false, true] {
        for run in ring.chunk_by(|a, b| a.near == b.near).filter(|run| run[0].near == wanted) {
            let points = run.iter().map(|point| view.point(point.pixel)).collect();
            painter.add(Shape::line(points, if wanted { near } else { far }));
        }
    }
}

/// Draws an arrow for moving or a box for scaling.
fn draw_axis(painter: &egui::Painter, tool: GizmoTool, [center, tip]: [Pos2; 2], stroke: Stroke) {
    let along = (tip - center).normalized();
    if (tip - center).length() < 4.0 {
        return;
    }
    painter.line_segment([center + along * 9.0, tip], stroke);
    if tool == GizmoTool::Scale {
        painter.rect_filled(Rect::from_center_size(tip, Vec2::splat(9.0)), 1, stroke.color);
    } else {
        let side = along.rot90() * 4.5;
        let points = vec![tip + along * 8.0, tip - along * 3.0 + side, tip - along * 3.0 - side];
        painter.add(Shape::convex_polygon(points, stroke.color, Stroke::NONE));
    }
}

/// Draws the swept angle, and the line that describes the drag.
fn show_drag(ui: &Ui, palette: &Palette, state: &State, view: &GizmoView<'_>, drag: &GizmoDrag) {
    let painter = ui.painter().with_clip_rect(view.picture);
    let (camera, pixels) = (view.pane.camera, view.pane.pixels);
    let center = drag.gizmo.center(camera, pixels).map(|pixel| view.point(pixel));
    if let (Some(center), GizmoTool::Rotate, true) = (center, drag.settings.tool, drag.handle != GizmoHandle::Free) {
        let color = match drag.handle {
            GizmoHandle::Axis(axis) => palette.axes[axis],
            GizmoHandle::View | GizmoHandle::Free => Color32::WHITE,
        };
        let edge = drag.gizmo.sweep(drag.handle, camera, pixels, drag.first_pixel(), drag.applied_radians());
        let points: Vec<Pos2> = edge.into_iter().map(|pixel| view.point(pixel)).collect();
        // Drawn as a fan, since the sector is not convex beyond half a turn.
        for ends in points.windows(2) {
            let triangle = vec![center, ends[0], ends[1]];
            painter.add(Shape::convex_polygon(triangle, color.gamma_multiply(0.2), Stroke::NONE));
        }
    }
    super::gizmo_line::show(ui, &state.documents, drag, view.picture);
}
