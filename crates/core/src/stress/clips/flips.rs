use super::super::StressSkin;
use crate::measure::{DeformedSkin, PosedBones, RestSkin, SMALLEST_INFLUENCE, VertexId};
use crate::model::{Model, Pose};
use crate::skinning::VertexSelection;
use glam::{DQuat, DVec3};
use std::collections::{BTreeMap, HashMap};

/// Vertices that move from one frame to the next by more than any joint that they follow moves them: the method takes
/// another way round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flip {
    /// The nodes of the two joints between which the skin flips: the heaviest joint of the vertices, and the one that is
    /// turned farthest from it. By index.
    pub nodes: [u32; 2],
    /// Angle between the two, the shorter way, in the frame in which they are farther apart.
    pub degrees_apart: f64,
    /// Index of the frame after which it happens.
    pub frame: usize,
    /// When it happens, to a 256th of the gap between the frames; the time of the first frame if it was not searched for.
    pub seconds: f32,
    /// Whether the skin jumps at one instant. Otherwise it whips round within the frame, as it does where joints come close
    /// to half a turn and go back.
    pub is_instant: bool,
    /// Number of vertices.
    pub vertices: usize,
    /// How far the vertex that moves farthest moves, as a fraction of the extent.
    pub distance: f64,
    /// That vertex.
    pub vertex_id: VertexId,
}

/// How far a vertex may move for each unit that its joints move it. Linear blending never moves it by more than one; a
/// rotation blend does, by little, where it turns about another center.
const OVER_JOINTS: f64 = 1.5;

/// Moves by less than this share of the extent are not seen.
const LEAST_DISTANCE: f64 = 0.005;

/// Number of times that the gap between two frames is halved to find when a flip happens.
const HALVINGS: u32 = 8;

/// The share of a flip that must be left between the last two of these times for a jump.
const LEFT_OF_JUMP: f64 = 0.5;

/// The skin and the joints of a frame.
pub(super) struct FlipFrame<'a> {
    pub skin: &'a DeformedSkin,
    pub bones: &'a PosedBones,
    /// Where morph targets put the vertices, before they are skinned.
    pub rest: &'a [DVec3],
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
    let mut turns = [before.bones, after.bones].map(|bones| Turns { bones, known: HashMap::new() });
    let mut found: BTreeMap<[u32; 2], Flip> = BTreeMap::new();
    for vertex in 0..surface.vertex_count() as u32 {
        let index = vertex as usize;
        let moved = after.skin.positions[index].distance(before.skin.positions[index]);
        // False for positions that are no number, too.
        if !(moved > least) || !moved.is_finite() {
            continue;
        }
        let counted = || surface.influences_of(vertex).iter().filter(|other| other.weight.abs() > SMALLEST_INFLUENCE);
        let by_joint = |joint: u32| {
            let at =
                |frame: &FlipFrame<'_>| frame.bones.posed_from_bind[joint as usize].transform_point3(frame.rest[index]);
            at(after).distance(at(before))
        };
        let explained = counted().map(|influence| by_joint(influence.joint)).fold(0.0, f64::max);
        if moved <= OVER_JOINTS * explained + least {
            continue;
        }
        let heaviest = surface.influences_of(vertex)[0].joint;
        let apart = |joint: u32, turns: &mut [Turns<'_>; 2]| {
            turns.iter_mut().map(|turns| turns.degrees_between(heaviest, joint)).fold(0.0, f64::max)
        };
        let others = counted().filter(|influence| influence.joint != heaviest);
        let farthest =
            others.map(|other| (other.joint, apart(other.joint, &mut turns))).max_by(|a, b| a.1.total_cmp(&b.1));
        let (other, degrees_apart) = farthest.unwrap_or((heaviest, 0.0));
        let mut nodes = [heaviest, other].map(|joint| rest.bones.joints[joint as usize].node);
        nodes.sort_unstable();
        let distance = moved / surface.extent;
        let vertex_id = surface.id_of(vertex);
        let own = Flip { nodes, degrees_apart, frame, seconds, is_instant: false, vertices: 1, distance, vertex_id };
        found
            .entry(nodes)
            .and_modify(|flip| {
                let farther = if distance > flip.distance { own } else { *flip };
                *flip = Flip { vertices: flip.vertices + 1, ..farther };
            })
            .or_insert(own);
    }
    found.into_values().collect()
}

/// The rotations of joints, of which few are asked for.
struct Turns<'a> {
    bones: &'a PosedBones,
    known: HashMap<u32, DQuat>,
}

impl Turns<'_> {
    fn degrees_between(&mut self, one: u32, other: u32) -> f64 {
        let [one, other] = [one, other].map(|joint| *self.known.entry(joint).or_insert_with(|| self.bones.turn(joint)));
        let between = one.conjugate() * other;
        2.0 * between.xyz().length().atan2(between.w.abs()).to_degrees()
    }
}

impl Flip {
    /// Finds when it happens by halving the time between its frames: the half in which the vertex moves farther has the
    /// flip. `pose` gives the pose at a time.
    pub(super) fn located(
        self,
        model: &Model,
        skin: &StressSkin<'_>,
        [from, to]: [f32; 2],
        pose: impl Fn(f32) -> Pose,
    ) -> Self {
        let VertexId { primitive, vertex } = self.vertex_id;
        let selection = VertexSelection::new(model, [(primitive, vertex)]);
        let position = |seconds: f32| {
            let palettes = selection.palettes(&pose(seconds), skin.settings);
            let positions = selection.positions(&palettes, skin.settings, skin.centers);
            positions.ok().and_then(|positions| positions.first().copied()).unwrap_or(DVec3::NAN)
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
        let is_instant = distance(&ends) > LEFT_OF_JUMP * whole;
        Self { seconds: 0.5 * (ends[0].0 + ends[1].0), is_instant, ..self }
    }
}
