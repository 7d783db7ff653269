//! The motion of the shown scene, and the measurement that the stage shows large.

use crate::panes::{Ease, Motion, MotionKind, Scene, SceneMeasure};
use crate::session::{Command, SceneEdit, State, TalkEdit};
use crate::style::{FieldLook, Palette, check_box, icon_button, icons, number_field, quiet_button, regular, segments};
use egui::{ComboBox, Label, Popup, RichText, Ui};

const EASES: [(Ease, &str, &str); 2] =
    [(Ease::Smooth, "Smooth", "Starts and stops slowly"), (Ease::Linear, "Even", "Moves at constant speed")];

const MEASURES: [(SceneMeasure, &str); 5] = [
    (SceneMeasure::Automatic, "What tells the panes apart most"),
    (SceneMeasure::Section, "Smallest section"),
    (SceneMeasure::Bulge, "Bulge"),
    (SceneMeasure::Volume, "Volume around the joint"),
    (SceneMeasure::None, "None"),
];

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, index: usize, commands: &mut Vec<Command>) {
    let Some(scene) = state.talk().scenes.get(index) else { return };
    let mut change = |edit| commands.push(Command::EditTalk(TalkEdit::Change { scene: index, edit }));
    ui.label(crate::viewer::ui::hint(palette, "Measurement, on the stage"));
    if let Some(measure) = measure(ui, scene.measure) {
        change(SceneEdit::Measure(measure));
    }
    ui.add_space(6.0);
    ui.label(crate::viewer::ui::hint(palette, "Motion, on the stage and in recordings"));
    match &scene.motion {
        None => {
            let button = quiet_button(ui, palette, icons::PLUS, "Add motion");
            Popup::menu(&button).show(|ui| {
                for motion in state.suggested_motions() {
                    if ui.button(name(state, &motion.kind)).clicked() {
                        change(SceneEdit::Motion(Some(motion)));
                    }
                }
                if state.selection.joint.is_none() {
                    ui.label(crate::viewer::ui::hint(palette, "Select a joint to move it"));
                }
            });
        }
        Some(motion) => {
            if let Some(edit) = edited(ui, palette, state, (scene, motion)) {
                change(edit);
            }
        }
    }
    ui.add_space(6.0);
}

fn measure(ui: &mut Ui, shown: SceneMeasure) -> Option<SceneMeasure> {
    let mut chosen = shown;
    let label = |measure| MEASURES.iter().find(|(of, _)| *of == measure).map_or("", |(_, label)| *label);
    let shown_text = RichText::new(label(shown)).font(regular(13.0));
    let combo = ComboBox::from_id_salt("measure of a scene").width(ui.available_width()).selected_text(shown_text);
    let response = combo.icon(crate::style::paint_caret).show_ui(ui, |ui| {
        for (measure, label) in MEASURES {
            ui.selectable_value(&mut chosen, measure, label);
        }
    });
    ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label("Measurement"));
    (chosen != shown).then_some(chosen)
}

/// Draws the fields of a motion. Returns the change.
fn edited(ui: &mut Ui, palette: &Palette, state: &State, (scene, shown): (&Scene, &Motion)) -> Option<SceneEdit> {
    let mut motion = shown.clone();
    let mut removed = false;
    ui.horizontal(|ui| {
        let width = ui.available_width() - 36.0;
        ui.allocate_ui(egui::vec2(width, 26.0), |ui| {
            ui.set_min_width(width);
            ui.add(Label::new(crate::viewer::ui::label(palette, &name(state, &shown.kind))).truncate());
        });
        removed = icon_button(ui, palette, icons::TRASH, "Delete motion", true).clicked();
    });
    ui.horizontal(|ui| ends(ui, palette, &mut motion.kind));
    ui.horizontal(|ui| {
        seconds(ui, palette, ("for", "Duration of one way"), &mut motion.seconds);
        seconds(ui, palette, ("rest", "Rest at each end"), &mut motion.rest_seconds);
    });
    if let Some(ease) = segments(ui, palette, "Speed", 160.0, &EASES, motion.ease) {
        motion.ease = ease;
    }
    if check_box(ui, palette, motion.there_and_back, "There and back") {
        motion.there_and_back ^= true;
    }
    if matches!(motion.kind, MotionKind::Clip { .. }) && check_box(ui, palette, motion.repeats, "Repeat") {
        motion.repeats ^= true;
    }
    let waits = check_box(ui, palette, scene.motion_waits, "Wait for M instead of playing at once");
    match (removed, motion != *shown && motion.is_playable(), waits) {
        (true, ..) => Some(SceneEdit::Motion(None)),
        (_, true, _) => Some(SceneEdit::Motion(Some(motion))),
        (.., true) => Some(SceneEdit::MotionWaits(!scene.motion_waits)),
        _ => None,
    }
}

/// Draws the values between which it moves, in the units of the user.
fn ends(ui: &mut Ui, palette: &Palette, kind: &mut MotionKind) {
    match kind {
        MotionKind::Turntable { degrees } => {
            let look = FieldLook { name: "Turn", suffix: "\u{b0}", decimals: 0, speed: 1.0, ..FIELD };
            number_field(ui, palette, look, degrees);
        }
        MotionKind::Joint { channel, from, to, .. } => {
            let is_angle = channel.starts_with('r');
            let (suffix, decimals, speed) = if is_angle { ("\u{b0}", 0, 1.0) } else { ("", 3, 0.005) };
            from_to(ui, palette, FieldLook { suffix, decimals, speed, ..FIELD }, [from, to]);
        }
        MotionKind::Clip { from, to, .. } => {
            from_to(ui, palette, FieldLook { suffix: " s", decimals: 2, speed: 0.02, ..FIELD }, [from, to]);
        }
        MotionKind::Wipe { from, to } | MotionKind::CrossFade { from, to } => {
            let mut percent = [*from, *to].map(|value| 100.0 * value);
            let [first, last] = &mut percent;
            from_to(ui, palette, FieldLook { suffix: " %", decimals: 0, speed: 0.5, ..FIELD }, [first, last]);
            let value = |percent: f32, before: f32| {
                // Untouched values keep their last bit.
                if (percent - 100.0 * before).abs() < 1e-3 { before } else { (percent / 100.0).clamp(0.0, 1.0) }
            };
            (*from, *to) = (value(percent[0], *from), value(percent[1], *to));
        }
    }
}

const FIELD: FieldLook<'static> =
    FieldLook { name: "", width: 84.0, decimals: 0, suffix: "", letter: None, speed: 0.5 };

fn from_to(ui: &mut Ui, palette: &Palette, look: FieldLook<'_>, [from, to]: [&mut f32; 2]) {
    ui.label(crate::viewer::ui::label(palette, "from"));
    number_field(ui, palette, FieldLook { name: "From", ..look }, from);
    ui.label(crate::viewer::ui::label(palette, "to"));
    number_field(ui, palette, FieldLook { name: "To", ..look }, to);
}

fn seconds(ui: &mut Ui, palette: &Palette, (word, name): (&str, &str), value: &mut f32) {
    ui.label(crate::viewer::ui::label(palette, word));
    let before = *value;
    number_field(ui, palette, FieldLook { name, width: 64.0, decimals: 1, suffix: " s", speed: 0.05, ..FIELD }, value);
    if *value != before {
        *value = value.clamp(0.0, 600.0);
    }
}

/// The name of the moving part.
fn name(state: &State, kind: &MotionKind) -> String {
    match kind {
        MotionKind::Turntable { .. } => "Turntable".to_owned(),
        MotionKind::Joint { joint, channel, .. } => match (state.joint_name_of(joint), channel.as_str()) {
            (joint, "rx") => format!("Rotate {joint} about X"),
            (joint, "ry") => format!("Rotate {joint} about Y"),
            (joint, "rz") => format!("Rotate {joint} about Z"),
            (joint, "whole") => format!("Whole mesh, from the parent to {joint}"),
            (joint, channel) => format!("Joint {joint}, {channel}"),
        },
        MotionKind::Clip { name, .. } => format!("Clip {name}"),
        MotionKind::Wipe { .. } => "Divider of the wipe".to_owned(),
        MotionKind::CrossFade { .. } => "Cross-fade to the other method".to_owned(),
    }
}
