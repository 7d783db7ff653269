//! The stage: a headline, panes with large names and figures, and the caption below them. Nothing else is on the screen.

mod laser;
mod lens;
mod motion_slider;
mod notes;
mod pane_words;
mod stage_caption;
pub mod stage_mark;
mod stage_pane;
mod strokes;

pub use self::notes::SpeakerNotes;
use self::pane_words::WordsAt;
use self::stage_caption::StageCaption;
use super::panes;
use super::panes::shown_pane::ShownPane;
use crate::panes::{ShareRect, pane_names};
use crate::session::{Command, EditState, State};
use crate::style::Palette;
use crate::view::Camera;
use crate::viewer::pictures::{Pictures, Side};
use egui::{
    Align2, CentralPanel, Color32, CornerRadius, CursorIcon, Frame, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};
use std::time::Duration;

/// Height of the window in points while it is the stage. The interface is scaled to it, so that text takes the same
/// share of every screen: 16 points are 3.3 % of the height, which is legible from the last row of a hall.
pub const HEIGHT_POINTS: f32 = 480.0;
/// The smallest and the largest enlargement.
const LEAST_ZOOM: f32 = 0.5;
const MOST_ZOOM: f32 = 8.0;

const GAP: f32 = 3.0;

/// Time in seconds without a movement after which the mouse pointer is hidden.
const REST_SECONDS: f32 = 2.0;

/// The enlargement of the interface at which the window has the height of a stage.
pub fn zoom(ctx: &egui::Context) -> f32 {
    let height = ctx.content_rect().height() * ctx.zoom_factor();
    (height / HEIGHT_POINTS).clamp(LEAST_ZOOM, MOST_ZOOM)
}

/// The parts of the stage.
struct Parts {
    caption: StageCaption,
    /// Around the panes, for the caption.
    words: [Rect; 2],
    panes: Rect,
    legend: Rect,
    slider: Rect,
}

impl Parts {
    fn of(ui: &Ui, palette: &Palette, state: &State, area: Rect) -> Self {
        let caption = StageCaption::of(ui, palette, state, area.width());
        let [above, below] = caption.heights();
        let (above, panes) = area.split_top_bottom_at_y(area.top() + above);
        let (panes, below) = panes.split_top_bottom_at_y(panes.bottom() - below);
        let (panes, legend) = match panes::pane_legends::is_shown(&state.edit) {
            true => panes.split_top_bottom_at_y(panes.bottom() - panes::pane_legends::HEIGHT - GAP),
            false => (panes, Rect::NOTHING),
        };
        let (panes, slider) = match state.stage_motion() {
            Some(_) => panes.split_top_bottom_at_y(panes.bottom() - motion_slider::HEIGHT),
            None => (panes, Rect::NOTHING),
        };
        let (panes, legend) = (panes.shrink(GAP), legend.shrink2(vec2(GAP, 0.0)));
        Self { caption, words: [above, below], panes, legend, slider }
    }
}

/// Draws the controls and the color behind the panes. They cover the whole window, `area`.
pub fn show_controls(ui: &mut Ui, state: &State, pictures: &mut Pictures, area: Rect, commands: &mut Vec<Command>) {
    let Some(hall) = state.hall() else { return };
    let palette = Palette::in_hall(hall);
    pictures.begin_frame(false);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(area));
    ui.painter().add(pictures.background(palette.app, area));
    let slider = Parts::of(&ui, &palette, state, area).slider;
    motion_slider::show(&mut ui, &palette, state, slider, commands);
}

/// Reads what the pointer does in the panes and draws with it, and how large the pictures are.
pub fn react(ui: &Ui, state: &State, area: Rect, commands: &mut Vec<Command>) {
    let (Some(stage), Some(hall)) = (&state.talk.stage, state.hall()) else { return };
    let parts = Parts::of(ui, &Palette::in_hall(hall), state, area);
    if stage.obstacle().is_none() {
        let placed = PlacedPanes::in_area(ui.ctx(), &state.edit, parts.panes);
        let PlacedPanes { whole, pixels, scale, .. } = &placed;
        panes::note_sizes(state, ui.ctx().content_rect(), (whole, pixels), *scale, commands);
        panes::note_framings(state, pixels, commands);
        for pane in placed.shown(state, &placed.cameras(state)) {
            stage_pane::react(ui, state, &pane, commands);
        }
    }
    strokes::react(ui, &state.talk, area, commands);
}

/// Draws the stage between its controls.
pub fn show(ui: &mut Ui, state: &State, pictures: &mut Pictures, area: Rect) {
    let (Some(stage), Some(hall)) = (&state.talk.stage, state.hall()) else { return };
    let palette = Palette::in_hall(hall);
    CentralPanel::no_frame().frame(Frame::new()).show(ui, |ui| {
        let parts = Parts::of(ui, &palette, state, area);
        let figures = match stage.obstacle() {
            Some(obstacle) => {
                show_placeholder(ui, &palette, parts.panes, obstacle);
                None
            }
            None => show_panes(ui, &palette, state, pictures, (area, parts.panes)),
        };
        if parts.legend.is_positive() {
            panes::pane_legends::show(ui, &palette, state, pictures, parts.legend);
        }
        parts.caption.show(ui, &palette, state, parts.words, figures);
        strokes::show(ui, &palette, &state.talk, area);
        laser::show(ui, area);
        hide_resting_pointer(ui);
        if stage.is_blank {
            ui.painter().rect_filled(area, CornerRadius::ZERO, Color32::BLACK);
            let response = ui.interact(area, egui::Id::unique("blank stage"), Sense::click_and_drag());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, "The stage is blank"));
        } else if !stage.typed.is_empty() {
            show_typed(ui, &palette, area, &stage.typed);
        }
    });
}

/// Hides the mouse pointer from the audience while it rests.
fn hide_resting_pointer(ui: &Ui) {
    let rest = REST_SECONDS - ui.input(|input| input.pointer.time_since_last_movement());
    if rest <= 0.0 {
        ui.ctx().set_cursor_icon(CursorIcon::None);
    } else {
        ui.ctx().request_repaint_after(Duration::from_secs_f32(rest));
    }
}

/// Where the panes of the stage are.
struct PlacedPanes {
    /// The panes with their words.
    whole: Vec<Rect>,
    words_at: WordsAt,
    words: Vec<Rect>,
    rects: Vec<Rect>,
    /// Sizes of the pictures.
    pixels: Vec<[u32; 2]>,
    scale: f32,
}

impl PlacedPanes {
    fn in_area(ctx: &egui::Context, edit: &EditState, area: Rect) -> Self {
        let whole = rects(edit, area);
        let words_at = WordsAt::of(&whole);
        let (rects, words): (Vec<Rect>, Vec<Rect>) = whole.iter().map(|pane| words_at.parts(*pane).into()).unzip();
        let scale = ctx.pixels_per_point();
        let pixels = rects.iter().map(|rect| panes::whole_pixels(*rect, scale)).collect();
        Self { whole, words_at, words, rects, pixels, scale }
    }

    fn cameras(&self, state: &State) -> Vec<Camera> {
        panes::cameras(state, &self.pixels, state.camera_on_the_way(panes::shared_camera(state, &self.pixels)))
    }

    fn shown<'a>(&'a self, state: &'a State, cameras: &'a [Camera]) -> impl Iterator<Item = ShownPane<'a>> {
        cameras.iter().enumerate().map(|(index, camera)| {
            let (id, settings) = (state.edit.panes[index].id, &state.edit.panes[index].settings);
            let linked = panes::is_linked(state, index);
            let (rect, pixels) = (self.rects[index], self.pixels[index]);
            ShownPane { index, id, settings, linked, rect, pixels, camera, has_keys: false }
        })
    }
}

/// Draws all panes. Returns the meaning of their figures, if their words do not say it.
fn show_panes(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    pictures: &mut Pictures,
    (stage, area): (Rect, Rect),
) -> Option<String> {
    let panes = &state.edit.panes;
    let settings_of = |id: u64| panes.iter().find(|pane| pane.id == id).map(|pane| &pane.settings);
    let lens = lens::is_held(ui);
    pictures.keep(|picture| {
        let is_shown = settings_of(picture.pane).is_some_and(|pane| picture.is_shown(pane));
        is_shown || (lens && picture.side == Side::Lens)
    });
    let placed = PlacedPanes::in_area(ui.ctx(), &state.edit, area);
    let cameras = placed.cameras(state);
    let figure = stage_pane::figure_to_show(state);
    let names = pane_names(panes.iter().map(|pane| &pane.settings));
    for ((pane, &words), name) in placed.shown(state, &cameras).zip(&placed.words).zip(&names) {
        stage_pane::show(ui, state, pictures, &pane, (name, placed.words_at, words), figure);
    }
    for pane in placed.shown(state, &cameras) {
        lens::show(ui, palette, state, pictures, &pane, stage);
    }
    if !pictures.differences_settled(&state.edit) {
        ui.ctx().request_repaint();
    }
    figure.filter(|_| !placed.words_at.has_captions()).map(|chosen| chosen.figure.caption_with_rest())
}

/// The rectangle of each pane.
fn rects(edit: &EditState, area: Rect) -> Vec<Rect> {
    let x = |share: f32| area.left() + share * (area.width() + GAP);
    let y = |share: f32| area.top() + share * (area.height() + GAP);
    let rect = |[left, top, right, bottom]: ShareRect| {
        let min = pos2(x(left), y(top));
        Rect::from_min_max(min, pos2(x(right) - GAP, y(bottom) - GAP).max(min + vec2(1.0, 1.0)))
    };
    edit.layout.filled_rects(edit.panes.len()).into_iter().map(rect).collect()
}

/// Draws a text in place of the panes of a scene that cannot be shown.
fn show_placeholder(ui: &Ui, palette: &Palette, area: Rect, text: String) {
    ui.painter().rect_filled(area, CornerRadius::ZERO, palette.field);
    let galley = ui.painter().layout(text, crate::style::regular(18.0), palette.text1, 0.8 * area.width());
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), area).min;
    ui.painter().galley(at, galley, palette.text1);
}

/// Draws the number of a scene while it is typed.
fn show_typed(ui: &Ui, palette: &Palette, area: Rect, typed: &str) {
    let text = format!("Scene {typed}");
    let galley = ui.painter().layout_no_wrap(text, crate::style::semibold(26.0), palette.text1);
    let plate = Rect::from_center_size(area.center(), galley.size() + vec2(36.0, 20.0));
    ui.painter().rect_filled(plate, CornerRadius::same(10), palette.plate());
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), plate).min;
    ui.painter().galley(at, galley, palette.text1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_do_not_cover_a_picture() {
        let stage = Rect::from_min_size(pos2(3.0, 3.0), vec2(847.0, 390.0));
        let pane = |columns: usize, rows: usize| {
            Rect::from_min_size(stage.min, stage.size() / vec2(columns as f32, rows as f32) - vec2(GAP, GAP))
        };
        for (columns, rows, expected) in [
            (1, 1, WordsAt::Above),
            (3, 1, WordsAt::Above),
            (5, 1, WordsAt::Above),
            (1, 2, WordsAt::Beside),
            (1, 3, WordsAt::Beside),
            (2, 2, WordsAt::Above),
            (3, 2, WordsAt::Above),
            (5, 2, WordsAt::Above),
        ] {
            let pane = pane(columns, rows);
            let at = WordsAt::of(&[pane]);
            assert_eq!(at, expected, "{columns} x {rows}");
            let [picture, words] = at.parts(pane);
            assert!(pane.contains_rect(picture) && pane.contains_rect(words));
            assert!(!picture.shrink(0.01).intersects(words), "{columns} x {rows}");
            // Most of the pane is left to the picture.
            assert!(picture.area() >= 0.78 * pane.area(), "{columns} x {rows}");
        }
    }
}
