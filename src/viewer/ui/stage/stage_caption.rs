//! What the shown scene is, and what to look at, below the panes.

use crate::session::State;
use crate::style::{Palette, regular, semibold};
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Galley, Rect, Role, Sense, Ui, WidgetInfo, pos2};
use std::sync::Arc;

const MARGIN: f32 = 12.0;
const HEADLINE: f32 = 13.0;
const TEXT: f32 = 16.0;
/// Longer captions are cut. None of a paper's scenes is.
const MOST_ROWS: usize = 4;

/// The keys, while the stage shows what the editor showed.
const HINT: &str = "Page Down or Space: first scene     Number and Enter: that scene     Escape: back to the editor     ?: all keys\n\
     Hold L: laser     Hold Z: lens     Right-drag or D: draw     C: clear     T: dark or bright hall     B: blank     \
     W: notes";

/// The caption as laid out for the width of the window.
pub struct StageCaption {
    headline: Arc<Galley>,
    text: Option<Arc<Galley>>,
    place: Option<Arc<Galley>>,
}

impl StageCaption {
    pub fn of(ui: &Ui, palette: &Palette, state: &State, width: f32) -> Self {
        let line = |text: String| ui.painter().layout_no_wrap(text, regular(HEADLINE), palette.text2);
        let Some(stage) = &state.stage else { return Self { headline: line(String::new()), text: None, place: None } };
        let of = stage.number().map_or_else(String::new, |number| format!("{number} / {}", stage.scenes().len()));
        let place = if stage.is_waiting() { "Opening the scene".to_owned() } else { of };
        let place = (!place.is_empty()).then(|| line(place));
        let Some(scene) = stage.scene().or(state.edit.scene.as_ref()) else {
            let mut hint = LayoutJob::simple(HINT.to_owned(), regular(HEADLINE), palette.text2, width - 2.0 * MARGIN);
            hint.wrap.max_rows = MOST_ROWS;
            return Self { headline: ui.painter().layout_job(hint), text: None, place: None };
        };
        let mut headline = LayoutJob::default();
        headline.append(&scene.citation(), 0.0, TextFormat::simple(semibold(HEADLINE), palette.text1));
        headline.append(scene.title_behind_citation(), 10.0, TextFormat::simple(regular(HEADLINE), palette.text2));
        let mut text = LayoutJob::simple(scene.caption.clone(), regular(TEXT), palette.text1, width - 2.0 * MARGIN);
        text.wrap = TextWrapping { max_rows: MOST_ROWS, ..text.wrap };
        let text = ui.painter().layout_job(text);
        Self { headline: ui.painter().layout_job(headline), text: Some(text), place }
    }

    pub fn height(&self) -> f32 {
        let text = self.text.as_ref().map_or(0.0, |text| text.size().y + 2.0);
        self.headline.size().y + text + 1.2 * MARGIN
    }

    /// `figures` says what the figures of all panes are.
    pub fn show(&self, ui: &Ui, palette: &Palette, state: &State, area: Rect, figures: Option<String>) {
        let at = pos2(area.left() + MARGIN, area.top() + 0.4 * MARGIN);
        ui.painter().galley(at, Arc::clone(&self.headline), palette.text2);
        if let Some(text) = &self.text {
            let below = pos2(at.x, at.y + self.headline.size().y + 2.0);
            ui.painter().galley(below, Arc::clone(text), palette.text1);
        }
        if let Some(place) = &self.place {
            let right = pos2(area.right() - MARGIN - place.size().x, at.y);
            ui.painter().galley(right, Arc::clone(place), palette.text3);
        }
        if let Some(figures) = figures {
            let figures = ui.painter().layout_no_wrap(figures, regular(HEADLINE), palette.text1);
            let room = self.place.as_ref().map_or(0.0, |place| place.size().x + 24.0);
            let left = area.right() - MARGIN - room - figures.size().x;
            ui.painter().galley(pos2(left, at.y), figures, palette.text1);
        }
        let response = ui.interact(area, egui::Id::unique("stage caption"), Sense::hover());
        let scene = state.stage.as_ref().and_then(|stage| stage.scene()).or(state.edit.scene.as_ref());
        let said = scene
            .map_or_else(|| self.headline.text().to_owned(), |scene| format!("{}: {}", scene.label(), scene.caption));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    }
}
