//! What changed since a model was pinned as before: one line that says better or worse by joint, and the differences as
//! colors.

use crate::math::counted;
use crate::measure::{JointChange, StressChange};
use crate::session::user_commands::{CLOSE_SECOND, PIN_BEFORE};
use crate::session::{Command, Section, SinceBefore, State};
use crate::style::{Palette, icons, medium, quiet_button, regular, segments};
use crate::view::SkinPaint;
use crate::viewer::ui::command_widgets::run;
use crate::viewer::ui::panel_rows::{Header, fold_header, progress_row, row_label};
use egui::{Color32, Label, RichText, Ui, vec2};

/// Number of joints that the line names. The list of the stress test has all.
const MOST_NAMED: usize = 6;

const COLORS: [(SkinPaint, &str, &str); 3] = [
    (SkinPaint::Materials, "Off", "The model's own materials"),
    (SkinPaint::DifferenceToModel, "Skin", "How far the skin lies from where it was before, in this pose"),
    (SkinPaint::WeightDifference, "Weights", "The part of the weights that other joints had before"),
];

/// Draws the section, if a model is pinned.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(since) = state.since_before() else { return };
    let header = Header { section: Section::Before, title: "Since the pin", note: "now against before", reserved: 0.0 };
    let (open, _) = fold_header(ui, palette, &state.interface, &header, commands);
    if open {
        ui.add_space(2.0);
        told(ui, palette, state, since, commands);
        ui.add_space(8.0);
        colors(ui, palette, state, commands);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            run(quiet_button(ui, palette, icons::PUSH_PIN, "Pin again"), state, &PIN_BEFORE, commands);
            run(quiet_button(ui, palette, icons::X, "Unpin"), state, &CLOSE_SECOND, commands);
        });
    }
    crate::viewer::ui::separator(ui, palette);
}

/// What is known so far.
fn told(ui: &mut Ui, palette: &Palette, state: &State, since: SinceBefore<'_>, commands: &mut Vec<Command>) {
    match since {
        SinceBefore::Changed(changes) if !changes.joints.is_empty() => {
            line(ui, palette, state, &changes.joints, commands);
        }
        SinceBefore::Comparing(fraction) => {
            if progress_row(ui, palette, "Comparison", fraction) {
                commands.push(Command::CancelCompareBefore);
            }
        }
        _ => {
            let text = state.since_before_in_words().unwrap_or_default();
            ui.add(Label::new(crate::viewer::ui::label(palette, &text)).wrap());
            if since == SinceBefore::Stopped && quiet_button(ui, palette, icons::PLAY, "Compare").clicked() {
                commands.push(Command::CompareBefore);
            }
        }
    }
}

/// The line that says how many joints became better or worse, and a row for each of them. A click on a joint goes to its
/// worst pose.
fn line(ui: &mut Ui, palette: &Palette, state: &State, joints: &[JointChange], commands: &mut Vec<Command>) {
    let words = |text: &str, color| RichText::new(text).font(regular(12.0)).color(color);
    ui.add(Label::new(words(&state.since_before_in_brief(), palette.text1)).wrap());
    ui.spacing_mut().interact_size.y = 0.0;
    for joint in joints.iter().take(MOST_NAMED) {
        let name = state.documents.first.as_ref().map_or("", |document| document.joint_name(joint.node));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
            let sides = [(joint.worse, "worse", palette.bad), (joint.better, "better", palette.good)];
            for (side, (change, verdict, color)) in sides.into_iter().enumerate() {
                let Some(change) = change else { continue };
                let is_second = side == 1 && joint.worse.is_some();
                let text = if is_second { format!("and {verdict}") } else { format!("{name} {verdict}") };
                link(ui, state, &change, (&text, color), commands);
                let end = if side == 0 && joint.better.is_some() { ", " } else { "" };
                ui.label(words(&format!(" {}{end}", state.values_in_words(&change)), palette.text2));
            }
        });
    }
    if joints.len() > MOST_NAMED {
        let more = format!("and {}", counted(joints.len() - MOST_NAMED, "more joint", "more joints"));
        let more = ui.link(RichText::new(more).font(medium(12.0)).color(palette.text1));
        if more.on_hover_text("List all joints with the stress test").clicked() {
            commands.push(Command::StartStress);
        }
    }
}

fn link(
    ui: &mut Ui,
    state: &State,
    change: &StressChange,
    (text, color): (&str, Color32),
    commands: &mut Vec<Command>,
) {
    let link = ui.link(RichText::new(text).font(medium(12.0)).color(color));
    let pose = format!(
        "{}, {}. Click to see this pose.",
        state.values_in_words(change),
        super::stress_list::turn(&change.now)
    );
    if link.on_hover_text(pose).clicked() {
        commands.push(Command::JumpToChange { skin: change.method, entry: change.now });
    }
}

/// The differences as colors on the skin of all panes.
fn colors(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        row_label(ui, 76.0, crate::viewer::ui::label(palette, "Differences"));
        let shown = state.edit.pane(state.view.selected_pane).look.paint;
        let width = ui.available_width();
        if let Some(paint) = segments(ui, palette, "Differences since the pin", width, &COLORS, shown) {
            commands.push(Command::PaintAll(paint));
        }
    });
}
