//! The stress test: its ranges, its progress, and the joints where the skin deforms worst.

use crate::math::grouped;
use crate::measure::{AngleRange, StressEntry, StressMeasure};
use crate::posing::RangeSource;
use crate::session::figures::names;
use crate::session::{Command, RangeChoice, Section, State, StressChoice, StressGap, StressResult};
use crate::style::{
    FieldLook, Palette, icons, medium, method_color, number_field, paint_caret, primary_button, quiet_button, regular,
    segments,
};
use crate::viewer::ui::panel_rows::{
    Header, definition, fold_header, number, scroll_to_what_is_new, text_at_left, text_at_right,
};
use egui::{ComboBox, CornerRadius, Key, Rect, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

pub(super) const ROW: f32 = 24.0;
/// Joints per list. The command line lists all of them.
pub(super) const LISTED: usize = 12;
/// Above this count, methods are chosen from a drop-down list.
const MOST_TABS: usize = 4;

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.document else { return };
    if !document.model.has_skin() {
        return;
    }
    let note = if state.stress.fraction().is_some() { "running" } else { "rotates every joint" };
    let header = Header { section: Section::Stress, title: "Stress test", note, reserved: 0.0 };
    let (open, _) = fold_header(ui, palette, state, &header, commands);
    if !open {
        return;
    }
    ui.add_space(4.0);
    ranges(ui, palette, state, !document.model.clips.is_empty(), commands);
    ui.add_space(6.0);
    let top = ui.cursor().top();
    action(ui, palette, state, commands);
    if let Some(result) = state.stress_result() {
        ui.add_space(8.0);
        found(ui, palette, state, result, commands);
    }
    let section = ui.min_rect().with_min_y(top);
    // The progress when a test starts, and its list when it ends.
    scroll_to_what_is_new(ui, "stress progress", state.stress.fraction().is_some(), section);
}

/// How far joints turn: each as far as is natural, only as far as clips turn it, or a fixed angle in degrees.
fn ranges(ui: &mut Ui, palette: &Palette, state: &State, has_clips: bool, commands: &mut Vec<Command>) {
    const CLIPS: (RangeChoice, &str, &str) =
        (RangeChoice::Clips, "Clips", "Only as far as the model's clips turn each joint about each of its axes");
    const OTHERS: [(RangeChoice, &str, &str); 2] = [
        (
            RangeChoice::Natural,
            "Natural",
            "Each joint as far as the model's clips turn it; without clips, within its limits; without limits, by its kind: \
             elbows and knees bend only the right way",
        ),
        (
            RangeChoice::Fixed,
            "Fixed",
            "The same number of degrees to either side, about every axis of every joint. Elbows and knees bend backward too",
        ),
    ];
    let choice = state.stress.choice;
    let [natural, fixed] = OTHERS;
    let with_clips = [natural, CLIPS, fixed];
    let sources = if has_clips { &with_clips[..] } else { &OTHERS[..] };
    let is_shown = sources.iter().any(|(range, ..)| *range == choice.range);
    let shown = if is_shown { choice.range } else { RangeChoice::Natural };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(52.0, 28.0), Sense::hover());
        text_at_left(ui.painter(), rect, "Range", regular(12.0), palette.text2);
        let width = ui.available_width() - if shown == RangeChoice::Fixed { 84.0 } else { 0.0 };
        if let Some(range) = segments(ui, palette, "Stress range", width, sources, shown) {
            commands.push(Command::SetStressChoice(StressChoice { range, ..choice }));
        }
        if shown == RangeChoice::Fixed {
            let mut degrees = choice.degrees;
            let name = "Degrees to either side";
            let look = FieldLook { name, width: 76.0, decimals: 0, suffix: "\u{b0}", letter: None, speed: 0.5 };
            number_field(ui, palette, look, &mut degrees).on_hover_text(name);
            if degrees != choice.degrees && degrees.is_finite() {
                let degrees = degrees.clamp(*AngleRange::DEGREES.start(), *AngleRange::DEGREES.end());
                commands.push(Command::SetStressChoice(StressChoice { degrees, ..choice }));
            }
        }
    });
}

/// The start button, or the progress of the test.
fn action(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(fraction) = state.stress.fraction() else {
        let current = state.stress_is_current();
        let button = if current { quiet_button } else { primary_button };
        let label = if state.stress_result().is_some() { "Run again" } else { "Stress test" };
        if let Some(why) = state.stress_gap().as_ref().and_then(out_of_date) {
            ui.add(egui::Label::new(crate::viewer::ui::label(palette, &why).color(palette.text1)).wrap());
            ui.add_space(2.0);
        }
        let response = button(ui, palette, icons::PLAY, label);
        if response.clicked() {
            commands.push(Command::StartStress);
        }
        response.on_hover_text("Rotate each joint on its own through its range, under the methods of all panes");
        return;
    };
    ui.horizontal(|ui| {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width() - 92.0, 28.0), Sense::hover());
        let percent = format!("{:.0}%", 100.0 * fraction);
        response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, format!("Stress test: {percent}")));
        let bar = Rect::from_center_size(rect.center(), vec2(rect.width(), 4.0));
        ui.painter().rect_filled(bar, CornerRadius::same(2), palette.track);
        let done = bar.split_left_right_at_fraction(fraction).0;
        ui.painter().rect_filled(done, CornerRadius::same(2), palette.accent);
        if quiet_button(ui, palette, "", "Cancel").on_hover_text("Stop the stress test").clicked() {
            commands.push(Command::CancelStress);
        }
    });
}

/// Why the list does not fit what is shown.
fn out_of_date(gap: &StressGap) -> Option<String> {
    let methods = match gap.untested.as_slice() {
        [] => None,
        [one] => Some(format!("{one} is not tested yet.")),
        [others @ .., last] => Some(format!("{} and {last} are not tested yet.", others.join(", "))),
    };
    let methods = methods.or_else(|| gap.other_models.then(|| "The list is of other models.".to_owned()));
    methods.or_else(|| gap.other_range.then(|| "The list is for another range.".to_owned()))
}

fn found(ui: &mut Ui, palette: &Palette, state: &State, result: &StressResult, commands: &mut Vec<Command>) {
    let choice = state.stress.choice;
    if result.report.joints.is_empty() {
        let why = match result.turns.source {
            RangeSource::Clips => "No clip turns a joint that bends skin. Choose another range.",
            RangeSource::Natural | RangeSource::Degrees(_) => "No joint bends skin.",
        };
        ui.add(egui::Label::new(crate::viewer::ui::hint(palette, why)).wrap());
        return;
    }
    let measures = StressMeasure::ALL.map(|measure| (measure, measure.label(), ""));
    let width = ui.available_width();
    if let Some(measure) = segments(ui, palette, "Stress measure", width, &measures, choice.measure) {
        commands.push(Command::SetStressChoice(StressChoice { measure, ..choice }));
    }
    ui.add_space(4.0);
    let skin = choice.skin.min(result.skins.len().saturating_sub(1));
    methods(ui, palette, result, StressChoice { skin, ..choice }, commands);
    ui.add_space(4.0);
    // A method that is missing does not make the tested ones wrong.
    let fits = state.stress_gap().is_some_and(|gap| !gap.other_range && !gap.other_models);
    let fade = if fits { 1.0 } else { 0.55 };
    let choice = StressChoice { skin, ..choice };
    let all = match result.second {
        Some(_) => super::stress_pairs::show(ui, palette, state, (result, choice, fade), commands),
        None => {
            let ranked = result.report.ranked(skin, choice.measure);
            ui.spacing_mut().item_spacing.y = 0.0;
            heads(ui, palette, choice.measure);
            let listed = &ranked[..ranked.len().min(LISTED)];
            for (index, entry) in listed.iter().enumerate() {
                row(ui, palette, state, &Listed { index, skin, entry, fade }, commands);
            }
            move_by_keys(ui, skin, &listed.iter().copied().map(Some).collect::<Vec<_>>(), commands);
            ranked.len()
        }
    };
    ui.add_space(6.0);
    ui.spacing_mut().item_spacing.y = 4.0;
    let mut words = if all == 0 { vec!["No joint has this defect.".to_owned()] } else { Vec::new() };
    if all > LISTED {
        words.push(format!("{} more come after these.", all - LISTED));
    }
    let report = &result.report;
    words.push(format!(
        "{} joints in {} poses, {:.1}\u{a0}s.",
        grouped(report.joints.len()),
        grouped(report.poses),
        result.seconds
    ));
    let counts = result.turns.counts(report.joints.iter().map(|joint| joint.node));
    if !counts.is_empty() {
        words.push(format!("Ranges: {counts}."));
    }
    if !report.not_moved.is_empty() {
        words.push(format!("No clip moves {} of the joints.", grouped(report.not_moved.len())));
    }
    ui.add(egui::Label::new(crate::viewer::ui::hint(palette, &words.join(" "))).wrap());
}

fn methods(ui: &mut Ui, palette: &Palette, result: &StressResult, choice: StressChoice, commands: &mut Vec<Command>) {
    let names = names(&result.skins);
    let chosen = if names.len() <= MOST_TABS {
        let tabs: Vec<(usize, &str, &str)> =
            names.iter().enumerate().map(|(index, name)| (index, name.as_str(), "")).collect();
        segments(ui, palette, "Stressed method", ui.available_width(), &tabs, choice.skin)
    } else {
        let selected = names.get(choice.skin).map_or("", String::as_str);
        let combo = ComboBox::from_id_salt("stressed method").icon(paint_caret).width(ui.available_width());
        let mut chosen = None;
        let response = combo.selected_text(selected).show_ui(ui, |ui| {
            for (index, name) in names.iter().enumerate() {
                if ui.selectable_label(index == choice.skin, name).clicked() {
                    chosen = Some(index);
                }
            }
        });
        ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label("Stressed method"));
        chosen
    };
    if let Some(skin) = chosen {
        commands.push(Command::SetStressChoice(StressChoice { skin, ..choice }));
    }
}

/// The columns of a row: rank, joint, turn, value.
fn columns(row: Rect) -> [Rect; 4] {
    let part = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, row.y_range());
    let (left, right) = (row.left(), row.right());
    [
        part(left, left + 18.0),
        part(left + 26.0, right - 150.0),
        part(right - 146.0, right - 78.0),
        part(right - 74.0, right),
    ]
}

fn heads(ui: &mut Ui, palette: &Palette, measure: StressMeasure) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let [_, joint, turn, value] = columns(rect);
    text_at_left(ui.painter(), joint, "Joint", regular(12.0), palette.text3);
    text_at_right(ui.painter(), turn, "Rotated", regular(12.0), palette.text3);
    text_at_right(ui.painter(), value, "Of rest", regular(12.0), palette.text3);
    response.on_hover_ui(|ui| definition(ui, palette, measure.figure()));
}

/// A line of a list.
struct Listed<'a> {
    index: usize,
    /// Index into the result's skins.
    skin: usize,
    entry: &'a StressEntry,
    fade: f32,
}

pub(super) fn row_id(index: usize) -> egui::Id {
    egui::Id::unique("stress row").with(index)
}

/// Up and down go from the focused row to the next one, and to its pose if it has one.
pub(super) fn move_by_keys(ui: &Ui, skin: usize, listed: &[Option<StressEntry>], commands: &mut Vec<Command>) {
    let Some(index) = (0..listed.len()).find(|&index| ui.memory(|memory| memory.has_focus(row_id(index)))) else {
        return;
    };
    let filter = egui::EventFilter { vertical_arrows: true, ..egui::EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(row_id(index), filter));
    let (up, down) = ui.input(|input| (input.num_presses(Key::ArrowUp), input.num_presses(Key::ArrowDown)));
    let next = (index + down).saturating_sub(up).min(listed.len() - 1);
    if next != index {
        commands.extend(listed[next].map(|entry| Command::JumpToStress { skin, entry }));
        ui.memory_mut(|memory| memory.request_focus(row_id(next)));
        ui.data_mut(|data| data.insert_temp(reached_id(), next));
    }
}

/// Where the row is kept that arrow keys reached.
pub(super) fn reached_id() -> egui::Id {
    egui::Id::unique("stress row reached")
}

fn row(ui: &mut Ui, palette: &Palette, state: &State, listed: &Listed<'_>, commands: &mut Vec<Command>) {
    let Listed { index, skin, entry, fade } = *listed;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let response = ui.interact(rect, row_id(index), Sense::click());
    let joint = state.document.as_ref().map_or_else(String::new, |of| of.joint_name(entry.node).to_owned());
    let turn = format!("{} {}\u{b0}", entry.axis_name(), number(f64::from(entry.degrees), 0));
    let value = format!("{}%", number(100.0 * entry.over_rest, 0));
    let spoken = format!("Worst {}: {joint}, {turn}, {}", index + 1, entry.measure.described(entry.over_rest));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, palette.hover.gamma_multiply(0.6));
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
    let [rank, name, turned, of_rest] = columns(rect);
    let selected = state.transient.selected_joint == Some(entry.node);
    let (font, ink) = if selected { (medium(12.0), palette.text1) } else { (regular(12.0), palette.text2) };
    text_at_right(ui.painter(), rank, &(index + 1).to_string(), regular(12.0), palette.text3);
    text_at_left(ui.painter(), name, &joint, font, ink.gamma_multiply(fade));
    text_at_right(ui.painter(), turned, &turn, regular(12.0), palette.text2.gamma_multiply(fade));
    text_at_right(ui.painter(), of_rest, &value, medium(12.0), palette.text1.gamma_multiply(fade));
    bar(ui, palette, state, of_rest, listed);
    if response.clicked() {
        commands.push(Command::JumpToStress { skin, entry: *entry });
        response.request_focus();
    }
    // Rows reached by arrow keys come into view. A clicked row already is, and stays under the pointer.
    if ui.data(|data| data.get_temp::<usize>(reached_id())) == Some(index) {
        response.scroll_to_me(None);
        ui.data_mut(|data| data.remove_temp::<usize>(reached_id()));
    }
    response
        .on_hover_text(format!("Apply this pose and look at the vertex: {}", entry.measure.described(entry.over_rest)));
}

/// The severity as a bar in the method's color below the value. A collapse to nothing or a stretch to twice the length
/// fills it.
fn bar(ui: &Ui, palette: &Palette, state: &State, column: Rect, listed: &Listed<'_>) {
    let Some(skin) = state.stress_result().and_then(|result| result.skins.get(listed.skin)) else { return };
    let share = (listed.entry.severity() as f32).clamp(0.0, 1.0);
    let width = share * (column.width() - 8.0);
    let line = Rect::from_min_max(
        egui::pos2(column.right() - width, column.bottom() - 3.0),
        egui::pos2(column.right(), column.bottom() - 1.0),
    );
    let color = method_color(skin.skinning.method, palette.theme).gamma_multiply(listed.fade);
    ui.painter().rect_filled(line, CornerRadius::same(1), color);
}
