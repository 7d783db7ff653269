//! The buttons at the right of a pane's header.

use super::shown_pane::ShownPane;
use crate::panes::{ComparisonKind, PaneModel};
use crate::session::user_commands::PIN_BEFORE;
use crate::session::{Command, EditState, FileRequest, MOST_PANES, PictureOf, PictureOptions, PictureSize, State};
use crate::style::{Palette, icons};
use egui::{Align2, Button, Color32, CornerRadius, Popup, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

const BUTTON: f32 = 26.0;

/// Width of a pane below which only the menu links the camera.
const WIDTH_FOR_LINK: f32 = 230.0;

fn has_link(edit: &EditState, header: Rect) -> bool {
    edit.panes.len() > 1 && header.width() >= WIDTH_FOR_LINK
}

/// The width of the buttons.
pub fn width(edit: &EditState, header: Rect) -> f32 {
    match (has_menu(header), has_link(edit, header)) {
        (false, _) => 0.0,
        (true, false) => BUTTON,
        (true, true) => 2.0 * BUTTON,
    }
}

/// Whether the header has room for the menu. The narrowest headers have room for a name only; Ctrl+K has the entries of
/// the menu.
fn has_menu(header: Rect) -> bool {
    header.width() >= 110.0
}

pub fn show(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    pane: &ShownPane<'_>,
    header: Rect,
    commands: &mut Vec<Command>,
) {
    if !has_menu(header) {
        return;
    }
    let pane_name = format!("pane {}", pane.index + 1);
    let rect = |from_right: f32| {
        let center = pos2(header.right() - 6.0 - BUTTON * (from_right + 0.5), header.center().y);
        Rect::from_center_size(center, vec2(BUTTON, BUTTON))
    };
    let menu = button(ui, palette, rect(0.0), icons::DOTS_THREE, &format!("Menu of {pane_name}"), palette.text2);
    Popup::menu(&menu).show(|ui| {
        ui.set_min_width(190.0);
        entries(ui, state, pane, commands);
    });
    if has_link(&state.edit, header) {
        let (icon, color, name) = if pane.linked {
            (icons::LINK_SIMPLE, palette.accent, format!("Use a separate camera in {pane_name}"))
        } else {
            (icons::LINK_SIMPLE_BREAK, palette.text2, format!("Use the shared camera in {pane_name}"))
        };
        if button(ui, palette, rect(1.0), icon, &name, color).clicked() {
            commands.push(Command::LinkCamera { pane: pane.index, linked: !pane.linked });
        }
    }
}

fn button(ui: &Ui, palette: &Palette, rect: Rect, icon: &str, name: &str, color: Color32) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(name), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if response.hovered() {
        ui.painter().rect_filled(rect.shrink(1.0), CornerRadius::same(5), palette.hover);
    }
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, icon, icons::font(15.0), color);
    response.on_hover_text(name)
}

fn entries(ui: &mut Ui, state: &State, pane: &ShownPane<'_>, commands: &mut Vec<Command>) {
    let index = pane.index;
    let count = state.edit.panes.len();
    let picture = PictureOptions { of: PictureOf::SelectedPane, ..state.interface.settings.picture };
    if ui.button("Copy picture").clicked() {
        commands.push(Command::SelectPane(index));
        commands.push(Command::CopyPicture(PictureOptions { size: PictureSize::Screen, ..picture }));
    }
    if ui.button("Save picture").clicked() {
        commands.extend([Command::SelectPane(index), Command::SetPictureOptions(picture)]);
        commands.push(Command::ShowPictureDialog(true));
    }
    ui.separator();
    let mut entry = |ui: &mut Ui, enabled: bool, text: &str, command: Command| {
        if ui.add_enabled(enabled, Button::new(text)).clicked() {
            commands.push(command);
        }
    };
    entry(ui, count < MOST_PANES, "Duplicate pane", Command::DuplicatePane(index));
    entry(ui, count > 1, "Remove pane", Command::RemovePane(index));
    entry(ui, index > 0, "Swap with previous pane", Command::SwapPanes(index, index.saturating_sub(1)));
    entry(ui, index + 1 < count, "Swap with next pane", Command::SwapPanes(index, index + 1));
    if pane.settings.comparison.kind != ComparisonKind::Off {
        entry(ui, true, "Swap compared methods", Command::SwapCompared(index));
    }
    ui.separator();
    models(ui, state, pane, commands);
    ui.separator();
    let mut entry = |ui: &mut Ui, enabled: bool, text: &str, command: Command| {
        if ui.add_enabled(enabled, Button::new(text)).clicked() {
            commands.push(command);
        }
    };
    let (text, linked) = if pane.linked { ("Use a separate camera", false) } else { ("Use the shared camera", true) };
    entry(ui, count > 1, text, Command::LinkCamera { pane: index, linked });
    entry(ui, count > 1, "Apply this camera to all panes", Command::MatchCamera(index));
    entry(ui, count > 1, "Make all panes the same size", Command::MakePanesEven);
}

/// Entries that choose the pane's model, and add or remove a second one.
fn models(ui: &mut Ui, state: &State, pane: &ShownPane<'_>, commands: &mut Vec<Command>) {
    let shown = state.model_of_pane(pane.settings);
    let Some([_, other]) = state.names_of_models(shown) else {
        if ui.button("Add a model").on_hover_text("Shows another file in the same pose").clicked() {
            commands.push(Command::RequestFile(FileRequest::AddModel));
        }
        pin(ui, state, commands);
        return;
    };
    let of_before = state.model_before().is_some();
    if ui
        .button(if of_before { format!("Show the model {other} here") } else { format!("Show {other} here") })
        .clicked()
    {
        commands.push(Command::SetPaneModel { pane: pane.index, model: shown.other() });
    }
    if of_before {
        pin(ui, state, commands);
    }
    let [_, second] = state.names_of_models(PaneModel::First).unwrap_or_default();
    if ui.button(if of_before { "Unpin".to_owned() } else { format!("Close {second}") }).clicked() {
        commands.push(Command::RemoveSecondModel);
    }
}

fn pin(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    if ui.button(PIN_BEFORE.name(state)).on_hover_text(PIN_BEFORE.tip).clicked() {
        commands.extend(PIN_BEFORE.command(state));
    }
}
