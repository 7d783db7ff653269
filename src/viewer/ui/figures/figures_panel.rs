//! The figures of all panes, one row per method.

use crate::measure::Figure;
use crate::session::figures::{MainFigure, PaneSkin, Summary, lines};
use crate::session::{Command, PaneWait, Section, State, WorstKind, length_decimals};
use crate::style::{Palette, elided_middle, medium, method_color, quiet_button, regular, semibold};
use crate::viewer::ui::panel_rows::{Header, chip, definition, fold_header, number, text_at_left, text_at_right};
use egui::{Align2, Color32, FontId, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

const ROW: f32 = 26.0;
const SPARKLINE: egui::Vec2 = vec2(56.0, 20.0);

/// Title, figure and least width of each column between the name and the sparkline.
const COLUMNS: [(&str, Figure, f32); 4] = [
    ("Volume", Figure::ZoneVolume, 46.0),
    ("Section", Figure::MinorRadius, 49.0),
    ("Bulge", Figure::Bulge, 40.0),
    ("vs. LBS", Figure::DifferenceToLbs, 53.0),
];
const COLUMNS_WIDTH: f32 = 188.0;
/// Width of a chip in front of a name.
const CHIP_ROOM: f32 = 16.0;

/// Positions of the columns in a row.
struct Columns {
    name: Rect,
    values: [Rect; 4],
    /// Column of the sparkline, with zero width if long names need its space.
    sparkline: Rect,
}

/// Layout that all rows share.
#[derive(Clone, Copy)]
struct Plan {
    name_width: f32,
    has_sparkline: bool,
}

impl Plan {
    fn of(ui: &Ui, names: &[String], has_joint: bool) -> Self {
        let width = |name: &String| ui.painter().layout_no_wrap(name.clone(), medium(12.0), Color32::WHITE).size().x;
        let longest = names.iter().map(width).fold(0.0, f32::max) + CHIP_ROOM + 4.0;
        let row = ui.available_width();
        let has_sparkline = has_joint && longest + SPARKLINE.x + 8.0 + COLUMNS_WIDTH <= row;
        Self { name_width: longest.min(row - COLUMNS_WIDTH), has_sparkline }
    }
}

impl Columns {
    /// Lays out a row. The name takes the width that it needs; the figures share the rest evenly.
    fn of(row: Rect, plan: Plan) -> Self {
        let Plan { name_width, has_sparkline } = plan;
        let mut right = row.right();
        let mut take = |width: f32| {
            let column = Rect::from_x_y_ranges(right - width..=right, row.y_range());
            right -= width;
            column
        };
        let sparkline = take(if has_sparkline { SPARKLINE.x } else { 0.0 });
        take(if has_sparkline { 8.0 } else { 0.0 });
        let figures = row.width() - name_width - if has_sparkline { SPARKLINE.x + 8.0 } else { 0.0 };
        let extra = (figures - COLUMNS_WIDTH).max(0.0) / 4.0;
        let mut values = [Rect::NOTHING; 4];
        for (column, (_, _, width)) in values.iter_mut().zip(COLUMNS).rev() {
            *column = take(width + extra);
        }
        Self { name: Rect::from_x_y_ranges(row.left()..=right, row.y_range()), values, sparkline }
    }
}

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    if !document.model.has_skin() {
        return distances_alone(ui, palette, state, commands);
    }
    let joint = state.selection.joint.map(|node| document.joint_name(node).to_owned());
    let title = joint.as_ref().map_or_else(|| "Whole skin".to_owned(), |joint| format!("Around {joint}"));
    let header = Header { section: Section::Figures, title: &title, note: "rest = 1", reserved: 0.0 };
    let (open, _) = fold_header(ui, palette, &state.interface, &header, commands);
    if !open {
        return;
    }
    if let Some(turns) = state.turns_measured() {
        ui.add(egui::Label::new(crate::viewer::ui::hint(palette, &turns)).wrap());
    }
    let skins = state.pane_skins();
    let names = state.names_of_skins(&skins.iter().map(|shown| shown.skin).collect::<Vec<_>>());
    ui.spacing_mut().item_spacing.y = 0.0;
    let plan = Plan::of(ui, &names, joint.is_some());
    heads(ui, palette, joint.is_some(), plan);
    for (shown, name) in skins.iter().zip(&names) {
        row(ui, palette, state, &NamedSkin { shown, name, plan }, commands);
    }
    super::apart_rows::show(ui, palette, state);
    ui.add_space(6.0);
    if state.jobs.figures.figures_failed() {
        try_again(ui, palette, "The measurements could not be computed.", commands);
    }
    worst_buttons(ui, palette, state, commands);
    ui.add_space(4.0);
    let header = Header { section: Section::AllFigures, title: "All measurements", note: "", reserved: 0.0 };
    let (open, _) = fold_header(ui, palette, &state.interface, &header, commands);
    if open {
        all_figures(ui, palette, state, &skins, &names);
    }
    ui.spacing_mut().item_spacing.y = 4.0;
}

/// Shows only distances: a model without a skin has no figures of its own, but has a distance from another model.
fn distances_alone(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    if !state.shows_second() {
        return;
    }
    let header = Header { section: Section::Figures, title: "Two models", note: "", reserved: 0.0 };
    if !fold_header(ui, palette, &state.interface, &header, commands).0 {
        return;
    }
    super::apart_rows::show(ui, palette, state);
    ui.add_space(6.0);
    if state.jobs.figures.figures_failed() {
        try_again(ui, palette, "The distances could not be computed.", commands);
    }
}

/// Draws a message and a button in place of figures that could not be computed.
pub fn try_again(ui: &mut Ui, palette: &Palette, what: &str, commands: &mut Vec<Command>) {
    ui.add(egui::Label::new(crate::viewer::ui::hint(palette, what)).wrap());
    ui.add_space(4.0);
    if quiet_button(ui, palette, "", "Try again").clicked() {
        commands.push(Command::MeasureAgain);
    }
    ui.add_space(6.0);
}

fn heads(ui: &mut Ui, palette: &Palette, has_joint: bool, plan: Plan) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let columns = Columns::of(rect, plan);
    for (column, (title, figure, _)) in columns.values.into_iter().zip(COLUMNS) {
        let figure = if figure == Figure::ZoneVolume && !has_joint { Figure::Volume } else { figure };
        text_at_right(ui.painter(), column, title, regular(12.0), palette.text3);
        explain(ui, palette, column, title, figure);
    }
    if plan.has_sparkline {
        text_at_right(ui.painter(), columns.sparkline, "Profile", regular(12.0), palette.text3);
        explain(ui, palette, columns.sparkline, "Profile along the bone", Figure::MinorRadius);
    }
}

pub(super) fn explain(ui: &Ui, palette: &Palette, rect: Rect, title: &str, figure: Figure) {
    let response = ui.interact(rect, ui.scope_id().with(("figure", title)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{title}: {}", figure.label())));
    response.on_hover_ui(|ui| definition(ui, palette, figure));
}

/// The contents of the columns, also as text.
struct Cells {
    texts: [String; 4],
    spoken: String,
}

impl Cells {
    /// Formats the figures. `lacking` says why there are no figures of a joint.
    fn of(summary: &Summary, lacking: Option<&str>, decimals: usize) -> Self {
        let ratio = |value: Option<f64>| value.map_or_else(|| "\u{2013}".to_owned(), |value| number(value, 2));
        let length = |value: Option<f64>| value.map_or_else(|| "\u{2013}".to_owned(), |value| number(value, decimals));
        let texts = [ratio(summary.volume), ratio(summary.radius), ratio(summary.bulge), length(summary.to_lbs)];
        let [volume, radius, bulge, to_lbs] = &texts;
        if let Some(lacking) = lacking {
            return Self { spoken: format!("no figures of the joint, {lacking}; distance to LBS {to_lbs}"), texts };
        }
        let why = summary.no_volume.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        let spoken = format!("volume {volume}{why}, section {radius}, bulge {bulge}, distance to LBS {to_lbs}");
        Self { texts, spoken }
    }
}

/// The skin of a row.
struct NamedSkin<'a> {
    shown: &'a PaneSkin,
    name: &'a str,
    plan: Plan,
}

fn row(ui: &mut Ui, palette: &Palette, state: &State, of: &NamedSkin<'_>, commands: &mut Vec<Command>) {
    let NamedSkin { shown, name, plan } = *of;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let summary = state.figures_of(&shown.skin).map(Summary::of);
    let extent = state.documents.first.as_ref().map_or(1.0, |document| document.rest_bounds.extent());
    let lacking = state.why_no_joint(shown.skin.model);
    let cells = summary.as_ref().map(|summary| Cells::of(summary, lacking.as_deref(), length_decimals(extent)));
    let waits = match state.wait_of_skin(&shown.skin) {
        Some(PaneWait::Smoothing(_) | PaneWait::NotSmoothed) => Some(["waiting for smoothing"; 2]),
        Some(PaneWait::Computing(_) | PaneWait::Canceled) => {
            Some(["waiting for centers of rotation", "waiting for centers"])
        }
        Some(PaneWait::NotRun) => Some(["not run yet"; 2]),
        None => None,
    };
    let spoken = match (&cells, waits) {
        (Some(cells), _) => cells.spoken.as_str(),
        (None, Some([spoken, _])) => spoken,
        _ if state.jobs.figures.figures_failed() => "could not be measured",
        _ => "measuring",
    };
    let pane = shown.pane + 1;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Pane {pane}, {name}: {spoken}")));
    let columns = Columns::of(rect, plan);
    let selected = shown.pane == state.view.selected_pane && state.edit.panes.len() > 1;
    if response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, palette.hover.gamma_multiply(0.6));
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
    let color = method_color(shown.skin.skinning.method, palette.theme);
    chip(ui.painter(), pos2(rect.left() + 5.0, rect.center().y), color);
    let left = rect.left() + CHIP_ROOM;
    let (font, ink) = if selected { (medium(12.0), palette.text1) } else { (regular(12.0), palette.text2) };
    let (short, _) = elided_middle(ui.painter(), name, &font, columns.name.right() - left);
    ui.painter().text(pos2(left, rect.center().y), Align2::LEFT_CENTER, short, font, ink);
    // Older figures stay, faded, until the new ones arrive.
    let fade = if state.jobs.figures.is_current() { 1.0 } else { 0.55 };
    if let (Some(cells), Some(summary)) = (&cells, &summary) {
        for ((text, column), (font, ink)) in cells.texts.iter().zip(columns.values).zip(inks(palette, summary)) {
            text_at_right(ui.painter(), column, text, font, ink.gamma_multiply(fade));
        }
        if plan.has_sparkline {
            sparkline(ui, palette, columns.sparkline, &summary.sections, color.gamma_multiply(fade));
        }
    } else {
        let room = Rect::from_x_y_ranges(columns.name.right()..=rect.right(), rect.y_range());
        let words = match (waits, state.jobs.figures.figures_failed()) {
            (Some([_, shown]), _) => shown,
            (None, true) => "not measured",
            (None, false) => "measuring\u{2026}",
        };
        text_at_right(ui.painter(), room, words, regular(12.0), palette.text3);
    }
    react(&response, shown, commands);
    response.on_hover_text(format!("Pane {pane}, {name}: {spoken}"));
}

/// Font and color of each column: strong past the limit, faint if unchanged.
fn inks(palette: &Palette, summary: &Summary) -> [(FontId, Color32); 4] {
    let ratio = |figure: MainFigure| match figure.value(summary) {
        Some(value) if figure.is_past_limit(value) => (semibold(12.0), palette.bad),
        Some(value) if figure.differs(value) => (medium(12.0), palette.text1),
        _ => (regular(12.0), palette.text3),
    };
    let to_lbs = (medium(12.0), if summary.to_lbs.is_some() { palette.text1 } else { palette.text3 });
    [ratio(MainFigure::Volume), ratio(MainFigure::Section), ratio(MainFigure::Bulge), to_lbs]
}

fn react(response: &Response, shown: &PaneSkin, commands: &mut Vec<Command>) {
    if response.clicked() {
        commands.push(Command::SelectPane(shown.pane));
    }
}

/// A figure along the bone, with the rest value dotted.
fn sparkline(ui: &Ui, palette: &Palette, column: Rect, sections: &[(f64, f64)], color: Color32) {
    let area = Rect::from_center_size(column.center(), SPARKLINE).shrink2(vec2(0.0, 2.0));
    let (Some(first), Some(last)) = (sections.first(), sections.last()) else { return };
    let highest = sections.iter().map(|section| section.1).fold(1.25, f64::max) as f32;
    if last.0 <= first.0 {
        return;
    }
    let x = |position: f64| area.left() + ((position - first.0) / (last.0 - first.0)) as f32 * area.width();
    let y = |value: f32| egui::remap_clamp(value, 0.0..=highest, area.bottom()..=area.top());
    let rest = [pos2(area.left(), y(1.0)), pos2(area.right(), y(1.0))];
    ui.painter().extend(egui::Shape::dotted_line(&rest, palette.line_strong, 4.0, 0.75));
    let points = sections.iter().map(|&(position, value)| pos2(x(position), y(value as f32))).collect();
    ui.painter().line(points, Stroke::new(1.5, color));
}

/// Buttons that find the vertex that stands out under the selected pane's method.
fn worst_buttons(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let pane = state.view.selected_pane.min(state.edit.panes.len().saturating_sub(1));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let method = state.edit.pane(pane).skinning.method.short_name();
        let (rect, _) = ui.allocate_exact_size(vec2((ui.available_width() - 216.0).max(0.0), 24.0), Sense::hover());
        text_at_left(ui.painter(), rect, &format!("Worst in {method}"), regular(12.0), palette.text2);
        for kind in WorstKind::ALL {
            let found = state.worst_vertex(pane, kind).is_some();
            let hint = match kind {
                WorstKind::Collapse => "Find and pin the vertex that moved closest to its bone",
                WorstKind::Bulge => "Find and pin the vertex where the skin bulges most",
                WorstKind::Difference => "Find and pin the vertex farthest from its position under another method",
            };
            let text = egui::RichText::new(kind.label()).font(medium(12.0));
            let width = match kind {
                WorstKind::Collapse => 66.0,
                WorstKind::Bulge => 52.0,
                WorstKind::Difference => 78.0,
            };
            let button = egui::Button::new(text).min_size(vec2(width, 24.0));
            ui.spacing_mut().button_padding = vec2(2.0, 2.0);
            let response = ui.add_enabled(found, button);
            let label = format!("Worst {} of pane {}", kind.label().to_lowercase(), pane + 1);
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
            if response.clicked() {
                commands.push(Command::PinWorst { pane, kind });
            }
            let why_not = match (kind, state.selection.joint) {
                (WorstKind::Bulge, None) => {
                    "Select a joint first. Bulge is measured where the joint blends with others."
                }
                _ => "There is no such vertex in this pose",
            };
            response.on_hover_text(hint).on_disabled_hover_text(why_not);
        }
    });
}

/// Every figure, one column per method.
fn all_figures(ui: &mut Ui, palette: &Palette, state: &State, skins: &[PaneSkin], names: &[String]) {
    let extent = state.documents.first.as_ref().map_or(1.0, |document| document.rest_bounds.extent());
    let columns: Vec<_> = skins
        .iter()
        .zip(names)
        .filter_map(|(shown, name)| {
            let measured = state.figures_of(&shown.skin)?;
            Some((shown, name, lines(measured, state.shows_second(), length_decimals(extent))))
        })
        .collect();
    let Some((_, _, first)) = columns.first() else {
        ui.label(crate::viewer::ui::hint(palette, "Measuring\u{2026}"));
        return;
    };
    let name_width = 150.0;
    let width = ((ui.available_width() - name_width) / columns.len() as f32).max(56.0);
    let fade = if state.jobs.figures.is_current() { 1.0 } else { 0.55 };
    egui::ScrollArea::horizontal().show(ui, |ui| {
        let total = name_width + width * columns.len() as f32;
        let cell = |row: Rect, column: usize| {
            let left = row.left() + name_width + width * column as f32;
            Rect::from_x_y_ranges(left + 4.0..=left + width, row.y_range())
        };
        let (row, _) = ui.allocate_exact_size(vec2(total, 20.0), Sense::hover());
        for (column, (shown, name, _)) in columns.iter().enumerate() {
            let room = cell(row, column);
            let ink = method_color(shown.skin.skinning.method, palette.theme);
            text_at_right(ui.painter(), room, name, medium(12.0), ink);
        }
        for (index, line) in first.iter().enumerate() {
            let (row, response) = ui.allocate_exact_size(vec2(total, 20.0), Sense::hover());
            let values: Vec<&str> = columns.iter().map(|(.., lines)| lines[index].value.as_str()).collect();
            let spoken = format!("{}: {}", line.name, values.join(", "));
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
            let name = Rect::from_x_y_ranges(row.left()..=row.left() + name_width, row.y_range());
            text_at_left(ui.painter(), name, &line.name, regular(12.0), palette.text2);
            for (column, value) in values.into_iter().enumerate() {
                let ink = palette.text1.gamma_multiply(fade);
                text_at_right(ui.painter(), cell(row, column), value, regular(12.0), ink);
            }
            response.on_hover_ui(|ui| definition(ui, palette, line.figure));
        }
    });
    ui.add_space(6.0);
}
