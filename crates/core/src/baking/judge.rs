use super::fit::extent_of;
use super::{BakePose, Look, bending_joints};
use crate::measure::{CollectedDistances, SkinDistance};
use crate::model::{Influence, Model, Pose, SkinKind};
use crate::skinning::{MissingInput, SkinnedVertex, SkinningMethod, SkinningSettings, VertexSelection};
use crate::work::{Progress, map_each};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A rig before and after a look was baked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judged {
    /// Distance of the rig as it was.
    pub before: SkinDistance,
    /// Distance of the baked rig.
    pub after: SkinDistance,
    /// Where the rig as it was is farthest from the look.
    pub farthest: Option<Farthest>,
}

/// A vertex in a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Farthest {
    /// Index of the pose among those that are judged.
    pub pose: usize,
    /// Primitive and vertex.
    pub vertex: (u32, u32),
}

/// Distances of a baked rig, by what turned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BakeReport {
    /// For each joint that turned alone, the distances of the vertices that blend across it. If none did, as in frames of
    /// clips, these vertices of every joint that bends skin, in all poses.
    pub of_joints: BTreeMap<u32, Judged>,
    /// The distances of all vertices at which joints blend, in the other poses.
    pub together: Judged,
    /// The same with morph targets at 1, one after the other. `None` for models without.
    pub morphed: Option<Judged>,
}

/// Distances before and after, by the joint that turned or whose vertices they are, and for all together.
type Collected = BTreeMap<Option<u32>, Distances>;

/// Distances of a rig before and after.
#[derive(Default)]
struct Distances {
    before: CollectedDistances,
    after: CollectedDistances,
    farthest: Option<Farthest>,
}

impl Distances {
    /// Distances of about so many vertices and poses.
    fn of(count: usize) -> Self {
        let [before, after] = [(); 2].map(|()| CollectedDistances::of(count));
        Self { before, after, farthest: None }
    }

    fn append(&mut self, more: Self) {
        if more.before.largest() > self.before.largest() {
            self.farthest = more.farthest;
        }
        self.before.append(more.before);
        self.after.append(more.after);
    }

    fn judged(self) -> Judged {
        Judged { before: self.before.summary(), after: self.after.summary(), farthest: self.farthest }
    }
}

/// Largest number of morph targets that are judged, evenly spread. Each costs a copy of the vertices.
const MOST_MORPHS: usize = 16;

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
    let judge = Judge { extent: extent_of(model), look, progress };
    let all: Vec<(usize, &BakePose)> = poses.iter().enumerate().collect();
    let apart = match poses.iter().all(|pose| pose.joint.is_none()) {
        true => joints_apart(model),
        false => Vec::new(),
    };
    let mut of_joints = judge.distances([model, baked], &all, &apart)?;
    if progress.is_canceled() {
        return Ok(None);
    }
    let together = of_joints.remove(&None).map(Distances::judged).unwrap_or_default();
    let of_joints = of_joints.into_iter().filter_map(|(joint, found)| Some((joint?, found.judged()))).collect();
    Ok(Some(BakeReport { of_joints, together, morphed: None }))
}

/// Judges a baked rig with morph targets at 1, one after the other, in the poses in which several joints turn. `None` if
/// there is no such target or pose. Not counted in the progress.
///
/// # Errors
/// If the look needs centers of rotation that are missing.
pub fn judge_morphed(
    model: &Model,
    baked: &Model,
    look: Look<'_>,
    poses: &[BakePose],
    progress: &Progress,
) -> Result<Option<Judged>, MissingInput> {
    let judge = Judge { extent: extent_of(model), look, progress: &progress.uncounted_part() };
    Ok(judge.morphed([model, baked], poses)?.map(Distances::judged))
}

struct Judge<'a> {
    extent: f64,
    look: Look<'a>,
    progress: &'a Progress,
}

impl Judge<'_> {
    /// Distances in poses, which have their index. Poses of one joint follow one another.
    /// `apart` lists vertices by joint, by their index among all that blend; they are collected apart, too.
    fn distances(
        &self,
        [model, baked]: [&Model; 2],
        poses: &[(usize, &BakePose)],
        apart: &[(u32, Vec<usize>)],
    ) -> Result<Collected, MissingInput> {
        let Self { extent, look, progress } = *self;
        let settings = SkinningSettings { method: SkinningMethod::Lbs, ..SkinningSettings::default() };
        let linear = Look { settings, centers: &[] };
        let groups: Vec<&[(usize, &BakePose)]> =
            poses.chunk_by(|(_, a), (_, b)| a.joint == b.joint).flat_map(|poses| poses.chunks(AT_ONCE)).collect();
        let of_group = |index: usize| -> Result<Collected, MissingInput> {
            let joint = groups[index][0].1.joint;
            let vertices = blended_vertices(model, joint);
            let [own, of_baked] = [model, baked].map(|model| VertexSelection::new(model, vertices.iter().copied()));
            let mut collected = Collected::default();
            for &(pose_index, pose) in groups[index].iter().take_while(|_| !progress.is_canceled()) {
                let posed = pose.of(model);
                let skinned = |selection: &VertexSelection<'_>, posed: &Pose, Look { settings, centers }: Look<'_>| {
                    selection.vertices(&selection.palettes(posed, settings), settings, centers)
                };
                let target = skinned(&own, &posed, look)?;
                let skins = [skinned(&own, &posed, linear)?, skinned(&of_baked, &pose.of(baked), linear)?];
                let mut add =
                    |joint: Option<u32>, skins: [&[SkinnedVertex]; 2], target: &[SkinnedVertex], of: &[usize]| {
                        // Many joints share the memory of a few.
                        let share = if of.is_empty() { 1 } else { apart.len().div_ceil(16) };
                        let count = target.len() * groups.len() * AT_ONCE * share;
                        let known = collected.entry(joint).or_insert_with(|| Distances::of(count));
                        if let Some(found) = known.before.add(skins[0], target, extent) {
                            let vertex = vertices[of.get(found).copied().unwrap_or(found)];
                            known.farthest = Some(Farthest { pose: pose_index, vertex });
                        }
                        known.after.add(skins[1], target, extent);
                    };
                add(joint, [&skins[0], &skins[1]], &target, &[]);
                for (joint, across) in apart {
                    let of_joint = |skin: &[SkinnedVertex]| across.iter().map(|&at| skin[at]).collect::<Vec<_>>();
                    let [before, after, target] = [&skins[0], &skins[1], &target].map(|skin| of_joint(skin));
                    add(Some(*joint), [&before, &after], &target, across);
                }
                progress.advance(1);
            }
            Ok(collected)
        };
        let mut of_joints = Collected::default();
        for collected in map_each(groups.len(), of_group) {
            for (joint, collected) in collected? {
                of_joints.entry(joint).or_default().append(collected);
            }
        }
        Ok(of_joints)
    }

    /// Distances of both models with a morph target at 1, in the poses in which several joints turn, each in its part of
    /// them.
    fn morphed(&self, models: [&Model; 2], poses: &[BakePose]) -> Result<Option<Distances>, MissingInput> {
        let targets = models[0].skeleton.morph_targets().count();
        let together: Vec<(usize, &BakePose)> =
            poses.iter().enumerate().filter(|(_, pose)| pose.joint.is_none()).collect();
        if targets == 0 || together.is_empty() {
            return Ok(None);
        }
        let tried = targets.min(MOST_MORPHS).min(together.len());
        let shared = models.map(|model| Arc::new(model.clone()));
        let mut found = Distances::default();
        for index in 0..tried {
            let mut weights = models[0].skeleton.rest_morph_weights();
            weights[index * targets / tried] = 1.0;
            let [own, baked] = shared.each_ref().map(|model| model.in_shape(&weights));
            let part: Vec<(usize, &BakePose)> = together.iter().skip(index).step_by(tried).copied().collect();
            let mut of_shape = self.distances([&own, &baked], &part, &[])?;
            found.append(of_shape.remove(&None).unwrap_or_default());
        }
        Ok(Some(found))
    }
}

/// For each joint that bends skin, the vertices that blend across it, by their index among all that blend.
fn joints_apart(model: &Model) -> Vec<(u32, Vec<usize>)> {
    let index_of: HashMap<(u32, u32), usize> =
        blended_vertices(model, None).into_iter().enumerate().map(|(index, vertex)| (vertex, index)).collect();
    let across = |joint: u32| {
        let vertices = blended_vertices(model, Some(joint));
        (joint, vertices.iter().filter_map(|vertex| index_of.get(vertex).copied()).collect())
    };
    bending_joints(model).into_iter().map(across).collect()
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
