//! The bar at the top. Tools that do not fit move into the menu *More*, the least important first.

use super::command_widgets::run;
use super::{scenes, top_menus, tour};
use crate::session::user_commands::{self as rows, UserCommand};
use crate::session::{Command, EditState, PreviewState, State, TourMark};
use crate::style::{Palette, elided_middle, icon_button, icons, medium};
use crate::view::Theme;
use egui::{Align, Button, Color32, Layout, Ui, vec2};

/// A tool of the bar, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    Open,
    Recent,
    Model,
    Scenes,
    Panes,
    Arrangement,
    Overlays,
    View,
    Poses,
    Undo,
    History,
    Redo,
    Find,
    Keys,
    Theme,
    Stage,
}

const LEFT: [Tool; 9] = [
    Tool::Open,
    Tool::Recent,
    Tool::Model,
    Tool::Panes,
    Tool::Arrangement,
    Tool::Overlays,
    Tool::View,
    Tool::Poses,
    Tool::Scenes,
];
const RIGHT: [Tool; 7] = [Tool::Undo, Tool::History, Tool::Redo, Tool::Find, Tool::Keys, Tool::Theme, Tool::Stage];

/// The order in which tools move into the menu. The model's menu always stays.
const FOLDED_FIRST: [Tool; 15] = [
    Tool::Arrangement,
    Tool::Scenes,
    Tool::Recent,
    Tool::Stage,
    Tool::Theme,
    Tool::Keys,
    Tool::Poses,
    Tool::History,
    Tool::View,
    Tool::Overlays,
    Tool::Find,
    Tool::Panes,
    Tool::Redo,
    Tool::Open,
    Tool::Undo,
];

/// Height of the window below which the menu is denser.
const LOW_WINDOW: f32 = 420.0;
/// Gap between two tools.
const GAP: f32 = 8.0;
/// Least gap between the tools at the left and the tools at the right.
const MIDDLE_GAP: f32 = 16.0;
const ICON_BUTTON: f32 = 28.0;
const ARRANGEMENT_WIDTH: f32 = 96.0;
/// Width of the model's menu, the same for every name, so that no other tool moves.
const MODEL_WIDTH: f32 = 176.0;
const NARROW_MODEL_WIDTH: f32 = 136.0;
/// Width of the bar below which the model's menu is narrow.
const WIDTH_FOR_MODEL: f32 = 480.0;

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let bar = Bar::of(ui, state);
    ui.spacing_mut().item_spacing.x = GAP;
    ui.horizontal_centered(|ui| {
        for tool in LEFT.into_iter().filter(|tool| bar.has(*tool)) {
            show_tool(ui, palette, state, &bar, tool, commands);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !bar.folded.is_empty() {
                more_menu(ui, palette, state, &bar, commands);
            }
            for tool in RIGHT.into_iter().rev().filter(|tool| bar.has(*tool)) {
                show_tool(ui, palette, state, &bar, tool, commands);
            }
        });
    });
}

/// The tools that fit, and the tools that do not.
struct Bar {
    model_width: f32,
    shown: Vec<Tool>,
    /// Tools in the menu, in the order of the bar.
    folded: Vec<Tool>,
}

impl Bar {
    fn of(ui: &Ui, state: &State) -> Self {
        let room = ui.available_width();
        let model_width = if room < WIDTH_FOR_MODEL { NARROW_MODEL_WIDTH } else { MODEL_WIDTH };
        let applies = |tool: &Tool| match tool {
            Tool::Panes | Tool::Arrangement | Tool::Overlays | Tool::View | Tool::Poses | Tool::Stage => {
                state.documents.first.is_some()
            }
            _ => true,
        };
        let all: Vec<Tool> = LEFT.into_iter().chain(RIGHT).filter(applies).collect();
        let widths: Vec<f32> = all.iter().map(|tool| width(ui, &state.edit, *tool, model_width)).collect();
        let mut shown = all.clone();
        let needed = |shown: &[Tool]| {
            let tools = all.iter().zip(&widths).filter(|(tool, _)| shown.contains(tool));
            let more = if shown.len() < all.len() { ICON_BUTTON + GAP } else { 0.0 };
            tools.map(|(_, width)| width + GAP).sum::<f32>() + more + MIDDLE_GAP - GAP
        };
        for tool in FOLDED_FIRST {
            if needed(&shown) <= room {
                break;
            }
            shown.retain(|one| *one != tool);
        }
        let folded = all.into_iter().filter(|tool| !shown.contains(tool)).collect();
        Self { model_width, shown, folded }
    }

    fn has(&self, tool: Tool) -> bool {
        self.shown.contains(&tool)
    }
}

/// The icon, the text and whether a menu opens, of tools with text.
fn texts(edit: &EditState, tool: Tool) -> Option<(&'static str, String, bool)> {
    let count = edit.panes.len();
    let panes = if count == 1 { "1 pane".to_owned() } else { format!("{count} panes") };
    Some(match tool {
        Tool::Open => (icons::FOLDER_OPEN, "Open".to_owned(), false),
        Tool::Scenes => (icons::BOOK_OPEN, "Scenes".to_owned(), true),
        Tool::Panes => (icons::GRID_FOUR, panes, true),
        Tool::Overlays => (icons::STACK, "Overlays".to_owned(), true),
        Tool::View => (icons::CAMERA, "View".to_owned(), true),
        Tool::Poses => (icons::PERSON, "Poses".to_owned(), false),
        _ => return None,
    })
}

/// The name of a tool in the menu and for screen readers.
fn name(state: &State, tool: Tool) -> String {
    match tool {
        Tool::Open => rows::OPEN_FILE.text.to_owned(),
        Tool::Recent => "Recent files".to_owned(),
        Tool::Model => "Model".to_owned(),
        Tool::Arrangement => "Arrangement".to_owned(),
        Tool::Poses => "Pose library".to_owned(),
        Tool::Panes => "Panes".to_owned(),
        Tool::Undo if is_previewing(state) => step_label(&rows::UNDO, Some("Preview")),
        Tool::Undo => step_label(&rows::UNDO, state.history.undo_name(&state.edit)),
        Tool::Redo => {
            let redo = state.history.has_redo(&state.edit_in_history());
            step_label(&rows::REDO, state.history.redo_name().filter(|_| redo))
        }
        Tool::History => "Undo history".to_owned(),
        Tool::Find | Tool::Keys | Tool::Theme | Tool::Stage => {
            row_of(tool).map_or_else(String::new, |row| row.with_keys(row.name(state)))
        }
        Tool::Scenes => "Scenes".to_owned(),
        Tool::Overlays => "Overlays".to_owned(),
        Tool::View => "View".to_owned(),
    }
}

/// Label of a button with the step that it undoes or redoes, and its keys.
fn step_label(row: &UserCommand, step: Option<&str>) -> String {
    row.with_keys(&step.map_or_else(|| row.text.to_owned(), |step| format!("{}: {step}", row.text)))
}

/// The icon font is a fallback of the text font, so one string holds both.
fn button_text(icon: &str, text: &str, is_menu: bool) -> String {
    if is_menu { format!("{icon}  {text}  {}", icons::CARET_DOWN) } else { format!("{icon}  {text}") }
}

fn width(ui: &Ui, edit: &EditState, tool: Tool, model_width: f32) -> f32 {
    match (tool, texts(edit, tool)) {
        (Tool::Model, _) => model_width,
        (Tool::Arrangement, _) => ARRANGEMENT_WIDTH,
        (_, Some((icon, text, is_menu))) => {
            let text = button_text(icon, &text, is_menu);
            let galley = ui.painter().layout_no_wrap(text, medium(13.0), Color32::WHITE);
            galley.size().x.ceil() + 2.0 * ui.spacing().button_padding.x
        }
        _ => ICON_BUTTON,
    }
}

fn show_tool(ui: &mut Ui, palette: &Palette, state: &State, bar: &Bar, tool: Tool, commands: &mut Vec<Command>) {
    if let Some((icon, text, is_menu)) = texts(&state.edit, tool) {
        let size = vec2(width(ui, &state.edit, tool, bar.model_width), ICON_BUTTON);
        let button = Button::new(button_text(icon, &text, is_menu)).min_size(size);
        let response = if is_menu {
            egui::containers::menu::MenuButton::from_button(button)
                .ui(ui, |ui| entries(ui, palette, state, tool, commands))
                .0
        } else {
            ui.add(button)
        };
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name(state, tool)));
        if tool == Tool::Open {
            tour::mark(ui, state, TourMark::Open, response.rect);
        }
        if let Some(row) = row_of(tool) {
            run(response, state, row, commands);
        }
        return;
    }
    match tool {
        Tool::Model => model_button(ui, palette, state, bar.model_width, commands),
        Tool::Arrangement => top_menus::arrangement(ui, palette, &state.edit, ARRANGEMENT_WIDTH, commands),
        Tool::Recent => {
            let button = icon_button(ui, palette, icons::CARET_DOWN, "Recent files", true);
            egui::Popup::menu(&button).show(|ui| top_menus::recent(ui, palette, state, commands));
        }
        Tool::History => {
            let enabled = state.history.steps().len() > 1;
            let button = icon_button(ui, palette, icons::CARET_DOWN, "Undo history", enabled);
            egui::Popup::menu(&button).show(|ui| top_menus::history(ui, palette, &state.history, commands));
        }
        _ => {
            let (icon, enabled) = icon_of(state, tool);
            if icon_button(ui, palette, icon, &name(state, tool), enabled).clicked() {
                commands.extend(row_of(tool).and_then(|row| row.command(state)));
            }
        }
    }
}

/// Whether undo ends a preview first.
fn is_previewing(state: &State) -> bool {
    matches!(state.preview(), Some((_, PreviewState::Shown(_))))
}

fn icon_of(state: &State, tool: Tool) -> (&'static str, bool) {
    match tool {
        Tool::Undo => (icons::ARROW_COUNTER_CLOCKWISE, is_previewing(state) || state.history.has_undo(&state.edit)),
        Tool::Redo => (icons::ARROW_CLOCKWISE, state.history.has_redo(&state.edit_in_history())),
        Tool::Find => (icons::MAGNIFYING_GLASS, true),
        Tool::Stage => (icons::PRESENTATION, true),
        Tool::Keys => (icons::KEYBOARD, true),
        Tool::Theme if state.interface.theme == Theme::Dark => (icons::SUN, true),
        Tool::Theme => (icons::MOON, true),
        _ => ("", true),
    }
}

/// The command of a tool without a menu.
fn row_of(tool: Tool) -> Option<&'static UserCommand> {
    Some(match tool {
        Tool::Open => &rows::OPEN_FILE,
        Tool::Poses => &rows::SHOW_POSES,
        Tool::Undo => &rows::UNDO,
        Tool::Redo => &rows::REDO,
        Tool::Find => &rows::SEARCH_COMMANDS,
        Tool::Stage => &rows::SHOW_STAGE,
        Tool::Keys => &rows::SHOW_SHORTCUTS,
        Tool::Theme => &rows::SWITCH_THEME,
        _ => return None,
    })
}

/// The entries of a tool that opens a menu.
fn entries(ui: &mut Ui, palette: &Palette, state: &State, tool: Tool, commands: &mut Vec<Command>) {
    match tool {
        Tool::Scenes => scenes::scenes_menu::entries(ui, palette, state, commands),
        Tool::Panes => top_menus::panes(ui, palette, state, commands),
        Tool::Overlays => top_menus::overlays(ui, palette, state, commands),
        Tool::View => top_menus::view(ui, state, commands),
        Tool::History => top_menus::history(ui, palette, &state.history, commands),
        Tool::Recent => top_menus::recent(ui, palette, state, commands),
        _ => {}
    }
}

fn model_button(ui: &mut Ui, palette: &Palette, state: &State, width: f32, commands: &mut Vec<Command>) {
    let (icon, title) = match &state.documents.first {
        Some(document) => (icons::PERSON, document.model.name.as_str()),
        None => (icons::CUBE, "Model"),
    };
    let room = width - 2.0 * ui.spacing().button_padding.x - 46.0;
    let (short, is_short) = elided_middle(ui.painter(), title, &medium(13.0), room);
    let line = (format!("{icon}  {short}"), egui::Atom::grow(), icons::CARET_DOWN);
    let button = Button::new(line).min_size(vec2(width, ICON_BUTTON));
    let (response, _) = egui::containers::menu::MenuButton::from_button(button)
        .ui(ui, |ui| top_menus::model(ui, palette, state, commands));
    let label = format!("{icon}  {title}  {}", icons::CARET_DOWN);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
    if is_short {
        response.on_hover_text(title);
    }
}

/// The tools that do not fit into the bar.
fn more_menu(ui: &mut Ui, palette: &Palette, state: &State, bar: &Bar, commands: &mut Vec<Command>) {
    let button = icon_button(ui, palette, icons::DOTS_THREE, "More tools", true);
    egui::Popup::menu(&button).show(|ui| {
        ui.set_min_width(220.0);
        // In a low window, all entries still fit below the bar.
        if ui.ctx().content_rect().height() < LOW_WINDOW {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = 20.0;
            ui.spacing_mut().button_padding.y = 1.0;
        }
        for tool in bar.folded.iter().copied() {
            let name = name(state, tool);
            match tool {
                Tool::Arrangement => top_menus::arrangement(ui, palette, &state.edit, 200.0, commands),
                Tool::Recent | Tool::Scenes | Tool::Panes | Tool::Overlays | Tool::View | Tool::History => {
                    ui.menu_button(name, |ui| entries(ui, palette, state, tool, commands));
                }
                _ => {
                    let (_, enabled) = icon_of(state, tool);
                    if ui.add_enabled(enabled, Button::new(name)).clicked() {
                        commands.extend(row_of(tool).and_then(|row| row.command(state)));
                    }
                }
            }
        }
    });
}
