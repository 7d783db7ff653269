//! The panel for the pinned or hovered vertex.

use crate::math::grouped;
use crate::session::{Command, ProbeReading, ProbeRow, ProbedSide, Section, State, length_decimals};
use crate::skinning::{Antipodality, ProbedInfluence};
use crate::style::{Palette, icons, medium, method_color, regular};
use crate::viewer::ui::panel_rows::{Header, chip, fold_header, number, text_at_left, text_at_right};
use egui::{Color32, CornerRadius, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use glam::{Quat, Vec3};

const ROW: f32 = 20.0;

/// Count above which methods show only their distance to the selected pane's method.
const MOST_PAIRED: usize = 3;

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let probe = state.probe.as_ref();
    let pinned = state.selection.pinned.is_some();
    let note = match probe {
        Some(probe) if state.second().is_some() => {
            let [name, _] = state.names_of_models(probe.key.model).unwrap_or_default();
            format!("vertex {} of {name}", grouped(probe.key.vertex_id.vertex as usize))
        }
        Some(probe) => format!("vertex {}", grouped(probe.key.vertex_id.vertex as usize)),
        None => "point at the skin, click to pin".to_owned(),
    };
    let reserved = if probe.is_some() { 30.0 } else { 0.0 };
    let header = Header { section: Section::Probe, title: "Probe", note: &note, reserved };
    let (open, title) = fold_header(ui, palette, &state.interface, &header, commands);
    let Some(probe) = probe else { return };
    pin_button(ui, palette, state, (title, probe, pinned), commands);
    if !open {
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    reason(ui, palette, state);
    for side in &probe.sides {
        influences(ui, palette, state, (probe, side));
    }
    if state.second().is_some() && probe.sides.len() == 1 {
        no_partner(ui, palette, state, probe);
    }
    positions(ui, palette, state, probe);
    distances(ui, palette, state, probe);
}

fn pin_button(
    ui: &Ui,
    palette: &Palette,
    state: &State,
    (title, probe, pinned): (Rect, &ProbeReading, bool),
    commands: &mut Vec<Command>,
) {
    let rect = Rect::from_center_size(pos2(title.right() - 13.0, title.center().y), vec2(26.0, 26.0));
    let response = ui.interact(rect, egui::Id::unique("pin"), Sense::click());
    let name = if pinned { "Unpin the vertex" } else { "Pin the vertex" };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if response.hovered() {
        ui.painter().rect_filled(rect, CornerRadius::same(5), palette.hover);
    }
    let color = if pinned { palette.accent } else { palette.text2 };
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, icons::PUSH_PIN, icons::font(15.0), color);
    if response.clicked() {
        // A vertex is pinned in the selected pane's model, so the pane that it is hovered in is selected first.
        if !pinned && state.model_at(state.view.selected_pane) != probe.key.model {
            commands.push(Command::SelectPane(probe.key.pane));
        }
        commands.push(Command::PinProbe((!pinned).then_some(probe.key.vertex_id)));
    }
    response.on_hover_text(if pinned { "Unpin the vertex (Escape)" } else { name });
}

/// Shows why the vertex was pinned, while the reason holds.
fn reason(ui: &mut Ui, palette: &Palette, state: &State) {
    let reason = state.selection.pinned.as_ref().and_then(|pinned| pinned.reason.as_ref());
    if let Some(reason) = reason.filter(|reason| reason.pose_generation == state.pose_generation) {
        ui.add(egui::Label::new(crate::viewer::ui::label(palette, &reason.text).color(palette.text1)).wrap());
        ui.add_space(6.0);
    }
}

fn head(ui: &mut Ui, palette: &Palette, left: &str, right: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    text_at_left(ui.painter(), rect, left, regular(12.0), palette.text3);
    text_at_right(ui.painter(), rect, right, regular(12.0), palette.text3);
}

/// The rigid part of a joint, and its sign under every mode.
fn influence_details(ui: &mut Ui, palette: &Palette, joint: &str, influence: &ProbedInfluence) {
    let rigid = influence.motion.rigid_dual_quaternion();
    let part = |q: Quat| q.to_array().map(|value| number(f64::from(value), 4)).join(", ");
    let sign = |mode: Antipodality| {
        let negative = influence.signs(mode).blend < 0.0;
        format!("{}: {}q", mode.label(), if negative { '\u{2212}' } else { '+' })
    };
    let lines = [
        format!("{joint}: joint {} of the skin", influence.joint),
        format!("Rotation (x, y, z, w): {}", part(rigid.real)),
        format!("Dual part: {}", part(rigid.dual)),
        format!("Signs. {}", Antipodality::ALL.map(sign).join(" \u{b7} ")),
    ];
    for line in lines {
        ui.add(egui::Label::new(crate::viewer::ui::label(palette, &line).color(palette.text1)).wrap());
    }
}

/// A row with its text for screen readers.
fn row(ui: &mut Ui, spoken: &str) -> Response {
    let (_, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken));
    response
}

/// Explains why the probe shows one model only: in meshes that agree, every vertex has a partner.
fn no_partner(ui: &mut Ui, palette: &Palette, state: &State, probe: &ProbeReading) {
    let [_, other] = state.names_of_models(probe.key.model).unwrap_or_default();
    let why = format!("The mesh of {other} is another one, so the vertex has no partner in it");
    ui.add(egui::Label::new(crate::viewer::ui::hint(palette, &why)).wrap());
}

/// The influences on the vertex in one of the models.
fn influences(ui: &mut Ui, palette: &Palette, state: &State, (probe, side): (&ProbeReading, &ProbedSide)) {
    let Some(document) = state.document_of(side.model) else { return };
    let signs = if probe.has_signs { "weight, sign" } else { "weight" };
    let title = match state.names_of_models(side.model) {
        Some([name, _]) => format!("Influences in {name}, vertex {}", grouped(side.vertex_id.vertex as usize)),
        None => "Influences".to_owned(),
    };
    head(ui, palette, &title, signs);
    for influence in &side.influences {
        let joint = document.joint_name(influence.node);
        let sign = if probe.sign(influence) < 0.0 { "\u{2212}q" } else { "+q" };
        let spoken_sign = if probe.has_signs { format!(", sign {sign}") } else { String::new() };
        let response = row(ui, &format!("{joint}, weight {:.3}{spoken_sign}", influence.weight));
        let rect = response.rect;
        response.on_hover_ui(|ui| influence_details(ui, palette, joint, influence));
        let column = |from: f32, to: f32| Rect::from_x_y_ranges(rect.left() + from..=rect.left() + to, rect.y_range());
        let sign_width = if probe.has_signs { 30.0 } else { 0.0 };
        let weight_right = rect.width() - sign_width;
        let name_width = (0.42 * rect.width()).max(108.0);
        text_at_left(ui.painter(), column(0.0, name_width), joint, regular(12.0), palette.text2);
        let trough = Rect::from_x_y_ranges(
            rect.left() + name_width + 6.0..=rect.left() + weight_right - 52.0,
            rect.center().y - 2.0..=rect.center().y + 2.0,
        );
        ui.painter().rect_filled(trough, CornerRadius::same(2), palette.track);
        let filled = trough.split_left_right_at_fraction(influence.weight.clamp(0.0, 1.0)).0;
        ui.painter().rect_filled(filled, CornerRadius::same(2), palette.text2);
        let weight = number(f64::from(influence.weight), 3);
        text_at_right(ui.painter(), column(weight_right - 50.0, weight_right), &weight, medium(12.0), palette.text1);
        if probe.has_signs {
            let ink = if probe.sign(influence) < 0.0 { palette.text1 } else { palette.text3 };
            text_at_right(ui.painter(), column(weight_right, rect.width()), sign, regular(12.0), ink);
        }
    }
    if let Some(angle) = side.angle_degrees {
        let Response { rect, .. } = row(ui, &format!("Angle between the two heaviest: {angle:.1} degrees"));
        text_at_left(ui.painter(), rect, "Angle between the two largest influences", regular(12.0), palette.text2);
        text_at_right(ui.painter(), rect, &format!("{angle:.1}\u{b0}"), medium(12.0), palette.text1);
    }
}

fn point(at: Vec3, decimals: usize) -> [String; 3] {
    at.to_array().map(|value| number(f64::from(value), decimals))
}

fn positions(ui: &mut Ui, palette: &Palette, state: &State, probe: &ProbeReading) {
    let extent = state.documents.first.as_ref().map_or(1.0, |document| document.rest_bounds.extent());
    let decimals = length_decimals(extent).saturating_sub(1);
    ui.add_space(4.0);
    head(ui, palette, "Position", "x, y, z in scene units");
    let name_of = |row: &ProbeRow| row_name(state, row);
    for shown in probe.distinct_rows() {
        let color = method_color(shown.shown.skin.skinning.method, palette.theme);
        let response = point_row(ui, palette, &name_of(shown), Some(color), &point(shown.position, decimals));
        response.on_hover_text(format!("Normal: {}", point(shown.normal, 4).join(", ")));
    }
    for shown in probe.distinct_rows() {
        if let Some(center) = shown.center {
            let name = format!("Center of {}", name_of(shown));
            point_row(ui, palette, &name, None, &point(center, decimals));
        }
    }
}

/// The name of a row, with its model if there are two.
fn row_name(state: &State, row: &ProbeRow) -> String {
    match state.names_of_models(row.shown.skin.model) {
        Some([model, _]) => format!("{} \u{b7} {model}", row.name),
        None => row.name.clone(),
    }
}

fn point_row(ui: &mut Ui, palette: &Palette, name: &str, color: Option<Color32>, at: &[String; 3]) -> Response {
    let response = row(ui, &format!("{name} at {}", at.join(", ")));
    let rect = response.rect;
    if let Some(color) = color {
        chip(ui.painter(), pos2(rect.left() + 5.0, rect.center().y), color);
    }
    let width = ((rect.width() - 96.0) / 3.0).min(66.0);
    let values_left = rect.right() - 3.0 * width;
    let room = Rect::from_x_y_ranges(rect.left() + 16.0..=values_left, rect.y_range());
    text_at_left(ui.painter(), room, name, regular(12.0), palette.text2);
    for (axis, text) in at.iter().enumerate() {
        let right = values_left + width * (axis + 1) as f32;
        let room = Rect::from_x_y_ranges(right - width..=right, rect.y_range());
        text_at_right(ui.painter(), room, text, medium(12.0), palette.text1);
    }
    response
}

fn distances(ui: &mut Ui, palette: &Palette, state: &State, probe: &ProbeReading) {
    let rows = probe.distinct_rows();
    if rows.len() < 2 {
        return;
    }
    let extent = state.documents.first.as_ref().map_or(1.0, |document| document.rest_bounds.extent());
    ui.add_space(4.0);
    head(ui, palette, "Distance", "scene units, % of extent");
    for (a, b) in pairs(&rows, probe.of_pane(state.view.selected_pane)) {
        let distance = a.position.distance(b.position);
        let names = format!("{} to {}", row_name(state, a), row_name(state, b));
        let length = number(f64::from(distance), length_decimals(extent));
        let percent = format!("{:.2}%", 100.0 * distance / extent.max(f32::MIN_POSITIVE));
        let Response { rect, .. } = row(ui, &format!("{names}: {length}, {percent} of extent"));
        let (rest, share) = rect.split_left_right_at_x(rect.right() - 58.0);
        let (left, middle) = rest.split_left_right_at_x(rest.right() - 70.0);
        text_at_left(ui.painter(), left, &names, regular(12.0), palette.text2);
        text_at_right(ui.painter(), middle, &length, medium(12.0), palette.text1);
        text_at_right(ui.painter(), share, &percent, regular(12.0), palette.text3);
    }
}

/// The pairs of methods to compare: all pairs while there are few methods.
fn pairs<'a>(rows: &[&'a ProbeRow], selected: Option<&'a ProbeRow>) -> Vec<(&'a ProbeRow, &'a ProbeRow)> {
    if rows.len() <= MOST_PAIRED {
        let behind = |index: usize| rows[index + 1..].iter().map(move |other| (rows[index], *other));
        return (0..rows.len()).flat_map(behind).collect();
    }
    let Some(selected) = selected.or(rows.first().copied()) else { return Vec::new() };
    let others = rows.iter().filter(|other| other.shown.skin != selected.shown.skin);
    others.map(|other| (selected, *other)).collect()
}
