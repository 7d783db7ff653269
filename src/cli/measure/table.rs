use super::{Measured, Selected, Subject};
use crate::math::{counted, grouped};
use crate::measure::{Figure, Reading, Scope, TurnedJoint, WorstVertex, turned_degrees};
use crate::model::{Model, one_line};
use std::fmt::Write;

/// Methods per table. Further methods go into another table below it.
const METHODS_A_TABLE: usize = 5;
const LABEL_WIDTH: usize = 44;

/// A table with figures in rows and methods in columns.
pub(super) fn text(subject: &Subject<'_>, measured: &[Measured]) -> String {
    let surface = &subject.rest.surface;
    let vertices = counted(surface.vertex_count(), "vertex", "vertices");
    let mut text = format!("{}: {vertices}, extent {:.4} units\n", one_line(&subject.model.name), surface.extent);
    text += &joint_line(subject, measured);
    for methods in measured.chunks(METHODS_A_TABLE) {
        text.push('\n');
        table(&mut text, methods);
    }
    text.push('\n');
    worst_lines(&mut text, subject, measured);
    text
}

fn joint_line(subject: &Subject<'_>, measured: &[Measured]) -> String {
    let Some(Selected { node, named }) = subject.selected else {
        return "no joint is measured, because the pose rotates none that has a blend zone; choose one with --joint\n"
            .to_owned();
    };
    let label = one_line(&subject.model.skeleton.label(node));
    let degrees = turned_degrees(&subject.model.skeleton, subject.pose, node);
    let why = if named { "" } else { ", more than any other" };
    let zone = measured.first().and_then(|measured| measured.figures.joint.as_ref());
    let zone = match zone {
        Some(zone) if zone.zone_vertices > 0 => format!(
            "its zone has {} and {}",
            counted(zone.zone_vertices, "vertex", "vertices"),
            counted(zone.zone_triangles, "triangle", "triangles")
        ),
        _ => "it blends with no other joint, so its zone is empty".to_owned(),
    };
    format!("joint {label}: rotated by {degrees:.1} degrees{why}; {zone}\n{}", turns_line(subject, measured, node))
}

/// Lists the joints whose turns the figures around the joint measure, unless it is the only turned one.
fn turns_line(subject: &Subject<'_>, measured: &[Measured], node: u32) -> String {
    let turned = measured.iter().find_map(|measured| measured.figures.joint.as_ref()).map(|zone| &zone.turned);
    let Some(turned) = turned.filter(|turned| turned.iter().any(|joint| joint.node != node)) else {
        return String::new();
    };
    let name = |joint: &TurnedJoint| {
        format!("{} by {:.1} degrees", one_line(&subject.model.skeleton.label(joint.node)), joint.degrees)
    };
    let names: Vec<String> = turned.iter().map(name).collect();
    format!("turned in its zone, so what the figures around it measure: {}\n", names.join(", "))
}

fn table(text: &mut String, methods: &[Measured]) {
    let names: Vec<&str> = methods.iter().map(|measured| measured.settings.method.column()).collect();
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0).max(8) + 2;
    let mut row = |label: &str, values: Vec<String>| {
        let mut line = format!("{label:<LABEL_WIDTH$}");
        for value in values {
            let _ = write!(line, "{value:>width$}");
        }
        *text += line.trim_end();
        text.push('\n');
    };
    row("", names.into_iter().map(str::to_owned).collect());
    let mut rows = |title: &str, readings: Vec<Reading>| {
        row(title, vec![]);
        for reading in readings {
            let values = methods.iter().map(|method| text_of(reading, reading.value(&method.measurements())));
            row(&format!("  {}", reading.name_with_unit()), values.collect());
        }
    };
    if methods.iter().any(|measured| measured.figures.joint.is_some()) {
        rows("Around the joint", Figure::readings_of([Scope::Joint]).collect());
    }
    rows("The whole skin", Figure::readings_of([Scope::Skin, Scope::Methods]).collect());
}

fn text_of(reading: Reading, value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(count) if reading.figure.unit().is_count() => grouped(count as usize),
        Some(value) => decimal(value),
    }
}

/// Writes why there is no volume, and the vertices that stand out.
fn worst_lines(text: &mut String, subject: &Subject<'_>, measured: &[Measured]) {
    if let Some(Err(why)) = measured.first().map(|measured| measured.figures.volume) {
        let _ = writeln!(text, "No volume of the whole skin: {why}.");
    }
    let zone = measured.first().and_then(|measured| measured.figures.joint.as_ref());
    if let Some(Err(why)) = zone.filter(|zone| zone.zone_vertices > 0).map(|zone| zone.zone_volume) {
        let _ = writeln!(text, "No volume of the zone: {why}.");
    }
    for Measured { settings, figures, .. } in measured {
        let name = settings.method.column();
        let nearer = figures.worst_collapse.as_ref().map(|worst| (worst, "closer to its bone"));
        // Without a joint there is no zone that could bulge.
        let farther = match figures.joint {
            Some(_) => figures.worst_bulge.as_ref().map(|worst| (worst, "farther out where the skin bulges")),
            None => figures.worst_distance.as_ref().map(|worst| (worst, "farther from its bone")),
        };
        for (worst, what) in nearer.into_iter().chain(farther) {
            let amount = decimal(worst.amount);
            let (vertex_name, why) = (vertex_name(subject.model, worst), why(subject.model, worst));
            let line = one_line(&format!("{name}: {vertex_name} is {amount} units {what}{why}"));
            let _ = writeln!(text, "{line}");
        }
    }
}

fn vertex_name(model: &Model, worst: &WorstVertex) -> String {
    let mesh = &model.primitives[worst.vertex_id.primitive as usize].mesh_name;
    let of = if mesh.is_empty() { format!("primitive {}", worst.vertex_id.primitive) } else { mesh.clone() };
    format!("vertex {} of {of}", worst.vertex_id.vertex)
}

fn why(model: &Model, worst: &WorstVertex) -> String {
    let joint = |&(node, weight): &(u32, f64)| format!("{} {weight:.3}", model.skeleton.label(node));
    let joints = worst.influences.iter().take(4).map(joint).collect::<Vec<_>>().join(", ");
    let apart = worst.angle_degrees.map(|degrees| format!(", rotated {degrees:.1} degrees apart"));
    format!(": {joints}{}", apart.unwrap_or_default())
}

fn decimal(value: f64) -> String {
    // Avoids a minus sign in front of zero.
    format!("{:.4}", if value.abs() < 5e-5 { 0.0 } else { value })
}
