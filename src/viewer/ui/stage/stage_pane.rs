//! A pane on the stage: its picture, with its name and one figure next to it, both large.

use super::pane_words::{PaneWords, WordsAt};
use super::{stage_mark, strokes};
use crate::panes::{ComparisonKind, Mark, PaneName};
use crate::session::figures::{ChosenFigure, FigureOfPane, MainFigure, ShownSkin, Summary};
use crate::session::{Command, State};
use crate::style::{Palette, method_color_in_hall, regular};
use crate::view::SkinPaint;
use crate::viewer::pictures::Pictures;
use crate::viewer::ui::figures::probe_marks;
use crate::viewer::ui::panes::shown_pane::ShownPane;
use crate::viewer::ui::panes::{pane_camera, pane_diagram, versus};
use egui::{Align2, CornerRadius, Rect, Response, Role, Sense, Ui, WidgetInfo};

/// Size of messages, in points of the stage.
const MESSAGE: f32 = 13.0;

/// The figure that all panes show, large enough to read from afar. `None` if no figure is telling.
pub fn figure_to_show(state: &State) -> Option<ChosenFigure> {
    let choices = state.edit.choices;
    let measure = state.edit.scene.as_ref().map_or(choices.measure, |scene| choices.on_stage(scene));
    let panes = 0..state.edit.panes.len();
    let summaries: Vec<Summary> = panes.filter_map(|pane| summary(state, state.skin_of_pane(pane)?)).collect();
    MainFigure::to_show(measure, &summaries.iter().collect::<Vec<_>>()).into_iter().next()
}

fn summary(state: &State, skin: ShownSkin) -> Option<Summary> {
    // The figures of the last scene would be wrong with this one's caption.
    state.selection.joint.filter(|_| state.has_figures_of_scene())?;
    Some(Summary::of(state.figures_of(&skin)?))
}

/// The marks of the scene. They refer to its methods: a pane that was switched to another method has none of them.
fn marks_of<'a>(state: &'a State, pane: &ShownPane<'_>) -> &'a [Mark] {
    let Some(scene) = &state.edit.scene else { return &[] };
    let method = pane.settings.skinning.method;
    let is_switched = scene.panes.get(pane.index).is_some_and(|own| own.method != method);
    if is_switched { &[] } else { &scene.marks }
}

/// Draws a pane. The pane's rectangle is its picture; its words are in `words`.
pub fn show(
    ui: &mut Ui,
    state: &State,
    pictures: &mut Pictures,
    pane: &ShownPane<'_>,
    (name, at, words): (&PaneName, WordsAt, Rect),
    figure: Option<ChosenFigure>,
) {
    let hall = state.interface.settings.stage.hall;
    let palette = Palette::in_hall(hall);
    let picture = pane.rect;
    let response = ui.interact(picture, picture_id(pane), Sense::click_and_drag());
    let said = format!("Picture of pane {}, {}", pane.index + 1, pane.settings.skinning.method.short_name());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &said));
    let wait = state.wait_of_pane(pane.settings);
    match wait {
        Some(wait) => say(ui, &palette, picture, wait.words()),
        None => match pane.fillings(ui, state, pictures) {
            Ok(fillings) => versus::paint_picture(ui, state, picture, fillings, pane.settings),
            Err(error) => say(ui, &palette, picture, &error.to_string()),
        },
    }
    let of_pane = |chosen: ChosenFigure| chosen.of_pane(&summary(state, state.skin_of_pane(pane.index)?)?);
    let figure = figure.and_then(of_pane);
    if wait.is_none() {
        pane_diagram::show(ui, state, pane, picture, palette.theme, 1.0);
    }
    PaneWords { state, pane, name, palette: &palette, hall, figure }.show(ui.painter(), at, words);
    let color = method_color_in_hall(pane.settings.skinning.method, hall);
    let painter = ui.painter().with_clip_rect(picture);
    let marks = marks_of(state, pane);
    match figure {
        _ if !marks.is_empty() => stage_mark::show_named(&painter, state, pane, marks, color, &palette),
        Some(FigureOfPane { figure, value, .. }) if figure.is_past_limit(value) => {
            stage_mark::show(&painter, state, pane, figure, color, &palette);
        }
        _ => {}
    }
    // The other method of a flicker is shown by its key: a button would lie over the words.
    if pane.settings.comparison.kind == ComparisonKind::Wipe {
        versus::show_controls(ui, &palette, pane, false, picture);
    }
}

fn picture_id(pane: &ShownPane<'_>) -> egui::Id {
    egui::Id::unique("stage pane").with(pane.id)
}

/// Reads what the pointer and the keys do in the picture.
pub fn react(ui: &Ui, state: &State, pane: &ShownPane<'_>, commands: &mut Vec<Command>) {
    let Some(response) = ui.ctx().read_response(picture_id(pane)) else { return };
    follow_pointer(ui, state, pane, &response, commands);
    if pane.settings.comparison.kind == ComparisonKind::Wipe {
        versus::react(ui, pane, pane.rect, commands);
    }
    if !strokes::are_drawn(ui, &state.talk) {
        pane_camera::move_camera(ui, pane, &state.documents, &response, pane.rect, commands);
    }
}

/// Shows similarity to the vertex under the pointer, as long as it is over the pane.
fn follow_pointer(ui: &Ui, state: &State, pane: &ShownPane<'_>, response: &Response, commands: &mut Vec<Command>) {
    if pane.settings.look.paint != SkinPaint::Similarity || strokes::are_drawn(ui, &state.talk) {
        return;
    }
    if response.hovered() {
        probe_marks::point_at(ui, state, pane, response, pane.rect, commands);
    } else if state.hand.hovered_vertex.is_some_and(|(hovered, _)| hovered == pane.index)
        && !commands.iter().any(|command| matches!(command, Command::HoverVertex(_)))
    {
        commands.push(Command::HoverVertex(None));
    }
}

fn say(ui: &Ui, palette: &Palette, picture: Rect, text: &str) {
    ui.painter().rect_filled(picture, CornerRadius::ZERO, palette.field);
    ui.painter().text(picture.center(), Align2::CENTER_CENTER, text, regular(MESSAGE), palette.text2);
}
