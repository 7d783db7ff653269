use super::{BakePose, Look};
use crate::measure::{CollectedDistances, SkinDistance};
use crate::model::{Influence, Model, Pose, SkinKind};
use crate::skinning::{MissingInput, SkinningMethod, SkinningSettings, VertexSelection};
use crate::work::{Progress, map_each};
use std::collections::BTreeMap;

/// A rig before and after a look was baked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judged {
    /// Distance of the rig as it was.
    pub before: SkinDistance,
    /// Distance of the baked rig.
    pub after: SkinDistance,
}

/// Distances of a baked rig, by what turned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BakeReport {
    /// For each joint that turned alone, the distances of the vertices that blend across it.
    pub of_joints: BTreeMap<u32, Judged>,
    /// The distances of all vertices at which joints blend, in the other poses.
    pub together: Judged,
}

/// Number of poses that one core judges at a time.
const AT_ONCE: usize = 16;

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
    let of_group = |index: usize| -> Result<[CollectedDistances; 2], MissingInput> {
        let poses = groups[index];
        let vertices = blended_vertices(model, poses[0].joint);
        let [own, of_baked] = [model, baked].map(|model| VertexSelection::new(model, vertices.iter().copied()));
        let mut collected = [(); 2].map(|()| CollectedDistances::of(vertices.len() * poses.len()));
        for pose in poses.iter().take_while(|_| !progress.is_canceled()) {
            let posed = pose.of(model);
            let skinned = |selection: &VertexSelection<'_>, posed: &Pose, Look { settings, centers }: Look<'_>| {
                selection.vertices(&selection.palettes(posed, settings), settings, centers)
            };
            let target = skinned(&own, &posed, look)?;
            collected[0].add(&skinned(&own, &posed, linear)?, &target, extent);
            collected[1].add(&skinned(&of_baked, &pose.of(baked), linear)?, &target, extent);
            progress.advance(1);
        }
        Ok(collected)
    };
    let mut of_joints: BTreeMap<Option<u32>, [CollectedDistances; 2]> = BTreeMap::new();
    for (poses, collected) in groups.iter().zip(map_each(groups.len(), of_group)) {
        let known = of_joints.entry(poses[0].joint).or_default();
        known.iter_mut().zip(collected?).for_each(|(known, more)| known.append(more));
    }
    if progress.is_canceled() {
        return Ok(None);
    }
    let judged = |[before, after]: [CollectedDistances; 2]| Judged { before: before.summary(), after: after.summary() };
    let together = of_joints.remove(&None).map(judged).unwrap_or_default();
    let of_joints = of_joints.into_iter().filter_map(|(joint, collected)| Some((joint?, judged(collected)))).collect();
    Ok(Some(BakeReport { of_joints, together }))
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
