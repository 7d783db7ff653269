use super::half_mesh::HalfMesh;
use super::remesh::{projected, smooth, turn_edges};
use super::surface::edge_length;
use crate::field::Field;
use glam::DVec3;

/// Distance in meters from the second material: negative on the shorts, from below the waist to above the knees.
pub(super) fn outside_shorts(point: DVec3) -> f64 {
    // The band is lower in front than behind.
    let above_band = point.y - (1.022 - 0.14 * point.z);
    let below_hem = 0.752 + 0.10 * point.z - point.y;
    above_band.max(below_hem)
}

/// Moves vertices near the edge of the shorts onto it, so that it runs along edges of triangles.
pub(super) fn cut_edges<F: Fn(DVec3) -> f64 + Sync>(field: &Field<F>, mesh: &mut HalfMesh) {
    let side: Vec<f64> = mesh.positions.iter().map(|&position| outside_shorts(position)).collect();
    let off = |vertex: u32| side[vertex as usize].abs();
    let crosses = |edge: &[u32; 2]| (side[edge[0] as usize] < 0.0) != (side[edge[1] as usize] < 0.0);
    // The nearer end of each crossing edge moves, nearest first; an edge with an end there no longer crosses.
    let mut crossing: Vec<[u32; 2]> = mesh.edges().into_iter().filter(crosses).collect();
    crossing.iter_mut().for_each(|ends| ends.sort_by(|a, b| off(*a).total_cmp(&off(*b))));
    crossing.sort_by(|a, b| off(a[0]).total_cmp(&off(b[0])));
    for [near, far] in crossing {
        if !mesh.pinned[near as usize] && !mesh.pinned[far as usize] {
            let moved = if flattens(mesh, near) { far } else { near };
            mesh.pinned[moved as usize] = true;
        }
    }
    for vertex in 0..mesh.positions.len() {
        if mesh.pinned[vertex] {
            mesh.positions[vertex] = on_edge(field, mesh.positions[vertex], mesh.on_seam[vertex]);
        }
    }
    const ROUNDS: usize = 6;
    for round in 0..ROUNDS {
        smooth(field, mesh, edge_length);
        turn_edges(mesh, round >= ROUNDS / 2);
    }
}

/// Whether a triangle at the vertex already has its other two corners on the edge: it would lose its area.
fn flattens(mesh: &HalfMesh, vertex: u32) -> bool {
    mesh.around[vertex as usize].iter().any(|&triangle| {
        let others = mesh.triangle(triangle).into_iter().filter(|&corner| corner != vertex);
        others.filter(|&corner| mesh.pinned[corner as usize]).count() == 2
    })
}

/// Nearest point of the surface where the material changes.
fn on_edge<F: Fn(DVec3) -> f64>(field: &Field<F>, start: DVec3, on_seam: bool) -> DVec3 {
    const STEPS: usize = 6;
    (0..STEPS).fold(start, |point, _step| {
        let normal = field.normal(point);
        // Bands run across, so the way to them is upward along the surface.
        let mut up = DVec3::Y - normal * normal.y;
        if on_seam {
            up.x = 0.0;
        }
        let ahead = (outside_shorts(point + up * 1e-4) - outside_shorts(point)) / 1e-4;
        projected(field, point - up * (outside_shorts(point) / ahead), on_seam, 1)
    })
}
