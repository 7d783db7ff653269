//! Isotropic remeshing (Botsch & Kobbelt 2004) to a target edge length that varies over the surface: long edges are
//! split, short ones collapsed, edges flipped toward a valence of six, and vertices moved along the surface.
//! [`crate::relax`] does the same for a uniform lattice, without the first two steps.

use super::half_mesh::HalfMesh;
use crate::field::Field;
use glam::DVec3;
use rayon::prelude::*;

/// Desired length of edges at a point; meters.
pub(super) type Sizing = fn(DVec3) -> f64;

/// Rounds after the lattice's surface was thinned.
const ROUNDS: usize = 9;
/// Rounds of flipping and smoothing at the end, when vertices are no longer added or removed.
const LAST_ROUNDS: usize = 10;

pub(super) fn remesh<F: Fn(DVec3) -> f64 + Sync>(field: &Field<F>, mesh: &mut HalfMesh, sizing: Sizing) {
    // Collapsing in steps keeps triangles well shaped on the way down.
    for scale in [0.55, 0.75, 0.9, 1.0] {
        collapse_short(mesh, sizing, scale);
        turn_edges(mesh, false);
        smooth(field, mesh, sizing);
    }
    for _round in 0..ROUNDS {
        split_long(field, mesh, sizing);
        collapse_short(mesh, sizing, 1.0);
        turn_edges(mesh, false);
        smooth(field, mesh, sizing);
    }
    for round in 0..LAST_ROUNDS {
        turn_edges(mesh, round >= LAST_ROUNDS / 2);
        smooth(field, mesh, sizing);
    }
    turn_edges(mesh, true);
    settle(field, mesh);
}

/// Puts every vertex onto the surface: Newton's method gets there quickly.
pub(super) fn settle<F: Fn(DVec3) -> f64 + Sync>(field: &Field<F>, mesh: &mut HalfMesh) {
    const STEPS: usize = 4;
    let HalfMesh { positions, on_seam, .. } = mesh;
    positions.par_iter_mut().zip(on_seam).for_each(|(position, on_seam)| {
        *position = projected(field, *position, *on_seam, STEPS);
    });
}

/// Projects a vertex onto the surface, and along the border if it belongs to it.
pub(super) fn projected<F: Fn(DVec3) -> f64>(field: &Field<F>, point: DVec3, on_seam: bool, steps: usize) -> DVec3 {
    let point = field.project(point, steps);
    if on_seam { point.with_x(0.0) } else { point }
}

fn wanted(mesh: &HalfMesh, a: u32, b: u32, sizing: Sizing) -> f64 {
    sizing((mesh.at(a) + mesh.at(b)) / 2.0)
}

fn split_long<F: Fn(DVec3) -> f64>(field: &Field<F>, mesh: &mut HalfMesh, sizing: Sizing) {
    const TOO_LONG: f64 = 4.0 / 3.0;
    for [a, b] in mesh.edges() {
        if mesh.length(a, b) <= TOO_LONG * wanted(mesh, a, b, sizing) {
            continue;
        }
        let sides = mesh.sides(a, b);
        if sides.is_empty() {
            continue;
        }
        let on_seam = sides.len() == 1;
        let middle = mesh.positions.len() as u32;
        mesh.positions.push(projected(field, (mesh.at(a) + mesh.at(b)) / 2.0, on_seam, 2));
        mesh.on_seam.push(on_seam);
        mesh.pinned.push(false);
        mesh.around.push(Vec::new());
        for side in sides {
            let copy = mesh.triangle(side).map(|corner| if corner == a { middle } else { corner });
            mesh.replace_corner(side, b, middle);
            mesh.add_triangle(copy);
        }
    }
}

fn collapse_short(mesh: &mut HalfMesh, sizing: Sizing, scale: f64) {
    const TOO_SHORT: f64 = 4.0 / 5.0;
    for [a, b] in mesh.edges() {
        if mesh.around[a as usize].is_empty() || mesh.around[b as usize].is_empty() {
            continue;
        }
        if mesh.length(a, b) < TOO_SHORT * scale * wanted(mesh, a, b, sizing) {
            // A vertex on the border stays.
            let (kept, gone) = if mesh.on_seam[b as usize] { (b, a) } else { (a, b) };
            collapse(mesh, kept, gone, sizing, scale);
        }
    }
}

fn collapse(mesh: &mut HalfMesh, kept: u32, gone: u32, sizing: Sizing, scale: f64) {
    let sides = mesh.sides(kept, gone);
    let both_on_seam = mesh.on_seam[kept as usize] && mesh.on_seam[gone as usize];
    if sides.is_empty() || (both_on_seam && sides.len() != 1) {
        return;
    }
    let target = if mesh.on_seam[kept as usize] && !both_on_seam {
        mesh.at(kept)
    } else {
        (mesh.at(kept) + mesh.at(gone)) / 2.0
    };
    let (of_kept, of_gone) = (mesh.neighbors(kept), mesh.neighbors(gone));
    // Link condition: only the corners opposite the edge may neighbor both ends.
    if of_gone.iter().filter(|neighbor| of_kept.contains(neighbor)).count() != sides.len() {
        return;
    }
    // A corner with three triangles would be left with two.
    if sides.iter().any(|&side| mesh.around[mesh.across(side, kept, gone) as usize].len() <= 3) {
        return;
    }
    // No edge may run from border to border through the inside, because it would be joined to its own mirror image.
    let joins_border = |&neighbor: &u32| neighbor != kept && mesh.on_seam[neighbor as usize];
    if mesh.on_seam[kept as usize] && !both_on_seam && of_gone.iter().any(joins_border) {
        return;
    }
    const TOO_LONG: f64 = 1.3;
    let too_long = |neighbor: &u32| {
        let there = mesh.at(*neighbor);
        target.distance(there) > TOO_LONG * scale * sizing((target + there) / 2.0)
    };
    if of_kept.iter().chain(&of_gone).any(too_long) || folds(mesh, kept, gone, target) {
        return;
    }
    for side in sides {
        mesh.remove(side);
    }
    for triangle in mesh.around[gone as usize].clone() {
        mesh.replace_corner(triangle, gone, kept);
    }
    mesh.positions[kept as usize] = target;
}

/// Whether a triangle would be turned by more than about 40 degrees, or become a sliver, with both vertices at
/// `target`.
fn folds(mesh: &HalfMesh, kept: u32, gone: u32, target: DVec3) -> bool {
    let staying = mesh.around[kept as usize].iter().chain(&mesh.around[gone as usize]).filter(|&&triangle| {
        let corners = mesh.triangle(triangle);
        !(corners.contains(&kept) && corners.contains(&gone))
    });
    staying.into_iter().any(|&triangle| {
        let corners = mesh.triangle(triangle);
        let before = mesh.area_vector(corners);
        let [a, b, c] = corners.map(|corner| if corner == kept || corner == gone { target } else { mesh.at(corner) });
        let after = (b - a).cross(c - a);
        let longest = a.distance_squared(b).max(b.distance_squared(c)).max(c.distance_squared(a));
        const SLIVER: f64 = 0.2;
        after.dot(before) < 0.75 * after.length() * before.length() || after.length() < SLIVER * longest
    })
}

/// Flips edges toward even valence, or toward the Delaunay condition.
pub(super) fn turn_edges(mesh: &mut HalfMesh, for_angles: bool) {
    for [a, b] in mesh.edges() {
        let [left, right] = mesh.sides(a, b)[..] else {
            continue;
        };
        let (c, d) = (mesh.across(left, a, b), mesh.across(right, a, b));
        let both_on_seam = mesh.on_seam[c as usize] && mesh.on_seam[d as usize];
        let is_kept = mesh.pinned[a as usize] && mesh.pinned[b as usize];
        if is_kept || both_on_seam || c == d || !mesh.sides(c, d).is_empty() {
            continue;
        }
        let improves = if for_angles { is_not_delaunay(mesh, [a, b, c, d]) } else { evens_valence(mesh, [a, b, c, d]) };
        if !improves || mesh.around[a as usize].len() <= 3 || mesh.around[b as usize].len() <= 3 {
            continue;
        }
        // Both new triangles must face in the direction of the old ones.
        let before = mesh.area_vector(mesh.triangle(left)) + mesh.area_vector(mesh.triangle(right));
        let new_left = mesh.triangle(left).map(|corner| if corner == b { d } else { corner });
        let new_right = mesh.triangle(right).map(|corner| if corner == a { c } else { corner });
        let stays_unfolded = [new_left, new_right].iter().all(|&triangle| {
            let area = mesh.area_vector(triangle);
            area.dot(before) > 0.5 * area.length() * before.length()
        });
        if stays_unfolded {
            mesh.replace_corner(left, b, d);
            mesh.replace_corner(right, a, c);
        }
    }
}

fn evens_valence(mesh: &HalfMesh, [a, b, c, d]: [u32; 4]) -> bool {
    let off = |vertex: u32, change: i64| {
        // On the border half of the triangles are missing.
        let ideal = if mesh.on_seam[vertex as usize] { 3 } else { 6 };
        (mesh.around[vertex as usize].len() as i64 + change - ideal).pow(2)
    };
    off(a, -1) + off(b, -1) + off(c, 1) + off(d, 1) < off(a, 0) + off(b, 0) + off(c, 0) + off(d, 0)
}

fn is_not_delaunay(mesh: &HalfMesh, corners: [u32; 4]) -> bool {
    let [a, b, c, d] = corners.map(|vertex| mesh.at(vertex));
    let cosine = |tip: DVec3| (a - tip).normalize_or_zero().dot((b - tip).normalize_or_zero());
    cosine(c) + cosine(d) < -1e-9
}

/// Moves each vertex along the surface toward the middle of its triangles, which weigh more if they are large for their
/// place.
pub(super) fn smooth<F: Fn(DVec3) -> f64 + Sync>(field: &Field<F>, mesh: &mut HalfMesh, sizing: Sizing) {
    let moved: Vec<DVec3> = (0..mesh.positions.len() as u32)
        .into_par_iter()
        .map(|vertex| {
            let position = mesh.at(vertex);
            let around = &mesh.around[vertex as usize];
            if around.is_empty() || mesh.pinned[vertex as usize] {
                return position;
            }
            if mesh.on_seam[vertex as usize] {
                return smoothed_on_seam(field, mesh, vertex);
            }
            let (mut sum, mut weight) = (DVec3::ZERO, 0.0);
            for &triangle in around {
                let corners = mesh.triangle(triangle);
                let middle = corners.iter().map(|&corner| mesh.at(corner)).sum::<DVec3>() / 3.0;
                let size = sizing(middle);
                let share = mesh.area_vector(corners).length() / (size * size);
                sum += middle * share;
                weight += share;
            }
            let toward = sum / f64::max(weight, f64::MIN_POSITIVE) - position;
            let normal = field.normal(position);
            projected(field, position + toward - normal * normal.dot(toward), false, 1)
        })
        .collect();
    mesh.positions = moved;
}

/// Half the way to the middle of its neighbors on the border.
fn smoothed_on_seam<F: Fn(DVec3) -> f64>(field: &Field<F>, mesh: &HalfMesh, vertex: u32) -> DVec3 {
    let position = mesh.at(vertex);
    let on_border = |&other: &u32| mesh.on_seam[other as usize] && mesh.sides(vertex, other).len() == 1;
    let neighbors: Vec<u32> = mesh.neighbors(vertex).into_iter().filter(on_border).collect();
    let [before, after] = neighbors[..] else {
        return position;
    };
    let (before, after) = (mesh.at(before), mesh.at(after));
    let along = (after - before).normalize_or_zero();
    let toward = along * along.dot((before + after) / 2.0 - position) * 0.5;
    projected(field, position + toward, true, 2)
}
