//! Figures of Le, Hodgins: Real-time Skeletal Skinning with Optimized Centers of Rotation (2016).

use super::pane::ScenePane;
use super::scene::{Paper, Scene, ScenePose, SceneView, Seen};
use crate::panes::Arrangement;
use crate::skinning::SkinningMethod as M;
use crate::view::Overlays;

const GROUND: Overlays = Overlays { grid: true, contact_shadow: true, ..Overlays::NONE };
const BONES: Overlays = Overlays { skeleton: true, ..GROUND };
const CENTERS: Overlays = Overlays { centers: true, ..BONES };

/// Defaults that most of the scenes share.
const PLAIN: Scene = Scene {
    id: "",
    paper: Paper::LeHodgins2016,
    figure: "",
    title: "",
    caption: "",
    model: "bar",
    pose: ScenePose { named: None, set: &[], clip: None },
    panes: LBS_DQS_COR,
    arrangement: Arrangement::Row,
    overlays: GROUND,
    joint: None,
    view: BAR,
};

const LBS_DQS_COR: &[ScenePane] = &[ScenePane::of(M::Lbs), ScenePane::of(M::Dqs), ScenePane::of(M::Cor)];
/// The paper's rows: LBS, LMS, SBS, DQS and its own method.
const ALL_DIRECT: &[ScenePane] = &[
    ScenePane::of(M::Lbs),
    ScenePane::of(M::LogMatrix),
    ScenePane::of(M::Spherical),
    ScenePane::of(M::Dqs),
    ScenePane::of(M::Cor),
];

const BAR: SceneView = SceneView::of(0.0, 12.0, Seen::Whole);
const CLOTH: SceneView = SceneView::of(30.0, 18.0, Seen::Whole);
/// The left forearm and hand of the mannequin.
const FOREARM: SceneView = SceneView::of(10.0, 20.0, Seen::Box([0.36, 1.33, -0.1], [0.98, 1.53, 0.1]));

const fn named(pose: &'static str) -> ScenePose {
    ScenePose { named: Some(pose), set: &[], clip: None }
}

pub(super) const SCENES: &[Scene] = &[
    Scene {
        id: "le-hodgins-fig-2-twist",
        figure: "fig. 2, 135° twist",
        title: "The toy bar, twisted",
        caption: "LBS shrinks the section to 38% of its radius, like a candy wrapper. DQS and CoR keep it round. The \
                  paper's toy has five joints that rotate together; this bar has one.",
        pose: named("twist-135"),
        overlays: BONES,
        joint: Some("mid"),
        arrangement: Arrangement::Column,
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-2-bend",
        figure: "fig. 2, 120° bend",
        title: "The toy bar, bent",
        caption: "LBS squeezes the section to half its height inside the bend. DQS bulges by 23% of the bar's radius, \
                  CoR by 9%.",
        pose: named("bend-120"),
        overlays: BONES,
        joint: Some("mid"),
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-2-moved",
        figure: "fig. 2, 90° bend, moved",
        title: "The toy bar, bent and moved",
        caption: "The joint is bent by 90° and offset, and the whole bar is rotated. DQS bulges most, on both sides \
                  of the joint.",
        pose: named("bend-90-moved"),
        overlays: BONES,
        joint: Some("mid"),
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-3",
        figure: "fig. 3",
        title: "How the method works",
        caption: "LBS squeezes the section near the joint to 71%. CoR moves vertices with similar weights as one \
                  rigid group, rotated about a center (red), so the section keeps its size.",
        pose: named("bend-90"),
        panes: &[ScenePane::of(M::Lbs), ScenePane::of(M::Cor).over(CENTERS)],
        overlays: BONES,
        joint: Some("mid"),
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-4-top",
        figure: "fig. 4, top",
        title: "A twist without twist joints",
        caption: "The hand is rotated by 170°, and the wrist takes all of the twist, so LBS pinches it. The paper's \
                  skeleton has no twist joint here. This one has a twist joint, which stays at rest but keeps its \
                  weights.",
        model: "mannequin",
        pose: named("wrist-twist-170-twist-joints-off"),
        joint: Some("hand.L"),
        view: FOREARM,
        arrangement: Arrangement::Column,
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-4-bottom",
        figure: "fig. 4, bottom",
        title: "The same twist with twist joints",
        caption: "The same pose of the hand, but a twist joint in the middle of the forearm rotates, too, and spreads \
                  the twist along the bone. LBS still pinches, now in the forearm. DQS and CoR do not.",
        model: "mannequin",
        pose: named("wrist-twist-170"),
        joint: Some("forearm_twist.L"),
        view: FOREARM,
        arrangement: Arrangement::Column,
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-6",
        figure: "fig. 6",
        title: "The hip of a character",
        caption: "A deep squat. LBS loses volume at the hip. Log-matrix, spherical and DQS bulge there, and spherical \
                  also tears the knee. CoR bulges less than these and loses less volume than LBS. The paper's model \
                  is more muscular.",
        model: "mannequin",
        pose: named("deep-squat"),
        panes: ALL_DIRECT,
        joint: Some("thigh.L"),
        view: SceneView::of(75.0, 8.0, Seen::Box([-0.2, 0.15, -0.42], [0.25, 0.75, 0.3])),
        arrangement: Arrangement::Auto,
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-7",
        figure: "fig. 7",
        title: "Where the centers are",
        caption: "Centers of rotation (red) are near the middle of the body. Where two joints have weight, as in the \
                  limbs, they form a line. Where more joints have weight, as at the chest and the hip, they form a \
                  cloud.",
        model: "mannequin",
        pose: named("a-pose"),
        panes: &[ScenePane::of(M::Cor).over(CENTERS)],
        view: SceneView::of(20.0, 5.0, Seen::Box([-0.55, 0.72, -0.15], [0.55, 1.78, 0.15])),
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-8",
        figure: "fig. 8",
        title: "A bent elbow",
        caption: "An elbow bent by 120°, seen from above. LBS squeezes the section to 54%. Log-matrix, spherical and \
                  DQS bulge, DQS by 17% of the arm's thickness. CoR bulges by 7%.",
        model: "mannequin",
        pose: named("elbow-120"),
        panes: ALL_DIRECT,
        joint: Some("forearm.L"),
        view: SceneView::of(0.0, 75.0, Seen::Box([0.3, 1.38, -0.12], [0.56, 1.48, 0.16])),
        arrangement: Arrangement::Auto,
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-9",
        figure: "fig. 9",
        title: "A bent knee",
        caption: "The knee of a squat, bent by 128°. LBS narrows the knee and leaves a sharp crease. DQS keeps the \
                  section but bulges. CoR keeps the section without a bulge, but its skin folds deepest behind the \
                  knee. The paper shows another pose.",
        model: "mannequin",
        pose: named("deep-squat"),
        joint: Some("shin.L"),
        view: SceneView::of(90.0, 5.0, Seen::Box([0.05, 0.25, -0.1], [0.2, 0.62, 0.3])),
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-10",
        figure: "fig. 10",
        title: "Different weights",
        caption: "The paper repeats its test with different weights. Here, a different model bends by 110°, with \
                  weights from a formula instead of heat diffusion. LBS collapses and DQS bulges. CoR does less of \
                  both.",
        model: "limb",
        pose: ScenePose { named: None, set: &["trunk:rz=-110"], clip: None },
        joint: Some("trunk"),
        view: SceneView::of(0.0, 8.0, Seen::Box([-0.3, 0.1, -0.2], [0.62, 0.85, 0.2])),
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-11",
        figure: "fig. 11",
        title: "Cloth on nine joints, with rotated borders",
        caption: "A cloth with its borders rotated by 80°. Spherical blending tears where the set of joints changes. \
                  CoR stays smooth. The paper's model has several parts; this one has a single part.",
        model: "cloth-9",
        pose: ScenePose { named: None, set: &["b3:rx=80", "b1:rx=-80", "a2:ry=80", "c2:ry=-80"], clip: None },
        panes: ALL_DIRECT,
        joint: Some("b3"),
        arrangement: Arrangement::Auto,
        view: CLOTH,
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-12",
        figure: "fig. 12",
        title: "Cloth on nine joints, crumpled",
        caption: "A crumpled cloth. Both methods blend the same rotations, but about different centers. Spherical \
                  blending computes one center per set of joints and pose, and tears where the set changes. CoR has \
                  one precomputed center per vertex and tears less.",
        model: "cloth-9",
        pose: named("crumple"),
        panes: &[ScenePane::of(M::Spherical), ScenePane::of(M::Cor)],
        view: CLOTH,
        ..PLAIN
    },
    Scene {
        id: "le-hodgins-fig-13",
        figure: "fig. 13",
        title: "Cloth on nine joints, folded",
        caption: "A cloth with its upper border rotated by 120°. DQS bulges behind the fold. CoR stays close to LBS. \
                  The paper's model has several parts; this one has a single part.",
        model: "cloth-9",
        pose: named("fold"),
        joint: Some("b3"),
        view: CLOTH,
        ..PLAIN
    },
];
