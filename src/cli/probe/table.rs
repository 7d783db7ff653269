//! The output of `probe` as text.

use super::report::data_of;
use super::{Address, Probe, Probed};
use crate::cli::joint_data::{DualQuatData, Rows};
use crate::math::grouped;
use crate::model::SkinKind;
use crate::skinning::{Antipodality, JointMotion, ProbedInfluence};
use std::fmt::{Display, LowerExp, Write};

/// Width of names.
const NAME: usize = 28;
/// Width of a number in single precision, which has at most 15 characters, such as -1.17549435e-38.
const NUMBER: usize = 17;
/// Width of a number in double precision, which has at most 24 characters.
const LONG_NUMBER: usize = 26;

pub(super) fn text(probed: &Probed<'_>) -> String {
    let Address { primitive, vertex, in_skin } = probed.address;
    let source = &probed.model.primitives[primitive];
    let mesh = if source.mesh_name.is_empty() { String::new() } else { format!(" ({})", source.mesh_name) };
    let in_primitive = format!("vertex {} of primitive {primitive}{mesh}", grouped(vertex));
    let mut text = match in_skin {
        Some(in_skin) => format!("{}: vertex {}, {in_primitive}\n", probed.model.name, grouped(in_skin)),
        None => format!("{}: {in_primitive}, rigid\n", probed.model.name),
    };
    text += &row("rest position", source.positions[vertex].to_array());
    text += &row("rest normal", source.normals[vertex].to_array());
    if let Some(angle) = probed.joints.angle_radians {
        text += &row("heaviest two apart (deg)", [angle.to_degrees() as f32]);
    }
    let blends = probed.model.skins[source.skin as usize].kind == SkinKind::Skinned;
    text += &weights(probed, blends);
    for influence in &probed.joints.influences {
        text += &joint(probed, influence);
    }
    text + &methods(probed)
}

/// Weights, and the sign of each joint's quaternion in the blend.
fn weights(probed: &Probed<'_>, blends: bool) -> String {
    let modes = if blends { &Antipodality::ALL[..] } else { &[] };
    let heads: String = modes.iter().map(|mode| format!("{:>13}", mode.id())).collect();
    let mut text = format!("\n{:NAME$}{:>NUMBER$}{heads}\n", "Joints, heaviest first", "weight");
    for influence in &probed.joints.influences {
        let name = probed.model.skeleton.address(influence.node);
        let sign = |mode: &Antipodality| if influence.signs(*mode).blend < 0.0 { "-q" } else { "+q" };
        let signs: String = modes.iter().map(|mode| format!("{:>13}", sign(mode))).collect();
        let _ = writeln!(text, "  {name:<width$}{:>NUMBER$}{signs}", number(influence.weight), width = NAME - 2);
    }
    text
}

/// A joint's transforms as the shaders get them, and in double precision.
fn joint(probed: &Probed<'_>, influence: &ProbedInfluence) -> String {
    let name = probed.model.skeleton.address(influence.node);
    let mut text = format!("\n{name}: node {}, joint {} of the skin\n", influence.node, influence.joint);
    let data = data_of(influence, probed.antipodality);
    let matrix = |name: &str, rows: Option<Rows>| {
        let rows = rows.into_iter().flatten().enumerate();
        rows.map(|(index, values)| row(if index == 0 { name } else { "" }, values)).collect::<String>()
    };
    let dual_quaternion = |name: &str, motion: Option<DualQuatData>| {
        motion.map_or(String::new(), |motion| row(name, motion.real) + &row("  dual part", motion.dual))
    };
    text += &matrix("C, rows", data.matrix);
    text += &dual_quaternion("rigid part: x y z w", data.motion);
    text += &matrix("C', first phase, rows", data.first_phase);
    text += &dual_quaternion("C'', second phase: x y z w", data.second_phase);
    let JointMotion { turn, axes_turn, stretch, bind_origin, stretched_origin, posed_origin } = influence.motion;
    text += &long_row("f64: rotation U, x y z w", turn.to_array());
    text += &long_row("f64: rotation R of axes", axes_turn.to_array());
    for index in 0..3 {
        text += &long_row(if index == 0 { "f64: stretch P, rows" } else { "" }, stretch.row(index).to_array());
    }
    text += &long_row("f64: bind origin o", bind_origin.to_array());
    text += &long_row("f64: stretched origin o'", stretched_origin.to_array());
    text + &long_row("f64: posed origin f", posed_origin.to_array())
}

fn methods(probed: &Probed<'_>) -> String {
    let mut text = String::from("\nMethods\n");
    for Probe { method, distance_to_lbs } in &probed.methods {
        let settings = method.settings;
        let mode = settings.antipodality().id();
        let mode = if settings.method.blends_quaternions() { format!(", {mode}") } else { String::new() };
        let _ = writeln!(text, "  {}{mode}", settings.method.id());
        text += &row("  position", method.skinned.position.to_array());
        text += &row("  normal", method.skinned.normal.to_array());
        text += &row("  distance to lbs", [*distance_to_lbs]);
        if let Some(center) = method.center {
            text += &row("  center at rest", center.at_rest.to_array());
            text += &row("  center in the pose", center.posed.to_array());
        }
        if let Some(steps) = method.steps {
            let _ = writeln!(text, "  {:<width$}{steps:>NUMBER$}", "  steps", width = NAME - 2);
        }
    }
    text
}

fn row<const N: usize>(name: &str, values: [f32; N]) -> String {
    columns(name, values, NUMBER)
}

fn long_row<const N: usize>(name: &str, values: [f64; N]) -> String {
    columns(name, values, LONG_NUMBER)
}

fn columns<const N: usize, T: Display + LowerExp + Into<f64> + Copy>(
    name: &str,
    values: [T; N],
    width: usize,
) -> String {
    let values: String = values.iter().map(|&value| format!("{:>width$}", number(value))).collect();
    format!("  {name:<name_width$}{values}\n", name_width = NAME - 2)
}

/// A number with as many digits as distinguish it from its neighbors.
fn number<T: Display + LowerExp + Into<f64> + Copy>(value: T) -> String {
    let size = value.into().abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) { format!("{value:e}") } else { value.to_string() }
}
