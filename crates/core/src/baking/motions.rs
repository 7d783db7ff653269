//! Helper joints with motions of their own, for clips alone.

use super::BakePose;
use super::fit::{Look, PREFERENCE, extent_of, linear_transforms};
use super::simplex::Gram;
use super::vertex_fits::{VertexFit, VertexFits, weights_of};
use crate::math::nearest_rotation;
use crate::model::{Channel, ChannelValues, Clip, Interpolation, Model, ScaleKind, Skeleton};
use crate::rigging::HelperNode;
use crate::skinning::{MissingInput, VertexSelection};
use crate::work::{Progress, change_each, map_each, map_ranges};
use glam::{DAffine3, DMat3, DQuat, DVec3};
use std::sync::Arc;

/// How often motions and weights are fitted in turn. The time of a bake grows with it.
pub(super) const ROUNDS: usize = 8;

/// Largest number of positions to which motions are fitted, over vertices and frames: 50 MB. Of more vertices, every n-th
/// counts. A helper has six numbers in a frame, so a few hundred vertices decide them.
const MOST_POSITIONS: usize = 2_000_000;

/// Squared weight with which each vertex that follows a helper also holds it to its start, and share of the rotation that the
/// start has: it decides the turn of skin on a line or at one point, and keeps vertices with hardly any weight from throwing
/// a helper about between its keys. A tenth of it made one of seven characters worse between keys than linear blending; ten
/// times as much kept the others farther from the look.
const HOLD: f64 = 1e-3;

/// Gives the helper joints motions of their own in every clip, so that linear blending comes nearer to the look than with
/// parts of a joint's turn: smooth skinning decomposition (Le and Deng 2012) of the skin that
/// follows helpers. The joints of the model keep their motions. In turns, each helper's motion is fitted to what the other
/// joints of its vertices leave (weighted absolute orientation), and the weights to the motions.
///
/// `helped` is `model` with the joints `helpers`, and `frames` are frames of its clips. The result has the motions in place
/// of constraints, as keys at [`BakePose::keys_of_clips`] and where needed between, and the weights of `helped`: those
/// are fitted next ([`super::fit_look`]). In poses that are in no clip the helpers stand still below the joint above.
/// Helpers that the model had, and those of joints with a sheared matrix, keep their constraints.
///
/// We depart from the paper: helpers start as they would move under constraints and not from clusters, vertices follow
/// only joints near to them, and a fit that sees no skin holds to the start. `None` if canceled; progress counts each
/// frame in each of [`ROUNDS`], and each of the clips' keys.
///
/// # Errors
/// If the look needs centers of rotation that are missing.
pub(super) fn with_motions(
    model: &Model,
    helped: &Model,
    helpers: &[HelperNode],
    (look, frames): (Look<'_>, &[BakePose]),
    most_influences: usize,
    progress: &Progress,
) -> Result<Option<Model>, MissingInput> {
    let is_free = |helper: &&HelperNode| {
        helper.node as usize >= model.skeleton.len() && helped.skeleton.node(helper.node).residual.is_none()
    };
    let free: Vec<HelperNode> = helpers.iter().filter(is_free).copied().collect();
    let extent = extent_of(model);
    let VertexFits { fits, lists, .. } = VertexFits::of(model, helped, helpers, most_influences, extent);
    let stride = (fits.len() * frames.len()).div_ceil(MOST_POSITIONS).max(1);
    let fits: Vec<VertexFit> = fits.into_iter().step_by(stride).collect();
    let selection = VertexSelection::new(model, fits.iter().map(|fit| fit.twins[0]));
    let target = |pose: &BakePose| {
        let palettes = selection.palettes(&pose.of(model), look.settings);
        selection.positions(&palettes, look.settings, look.centers)
    };
    let targets = map_each(frames.len(), |frame| target(&frames[frame]));
    let targets = targets.into_iter().collect::<Result<Vec<Vec<DVec3>>, MissingInput>>()?;
    let vertex = |fit: &VertexFit| {
        let (primitive, vertex) = fit.twins[0];
        let primitive = &model.primitives[primitive as usize];
        let influences = primitive.influences.of(vertex as usize);
        let joints = lists.joints_of(fit);
        let weights = weights_of(influences, joints);
        let rest = primitive.positions[vertex as usize].as_dvec3();
        Vertex { rest, skin: primitive.skin, joints, preferred: weights.clone(), weights }
    };
    let mut fitted = Decomposition {
        vertices: fits.iter().map(vertex).collect(),
        targets,
        frames: frames.iter().map(|pose| Frame::of(helped, &free, pose)).collect(),
        bound: free.iter().map(|helper| bound_in_skins(helped, helper.node)).collect(),
        most_influences,
        preference: PREFERENCE * extent * extent * frames.len() as f64,
    };
    fitted.fit_weights();
    for _ in 0..ROUNDS {
        if progress.is_canceled() {
            return Ok(None);
        }
        fitted.fit_motions();
        fitted.fit_weights();
        progress.advance(frames.len() as u64);
    }
    let followers = fitted.followers();
    let moved = |key: &BakePose| {
        if progress.is_canceled() {
            return Ok(Placements::new());
        }
        let mut frame = Frame::of(helped, &free, key);
        let target = target(key)?;
        (0..ROUNDS).for_each(|_| fitted.move_helpers(&mut frame, &target, &followers));
        Ok(frame.helpers.iter().map(|motion| (motion.rotation, motion.translation)).collect())
    };
    let keys = BakePose::keys_of_clips(model);
    let keys = map_each(keys.len(), |index| {
        let motions = moved(&keys[index])?;
        progress.advance(1);
        Ok(Key { motions, pose: keys[index].clone() })
    });
    let keys = keys.into_iter().collect::<Result<Vec<Key>, MissingInput>>()?;
    let depth =
        (0..DEEPEST).take_while(|depth| (keys.len() * free.len()) << (depth + 1) <= MOST_PLACEMENTS).count() as u32;
    let between = map_each(keys.len().saturating_sub(1), |index| {
        let mut between = Vec::new();
        let is_over = progress.is_canceled();
        let refined =
            if is_over { Ok(()) } else { refine([&keys[index], &keys[index + 1]], depth, &moved, &mut between) };
        refined.map(|()| between)
    });
    let between = between.into_iter().collect::<Result<Vec<Vec<Key>>, MissingInput>>()?;
    let mut all = Vec::new();
    for (key, between) in keys.into_iter().zip(between.into_iter().chain([Vec::new()])) {
        all.push(key);
        all.extend(between);
    }
    Ok((!progress.is_canceled()).then(|| with_keys(helped, &free, &all)))
}

/// Where all helpers are at a key.
struct Key {
    pose: BakePose,
    motions: Placements,
}

/// The rotation and the translation of each helper, in the frame of the joint above.
type Placements = Vec<(DQuat, DVec3)>;

/// Difference between a helper's rotation and the one that its keys give, up to which no key is added: three degrees. Where
/// the look jumps, as at half a turn, the helper jumps too, and should not turn slowly from key to key instead.
const CLOSE_ENOUGH_RADIANS: f64 = 0.05;

/// Largest number of halvings of the time between keys.
const DEEPEST: u32 = 4;

/// Largest number of helpers in all keys to which halvings may lead: 240 MB.
const MOST_PLACEMENTS: usize = 4_000_000;

/// Adds keys between two keys of a clip where a helper moves otherwise than they do.
fn refine(
    [before, after]: [&Key; 2],
    depth: u32,
    moved: &impl Fn(&BakePose) -> Result<Placements, MissingInput>,
    keys: &mut Vec<Key>,
) -> Result<(), MissingInput> {
    let [Some((clip, from)), Some((other, to))] = [before.pose.clip, after.pose.clip] else { return Ok(()) };
    let seconds = 0.5 * (from + to);
    if depth == 0 || clip != other || seconds <= from || seconds >= to {
        return Ok(());
    }
    let pose = BakePose { clip: Some((clip, seconds)), ..BakePose::default() };
    let middle = Key { motions: moved(&pose)?, pose };
    let is_off = (0..middle.motions.len()).any(|helper| {
        let [before, after, middle] = [before, after, &middle].map(|key| key.motions[helper].0);
        let after = if before.dot(after) < 0.0 { -after } else { after };
        middle.angle_between((before + after).normalize()) > CLOSE_ENOUGH_RADIANS
    });
    if is_off {
        refine([before, &middle], depth - 1, moved, keys)?;
        let last = keys.len();
        keys.push(middle);
        let mut later = Vec::new();
        refine([&keys[last], after], depth - 1, moved, &mut later)?;
        keys.extend(later);
    }
    Ok(())
}

/// A vertex that is fitted.
struct Vertex<'a> {
    rest: DVec3,
    skin: u32,
    /// The joints that it may follow, by their index in the skin.
    joints: &'a [u32],
    /// Its weights in the model, of which the fit takes the nearest where frames decide nothing.
    preferred: Vec<f64>,
    weights: Vec<f64>,
}

/// A frame of a clip.
struct Frame {
    /// `posed_from_bind` of the joints of all skins.
    joints: Vec<Vec<DAffine3>>,
    helpers: Vec<Motion>,
}

/// The transform of a helper in a frame, in the frame of the joint above: `v = rotation * (scale * h) + translation`.
#[derive(Clone, Copy)]
struct Motion {
    scene_from_parent: DAffine3,
    scale: DVec3,
    rotation: DQuat,
    translation: DVec3,
    /// What it holds to.
    start: (DQuat, DVec3),
}

/// A helper's index among a skin's joints, and its inverse bind transform there.
struct Bound {
    skin: u32,
    joint: u32,
    joint_from_bind: DAffine3,
}

struct Decomposition<'a> {
    vertices: Vec<Vertex<'a>>,
    /// Where the look puts the vertices, by frame.
    targets: Vec<Vec<DVec3>>,
    frames: Vec<Frame>,
    /// By helper.
    bound: Vec<Vec<Bound>>,
    most_influences: usize,
    /// What one unit of another weight costs, squared.
    preference: f64,
}

fn bound_in_skins(helped: &Model, node: u32) -> Vec<Bound> {
    let of_skin = |(skin, joints): (u32, &crate::model::Skin)| {
        let joint = joints.joints.iter().position(|joint| joint.node == node)?;
        Some(Bound { skin, joint: joint as u32, joint_from_bind: joints.joints[joint].joint_from_bind })
    };
    (0..).zip(&helped.skins).filter_map(of_skin).collect()
}

impl Frame {
    /// The frame with the helpers where constraints put them.
    fn of(helped: &Model, helpers: &[HelperNode], pose: &BakePose) -> Self {
        let posed = pose.of(helped);
        let scene_from_node = posed.scene_from_node(&helped.skeleton, ScaleKind::Inherited);
        let motion = |helper: &HelperNode| {
            let own = &posed.joints[helper.node as usize];
            let parent = helped.skeleton.node(helper.node).parent;
            let (rotation, translation) = (own.rotation.as_dquat().normalize(), own.translation.as_dvec3());
            Motion {
                scene_from_parent: parent.map_or(DAffine3::IDENTITY, |parent| scene_from_node[parent as usize]),
                scale: own.scale.as_dvec3(),
                rotation,
                translation,
                start: (rotation, translation),
            }
        };
        Self { joints: linear_transforms(helped, pose), helpers: helpers.iter().map(motion).collect() }
    }

    /// Moves a helper's skin with it.
    fn put(&mut self, helper: usize, bound: &[Bound]) {
        let scene_from_helper = self.helpers[helper].scene_from_helper();
        for bound in bound {
            self.joints[bound.skin as usize][bound.joint as usize] = scene_from_helper * bound.joint_from_bind;
        }
    }
}

impl Motion {
    fn scene_from_helper(&self) -> DAffine3 {
        let own = DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation);
        self.scene_from_parent * own
    }
}

impl Decomposition<'_> {
    /// The best weights for the motions.
    fn fit_weights(&mut self) {
        let (frames, targets) = (&self.frames, &self.targets);
        let (vertices, preference, most) = (&self.vertices, self.preference, self.most_influences);
        let fitted = map_ranges(vertices.len(), |range| {
            let mut off: Vec<[f64; 3]> = Vec::new();
            let mut fit = |index: usize| {
                let vertex = &vertices[index];
                let mut gram = Gram::zero(vertex.joints.len());
                for (frame, target) in frames.iter().zip(targets) {
                    let target = target[index];
                    // A look that is not finite, as where a method has no answer, decides nothing.
                    if target.is_finite() {
                        let of_skin = &frame.joints[vertex.skin as usize];
                        let posed = |joint: &u32| of_skin[*joint as usize].transform_point3(vertex.rest);
                        off.clear();
                        off.extend(vertex.joints.iter().map(|joint| (posed(joint) - target).to_array()));
                        gram.add(&off, 1.0);
                    }
                }
                gram.prefer(&vertex.preferred, preference);
                gram.smallest(most)
            };
            range.map(&mut fit).collect::<Vec<_>>()
        });
        for (vertex, weights) in self.vertices.iter_mut().zip(fitted.into_iter().flatten()) {
            // A form of numbers that are too large has no smallest value.
            vertex.weights = weights.unwrap_or_else(|| vertex.preferred.clone());
        }
    }

    /// The best motions of the helpers in all frames, for the weights.
    fn fit_motions(&mut self) {
        let followers = self.followers();
        let mut frames = std::mem::take(&mut self.frames);
        change_each(&mut frames, |index, frame| self.move_helpers(frame, &self.targets[index], &followers));
        self.frames = frames;
    }

    /// The vertices that follow each helper.
    fn followers(&self) -> Vec<Vec<usize>> {
        let of_helper = |bound: &Vec<Bound>| {
            let follows = |vertex: &Vertex<'_>| bound.iter().any(|bound| vertex.weight_of(bound) > 0.0);
            (0..self.vertices.len()).filter(|&index| follows(&self.vertices[index])).collect()
        };
        self.bound.iter().map(of_helper).collect()
    }

    /// Gives each helper in a frame its best motion, one after the other, for the motions of the others.
    fn move_helpers(&self, frame: &mut Frame, target: &[DVec3], followers: &[Vec<usize>]) {
        for (helper, bound) in self.bound.iter().enumerate() {
            let followers = followers[helper].iter().map(|&vertex| (&self.vertices[vertex], target[vertex]));
            frame.fit_motion(helper, bound, followers);
        }
    }
}

impl Vertex<'_> {
    fn weight_of(&self, bound: &Bound) -> f64 {
        let at = (self.skin == bound.skin).then(|| self.joints.iter().position(|joint| *joint == bound.joint));
        at.flatten().map_or(0.0, |at| self.weights[at])
    }
}

impl Frame {
    /// The rotation and translation of a helper that bring the vertices which follow it nearest to where the look has them:
    /// each counts by the square of its weight.
    fn fit_motion<'a>(
        &mut self,
        helper: usize,
        bound: &[Bound],
        followers: impl Iterator<Item = (&'a Vertex<'a>, DVec3)>,
    ) {
        let motion = self.helpers[helper];
        let parent_from_scene = motion.scene_from_parent.inverse();
        // Nothing can be seen of a helper below a joint that is scaled to nothing.
        if !parent_from_scene.is_finite() {
            return;
        }
        let (rotation, translation) = motion.start;
        let mut pairs: Vec<(f64, DVec3, DVec3)> = Vec::new();
        for (vertex, target) in followers.filter(|(_, target)| target.is_finite()) {
            let of_skin = &self.joints[vertex.skin as usize];
            let (mut left, mut weight, mut own) = (target, 0.0, DVec3::ZERO);
            for (joint, of_joint) in vertex.joints.iter().zip(&vertex.weights).filter(|(_, weight)| **weight > 0.0) {
                match bound.iter().find(|bound| (bound.skin, bound.joint) == (vertex.skin, *joint)) {
                    Some(bound) => {
                        weight = *of_joint;
                        own = motion.scale * bound.joint_from_bind.transform_point3(vertex.rest);
                    }
                    None => left -= *of_joint * of_skin[*joint as usize].transform_point3(vertex.rest),
                }
            }
            pairs.push((weight * weight, own, parent_from_scene.transform_point3(left / weight)));
            pairs.push((HOLD, own, rotation * own + translation));
        }
        let mass: f64 = pairs.iter().map(|(mass, ..)| mass).sum();
        let mean =
            |of: fn(&(f64, DVec3, DVec3)) -> DVec3| pairs.iter().map(|pair| pair.0 * of(pair)).sum::<DVec3>() / mass;
        let (center, wanted_center) = (mean(|pair| pair.1), mean(|pair| pair.2));
        if !(mass > 0.0 && wanted_center.is_finite()) {
            return;
        }
        let (mut product, mut spread) = (DMat3::ZERO, f64::MIN_POSITIVE.sqrt());
        for (mass, own, wanted) in pairs {
            let (own, wanted) = (own - center, wanted - wanted_center);
            spread += mass * own.length_squared();
            product += mass * DMat3::from_cols(wanted * own.x, wanted * own.y, wanted * own.z);
        }
        let rotation_found = nearest_rotation(product + HOLD * spread * DMat3::from_quat(rotation));
        let found = Motion { rotation: rotation_found, translation: wanted_center - rotation_found * center, ..motion };
        if found.scene_from_helper().is_finite() {
            self.helpers[helper] = found;
            self.put(helper, bound);
        }
    }
}

/// The rig with the motions as keys, and without the constraints of the helpers.
fn with_keys(helped: &Model, helpers: &[HelperNode], keys: &[Key]) -> Model {
    let is_helper = |node: u32| helpers.iter().any(|helper| helper.node == node);
    let keyed = |(index, clip): (usize, &Clip)| {
        let of_clip = keys.iter().filter_map(|key| match key.pose.clip {
            Some((own, seconds)) if own == index => Some((seconds, &key.motions)),
            _ => None,
        });
        let (times, motions): (Vec<f32>, Vec<&Placements>) = of_clip.unzip();
        let channels = (0..helpers.len()).flat_map(|helper| {
            let motions = motions.iter().map(|motions| motions[helper]);
            let mut rotations: Vec<glam::Quat> =
                motions.clone().map(|(rotation, _)| rotation.normalize().as_quat()).collect();
            for key in 1..rotations.len() {
                if rotations[key].dot(rotations[key - 1]) < 0.0 {
                    rotations[key] = -rotations[key];
                }
            }
            let translations = motions.map(|(_, translation)| translation.as_vec3()).collect();
            let values = [ChannelValues::Rotation(rotations), ChannelValues::Translation(translations)];
            let channel = |values| Channel::new(helpers[helper].node, Interpolation::Linear, times.clone(), values);
            values.map(channel).into_iter().filter_map(Result::ok).collect::<Vec<_>>()
        });
        let is_kept = |channel: &&Channel| {
            !is_helper(channel.node) || matches!(channel.values(), ChannelValues::Scale(_)) || times.is_empty()
        };
        Clip::new(clip.name.clone(), clip.channels.iter().filter(is_kept).cloned().chain(channels).collect())
    };
    let mut with_keys = helped.clone();
    with_keys.clips = Arc::new(helped.clips.iter().enumerate().map(keyed).collect());
    with_keys.skeleton = without_constraints(&helped.skeleton, is_helper);
    with_keys
}

/// The skeleton without the constraints of some nodes.
fn without_constraints(skeleton: &Skeleton, is_free: impl Fn(u32) -> bool) -> Skeleton {
    let mut constraints = skeleton.constraints().to_vec();
    constraints.retain(|constraint| !is_free(constraint.node));
    skeleton.clone().with_constraints(&constraints).0
}
