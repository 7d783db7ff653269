//! What would mend the selected joint, with its expected gain.

use crate::measure::StressEntry;
use crate::mending::{Finding, Remedy};
use crate::session::{Command, Document, Mending, Section, State};
use crate::skinning::SkinningMethod;
use crate::style::{Palette, icons, medium, quiet_button, regular};
use crate::viewer::ui::panel_rows::{Header, fold_header, number, text_at_left, text_at_right};
use egui::{Rect, Sense, Ui, UiBuilder, vec2};

/// Height of the section below its title: two lines of text and two buttons, so that selecting a joint moves nothing below.
const HEIGHT: f32 = 104.0;
const TEXT: f32 = 34.0;
const ROW: f32 = 32.0;
/// Width of the value at the right of a button.
const VALUE: f32 = 52.0;

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    if !document.model.has_skin() {
        return;
    }
    // Nothing is looked for while it is folded.
    let is_folded = state.interface.folded_sections.contains(&Section::Mend);
    let mending = if is_folded { Mending::NoJoint } else { state.mending() };
    let joint = match mending {
        Mending::NoJoint => None,
        Mending::Pending(joint) | Mending::NoCenters(joint) | Mending::Nothing(joint) => Some(joint),
        Mending::Found(finding) => Some(finding.worst.node),
    };
    let note = joint.map_or("", |joint| document.joint_name(joint));
    let header = Header { section: Section::Mend, title: "Mend", note, reserved: 0.0 };
    let (open, _) = fold_header(ui, palette, &state.interface, &header, commands);
    if !open {
        return;
    }
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let (text, rows) = rect.split_top_bottom_at_y(rect.top() + TEXT);
    let words = match mending {
        Mending::NoJoint => "Select a joint to learn what would mend it".to_owned(),
        Mending::Pending(_) => "Looking for what would mend this joint\u{2026}".to_owned(),
        Mending::NoCenters(_) => "The method of the pane waits for its centers of rotation".to_owned(),
        Mending::Nothing(_) => "This joint bends no skin in its range".to_owned(),
        Mending::Found(finding) => found_in_words(state, finding),
    };
    let galley = ui.painter().layout(words, regular(12.0), palette.text2, text.width());
    ui.painter().galley(text.left_top(), galley, palette.text2);
    let Mending::Found(finding) = mending else { return };
    for (index, (remedy, after)) in finding.remedies.iter().enumerate() {
        let top = rows.top() + index as f32 * (ROW + 2.0);
        let row = Rect::from_min_size(egui::pos2(rows.left(), top), vec2(rows.width(), ROW));
        // A child that allocates nothing here: the section keeps its height.
        let mut ui = ui.new_child(UiBuilder::new().max_rect(row));
        show_remedy(&mut ui, palette, state, document, (*remedy, after), commands);
    }
}

/// The worst of the joint, and whether anything helps.
fn found_in_words(state: &State, finding: &Finding) -> String {
    let StressEntry { measure, over_rest, .. } = finding.worst;
    let skinning = state.edit.pane(state.view.selected_pane).skinning;
    let method = skinning.method.short_name();
    let worst =
        format!("{} under {method}, {}", measure.described(over_rest), super::stress_list::turn(&finding.worst));
    let first = worst.chars().next().map_or(String::new(), |first| first.to_uppercase().to_string());
    let worst = format!("{first}{}", worst.chars().skip(1).collect::<String>());
    if !finding.remedies.is_empty() {
        worst
    } else if measure.is_defect(over_rest) && skinning.method == SkinningMethod::Lbs {
        format!("{worst}. Neither twist joints nor helper joints mend it.")
    } else if measure.is_defect(over_rest) {
        format!("{worst}. Twist joints do not mend it. Helper joints are for LBS.")
    } else {
        format!("{worst}. There is nothing to mend.")
    }
}

fn show_remedy(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    document: &Document,
    (remedy, after): (Remedy, &StressEntry),
    commands: &mut Vec<Command>,
) {
    let sides = state.both_sides(remedy.joint());
    let names = sides.iter().map(|&joint| document.joint_name(joint)).collect::<Vec<_>>().join(", ");
    let joints = remedy.joints_in_words();
    let (label, does) = match remedy {
        Remedy::Twist(_) => {
            (joints.clone(), "Split the weights of the bone among joints that spread the twist along it.")
        }
        Remedy::Helpers(_) => (
            format!("{joints}\u{2026}"),
            "Save a rig with joints that turn by parts of this turn, and weights fitted to the look of two-phase DQS. It opens \
             as the second model.",
        ),
    };
    let row = ui.max_rect();
    let button = quiet_button(ui, palette, icons::PLUS, &label);
    if button.clicked() {
        commands.push(Command::Mend(remedy));
    }
    let height = button.rect.y_range();
    let value = format!("{}%", number(100.0 * after.over_rest, 0));
    let room = Rect::from_x_y_ranges(button.rect.right() + 8.0..=row.right() - VALUE, height);
    text_at_left(ui.painter(), room, &names, regular(12.0), palette.text3);
    let room = Rect::from_x_y_ranges(row.right() - VALUE..=row.right(), height);
    text_at_right(ui.painter(), room, &value, medium(12.0), palette.text1);
    button.on_hover_text(format!("{joints} for {names}: {}.\n{does}", after.measure.described(after.over_rest)));
}
