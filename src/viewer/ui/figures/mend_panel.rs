//! What would mend the selected joint, with its expected gain.

use crate::measure::StressEntry;
use crate::mending::{Finding, Remedy};
use crate::session::{Command, Document, Mending, PreviewState, Section, State, TourMark};
use crate::skinning::SkinningMethod;
use crate::style::{Palette, icon_button, icons, medium, quiet_button, regular};
use crate::viewer::ui::panel_rows::{Header, fold_header, number, text_at_left, text_at_right};
use crate::viewer::ui::tour;
use egui::{Rect, Sense, Ui, UiBuilder, vec2};

/// Height of the section below its title: two lines of text and two buttons, so that selecting a joint moves nothing below.
const HEIGHT: f32 = 104.0;
const TEXT: f32 = 34.0;
const ROW: f32 = 32.0;
/// Width of the button that ends a preview, with the gap before it.
const DISCARD: f32 = 88.0;
/// Width of the value at the right of a button.
const VALUE: f32 = 52.0;

/// Draws the section. Returns its top, if it is open.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) -> Option<f32> {
    let document = state.documents.first.as_ref().filter(|document| document.model.has_skin())?;
    let top = ui.cursor().top();
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
        return None;
    }
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    tour::mark(ui, state, TourMark::Mend, rect.with_min_y(top));
    let (text, rows) = rect.split_top_bottom_at_y(rect.top() + TEXT);
    let words = match mending {
        Mending::NoJoint => "Select a joint to learn what would mend it".to_owned(),
        Mending::Pending(_) => "Looking for what would mend this joint\u{2026}".to_owned(),
        Mending::NoCenters(_) => "The method of the pane waits for its centers of rotation".to_owned(),
        Mending::Nothing(_) => "This joint bends no skin in its range".to_owned(),
        Mending::Found(finding) => found_in_words(state, finding),
    };
    match state.preview() {
        Some((remedy, preview)) => {
            let is_here =
                matches!(&mending, Mending::Found(found) if found.remedies.iter().any(|(own, _)| *own == remedy));
            let words = preview_in_words(document, (remedy, preview), is_here);
            show_preview(ui, palette, text, words, commands);
        }
        None => show_words(ui, palette, text, words),
    }
    let Mending::Found(finding) = mending else { return Some(top) };
    for (index, (remedy, after)) in finding.remedies.iter().enumerate() {
        let top = rows.top() + index as f32 * (ROW + 2.0);
        let row = Rect::from_min_size(egui::pos2(rows.left(), top), vec2(rows.width(), ROW));
        // A child that allocates nothing here: the section keeps its height.
        let mut ui = ui.new_child(UiBuilder::new().max_rect(row));
        show_remedy(&mut ui, palette, state, document, (*remedy, after), commands);
    }
    Some(top)
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
    let preview = Rect::from_x_y_ranges(button.rect.right() + 4.0..=row.right() - VALUE, height);
    let mut beside = ui.new_child(UiBuilder::new().max_rect(preview));
    let end = match state.preview() {
        Some((previewed, _)) if previewed == remedy => preview.left(),
        _ => {
            let eye = icon_button(&mut beside, palette, icons::EYE, &format!("Preview {joints}"), true);
            if eye.clicked() {
                commands.push(Command::PreviewRemedy(remedy));
            }
            let does = "Preview: the model with them, in a pane next to the selected one. Nothing is saved.";
            eye.on_hover_text(does).rect.right()
        }
    };
    let room = Rect::from_x_y_ranges(end + 4.0..=row.right() - VALUE, height);
    let short = fitting_names(
        ui,
        &names,
        &sides.iter().map(|&joint| document.joint_name(joint)).collect::<Vec<_>>(),
        room.width(),
    );
    text_at_left(ui.painter(), room, &short, regular(12.0), palette.text3);
    let room = Rect::from_x_y_ranges(row.right() - VALUE..=row.right(), height);
    text_at_right(ui.painter(), room, &value, medium(12.0), palette.text1);
    button.on_hover_text(format!("{joints} for {names}: {}.\n{does}", after.measure.described(after.over_rest)));
}

/// The names of the joints in a width: in full, as "forearm.L/R", or how many sides they are on. The tooltip has them.
fn fitting_names(ui: &Ui, names: &str, joints: &[&str], width: f32) -> String {
    let fits = |text: &str| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), regular(12.0), egui::Color32::WHITE);
        galley.size().x <= width
    };
    let [left, right] = *joints else { return names.to_owned() };
    let differs = left.char_indices().zip(right.chars()).find(|((_, a), b)| a != b);
    let at = differs.map_or(left.len().min(right.len()), |((at, _), _)| at);
    let joined = format!("{left}/{}", right.get(at..).unwrap_or_default());
    let texts = [names.to_owned(), joined, "both sides".to_owned()];
    texts.into_iter().find(|text| fits(text)).unwrap_or_default()
}

fn show_words(ui: &Ui, palette: &Palette, text: Rect, words: String) {
    let galley = ui.painter().layout(words, regular(12.0), palette.text2, text.width());
    ui.painter().galley(text.left_top(), galley, palette.text2);
}

/// What a preview shows. `is_here` is whether the remedy is among those of the joint.
fn preview_in_words(document: &Document, (remedy, preview): (Remedy, PreviewState), is_here: bool) -> String {
    let joints = format!("{} for {}", remedy.joints_in_words(), document.joint_name(remedy.joint()));
    match preview {
        PreviewState::Preparing(fraction) => format!("Preparing {joints}: {:.0}%", 100.0 * fraction),
        PreviewState::Shown(pane) if is_here => format!("Pane {} previews {joints}. Add or discard them.", pane + 1),
        PreviewState::Shown(pane) => format!("Pane {} previews {joints}.", pane + 1),
    }
}

/// The preview of a remedy, and the button that ends it. It is here, not beside the remedy, which another joint lacks.
fn show_preview(ui: &mut Ui, palette: &Palette, text: Rect, words: String, commands: &mut Vec<Command>) {
    let (words_at, button_at) = text.split_left_right_at_x(text.right() - DISCARD);
    show_words(ui, palette, words_at, words);
    let layout = egui::Layout::right_to_left(egui::Align::Min);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(button_at).layout(layout));
    let button = quiet_button(&mut ui, palette, "", "Discard");
    if button.clicked() {
        commands.push(Command::EndPreview);
    }
    button.on_hover_text("Close the preview. The panes are as before.");
}
