use super::super::bones::PosedBones;
use super::super::figures::RestSkin;
use super::super::surface::{DeformedSkin, VertexId};
use super::joint::StressJoint;
use super::{JointStress, StressEntry, StressMeasure, StressRanges, StressReport};
use crate::model::{JointOverride, Model, Pose, PoseOverrides, RotationOverride, ScaleKind};
use crate::work::Progress;
use crate::work::parallel::prelude::*;
use glam::{DVec3, Vec3};

/// Prepares the vertices that a joint's figures read for skinning in all of its poses.
pub type StressDeform<'a> = dyn Fn(&[VertexId]) -> Box<PosedPositions<'a>> + Sync + 'a;

/// Computes the positions of prepared vertices in a pose: one list per method.
pub type PosedPositions<'a> = dyn Fn(&Pose) -> Vec<Vec<DVec3>> + 'a;

/// The pose in which a node is measured while its joint turns: node, axis and degrees.
pub type StressPose<'a> = dyn Fn(u32, usize, f32) -> Pose + Sync + 'a;

/// All inputs of a stress test except the methods themselves.
#[derive(Clone, Copy)]
pub struct StressTest<'a> {
    /// The model.
    pub model: &'a Model,
    /// Its rest state.
    pub rest: &'a RestSkin,
    /// The angles to try.
    pub ranges: &'a StressRanges,
    /// The poses; [`stress_pose`] for a model alone.
    pub pose: &'a StressPose<'a>,
    /// The meanings of TRS scale, one per method; their number is the number of methods.
    pub scale_kinds: &'a [ScaleKind],
}

/// The rest pose with one joint rotated about one of its axes, and the overrides that reproduce it by hand.
pub fn stress_pose(model: &Model, node: u32, axis: usize, degrees: f32) -> (PoseOverrides, Pose) {
    let mut angles = Vec3::ZERO;
    angles[axis.min(2)] = degrees;
    let rotation = Some(RotationOverride::AnglesDegrees(angles));
    let mut overrides = PoseOverrides::default();
    overrides.set(node, JointOverride { rotation, ..JointOverride::default() });
    let mut pose = Pose::rest(&model.skeleton);
    overrides.apply(&model.skeleton, &mut pose);
    (overrides, pose)
}

impl StressTest<'_> {
    /// Rotates every joint that bends skin through its ranges, with joints in parallel on all cores. `None` if
    /// canceled.
    ///
    /// The cost of a pose is proportional to the number of vertices in the joint's zone times the number of methods,
    /// plus the time that `deform` needs for a palette.
    pub fn run(self, deform: &StressDeform<'_>, progress: &Progress) -> Option<StressReport> {
        let skeleton = &self.model.skeleton;
        // A driven joint never rotates on its own.
        let turns = |node: &u32| self.rest.is_joint(*node) && !skeleton.is_driven(*node);
        let nodes: Vec<u32> = (0..skeleton.len() as u32).filter(turns).collect();
        progress.add_total(nodes.iter().map(|&node| self.ranges.poses_of(node).len() as u64).sum());
        let joints: Option<Vec<Outcome>> =
            nodes.into_par_iter().map(|node| self.of_joint(node, deform, progress)).collect();
        let mut report = StressReport::default();
        for outcome in joints? {
            match outcome {
                Outcome::Turned(joint, poses) => {
                    report.joints.push(joint);
                    report.poses += poses;
                }
                Outcome::NotMoved(node) => report.not_moved.push(node),
                Outcome::BendsNothing => {}
            }
        }
        Some(report)
    }

    /// Like [`Self::run`] for one joint, which costs a fraction: nothing is prepared for the others. `None` if canceled, or
    /// if the joint bends no skin, follows others, or has no range.
    pub fn run_joint(self, node: u32, deform: &StressDeform<'_>, progress: &Progress) -> Option<JointStress> {
        let turns = self.rest.is_joint(node) && !self.model.skeleton.is_driven(node);
        match self.of_joint(node, deform, progress).filter(|_| turns)? {
            Outcome::Turned(joint, _) => Some(joint),
            Outcome::NotMoved(_) | Outcome::BendsNothing => None,
        }
    }

    /// The result for one joint. `None` if canceled.
    fn of_joint(self, node: u32, deform: &StressDeform<'_>, progress: &Progress) -> Option<Outcome> {
        if progress.is_canceled() {
            return None;
        }
        let Self { model, rest, ranges, pose, scale_kinds } = self;
        let poses = ranges.poses_of(node);
        let Some(joint) = StressJoint::of(rest, &model.skeleton, node) else {
            progress.advance(poses.len() as u64);
            return Some(Outcome::BendsNothing);
        };
        if poses.is_empty() {
            return Some(Outcome::NotMoved(node));
        }
        let positions = deform(&joint.vertex_ids);
        let mut worst: Vec<[Option<StressEntry>; 3]> = vec![[None; 3]; scale_kinds.len()];
        // Vertices that the joint's figures do not read stay at rest.
        let mut deformed = DeformedSkin { positions: rest.surface.positions.clone(), normals: vec![] };
        for &(axis, degrees) in &poses {
            if progress.is_canceled() {
                return None;
            }
            let pose = pose(node, axis, degrees);
            let bones = |kind: ScaleKind| rest.bones.posed(model, &pose, kind);
            let mut known: Vec<(ScaleKind, PosedBones)> = Vec::new();
            for (method, positions) in positions(&pose).into_iter().enumerate().take(worst.len()) {
                let kind = scale_kinds[method];
                if known.iter().all(|(other, _)| *other != kind) {
                    known.push((kind, bones(kind)));
                }
                let Some((_, posed)) = known.iter().find(|(other, _)| *other == kind) else { continue };
                for (&vertex, position) in joint.vertices.iter().zip(positions) {
                    deformed.positions[vertex as usize] = position;
                }
                let stretched = worst[method][StressMeasure::Stretch as usize].map(|worst| worst.over_rest);
                let found = joint.measure(rest, &deformed, posed, stretched);
                for ((worst, found), measure) in worst[method].iter_mut().zip(found).zip(StressMeasure::ALL) {
                    let Some((over_rest, vertex)) = found else { continue };
                    let vertex_id = rest.surface.id_of(vertex);
                    let entry = StressEntry { node, measure, axis, degrees, over_rest, vertex, vertex_id };
                    if worst.is_none_or(|worst: StressEntry| entry.severity() > worst.severity()) {
                        *worst = Some(entry);
                    }
                }
            }
            progress.advance(1);
        }
        Some(Outcome::Turned(JointStress { node, ranges: ranges.of_node(node), worst }, poses.len()))
    }
}

enum Outcome {
    /// The result and the number of poses that it took.
    Turned(JointStress, usize),
    NotMoved(u32),
    BendsNothing,
}

#[cfg(test)]
mod tests {
    use super::super::super::test_shapes::{Shape, skinned_model};
    use super::*;

    /// A tube on three joints: the skin blends to `mid` over half of its length, and to `end` over a twentieth.
    fn model() -> Model {
        let joints = [("root", None, Vec3::X * -2.0), ("mid", Some(0), Vec3::ZERO), ("end", Some(1), Vec3::X * 1.5)];
        skinned_model(&[Shape::cylinder(48, 80, 0.5, 4.0, true)], &joints, |at| {
            let mid = ((at.x + 1.0) / 2.0).clamp(0.0, 1.0);
            let end = ((at.x - 1.4) / 0.2).clamp(0.0, 1.0);
            vec![1.0 - mid, mid - end, end]
        })
    }

    /// Linear blending with a single joint rotated about its position.
    fn linear<'a>(model: &'a Model, vertex_ids: &[VertexId]) -> Box<PosedPositions<'a>> {
        let vertices: Vec<usize> = vertex_ids.iter().map(|vertex_id| vertex_id.vertex as usize).collect();
        Box::new(move |pose| {
            let turned = (0..3).find(|&node| pose.joints[node].rotation.w < 1.0).unwrap_or(0);
            let turn = pose.joints[turned].rotation.as_dquat();
            let joint = DVec3::X * [-2.0, 0.0, 1.5][turned];
            let primitive = &model.primitives[0];
            let position = |&vertex: &usize| {
                let at = primitive.positions[vertex].as_dvec3();
                let influences = primitive.influences.of(vertex).iter();
                let below = influences.filter(|influence| influence.joint as usize >= turned);
                let share = below.map(|influence| f64::from(influence.weight)).sum();
                at.lerp(joint + turn * (at - joint), share)
            };
            vec![vertices.iter().map(position).collect()]
        })
    }

    fn run(degrees: f32, progress: &Progress) -> Option<StressReport> {
        let model = model();
        let rest = RestSkin::of(&model);
        let ranges = StressRanges::symmetric(&model, degrees);
        let pose = |node, axis, degrees| stress_pose(&model, node, axis, degrees).1;
        let scale_kinds = &[ScaleKind::Inherited];
        let test = StressTest { model: &model, rest: &rest, ranges: &ranges, pose: &pose, scale_kinds };
        test.run(&|vertex_ids: &[VertexId]| linear(&model, vertex_ids), progress)
    }

    #[test]
    fn under_linear_blending_a_joint_collapses_to_the_cosine_of_half_the_angle() {
        for degrees in [60.0f32, 90.0, 120.0] {
            let progress = Progress::default();
            let report = run(degrees, &progress).unwrap();
            let cosine = f64::from(degrees / 2.0).to_radians().cos();
            let worst = report.joints[0].worst[0][StressMeasure::Collapse as usize].unwrap();
            assert_eq!((worst.node, worst.degrees.abs()), (1, degrees));
            assert!((worst.over_rest - cosine).abs() < 2e-3, "{} at {degrees}", worst.over_rest);
            assert_eq!(progress.fraction(), 1.0);
        }
    }

    #[test]
    fn the_root_bends_nothing_and_lists_go_from_bad_to_good() {
        let report = run(120.0, &Progress::default()).unwrap();
        assert_eq!(report.joints.iter().map(|joint| joint.node).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((report.poses, report.not_moved.len()), (2 * 3 * 8, 0));
        // The faster the blend, the more the skin is stretched.
        let stretched: Vec<u32> = report.ranked(0, StressMeasure::Stretch).iter().map(|entry| entry.node).collect();
        assert_eq!(stretched, [2, 1]);
        for measure in StressMeasure::ALL {
            let ranked = report.ranked(0, measure);
            assert!(ranked.windows(2).all(|pair| pair[0].severity() >= pair[1].severity()));
            assert!(ranked.iter().all(|entry| measure.is_defect(entry.over_rest)));
        }
        assert!(report.ranked(7, StressMeasure::Bulge).is_empty(), "no such method");
    }

    #[test]
    fn a_test_that_was_canceled_has_no_report() {
        let progress = Progress::default();
        progress.cancel();
        assert_eq!(run(90.0, &progress), None);
    }

    #[test]
    fn joints_that_no_range_turns_are_reported() {
        let model = model();
        let rest = RestSkin::of(&model);
        let ranges = StressRanges::from_clips(&model);
        let pose = |node, axis, degrees| stress_pose(&model, node, axis, degrees).1;
        let scale_kinds = &[ScaleKind::Inherited];
        let test = StressTest { model: &model, rest: &rest, ranges: &ranges, pose: &pose, scale_kinds };
        let deform = |vertex_ids: &[VertexId]| linear(&model, vertex_ids);
        let report = test.run(&deform, &Progress::default()).unwrap();
        assert_eq!((report.joints.len(), report.not_moved), (0, vec![1, 2]));
    }
}
