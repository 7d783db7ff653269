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
use super::panes;
use super::panes::shown_pane::ShownPane;
use crate::panes::{ShareRect, pane_names};
use crate::session::{Command, State};
use crate::style::Palette;
use crate::view::Camera;
use crate::viewer::pictures::{Pictures, Side};
use egui::{
    Align2, CentralPanel, Color32, CornerRadius, CursorIcon, Frame, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2,
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

/// Draws the stage over the whole window.
pub fn show(ui: &mut Ui, state: &State, pictures: &mut Pictures) -> Vec<Command> {
    let mut commands = Vec::new();
    let (Some(stage), Some(hall)) = (&state.stage, state.hall()) else { return commands };
    let palette = Palette::in_hall(hall);
    pictures.begin_frame(false);
    CentralPanel::no_frame().frame(Frame::new()).show(ui, |ui| {
        let area = ui.max_rect();
        ui.painter().add(pictures.background(palette.app, area));
        let caption = stage_caption::StageCaption::of(ui, &palette, state, area.width());
        let [above, below] = caption.heights();
        let (above, panes) = area.split_top_bottom_at_y(area.top() + above);
        let (panes, below) = panes.split_top_bottom_at_y(panes.bottom() - below);
        let (panes, legend) = match panes::pane_legends::is_shown(state) {
            true => panes.split_top_bottom_at_y(panes.bottom() - panes::pane_legends::HEIGHT - GAP),
            false => (panes, Rect::NOTHING),
        };
        let (panes, slider) = match state.stage_motion() {
            Some(_) => panes.split_top_bottom_at_y(panes.bottom() - motion_slider::HEIGHT),
            None => (panes, Rect::NOTHING),
        };
        let figures = match stage.obstacle() {
            Some(obstacle) => {
                show_placeholder(ui, &palette, panes.shrink(GAP), obstacle);
                None
            }
            None => show_panes(ui, &palette, state, pictures, panes.shrink(GAP), &mut commands),
        };
        if legend.is_positive() {
            panes::pane_legends::show(ui, &palette, state, pictures, legend.shrink2(vec2(GAP, 0.0)));
        }
        caption.show(ui, &palette, state, [above, below], figures);
        motion_slider::show(ui, &palette, state, slider, &mut commands);
        strokes::show(ui, &palette, state, area, &mut commands);
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
    commands
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

/// Draws all panes. Returns the meaning of their figures, if their words do not say it.
fn show_panes(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    pictures: &mut Pictures,
    area: Rect,
    commands: &mut Vec<Command>,
) -> Option<String> {
    let panes = &state.edit.panes;
    let settings_of = |id: u64| panes.iter().find(|pane| pane.id == id).map(|pane| &pane.settings);
    let lens = lens::is_held(ui);
    pictures.keep(|picture| {
        let is_shown = settings_of(picture.pane).is_some_and(|pane| picture.is_shown(pane));
        is_shown || (lens && picture.side == Side::Lens)
    });
    let whole = rects(state, area);
    let words_at = WordsAt::of(&whole);
    let (rects, words): (Vec<Rect>, Vec<Rect>) = whole.iter().map(|pane| words_at.parts(*pane).into()).unzip();
    let scale = ui.ctx().pixels_per_point();
    let pixels: Vec<[u32; 2]> = rects.iter().map(|rect| panes::whole_pixels(*rect, scale)).collect();
    panes::note_sizes(state, ui.ctx().content_rect(), (&whole, &pixels), scale, commands);
    let shared = state.camera_on_the_way(panes::shared_camera(state, &pixels, commands));
    let figure = stage_pane::figure_to_show(state);
    let cameras: Vec<Camera> = (0..panes.len())
        .map(|pane| match state.own_framing(pane, pixels[pane]) {
            Some(framed) => framed,
            None if state.own_cameras.contains_key(&panes[pane].id) => state.camera_of(pane),
            None => shared,
        })
        .collect();
    let shown = |index: usize| {
        let (id, settings, camera) = (panes[index].id, &panes[index].settings, &cameras[index]);
        let linked = !state.own_cameras.contains_key(&id);
        let (rect, pixels) = (rects[index], pixels[index]);
        ShownPane { index, id, settings, linked, rect, pixels, camera, has_keys: false }
    };
    let names = pane_names(panes.iter().map(|pane| &pane.settings));
    for (index, ((&pane_size, &words), name)) in pixels.iter().zip(&words).zip(&names).enumerate() {
        if state.own_framing(index, pane_size).is_some() {
            commands.push(Command::TakeOwnFraming { pane: index, pane_size });
        }
        stage_pane::show(ui, state, pictures, &shown(index), (name, words_at, words), figure, commands);
    }
    for index in 0..panes.len() {
        lens::show(ui, palette, state, pictures, &shown(index), area);
    }
    if !pictures.differences_settled(state) {
        ui.ctx().request_repaint();
    }
    figure.filter(|_| !words_at.has_captions()).map(|chosen| chosen.figure.caption_with_rest())
}

/// The rectangle of each pane.
fn rects(state: &State, area: Rect) -> Vec<Rect> {
    let x = |share: f32| area.left() + share * (area.width() + GAP);
    let y = |share: f32| area.top() + share * (area.height() + GAP);
    let rect = |[left, top, right, bottom]: ShareRect| {
        let min = pos2(x(left), y(top));
        Rect::from_min_max(min, pos2(x(right) - GAP, y(bottom) - GAP).max(min + vec2(1.0, 1.0)))
    };
    state.edit.layout.filled_rects(state.edit.panes.len()).into_iter().map(rect).collect()
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
