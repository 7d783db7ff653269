//! Figures of Kavan, Collins, Zara, O'Sullivan: Geometric Skinning with Approximate Dual Quaternion Blending (2008).

use super::pane::ScenePane;
use super::scene::{Paper, Scene, ScenePose, SceneView, Seen};
use crate::model::ScaleKind;
use crate::panes::Arrangement;
use crate::skinning::Antipodality;
use crate::skinning::SkinningMethod as M;
use crate::view::{Overlays, SkinPaint};

/// The skin on the ground.
const GROUND: Overlays = Overlays { grid: true, contact_shadow: true, ..Overlays::NONE };
const BONES: Overlays = Overlays { skeleton: true, ..GROUND };

/// Defaults that most of the scenes share.
const PLAIN: Scene = Scene {
    id: "",
    paper: Paper::Kavan2008,
    figure: "",
    title: "",
    caption: "",
    model: "bar",
    pose: ScenePose { named: None, set: &[], clip: None },
    panes: &[],
    arrangement: Arrangement::Row,
    overlays: GROUND,
    joint: None,
    view: SceneView::of(0.0, 10.0, Seen::Whole),
};

const fn named(pose: &'static str) -> ScenePose {
    ScenePose { named: Some(pose), set: &[], clip: None }
}

const fn set(set: &'static [&'static str]) -> ScenePose {
    ScenePose { named: None, set, clip: None }
}

/// The bar in a bend about Z, and in a twist.
const BAR: SceneView = SceneView::of(0.0, 12.0, Seen::Whole);
/// The left forearm and hand of the mannequin.
const FOREARM: SceneView = SceneView::of(10.0, 20.0, Seen::Box([0.36, 1.33, -0.1], [0.98, 1.53, 0.1]));
const CLOTH: SceneView = SceneView::of(30.0, 18.0, Seen::Whole);

pub(super) const SCENES: &[Scene] = &[
    Scene {
        id: "kavan-fig-1",
        figure: "fig. 1",
        title: "Three ways to blend rotations",
        caption: "A squat, with the whole character rotated by 170°. Log-matrix blending takes part of the skin the \
                  long way around, and spherical blending tears the knees. Dual quaternions do neither. The paper \
                  shows another character and pose.",
        model: "mannequin",
        pose: ScenePose { named: Some("deep-squat"), set: &["hips:rx=-28,ry=170"], clip: None },
        panes: &[ScenePane::of(M::LogMatrix), ScenePane::of(M::Spherical), ScenePane::of(M::Dqs)],
        joint: Some("shin.L"),
        view: SceneView::of(240.0, 8.0, Seen::Whole),
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-4",
        figure: "fig. 4",
        title: "The candy wrapper",
        caption: "The right half is twisted by 180°. Where both joints have the same weight, linear blending averages \
                  opposite points, and the skin collapses to a single point.",
        pose: set(&["mid:rx=180"]),
        panes: &[ScenePane::of(M::Lbs), ScenePane::of(M::Dqs)],
        arrangement: Arrangement::Column,
        overlays: BONES,
        joint: Some("mid"),
        view: BAR,
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-5",
        figure: "fig. 5",
        title: "A center of rotation in the wrong place",
        caption: "A bend of 120°. If quaternions and translations are blended separately, the skin rotates about the \
                  origin, here the left end of the bar, and drifts away from the joint.",
        pose: named("bend-120"),
        panes: &[ScenePane::of(M::QuaternionTranslation), ScenePane::of(M::Dqs)],
        overlays: BONES,
        joint: Some("mid"),
        view: SceneView::of(0.0, 12.0, Seen::Box([-0.25, -0.25, -0.2], [1.72, 1.05, 0.2])),
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-6",
        figure: "fig. 6",
        title: "Rotation about the origin on a character",
        caption: "The elbow is bent by 120°. Blending rotations about the origin, which is between the feet here, \
                  gives a worse result than linear blending.",
        model: "mannequin",
        pose: named("elbow-120"),
        panes: &[ScenePane::of(M::QuaternionTranslation), ScenePane::of(M::Lbs)],
        joint: Some("forearm.L"),
        view: SceneView::of(20.0, 40.0, Seen::Joint("forearm.L")),
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-7",
        figure: "fig. 7",
        title: "Rotation about the nearest joint",
        caption: "A folded cloth, seen from behind. Halfway between two rows of joints, the nearest joint changes. \
                  Neighboring vertices rotate by the same angle but about different joints, so the cloth cracks along \
                  the fold.",
        model: "cloth",
        pose: named("fold"),
        panes: &[ScenePane::of(M::DirectQuaternion), ScenePane::of(M::Dqs)],
        overlays: GROUND,
        joint: Some("d5"),
        view: SceneView::of(115.0, 14.0, Seen::Box([-0.75, 0.85, -0.2], [0.75, 1.2, 0.2])),
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-8",
        figure: "fig. 8",
        title: "One center per set of joints",
        caption: "Spherical blending uses one center for all vertices with the same set of joints. Vertices on the \
                  dark lines have two joints, those in the fields between have four. Another set means another \
                  center, so the skin tears.",
        model: "cloth",
        pose: named("gather"),
        panes: &[ScenePane::of(M::Spherical).painted(SkinPaint::InfluenceCount), ScenePane::of(M::Spherical)],
        view: SceneView::of(20.0, 22.0, Seen::Box([-0.45, 0.78, -0.2], [0.45, 1.12, 0.2])),
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-12",
        figure: "fig. 12",
        title: "Scale first, then bend",
        caption: "A local scale makes the right half 1.7 times thicker, and the joint is bent by 90°. DQS ignores the \
                  scale. Two-phase DQS first scales the rest pose, then bends it.",
        pose: set(&["mid:rz=90,lsy=1.7,lsz=1.7"]),
        panes: &[
            ScenePane::of(M::Dqs).scaling(ScaleKind::Local),
            ScenePane::of(M::TwoPhaseDqs).scaling(ScaleKind::Local),
        ],
        overlays: BONES,
        joint: Some("mid"),
        view: BAR,
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-13",
        figure: "fig. 13",
        title: "Changed proportions",
        caption: "The left forearm is 1.5 times thicker, and the hand is rotated by 150°. Both methods apply the \
                  scale, but linear blending pinches the wrist.",
        model: "mannequin",
        pose: set(&["forearm.L:lsy=1.5,lsz=1.5", "hand.L:rx=150"]),
        panes: &[
            ScenePane::of(M::TwoPhaseDqs).scaling(ScaleKind::Local),
            ScenePane::of(M::Lbs).scaling(ScaleKind::Local),
        ],
        joint: Some("hand.L"),
        view: FOREARM,
        arrangement: Arrangement::Column,
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-14",
        figure: "fig. 14",
        title: "Linear blending and DQS",
        caption: "The hand is rotated by 170°, while the twist joint in the forearm stays at rest. Linear blending \
                  collapses the wrist. Dual quaternions blend rigid motions into a rigid motion and preserve it.",
        model: "mannequin",
        pose: named("wrist-twist-170-twist-joints-off"),
        panes: &[ScenePane::of(M::Lbs), ScenePane::of(M::Dqs)],
        joint: Some("hand.L"),
        view: FOREARM,
        arrangement: Arrangement::Column,
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-15",
        figure: "fig. 15",
        title: "Direct quaternion blending and DQS",
        caption: "One cloth in one pose. Direct quaternion blending cracks wherever the nearest joint changes. Dual \
                  quaternions stay smooth.",
        model: "cloth",
        pose: named("saddle"),
        panes: &[ScenePane::of(M::DirectQuaternion), ScenePane::of(M::Dqs)],
        view: CLOTH,
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-16",
        figure: "fig. 16",
        title: "Log-matrix blending and DQS",
        caption: "A twisted cloth, rotated as a whole. Some columns of joints are just below half a turn, the next \
                  ones just above it. Between them, log-matrix blending goes the long way around. Dual quaternions \
                  take the shortest path.",
        model: "cloth",
        pose: named("twist-turned"),
        panes: &[ScenePane::of(M::LogMatrix), ScenePane::of(M::Dqs)],
        view: CLOTH,
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-17",
        figure: "fig. 17",
        title: "Spherical blending and DQS",
        caption: "A pleated cloth. Spherical blending puts the vertices into groups with one center each and tears \
                  the skin between groups. Dual quaternions need no groups.",
        model: "cloth",
        pose: named("gather"),
        panes: &[ScenePane::of(M::Spherical), ScenePane::of(M::Dqs)],
        view: SceneView::of(20.0, 22.0, Seen::Box([-0.45, 0.78, -0.2], [0.45, 1.12, 0.2])),
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-20",
        figure: "fig. 20",
        title: "The flip at 180 degrees",
        caption: "The upper rows are folded by 179° on the left side of the picture and by 181° on the right. Beyond \
                  180°, the other direction is shorter, so the skin flips. The continuous mode counts turns and keeps \
                  the skin whole.",
        model: "cloth",
        pose: set(&["a5:rx=181", "b5:rx=181", "c5:rx=181", "d5:rx=179", "e5:rx=179", "f5:rx=179", "g5:rx=179"]),
        panes: &[ScenePane::of(M::Dqs), ScenePane::of(M::Dqs).signs(Antipodality::Continuous)],
        overlays: GROUND,
        joint: Some("d5"),
        view: SceneView::of(130.0, 25.0, Seen::Box([-0.75, 0.55, -0.2], [0.75, 1.15, 0.2])),
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-22",
        figure: "fig. 22",
        title: "The short way and the long way",
        caption: "The joint is rotated by 270°. A dual quaternion and its negative are the same motion but blend \
                  differently. The short way is 90° back. The long way, which the continuous mode takes by counting \
                  turns, is all of 270°.",
        pose: set(&["mid:rz=270"]),
        panes: &[ScenePane::of(M::Dqs), ScenePane::of(M::Dqs).signs(Antipodality::Continuous)],
        overlays: BONES,
        joint: Some("mid"),
        view: BAR,
        ..PLAIN
    },
    Scene {
        id: "kavan-fig-25",
        figure: "fig. 25",
        title: "What the approximation costs",
        caption: "Linear blending of dual quaternions (DQS) and iterative blending (DIB) look the same even for large \
                  rotations. The colors show the distance between the two: at most 5.1 mm on a character 1.8 m tall.",
        model: "mannequin",
        pose: named("deep-squat"),
        panes: &[
            ScenePane::of(M::Dqs),
            ScenePane::of(M::Dib),
            ScenePane::of(M::Dqs).painted(SkinPaint::DifferenceTo(M::Dib)),
        ],
        joint: Some("thigh.L"),
        view: SceneView::of(55.0, 12.0, Seen::Box([-0.25, 0.15, -0.4], [0.3, 0.75, 0.35])),
        ..PLAIN
    },
];
