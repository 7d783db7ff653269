//! One figure over all angles of the selected joint.

use super::method_curve::{CurveInks, curve_sample, curve_shapes, marker_shapes};
use super::sweep_labels::{height_at, place_labels};
use crate::measure::{Figure, Scope};
use crate::plots::{MethodLine, marker_positions, method_lines};
use crate::session::figures::{LAST_ANGLE, ShownSkin, SweepCurve, distinct, runs};
use crate::session::{Command, FileRequest, Section, State, length_decimals};
use crate::style::{Palette, icon_button, icons, method_color, paint_caret, regular, segments};
use crate::viewer::ui::panel_rows::{Header, chip, definition, fold_header, number};
use egui::{Align2, Color32, ComboBox, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Height of the plot including its axis labels.
const HEIGHT: f32 = 144.0;

/// Height of the row above the plot.
const CONTROLS: f32 = 28.0;

/// Count above which curves are named in a legend.
const MOST_NAMED: usize = 4;

/// Points between the markers of a curve.
const BETWEEN_MARKERS: f64 = 66.0;

/// Factor by which a marker is larger at the joint's angle.
const AT_CURSOR: f32 = 1.2;

const AXES: [(usize, &str, &str); 3] = [
    (0, "X", "Rotate the joint about its X axis"),
    (1, "Y", "Rotate the joint about its Y axis"),
    (2, "Z", "Rotate the joint about its Z axis"),
];

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    if !document.model.has_skin() {
        return;
    }
    let is_open = !state.interface.folded_sections.contains(&Section::Sweep);
    let reserved = if is_open { 176.0 } else { 0.0 };
    let header = Header { section: Section::Sweep, title: "Sweep", note: "", reserved };
    let (open, title) = fold_header(ui, palette, &state.interface, &header, commands);
    if !open {
        return;
    }
    figure_choice(ui, palette, state, title, commands);
    ui.add_space(6.0);
    let Some(node) = state.selection.joint else { return empty(ui, palette, state) };
    let axis = state.sweep_axis(node);
    ui.horizontal(|ui| {
        let figure = state.swept_figure();
        let unit = figure.unit();
        // Their turns affect every angle of the sweep.
        let with = state.turned_neighbors().map_or_else(String::new, |others| format!(" with {others}"));
        let words = format!("{}{with}, {unit}", document.joint_name(node));
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width() - 132.0, CONTROLS), Sense::hover());
        crate::viewer::ui::panel_rows::text_at_left(ui.painter(), rect, &words, regular(12.0), palette.text3);
        response.on_hover_ui(|ui| definition(ui, palette, figure));
        if icon_button(ui, palette, icons::DOWNLOAD, "Save plot", true)
            .on_hover_text("Save plot\u{2026} (SVG or PDF)")
            .clicked()
        {
            commands.push(Command::RequestFile(FileRequest::SavePlot));
        }
        if let Some(chosen) = segments(ui, palette, "Sweep axis", ui.available_width(), &AXES, axis) {
            commands.push(Command::SetSweepAxis(chosen));
        }
    });
    ui.add_space(4.0);
    if state.jobs.figures.sweep_failed() {
        return super::figures_panel::try_again(ui, palette, "The sweep could not be computed.", commands);
    }
    let plot = Plot::of(ui, palette, state, node, axis);
    plot.show(ui, commands);
}

/// Draws an empty plot of the same height, so that selecting a joint moves nothing below.
fn empty(ui: &mut Ui, palette: &Palette, state: &State) {
    let size = vec2(ui.available_width(), CONTROLS + ui.spacing().item_spacing.y + 4.0 + HEIGHT);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let words = "Select a joint to plot this value over its angle";
    let galley = ui.painter().layout(words.to_owned(), regular(12.0), palette.text3, rect.width() - 24.0);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, palette.text3);
    legend(ui, palette, state);
}

/// Draws the names of many curves below the plot, each with a piece of its curve. Names with models are long.
fn legend(ui: &mut Ui, palette: &Palette, state: &State) {
    let skins = distinct(&state.pane_skins());
    if skins.len() <= MOST_NAMED && !state.shows_second() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(12.0, 2.0);
        for ((skin, line), name) in skins.iter().zip(method_lines(&skins)).zip(state.names_of_skins(&skins)) {
            const ROOM: f32 = 32.0;
            let galley = ui.painter().layout_no_wrap(name.clone(), regular(12.0), palette.text2);
            let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + ROOM, 18.0), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
            let inks = CurveInks { method: method_color(skin.skinning.method, palette.theme), page: palette.panel };
            let piece = [rect.left_center(), rect.left_center() + vec2(ROOM - 6.0, 0.0)];
            ui.painter().extend(curve_sample(piece, line, inks));
            let at = pos2(rect.left() + ROOM, rect.center().y - galley.size().y / 2.0);
            ui.painter().galley(at, galley, palette.text2);
        }
    });
}

fn figure_choice(ui: &mut Ui, palette: &Palette, state: &State, title: Rect, commands: &mut Vec<Command>) {
    let chosen = state.swept_figure();
    let rect = Rect::from_x_y_ranges(title.right() - 172.0..=title.right(), title.y_range());
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| {
        let combo = ComboBox::from_id_salt("sweep figure").icon(paint_caret).width(172.0);
        let response = combo.selected_text(chosen.label()).show_ui(ui, |ui| {
            let is_known = |figure: &Figure| figure.scope() != Scope::Models || state.second().is_some();
            let mut choose = |ui: &mut Ui, figure: Figure| {
                let entry = ui.selectable_label(figure == chosen, figure.label());
                if entry.clicked() {
                    commands.push(Command::SetSweepFigure(figure));
                }
                entry.on_hover_ui(|ui| definition(ui, palette, figure));
            };
            let is_rare = |figure: &Figure| *figure == Figure::DifferenceToDib;
            for figure in Figure::swept().filter(is_known).filter(|figure| !is_rare(figure)) {
                choose(ui, figure);
            }
            ui.menu_button("More", |ui| {
                Figure::swept().filter(is_rare).for_each(|figure| choose(ui, figure));
            });
        });
        ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label("Sweep figure"));
    });
}

/// A plot with its position and ranges.
struct Plot<'a> {
    palette: &'a Palette,
    state: &'a State,
    node: u32,
    axis: usize,
    curves: &'a [SweepCurve],
    names: Vec<String>,
    /// Styles of the curves.
    lines: Vec<MethodLine>,
    area: Rect,
    /// Range of the swept figure, from bottom to top.
    range: [f64; 2],
    fade: f32,
    response: Response,
}

impl<'a> Plot<'a> {
    fn of(ui: &mut Ui, palette: &'a Palette, state: &'a State, node: u32, axis: usize) -> Self {
        let curves = state.jobs.figures.sweep().map_or(&[][..], |sweep| &sweep.curves);
        let skins: Vec<ShownSkin> = curves.iter().map(|curve| curve.skin).collect();
        let (names, lines) = (state.names_of_skins(&skins), method_lines(&skins));
        let width = ui.available_width();
        let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click_and_drag());
        let area = Rect::from_min_max(rect.min + vec2(34.0, 4.0), rect.max - vec2(8.0, 20.0));
        let ratio = state.swept_figure().unit().is_ratio();
        let values = curves.iter().flat_map(|curve| curve.points.iter().filter_map(|point| point.1));
        let fade = if state.jobs.figures.sweep_is_current() { 1.0 } else { 0.5 };
        Self { palette, state, node, axis, names, lines, curves, area, range: range_of(values, ratio), fade, response }
    }

    fn at(&self, degrees: f32, value: f64) -> Pos2 {
        let [low, high] = self.range;
        let x = egui::remap(degrees, -LAST_ANGLE..=LAST_ANGLE, self.area.left()..=self.area.right());
        let share = ((value - low) / (high - low)) as f32;
        pos2(x, self.area.bottom() - share * self.area.height())
    }

    fn show(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let here = self.state.angles_degrees(self.node)[self.axis];
        let joint = self
            .state
            .documents
            .first
            .as_ref()
            .map_or_else(String::new, |document| document.joint_name(self.node).to_owned());
        let name = format!("Sweep of {joint} about {}", AXES[self.axis].1);
        self.response.widget_info(|| WidgetInfo::slider(true, f64::from(here), &name));
        self.grid(ui);
        let parts: Vec<Vec<Vec<Pos2>>> = self.curves.iter().map(|curve| self.parts_of(curve)).collect();
        let marked: Vec<Vec<Pos2>> =
            parts.iter().enumerate().map(|(index, parts)| self.markers(index, parts)).collect();
        let painter = ui.painter().with_clip_rect(self.area.expand(4.0));
        for (index, parts) in parts.iter().enumerate() {
            let (line, inks) = (self.lines[index], self.inks(index));
            painter.extend(parts.iter().flat_map(|part| curve_shapes(part, line, inks.method)));
        }
        // Drawn above all curves.
        for (index, marked) in marked.iter().enumerate() {
            painter.extend(marked.iter().flat_map(|&at| marker_shapes(at, self.lines[index], self.inks(index), 1.0)));
        }
        if self.curves.iter().all(|curve| curve.points.iter().all(|point| point.1.is_none())) {
            self.say_why_empty(ui);
        }
        self.cursor(ui, here);
        self.labels(ui, &parts, &marked, here);
        self.react(ui, commands);
    }

    /// Draws horizontal lines with their values. The rest value and half turns are stronger.
    fn grid(&self, ui: &Ui) {
        let painter = ui.painter();
        let (line, strong) = (Stroke::new(1.0, self.palette.line), Stroke::new(1.0, self.palette.line_strong));
        let [low, high] = self.range;
        let step = nice_step((high - low) / 4.0);
        let decimals = (-step.log10()).ceil().clamp(0.0, 8.0) as usize;
        let mut tick = (low / step).ceil() * step;
        while tick <= high + 1e-9 * step {
            let y = self.at(0.0, tick).y.round() + 0.5;
            let is_rest = self.is_ratio() && (tick - 1.0).abs() < 1e-6;
            painter.hline(self.area.x_range(), y, if is_rest { strong } else { line });
            let text = number(tick, decimals);
            let at = pos2(self.area.left() - 6.0, y);
            painter.text(at, Align2::RIGHT_CENTER, text, regular(12.0), self.palette.text3);
            tick += step;
        }
        for degrees in [-180.0_f32, 180.0] {
            let x = self.at(degrees, low).x.round() + 0.5;
            let ends = [pos2(x, self.area.top()), pos2(x, self.area.bottom())];
            painter.extend(Shape::dashed_line(&ends, strong, 3.0, 3.0));
        }
        for degrees in [-180.0_f32, -90.0, 0.0, 90.0, 180.0] {
            let at = pos2(self.at(degrees, low).x, self.area.bottom() + 6.0);
            let text = format!("{}\u{b0}", number(f64::from(degrees), 0));
            painter.text(at, Align2::CENTER_TOP, text, regular(12.0), self.palette.text3);
        }
    }

    fn is_ratio(&self) -> bool {
        self.state.swept_figure().unit().is_ratio()
    }

    fn color(&self, curve: &SweepCurve) -> Color32 {
        method_color(curve.skin.skinning.method, self.palette.theme).gamma_multiply(self.fade)
    }

    fn inks(&self, index: usize) -> CurveInks {
        CurveInks { method: self.color(&self.curves[index]), page: self.palette.panel }
    }

    /// The points of a curve, without its gaps.
    fn parts_of(&self, curve: &SweepCurve) -> Vec<Vec<Pos2>> {
        let place = |run: Vec<(f32, f64)>| run.into_iter().map(|(degrees, value)| self.at(degrees, value)).collect();
        runs(&curve.points, self.range[1] - self.range[0]).into_iter().map(place).collect()
    }

    /// Positions of a curve's markers: at equal distances, and where a value has no neighbors.
    fn markers(&self, index: usize, parts: &[Vec<Pos2>]) -> Vec<Pos2> {
        let sides = [self.area.left(), self.area.right()].map(f64::from);
        let along = marker_positions(sides, BETWEEN_MARKERS, index, self.curves.len()).map(|x| x as f32);
        let lone = parts.iter().filter(|part| part.len() == 1).flatten().copied();
        along.filter_map(|x| height_at(parts, x).map(|y| pos2(x, y))).chain(lone).collect()
    }

    fn say_why_empty(&self, ui: &Ui) {
        let settled = self.state.jobs.figures.sweep_is_current() && !self.curves.is_empty();
        let figure = self.state.swept_figure();
        let words = match figure {
            _ if !settled => "Computing\u{2026}",
            Figure::Volume => "No volume: the skin is not closed",
            Figure::ZoneVolume => "No volume around this joint",
            Figure::DistanceToModel => "No pane shows the other model under this method",
            _ => "This joint does not blend with others",
        };
        ui.painter().text(self.area.center(), Align2::CENTER_CENTER, words, regular(12.0), self.palette.text2);
    }

    /// Marks the joint's current angle, with a larger marker on each curve.
    fn cursor(&self, ui: &Ui, here: f32) {
        if here.abs() > LAST_ANGLE {
            return;
        }
        let x = self.at(here, self.range[0]).x;
        ui.painter().vline(x, self.area.y_range(), Stroke::new(1.0, self.palette.text1));
        for (index, curve) in self.curves.iter().enumerate() {
            if let Some(value) = value_at(&curve.points, here) {
                let color = method_color(curve.skin.skinning.method, self.palette.theme);
                let inks = CurveInks { method: color, page: self.palette.panel };
                ui.painter().extend(marker_shapes(self.at(here, value), self.lines[index], inks, AT_CURSOR));
            }
        }
    }

    fn labels(&self, ui: &mut Ui, parts: &[Vec<Vec<Pos2>>], marked: &[Vec<Pos2>], here: f32) {
        let has_legend = self.curves.len() > MOST_NAMED || self.state.shows_second();
        let named: &[String] = if has_legend { &[] } else { &self.names };
        let galleys: Vec<_> = named
            .iter()
            .zip(self.curves)
            .map(|(name, curve)| ui.painter().layout_no_wrap(name.clone(), regular(12.0), self.color(curve)))
            .collect();
        let sizes: Vec<egui::Vec2> = galleys.iter().map(|galley| galley.size()).collect();
        // Names must also stay clear of the cursor and of markers.
        let x = self.at(here, self.range[0]).x;
        let cursor = vec![vec![pos2(x, self.area.top()), pos2(x, self.area.bottom())]];
        let across = |at: &Pos2| vec![*at - vec2(4.0, 4.0), *at + vec2(4.0, 4.0)];
        let markers = marked.iter().flatten().map(across).collect();
        let obstacles: Vec<Vec<Vec<Pos2>>> = parts.iter().cloned().chain([cursor, markers]).collect();
        let label_rects = place_labels(self.area, &sizes, &obstacles);
        for (galley, rect) in galleys.iter().zip(&label_rects) {
            if let Some(rect) = rect {
                ui.painter().galley(rect.min, std::sync::Arc::clone(galley), self.palette.text1);
            }
        }
        legend(ui, self.palette, self.state);
    }

    /// Handles the pointer. A click or drag turns the joint; hovering shows the values.
    fn react(&self, ui: &Ui, commands: &mut Vec<Command>) {
        let degrees_at =
            |x: f32| egui::remap_clamp(x, self.area.left()..=self.area.right(), -LAST_ANGLE..=LAST_ANGLE).round();
        if self.response.clicked() || self.response.dragged() {
            if let Some(pointer) = self.response.interact_pointer_pos() {
                let mut angles_degrees = self.state.angles_degrees(self.node);
                angles_degrees[self.axis] = degrees_at(pointer.x);
                commands.push(Command::SetAngles { node: self.node, angles_degrees });
            }
        } else if let Some(pointer) = self.response.hover_pos().filter(|at| self.area.contains(*at)) {
            let degrees = degrees_at(pointer.x);
            ui.painter().vline(pointer.x, self.area.y_range(), Stroke::new(1.0, self.palette.text3));
            self.response.clone().on_hover_ui_at_pointer(|ui| self.values(ui, degrees));
        }
    }

    fn values(&self, ui: &mut Ui, degrees: f32) {
        let extent = self.state.documents.first.as_ref().map_or(1.0, |document| document.rest_bounds.extent());
        let decimals = self.state.swept_figure().unit().decimals(length_decimals(extent));
        ui.label(crate::viewer::ui::hint(self.palette, &format!("{}\u{b0}", number(f64::from(degrees), 0))));
        for (curve, name) in self.curves.iter().zip(&self.names) {
            let value = value_at(&curve.points, degrees).map_or_else(|| "\u{2013}".to_owned(), |v| number(v, decimals));
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(9.0, 14.0), Sense::hover());
                chip(ui.painter(), rect.center(), self.color(curve));
                ui.label(crate::viewer::ui::label(self.palette, &format!("{name}  {value}")));
            });
        }
    }
}

/// Interpolates between the two neighboring angles, unless the curve is broken there.
fn value_at(points: &[(f32, Option<f64>)], degrees: f32) -> Option<f64> {
    let behind = points.partition_point(|(angle, _)| *angle < degrees);
    let (after, value) = *points.get(behind)?;
    if after == degrees || behind == 0 {
        return value.filter(|_| after == degrees);
    }
    let (before, from) = points[behind - 1];
    let share = f64::from((degrees - before) / (after - before));
    // At a jump, the nearer value would do as well. Interpolation matches the line drawn elsewhere.
    Some(from? + (value? - from?) * share)
}

/// The plotted range: all values and the rest value, starting at zero if that is close.
fn range_of(values: impl Iterator<Item = f64>, ratio: bool) -> [f64; 2] {
    let rest: f64 = if ratio { 1.0 } else { 0.0 };
    let (mut low, mut high) = (rest, rest);
    for value in values.filter(|value| value.is_finite()) {
        (low, high) = (low.min(value), high.max(value));
    }
    if ratio {
        low = low.min(0.9);
        high = high.max(1.1);
    }
    if low > 0.0 && low < 0.75 * high {
        low = 0.0;
    }
    let span = if high > low { high - low } else { 1.0 };
    let below = if low == 0.0 { 0.0 } else { 0.06 * span };
    [low - below, high + 0.08 * span]
}

/// The smallest of 1, 2 or 5 times a power of ten that is at least `least`.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.max(1e-12).log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= least).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_holds_values_and_rest() {
        let [low, high] = range_of([0.2, 0.9].into_iter(), true);
        assert!(low == 0.0 && high > 1.1);
        let [low, high] = range_of([0.98, 1.01].into_iter(), true);
        assert!(low > 0.8 && low < 0.9 && high > 1.1 && high < 1.2);
        let [low, high] = range_of(std::iter::empty(), false);
        assert!(low == 0.0 && high > low);
        assert_eq!([0.03, 0.1, 0.25, 7.0].map(nice_step).map(|step| (step * 100.0).round()), [5.0, 10.0, 50.0, 1000.0]);
    }

    #[test]
    fn values_are_interpolated_between_known_angles() {
        let points = [(0.0, Some(1.0)), (10.0, Some(2.0)), (20.0, None)];
        assert_eq!(value_at(&points, 5.0), Some(1.5));
        assert_eq!(value_at(&points, 10.0), Some(2.0));
        assert_eq!([value_at(&points, 15.0), value_at(&points, 25.0), value_at(&points, -5.0)], [None; 3]);
    }
}
