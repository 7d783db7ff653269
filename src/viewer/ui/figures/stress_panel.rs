//! The stress test: its ranges, its progress, and the joints where the skin deforms worst.

use crate::math::grouped;
use crate::measure::{AngleRange, StressMeasure};
use crate::posing::RangeSource;
use crate::session::user_commands as rows;
use crate::session::{Command, Jobs, RangeChoice, Section, State, StressChoice, StressGap, StressResult, TourMark};
use crate::style::{FieldLook, Palette, icons, number_field, primary_button, quiet_button, regular, segments};
use crate::viewer::ui::panel_rows::{
    Header, fold_header, not_done_yet, progress_row, scroll_to_what_is_new, text_at_left,
};
use crate::viewer::ui::tour;
use egui::{Sense, Ui, vec2};

/// Draws the section. `mend` is the top of the section above it, which says what would mend the joints of the list.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, mend: Option<f32>, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    if !document.model.has_skin() {
        return;
    }
    let note = if state.jobs.stress.fraction().is_some() { "running" } else { "rotates every joint" };
    let begin = ui.cursor().top();
    let header = Header { section: Section::Stress, title: "Stress test", note, reserved: 0.0 };
    let (open, _) = fold_header(ui, palette, &state.interface, &header, commands);
    if !open {
        return;
    }
    ui.add_space(4.0);
    ranges(ui, palette, &state.jobs, !document.model.clips.is_empty(), commands);
    ui.add_space(6.0);
    let top = mend.unwrap_or(ui.cursor().top());
    action(ui, palette, state, commands);
    if let Some(result) = state.stress_result() {
        ui.add_space(8.0);
        found(ui, palette, state, result, commands);
    }
    tour::mark_from(ui, state, TourMark::Stress, begin);
    // What does not fit is the end of the list: a click on a line scrolls nothing, so what mends its joint is in view before.
    let bottom = ui.min_rect().bottom().min(top + ui.clip_rect().height());
    let section = ui.min_rect().with_min_y(top).with_max_y(bottom);
    // Scrolls to the progress when a test starts, and to its list when it ends.
    scroll_to_what_is_new(ui, "stress progress", state.jobs.stress.fraction().is_some(), section);
}

/// The choice of how far joints turn: as far as is natural, as far as clips turn them, or by a fixed angle in degrees.
fn ranges(ui: &mut Ui, palette: &Palette, jobs: &Jobs, has_clips: bool, commands: &mut Vec<Command>) {
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
    let choice = jobs.stress.choice;
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
    let Some(fraction) = state.jobs.stress.fraction() else {
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
        let report = quiet_button(ui, palette, icons::DOWNLOAD, "Report");
        if report.clicked() {
            commands.extend(rows::REPORT.command(state));
        }
        report.on_hover_text(rows::REPORT.tip);
        return;
    };
    if progress_row(ui, palette, "Stress test", fraction) {
        commands.push(Command::CancelStress);
    }
}

/// The reason why the list does not match the shown panes.
fn out_of_date(gap: &StressGap) -> Option<String> {
    let methods = not_done_yet(&gap.untested, "tested");
    let methods = methods.or_else(|| gap.other_models.then(|| "The list is of other models.".to_owned()));
    methods.or_else(|| gap.other_range.then(|| "The list is for another range.".to_owned()))
}

fn found(ui: &mut Ui, palette: &Palette, state: &State, result: &StressResult, commands: &mut Vec<Command>) {
    let choice = state.jobs.stress.choice;
    if result.report.joints.is_empty() {
        let why = result.turns.source.why_nothing_turns(!result.report.not_moved.is_empty());
        let why = if result.turns.source == RangeSource::Clips {
            format!("{why} Choose another range.")
        } else {
            why.to_owned()
        };
        ui.add(egui::Label::new(crate::viewer::ui::hint(palette, &why)).wrap());
        return;
    }
    let measures = StressMeasure::ALL.map(|measure| (measure, measure.label(), ""));
    let width = ui.available_width();
    if let Some(measure) = segments(ui, palette, "Stress measure", width, &measures, choice.measure) {
        commands.push(Command::SetStressChoice(StressChoice { measure, ..choice }));
    }
    ui.add_space(4.0);
    let skin = choice.skin.min(result.skins.len().saturating_sub(1));
    let choice = StressChoice { skin, ..choice };
    // A method that is missing does not make the tested ones wrong.
    let fits = state.stress_gap().is_some_and(|gap| !gap.other_range && !gap.other_models);
    let fade = if fits { 1.0 } else { 0.55 };
    let any = if result.second.is_some() {
        super::stress_pairs::show(ui, palette, state, (result, choice, fade), commands)
    } else {
        super::stress_table::show(ui, palette, state, (result, choice, fade), commands)
    };
    ui.add_space(6.0);
    ui.spacing_mut().item_spacing.y = 4.0;
    let mut words = Vec::new();
    if !any {
        let is_search = !state.jobs.stress.search.is_empty();
        let none = if is_search { "No such joint has this defect." } else { "No joint has this defect." };
        words.push(none.to_owned());
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
        let still = result.turns.source.what_keeps_still();
        words.push(format!("{still} {} of the joints.", grouped(report.not_moved.len())));
    }
    ui.add(egui::Label::new(crate::viewer::ui::hint(palette, &words.join(" "))).wrap());
}
