use super::{BakePose, Look};
use crate::measure::Percentiles;
use crate::model::{Influence, Model, Pose, SkinKind};
use crate::skinning::{MissingInput, SkinnedVertex, SkinningMethod, SkinningSettings, VertexSelection};
use crate::work::{Progress, map_each};
use glam::Vec3;
use std::collections::BTreeMap;

/// How far skin under linear blending is from a look, over vertices and poses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LookDistance {
    /// Largest distance, as a fraction of the extent.
    pub largest: f64,
    /// 99th percentile of the distances, as a fraction of the extent.
    pub percentile_99: f64,
    /// Root mean square of the distances, as a fraction of the extent.
    pub root_mean_square: f64,
    /// Mean of the distances, as a fraction of the extent.
    pub mean: f64,
    /// 99th percentile of the angles between normals, in degrees.
    pub normal_degrees: f64,
}

/// A rig before and after a look was baked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judged {
    /// Distance of the rig as it was.
    pub before: LookDistance,
    /// Distance of the baked rig.
    pub after: LookDistance,
}

/// Distances of a baked rig, by what turned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BakeReport {
    /// For each joint that turned alone, the distances of the vertices that blend across it.
    pub of_joints: BTreeMap<u32, Judged>,
    /// The distances of all vertices at which joints blend, in the other poses.
    pub together: Judged,
}

/// Distances that are collected before they are summarized.
#[derive(Default)]
struct Collected {
    largest: f64,
    sum: f64,
    squares: f64,
    count: usize,
    /// Distances and angles in degrees of which percentiles are taken.
    sampled: Vec<[f32; 2]>,
}

/// Number of poses that one core judges at a time.
const AT_ONCE: usize = 16;

/// Largest number of values of which percentiles are taken, per joint. Of more, every n-th counts: a hundred thousand
/// give the 99th percentile to a hundredth of itself.
const SAMPLED: usize = 1 << 18;

/// Judges a baked rig by the look that it imitates, under linear blending of both rigs, in poses to which it was not
/// fitted. `None` if canceled.
///
/// # Errors
/// If the look needs centers of rotation that are missing.
pub fn judge_look(
    model: &Model,
    baked: &Model,
    look: Look<'_>,
    poses: &[BakePose],
    progress: &Progress,
) -> Result<Option<BakeReport>, MissingInput> {
    let extent = f64::from(model.rest_bounds().extent()).max(f64::MIN_POSITIVE);
    let settings = SkinningSettings { method: SkinningMethod::Lbs, ..SkinningSettings::default() };
    let linear = Look { settings, centers: &[] };
    let groups: Vec<&[BakePose]> =
        poses.chunk_by(|a, b| a.joint == b.joint).flat_map(|poses| poses.chunks(AT_ONCE)).collect();
    let of_group = |index: usize| -> Result<[Collected; 2], MissingInput> {
        let poses = groups[index];
        let vertices = blended_vertices(model, poses[0].joint);
        let [own, of_baked] = [model, baked].map(|model| VertexSelection::new(model, vertices.iter().copied()));
        let stride = (vertices.len() * poses.len()).div_ceil(SAMPLED).max(1);
        let mut collected = [Collected::default(), Collected::default()];
        for pose in poses.iter().take_while(|_| !progress.is_canceled()) {
            let posed = pose.of(model);
            let skinned = |selection: &VertexSelection<'_>, posed: &Pose, Look { settings, centers }: Look<'_>| {
                selection.vertices(&selection.palettes(posed, settings), settings, centers)
            };
            let target = skinned(&own, &posed, look)?;
            collected[0].add(&skinned(&own, &posed, linear)?, &target, extent, stride);
            collected[1].add(&skinned(&of_baked, &pose.of(baked), linear)?, &target, extent, stride);
            progress.advance(1);
        }
        Ok(collected)
    };
    let mut of_joints: BTreeMap<Option<u32>, [Collected; 2]> = BTreeMap::new();
    for (poses, collected) in groups.iter().zip(map_each(groups.len(), of_group)) {
        let known = of_joints.entry(poses[0].joint).or_default();
        known.iter_mut().zip(collected?).for_each(|(known, more)| known.append(more));
    }
    if progress.is_canceled() {
        return Ok(None);
    }
    let judged = |[before, after]: [Collected; 2]| Judged { before: before.summary(), after: after.summary() };
    let together = of_joints.remove(&None).map(judged).unwrap_or_default();
    let of_joints = of_joints.into_iter().filter_map(|(joint, collected)| Some((joint?, judged(collected)))).collect();
    Ok(Some(BakeReport { of_joints, together }))
}

impl Collected {
    fn add(&mut self, skin: &[SkinnedVertex], look: &[SkinnedVertex], extent: f64, stride: usize) {
        for (own, other) in skin.iter().zip(look) {
            let distance = own.position.as_dvec3().distance(other.position.as_dvec3()) / extent;
            // A look may have no answer for a vertex.
            if !distance.is_finite() {
                continue;
            }
            if self.count.is_multiple_of(stride) {
                let [own, other] = [own.normal, other.normal].map(Vec3::as_dvec3);
                let angle = own.cross(other).length().atan2(own.dot(other)).to_degrees();
                self.sampled.push([distance as f32, angle as f32]);
            }
            self.largest = self.largest.max(distance);
            self.sum += distance;
            self.squares += distance * distance;
            self.count += 1;
        }
    }

    fn append(&mut self, more: Self) {
        self.largest = self.largest.max(more.largest);
        self.sum += more.sum;
        self.squares += more.squares;
        self.count += more.count;
        self.sampled.extend(more.sampled);
    }

    fn summary(self) -> LookDistance {
        let count = self.count.max(1) as f64;
        let percentile = |index: usize| {
            let values = self.sampled.iter().map(|sample| f64::from(sample[index]));
            Percentiles::of(values).map_or(0.0, |found| found.p99)
        };
        LookDistance {
            largest: self.largest,
            percentile_99: percentile(0),
            root_mean_square: (self.squares / count).sqrt(),
            mean: self.sum / count,
            normal_degrees: percentile(1),
        }
    }
}

/// The skinned vertices, by primitive and vertex, at which joints blend: across one joint, or at all.
fn blended_vertices(model: &Model, node: Option<u32>) -> Vec<(u32, u32)> {
    let skeleton = &model.skeleton;
    let is_below =
        |other: u32, node: u32| other == node || skeleton.nearest_ancestor(other, |above| above == node).is_some();
    let mut found = Vec::new();
    for (index, primitive) in (0u32..).zip(&model.primitives) {
        let skin = &model.skins[primitive.skin as usize];
        if skin.kind == SkinKind::Rigid {
            continue;
        }
        let moves: Vec<bool> =
            skin.joints.iter().map(|joint| node.is_some_and(|node| is_below(joint.node, node))).collect();
        let blends = |influences: &[Influence]| match node {
            Some(_) => {
                let mut moved = influences.iter().map(|influence| moves[influence.joint as usize]);
                let first = moved.next();
                moved.any(|other| Some(other) != first)
            }
            None => influences.len() > 1,
        };
        let vertices = (0u32..).zip(primitive.influences.iter()).filter(|(_, influences)| blends(influences));
        found.extend(vertices.map(|(vertex, _)| (index, vertex)));
    }
    found
}
