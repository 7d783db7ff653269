use super::clay::{Clay, Figure};
use super::half_mesh::HalfMesh;
use super::material::cut_edges;
use super::remesh::{remesh, settle};
use super::{arm, hand, head, leg, torso};
use crate::assemble::Surface;
use crate::field::Field;
use crate::surface_nets::{Lattice, surface_nets};
use glam::{DVec3, USizeVec3};

/// The figure with all its parts.
pub(super) fn figure() -> Figure {
    let mut clay = Clay::default();
    torso::model(&mut clay);
    head::model(&mut clay);
    arm::model(&mut clay);
    leg::model(&mut clay);
    hand::model(&mut clay);
    clay.fire()
}

/// Pieces of one axis of the lattice: their ends, in meters, and the width of their cells.
type Pieces = [(f64, f64)];

/// Pieces of the axis across, finer at the hands (their fingers are a fifth of a head apart) and the face.
const ACROSS: [(f64, f64); 2] = [(0.715, 0.0042), (0.94, 0.0023)];
const UPWARD: [(f64, f64); 4] = [(-0.012, 0.004), (1.398, 0.0042), (1.466, 0.0024), (1.825, 0.0036)];
const FORWARD: [(f64, f64); 3] = [(-0.076, 0.0042), (0.088, 0.0024), (0.20, 0.0042)];
/// Start of the axes.
const START: DVec3 = DVec3::new(-0.0021, -0.020, -0.20);

/// Node positions of an axis.
fn axis(start: f64, pieces: &Pieces) -> Vec<f64> {
    let mut nodes = vec![start];
    let mut last = start;
    for &(end, cell) in pieces {
        while last < end {
            last += cell;
            nodes.push(last);
        }
    }
    nodes
}

/// Position in the lattice, linear between whole numbers of nodes.
fn node_position(nodes: &[f64], at: f64) -> f64 {
    let below = (at.max(0.0) as usize).min(nodes.len() - 2);
    nodes[below] + (nodes[below + 1] - nodes[below]) * (at - below as f64)
}

/// Left half of the skin. Its border lies in the plane x = 0.
pub(super) fn half(figure: &Figure) -> HalfMesh {
    let axes = [axis(START.x, &ACROSS), axis(START.y, &UPWARD), axis(START.z, &FORWARD)];
    let meters = |at: DVec3| {
        DVec3::new(node_position(&axes[0], at.x), node_position(&axes[1], at.y), node_position(&axes[2], at.z))
    };
    let cells = USizeVec3::from_array([0, 1, 2].map(|index: usize| axes[index].len() - 1));
    let lattice = Lattice { origin: DVec3::ZERO, cell: 1.0, cells };
    let Surface { positions, triangles } = surface_nets(&Field(|at| figure.distance(meters(at))), &lattice);
    let positions = positions.into_iter().map(meters).collect();
    let mut mesh = HalfMesh::new(Surface { positions, triangles });
    let field = Field(|point| figure.distance(point));
    remesh(&field, &mut mesh, edge_length);
    cut_edges(&field, &mut mesh);
    settle(&field, &mut mesh);
    mesh
}

/// Length of edges in meters: short for fingers, face and toes, long for the trunk.
pub(super) fn edge_length(point: DVec3) -> f64 {
    let blend = |from: f64, to: f64, value: f64| crate::assemble::smooth_step(from, to, value);
    let body = 0.0112 - 0.0018 * blend(0.14, 0.26, point.x.abs()) - 0.0010 * blend(0.85, 0.70, point.y);
    let hand = blend(0.60, 0.76, point.x.abs());
    let head = blend(1.50, 1.60, point.y) * (0.6 + 0.4 * blend(-0.02, 0.06, point.z));
    let foot = blend(0.20, 0.04, point.y) * (0.5 + 0.5 * blend(0.02, 0.12, point.z));
    let mut length = body;
    let features = blend(0.055, 0.085, point.z) * blend(1.590, 1.605, point.y) * blend(1.72, 1.70, point.y);
    let toes = blend(0.102, 0.115, point.z) * blend(0.05, 0.04, point.y);
    let ears = blend(0.066, 0.076, point.x.abs()) * blend(1.61, 1.64, point.y);
    let fingers = blend(0.765, 0.79, point.x.abs());
    let eye = DVec3::new(0.0315, 1.6895, 0.080);
    let eyes = blend(0.024, 0.017, eye.distance(DVec3::new(point.x.abs(), point.y, point.z)));
    for (share, fine) in [
        (hand, 0.0044),
        (fingers, 0.0036),
        (head, 0.0050),
        (features, 0.0034),
        (eyes, 0.0019),
        (ears, 0.0036),
        (foot, 0.0058),
        (toes, 0.0030),
    ] {
        length += (fine - length) * share;
    }
    length
}
