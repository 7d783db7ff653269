//! The stage: panes with large titles and figures, and the caption below them. Nothing else is on the screen.

mod stage_caption;
mod stage_mark;
mod stage_pane;

use super::panes;
use super::panes::shown_pane::ShownPane;
use crate::session::{Command, State};
use crate::style::Palette;
use crate::viewer::pictures::Pictures;
use egui::{Align2, CentralPanel, Color32, CornerRadius, Frame, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// Height of the window in points while it is the stage. The interface is scaled to it, so that text takes the same
/// share of every screen: 16 points are 3.3 % of the height, which reads from the last row of a hall.
pub const HEIGHT_POINTS: f32 = 480.0;
/// The smallest and the largest enlargement.
const LEAST_ZOOM: f32 = 0.5;
const MOST_ZOOM: f32 = 8.0;

const GAP: f32 = 3.0;

/// The enlargement of the interface at which the window has the height of a stage.
pub fn zoom(ctx: &egui::Context) -> f32 {
    let height = ctx.content_rect().height() * ctx.zoom_factor();
    (height / HEIGHT_POINTS).clamp(LEAST_ZOOM, MOST_ZOOM)
}

/// Draws the stage over the whole window.
pub fn show(ui: &mut Ui, state: &State, pictures: &mut Pictures) -> Vec<Command> {
    let palette = Palette::of(state.transient.theme);
    let mut commands = Vec::new();
    let Some(stage) = &state.stage else { return commands };
    pictures.begin_frame(false);
    CentralPanel::no_frame().frame(Frame::new()).show(ui, |ui| {
        let area = ui.max_rect();
        ui.painter().add(pictures.background(palette.app, area));
        let caption = stage_caption::StageCaption::of(ui, &palette, state, area.width());
        let (panes, below) = area.split_top_bottom_at_y(area.bottom() - caption.height());
        let (panes, legend) = match panes::pane_legends::is_shown(state) {
            true => panes.split_top_bottom_at_y(panes.bottom() - panes::pane_legends::HEIGHT - GAP),
            false => (panes, Rect::NOTHING),
        };
        match stage.missing_model() {
            Some(model) => show_placeholder(ui, &palette, panes.shrink(GAP), &model),
            None => show_panes(ui, state, pictures, panes.shrink(GAP), &mut commands),
        }
        if legend.is_positive() {
            panes::pane_legends::show(ui, &palette, state, pictures, legend.shrink2(vec2(GAP, 0.0)));
        }
        caption.show(ui, &palette, state, below);
        if stage.is_blank {
            ui.painter().rect_filled(area, CornerRadius::ZERO, Color32::BLACK);
            let response = ui.interact(area, egui::Id::unique("blank stage"), Sense::click_and_drag());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, "The stage is blank"));
        } else if !stage.typed.is_empty() {
            show_typed(ui, area, &stage.typed);
        }
    });
    commands
}

fn show_panes(ui: &mut Ui, state: &State, pictures: &mut Pictures, area: Rect, commands: &mut Vec<Command>) {
    let panes = &state.edit.panes;
    let settings_of = |id: u64| panes.iter().find(|pane| pane.id == id).map(|pane| &pane.settings);
    pictures.keep(|picture| settings_of(picture.pane).is_some_and(|pane| picture.is_shown(pane)));
    let rects = rects(state, area);
    let scale = ui.ctx().pixels_per_point();
    let pixels: Vec<[u32; 2]> = rects.iter().map(|rect| panes::whole_pixels(*rect, scale)).collect();
    let shared = panes::shared_camera(state, &pixels, commands);
    let figure = stage_pane::figure_to_show(state);
    for (index, (&rect, &pixels)) in rects.iter().zip(&pixels).enumerate() {
        if state.own_framing(index, pixels).is_some() {
            commands.push(Command::TakeOwnFraming { pane: index, pane_size: pixels });
        }
        let linked = !state.own_cameras.contains_key(&panes[index].id);
        let camera = if linked { shared } else { state.camera_of(index) };
        let (id, settings) = (panes[index].id, &panes[index].settings);
        let pane = ShownPane { index, id, settings, linked, rect, pixels, camera: &camera, has_keys: false };
        stage_pane::show(ui, state, pictures, &pane, figure, commands);
    }
    if !pictures.differences_settled(state) {
        ui.ctx().request_repaint();
    }
}

/// The rectangle of each pane, which its picture fills.
fn rects(state: &State, area: Rect) -> Vec<Rect> {
    let x = |share: f32| area.left() + share * (area.width() + GAP);
    let y = |share: f32| area.top() + share * (area.height() + GAP);
    let rect = |[left, top, right, bottom]: [f32; 4]| {
        let min = pos2(x(left), y(top));
        Rect::from_min_max(min, pos2(x(right) - GAP, y(bottom) - GAP).max(min + vec2(1.0, 1.0)))
    };
    state.edit.layout.rects(state.edit.panes.len()).into_iter().map(rect).collect()
}

/// In place of the panes of a scene whose model is not there.
fn show_placeholder(ui: &Ui, palette: &Palette, area: Rect, model: &str) {
    ui.painter().rect_filled(area, CornerRadius::ZERO, palette.field);
    let text = format!("The model of this scene could not be opened:\n{model}");
    let galley = ui.painter().layout(text, crate::style::regular(18.0), palette.text1, 0.8 * area.width());
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), area).min;
    ui.painter().galley(at, galley, palette.text1);
}

/// The number of a scene while it is typed.
fn show_typed(ui: &Ui, area: Rect, typed: &str) {
    let text = format!("Scene {typed}");
    let galley = ui.painter().layout_no_wrap(text, crate::style::semibold(26.0), Color32::WHITE);
    let plate = Rect::from_center_size(area.center(), galley.size() + vec2(36.0, 20.0));
    ui.painter().rect_filled(plate, CornerRadius::same(10), Color32::from_black_alpha(215));
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), plate).min;
    ui.painter().galley(at, galley, Color32::WHITE);
}
