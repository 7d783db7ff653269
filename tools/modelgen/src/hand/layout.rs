use super::SCALE;
use crate::assemble::JointDraft;
use glam::DVec3;
use skinscope::rigging::weights::HeatBone;

/// Position and thickness of a finger at rest, in centimeters and degrees.
pub(super) struct Finger {
    /// Names of the joint in the palm, the knuckle and the two joints after it.
    pub names: [&'static str; 4],
    /// Start of its palm bone, at the wrist.
    pub base: DVec3,
    /// End of the flesh around that bone, a little below the knuckle.
    pub head: DVec3,
    pub knuckle: DVec3,
    /// Tilt from upright toward +X.
    pub tilt_degrees: f64,
    /// Lengths of the three phalanges.
    pub lengths: [f64; 3],
    /// Flexion of each phalanx toward +Z: a relaxed hand is slightly bent.
    pub flexion_degrees: [f64; 3],
    /// Radii at the knuckle, the two joints and the tip.
    pub radii: [f64; 4],
    /// Radius of the palm around the head of its bone, then the radius of the knuckle on the back.
    pub head_radius: f64,
    pub knuckle_radius: f64,
}

pub(super) const FINGERS: [Finger; 4] = [
    Finger {
        names: ["index_palm", "index_1", "index_2", "index_3"],
        base: DVec3::new(1.65, 1.0, -0.1),
        head: DVec3::new(2.5, 8.3, -0.15),
        knuckle: DVec3::new(2.75, 8.9, 0.1),
        tilt_degrees: 9.0,
        lengths: [4.3, 2.7, 1.75],
        flexion_degrees: [6.0, 16.0, 24.0],
        radii: [1.06, 0.95, 0.85, 0.70],
        head_radius: 1.12,
        knuckle_radius: 0.8,
    },
    Finger {
        names: ["middle_palm", "middle_1", "middle_2", "middle_3"],
        base: DVec3::new(0.5, 1.0, -0.3),
        head: DVec3::new(0.5, 8.6, -0.35),
        knuckle: DVec3::new(0.55, 9.3, -0.1),
        tilt_degrees: 1.5,
        lengths: [4.8, 3.1, 1.85],
        flexion_degrees: [6.0, 14.0, 22.0],
        radii: [1.08, 0.98, 0.87, 0.72],
        head_radius: 1.12,
        knuckle_radius: 0.8,
    },
    Finger {
        names: ["ring_palm", "ring_1", "ring_2", "ring_3"],
        base: DVec3::new(-0.75, 1.0, -0.25),
        head: DVec3::new(-1.45, 8.1, -0.3),
        knuckle: DVec3::new(-1.6, 8.75, -0.05),
        tilt_degrees: -6.0,
        lengths: [4.4, 2.9, 1.85],
        flexion_degrees: [7.0, 16.0, 24.0],
        radii: [1.04, 0.93, 0.83, 0.69],
        head_radius: 1.12,
        knuckle_radius: 0.8,
    },
    Finger {
        names: ["little_palm", "little_1", "little_2", "little_3"],
        base: DVec3::new(-1.75, 0.9, 0.0),
        head: DVec3::new(-3.1, 6.9, -0.05),
        knuckle: DVec3::new(-3.5, 7.5, 0.15),
        tilt_degrees: -16.0,
        lengths: [3.5, 2.0, 1.6],
        flexion_degrees: [8.0, 18.0, 26.0],
        radii: [0.94, 0.81, 0.73, 0.60],
        head_radius: 1.0,
        knuckle_radius: 0.7,
    },
];

/// Positions of its three joints and the tip, and the radii there; centimeters.
pub(super) const THUMB: [DVec3; 4] =
    [DVec3::new(2.1, 1.9, 0.9), DVec3::new(4.55, 5.2, 2.1), DVec3::new(6.35, 7.75, 2.55), DVec3::new(7.25, 9.55, 2.6)];
pub(super) const THUMB_RADII: [f64; 4] = [1.45, 1.12, 1.0, 0.74];
const THUMB_NAMES: [&str; 3] = ["thumb_1", "thumb_2", "thumb_3"];

/// Index of the second joint.
const WRIST: u32 = 1;
/// Position of the forearm's joint, and of the cut.
const ELBOW_SIDE: DVec3 = DVec3::new(0.0, -5.0, 0.0);
pub(super) const CUT: f64 = -7.2;

/// Joints with the far ends of their bones, in centimeters.
pub(super) struct Layout {
    joints: Vec<LaidJoint>,
    /// Knuckle, the two joints after it and the tip, for each of [`FINGERS`].
    pub fingers: [[DVec3; 4]; 4],
}

struct LaidJoint {
    name: &'static str,
    parent: Option<u32>,
    from: DVec3,
    to: DVec3,
    /// Assumed thickness of its bone.
    radius: f64,
}

impl Layout {
    pub fn new() -> Self {
        let mut joints = vec![
            LaidJoint { name: "forearm", parent: None, from: ELBOW_SIDE, to: DVec3::ZERO, radius: 1.6 },
            LaidJoint { name: "wrist", parent: Some(0), from: DVec3::ZERO, to: DVec3::Y, radius: 1.6 },
        ];
        let fingers = FINGERS.map(|finger| {
            let points = finger.points();
            let ends = [finger.base, points[0], points[1], points[2], points[3]];
            for (step, name) in finger.names.into_iter().enumerate() {
                let parent = if step == 0 { WRIST } else { joints.len() as u32 - 1 };
                let radius = if step == 0 { 1.0 } else { finger.radii[step] };
                joints.push(LaidJoint { name, parent: Some(parent), from: ends[step], to: ends[step + 1], radius });
            }
            points
        });
        for (step, name) in THUMB_NAMES.into_iter().enumerate() {
            let parent = if step == 0 { WRIST } else { joints.len() as u32 - 1 };
            let (from, to) = (THUMB[step], THUMB[step + 1]);
            joints.push(LaidJoint { name, parent: Some(parent), from, to, radius: THUMB_RADII[step + 1] });
        }
        Self { joints, fingers }
    }

    pub fn joints(&self) -> Vec<JointDraft> {
        let draft = |joint: &LaidJoint| {
            // Exact in single precision; a tenth of a millimeter of a man's hand.
            let steps = (joint.from / SCALE * 1024.0).round();
            JointDraft { name: joint.name, parent: joint.parent, position: (steps / 1024.0).as_vec3() }
        };
        self.joints.iter().map(draft).collect()
    }

    /// Bones in scene units. The first part of each palm bone belongs to the wrist, like the small bones there.
    pub fn bones(&self) -> Vec<HeatBone> {
        /// Length of that part, as a fraction of the palm bone.
        const CARPAL_SHARE: f64 = 0.3;
        let mut bones = Vec::new();
        for (index, joint) in self.joints.iter().enumerate() {
            let mut add = |joint: u32, from: DVec3, to: DVec3, radius: f64| {
                bones.push(HeatBone { joint, from: from / SCALE, to: to / SCALE, radius: radius / SCALE });
            };
            let is_palm = FINGERS.iter().any(|finger| finger.names[0] == joint.name);
            let start = if is_palm { joint.from.lerp(joint.to, CARPAL_SHARE) } else { joint.from };
            if is_palm {
                add(WRIST, DVec3::ZERO, start, joint.radius);
            }
            add(index as u32, start, joint.to, joint.radius);
        }
        bones
    }
}

impl Finger {
    /// Knuckle, the two joints after it, and the middle of the tip.
    fn points(&self) -> [DVec3; 4] {
        let tilt = self.tilt_degrees.to_radians();
        let mut points = [self.knuckle; 4];
        for phalanx in 0..3 {
            let flexion = self.flexion_degrees[phalanx].to_radians();
            let (across, up) = (libm::cos(flexion) * libm::sin(tilt), libm::cos(flexion) * libm::cos(tilt));
            points[phalanx + 1] = points[phalanx] + DVec3::new(across, up, libm::sin(flexion)) * self.lengths[phalanx];
        }
        points
    }
}
