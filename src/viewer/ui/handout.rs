//! The card with the choices for a page or for slides.

use super::recording::{row, small};
use crate::files::ModelSource;
use crate::films::estimated_slide_bytes;
use crate::math::{counted, megabytes};
use crate::panes::Scene;
use crate::reporting::MOST_OWN_SCENES;
use crate::session::{Command, HandoutCard, HandoutKind, Recording, State};
use crate::share::estimated_bytes;
use crate::style::{Palette, check_box, primary_button, quiet_button, radio_button, regular, segments, semibold};
use crate::view::Theme;
use egui::{Frame, Id, Label, Modal, RichText, Ui};
use std::sync::Arc;

const WIDTH: f32 = 440.0;

/// Most own poses of a report that are named.
const LISTED: usize = 6;

const THEMES: [(Theme, &str, &str); 2] =
    [(Theme::Dark, "Dark", "For a screen"), (Theme::Light, "Light", "For paper and bright rooms")];

/// Draws the card if it is open.
pub fn show(ui: &Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(mut card) = state.interface.handout_card else { return };
    let before = card;
    // Once a frame: there may be hundreds of saved poses.
    let own = if card.kind == HandoutKind::Report { state.own_poses() } else { Vec::new() };
    let frame = Frame::popup(ui.style()).inner_margin(20);
    let dialog = Modal::new(Id::unique("handout")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH);
        ui.label(RichText::new(card.kind.label()).font(semibold(15.0)).color(palette.text1));
        ui.add_space(4.0);
        ui.add(Label::new(small(palette, explanation(card.kind))).wrap());
        ui.add_space(8.0);
        choices(ui, palette, state, &own, &mut card);
        let is_report = card.kind == HandoutKind::Report;
        if !is_report && !card.whole_talk {
            super::left_out(ui, palette, state);
        }
        let scenes = if is_report { Vec::new() } else { state.handout_scenes(card) };
        if let Some(weight) = weight(state, card.kind, &scenes) {
            row(ui, palette, "Size", |ui| {
                ui.label(RichText::new(weight).font(regular(13.0)).color(palette.text1));
            });
        }
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            let has_contents = !scenes.is_empty() || (is_report && state.documents.first.is_some());
            ui.add_enabled_ui(state.jobs.recording.is_none() && has_contents, |ui| {
                if primary_button(ui, palette, "", "Choose a file and write").clicked() {
                    commands.push(Command::ChooseHandoutFile);
                }
            });
            if quiet_button(ui, palette, "", "Cancel").clicked() {
                commands.push(Command::EditHandout(None));
            }
        });
        if let Some(note) = state.jobs.recording.as_ref().map(Recording::in_the_way) {
            ui.label(small(palette, &note));
        }
    });
    if card != before {
        commands.push(Command::EditHandout(Some(card)));
    } else if dialog.backdrop_response.clicked() {
        commands.push(Command::EditHandout(None));
    }
}

fn explanation(kind: HandoutKind) -> &'static str {
    match kind {
        HandoutKind::Page => {
            "One HTML file that needs no server and no network. Readers turn the view and move the pose in their browser. \
             Where it has no WebGPU, they see recorded pictures."
        }
        HandoutKind::Slides => {
            "One page for each scene in its kept pose. Title and caption are text that can be selected and searched."
        }
        HandoutKind::Report => {
            "One HTML file about this model: your own poses, a verdict for each kind of joint that breaks, the worst poses \
             under each method, and the health of the file. It turns every joint, which can take a minute; the window \
             stays free meanwhile."
        }
    }
}

fn choices(ui: &mut Ui, palette: &Palette, state: &State, own: &[Arc<Scene>], card: &mut HandoutCard) {
    if card.kind == HandoutKind::Report {
        return report_choices(ui, palette, state, own, card);
    }
    let count = state.talk().scenes.len();
    row(ui, palette, "Show", |ui| {
        ui.vertical(|ui| {
            let mut choice = |ui: &mut Ui, whole_talk: bool, name: &str| {
                if radio_button(ui, palette, card.whole_talk == whole_talk, name) {
                    card.whole_talk = whole_talk;
                }
            };
            choice(ui, false, "What is shown");
            if count > 0 {
                choice(ui, true, &format!("The whole talk, {}", counted(count, "scene", "scenes")));
            }
        });
    });
    if card.kind == HandoutKind::Slides {
        row(ui, palette, "Colors", |ui| {
            if let Some(theme) = segments(ui, palette, "Colors", 160.0, &THEMES, card.theme) {
                card.theme = theme;
            }
        });
    }
}

/// The methods of a report, and whether it begins with the user's own poses.
fn report_choices(ui: &mut Ui, palette: &Palette, state: &State, own: &[Arc<Scene>], card: &mut HandoutCard) {
    let skins = state.report_skins();
    let methods: Vec<&str> = skins.iter().map(|skin| skin.method.short_name()).collect();
    row(ui, palette, "Methods", |ui| {
        let text = RichText::new(methods.join(", ")).font(regular(13.0)).color(palette.text1);
        ui.add(Label::new(text).wrap()).on_hover_text(
            "The methods of the panes, each with one setting of signs and blend. With fewer than two: LBS, DQS and CoR.",
        );
    });
    let (shown, listed) = (own.len().min(MOST_OWN_SCENES), if card.own_poses { own } else { &[] });
    row(ui, palette, "First", |ui| {
        ui.add_enabled_ui(!own.is_empty(), |ui| {
            let name = match own.len() {
                0 => "No own poses: pose a joint, keep a scene or save a pose".to_owned(),
                all if all > shown => format!("Your own poses, notes and marks ({shown} of {all})"),
                all => format!("Your own poses, notes and marks ({all})"),
            };
            if check_box(ui, palette, card.own_poses && !own.is_empty(), &name) {
                card.own_poses = !card.own_poses;
            }
        });
    });
    row(ui, palette, "", |ui| {
        ui.vertical(|ui| {
            for scene in listed.iter().take(LISTED) {
                let text = RichText::new(scene.label()).font(regular(12.0)).color(palette.text1);
                ui.add(Label::new(text).truncate());
            }
            if let Some(more) = shown.checked_sub(LISTED).filter(|more| *more > 0 && card.own_poses) {
                ui.label(small(palette, &format!("and {more} more")));
            }
            let words = "For words beside a pose, keep it as a scene in the Talk tab and write its caption or notes.";
            ui.add(Label::new(small(palette, words)).wrap());
        });
    });
}

/// Text about the size of the file. `None` for a report, which depends on what is found.
fn weight(state: &State, kind: HandoutKind, scenes: &[Arc<Scene>]) -> Option<String> {
    Some(match kind {
        HandoutKind::Report => return None,
        HandoutKind::Page => match page_bytes(state, scenes) {
            Some(bytes) => format!("About {}", megabytes(bytes)),
            None => "Not known before it is made".to_owned(),
        },
        HandoutKind::Slides => {
            let pages = counted(scenes.len(), "page", "pages");
            format!("{pages}, about {}", megabytes(estimated_slide_bytes(scenes.len())))
        }
    })
}

/// Approximate size of a page. `None` if the size of a model is unknown.
fn page_bytes(state: &State, scenes: &[Arc<Scene>]) -> Option<u64> {
    let (mut open, mut others, mut seen) = (Vec::new(), 0, Vec::new());
    let documents = state.documents.first.iter().chain(state.second().map(|second| &second.document));
    let documents: Vec<_> = documents.collect();
    for scene in scenes {
        for model in std::iter::once(&scene.model).chain(scene.second.iter().map(|second| &second.model)) {
            let source = ModelSource::from(model);
            if seen.contains(&source) {
                continue;
            }
            match documents.iter().find(|document| document.origin == source) {
                Some(document) => open.push(&*document.model),
                // A .gltf is small, and its buffers and pictures are other files.
                None if source.label().to_ascii_lowercase().ends_with(".gltf") => return None,
                None => others += source.bytes()?,
            }
            seen.push(source);
        }
    }
    Some(estimated_bytes(scenes, &open, others))
}
