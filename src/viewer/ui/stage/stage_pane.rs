//! A pane on the stage: its picture with the method's name and one figure over it, both large.

use super::stage_mark;
use crate::panes::ComparisonKind;
use crate::session::figures::{MainFigure, ShownSkin, Summary, names};
use crate::session::{CentersWait, Command, State};
use crate::skinning::SkinningSettings;
use crate::style::{Palette, method_color, regular, semibold};
use crate::view::Theme;
use crate::viewer::pictures::Pictures;
use crate::viewer::ui::panel_rows::number;
use crate::viewer::ui::panes::shown_pane::ShownPane;
use crate::viewer::ui::panes::{pane_camera, versus};
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// To the edges of the picture, in points of the stage.
const MARGIN: f32 = 10.0;
const TITLE: f32 = 18.0;
const FIGURE: f32 = 30.0;
const CAPTION: f32 = 13.0;
/// In narrower panes, text is smaller.
const FULL_WIDTH: f32 = 200.0;
/// Width over height of a pane that is low.
const LOW_PANE: f32 = 2.2;
/// Panes whose figures differ less look the same from a distance.
const LEAST_SPREAD: f64 = 0.05;

/// The figure that all panes show: the one that tells them apart most, or with a single pane the one farthest from
/// rest. `None` if no figure tells anything.
pub fn figure_to_show(state: &State) -> Option<MainFigure> {
    let summaries: Vec<Summary> =
        (0..state.edit.panes.len()).filter_map(|pane| summary(state, state.skin_of_pane(pane)?)).collect();
    let spread = |figure: MainFigure| {
        let mut values: Vec<f64> = summaries.iter().filter_map(|summary| figure.value(summary)).collect();
        if values.iter().all(|value| !figure.differs(*value)) {
            return 0.0;
        }
        if let [_] = values.as_slice() {
            values.push(1.0);
        }
        let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        largest - values.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let figures = MainFigure::ALL.into_iter().map(|figure| (figure, spread(figure)));
    figures.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, spread)| *spread >= LEAST_SPREAD).map(|(figure, _)| figure)
}

fn summary(state: &State, skin: ShownSkin) -> Option<Summary> {
    state.transient.selected_joint?;
    Some(Summary::of(state.figures_of(&skin)?))
}

pub fn show(
    ui: &mut Ui,
    state: &State,
    pictures: &mut Pictures,
    pane: &ShownPane<'_>,
    figure: Option<MainFigure>,
    commands: &mut Vec<Command>,
) {
    let palette = Palette::over_picture();
    let picture = pane.rect;
    let response = ui.interact(picture, egui::Id::unique("stage pane").with(pane.id), Sense::click_and_drag());
    let name = format!("Picture of pane {}, {}", pane.index + 1, pane.settings.skinning.method.short_name());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let wait = if pane.settings.needs_centers() { state.wait_for_centers(pane.settings.centers) } else { None };
    match wait {
        Some(CentersWait::Computing(_)) => say(ui, picture, "Computing centers of rotation"),
        Some(CentersWait::Cancelled) => say(ui, picture, "The centers of rotation were not computed"),
        None => match pane.fillings(ui, state, pictures) {
            Ok(fillings) => versus::paint_picture(ui, state, picture, fillings, pane.settings),
            Err(error) => say(ui, picture, &error.to_string()),
        },
    }
    let painter = ui.painter().with_clip_rect(picture);
    let size = (picture.width() / FULL_WIDTH).clamp(0.5, 1.0);
    titles(&painter, &palette, state, pane, picture, size);
    if let Some(figure) = figure {
        let value = state.skin_of_pane(pane.index).and_then(|skin| figure.value(&summary(state, skin)?));
        if let Some(value) = value {
            let color = of_method(pane.settings.skinning);
            show_figure(&painter, &palette, picture, (figure, value), color, size);
            if figure.is_past_limit(value) {
                stage_mark::show(&painter, state, pane, figure, color);
            }
        }
    }
    versus::show_controls(ui, &palette, (pane, state.transient.flicker_held), picture, commands);
    pane_camera::move_camera(ui, pane, state, &response, picture, commands);
}

/// Pictures have a dark ground in both themes.
fn of_method(skinning: SkinningSettings) -> Color32 {
    method_color(skinning.method, Theme::Dark)
}

/// The names of the pane's methods: one, or those on both sides of a comparison.
fn titles(painter: &Painter, palette: &Palette, state: &State, pane: &ShownPane<'_>, picture: Rect, size: f32) {
    let settings = pane.settings;
    let other = settings.compared_with();
    let room = if other.is_some() { 0.5 * picture.width() } else { picture.width() } - 2.0 * MARGIN;
    let more = words_behind_name(state, pane);
    title(painter, palette, (settings.skinning, &more), picture.left_top() + vec2(MARGIN, MARGIN), room, size);
    let Some(other) = other else { return };
    let galley = painter.layout_no_wrap(other.method.short_name().to_owned(), semibold(TITLE * size), of_method(other));
    let x = match settings.comparison.kind {
        ComparisonKind::Wipe => picture.left() + settings.comparison.divider * picture.width() + MARGIN,
        _ => picture.right() - MARGIN - galley.size().x,
    };
    let at = pos2(x, picture.top() + MARGIN);
    plate(painter, Rect::from_min_size(at, galley.size()));
    painter.galley(at, galley, Color32::WHITE);
}

/// What tells the pane from others of its method, or the method's long name.
fn words_behind_name(state: &State, pane: &ShownPane<'_>) -> String {
    let method = pane.settings.skinning.method;
    let skins: Vec<ShownSkin> = (0..state.edit.panes.len()).filter_map(|pane| state.skin_of_pane(pane)).collect();
    let name = names(&skins).into_iter().nth(pane.index).unwrap_or_default();
    match name.strip_prefix(method.short_name()).map(str::trim) {
        Some(apart) if !apart.is_empty() => apart.to_owned(),
        // A short name that is the whole name is not said twice.
        _ if method.long_name() == method.short_name() => String::new(),
        _ => method.long_name().to_owned(),
    }
}

fn title(
    painter: &Painter,
    palette: &Palette,
    (skinning, more): (SkinningSettings, &str),
    at: Pos2,
    room: f32,
    size: f32,
) {
    let name = skinning.method.short_name().to_owned();
    let short = painter.layout_no_wrap(name, semibold(TITLE * size), of_method(skinning));
    let more = painter.layout_no_wrap(more.to_owned(), regular(CAPTION * size), palette.text1);
    let mut whole = Rect::from_min_size(at, short.size());
    let more_at = pos2(whole.right() + 8.0 * size, whole.bottom() - more.size().y - 2.0 * size);
    let fits = more.size().x > 0.0 && more_at.x + more.size().x - at.x <= room;
    if fits {
        whole.max.x = more_at.x + more.size().x;
    }
    plate(painter, whole);
    painter.galley(at, short, Color32::WHITE);
    if fits {
        painter.galley(more_at, more, Color32::WHITE);
    }
}

/// A dark plate behind text, so that it reads on any skin.
pub fn plate(painter: &Painter, text: Rect) {
    painter.rect_filled(text.expand2(vec2(6.0, 3.0)), CornerRadius::same(5), Color32::from_black_alpha(130));
}

fn show_figure(
    painter: &Painter,
    palette: &Palette,
    picture: Rect,
    (figure, value): (MainFigure, f64),
    color: Color32,
    size: f32,
) {
    let text = |text: String, font: FontId, ink| painter.layout_no_wrap(text, font, ink);
    let value = text(format!("{}%", number(100.0 * value, 0)), semibold(FIGURE * size), color);
    let caption = text(format!("{}, 100% at rest", figure.caption()), regular(CAPTION * size), palette.text1);
    // A low pane has its free space at the right.
    let is_low = picture.width() > LOW_PANE * picture.height();
    let width = value.size().x.max(caption.size().x);
    let left = if is_low { picture.right() - MARGIN - width } else { picture.left() + MARGIN };
    let below = pos2(left, picture.bottom() - MARGIN);
    let caption_at = below - vec2(0.0, caption.size().y);
    let value_at = caption_at - vec2(0.0, value.size().y - 4.0 * size);
    plate(painter, Rect::from_min_size(value_at, vec2(width, below.y - value_at.y)));
    painter.galley(value_at, value, color);
    painter.galley(caption_at, caption, palette.text1);
}

fn say(ui: &Ui, picture: Rect, text: &str) {
    let palette = Palette::over_picture();
    ui.painter().rect_filled(picture, CornerRadius::ZERO, palette.field);
    ui.painter().text(picture.center(), Align2::CENTER_CENTER, text, regular(CAPTION), palette.text2);
}
