//! The pose library: a strip of thumbnails above the timeline.

use crate::session::user_commands::OPEN_POSE;
use crate::session::{Command, Documents, LibraryPose, State};
use crate::style::{Palette, SliderLook, elided_middle, icons, medium, quiet_button, regular, semibold, slider_trough};
use crate::viewer::pictures::Pictures;
use crate::viewer::ui::command_widgets::run;
use egui::text::{CCursor, CCursorRange};
use egui::{Align2, Color32, Context, CornerRadius, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui};
use egui::{WidgetInfo, pos2, vec2};

/// Width and height of a thumbnail, in points; a low window has the small one.
const PICTURE: f32 = 112.0;
const SMALL_PICTURE: f32 = 72.0;
const HEIGHT_FOR_PICTURE: f32 = 680.0;
/// Number of drawn pixels per displayed pixel, along each side.
const SUPERSAMPLING: f32 = 2.0;
const NAME_HEIGHT: f32 = 18.0;
const CONTROLS_WIDTH: f32 = 236.0;

fn picture_size(ctx: &Context) -> f32 {
    if ctx.content_rect().height() >= HEIGHT_FOR_PICTURE { PICTURE } else { SMALL_PICTURE }
}

/// Height of the strip without its margins: thumbnails, names and the scroll bar.
pub fn height(ctx: &Context) -> f32 {
    picture_size(ctx) + NAME_HEIGHT + 12.0
}

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, pictures: &mut Pictures, commands: &mut Vec<Command>) {
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(CONTROLS_WIDTH);
            controls(ui, palette, state, commands);
        });
        ui.add_space(8.0);
        let poses = state.documents.library.poses();
        if poses.is_empty() {
            ui.add_space(4.0);
            let text = "No poses yet. Pose the model, then choose Add pose to save the pose for this model.";
            ui.vertical(|ui| {
                ui.add_space(picture_size(ui.ctx()) / 2.0 - 8.0);
                ui.label(crate::viewer::ui::label(palette, text));
            });
            return;
        }
        egui::ScrollArea::horizontal().auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.horizontal_top(|ui| {
                for (index, pose) in poses.iter().enumerate() {
                    tile(ui, palette, state, pictures, (index, pose), commands);
                }
            });
        });
    });
}

/// Title, save button, and the slider back to the previous pose.
fn controls(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Poses").font(semibold(13.0)).color(palette.text1));
        ui.label(crate::viewer::ui::label(palette, &state.documents.library.poses().len().to_string()));
    });
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        keep_button(ui, palette, &state.documents, commands);
        run(quiet_button(ui, palette, icons::FOLDER_OPEN, "Open"), state, &OPEN_POSE, commands);
    });
    ui.add_space(4.0);
    let Some(blend) = state.blend() else {
        ui.label(crate::viewer::ui::hint(palette, "Apply a pose to blend it with the previous one."));
        return;
    };
    let mut share = blend.share;
    let width = CONTROLS_WIDTH - 12.0;
    let look = SliderLook {
        name: "Pose blend",
        width,
        range: 0.0..=1.0,
        zero: 0.0,
        step: 0.01,
        marks: &[],
        limit: None,
        goes_on: false,
    };
    if slider_trough(ui, palette, &look, &mut share).changed() {
        commands.push(Command::BlendPoses(share));
    }
    let (line, _) = ui.allocate_exact_size(vec2(width, 14.0), Sense::hover());
    let small = regular(12.0);
    let percent = format!("{:.0}%", blend.share * 100.0);
    let text = |at: Align2, name: &str, x: f32| {
        let (name, _) = elided_middle(ui.painter(), name, &small, 0.5 * width - 24.0);
        ui.painter().text(pos2(x, line.center().y), at, name, small.clone(), palette.text2);
    };
    text(Align2::LEFT_CENTER, &blend.from_name, line.left());
    text(Align2::RIGHT_CENTER, &blend.to_name, line.right());
    ui.painter().text(line.center(), Align2::CENTER_CENTER, percent, medium(12.0), palette.text1);
}

/// A button that asks for a name.
fn keep_button(ui: &mut Ui, palette: &Palette, documents: &Documents, commands: &mut Vec<Command>) {
    let button = quiet_button(ui, palette, icons::PLUS, "Add pose");
    let button = button.on_hover_text("Add the current pose to the library for this model");
    let id = egui::Id::unique("name of a kept pose");
    if button.clicked() {
        let model = documents.first.as_ref().map_or("", |document| document.model.name.as_str());
        ui.data_mut(|data| data.insert_temp(id, documents.library.free_name(model)));
    }
    let popup = egui::Popup::menu(&button).close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let shown = popup.show(|ui| {
        if let Some(name) = name_field(ui, palette, id, "Add") {
            commands.push(Command::KeepPose(name));
            ui.close();
        }
    });
    if shown.is_none() {
        forget_focus(ui, id);
    }
}

/// A text field for a name, and the button that accepts it. Enter accepts it too.
fn name_field(ui: &mut Ui, palette: &Palette, id: egui::Id, action: &str) -> Option<String> {
    let mut name: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.label(crate::viewer::ui::hint(palette, "Pose name"));
    let field =
        ui.add(egui::TextEdit::singleline(&mut name).desired_width(180.0).char_limit(80).align(Align2::LEFT_CENTER));
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Pose name"));
    let focused = focused_id(id);
    if !ui.data(|data| data.get_temp(focused).unwrap_or(false)) {
        field.request_focus();
        select_all(ui, field.id, name.chars().count());
        ui.data_mut(|data| data.insert_temp(focused, true));
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    ui.data_mut(|data| data.insert_temp(id, name.clone()));
    let taken = ui.button(action).clicked() || entered;
    (taken && !name.trim().is_empty()).then(|| name.trim().to_owned())
}

/// Selects a field's text, so that typing replaces it.
fn select_all(ui: &Ui, field: egui::Id, letters: usize) {
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), field).unwrap_or_default();
    let whole = CCursorRange::two(CCursor::new(0), CCursor::new(letters));
    state.cursor.set_char_range(Some(whole));
    state.store(ui.ctx(), field);
}

/// Id of the flag that says whether the field had focus since its popup opened. It receives focus once each time.
fn focused_id(id: egui::Id) -> egui::Id {
    egui::Id::unique("name field had focus").with(id)
}

fn forget_focus(ui: &Ui, id: egui::Id) {
    ui.data_mut(|data| data.remove::<bool>(focused_id(id)));
}

fn tile(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    pictures: &mut Pictures,
    (index, pose): (usize, &LibraryPose),
    commands: &mut Vec<Command>,
) {
    let side = picture_size(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(side, side + NAME_HEIGHT), Sense::click());
    let shown = state.edit.overrides == pose.overrides;
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, shown, format!("Pose {}", pose.name)));
    let picture = Rect::from_min_size(rect.min, vec2(side, side));
    if ui.is_rect_visible(rect) {
        let pixels = (SUPERSAMPLING * side * ui.ctx().pixels_per_point()).round().clamp(16.0, 512.0) as u32;
        paint(ui, palette, pictures.thumbnail(state, index, pixels), picture);
        frame(ui, palette, &response, picture, shown);
        let (name, _) = elided_middle(ui.painter(), &pose.name, &regular(12.0), side);
        let color = if shown || response.hovered() { palette.text1 } else { palette.text2 };
        let at = pos2(picture.center().x, picture.bottom() + NAME_HEIGHT / 2.0 + 1.0);
        ui.painter().text(at, Align2::CENTER_CENTER, name, regular(12.0), color);
    }
    if response.clicked() {
        commands.push(Command::TakePose(index));
    }
    if let Some(file) = &pose.file {
        // A click in the name field must not close it.
        let popup = egui::Popup::context_menu(&response).close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
        let id = egui::Id::unique("new name of a pose").with(file);
        if popup.show(|ui| own_pose_menu(ui, palette, id, (index, pose), commands)).is_none() {
            forget_focus(ui, id);
            ui.data_mut(|data| data.remove::<String>(id));
            ui.data_mut(|data| data.remove::<bool>(id.with("sure")));
        }
    }
    let hint = match &pose.file {
        Some(_) => format!("{}\nRight-click to rename or delete", pose.name),
        None => format!("{}\nIncluded with the model", pose.name),
    };
    response.on_hover_text(hint);
}

fn paint(ui: &Ui, palette: &Palette, texture: Option<egui::TextureId>, picture: Rect) {
    let corners = CornerRadius::same(6);
    let Some(texture) = texture else {
        ui.painter().rect_filled(picture, corners, palette.field);
        return;
    };
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let shape = egui::epaint::RectShape::filled(picture, corners, Color32::WHITE).with_texture(texture, uv);
    ui.painter().add(shape);
}

fn frame(ui: &Ui, palette: &Palette, response: &Response, picture: Rect, shown: bool) {
    let stroke = match (shown || response.has_focus(), response.hovered()) {
        (true, _) => Stroke::new(2.0, palette.accent),
        (false, true) => Stroke::new(1.0, palette.line_strong),
        _ => Stroke::new(1.0, palette.line),
    };
    ui.painter().rect_stroke(picture, CornerRadius::same(6), stroke, StrokeKind::Inside);
}

fn own_pose_menu(
    ui: &mut Ui,
    palette: &Palette,
    id: egui::Id,
    (index, pose): (usize, &LibraryPose),
    commands: &mut Vec<Command>,
) {
    if ui.data(|data| data.get_temp::<String>(id)).is_none() {
        ui.data_mut(|data| data.insert_temp(id, pose.name.clone()));
    }
    if let Some(name) = name_field(ui, palette, id, "Rename") {
        commands.push(Command::RenamePose { pose: index, name });
        ui.close();
    }
    ui.separator();
    // Undo cannot restore a file, so deletion asks for confirmation.
    let sure = id.with("sure");
    if !ui.data(|data| data.get_temp(sure).unwrap_or(false)) {
        if ui.button("Delete").clicked() {
            ui.data_mut(|data| data.insert_temp(sure, true));
        }
    } else if ui.button(format!("Delete {} permanently", pose.name)).clicked() {
        commands.push(Command::DeletePose(index));
        ui.close();
    }
}
