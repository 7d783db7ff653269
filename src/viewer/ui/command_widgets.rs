//! Buttons and menu entries of the table of user commands.

use crate::session::user_commands::UserCommand;
use crate::session::{Command, State};
use crate::style::{Palette, icon_button};
use egui::{Button, Response, Ui, WidgetText};

/// The text of a menu entry. The icon font is a fallback of the text font, so one string holds both.
pub fn menu_text(icon: &str, text: &str) -> WidgetText {
    WidgetText::from(if icon.is_empty() { text.to_owned() } else { format!("{icon}  {text}") })
}

/// A menu entry, disabled while the command is not offered.
pub fn menu_entry(ui: &mut Ui, state: &State, icon: &str, row: &UserCommand, commands: &mut Vec<Command>) {
    let keys = row.keys_now(state);
    let button = Button::new(menu_text(icon, row.name(state)));
    let button = if keys.is_empty() { button } else { button.shortcut_text(keys) };
    let mut response = ui.add_enabled(row.is_offered(state), button);
    if !row.tip.is_empty() {
        response = response.on_hover_text(row.tip);
    }
    if response.clicked() {
        commands.extend(row.command(state));
    }
}

/// Runs the command of a clicked button, and shows its tooltip.
pub fn run(response: Response, state: &State, row: &UserCommand, commands: &mut Vec<Command>) {
    if response.on_hover_text(row.tooltip()).clicked() {
        commands.extend(row.command(state));
    }
}

/// A button with an icon, named after the command.
pub fn icon(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    (icon, row, enabled): (&str, &UserCommand, bool),
    commands: &mut Vec<Command>,
) {
    if icon_button(ui, palette, icon, &row.with_keys(row.name(state)), enabled).clicked() {
        commands.extend(row.command(state));
    }
}
