use super::super::StressSkin;
use crate::math::turn_angle;
use crate::measure::{DeformedSkin, PosedBones, RestSkin, SMALLEST_INFLUENCE, VertexId};
use crate::model::{Model, Pose};
use crate::skinning::VertexSelection;
use glam::{DAffine3, DQuat, DVec3};
use std::collections::{BTreeMap, HashMap};

/// Vertices that move from one frame to the next, seen from their heaviest joint, by more than any joint that they follow
/// moves them: the method takes another way round. One for the skin around a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flip {
    /// The nodes of the two joints between which the skin flips: the heaviest joint of the vertex that moves farthest, and
    /// the one that is turned farthest from it. By index.
    pub nodes: [u32; 2],
    /// Angle between the two, the shorter way, in the frame in which they are farther apart.
    pub degrees_apart: f64,
    /// Index of the frame after which it happens.
    pub frame: usize,
    /// When it happens, to a 256th of the gap between the frames; the time of the first frame if it was not searched for.
    pub seconds: f32,
    /// Whether the skin jumps at one instant. Otherwise it whips around within the frame, as it does where joints come close
    /// to half a turn and go back. `None` if it was not searched for.
    pub is_instant: Option<bool>,
    /// Number of vertices.
    pub vertices: usize,
    /// How far the vertex that moves farthest moves, seen from its heaviest joint, as a fraction of the extent.
    pub distance: f64,
    /// That vertex.
    pub vertex_id: VertexId,
}

/// How far a vertex may move for each unit that its joints move it. Linear blending never moves it by more than one; a
/// rotation blend does, by little, where it turns about another center.
const OVER_JOINTS: f64 = 1.5;

/// What a vertex may move on top of that, as a share of the extent. Less is not seen.
const LEAST_DISTANCE: f64 = 0.005;

/// Joints nearer to each other than this do not flip. At half a turn two joints do; where three blend, some sooner.
const LEAST_APART_DEGREES: f64 = 100.0;

/// Number of times that the gap between two frames is halved to find when a flip happens.
const HALVINGS: u32 = 8;

/// The share of a flip that must be left between the last two of these times for a jump.
const LEFT_OF_JUMP: f64 = 0.5;

/// The skin and the joints of a frame.
pub(super) struct FlipFrame<'a> {
    pub skin: &'a DeformedSkin,
    pub bones: &'a PosedBones,
}

/// The flips between a frame and the next, without when they happen.
pub(super) fn flips(
    rest: &RestSkin,
    (frame, seconds): (usize, f32),
    before: &FlipFrame<'_>,
    after: &FlipFrame<'_>,
) -> Vec<Flip> {
    let surface = &rest.surface;
    let least = LEAST_DISTANCE * surface.extent;
    let mut rigid = [before.bones, after.bones].map(|bones| RigidParts { rest, bones, known: HashMap::new() });
    let mut found: BTreeMap<[u32; 2], Flip> = BTreeMap::new();
    for vertex in 0..surface.vertex_count() as u32 {
        let index = vertex as usize;
        let heaviest = surface.influences_of(vertex)[0].joint;
        // What the heaviest joint does, and all above it, is no flip.
        let seen = rigid.each_mut().map(|rigid| rigid.seen_from(heaviest));
        let way = |from: DVec3, to: DVec3| seen[0].transform_point3(from).distance(seen[1].transform_point3(to));
        let moved = way(before.skin.positions[index], after.skin.positions[index]);
        if moved <= least || !moved.is_finite() {
            continue;
        }
        let at_rest = surface.positions[index];
        let counted = || surface.influences_of(vertex).iter().filter(|other| other.weight.abs() > SMALLEST_INFLUENCE);
        let by_joint = |joint: u32| {
            let [from, to] = [before, after].map(|frame| frame.bones.posed_from_bind[joint as usize]);
            way(from.transform_point3(at_rest), to.transform_point3(at_rest))
        };
        let explained = counted().map(|influence| by_joint(influence.joint)).fold(0.0, f64::max);
        if moved <= OVER_JOINTS * explained + least {
            continue;
        }
        // Methods that drop the stretch of joints move it by their rigid parts.
        let mut by_rigid_part = |joint: u32| {
            let [from, to] = rigid.each_mut().map(|rigid| rigid.of(joint).1.transform_point3(at_rest));
            way(from, to)
        };
        let explained = counted().map(|influence| by_rigid_part(influence.joint)).fold(explained, f64::max);
        if moved <= OVER_JOINTS * explained + least {
            continue;
        }
        let mut apart = |joint: u32| {
            rigid.each_mut().map(|rigid| rigid.degrees_between(heaviest, joint)).into_iter().fold(0.0, f64::max)
        };
        let others = counted().filter(|influence| influence.joint != heaviest);
        let farthest = others.map(|other| (other.joint, apart(other.joint))).max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((other, degrees_apart)) = farthest.filter(|(_, degrees)| *degrees >= LEAST_APART_DEGREES) else {
            continue;
        };
        let mut nodes = [heaviest, other].map(|joint| rest.bones.joints[joint as usize].node);
        nodes.sort_unstable();
        let distance = moved / surface.extent;
        let vertex_id = surface.id_of(vertex);
        let own = Flip { nodes, degrees_apart, frame, seconds, is_instant: None, vertices: 1, distance, vertex_id };
        found.entry(nodes).and_modify(|flip| *flip = flip.with(own)).or_insert(own);
    }
    merged(found.into_values().collect())
}

/// Joins the flips of joints that follow each other: where three joints meet, one flip is seen between several pairs.
fn merged(mut flips: Vec<Flip>) -> Vec<Flip> {
    let meets = |a: &Flip, b: &Flip| a.nodes.iter().any(|node| b.nodes.contains(node));
    let pair = |flips: &[Flip]| {
        let mut pairs = (0..flips.len()).flat_map(|a| (a + 1..flips.len()).map(move |b| (a, b)));
        pairs.find(|&(a, b)| meets(&flips[a], &flips[b]))
    };
    while let Some((a, b)) = pair(&flips) {
        let other = flips.remove(b);
        flips[a] = flips[a].with(other);
    }
    flips
}

/// The rigid parts of joints in a frame.
struct RigidParts<'a> {
    rest: &'a RestSkin,
    bones: &'a PosedBones,
    /// The rotation, the rigid part, and its inverse.
    known: HashMap<u32, (DQuat, DAffine3, DAffine3)>,
}

impl RigidParts<'_> {
    /// The rotation of a joint, and the motion that turns by it and takes the joint's origin to where it is.
    fn of(&mut self, joint: u32) -> (DQuat, DAffine3) {
        let (turn, rigid, _) = self.known(joint);
        (turn, rigid)
    }

    /// The joint's view of the scene: the inverse of its rigid part.
    fn seen_from(&mut self, joint: u32) -> DAffine3 {
        self.known(joint).2
    }

    fn known(&mut self, joint: u32) -> (DQuat, DAffine3, DAffine3) {
        *self.known.entry(joint).or_insert_with(|| {
            let bone = self.rest.bones.of_joint(joint).start;
            let (origin, posed) = (self.rest.bones.bones[bone].rest.from, self.bones.segments[bone].from);
            let turn = self.bones.turn(joint);
            let rigid = DAffine3::from_rotation_translation(turn, posed - turn * origin);
            (turn, rigid, rigid.inverse())
        })
    }

    fn degrees_between(&mut self, one: u32, other: u32) -> f64 {
        turn_angle(self.of(one).0.conjugate() * self.of(other).0).to_degrees()
    }
}

impl Flip {
    /// Both together, told by the vertex that moves farther.
    fn with(self, other: Self) -> Self {
        let farther = if other.distance > self.distance { other } else { self };
        Self { vertices: self.vertices + other.vertices, ..farther }
    }

    /// Finds when it happens by halving the time between its frames: the half in which the vertex moves farther has the
    /// flip. `pose` gives the pose at a time.
    pub(super) fn located(
        self,
        (model, rest): (&Model, &RestSkin),
        skin: &StressSkin<'_>,
        [from, to]: [f32; 2],
        pose: impl Fn(f32) -> Pose,
    ) -> Self {
        let VertexId { primitive, vertex } = self.vertex_id;
        let Some(heaviest) =
            rest.surface.index_of(self.vertex_id).map(|index| rest.surface.influences_of(index)[0].joint)
        else {
            return self;
        };
        let selection = VertexSelection::new(model, [(primitive, vertex)]);
        let position = |seconds: f32| {
            let pose = pose(seconds);
            let palettes = selection.palettes(&pose, skin.settings);
            let positions = selection.positions(&palettes, skin.settings, skin.centers);
            let position = positions.ok().and_then(|positions| positions.first().copied()).unwrap_or(DVec3::NAN);
            let bones = &rest.bones.posed(model, &pose, skin.settings.scale_kind);
            RigidParts { rest, bones, known: HashMap::new() }.seen_from(heaviest).transform_point3(position)
        };
        let mut ends = [from, to].map(|seconds| (seconds, position(seconds)));
        let distance = |ends: &[(f32, DVec3); 2]| ends[0].1.distance(ends[1].1);
        let whole = distance(&ends);
        for _ in 0..HALVINGS {
            let seconds = 0.5 * (ends[0].0 + ends[1].0);
            let middle = (seconds, position(seconds));
            let halves = [[ends[0], middle], [middle, ends[1]]];
            ends = if distance(&halves[1]) > distance(&halves[0]) { halves[1] } else { halves[0] };
        }
        let is_instant = Some(distance(&ends) > LEFT_OF_JUMP * whole);
        Self { seconds: 0.5 * (ends[0].0 + ends[1].0), is_instant, ..self }
    }
}
