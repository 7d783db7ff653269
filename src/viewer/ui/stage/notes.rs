//! Content of the speaker's window: the notes of the shown scene, the next scene, and the time.

use crate::panes::Scene;
use crate::session::{Pace, TalkDesk, TalkPlan};
use crate::style::{Palette, regular, semibold};
use crate::view::Theme;
use egui::{
    Align, CentralPanel, ColorImage, Frame, Id, Image, ImageData, Label, Layout, Margin, Panel, RichText, Role,
    ScrollArea, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, WidgetInfo,
};
use std::sync::Arc;
use std::time::Duration;

/// All content that changes from scene to scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpeakerNotes {
    /// Text with the position in the talk, or saying that it has not begun.
    place: String,
    citation: String,
    title: String,
    notes: String,
    next: String,
    is_blank: bool,
    plan: Option<TalkPlan>,
    /// The picture of the next scene.
    preview: Option<Arc<ColorImage>>,
}

/// Height of the next scene's picture, in points.
const PREVIEW: f32 = 135.0;

impl SpeakerNotes {
    /// Content for the shown scene. `preview` is the picture of the next scene. `None` off the stage.
    pub fn of(talk: &TalkDesk, preview: Option<Arc<ColorImage>>) -> Option<Self> {
        let stage = talk.stage.as_ref()?;
        let scenes = stage.scenes();
        let shown = stage.scene();
        let next = stage.next_scene();
        let titled = |scene: &Arc<Scene>| scene.label();
        Some(Self {
            place: stage.number().map_or_else(
                || format!("Before the first of {} scenes", scenes.len()),
                |number| format!("Scene {number} of {}", scenes.len()),
            ),
            citation: shown.filter(|scene| scene.is_of_paper()).map_or_else(String::new, |scene| scene.citation()),
            title: shown.map_or_else(|| "The stage shows the editor's panes".to_owned(), |scene| scene.title.clone()),
            // Without notes, the caption is shown instead.
            notes: shown.map_or_else(String::new, |scene| {
                if scene.notes.is_empty() { scene.caption.clone() } else { scene.notes.clone() }
            }),
            next: next.map_or_else(|| "End of the talk".to_owned(), titled),
            is_blank: stage.is_blank,
            plan: stage.plan(),
            preview,
        })
    }

    /// Draws the content. `elapsed` is the time since the talk began, and `clock` the time of day.
    pub fn show(&self, ui: &mut Ui, theme: Theme, elapsed: Duration, clock: &str) {
        let palette = Palette::of(theme);
        let text = |text: &str, font, color| RichText::new(text).font(font).color(color);
        let margin = Frame::new().inner_margin(Margin::symmetric(24, 16));
        Panel::bottom("times").frame(margin).show(ui, |ui| {
            ui.horizontal(|ui| {
                self.show_preview(ui, &palette);
                ui.vertical(|ui| {
                    ui.label(text("Next", regular(15.0), palette.text3));
                    ui.add(Label::new(text(&self.next, semibold(20.0), palette.text2)).wrap());
                });
            });
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                self.show_times(ui, &palette, elapsed);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(text(clock, semibold(44.0), palette.text2));
                });
            });
        });
        CentralPanel::no_frame().frame(margin).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(text(&self.place, regular(17.0), palette.text2));
                if self.is_blank {
                    ui.label(text("The stage is blank. B shows it again.", semibold(17.0), palette.bad));
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(text(&self.citation, regular(17.0), palette.text2));
                });
            });
            ui.add_space(4.0);
            ui.label(text(&self.title, semibold(30.0), palette.text1));
            ui.add_space(12.0);
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                ui.label(text(&self.notes, regular(24.0), palette.text1));
            });
        });
    }
}

impl SpeakerNotes {
    fn show_preview(&self, ui: &mut Ui, palette: &Palette) {
        let Some(preview) = &self.preview else { return };
        let id = Id::unique("picture of the next scene");
        // Uploaded once for each scene.
        let known = ui.data(|data| data.get_temp::<(Arc<ColorImage>, TextureHandle)>(id));
        let texture = match known.filter(|(shown, _)| Arc::ptr_eq(shown, preview)) {
            Some((_, texture)) => texture,
            None => {
                let texture =
                    ui.ctx().load_texture("next scene", ImageData::Color(Arc::clone(preview)), TextureOptions::LINEAR);
                ui.data_mut(|data| data.insert_temp(id, (Arc::clone(preview), texture.clone())));
                texture
            }
        };
        let size = texture.size_vec2() * (PREVIEW / texture.size_vec2().y);
        let shown = ui.add(Image::new((texture.id(), size)).corner_radius(6));
        shown.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Picture of the next scene"));
        ui.painter().rect_stroke(shown.rect, 6, Stroke::new(1.0, palette.line_strong), StrokeKind::Outside);
        ui.add_space(12.0);
    }

    /// Draws the time since the talk began or, if the talk is planned, the remaining time.
    fn show_times(&self, ui: &mut Ui, palette: &Palette, elapsed: Duration) {
        let text = |text: &str, font, color| RichText::new(text).font(font).color(color);
        let Some(plan) = self.plan else {
            ui.label(text(&duration_text(elapsed), semibold(44.0), palette.text1));
            ui.label(text("since the talk began", regular(15.0), palette.text3));
            return;
        };
        let color = match plan.pace(elapsed) {
            Pace::OnTime => palette.good,
            Pace::Late => palette.caution,
            Pace::Over => palette.error,
        };
        ui.label(text(&left_text(plan.whole, elapsed), semibold(44.0), color));
        ui.vertical(|ui| {
            ui.add_space(6.0);
            let (whole, since) = (duration_text(plan.whole), duration_text(elapsed));
            let word = if elapsed > plan.whole { "over" } else { "left of" };
            ui.label(text(&format!("{word} {whole}; {since} since the talk began"), regular(15.0), palette.text3));
            let next = match elapsed > plan.next {
                true => format!("Next scene was due {} ago", duration_text(elapsed - plan.next)),
                false => format!("Next scene in {}", left_text(plan.next, elapsed)),
            };
            ui.label(text(&next, semibold(15.0), color));
        });
    }
}

/// Text with the remaining time, or with the time beyond the plan.
fn left_text(planned: Duration, elapsed: Duration) -> String {
    let seconds = |time: Duration| Duration::from_secs(time.as_secs());
    duration_text(seconds(planned).abs_diff(seconds(elapsed)))
}

/// Text with minutes and seconds, and with hours after the first hour.
fn duration_text(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{CenterStore, open_model};
    use crate::session::{Command, Loader, StageKey, State};
    use crate::skinning::SkinningMethod;
    use std::sync::Arc;

    #[test]
    fn the_next_scene_is_named_and_the_end_too() {
        let loader = Loader::new(Arc::new(|| {}), CenterStore::none());
        let mut state = State::new(SkinningMethod::Lbs, Theme::Dark, loader);
        state.show_document(open_model("bar").unwrap());
        assert_eq!(SpeakerNotes::of(&state.talk, None), None, "no talk");
        state.apply(Command::ShowNotes);
        let first = Scene::of_papers().next().unwrap();
        let before = SpeakerNotes::of(&state.talk, None).unwrap();
        assert!(before.next.contains(&first.title) && before.notes.is_empty(), "{before:?}");
        state.apply(Command::PressOnStage(StageKey::Leave));
        state.edit.scene = Some(Arc::clone(first));
        state.apply(Command::ShowNotes);
        state.apply(Command::PressOnStage(StageKey::Blank));
        let shown = SpeakerNotes::of(&state.talk, None).unwrap();
        assert!(shown.is_blank && shown.place.starts_with("Scene 1 of"), "{shown:?}");
        assert!(shown.title == first.title && shown.notes == first.notes && shown.next != before.next);
        state.apply(Command::PressOnStage(StageKey::Leave));
        state.edit.scene = Scene::of_papers().last().cloned();
        state.apply(Command::ShowNotes);
        assert_eq!(SpeakerNotes::of(&state.talk, None).unwrap().next, "End of the talk");
    }

    #[test]
    fn what_is_left_and_what_is_over() {
        let left = |planned, elapsed| left_text(Duration::from_secs(planned), Duration::from_millis(elapsed));
        assert_eq!([left(600, 0), left(600, 540_900), left(600, 635_000)], ["10:00", "1:00", "0:35"]);
    }

    #[test]
    fn times_by_hand() {
        let text = |seconds| duration_text(Duration::from_secs(seconds));
        assert_eq!([0, 59, 61, 3599, 3600, 36_061].map(text), ["0:00", "0:59", "1:01", "59:59", "1:00:00", "10:01:01"]);
    }
}
