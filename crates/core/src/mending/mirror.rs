//! Copying weights to the other side of the body.

use super::edited::WeightEditError;
use super::mirror_plane::MirrorPlane;
use super::weighted_skin::{NodeWeight, WeightedSkin, add, heaviest};
use crate::math::Bounds;
use crate::model::Model;
use crate::pairs::SurfaceTree;
use glam::{DVec3, Vec3};

/// How far the surface may be from a mirrored position, as a fraction of the model's extent: 1.8 cm of a person. Farther
/// away it would be another part of the body.
const NEAR: f64 = 0.01;

/// Vertices nearer to the middle than this fraction of the extent are on no side.
const IN_THE_MIDDLE: f64 = 1e-4;

/// Corners of a triangle with less of a point than this are left out, so that rounding adds no influence.
const LEAST_PART: f64 = 1e-3;

/// The weights of the joint's side on the other side, and the number of vertices there that follow the joint's partner
/// and keep their weights, because no surface is at their mirrored position or their skin lacks its joints.
///
/// # Errors
/// If the names do not tell the sides.
pub(super) fn mirrored(skin: &WeightedSkin<'_>, joint: u32) -> Result<(Model, usize), WeightEditError> {
    let plane = MirrorPlane::of(skin.model, joint)?;
    let partner = plane.partner(joint).unwrap_or(joint);
    let extent = f64::from(skin.model.rest_bounds().extent());
    let (near, in_the_middle) = (NEAR * extent, IN_THE_MIDDLE * extent);
    let [of_joint, of_partner] = [joint, partner].map(|joint| skin.weights_of_joint(joint));
    let follows = |weights: &[f64], vertex: u32| weights[vertex as usize] != 0.0;
    let position = |vertex: u32| skin.positions[vertex as usize];
    // Only where the joint's skin is, or its partner's.
    let copied = (0..skin.vertex_count()).filter(|&vertex| follows(&of_joint, vertex));
    let reach = Bounds::of(copied.map(|vertex| plane.mirrored(position(vertex)).as_vec3()));
    let may_follow = |vertex: u32| follows(&of_partner, vertex) || is_within(&reach, position(vertex), near);
    let is_other = |vertex: u32| plane.distance(position(vertex)) <= in_the_middle && may_follow(vertex);
    let wanted: Vec<u32> = (0..skin.vertex_count()).filter(|&vertex| is_other(vertex)).collect();
    let tree = tree_around(skin, wanted.iter().map(|&vertex| plane.mirrored(position(vertex))), near);
    let (mut changes, mut not_found) = (Vec::new(), 0);
    for vertex in wanted {
        let is_in_the_middle = plane.distance(position(vertex)).abs() <= in_the_middle;
        let found = if is_in_the_middle {
            // A vertex in the middle gets the mean of both sides.
            exchanged(&plane, skin.weights(vertex)).map(|mut weights| {
                skin.weights(vertex).for_each(|weight| add(&mut weights, weight));
                weights.into_iter().map(|(node, weight)| (node, weight * 0.5)).collect()
            })
        } else {
            let there = weights_at(skin, &tree, vertex, plane.mirrored(position(vertex)), near);
            there.and_then(|weights| exchanged(&plane, weights.into_iter()))
        };
        let weights = found.map(|weights| heaviest(weights, skin.most_influences));
        match weights.filter(|weights| skin.has_joints(vertex, weights)) {
            Some(weights) if follows(&of_partner, vertex) || weights.iter().any(|(node, _)| *node == partner) => {
                changes.push((vertex, weights));
            }
            None if follows(&of_partner, vertex) => not_found += 1,
            _ => {}
        }
    }
    Ok((skin.with_weights(changes), not_found))
}

fn is_within(bounds: &Bounds, position: DVec3, distance: f64) -> bool {
    let [min, max] = [bounds.min, bounds.max].map(Vec3::as_dvec3);
    position.cmpge(min - distance).all() && position.cmple(max + distance).all()
}

/// The triangles near some positions.
fn tree_around(skin: &WeightedSkin<'_>, positions: impl Iterator<Item = DVec3>, distance: f64) -> SurfaceTree {
    let around = Bounds::of(positions.map(DVec3::as_vec3));
    let corners = |triangle: &[u32; 3]| triangle.map(|vertex| skin.positions[vertex as usize].as_vec3());
    let triangles = (0..).zip(&skin.triangles).map(|(index, triangle)| (index, corners(triangle)));
    SurfaceTree::of_triangles(triangles.filter(|(_, corners)| {
        let own = Bounds::of(*corners);
        let [min, max] = [around.min, around.max].map(Vec3::as_dvec3);
        own.min.as_dvec3().cmple(max + distance).all() && own.max.as_dvec3().cmpge(min - distance).all()
    }))
}

/// The weights of the surface nearest to a position: of the vertex's own primitive, if it is near enough, and otherwise
/// of any. Clothes take their weights from clothes, and a glove from the other glove.
fn weights_at(
    skin: &WeightedSkin<'_>,
    tree: &SurfaceTree,
    vertex: u32,
    position: DVec3,
    distance: f64,
) -> Option<Vec<NodeWeight>> {
    let own = skin.primitive_of(vertex);
    let mut nearest = None;
    let mut near = tree.near(position, distance);
    let found = near.find(|near| {
        nearest.get_or_insert(*near);
        skin.primitive_of(skin.triangles[near.triangle as usize][0]) == own
    });
    let found = found.or(nearest)?;
    let corners = skin.triangles[found.triangle as usize];
    let mut weights = Vec::new();
    let parts = parts_of(found.point, corners.map(|corner| skin.positions[corner as usize]));
    for (corner, part) in corners.into_iter().zip(parts).filter(|(_, part)| *part > LEAST_PART) {
        skin.weights(corner).for_each(|(node, weight)| add(&mut weights, (node, weight * part)));
    }
    Some(weights)
}

/// The barycentric coordinates of a point of a triangle. The nearest corner's is one if the triangle has no area.
fn parts_of(point: DVec3, corners: [DVec3; 3]) -> [f64; 3] {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a);
    let square = normal.length_squared();
    if square > 0.0 {
        let part = |from: DVec3, to: DVec3| (from - point).cross(to - point).dot(normal) / square;
        let parts = [part(b, c), part(c, a), part(a, b)];
        if parts.iter().all(|part| part.is_finite()) {
            return parts;
        }
    }
    let distances = corners.map(|corner| corner.distance_squared(point));
    let nearest = (0..3).min_by(|&i, &j| distances[i].total_cmp(&distances[j])).unwrap_or(0);
    std::array::from_fn(|corner| if corner == nearest { 1.0 } else { 0.0 })
}

/// The weights with the joints of the sides exchanged. `None` if the names do not tell the side of one of them.
fn exchanged(plane: &MirrorPlane, weights: impl Iterator<Item = NodeWeight>) -> Option<Vec<NodeWeight>> {
    weights.map(|(node, weight)| Some((plane.partner(node)?, weight))).collect()
}
