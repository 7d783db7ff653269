use super::{BakeArguments, Outcome};
use crate::baking::{BakePose, Farthest};
use crate::cli::CliError;
use crate::cli::arguments::theme;
use crate::cli::png_file::write_png;
use crate::cli::progress_line::with_progress;
use crate::defect_view::{Defect, ViewSearch, ViewSubject, camera_of, seen_vertex};
use crate::films::upload;
use crate::gpu::GpuContext;
use crate::math::counted;
use crate::measure::{DeformedSkin, RestSkin, VertexId};
use crate::model::{Model, Pose};
use crate::pairs::{JointTable, ModelPair};
use crate::panes::{PaneModel, PaneSettings, ScenePair};
use crate::posing::{Mirror, front_yaw};
use crate::sheets::{PaneNote, PaneView, Sheet, SheetCaption, render_sheet};
use crate::skinning::{PrimitiveCenters, SkinningMethod, SkinningSettings};
use crate::stress::{StressSkin, deform_all, without_twins};
use crate::view::{Overlays, PaneLook, Shading};
use crate::work::Progress;
use glam::Vec3;
use std::path::Path;
use std::sync::Arc;

/// Number of joints in the picture.
const JOINTS: usize = 3;
const PANE: [u32; 2] = [480, 400];

/// A joint in the pose in which linear blending was farthest from the look.
struct Row {
    defect: Defect,
    pose: Pose,
    baked_pose: Pose,
    /// The model under linear blending, the baked model, and the look.
    deformed: [DeformedSkin; 3],
}

/// Draws the joints at which linear blending was farthest from the look: the model, the baked model and the look.
pub(super) fn draw(
    context: &GpuContext,
    outcome: &Outcome<'_>,
    (model, centers): (&Arc<Model>, &[PrimitiveCenters]),
    judged: &[BakePose],
    (arguments, output): (&BakeArguments, &Path),
) -> Result<(), CliError> {
    let baked = Arc::new(outcome.baked.model.clone());
    let rest = RestSkin::of(model);
    let of_baked = RestSkin::of(&baked);
    let matched = ModelPair::of([model, &baked], [&rest.surface, &of_baked.surface], &JointTable::default());
    let matched = matched.map_err(|cause| CliError::JointTable { cause, path: arguments.output.clone() })?;
    let pair = ScenePair::of_open(Arc::clone(model), Arc::clone(&baked), Arc::new(matched));
    let pair = pair.named(["original".to_owned(), "baked".to_owned()]);
    let linear = SkinningSettings { method: SkinningMethod::Lbs, ..SkinningSettings::default() };
    let look = arguments.settings();
    let skins = [(&**model, linear), (&*baked, linear), (&**model, look)];
    let mirror = Mirror::of(&model.skeleton);
    let mut worst: Vec<(u32, Farthest, f64)> = outcome.baked.report.of_joints.iter().filter_map(farthest).collect();
    worst.sort_by(|(_, _, a), (_, _, b)| b.total_cmp(a));
    let worst = without_twins(worst, |(node, ..)| *node, |node| mirror.partner(node), JOINTS);
    let row = |&(node, Farthest { pose, vertex: (primitive, vertex) }, _): &(u32, Farthest, f64)| {
        let pose = &judged[pose];
        // Judged was the shape at rest, whatever a clip does with morph targets.
        let [posed, baked_pose] = [&**model, &*baked].map(|model| {
            let morph_weights = model.skeleton.rest_morph_weights();
            Pose { morph_weights, ..pose.of(model) }
        });
        let vertex = rest.surface.index_of(VertexId { primitive, vertex })?;
        let defect = Defect { node, axis: turned_axis(model, &posed, node), vertex };
        let deform = |(model, settings): (&Model, SkinningSettings)| {
            let pose = if std::ptr::eq(model, &*baked) { &baked_pose } else { &posed };
            deform_all(model, &rest.surface, pose, &StressSkin { settings, centers })
        };
        let deformed = skins.map(deform);
        Some(Row { defect, pose: posed, baked_pose, deformed })
    };
    let rows: Vec<Row> = worst.iter().filter_map(row).collect();
    let Some(first) = rows.first() else { return Err(CliError::NothingApart) };
    let centers = arguments.centers.settings();
    let clay = PaneLook { overlays: Overlays::NONE, shading: Shading::Smooth, ..PaneLook::default() };
    let pane = |(model, skinning)| PaneSettings { model, skinning, centers, look: clay, ..PaneSettings::default() };
    let of_row = [(PaneModel::First, linear), (PaneModel::Second, linear), (PaneModel::First, look)].map(pane);
    let settings: Vec<PaneSettings> = rows.iter().flat_map(|_| of_row).collect();
    let store = arguments.centers.store();
    let upload = |progress: &Progress| upload(context, (model, None), Some(&pair), &settings, &store, progress);
    let models = with_progress("Centers of rotation", upload)?;
    let panes = models.panes(&settings, Some(&pair), theme(false), None, None);
    let method = arguments.look.short_name();
    let sheet = Sheet {
        pose: &first.pose,
        panes: &panes,
        caption: SheetCaption::Figure {
            citation: &model.name,
            title: &format!(
                "{method} by linear blending with {}",
                counted(outcome.baked.helper_count(), "helper joint", "helper joints")
            ),
            text: &format!(
                "The joints at which linear blending was farthest from {method}, each in the worst of the poses that were \
                 not fitted. The ring marks the vertex; below is how far it lies from where {method} puts it."
            ),
        },
        size: [PANE[0] * 3, PANE[1] * rows.len() as u32 + 66],
        columns: Some(3),
        legend: true,
    };
    let subject = ViewSubject { model, rest: &rest, front_yaw: front_yaw(model) };
    let extent = f64::from(model.rest_bounds().extent());
    let views = |size| rows.iter().flat_map(|row| row.views(&subject, size, extent)).collect();
    let drawn = with_progress("Pictures", |progress| render_sheet(context, &sheet, views, progress))?;
    write_png(output, &drawn.picture)
}

fn farthest((&node, judged): (&u32, &crate::baking::Judged)) -> Option<(u32, Farthest, f64)> {
    Some((node, judged.farthest?, judged.before.largest))
}

/// The joint's axis that is nearest to the one about which it turned from rest.
fn turned_axis(model: &Model, pose: &Pose, node: u32) -> usize {
    let turn = model.skeleton.node(node).rest.rotation.inverse() * pose.joints[node as usize].rotation;
    Vec3::new(turn.x, turn.y, turn.z).abs().max_position()
}

impl Row {
    /// One camera for all three makes them comparable.
    fn views(&self, subject: &ViewSubject<'_>, size: [u32; 2], extent: f64) -> Vec<PaneView<'_>> {
        let Self { defect, pose, baked_pose, deformed } = self;
        let camera = camera_of(subject, *defect, pose, &deformed[0], size, ViewSearch::Thorough);
        let seen = seen_vertex(&camera, subject.rest, *defect, &deformed[0]) as usize;
        let look = deformed[2].positions[seen];
        let view = |(index, own): (usize, &DeformedSkin)| {
            let distance = 100.0 * own.positions[seen].distance(look) / extent;
            let below = if index == 2 { String::new() } else { format!("{distance:.2} % of the extent away") };
            let line = subject.model.skeleton.short_name(defect.node).to_owned();
            let note = PaneNote { line, below, is_below_optional: false };
            let (pose, beside) = if index == 1 { (baked_pose, pose) } else { (pose, baked_pose) };
            let mark = Some(own.positions[seen].as_vec3());
            PaneView { note, mark, pose_beside: Some(beside), ..PaneView::new(pose, camera) }
        };
        deformed.iter().enumerate().map(view).collect()
    }
}
