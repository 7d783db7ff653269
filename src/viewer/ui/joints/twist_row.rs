use crate::model::TwistKind;
use crate::session::{Command, State};
use crate::style::{Palette, segments};
use crate::viewer::ui::panel_rows::row_label;
use egui::Ui;

const COUNTS: [(u32, &str, &str); 9] = [
    (0, "0", "No twist joints: weights as in the file"),
    (1, "1", "One twist joint"),
    (2, "2", "Two twist joints"),
    (3, "3", "Three twist joints"),
    (4, "4", "Four twist joints"),
    (5, "5", "Five twist joints"),
    (6, "6", "Six twist joints"),
    (7, "7", "Seven twist joints"),
    (8, "8", "Eight twist joints"),
];

const KINDS: [(TwistKind, &str, &str); 3] = [
    (
        TwistKind::End,
        "End",
        "Spread the twist of the bone's end, such as the hand's along the forearm: the skin at the wrist does not pinch",
    ),
    (
        TwistKind::Own,
        "Own",
        "Spread the bone's own twist, such as the upper arm's: the skin at the shoulder keeps the shoulder's roll and \
         does not pinch",
    ),
    (TwistKind::Both, "Both", "Spread both twists, with one twist joint more"),
];

/// Width of a label, so that the choices are below each other.
const LABEL_WIDTH: f32 = 76.0;

/// Shows the count of twist joints of a joint's bone, and the twist that they spread. Draws nothing if there is no bone
/// to split.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, node: u32, commands: &mut Vec<Command>) {
    let Some(joint) = state.twisted_bone(node) else { return };
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let label = row_label(ui, LABEL_WIDTH, crate::viewer::ui::hint(palette, "Twist joints"));
        label.on_hover_text(
            "Split the bone's weights among joints along the bone, which spread a twist evenly (Le & Hodgins 2016, \
             section 4; weights as in Jacobson & Sorkine 2011, equation 8)",
        );
        let width = ui.available_width();
        // Without the file's own twist joints, the weights would differ from the file.
        let counts = if state.twists_of_file(joint).is_some() { &COUNTS[1..] } else { &COUNTS[..] };
        if let Some(count) = segments(ui, palette, "Twist joints", width, counts, state.twist_count(joint)) {
            commands.push(Command::SetTwistJoints { joint, count });
        }
    });
    // The likely kind is selected until there are twist joints to change.
    ui.add_enabled_ui(state.twist_count(joint) > 0, |ui| {
        ui.horizontal(|ui| {
            row_label(ui, LABEL_WIDTH, crate::viewer::ui::hint(palette, "Spread twist"));
            let kinds = if state.has_own_twist(joint) { &KINDS[..] } else { &KINDS[..1] };
            let width = ui.available_width();
            if let Some(kind) = segments(ui, palette, "Spread twist", width, kinds, state.twist_kind(joint)) {
                commands.push(Command::SetTwistKind { joint, kind });
            }
        });
    });
}
