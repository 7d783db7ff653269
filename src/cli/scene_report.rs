use super::document::{NoModel, ReportKind};
use super::provenance::decimal;
use crate::model::{PoseJoints, PoseMorphs, TwistKind};
use crate::panes::{
    Arrangement, Mark, Motion, PaneModel, PaneSettings, Scene, SceneMeasure, SceneSecond, SceneTwist, Seen,
};
use crate::skinning::SkinningSettings;
use crate::view::{Diagram, Overlay, PaintName, PaintRange};
use serde::Serialize;
use serde_json::Number;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The output of `scenes --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ScenesReport<'a> {
    scenes: Vec<SceneReport<'a>>,
}

impl ReportKind for ScenesReport<'_> {
    type Models = NoModel;
    const KIND: &'static str = "skinscope_scenes";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SceneReport<'a> {
    id: &'a str,
    paper: &'a str,
    figure: &'a str,
    title: &'a str,
    caption: &'a str,
    /// Name of a bundled model.
    model: String,
    /// Pose of the model. Null for rest or the clip.
    pose: Option<&'a str>,
    /// Changes on top of the pose, in the syntax of `--set`.
    set: &'a [String],
    clip: Option<ClipReport<'a>>,
    /// The methods of the panes, in their order.
    methods: Vec<&'static str>,
    /// Name of the selected joint.
    joint: Option<&'a str>,
    /// Primitive and vertex of the diagrams. Null if they choose it.
    vertex: Option<(u32, u32)>,
    /// Joints whose skin is shown alone. Empty if all skin is shown.
    isolate: &'a [String],
    panes: Vec<PaneReport>,
    layout: LayoutReport,
    camera: CameraReport<'a>,
    /// Notes for the speaker. Empty in the papers' scenes.
    notes: &'a str,
    /// BLAKE3 of the model's file in hexadecimal, if the talk stores it.
    model_hash: Option<&'a str>,
    /// The model's material variant, if the scene names one.
    variant: Option<&'a str>,
    /// Twist joints that the scene adds.
    #[cfg_attr(test, schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>"))]
    twists: Vec<TwistReport<'a>>,
    /// Limits of joint rotations, in the syntax of `--limit`.
    limits: Vec<String>,
    stops_at_limits: bool,
    /// Joints as in a pose file, on top of `pose`, `set` and `clip`.
    #[cfg_attr(test, schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    joints: &'a PoseJoints,
    /// Weights of morph targets, by name.
    #[cfg_attr(test, schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    morphs: &'a PoseMorphs,
    #[cfg_attr(test, schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>"))]
    marks: &'a [Mark],
    #[cfg_attr(test, schemars(with = "String"))]
    measure: SceneMeasure,
    #[cfg_attr(test, schemars(with = "Option<serde_json::Map<String, serde_json::Value>>"))]
    motion: Option<&'a Motion>,
    motion_waits: bool,
    /// Planned duration for the speaker. Null if nothing is planned.
    minutes: Option<Number>,
    /// A second model in the pose of the first. Null if the scene has only one model.
    second: Option<SecondReport<'a>>,
}

/// A bone that is split into twist joints.
#[derive(Serialize)]
struct TwistReport<'a> {
    joint: &'a str,
    count: u32,
    kind: TwistKind,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SecondReport<'a> {
    /// Name of a bundled model, or of the file.
    model: String,
    model_hash: Option<&'a str>,
    variant: Option<&'a str>,
    /// Joints of the first model and their partners, empty for none. All other partners are found by name.
    joints: &'a BTreeMap<String, String>,
    equal_scale: bool,
    keep_facing: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ClipReport<'a> {
    name: &'a str,
    seconds: f32,
}

/// Everything that a pane shows, in command line syntax.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PaneReport {
    /// "first" or "second".
    #[cfg_attr(test, schemars(with = "String"))]
    model: PaneModel,
    #[serde(flatten)]
    skinning: SkinningReport,
    /// Width of the similarity for the centers of rotation.
    sigma: f64,
    epsilon: f64,
    similarity: &'static str,
    /// The comparison. Null if the pane shows one method.
    compared: Option<ComparedReport>,
    paint: String,
    /// End of a difference map's palette in scene units. Null for the largest distance.
    paint_range: Option<Number>,
    shading: &'static str,
    overlays: Vec<&'static str>,
    /// The diagram. Null if there is none.
    diagram: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SkinningReport {
    method: &'static str,
    /// Antipodality mode. Null if the method does not blend quaternions.
    antipodality: Option<&'static str>,
    scale: &'static str,
    /// The blend factor of lbs-dqs. Null for other methods.
    blend: Option<Number>,
    /// "first" if only the method's first phase is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    phases: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ComparedReport {
    /// "wipe", "flicker" or "ghost".
    kind: String,
    /// Whether the pane is compared with the other model.
    other_model: bool,
    #[serde(flatten)]
    other: SkinningReport,
    /// The divider of a wipe, as a fraction of the width. Null for other kinds.
    divider: Option<Number>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LayoutReport {
    /// "auto", "row", "column" or "grid".
    arrangement: &'static str,
    columns: usize,
    rows: usize,
    /// Widths of the columns and heights of the rows, as fractions. Empty if all are equal.
    column_shares: Vec<Number>,
    row_shares: Vec<Number>,
}

/// A camera. Its distance follows from the size of the picture, which the target fills.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CameraReport<'a> {
    yaw_degrees: Number,
    pitch_degrees: Number,
    /// Vertical field of view.
    fov_degrees: Number,
    /// Subject that fills the picture: "whole" (the posed skin), "joint" (with the bones around it), "box", or "shot"
    /// for a camera at a fixed place.
    seen: &'static str,
    /// Name of the framed joint.
    joint: Option<&'a str>,
    /// Corners of the framed box, in scene units.
    #[serde(rename = "box")]
    corners: Option<[[Number; 3]; 2]>,
    /// Target of a fixed camera in scene units, its distance, and the aspect ratio (width over height) of its picture.
    target: Option<[Number; 3]>,
    distance: Option<Number>,
    aspect: Option<Number>,
}

impl<'a> ScenesReport<'a> {
    pub fn of(scenes: impl IntoIterator<Item = &'a Arc<Scene>>) -> Self {
        let scenes = scenes.into_iter().map(|scene| SceneReport::of(scene)).collect();
        Self { scenes }
    }
}

impl<'a> SceneReport<'a> {
    fn of(scene: &'a Scene) -> Self {
        let (pose, layout, panes) = (&scene.pose, scene.layout(), scene.panes());
        let (columns, rows) = layout.shape(panes.len());
        let arrangement = match layout.arrangement {
            Arrangement::Auto => "auto",
            Arrangement::Row => "row",
            Arrangement::Column => "column",
            Arrangement::Grid => "grid",
        };
        Self {
            id: &scene.id,
            paper: &scene.paper,
            figure: &scene.figure,
            title: &scene.title,
            caption: &scene.caption,
            model: scene.model.label(),
            pose: pose.named.as_deref(),
            set: &pose.set,
            clip: pose.clip.as_ref().map(|name| ClipReport { name, seconds: pose.time.unwrap_or_default() }),
            methods: panes.iter().map(|pane| pane.skinning.method.id()).collect(),
            joint: scene.joint.as_deref(),
            vertex: scene.vertex,
            isolate: &scene.isolated,
            panes: panes.iter().map(|pane| PaneReport::of(pane, scene.joint.as_deref())).collect(),
            layout: LayoutReport {
                arrangement,
                columns,
                rows,
                column_shares: layout.column_shares().iter().copied().map(decimal).collect(),
                row_shares: layout.row_shares().iter().copied().map(decimal).collect(),
            },
            camera: CameraReport::of(scene),
            notes: &scene.notes,
            model_hash: scene.model_hash.as_deref(),
            variant: scene.variant.as_deref(),
            twists: scene.twists.iter().map(TwistReport::of).collect(),
            limits: scene.limits.iter().map(|limit| limit.text().to_owned()).collect(),
            stops_at_limits: scene.stops_at_limits,
            joints: &pose.joints,
            morphs: &pose.morphs,
            marks: &scene.marks,
            measure: scene.measure,
            motion: scene.motion.as_ref(),
            motion_waits: scene.motion_waits,
            minutes: scene.minutes.map(decimal),
            second: scene.second.as_ref().map(SecondReport::of),
        }
    }
}

impl<'a> TwistReport<'a> {
    fn of(SceneTwist { joint, count, kind }: &'a SceneTwist) -> Self {
        Self { joint, count: *count, kind: *kind }
    }
}

impl<'a> SecondReport<'a> {
    fn of(second: &'a SceneSecond) -> Self {
        let SceneSecond { model, model_hash, variant, joints, equal_scale, keep_facing } = second;
        Self {
            model: model.label(),
            model_hash: model_hash.as_deref(),
            variant: variant.as_deref(),
            joints: joints.partners(),
            equal_scale: *equal_scale,
            keep_facing: *keep_facing,
        }
    }
}

impl PaneReport {
    fn of(pane: &PaneSettings, selected_joint: Option<&str>) -> Self {
        let comparison = pane.comparison;
        let is_wipe = comparison.kind == crate::panes::ComparisonKind::Wipe;
        let compared = pane.compared_with().map(|other| ComparedReport {
            kind: comparison.kind.label().to_lowercase(),
            other_model: comparison.other_model,
            other: SkinningReport::of(other),
            divider: is_wipe.then(|| decimal(comparison.divider)),
        });
        Self {
            model: pane.model,
            skinning: SkinningReport::of(pane.skinning),
            sigma: pane.centers.sigma,
            epsilon: pane.centers.epsilon,
            similarity: pane.centers.similarity.id(),
            compared,
            paint: PaintName::of(pane.look.paint, selected_joint).to_string(),
            paint_range: match pane.look.paint_range {
                PaintRange::Automatic => None,
                PaintRange::Fixed(end) => Some(decimal(end)),
            },
            shading: pane.look.shading.id(),
            overlays: pane.look.overlays.iter().map(Overlay::id).collect(),
            diagram: pane.look.diagram.map(Diagram::id),
        }
    }
}

impl SkinningReport {
    fn of(skinning: SkinningSettings) -> Self {
        let SkinningSettings { method, chosen_antipodality: _, scale_kind, blend, chosen_phases: _ } = skinning;
        let phases = skinning.phases();
        Self {
            method: method.id(),
            antipodality: method.blends_quaternions().then(|| skinning.antipodality().id()),
            scale: scale_kind.id(),
            blend: method.takes_blend().then(|| decimal(blend.get())),
            phases: (!phases.are_both()).then(|| phases.id()),
        }
    }
}

impl<'a> CameraReport<'a> {
    fn of(scene: &'a Scene) -> Self {
        let view = &scene.view;
        let (seen, joint, corners) = match &view.seen {
            Seen::Whole => ("whole", None, None),
            Seen::Joint(joint) => ("joint", Some(joint.as_str()), None),
            Seen::Box(min, max) => ("box", None, Some([min, max].map(|corner| corner.map(decimal)))),
            Seen::Shot(_) => ("shot", None, None),
        };
        let shot = if let Seen::Shot(shot) = &view.seen { Some(shot) } else { None };
        Self {
            yaw_degrees: decimal(view.yaw_degrees),
            pitch_degrees: decimal(view.pitch_degrees),
            fov_degrees: decimal(view.fov_degrees()),
            seen,
            joint,
            corners,
            target: shot.map(|shot| shot.target.map(decimal)),
            distance: shot.map(|shot| decimal(shot.distance)),
            aspect: shot.map(|shot| decimal(shot.aspect)),
        }
    }
}
