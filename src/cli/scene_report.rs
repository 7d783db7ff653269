use super::paint_name::PaintName;
use super::provenance::{PROGRAM_VERSION, decimal};
use crate::panes::{Arrangement, PaneSettings, Scene, Seen};
use crate::skinning::SkinningSettings;
use crate::view::{Overlays, PaintRange};
use serde::Serialize;
use serde_json::Number;

/// The output of `scenes --json`. Fields are only ever added.
#[derive(Serialize)]
pub(super) struct Report {
    /// Version of this layout.
    skinscope_scenes: u32,
    program_version: &'static str,
    scenes: Vec<SceneReport>,
}

#[derive(Serialize)]
struct SceneReport {
    id: &'static str,
    paper: &'static str,
    figure: &'static str,
    title: &'static str,
    caption: &'static str,
    /// Name of a bundled model.
    model: &'static str,
    /// A pose of the model. Null for rest or the clip.
    pose: Option<&'static str>,
    /// Changes on top of the pose, in the syntax of `--set`.
    set: &'static [&'static str],
    clip: Option<ClipReport>,
    /// The methods of the panes, in their order.
    methods: Vec<&'static str>,
    /// Name of the selected joint.
    joint: Option<&'static str>,
    panes: Vec<PaneReport>,
    layout: LayoutReport,
    camera: CameraReport,
}

#[derive(Serialize)]
struct ClipReport {
    name: &'static str,
    seconds: f32,
}

/// Everything that a pane shows, in command line syntax.
#[derive(Serialize)]
struct PaneReport {
    #[serde(flatten)]
    skinning: SkinningReport,
    /// Width of the similarity for the centers of rotation.
    sigma: f64,
    epsilon: f64,
    similarity: &'static str,
    /// Null if the pane shows one method.
    compared: Option<ComparedReport>,
    paint: String,
    /// End of a difference map's palette in scene units. Null for the largest distance.
    paint_range: Option<Number>,
    shading: &'static str,
    overlays: Vec<&'static str>,
}

#[derive(Serialize)]
struct SkinningReport {
    method: &'static str,
    /// Null if the method does not blend quaternions.
    antipodality: Option<&'static str>,
    scale: &'static str,
    /// The blend factor of lbs-dqs. Null for other methods.
    blend: Option<Number>,
}

#[derive(Serialize)]
struct ComparedReport {
    /// "wipe", "flicker" or "ghost".
    kind: String,
    #[serde(flatten)]
    other: SkinningReport,
    /// The divider of a wipe, as a fraction of the width. Null for other kinds.
    divider: Option<Number>,
}

#[derive(Serialize)]
struct LayoutReport {
    /// "auto", "row", "column" or "grid".
    arrangement: &'static str,
    columns: usize,
    rows: usize,
}

/// A camera. Its distance follows from the size of the picture, which the target fills.
#[derive(Serialize)]
struct CameraReport {
    yaw_degrees: Number,
    pitch_degrees: Number,
    /// Vertical field of view.
    fov_degrees: Number,
    /// What fills the picture: "whole" (the posed skin), "joint" (with the bones around it) or "box".
    seen: &'static str,
    /// Name of the framed joint.
    joint: Option<&'static str>,
    /// Corners of the framed box, in scene units.
    #[serde(rename = "box")]
    corners: Option<[[Number; 3]; 2]>,
}

impl Report {
    pub fn of_all() -> Self {
        let scenes = Scene::all().map(SceneReport::of).collect();
        Self { skinscope_scenes: 1, program_version: PROGRAM_VERSION, scenes }
    }
}

impl SceneReport {
    fn of(scene: &'static Scene) -> Self {
        let (columns, rows) = scene.layout().shape(scene.panes.len());
        let arrangement = match scene.arrangement {
            Arrangement::Auto => "auto",
            Arrangement::Row => "row",
            Arrangement::Column => "column",
            Arrangement::Grid => "grid",
        };
        Self {
            id: scene.id,
            paper: scene.paper.label(),
            figure: scene.figure,
            title: scene.title,
            caption: scene.caption,
            model: scene.model,
            pose: scene.pose.named,
            set: scene.pose.set,
            clip: scene.pose.clip.map(|(name, seconds)| ClipReport { name, seconds }),
            methods: scene.panes.iter().map(|pane| pane.method.id()).collect(),
            joint: scene.joint,
            panes: scene.panes().iter().map(|pane| PaneReport::of(pane, scene.joint)).collect(),
            layout: LayoutReport { arrangement, columns, rows },
            camera: CameraReport::of(scene),
        }
    }
}

impl PaneReport {
    fn of(pane: &PaneSettings, selected_joint: Option<&str>) -> Self {
        let comparison = pane.comparison;
        let is_wipe = comparison.kind == crate::panes::ComparisonKind::Wipe;
        let compared = pane.compared_with().map(|other| ComparedReport {
            kind: comparison.kind.label().to_lowercase(),
            other: SkinningReport::of(other),
            divider: is_wipe.then(|| decimal(comparison.divider)),
        });
        Self {
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
            overlays: overlay_names(pane.look.overlays),
        }
    }
}

impl SkinningReport {
    fn of(SkinningSettings { method, antipodality, scale_kind, blend }: SkinningSettings) -> Self {
        Self {
            method: method.id(),
            antipodality: method.blends_quaternions().then(|| antipodality.id()),
            scale: scale_kind.id(),
            blend: method.takes_blend().then(|| decimal(blend.get())),
        }
    }
}

/// The overlays in the syntax of `--overlay`.
fn overlay_names(overlays: Overlays) -> Vec<&'static str> {
    let Overlays { grid, contact_shadow, skeleton, wireframe, centers } = overlays;
    let shown = [
        (grid, "grid"),
        (skeleton, "skeleton"),
        (centers, "centers"),
        (wireframe, "wireframe"),
        (contact_shadow, "shadow"),
    ];
    shown.into_iter().filter(|(is_shown, _)| *is_shown).map(|(_, name)| name).collect()
}

impl CameraReport {
    fn of(scene: &Scene) -> Self {
        let view = scene.view;
        let (seen, joint, corners) = match view.seen {
            Seen::Whole => ("whole", None, None),
            Seen::Joint(joint) => ("joint", Some(joint), None),
            Seen::Box(min, max) => ("box", None, Some([min, max].map(|corner| corner.map(decimal)))),
        };
        Self {
            yaw_degrees: decimal(view.yaw_degrees),
            pitch_degrees: decimal(view.pitch_degrees),
            fov_degrees: decimal(view.fov_degrees()),
            seen,
            joint,
            corners,
        }
    }
}
