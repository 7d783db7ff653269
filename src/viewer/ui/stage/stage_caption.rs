//! The words of the shown scene: its point in one line above the panes, and what to look at below them.

use crate::session::State;
use crate::style::{Palette, headline, regular, semibold};
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Galley, Rect, Role, Sense, Ui, WidgetInfo, pos2};
use std::sync::Arc;

const MARGIN: f32 = 12.0;
const HEADLINE: f32 = 24.0;
/// Height of the band of the headline above the panes.
const BAND: f32 = 38.0;
const TEXT: f32 = 13.0;
/// Limit of rows; longer captions are cut off. No caption of a paper's scene is that long.
const MOST_ROWS: usize = 4;

/// The keys, shown while the stage shows the editor's panes.
const HINT: &str = "Page Down or Space: first scene     Number and Enter: that scene     Escape: back to the editor     ?: all keys\n\
     Hold L: laser     Hold Z: lens     Right-drag or D: draw     C: clear     T: dark or bright hall     B: blank     \
     W: notes     S: next method";

/// The words around the panes, laid out for the width of the window.
pub struct StageCaption {
    /// The title. `None` while no scene is shown.
    headline: Option<String>,
    text: Arc<Galley>,
    /// The scene's number in the talk.
    place: Option<Arc<Galley>>,
}

impl StageCaption {
    pub fn of(ui: &Ui, palette: &Palette, state: &State, width: f32) -> Self {
        let Some(stage) = &state.talk.stage else {
            let text = ui.painter().layout_no_wrap(String::new(), regular(TEXT), palette.text2);
            return Self { headline: None, text, place: None };
        };
        let of = stage.number().map_or_else(String::new, |number| format!("{number} / {}", stage.scenes().len()));
        let place = if stage.is_waiting() { "Opening the scene".to_owned() } else { of };
        let place = (!place.is_empty()).then(|| ui.painter().layout_no_wrap(place, regular(TEXT), palette.text3));
        let scene = stage.scene().or(state.edit.scene.as_ref());
        let mut words = LayoutJob::default();
        match scene {
            Some(scene) => {
                let source = scene.source();
                words.append(&source, 0.0, TextFormat::simple(semibold(TEXT), palette.text1));
                let space = if source.is_empty() { 0.0 } else { 10.0 };
                words.append(&scene.caption, space, TextFormat::simple(regular(TEXT), palette.text2));
            }
            None => words.append(HINT, 0.0, TextFormat::simple(regular(TEXT), palette.text2)),
        }
        words.wrap = TextWrapping { max_rows: MOST_ROWS, max_width: width - 2.0 * MARGIN, ..TextWrapping::default() };
        Self { headline: scene.map(|scene| scene.title.clone()), text: ui.painter().layout_job(words), place }
    }

    /// The heights of the parts above and below the panes.
    pub fn heights(&self) -> [f32; 2] {
        let above = if self.headline.is_some() || self.place.is_some() { BAND } else { 0.0 };
        let below = if self.text.text().is_empty() { 0.0 } else { self.text.size().y + MARGIN };
        [above, below]
    }

    /// Draws the words. `figures` says what the figures of all panes mean.
    pub fn show(&self, ui: &Ui, palette: &Palette, state: &State, [above, below]: [Rect; 2], figures: Option<String>) {
        let at = pos2(below.left() + MARGIN, below.top() + 0.4 * MARGIN);
        ui.painter().galley(at, Arc::clone(&self.text), palette.text2);
        // Starts at the right end of the headline's line; letters of all sizes share its baseline.
        let mut right = above.right() - MARGIN;
        let line = above.center().y + 0.36 * HEADLINE;
        let figures = figures.map(|words| ui.painter().layout_no_wrap(words, regular(TEXT), palette.text1));
        for galley in self.place.iter().chain(&figures) {
            right -= galley.size().x;
            ui.painter().galley(pos2(right, line - baseline(galley)), Arc::clone(galley), palette.text1);
            right -= 2.0 * MARGIN;
        }
        if let Some(text) = self.headline.as_ref().filter(|text| !text.is_empty()) {
            let left = above.left() + MARGIN;
            let galley = headline(ui.ctx(), text, HEADLINE, palette.text1, right - left);
            ui.painter().galley(pos2(left, line - baseline(&galley)), galley, palette.text1);
        }
        let response = ui.interact(below, egui::Id::unique("stage caption"), Sense::hover());
        let scene = state.talk.stage.as_ref().and_then(|stage| stage.scene()).or(state.edit.scene.as_ref());
        let said =
            scene.map_or_else(|| self.text.text().to_owned(), |scene| format!("{}: {}", scene.label(), scene.caption));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    }
}

/// Distance from the top of a text to the baseline of its first row.
fn baseline(galley: &Galley) -> f32 {
    galley.rows.first().and_then(|row| row.glyphs.first()).map_or(0.0, |glyph| glyph.pos.y)
}
