//! The check of the clips: its progress, the jumps that it found, and the worst frame of each clip.

use crate::math::counted;
use crate::measure::StressMeasure;
use crate::session::figures::names;
use crate::session::{
    ClipChoice, ClipFinding, ClipFindingKind, ClipGap, ClipList, ClipResult, Command, Document, Section, State,
};
use crate::style::{Palette, elided_middle, icons, medium, primary_button, quiet_button, regular, segments};
use crate::viewer::ui::panel_rows::{
    Header, fold_header, method_choice, not_done_yet, number, progress_row, scroll_to_what_is_new, text_at_left,
    text_at_right,
};
use egui::{FontId, Key, Rect, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

const ROW: f32 = 24.0;
/// Distance from the right end of a row to the end of the names.
const VALUES_WIDTH: f32 = 124.0;
/// Opacity of a list that is out of date.
const FADED: f32 = 0.55;

/// Draws the section once a check was asked for, at the timeline or by name. Until then it would push the probe out of
/// the window.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    let fraction = state.jobs.clips.fraction();
    let is_open = !state.interface.folded_sections.contains(&Section::Clips);
    let is_asked_for = is_open || fraction.is_some() || state.clip_result().is_some();
    if !is_asked_for || !document.model.has_skin() || document.model.clips.is_empty() {
        return;
    }
    crate::viewer::ui::separator(ui, palette);
    let note = if fraction.is_some() { "running" } else { "checks every frame" };
    let header = Header { section: Section::Clips, title: "Clips", note, reserved: 0.0 };
    let (open, _) = fold_header(ui, palette, &state.interface, &header, commands);
    if !open {
        return;
    }
    ui.add_space(4.0);
    let top = ui.cursor().top();
    let gap = state.clip_gap();
    match fraction {
        Some(fraction) => {
            if progress_row(ui, palette, "Check of the clips", fraction) {
                commands.push(Command::CancelClipCheck);
            }
        }
        None => start(ui, palette, gap.as_ref(), commands),
    }
    if let Some(result) = state.clip_result() {
        ui.add_space(8.0);
        let fade = if gap.is_some_and(|gap| gap.other_pose) { FADED } else { 1.0 };
        found(ui, palette, state, (document, result, fade), commands);
    }
    let bottom = ui.min_rect().bottom().min(top + ui.clip_rect().height());
    let section = ui.min_rect().with_min_y(top).with_max_y(bottom);
    scroll_to_what_is_new(ui, "clips progress", fraction.is_some(), section);
}

/// The start button, below what a result lacks. `gap` is `None` without a result.
fn start(ui: &mut Ui, palette: &Palette, gap: Option<&ClipGap>, commands: &mut Vec<Command>) {
    let is_current = gap.is_some_and(|gap| *gap == ClipGap::default());
    let button = if is_current { quiet_button } else { primary_button };
    if let Some(why) = gap.and_then(out_of_date) {
        ui.add(egui::Label::new(crate::viewer::ui::label(palette, &why).color(palette.text1)).wrap());
        ui.add_space(2.0);
    }
    let label = if gap.is_some() { "Check again" } else { "Check clips" };
    let tip = "Check every frame of all clips under the methods of all panes: the worst frames, and where the skin or a \
               joint jumps";
    if button(ui, palette, icons::PLAY, label).on_hover_text(tip).clicked() {
        commands.push(Command::CheckClips);
    }
}

/// The reason why the lists do not match what is shown.
fn out_of_date(gap: &ClipGap) -> Option<String> {
    let methods = not_done_yet(&gap.unchecked, "checked");
    methods.or_else(|| gap.other_pose.then(|| "The pose on top of the clip changed.".to_owned()))
}

fn found(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    (document, result, fade): (&Document, &ClipResult, f32),
    commands: &mut Vec<Command>,
) {
    let choice = state.jobs.clips.choice;
    let names = names(&result.skins);
    let count = result.jump_count(choice.skin);
    let jumps = if count == 0 { "No jumps".to_owned() } else { format!("Jumps {count}") };
    let worst = |measure: StressMeasure, label: &'static str| (ClipList::Worst(measure), label, measure.label());
    let lists = [
        (ClipList::Jumps, jumps.as_str(), "Where the skin or a joint jumps between two frames"),
        worst(StressMeasure::Collapse, "Section"),
        worst(StressMeasure::Bulge, "Bulge"),
        worst(StressMeasure::Stretch, "Stretch"),
    ];
    let width = ui.available_width();
    if let Some(list) = segments(ui, palette, "Listed in clips", width, &lists, choice.list) {
        commands.push(Command::SetClipChoice(ClipChoice { list, ..choice }));
    }
    ui.add_space(6.0);
    if let Some(skin) = method_choice(ui, palette, "Checked method", &names, choice.skin) {
        commands.push(Command::SetClipChoice(ClipChoice { skin, ..choice }));
    }
    ui.add_space(4.0);
    let lines = result.list(choice);
    let method = names.get(choice.skin).map_or("", String::as_str);
    let mut words = Vec::new();
    if lines.is_empty() {
        words.push(match choice.list {
            ClipList::Jumps => format!("Nothing jumps under {method}."),
            ClipList::Worst(_) => format!("No clip has this defect under {method}."),
        });
    } else {
        let list = Lines { state, document, choice, fade, has_clips: document.model.clips.len() > 1 };
        ui.spacing_mut().item_spacing.y = 0.0;
        list.heads(ui, palette);
        for (index, line) in lines.iter().enumerate() {
            list.show(ui, palette, (index, line), commands);
        }
        list.move_by_keys(ui, lines, commands);
        ui.add_space(6.0);
        ui.spacing_mut().item_spacing.y = 4.0;
    }
    if choice.list == ClipList::Jumps && count > lines.len() {
        words.push(format!("The {} largest of {count}.", lines.len()));
    }
    let [frames, clips] = [counted(result.frames, "frame", "frames"), counted(result.clips, "clip", "clips")];
    words.push(format!("{frames} of {clips}, {:.1}\u{a0}s.", result.seconds));
    ui.add(egui::Label::new(crate::viewer::ui::hint(palette, &words.join(" "))).wrap());
}

/// What every line of a list needs.
struct Lines<'a> {
    state: &'a State,
    document: &'a Document,
    choice: ClipChoice,
    fade: f32,
    /// Whether there are several clips, which lines name.
    has_clips: bool,
}

fn row_id(index: usize) -> egui::Id {
    egui::Id::unique("clip finding").with(index)
}

/// The columns of a row: clip, joint, time and value.
fn columns(row: Rect, has_clips: bool) -> [Rect; 4] {
    let (names, values) = row.split_left_right_at_x(row.right() - VALUES_WIDTH);
    let (clip, joint) = names.split_left_right_at_fraction(if has_clips { 0.42 } else { 0.0 });
    let (time, value) = values.split_left_right_at_fraction(0.42);
    [clip, joint, time, value]
}

impl Lines<'_> {
    fn heads(&self, ui: &mut Ui, palette: &Palette) {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
        let [clip, joint, time, value] = columns(rect, self.has_clips);
        let of = if self.choice.list == ClipList::Jumps { "Of extent" } else { "Of rest" };
        if self.has_clips {
            text_at_left(ui.painter(), clip, "Clip", regular(12.0), palette.text3);
        }
        text_at_left(ui.painter(), joint, "Joint", regular(12.0), palette.text3);
        text_at_right(ui.painter(), time, "Time", regular(12.0), palette.text3);
        text_at_right(ui.painter(), value, of, regular(12.0), palette.text3);
    }

    /// A click shows the frame.
    fn show(&self, ui: &mut Ui, palette: &Palette, (index, line): (usize, &ClipFinding), commands: &mut Vec<Command>) {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        let response = ui.interact(rect, row_id(index), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, self.told(line)));
        if response.clicked() {
            commands.push(self.jump(line));
            response.request_focus();
        }
        if !ui.is_rect_visible(rect) {
            return;
        }
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, palette.hover.gamma_multiply(0.6));
        }
        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
        let [clip, joint, time, value] = columns(rect, self.has_clips);
        let [strong, soft] = [palette.text1, palette.text2].map(|ink| ink.gamma_multiply(self.fade));
        let name = |room: Rect, text: &str, font: FontId, ink| {
            let room = room.with_max_x(room.right() - 6.0);
            let (short, _) = elided_middle(ui.painter(), text, &font, room.width());
            text_at_left(ui.painter(), room, &short, font, ink);
        };
        if self.has_clips {
            name(clip, self.clip(line), if self.is_shown(line) { medium(12.0) } else { regular(12.0) }, strong);
        }
        name(joint, self.document.joint_name(line.node()), regular(12.0), soft);
        text_at_right(ui.painter(), time, &format!("{:.2} s", line.seconds()), regular(12.0), soft);
        text_at_right(ui.painter(), value, &value_of(line), medium(12.0), strong);
        response.on_hover_ui(|ui| {
            ui.label(self.told(line));
        });
    }

    /// Handles arrow keys: up and down go from the focused line to the next one, and to its frame.
    fn move_by_keys(&self, ui: &Ui, lines: &[ClipFinding], commands: &mut Vec<Command>) {
        let Some(index) = (0..lines.len()).find(|&index| ui.memory(|memory| memory.has_focus(row_id(index)))) else {
            return;
        };
        let filter = egui::EventFilter { vertical_arrows: true, ..egui::EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(row_id(index), filter));
        let presses = |key: Key| ui.input(|input| input.num_presses(key));
        let next = (index + presses(Key::ArrowDown)).min(lines.len() - 1).saturating_sub(presses(Key::ArrowUp));
        if next != index {
            ui.memory_mut(|memory| memory.request_focus(row_id(next)));
            commands.push(self.jump(&lines[next]));
        }
    }

    fn jump(&self, line: &ClipFinding) -> Command {
        Command::JumpToClip { skin: self.choice.skin, finding: *line }
    }

    fn clip(&self, line: &ClipFinding) -> &str {
        self.document.model.clips.get(line.clip).map_or("", |clip| clip.name.as_str())
    }

    /// Whether the panes show its frame.
    fn is_shown(&self, line: &ClipFinding) -> bool {
        self.state.edit.clip == Some(line.clip)
            && self.state.playback.time_seconds == line.frame_seconds
            && self.state.selection.joint == Some(line.node())
    }

    /// The whole line in words.
    fn told(&self, line: &ClipFinding) -> String {
        let joints = match line.kind {
            ClipFindingKind::Flip(flip) => {
                let [one, other] = flip.nodes.map(|node| self.document.joint_name(node));
                format!("between {one} and {other}")
            }
            ClipFindingKind::Snap(_) | ClipFindingKind::Worst(_) => self.document.joint_name(line.node()).to_owned(),
        };
        format!("{}, {:.2} s, {joints}: {}", self.clip(line), line.seconds(), line.described())
    }
}

/// How bad it is, in few letters.
fn value_of(line: &ClipFinding) -> String {
    match line.kind {
        ClipFindingKind::Snap(snap) => format!("{}\u{b0}", number(snap.degrees, 0)),
        ClipFindingKind::Flip(flip) => format!("{}%", number(100.0 * flip.distance, 1)),
        ClipFindingKind::Worst(entry) => format!("{}%", number(100.0 * entry.over_rest, 0)),
    }
}
