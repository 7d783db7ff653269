use super::arguments::{LookArguments, PictureArguments, RenderArguments};
use super::look_names::named_overlays;
use super::model_scene::{on_device, scene_of_model, sheet_options};
use super::output::{Messages, check_ending};
use super::png_file::write_png;
use super::probe::address_of;
use super::shared_arguments::DEFAULT_SIZE;
use super::turns::warn_of_turns_in_scene;
use super::warnings::Warnings;
use super::wipe::OtherSkin;
use super::{CliError, pose_model};
use crate::model::{Model, SkinPart};
use crate::sheets::{SceneOptions, SceneSheet};
use crate::view::{Overlay, PaintName, PaintRange, PaneLook, SkinPaint, heaviest_vertex};
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(arguments: &RenderArguments) -> Result<(), CliError> {
    let RenderArguments { picture, pose, output, .. } = arguments;
    check_png(output)?;
    picture.check(1)?;
    let opened = pose.opening.open(&arguments.model)?;
    let posed = pose_model(&opened, pose)?;
    let model = &posed.model;
    let mut warnings = Warnings::of(&opened, &posed);
    let scene = scene_of_model((&opened, &posed), (picture, pose), &[arguments.method], None)?;
    warn_of_turns_in_scene(&mut warnings, model, &posed, &scene);
    let size = arguments.size.unwrap_or(DEFAULT_SIZE);
    let options = SceneOptions { transparent: arguments.transparent, ..sheet_options(picture) };
    let sheet = SceneSheet::new(&scene, model, None, options)?;
    let (context, models) = on_device((&scene, model, None), (picture, pose))?;
    let drawn = sheet.draw_alone(&context, &models, size, pixels_per_point(size))?;
    write_png(output, &drawn.picture)?;
    let too_small = !picture.drawing.no_legend && !drawn.has_legend;
    let note = if too_small { "; the picture is too small for a legend" } else { "" };
    let line = drawn.meaning.map_or_else(String::new, |meaning| format!("{meaning}{note}\n"));
    Messages::beside(Some(output)).print(&line)
}

/// Pixels per point. Lines and type grow with the picture, so that a 4K slide reads like one of 720 lines.
fn pixels_per_point(size: [u32; 2]) -> f32 {
    (size[1] as f32 / 720.0).clamp(1.0, 6.0)
}

pub(super) fn check_png(path: &Path) -> Result<(), CliError> {
    check_ending(path, "png", "*.png")
}

impl PictureArguments {
    /// The part of the skin that is shown alone. `None` shows all of it.
    ///
    /// # Errors
    /// If the model does not have one of the joints, or if no skin follows them.
    pub(super) fn part(&self, model: &Model) -> Result<Option<Arc<SkinPart>>, CliError> {
        isolated_part(model, &self.look.isolate)
    }

    /// The joint that the camera frames, if one is given.
    ///
    /// # Errors
    /// If the model does not have it.
    pub(super) fn camera_joint(&self, model: &Model) -> Result<Option<u32>, CliError> {
        self.look.camera.joint_of(model).map_err(|cause| CliError::CameraJoint { cause })
    }

    /// The joint whose weights are painted, or to which the diagram belongs.
    ///
    /// # Errors
    /// If the model does not have it, or if there are two.
    pub(super) fn selected_joint(&self, model: &Model) -> Result<Option<u32>, CliError> {
        let painted = self.look.paint.joint().map(|joint| model.skeleton.find(joint)).transpose();
        let painted = painted.map_err(|cause| CliError::PaintJoint { cause })?;
        let drawn = self.look.diagram.as_ref().and_then(|given| given.joint.as_ref());
        let drawn = drawn.map(|joint| model.skeleton.find(joint)).transpose();
        let drawn = drawn.map_err(|cause| CliError::DiagramJoint { cause })?;
        if let Some(joint) = drawn.filter(|&joint| heaviest_vertex(model, joint).is_none()) {
            return Err(CliError::DiagramOfNoSkin { joint: model.skeleton.label(joint) });
        }
        match (painted, drawn) {
            (Some(painted), Some(drawn)) if painted != drawn => {
                let [painted, drawn] = [painted, drawn].map(|joint| model.skeleton.label(joint));
                Err(CliError::TwoJoints { painted, drawn })
            }
            _ => Ok(painted.or(drawn)),
        }
    }

    /// Primitive and vertex with whose weights the skin's weights are compared.
    ///
    /// # Errors
    /// If the model does not have the vertex.
    pub(super) fn similar_vertex(&self, model: &Model) -> Result<Option<(u32, u32)>, CliError> {
        let PaintName::SimilarityTo(given) = self.look.paint else { return Ok(None) };
        if !model.has_skin() {
            return Err(CliError::PaintVertex { given, known: "the model has no skinned mesh".to_owned() });
        }
        let address = address_of(model, None, given).map_err(|error| match error {
            CliError::NoSuchVertex { given, known } => CliError::PaintVertex { given, known },
            other => other,
        })?;
        Ok(Some((address.primitive as u32, address.vertex as u32)))
    }

    /// Whether the flags make sense for one or two models.
    ///
    /// # Errors
    /// If a second model is required and missing, or if a range is given for colors that are not distances.
    pub(super) fn check(&self, models: usize) -> Result<(), CliError> {
        let of_second = [
            (self.look.ghost == Some(OtherSkin::Model), "--ghost model"),
            (self.look.paint.skin_paint() == SkinPaint::DifferenceToModel, "--paint difference:model"),
            (self.look.paint.skin_paint() == SkinPaint::WeightDifference, "--paint weights-of-model"),
        ];
        if let Some((_, flag)) = of_second.into_iter().find(|(is_given, _)| *is_given && models < 2) {
            return Err(CliError::NeedsSecondModel { flag });
        }
        if self.look.paint == PaintName::Paint(SkinPaint::Similarity) {
            return Err(CliError::SimilarToNothing);
        }
        if self.look.paint_range.is_some() && !self.look.paint.skin_paint().is_difference() {
            return Err(CliError::RangeOfNoDistance);
        }
        Ok(())
    }
}

impl LookArguments {
    /// Look of a pane of this model. The skeleton is always shown if the file holds nothing else.
    pub(super) fn pane_look(&self, model: &Model) -> PaneLook {
        let overlays = named_overlays(&self.overlay);
        let shows_skeleton = overlays.has(Overlay::Skeleton) || model.primitives.is_empty();
        PaneLook {
            overlays: overlays.with(Overlay::Skeleton, shows_skeleton),
            paint: self.paint.skin_paint(),
            paint_range: self.paint_range.map_or(PaintRange::Automatic, PaintRange::Fixed),
            shading: self.shading,
            diagram: self.diagram.as_ref().map(|given| given.diagram),
        }
    }
}

/// The skin of these joints, the joints below them and the bones before them. `None` for no joints: all skin.
///
/// # Errors
/// If the model does not have one of the joints, or if no skin follows them.
pub(super) fn isolated_part(model: &Model, joints: &[String]) -> Result<Option<Arc<SkinPart>>, CliError> {
    if joints.is_empty() {
        return Ok(None);
    }
    let find = |given: &String| {
        model.skeleton.find(given).map_err(|cause| CliError::IsolatedJoint { cause, given: given.clone() })
    };
    let roots = joints.iter().map(find).collect::<Result<Vec<u32>, _>>()?;
    let part = SkinPart::of_branches(model, &roots);
    if part.is_empty() {
        return Err(CliError::NothingIsolated { joints: joints.join(", ") });
    }
    Ok(Some(Arc::new(part)))
}
