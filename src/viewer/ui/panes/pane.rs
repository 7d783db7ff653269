//! One pane: its header, its picture with overlays, and its mouse input.

use super::pane_figures::PaneNumbers;
use super::shown_pane::ShownPane;
use super::{method_choice, pane_camera, pane_diagram, pane_figures, pane_marks, pane_menu, versus};
use crate::gpu::GpuError;
use crate::panes::pane_names;
use crate::session::user_commands::OPEN_METHOD;
use crate::session::{Command, PaneWait, State, TourMark};
use crate::style::{Palette, PaneTitle, draw_pane_header, icons, method_color, regular, semibold};
use crate::view::{JointPicker, Overlay, Theme, pick_joint};
use crate::viewer::filling::Filling;
use crate::viewer::pictures::{PictureId, Pictures, View};
use crate::viewer::ui::command_widgets::menu_entry;
use crate::viewer::ui::figures::probe_marks;
use crate::viewer::ui::joints::gizmo::{self, GizmoUse};
use crate::viewer::ui::joints::joint_marks;
use crate::viewer::ui::stage::stage_mark;
use crate::viewer::ui::tour;
use egui::text::LayoutJob;
use egui::{
    Align, Align2, Color32, CornerRadius, Popup, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    vec2,
};
use glam::Vec2;

pub const HEADER_HEIGHT: f32 = 32.0;
/// Width of a header below which there is no caret behind the method's name.
const WIDTH_FOR_CARET: f32 = 190.0;

/// Id of the header's widget.
pub fn header_id(pane: usize) -> egui::Id {
    egui::Id::unique("pane header").with(pane)
}

/// The rectangles of a pane's header and picture.
pub fn parts(pane: Rect) -> [Rect; 2] {
    let (header, picture) = pane.split_top_bottom_at_y(pane.top() + HEADER_HEIGHT);
    [header, picture]
}

impl ShownPane<'_> {
    fn picture_id(&self) -> egui::Id {
        egui::Id::unique("pane").with(self.id)
    }

    /// Reads what the pointer and the keys do in the picture. Returns the joint under the pointer.
    pub fn react(&self, ui: &Ui, state: &State, commands: &mut Vec<Command>) -> Option<u32> {
        let [_, picture] = parts(self.rect);
        let response = ui.ctx().read_response(self.picture_id())?;
        // The second model takes the pose: joints are selected and turned on the first one.
        let has_joints = state.model_of_pane(self.settings).is_first();
        let handles = match has_joints {
            true => gizmo::react(ui, state, self, picture, &response, commands),
            false => GizmoUse::default(),
        };
        let boxes = has_joints && joint_marks::react_to_box(ui, state, self, picture, commands);
        let free = !(handles.over || handles.held || boxes);
        let hovered = if free && has_joints { self.pick(ui, state, &response, picture) } else { None };
        let pointed_at = match hovered {
            None if free => probe_marks::point_at(ui, state, self, &response, picture, commands),
            _ => None,
        };
        if free || response.clicked() && !handles.held {
            pane_camera::react(ui, self, &response, (hovered, pointed_at), commands);
        }
        if !handles.held && !handles.drags {
            pane_camera::move_camera(ui, self, &state.documents, &response, picture, commands);
        }
        versus::react(ui, self, picture, commands);
        hovered
    }

    /// Draws the pane.
    pub fn show(
        &self,
        ui: &mut Ui,
        palette: &Palette,
        state: &State,
        numbers: &PaneNumbers,
        pictures: &mut Pictures,
        commands: &mut Vec<Command>,
    ) {
        let [header, picture] = parts(self.rect);
        let response = ui.interact(picture, self.picture_id(), Sense::click_and_drag());
        let name = format!("Picture of pane {}, {}", self.index + 1, self.settings.skinning.method.short_name());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let wait = state.wait_of_pane(self.settings);
        match wait {
            Some(wait) => {
                // The last picture stays until the next one can be drawn.
                let last = self.last_fillings(ui, state, pictures);
                // If there is one, the card is placed low, away from the character.
                let (behind, center) = match last[0] {
                    Some(_) => (palette.popup, picture.center_bottom() - vec2(0.0, 64.0)),
                    None => (palette.field, picture.center()),
                };
                match last {
                    [None, _] => drop(ui.painter().rect_filled(picture, CornerRadius::same(6), palette.field)),
                    last => versus::paint_picture(ui, state, picture, last, self.settings),
                }
                self.show_wait(ui, (palette, state), (picture, behind, center), wait, commands);
            }
            None => match self.fillings(ui, state, pictures) {
                Ok(fillings) => versus::paint_picture(ui, state, picture, fillings, self.settings),
                Err(error) => show_failure(ui, palette, picture, &error.to_string()),
            },
        }
        self.show_header(ui, palette, state, header, commands);
        let over_picture = Palette::over_picture();
        // The last picture has the lines of another method.
        if wait.is_none() {
            pane_diagram::show(ui, state, self, picture, palette.theme, pane_marks::pane_scale(picture));
        }
        self.preview_marks(ui, &over_picture, state, picture);
        let has_joints = state.model_of_pane(self.settings).is_first();
        let scale = pictures.paint_scale(PictureId::a(self.id)).filter(|_| has_joints);
        pane_figures::show(ui, &over_picture, state, numbers, self, picture, scale);
        pane_marks::triad(ui, &over_picture, picture, self.camera);
        // Found in `react`. A pointer over the tree hovers no picture.
        let hovered = state.hand.hovered_joint.filter(|_| has_joints && response.contains_pointer());
        if has_joints {
            joint_marks::show(ui, &over_picture, state, self, picture);
            gizmo::show(ui, &over_picture, state, self, picture, &response);
            joint_marks::show_box(ui, palette, &state.hand, self, picture);
        }
        if let Some(joint) = hovered {
            pane_marks::joint_name(ui, &state.documents, joint, picture);
        }
        self.show_ties(ui, state, pictures, picture, hovered.is_none() && response.hovered());
        probe_marks::ring(ui, &over_picture, state, self, picture);
        versus::show_controls(ui, palette, self, state.hand.flicker_held, picture);
        versus::show_names(ui, palette, self, picture);
        self.show_selection(ui, palette, state);
    }

    /// The marks of the talk's scene, as the stage shows them.
    fn preview_marks(&self, ui: &Ui, palette: &Palette, state: &State, picture: Rect) {
        let Some(scene) =
            state.edit.scene.as_ref().filter(|_| state.edits_talk() && state.shown_talk_scene().is_some())
        else {
            return;
        };
        let color = method_color(self.settings.skinning.method, Theme::Dark);
        let shown = ShownPane { rect: picture, ..*self };
        stage_mark::show_named(&ui.painter().with_clip_rect(picture), state, &shown, &scene.marks, color, palette);
    }

    /// A ring around the selected pane.
    fn show_selection(&self, ui: &Ui, palette: &Palette, state: &State) {
        if state.edit.panes.len() > 1 && state.view.selected_pane == self.index {
            let ring = Stroke::new(1.5, palette.accent);
            ui.painter().rect_stroke(self.rect, CornerRadius::same(6), ring, StrokeKind::Inside);
        }
    }

    /// The pictures of A and, if shown, of B.
    pub fn fillings(&self, ui: &Ui, state: &State, pictures: &mut Pictures) -> Result<[Option<Filling>; 2], GpuError> {
        let pixels_per_point = ui.ctx().pixels_per_point();
        let view = View { camera: self.camera, pixels: self.pixels, pixels_per_point };
        let mut draw = |id: PictureId, skinning| pictures.draw(state, id, self.settings, skinning, view);
        let a = draw(PictureId::a(self.id), self.settings.skinning)?;
        let id = PictureId::b(self.id);
        let b = if id.is_shown(self.settings) { draw(id, self.settings.comparison.other)? } else { None };
        Ok([a, b])
    }

    /// The pictures of A and B that were shown last, possibly under other methods.
    fn last_fillings(&self, ui: &Ui, state: &State, pictures: &Pictures) -> [Option<Filling>; 2] {
        let view = View { camera: self.camera, pixels: self.pixels, pixels_per_point: ui.ctx().pixels_per_point() };
        let last = |id: PictureId| pictures.last(state, id, view);
        let b = PictureId::b(self.id);
        [last(PictureId::a(self.id)), if b.is_shown(self.settings) { last(b) } else { None }]
    }

    fn show_header(&self, ui: &mut Ui, palette: &Palette, state: &State, header: Rect, commands: &mut Vec<Command>) {
        let band = ui.interact(header, header_id(self.index), Sense::click_and_drag());
        let reserved = pane_menu::width(&state.edit, header);
        // A narrow header leaves its space to the name.
        let opens = header.width() >= WIDTH_FOR_CARET;
        let names = pane_names(state.edit.panes.iter().map(|pane| &pane.settings));
        let Some(name) = names.get(self.index) else { return };
        let models = state.names_of_models(state.model_of_pane(self.settings));
        let title = PaneTitle { settings: self.settings, name, models, reserved, opens, comparison: None };
        let end = draw_pane_header(ui.painter(), palette, header, title);
        band.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Select pane {}", self.index + 1)));
        if band.clicked() || band.drag_started() {
            commands.push(Command::SelectPane(self.index));
        }
        self.show_methods(ui, palette, state, (header.with_max_x(end), opens), commands);
        pane_menu::show(ui, palette, state, self, header, commands);
    }

    /// Opens the list of methods on a click on the method's name. A drag still moves the pane.
    fn show_methods(
        &self,
        ui: &mut Ui,
        palette: &Palette,
        state: &State,
        (title, opens): (Rect, bool),
        commands: &mut Vec<Command>,
    ) {
        let method = self.settings.skinning.method;
        let response = ui.interact(title, egui::Id::unique("pane method").with(self.id), Sense::click());
        let name = format!("Method of pane {}: {}", self.index + 1, method.long_name());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if self.index == 0 {
            tour::mark(ui, state, TourMark::Method, title);
        }
        if opens {
            let ink = if response.hovered() || response.has_focus() { palette.text1 } else { palette.text3 };
            let caret = title.right_center() - vec2(10.0, 0.0);
            ui.painter().text(caret, Align2::CENTER_CENTER, icons::CARET_DOWN, icons::font(12.0), ink);
        }
        if response.clicked() {
            commands.push(Command::SelectPane(self.index));
        }
        Popup::menu(&response).show(|ui| {
            ui.set_min_width(260.0);
            method_choice::method_entries(ui, palette, method, &mut |method| {
                commands.push(Command::SetMethod { pane: self.index, method });
            });
            ui.separator();
            // The pane was selected when the menu opened.
            menu_entry(ui, state, icons::FOLDER_OPEN, &OPEN_METHOD, commands);
        });
        response.on_hover_text(format!("{}. Click to change the method.", method.long_name()));
    }

    /// Draws the lines from centers of rotation to their vertices.
    fn show_ties(&self, ui: &Ui, state: &State, pictures: &Pictures, picture: Rect, pointed_at: bool) {
        let id = PictureId::a(self.id);
        if let Some(posed) = pictures.posed_centers(id).filter(|_| pointed_at) {
            super::center_ties::show(ui, state, posed, self, picture);
        }
    }

    /// Draws a card until the centers of rotation of the pane are available.
    fn show_wait(
        &self,
        ui: &mut Ui,
        (palette, state): (&Palette, &State),
        (picture, behind, center): (Rect, Color32, Pos2),
        wait: PaneWait,
        commands: &mut Vec<Command>,
    ) {
        let centers = self.settings.centers;
        let to_run: Vec<String> = match wait {
            PaneWait::NotRun => {
                state.own_methods_to_run().iter().map(|named| named.path.display().to_string()).collect()
            }
            _ => Vec::new(),
        };
        let action = match wait {
            PaneWait::Computing(_) => Some(("Cancel", Command::CancelCenters(centers))),
            PaneWait::Canceled => Some(("Compute", Command::ComputeCenters(centers))),
            PaneWait::NotRun if to_run.len() > 1 => Some(("Run all", Command::RunOwnMethods)),
            PaneWait::NotRun => Some(("Run it", Command::RunOwnMethods)),
            PaneWait::Smoothing(_) | PaneWait::NotSmoothed => None,
        };
        let end = if wait.progress().is_some() { "\u{2026}" } else { "" };
        let title = format!("{}{end}", wait.words());
        let mut job = LayoutJob::simple(title, semibold(14.0), palette.text2, picture.width() - 16.0);
        job.halign = Align::Center;
        let words = ui.painter().layout_job(job);
        let size = vec2(words.size().x.max(180.0) + 32.0, words.size().y + 80.0);
        let card = Rect::from_center_size(center + vec2(0.0, 13.0 - words.size().y / 2.0), size).intersect(picture);
        ui.painter().rect_filled(card, CornerRadius::same(8), behind);
        ui.painter().galley(center - vec2(0.0, 12.0 + words.size().y), words, palette.text2);
        if let Some(fraction) = wait.progress() {
            let bar = Rect::from_center_size(center, vec2(180.0_f32.min(picture.width() - 32.0), 4.0));
            ui.painter().rect_filled(bar, CornerRadius::same(2), palette.line);
            let done = bar.split_left_right_at_fraction(fraction).0;
            ui.painter().rect_filled(done, CornerRadius::same(2), palette.accent);
        }
        let Some((action, command)) = action else { return };
        let button = Rect::from_center_size(center + vec2(0.0, 26.0), vec2(84.0, 26.0));
        let mut response = ui.put(button, egui::Button::new(action));
        if !to_run.is_empty() {
            response =
                response.on_hover_text(format!("Load and follow the files that panes show:\n{}", to_run.join("\n")));
        }
        if response.clicked() {
            commands.push(command);
        }
    }

    fn pick(&self, ui: &Ui, state: &State, response: &Response, picture: Rect) -> Option<u32> {
        let document = state.documents.first.as_ref()?;
        if !state.shown_overlays(self.settings.look.overlays).has(Overlay::Skeleton) || response.dragged() {
            return None;
        }
        let pointer = response.hover_pos()?;
        let pixels_per_point = ui.ctx().pixels_per_point();
        let pixel = (pointer - picture.min) * pixels_per_point;
        let picker = JointPicker { pixels_per_point, ..JointPicker::default() };
        let skeleton = &document.model.skeleton;
        let scene_from_node = self.settings.skinning.scene_from_node(skeleton, &state.pose);
        let pixel = Vec2::new(pixel.x, pixel.y);
        let picked = pick_joint(self.camera, self.pixels, &scene_from_node, skeleton, pixel, picker)?;
        Some(state.picked_joint(picked)).filter(|&joint| state.is_joint_shown(joint))
    }
}

fn show_failure(ui: &Ui, palette: &Palette, picture: Rect, error: &str) {
    ui.painter().rect_filled(picture, CornerRadius::same(6), palette.field);
    let center = picture.center();
    let title = "Could not draw this pane";
    ui.painter().text(center, Align2::CENTER_BOTTOM, title, semibold(14.0), palette.text1);
    let galley = ui.painter().layout(error.to_owned(), regular(12.0), palette.text2, picture.width() - 32.0);
    ui.painter().galley(center + vec2(-galley.size().x / 2.0, 8.0), galley, palette.text2);
}
