//! The limits of the selected joint, below its sliders.

use crate::model::AngleLimit;
use crate::session::{Choice, Command, State};
use crate::style::{FieldLook, Palette, explained_check_box, icons, medium, number_field, quiet_button};
use crate::viewer::ui::{hint, label};
use egui::{Label, RichText, Ui, vec2};

const AXES: [&str; 3] = ["X", "Y", "Z"];

/// Width of the word between the two ends of a limit.
const TO_WIDTH: f32 = 16.0;
const BUTTON_WIDTH: f32 = 28.0;

/// Angle of a new limit to either side of rest, if the joint is at rest.
const QUARTER_TURN_DEGREES: f32 = 90.0;

/// Draws the limits, folded until the model has some, because most users need none.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, node: u32, commands: &mut Vec<Command>) {
    ui.add_space(2.0);
    let limits = state.edit.limits.get(node);
    let count = limits.iter().flatten().count();
    let title = if count > 0 { format!("Limits ({count})") } else { "Limits".to_owned() };
    let header = egui::CollapsingHeader::new(hint(palette, &title)).id_salt("joint limits");
    header.default_open(count > 0).show_unindented(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for axis in 0..3 {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                let letter = RichText::new(AXES[axis]).font(medium(12.0)).color(palette.axes[axis]);
                ui.add_sized(vec2(14.0, 26.0), Label::new(letter));
                match limits[axis] {
                    Some(limit) => limit_fields(ui, palette, (node, axis), limit, commands),
                    None => no_limit(ui, palette, state, (node, axis), commands),
                }
            });
        }
        let stops = state.edit.choices.stops_at_limits;
        let says = "Sliders, rings and limbs stop at the limits. Poses, clips and scenes are shown as they are.";
        if explained_check_box(ui, palette, stops, "Stop at limits", says) {
            commands.push(Command::Choose(Choice::StopAtLimits(!stops)));
        }
        ui.horizontal(|ui| {
            let has_clips = state.documents.first.as_ref().is_some_and(|document| !document.model.clips.is_empty());
            ui.add_enabled_ui(has_clips, |ui| {
                let learn = quiet_button(ui, palette, "", "From clips");
                let learn = learn.on_hover_text("Limit every joint to the angles that the model's clips show");
                if learn.on_disabled_hover_text("The model has no clips").clicked() {
                    commands.push(Command::TakeLimitsOfClips);
                }
            });
            ui.add_enabled_ui(!state.edit.limits.is_empty(), |ui| {
                let clear = quiet_button(ui, palette, "", "Remove all");
                if clear.on_hover_text("Remove the limits of all joints").clicked() {
                    commands.push(Command::ClearLimits);
                }
            });
        });
    });
}

/// Draws both ends, which stay in order, and a button that removes the limit.
fn limit_fields(
    ui: &mut Ui,
    palette: &Palette,
    (node, axis): (u32, usize),
    limit: AngleLimit,
    commands: &mut Vec<Command>,
) {
    let [mut least, mut most]: [f32; 2] = limit.into();
    let width = ((ui.available_width() - TO_WIDTH - BUTTON_WIDTH - 3.0 * 6.0) / 2.0).floor().max(40.0);
    let look = |name| FieldLook { name, width, decimals: 1, suffix: "°", letter: None, speed: 0.5 };
    let names = [format!("Least {} angle", AXES[axis]), format!("Greatest {} angle", AXES[axis])];
    let least_changed = number_field(ui, palette, look(&names[0]), &mut least).changed();
    ui.add_sized(vec2(TO_WIDTH, 26.0), Label::new(label(palette, "to")));
    let most_changed = number_field(ui, palette, look(&names[1]), &mut most).changed();
    // The end that the user moves pushes the other one.
    let moved = match (least_changed, most_changed) {
        (true, _) => Some(AngleLimit::between(least, most.max(least))),
        (_, true) => Some(AngleLimit::between(least.min(most), most)),
        _ => None,
    };
    if let Some(limit) = moved {
        commands.push(Command::SetLimit { node, axis, limit: Some(limit) });
    }
    let remove = crate::style::icon_button(ui, palette, icons::X, &format!("Remove {} limit", AXES[axis]), true);
    if remove.clicked() {
        commands.push(Command::SetLimit { node, axis, limit: None });
    }
}

fn no_limit(ui: &mut Ui, palette: &Palette, state: &State, (node, axis): (u32, usize), commands: &mut Vec<Command>) {
    ui.label(label(palette, "Turns freely"));
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let name = format!("Limit {}", AXES[axis]);
        let set = quiet_button(ui, palette, "", &name);
        if set.on_hover_text("Limit this angle to between rest and where it is now, or to a quarter turn").clicked() {
            let degrees = state.angles_degrees(node)[axis];
            let is_at_rest = degrees.abs() < 0.05;
            let limit = if is_at_rest {
                AngleLimit::between(-QUARTER_TURN_DEGREES, QUARTER_TURN_DEGREES)
            } else {
                AngleLimit::between(0.0, degrees)
            };
            commands.push(Command::SetLimit { node, axis, limit: Some(limit) });
        }
    });
}
