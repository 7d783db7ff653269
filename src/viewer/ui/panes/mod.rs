//! All panes: their positions, the borders between them, and the shared camera.

mod about_view;
pub(super) mod center_settings;
pub(super) mod center_ties;
pub(super) mod compare_panel;
pub(super) mod look_panel;
pub(super) mod method_card;
pub(super) mod method_choice;
pub(super) mod pane;
pub(super) mod pane_camera;
pub(super) mod pane_diagram;
mod pane_figures;
pub(super) mod pane_legends;
pub(super) mod pane_marks;
pub(super) mod pane_menu;
pub(super) mod settings_panel;
pub(super) mod shown_pane;
mod stored_settings;
pub(super) mod versus;

use self::pane::HEADER_HEIGHT;
use self::pane_figures::PaneNumbers;
use self::shown_pane::ShownPane;
use crate::panes::Border;
use crate::session::{Command, EditState, PanePixels, ShownPanes, State, View};
use crate::style::Palette;
use crate::view::Camera;
use crate::viewer::pictures::Pictures;
use egui::{Context, CornerRadius, CursorIcon, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

const GAP: f32 = 4.0;

/// Where the panes are, in the room that the panels leave.
struct PlacedPanes {
    area: Rect,
    /// The strip of the legends below the panes.
    strip: Rect,
    rects: Vec<Rect>,
    /// Sizes of the pictures.
    pixels: Vec<[u32; 2]>,
    scale: f32,
}

impl PlacedPanes {
    fn in_room(ctx: &Context, edit: &EditState, room: Rect) -> Self {
        let (area, strip) = match pane_legends::is_shown(edit) {
            true => room.split_top_bottom_at_y(room.bottom() - pane_legends::HEIGHT),
            false => (room, Rect::NOTHING),
        };
        let (rects, scale) = (rects(edit, area), ctx.pixels_per_point());
        let pixels = rects.iter().map(|rect| picture_pixels(*rect, scale)).collect();
        Self { area, strip, rects, pixels, scale }
    }

    /// Calls `each` for every pane.
    fn for_each(&self, ctx: &Context, state: &State, mut each: impl FnMut(&ShownPane<'_>)) {
        let cameras = cameras(state, &self.pixels, shared_camera(state, &self.pixels));
        let keys_go_to = pane_of_keys(ctx, &state.view, &self.rects);
        for (index, ((&rect, &pixels), camera)) in self.rects.iter().zip(&self.pixels).zip(&cameras).enumerate() {
            let (id, settings) = (state.edit.panes[index].id, &state.edit.panes[index].settings);
            let (linked, has_keys) = (is_linked(state, index), index == keys_go_to);
            each(&ShownPane { index, id, settings, linked, rect, pixels, camera, has_keys });
        }
    }
}

/// Reads what the pointer and the keys do in the panes, and how large their pictures are. `tree_points` says whether
/// the tree has already reported the joint under the pointer.
pub fn react(ui: &Ui, state: &State, room: Rect, tree_points: bool, commands: &mut Vec<Command>) {
    let placed = PlacedPanes::in_room(ui.ctx(), &state.edit, room);
    let PlacedPanes { area, rects, pixels, scale, .. } = &placed;
    note_sizes(state, *area, (rects, pixels), *scale, commands);
    note_framings(state, pixels, commands);
    let mut hovered = None;
    placed.for_each(ui.ctx(), state, |pane| hovered = hovered.or(pane.react(ui, state, commands)));
    for (border, _) in state.edit.layout.borders(state.edit.panes.len()) {
        move_border(ui, *area, border, commands);
    }
    // The last hovered vertex stays shown until the pointer leaves the panes.
    let over_panes = ui.ctx().pointer_hover_pos().is_some_and(|pointer| area.contains(pointer));
    if state.hand.hovered_vertex.is_some() && !over_panes {
        commands.push(Command::HoverVertex(None));
    }
    if hovered != state.hand.hovered_joint && !tree_points {
        commands.push(Command::HoverJoint(hovered));
    }
}

/// Draws all panes.
pub fn show(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    pictures: &mut Pictures,
    room: Rect,
    commands: &mut Vec<Command>,
) {
    let placed = PlacedPanes::in_room(ui.ctx(), &state.edit, room);
    let panes = &state.edit.panes;
    let settings_of = |id: u64| panes.iter().find(|pane| pane.id == id).map(|pane| &pane.settings);
    pictures.keep(|picture| settings_of(picture.pane).is_some_and(|pane| picture.is_shown(pane)));
    let numbers = PaneNumbers::of(state);
    placed.for_each(&ui.ctx().clone(), state, |pane| pane.show(ui, palette, state, &numbers, pictures, commands));
    if placed.strip.is_positive() {
        let strip = placed.strip.with_min_y(placed.strip.top() + GAP);
        pane_legends::show(ui, palette, state, pictures, strip);
    }
    if !pictures.differences_settled(&state.edit) {
        ui.ctx().request_repaint();
    }
    move_panes(ui, palette, &placed.rects, commands);
    for (border, fraction) in state.edit.layout.borders(panes.len()) {
        show_border(ui, palette, placed.area, border, fraction);
    }
}

/// Reports the sizes of the panes, for pictures that are as large as on the screen.
pub fn note_sizes(
    state: &State,
    area: Rect,
    (rects, pictures): (&[Rect], &[[u32; 2]]),
    scale: f32,
    commands: &mut Vec<Command>,
) {
    let size = |(rect, picture): (&Rect, &[u32; 2])| PanePixels {
        pixels: whole_pixels(*rect, scale),
        picture_pixels: *picture,
    };
    let panes = rects.iter().zip(pictures).map(size).collect();
    let shown = ShownPanes { all_pixels: whole_pixels(area, scale), panes };
    if shown != state.interface.shown_panes {
        commands.push(Command::NoteShownPanes(shown));
    }
}

/// The pane under the pointer, or the selected one if there is none.
fn pane_of_keys(ctx: &Context, view: &View, rects: &[Rect]) -> usize {
    let pointer = ctx.pointer_hover_pos();
    let under = pointer.and_then(|at| rects.iter().position(|rect| rect.contains(at)));
    under.unwrap_or(view.selected_pane)
}

/// The rectangle of each pane, on whole points.
fn rects(edit: &EditState, area: Rect) -> Vec<Rect> {
    let x = |share: f32| (area.left() + share * (area.width() + GAP)).round();
    let y = |share: f32| (area.top() + share * (area.height() + GAP)).round();
    let rect = |[left, top, right, bottom]: [f32; 4]| {
        let min = pos2(x(left), y(top));
        let max = pos2(x(right) - GAP, y(bottom) - GAP);
        Rect::from_min_max(min, max.max(min + vec2(1.0, HEADER_HEIGHT + 1.0)))
    };
    edit.layout.rects(edit.panes.len()).into_iter().map(rect).collect()
}

/// The size of a rectangle in screen pixels. Rounds the edges, not the sides, to whole pixels.
pub fn whole_pixels(rect: Rect, pixels_per_point: f32) -> [u32; 2] {
    let edge = |points: f32| (points * pixels_per_point).round();
    let side = |from: f32, to: f32| (edge(to) - edge(from)).max(1.0) as u32;
    [side(rect.left(), rect.right()), side(rect.top(), rect.bottom())]
}

fn picture_pixels(rect: Rect, pixels_per_point: f32) -> [u32; 2] {
    whole_pixels(pane::parts(rect)[1], pixels_per_point)
}

/// Whether a pane uses the shared camera.
pub fn is_linked(state: &State, pane: usize) -> bool {
    !state.view.own_cameras.contains_key(&state.edit.panes[pane].id)
}

/// The narrowest of the pictures that share a camera.
fn narrowest(state: &State, pixels: &[[u32; 2]]) -> Option<[u32; 2]> {
    let aspect = |size: &[u32; 2]| size[0] as f32 / size[1] as f32;
    let sharing = pixels.iter().enumerate().filter(|(pane, _)| is_linked(state, *pane)).map(|(_, size)| *size);
    sharing.min_by(|a, b| aspect(a).total_cmp(&aspect(b)))
}

/// The shared camera, framed to fit the narrowest of the panes that share it.
pub fn shared_camera(state: &State, pixels: &[[u32; 2]]) -> Camera {
    narrowest(state, pixels).map_or(state.view.camera, |narrowest| state.camera_for(narrowest))
}

/// The camera of each pane.
pub fn cameras(state: &State, pixels: &[[u32; 2]], shared: Camera) -> Vec<Camera> {
    let own = |pane: usize| state.own_framing(pane, pixels[pane]).unwrap_or_else(|| state.camera_of(pane));
    (0..pixels.len()).map(|pane| if is_linked(state, pane) { shared } else { own(pane) }).collect()
}

/// Reports the pictures that cameras are framed to fit.
pub fn note_framings(state: &State, pixels: &[[u32; 2]], commands: &mut Vec<Command>) {
    if let Some(narrowest) = narrowest(state, pixels) {
        if state.interface.pane_pixels != narrowest && state.talk.stage.is_none() {
            commands.push(Command::NotePaneSize(narrowest));
        }
        if let Some(framing) = state.view.frame {
            commands.push(Command::TakeFraming { framing, pane_size: narrowest });
        }
    }
    for (pane, &pane_size) in pixels.iter().enumerate() {
        if state.own_framing(pane, pane_size).is_some() {
            commands.push(Command::TakeOwnFraming { pane, pane_size });
        }
    }
}

/// Swaps a pane dragged by its header with the pane it is dropped on.
fn move_panes(ui: &Ui, palette: &Palette, rects: &[Rect], commands: &mut Vec<Command>) {
    let Some(from) = ui.ctx().drag_stopped_id().or(ui.ctx().dragged_id()) else { return };
    let Some(from) = (0..rects.len()).find(|&pane| pane::header_id(pane) == from) else { return };
    let Some(pointer) = ui.ctx().pointer_interact_pos() else { return };
    let Some(to) = rects.iter().position(|rect| rect.contains(pointer)).filter(|to| *to != from) else { return };
    if ui.ctx().drag_stopped_id().is_some() {
        commands.push(Command::SwapPanes(from, to));
    } else {
        let ring = Stroke::new(2.0, palette.accent);
        ui.painter().rect_filled(rects[to], CornerRadius::same(6), palette.accent_dim);
        ui.painter().rect_stroke(rects[to], CornerRadius::same(6), ring, StrokeKind::Inside);
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
}

/// Id of a border's widget.
fn border_id(border: Border) -> Id {
    Id::unique("pane border").with(border)
}

/// Moves the border between two columns or rows. A double-click makes all panes the same size.
fn move_border(ui: &Ui, area: Rect, border: Border, commands: &mut Vec<Command>) {
    let Some(response) = ui.ctx().read_response(border_id(border)) else { return };
    if response.double_clicked() {
        commands.push(Command::MakePanesEven);
    } else if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        let fraction = match border {
            Border::BehindColumn(_) => (pointer.x - area.left() + GAP / 2.0) / (area.width() + GAP),
            Border::BelowRow(_) => (pointer.y - area.top() + GAP / 2.0) / (area.height() + GAP),
        };
        commands.push(Command::MoveBorder { border, fraction });
    }
}

/// The draggable gap between two columns or rows.
fn show_border(ui: &Ui, palette: &Palette, area: Rect, border: Border, fraction: f32) {
    let (rect, cursor, name) = match border {
        Border::BehindColumn(column) => {
            let x = area.left() + fraction * (area.width() + GAP) - GAP / 2.0;
            let rect = Rect::from_x_y_ranges(x - GAP..=x + GAP, area.y_range());
            (rect, CursorIcon::ResizeHorizontal, format!("Border right of column {}", column + 1))
        }
        Border::BelowRow(row) => {
            let y = area.top() + fraction * (area.height() + GAP) - GAP / 2.0;
            let rect = Rect::from_x_y_ranges(area.x_range(), y - GAP..=y + GAP);
            (rect, CursorIcon::ResizeVertical, format!("Border below row {}", row + 1))
        }
    };
    let response = ui.interact(rect, border_id(border), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, &name));
    if response.hovered() || response.dragged() {
        ui.ctx().set_cursor_icon(cursor);
        ui.painter().rect_filled(rect.shrink(GAP - 1.0), CornerRadius::same(1), palette.accent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::epaint::ViewportInPixels;

    /// Otherwise pictures would lose or repeat a line of pixels on screens with other scale factors.
    #[test]
    fn a_picture_has_the_pixels_of_the_viewport_that_it_is_painted_in() {
        for pixels_per_point in [1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 3.0] {
            for (left, width) in (0..40).map(|k| (250.0 + k as f32, 300.0 + (k * 7 % 11) as f32)) {
                let rect = Rect::from_min_size(pos2(left, left / 3.0), vec2(width, width * 0.7));
                let viewport = ViewportInPixels::from_points(&rect, pixels_per_point, [5000, 5000]);
                let expected = [viewport.width_px as u32, viewport.height_px as u32];
                assert_eq!(whole_pixels(rect, pixels_per_point), expected, "{rect:?} at {pixels_per_point}");
            }
        }
    }
}
