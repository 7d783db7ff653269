//! The card with the choices for a recording, and the progress of a running one.

use super::label;
use crate::films::{STILL_SECONDS, estimated_film_bytes, seconds_without_glides};
use crate::math::{counted, megabytes};
use crate::panes::RecordFormat;
use crate::session::{Command, Jobs, Recording, RecordingCard, RecordingSubject, State};
use crate::style::{
    FieldLook, Palette, check_box, number_field, primary_button, quiet_button, radio_button, regular, segments,
    semibold,
};
use egui::{Align2, Area, Frame, Id, Label, Modal, Order, ProgressBar, RichText, Ui, vec2};

const WIDTH: f32 = 440.0;
/// Width of the label column.
const LABEL: f32 = 84.0;

const SIZES: [([u32; 2], &str, &str); 4] = [
    ([854, 480], "480p", "854 x 480 pixels"),
    ([1280, 720], "720p", "1280 x 720 pixels"),
    ([1920, 1080], "1080p", "1920 x 1080 pixels"),
    ([3840, 2160], "4K", "3840 x 2160 pixels"),
];

const FORMATS: [(RecordFormat, &str, &str); 4] = [
    (
        RecordFormat::Mp4,
        "mp4",
        "AV1 video. Chrome, Edge, Firefox, VLC and mpv play it. PowerPoint, Keynote and Safari do so only with an AV1 decoder \
         of the system; for slides, gif is safe.",
    ),
    (RecordFormat::Gif, "gif", "256 colors, at most 50 frames per second. Everything plays it, slides too."),
    (RecordFormat::Apng, "apng", "All colors. Browsers and Keynote play it; PowerPoint shows its first frame."),
    (RecordFormat::Png, "png", "One numbered file per frame, for video editors."),
];

const AXES: [(usize, &str, &str); 3] =
    [(0, "X", "About the X axis"), (1, "Y", "About the Y axis"), (2, "Z", "About the Z axis")];

/// Draws the card if it is open.
pub fn show(ui: &Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    progress(ui, palette, &state.jobs, commands);
    let Some(mut card) = state.interface.recording_card else { return };
    let before = card;
    let frame = Frame::popup(ui.style()).inner_margin(20);
    let dialog = Modal::new(Id::unique("record")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH);
        ui.label(RichText::new("Record a film").font(semibold(15.0)).color(palette.text1));
        ui.add_space(8.0);
        subject(ui, palette, state, &mut card);
        row(ui, palette, "Format", |ui| {
            if let Some(format) = segments(ui, palette, "Format", ui.available_width(), &FORMATS, card.format) {
                card.format = format;
            }
        });
        let says = FORMATS.iter().find(|(format, ..)| *format == card.format).map_or("", |(.., says)| says);
        row(ui, palette, "", |ui| {
            ui.add(Label::new(small(palette, says)).wrap());
        });
        row(ui, palette, "Size", |ui| {
            if let Some(size) = segments(ui, palette, "Size", 200.0, &SIZES, card.size) {
                card.size = size;
            }
            side(ui, palette, "Width", &mut card.size[0]);
            ui.label(RichText::new("\u{d7}").font(regular(13.0)).color(palette.text2));
            side(ui, palette, "Height", &mut card.size[1]);
        });
        row(ui, palette, "Rate", |ui| {
            field(ui, palette, ("Frames per second", " per second"), (110.0, 0), &mut card.frames_per_second);
            card.frames_per_second = card.frames_per_second.clamp(1.0, 240.0).round();
        });
        row(ui, palette, "", |ui| {
            ui.add_enabled_ui(card.format != RecordFormat::Mp4, |ui| {
                if check_box(ui, palette, card.transparent, "Transparent background") {
                    card.transparent ^= true;
                }
            });
            card.transparent &= card.format != RecordFormat::Mp4;
        });
        row(ui, palette, "Film", |ui| {
            ui.label(RichText::new(extent(state, &card)).font(regular(13.0)).color(palette.text1));
        });
        super::left_out(ui, palette, state);
        ui.add_space(10.0);
        let refusal = card.format.check(f64::from(card.frames_per_second), card.transparent).err();
        ui.horizontal(|ui| {
            ui.add_enabled_ui(refusal.is_none() && state.jobs.recording.is_none(), |ui| {
                if primary_button(ui, palette, "", "Choose a file and record").clicked() {
                    commands.push(Command::ChooseRecordingFile);
                }
            });
            if quiet_button(ui, palette, "", "Cancel").clicked() {
                commands.push(Command::EditRecording(None));
            }
        });
        let note = match refusal {
            Some(refusal) => Some(format!("{refusal}.")),
            None => state.jobs.recording.as_ref().map(Recording::in_the_way),
        };
        if let Some(note) = note {
            ui.label(small(palette, &note));
        }
    });
    if card != before {
        commands.push(Command::EditRecording(Some(card)));
    } else if dialog.backdrop_response.clicked() {
        commands.push(Command::EditRecording(None));
    }
}

/// Text in small print.
pub(super) fn small(palette: &Palette, text: &str) -> RichText {
    RichText::new(text).font(regular(12.0)).color(palette.text2)
}

/// Text about the film's duration and approximate size.
fn extent(state: &State, card: &RecordingCard) -> String {
    let scenes = state.recorded_scenes(card);
    let motions = scenes.iter().map(|(_, motion)| motion.as_ref());
    let seconds = seconds_without_glides(motions, STILL_SECONDS, card.frames_per_second.into());
    let frames = (seconds * card.frames_per_second).round().max(1.0) as u32;
    let size = megabytes(estimated_film_bytes(card.format, card.size, frames));
    let of_talk = if card.subject == RecordingSubject::Talk { "About " } else { "" };
    let length = match seconds {
        0.0..60.0 => format!("{seconds:.1} s"),
        _ => format!("{}:{:02} min", seconds as u32 / 60, seconds as u32 % 60),
    };
    format!("{of_talk}{length}, {}, roughly {size}", counted(frames as usize, "frame", "frames"))
}

/// Draws the choice of the subject, with its settings.
fn subject(ui: &mut Ui, palette: &Palette, state: &State, card: &mut RecordingCard) {
    row(ui, palette, "Show", |ui| {
        ui.vertical(|ui| {
            for subject in state.recording_subjects() {
                if radio_button(ui, palette, card.subject == subject, subject.label()) {
                    *card = card.showing(subject);
                }
            }
        });
    });
    if card.subject == RecordingSubject::Joint {
        row(ui, palette, "Angle", |ui| {
            if let Some(axis) = segments(ui, palette, "Axis", 96.0, &AXES, card.axis) {
                card.axis = axis;
            }
            field(ui, palette, ("From", "\u{b0}"), (76.0, 0), &mut card.from);
            ui.label(RichText::new("to").font(regular(13.0)).color(palette.text2));
            field(ui, palette, ("To", "\u{b0}"), (76.0, 0), &mut card.to);
            ui.label(RichText::new("and back").font(regular(13.0)).color(palette.text2));
        });
    }
    if card.subject.has_duration() {
        let name = if card.subject == RecordingSubject::Joint { "One way" } else { "Duration" };
        row(ui, palette, name, |ui| {
            field(ui, palette, ("Duration", " s"), (76.0, 1), &mut card.seconds);
            card.seconds = card.seconds.clamp(0.1, 600.0);
        });
    }
}

pub(super) fn row(ui: &mut Ui, palette: &Palette, name: &str, content: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.set_min_height(30.0);
        ui.allocate_ui(vec2(LABEL, 26.0), |ui| {
            ui.set_min_width(LABEL);
            ui.label(label(palette, name));
        });
        content(ui);
    });
}

fn field(
    ui: &mut Ui,
    palette: &Palette,
    (name, suffix): (&str, &str),
    (width, decimals): (f32, usize),
    value: &mut f32,
) {
    let look = FieldLook { name, width, decimals, suffix, letter: None, speed: 0.5 };
    number_field(ui, palette, look, value);
}

/// Draws the field for one side of the frames, in pixels.
fn side(ui: &mut Ui, palette: &Palette, name: &str, pixels: &mut u32) {
    let mut value = *pixels as f32;
    field(ui, palette, (name, ""), (56.0, 0), &mut value);
    *pixels = value.clamp(16.0, 8192.0).round() as u32;
}

/// Draws the progress of the running recording, at the lower right.
fn progress(ui: &Ui, palette: &Palette, jobs: &Jobs, commands: &mut Vec<Command>) {
    let Some(recording) = &jobs.recording else { return };
    let at =
        Area::new(Id::unique("recording")).order(Order::Foreground).anchor(Align2::RIGHT_BOTTOM, vec2(-16.0, -88.0));
    at.show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).inner_margin(12).show(ui, |ui| {
            ui.set_width(280.0);
            let (verb, cancel) = match recording.handout {
                None => ("Recording", "Cancel recording"),
                Some(_) => ("Writing", "Cancel writing"),
            };
            ui.label(RichText::new(format!("{verb} {}", recording.name)).font(semibold(13.0)).color(palette.text1));
            let note = recording.progress.note();
            let text = match note.as_str() {
                _ if recording.progress.is_canceled() => "Stopping".to_owned(),
                "" => "Opening the models".to_owned(),
                note => note[..1].to_uppercase() + &note[1..],
            };
            ui.label(RichText::new(text).font(regular(12.0)).color(palette.text2));
            ui.add(ProgressBar::new(recording.progress.fraction()).desired_height(6.0).fill(palette.accent));
            if quiet_button(ui, palette, "", cancel).clicked() {
                commands.push(Command::CancelRecording);
            }
        });
    });
}
