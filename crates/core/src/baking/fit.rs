use super::BakePose;
use super::simplex::Gram;
use super::vertex_fits::{JointLists, VertexFit, VertexFits, weights_of};
use crate::math::counted;
use crate::model::{Influence, Model, ScaleKind, Skeleton, SkinJoint};
use crate::rigging::{HelperNode, is_twist};
use crate::skinning::{MissingInput, PrimitiveCenters, SkinningSettings, VertexSelection};
use crate::work::{Progress, map_each};
use glam::DAffine3;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// A skinning method as a target: what a rig under linear blending is to look like.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The method and its settings.
    pub settings: SkinningSettings,
    /// The centers of every primitive of the model if the method needs them, otherwise empty.
    pub centers: &'a [PrimitiveCenters],
}

/// What a fit did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FitCounts {
    /// Vertices that got other weights.
    pub refitted: usize,
    /// Vertices that keep theirs, because the joints that blend there are not at rest as they were bound: other weights
    /// would move the skin at rest.
    pub bound_elsewhere: usize,
}

impl FitCounts {
    /// A sentence about the vertices that keep their weights. `None` if there are none.
    pub fn warning(&self) -> Option<String> {
        let vertices = counted(self.bound_elsewhere, "vertex keeps its", "vertices keep their");
        let text = format!("{vertices} weights: the joints that blend there are not at rest as they were bound");
        (self.bound_elsewhere > 0).then_some(text)
    }
}

/// What a pose counts in which a twist joint turns alone. It moves like its bone in all other poses, so something must keep
/// its part of the weights; but no rig turns it as far as these poses do, and the bends count.
const TWIST_ALONE: f64 = 1e-3;

/// Number of vertices that are fitted at a time. With four joints and their helpers the sums of a block take about 60 MB.
const BLOCK: usize = 50_000;

/// Share of the squared extent that one unit of another weight costs, for each pose. Far below what can be seen: it only
/// decides between weights that move the vertex alike.
pub(super) const PREFERENCE: f64 = 1e-12;

/// Difference of two joints' transforms up to which they move alike, as a fraction of the extent: rounding.
const APART: f64 = 1e-9;

/// Fits the weights of a rig with helper joints, so that linear blending looks like another method on the model without
/// them.
///
/// Changed are the vertices at which joints blend, one of which has helpers; with less than the model's number of
/// influences, also those that have too many. For each, weights are sought that are not negative, sum to one, are at most
/// `most_influences`, and make the sum of squared distances from the look over the poses smallest
/// (`Gram::smallest`). A vertex follows only the joints that it followed, and helpers of those.
///
/// `helped` is `model` with the joints `helpers` ([`crate::rigging::with_helper_joints`]). Both are in their default shape: with
/// morph targets, the same weights apply. `None` if canceled.
///
/// # Errors
/// If the look needs centers of rotation that are missing.
pub fn fit_look(
    model: &Model,
    helped: &Model,
    helpers: &[HelperNode],
    look: Look<'_>,
    poses: &[BakePose],
    most_influences: usize,
    progress: &Progress,
) -> Result<Option<(Model, FitCounts)>, MissingInput> {
    let extent = extent_of(model);
    let VertexFits { fits, lists, bound_elsewhere } = VertexFits::of(model, helped, helpers, most_influences, extent);
    let mut counts = FitCounts { bound_elsewhere, ..FitCounts::default() };
    let mut changed: BTreeMap<u32, BTreeMap<u32, Vec<Influence>>> = BTreeMap::new();
    // A pose is done when it is in the sums of all blocks.
    let blocks = fits.len().div_ceil(BLOCK).max(1);
    let mut steps = 0;
    let mut advance = |poses: usize| {
        let before = steps / blocks;
        steps += poses;
        progress.advance((steps / blocks - before) as u64);
        !progress.is_canceled()
    };
    if fits.is_empty() {
        advance(poses.len());
    }
    let bending = bending_nodes(helped, &lists);
    for fits in fits.chunks(BLOCK) {
        let summed = summed(model, helped, look, poses, (fits, &lists, &bending), extent, &mut advance)?;
        let Some(parts) = summed else { return Ok(None) };
        let fitted = map_each(parts.len(), |part| parts[part].fit(model, most_influences, extent, poses.len()));
        for (VertexFit { twins, .. }, weights) in fits.iter().zip(fitted.into_iter().flatten()) {
            counts.refitted += twins.len();
            for &(primitive, vertex) in twins {
                changed.entry(primitive).or_default().insert(vertex, weights.clone());
            }
        }
    }
    let mut baked = helped.clone();
    for (index, of_vertices) in changed {
        let joint_count = baked.skins[baked.primitives[index as usize].skin as usize].joints.len();
        let primitive = Arc::make_mut(&mut baked.primitives[index as usize]);
        let of_vertices: Vec<(u32, Vec<Influence>)> = of_vertices.into_iter().collect();
        // Weights of the simplex and joints of the skin: nothing that could be refused.
        if let Ok(influences) = primitive.influences.replaced(&of_vertices, joint_count) {
            primitive.influences = influences;
        }
    }
    Ok(Some((baked, counts)))
}

/// The extent of a model at rest, above zero.
pub(super) fn extent_of(model: &Model) -> f64 {
    f64::from(model.rest_bounds().extent()).max(f64::MIN_POSITIVE)
}

/// Some of the fits, with their forms.
struct Part<'a> {
    fits: &'a [VertexFit],
    lists: &'a JointLists,
    grams: Vec<Gram>,
}

/// The forms of all fits, summed over the poses. `advance` counts poses and returns whether to go on; `None` if not.
fn summed<'a>(
    model: &Model,
    helped: &Model,
    look: Look<'_>,
    poses: &[BakePose],
    (fits, lists, bending): (&'a [VertexFit], &'a JointLists, &[bool]),
    extent: f64,
    advance: &mut impl FnMut(usize) -> bool,
) -> Result<Option<Vec<Part<'a>>>, MissingInput> {
    // Each part makes the look's palettes anew, so there are few.
    let size = fits.len().div_ceil(std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let part = |fits: &'a [VertexFit]| {
        let grams = fits.iter().map(|fit| Gram::zero(lists.joints_of(fit).len())).collect();
        Mutex::new(Part { fits, lists, grams })
    };
    let parts: Vec<Mutex<Part<'a>>> = fits.chunks(size).map(part).collect();
    for poses in poses.chunk_by(|a, b| a.joint.is_some() && a.joint == b.joint) {
        // Most joints of a rig bend nothing where a few get helpers.
        if poses[0].joint.is_some_and(|joint| !bending[joint as usize]) {
            if !advance(poses.len()) {
                return Ok(None);
            }
            continue;
        }
        let posed: Vec<Vec<Vec<DAffine3>>> = poses.iter().map(|pose| linear_transforms(helped, pose)).collect();
        // A joint moves few vertices against each other. The others cost nothing in its poses.
        let bends = |(skin, joints): &(u32, Vec<u32>)| {
            posed.iter().any(|of_skins| is_apart(&of_skins[*skin as usize], joints, extent))
        };
        let bends: Vec<bool> = lists.lists.iter().map(bends).collect();
        let added = map_each(parts.len(), |index| {
            let mut part = parts[index].lock().unwrap_or_else(PoisonError::into_inner);
            part.add(model, look, (poses, &posed), &bends)
        });
        added.into_iter().collect::<Result<(), MissingInput>>()?;
        if !advance(poses.len()) {
            return Ok(None);
        }
    }
    Ok(Some(parts.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()))
}

/// The nodes whose turn may move the joints of a list against each other, by node.
fn bending_nodes(helped: &Model, lists: &JointLists) -> Vec<bool> {
    let skeleton = &helped.skeleton;
    let mut bending = vec![false; skeleton.len()];
    // What turns the nodes that follow others, once for each of them.
    let mut movers: HashMap<u32, Vec<u32>> = HashMap::new();
    for (skin, joints) in &lists.lists {
        let mut above: BTreeMap<u32, usize> = BTreeMap::new();
        for joint in joints.iter().map(|&joint| helped.skins[*skin as usize].joints[joint as usize].node) {
            for node in std::iter::successors(Some(joint), |&node| skeleton.node(node).parent) {
                *above.entry(node).or_default() += 1;
            }
        }
        for (&node, &count) in &above {
            // A node above all of them moves all of them alike.
            bending[node as usize] |= count < joints.len();
            if skeleton.is_driven(node) {
                let movers = movers.entry(node).or_insert_with(|| moved_by(skeleton, node));
                movers.iter().for_each(|&mover| bending[mover as usize] = true);
            }
        }
    }
    bending
}

/// The nodes that turn a node that follows others, through any number of steps. Empty for other nodes.
fn moved_by(skeleton: &Skeleton, node: u32) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let source = skeleton.constraint(node).map(|constraint| constraint.source);
        let driver = skeleton.twist_driver(node).map(|driver| [driver.joint, driver.child]);
        for source in source.into_iter().chain(driver.into_iter().flatten()) {
            for above in std::iter::successors(Some(source), |&node| skeleton.node(node).parent) {
                if !found.contains(&above) {
                    found.push(above);
                    open.push(above);
                }
            }
        }
    }
    found
}

impl Part<'_> {
    /// Adds poses that turn the same joint.
    fn add(
        &mut self,
        model: &Model,
        look: Look<'_>,
        (poses, posed): (&[BakePose], &[Vec<Vec<DAffine3>>]),
        bends: &[bool],
    ) -> Result<(), MissingInput> {
        let Self { fits, lists, .. } = *self;
        let bent: Vec<usize> = (0..fits.len()).filter(|&index| bends[fits[index].list]).collect();
        if bent.is_empty() {
            return Ok(());
        }
        let selection = VertexSelection::new(model, bent.iter().map(|&index| fits[index].twins[0]));
        let turns_twist = poses.iter().filter_map(|pose| pose.joint).any(|joint| is_twist(&model.skeleton, joint));
        let factor = if turns_twist { TWIST_ALONE } else { 1.0 };
        let mut off: Vec<[f64; 3]> = Vec::new();
        for (pose, of_skins) in poses.iter().zip(posed) {
            let palettes = selection.palettes(&pose.of(model), look.settings);
            let targets = selection.positions(&palettes, look.settings, look.centers)?;
            for (&index, target) in bent.iter().zip(targets) {
                let (primitive, vertex) = fits[index].twins[0];
                let primitive = &model.primitives[primitive as usize];
                let rest = primitive.positions[vertex as usize].as_dvec3();
                let of_skin = &of_skins[primitive.skin as usize];
                let distance = |&joint: &u32| (of_skin[joint as usize].transform_point3(rest) - target).to_array();
                off.clear();
                off.extend(lists.joints_of(&fits[index]).iter().map(distance));
                // A look that is not finite, as where a method has no answer, decides nothing.
                if target.is_finite() {
                    self.grams[index].add(&off, factor);
                }
            }
        }
        Ok(())
    }

    /// The new weights of each fit.
    fn fit(&self, model: &Model, most: usize, extent: f64, pose_count: usize) -> Vec<Vec<Influence>> {
        let fit = |(fit, gram): (&VertexFit, &Gram)| {
            let ((index, vertex), joints) = (fit.twins[0], self.lists.joints_of(fit));
            let influences = model.primitives[index as usize].influences.of(vertex as usize);
            let mut gram = gram.clone();
            gram.prefer(&weights_of(influences, joints), PREFERENCE * extent * extent * pose_count as f64);
            // A form of numbers that are too large has no smallest value. The heaviest are then kept.
            let Some(weights) = gram.smallest(most) else { return influences[..influences.len().min(most)].to_vec() };
            let fitted = joints.iter().zip(weights).filter(|(_, weight)| *weight > 0.0);
            fitted.map(|(&joint, weight)| Influence { joint, weight: weight as f32 }).collect()
        };
        self.fits.iter().zip(&self.grams).map(fit).collect()
    }
}

/// Whether some of the joints move differently.
fn is_apart(of_skin: &[DAffine3], joints: &[u32], extent: f64) -> bool {
    let first = of_skin[joints[0] as usize];
    joints.iter().map(|&joint| of_skin[joint as usize]).any(|other| {
        let matrix = (other.matrix3 - first.matrix3)
            .to_cols_array()
            .into_iter()
            .fold(0.0, |most, entry| f64::max(most, entry.abs()));
        matrix > APART || other.translation.distance(first.translation) > APART * extent
    })
}

/// What linear blending blends: `posed_from_bind` of all joints of all skins.
pub(super) fn linear_transforms(model: &Model, pose: &BakePose) -> Vec<Vec<DAffine3>> {
    let scene_from_node = pose.of(model).scene_from_node(&model.skeleton, ScaleKind::Inherited);
    let of_joint = |joint: &SkinJoint| scene_from_node[joint.node as usize] * joint.joint_from_bind;
    model.skins.iter().map(|skin| skin.joints.iter().map(of_joint).collect()).collect()
}
