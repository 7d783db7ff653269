//! The commands that a user knows by name or by key, in one table. Menus, the command palette (Ctrl+K), shortcuts, the
//! list of shortcuts (`?`), tooltips and the table in `docs/viewer.md` read it.

mod files;
mod keys;
mod panes;
mod pose;
mod stage;
mod window;

use super::command::Command;
use super::palette_entries as each;
use super::palette_entries::{Entries, PaletteEntry};
use super::state::State;
pub use files::*;
pub use keys::Keys;
pub use panes::*;
pub use pose::*;
pub use stage::*;
pub use window::*;

/// Where the keyboard is when a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// The window, with no widget in focus.
    Editor,
    /// A widget has the focus that takes Space, such as a button.
    Focused,
    /// A text field has the focus.
    Typing,
    /// A mouse button is down.
    Dragging,
    /// The command palette is open.
    Palette,
    /// A dialog is open, or a key holds a joint. Other keys belong to it.
    Dialog,
    Stage,
    /// The window with the speaker's notes.
    Notes,
}

impl Context {
    pub const OF_WINDOW: [Self; 7] =
        [Self::Editor, Self::Focused, Self::Typing, Self::Dragging, Self::Palette, Self::Dialog, Self::Stage];

    pub fn is_on_stage(self) -> bool {
        matches!(self, Self::Stage | Self::Notes)
    }
}

type Condition = fn(&State) -> bool;

/// A row of the table: a command, keys that are read elsewhere, or something that is done with the mouse.
#[derive(Debug)]
pub struct UserCommand {
    /// Topic. The list of shortcuts is ordered by it.
    pub group: &'static str,
    /// Description that is right in every state.
    pub text: &'static str,
    /// Other names in some states, such as "Pause" and "Play".
    names: Option<(Condition, [&'static str; 2])>,
    /// Longer description, or empty.
    pub tip: &'static str,
    /// Words that are not in the text and find it in the palette.
    words: &'static str,
    mouse: &'static str,
    pub keys: &'static [&'static str],
    contexts: &'static [Context],
    /// Whether it shares a line of the list of shortcuts with the row before.
    joins: bool,
    is_listed: bool,
    needs_model: bool,
    when: Condition,
    keys_when: Condition,
    command: Option<fn(&State) -> Command>,
}

const fn row(text: &'static str, command: fn(&State) -> Command) -> UserCommand {
    UserCommand { command: Some(command), is_listed: true, ..mouse("", text) }
}

/// Something that is done with the mouse.
const fn mouse(mouse: &'static str, text: &'static str) -> UserCommand {
    UserCommand {
        group: "",
        text,
        names: None,
        tip: "",
        words: "",
        mouse,
        keys: &[],
        contexts: &[Context::Editor, Context::Focused],
        joins: false,
        is_listed: false,
        needs_model: true,
        when: |_| true,
        keys_when: |_| true,
        command: None,
    }
}

/// Keys that are read where they are used, because what they do depends on more than the state.
const fn read_in_place(text: &'static str, keys: &'static [&'static str]) -> UserCommand {
    mouse("", text).keys(keys)
}

/// Optional properties of rows.
impl UserCommand {
    /// The first name while a condition holds, the second otherwise.
    const fn toggle(self, holds: Condition, name: &'static str, other: &'static str) -> Self {
        Self { names: Some((holds, [name, other])), ..self }
    }

    const fn tip(self, tip: &'static str, words: &'static str) -> Self {
        Self { tip, words, ..self }
    }

    const fn words(self, words: &'static str) -> Self {
        Self { words, ..self }
    }

    const fn keys(self, keys: &'static [&'static str]) -> Self {
        Self { keys, ..self }
    }

    const fn keys_in(self, keys: &'static [&'static str], contexts: &'static [Context]) -> Self {
        Self { keys, contexts, ..self }
    }

    const fn keys_while_typing(self, keys: &'static [&'static str]) -> Self {
        self.keys_in(keys, &[Context::Editor, Context::Focused, Context::Typing])
    }

    const fn keys_on_stage_too(self, keys: &'static [&'static str]) -> Self {
        self.keys_in(keys, &[Context::Editor, Context::Focused, Context::Stage])
    }

    const fn in_group(self, group: &'static str) -> Self {
        Self { group, ..self }
    }

    const fn joins(self) -> Self {
        Self { joins: true, ..self }
    }

    /// Only with its keys: the palette leaves it out.
    const fn unlisted(self) -> Self {
        Self { is_listed: false, ..self }
    }

    const fn without_model(self) -> Self {
        Self { needs_model: false, ..self }
    }

    /// When menus and the palette offer it.
    const fn when(self, when: Condition) -> Self {
        Self { when, ..self }
    }

    /// When its keys do it, whether it is offered or not.
    const fn keys_when(self, keys_when: Condition) -> Self {
        Self { keys_when, ..self }
    }
}

impl UserCommand {
    /// Its name in this state.
    pub fn name(&self, state: &State) -> &'static str {
        self.names.map_or(self.text, |(holds, names)| names[usize::from(!holds(state))])
    }

    /// Whether menus and the palette offer it.
    pub fn is_offered(&self, state: &State) -> bool {
        (!self.needs_model || state.documents.first.is_some()) && (self.when)(state)
    }

    /// Returns the command of the row in this state. `None` for keys and gestures that are read elsewhere.
    pub fn command(&self, state: &State) -> Option<Command> {
        Some((self.command?)(state))
    }

    /// The first keys, or empty if they do not do it now.
    pub fn keys_now(&self, state: &State) -> &'static str {
        if self.keys_apply(state) { self.first_keys() } else { "" }
    }

    fn keys_apply(&self, state: &State) -> bool {
        (!self.needs_model || state.documents.first.is_some()) && (self.keys_when)(state)
    }

    /// The first keys, or empty.
    pub fn first_keys(&self) -> &'static str {
        self.keys.first().copied().unwrap_or_default()
    }

    /// A text with the first keys behind it, for tooltips.
    pub fn with_keys(&self, text: &str) -> String {
        if self.keys.is_empty() { text.to_owned() } else { format!("{text} ({})", self.first_keys()) }
    }

    /// The tooltip of a button, with the keys.
    pub fn tooltip(&self) -> String {
        self.with_keys(if self.tip.is_empty() { self.text } else { self.tip })
    }

    /// Gesture of the mouse, or the first keys, or empty.
    pub fn input(&self) -> &'static str {
        if self.mouse.is_empty() { self.first_keys() } else { self.mouse }
    }

    /// Whether the keys or the mouse do it in this context.
    pub fn applies_in(&self, context: Context) -> bool {
        self.contexts.contains(&context)
    }

    fn entry(&self, state: &State) -> Option<PaletteEntry> {
        let command = self.command.filter(|_| self.is_listed && self.is_offered(state))?;
        let (name, keys) = (self.name(state).to_owned(), self.keys_now(state));
        Some(PaletteEntry { name, group: self.group, words: self.words, keys, command: command(state) })
    }
}

/// Makes the rows of a list. Each is a static, for menus and buttons.
macro_rules! table {
    ($list:ident, $group:literal, $($name:ident = $row:expr),* $(,)?) => {
        $(pub static $name: UserCommand = {
            let row = $row;
            if row.group.is_empty() { row.in_group($group) } else { row }
        };)*
        pub static $list: &[&UserCommand] = &[$(&$name),*];
    };
}
use table;

/// A part of the table.
enum Part {
    Rows(&'static [&'static UserCommand]),
    /// Entries of the palette for each pose, joint and the like.
    Each(fn(&State, &mut Entries)),
    /// Entries of the open model, and of its panes.
    OfModel(fn(&State, &mut Entries)),
}
use Part::{Each, OfModel, Rows};

/// The table, in the order of the palette: the most general first, the program's own items after the user's.
static TABLE: [Part; 28] = [
    Rows(FILE_ROWS),
    Rows(SCREEN_ROWS),
    Rows(POSE_ROWS),
    Rows(WEIGHT_ROWS),
    OfModel(each::poses),
    Rows(CLIP_ROWS),
    OfModel(each::clips),
    Rows(FRAMING_ROWS),
    Rows(SKIN_ROWS),
    Rows(CAMERA_ROWS),
    OfModel(each::looks),
    Rows(METHOD_ROWS),
    OfModel(each::methods),
    OfModel(each::antipodality_modes),
    Rows(PANE_ROWS),
    OfModel(each::sets_of_panes),
    Rows(ARRANGEMENT_ROWS),
    Rows(MEASURE_ROWS),
    Rows(PANEL_ROWS),
    OfModel(each::panels),
    Rows(WINDOW_ROWS),
    Rows(TALK_ROWS),
    Each(each::scenes_of_talk),
    OfModel(each::joints),
    Each(each::models),
    Each(each::scenes_of_papers),
    Rows(JOINT_ROWS),
    Rows(STAGE_ROWS),
];

/// All rows.
pub fn rows() -> impl Iterator<Item = &'static UserCommand> + Clone {
    let rows_of = |part: &'static Part| if let Rows(rows) = part { *rows } else { &[] };
    TABLE.iter().flat_map(rows_of).copied()
}

/// All entries of the palette that currently apply.
pub fn palette_entries(state: &State) -> Vec<PaletteEntry> {
    let mut entries = Entries::default();
    for part in &TABLE {
        match part {
            Rows(rows) => entries.0.extend(rows.iter().filter_map(|row| row.entry(state))),
            OfModel(_) if state.documents.first.is_none() => {}
            Each(add_all) | OfModel(add_all) => add_all(state, &mut entries),
        }
    }
    entries.0
}

/// The command of pressed keys.
pub fn command_of_keys(state: &State, context: Context, pressed: Keys<'_>) -> Option<Command> {
    if pressed.alt && matches!(context, Context::Editor | Context::Focused) {
        let mut methods = Entries::default();
        each::methods(state, &mut methods);
        let mut methods = methods.0.into_iter();
        if let Some(entry) = methods.find(|entry| Keys::parse(entry.keys).fits(pressed)) {
            return Some(entry.command);
        }
    }
    let place = if context.is_on_stage() { Context::Stage } else { Context::Editor };
    let readable = rows().filter(|row| row.command.is_some() && row.applies_in(place));
    let fitting = readable.flat_map(|row| {
        let keys = row.keys.iter().map(|keys| Keys::parse(keys)).filter(move |keys| keys.fits(pressed));
        keys.map(move |keys| (keys.modifiers(), row))
    });
    // Where the longest combination does not apply, the shorter one does not either: Ctrl+Shift+S is not Ctrl+S.
    let longest = fitting.clone().map(|(modifiers, _)| modifiers).max()?;
    let mut longest = fitting.filter(|(modifiers, _)| *modifiers == longest).map(|(_, row)| row);
    longest.find(|row| row.applies_in(context) && row.keys_apply(state))?.command(state)
}

/// The groups of the list of shortcuts, in its order.
const GROUPS: &str = "View, Joint, Pose, Clip, Selected pane, Panes, Inspect, Edit, File, Talk, Window, On the stage";

/// A line of the list of shortcuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetLine {
    pub group: &'static str,
    /// Keys and what is done with the mouse.
    pub inputs: Vec<&'static str>,
    pub text: String,
}

/// The list of shortcuts: all rows with keys or the mouse, by group. On the stage, only what applies there.
pub fn sheet(on_stage: bool) -> Vec<SheetLine> {
    let mut lines: Vec<SheetLine> = Vec::new();
    let is_shown = |row: &&UserCommand| !row.input().is_empty() && (!on_stage || row.applies_in(Context::Stage));
    for group in GROUPS.split(", ") {
        for row in rows().filter(is_shown).filter(|row| row.group == group) {
            match lines.last_mut().filter(|line| row.joins && line.group == group) {
                Some(line) => {
                    line.inputs.push(row.input());
                    let (first, others) = row.text.split_at(1);
                    line.text += &format!(", {}{others}", first.to_lowercase());
                }
                None => lines.push(SheetLine { group, inputs: vec![row.input()], text: row.text.to_owned() }),
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests;
