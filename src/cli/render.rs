use super::arguments::{LookArguments, PictureArguments, RenderArguments};
use super::device_beside::device_beside;
use super::framed::Framed;
use super::look_names::named_overlays;
use super::output::{Messages, check_ending};
use super::png_file::write_png;
use super::probe::address_of;
use super::shared_arguments::{CenterArguments, DEFAULT_SIZE};
use super::turns::warn_of_turns;
use super::warnings::Warnings;
use super::wipe::OtherSkin;
use super::{CliError, pose_model};
use crate::gpu::ModelLook;
use crate::model::{Model, SkinPart};
use crate::posing::front_yaw;
use crate::sheets::{PaintReport, draw_explained, draw_with_diagram};
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::style::method_color;
use crate::view::{
    Ghost, Overlay, PaintName, PaintRange, PaneLook, PictureSettings, Quality, SimilarTo, SkinPaint, Theme,
    heaviest_vertex,
};
use crate::viewport::{PaneRenderer, PictureRequest, RestCache};
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(arguments: &RenderArguments) -> Result<(), CliError> {
    check_png(&arguments.output)?;
    arguments.picture.check(1)?;
    let opened = arguments.pose.opening.open(&arguments.model)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let model = &posed.model;
    let mut warnings = Warnings::of(&opened, &posed);
    warn_of_turns(&mut warnings, model, &posed, &arguments.pose, &arguments.picture.methods(&[arguments.method]));
    let size = arguments.size.unwrap_or(DEFAULT_SIZE);
    let skinning = arguments.pose.skinning(arguments.method);
    let shown = arguments.pose.skinnings(&arguments.picture.methods(&[arguments.method]));
    let part = arguments.picture.part(model)?;
    let framed = Framed::of(&[(model, &posed.pose, part.as_deref())], &shown, &arguments.picture)?;
    let front = front_yaw(model);
    let camera_for = |size| framed.camera(&arguments.picture.look.camera, size, front);
    let camera = camera_for(size);
    let settings = PictureSettings {
        transparent: arguments.transparent,
        ..arguments.picture.settings(model, skinning, &arguments.pose.centers)?
    };
    let messages = Messages::beside(Some(&arguments.output));
    let (context, look) = device_beside(|| ModelLook::ahead(model))?;
    context.set_full_precision(arguments.picture.drawing.full_precision);
    let mut gpu_model = super::centers::upload(
        &context,
        model,
        look,
        &arguments.picture.methods(&[skinning.method]),
        &arguments.pose.centers,
    )?;
    gpu_model.show_part(&context, part)?;
    let request = PictureRequest {
        model: &gpu_model,
        pose: &posed.pose,
        camera: &camera,
        settings: &settings,
        size,
        pixels_per_point: pixels_per_point(size),
        quality: Quality::FINE,
        rest: &RestCache::default(),
        beside: None,
    };
    if settings.look.paint == SkinPaint::Materials {
        let mut renderer = PaneRenderer::new(&context)?;
        return write_png(&arguments.output, &draw_with_diagram(&context, &mut renderer, &request)?);
    }
    let explained = draw_explained(&context, &request, camera_for, !arguments.picture.drawing.no_legend)?;
    write_png(&arguments.output, &explained.picture)?;
    let line = explained.summary.as_ref().map(|summary| {
        let report = PaintReport { model, settings: &settings, summary, beside: None };
        report.line()
    });
    let too_small = !arguments.picture.drawing.no_legend && !explained.has_legend;
    let note = if too_small { "; the picture is too small for a legend" } else { "" };
    messages.print(&line.map_or_else(String::new, |line| format!("{line}{note}\n")))
}

/// Pixels per point. Lines and type grow with the picture, so that a 4K slide reads like one of 720 lines.
fn pixels_per_point(size: [u32; 2]) -> f32 {
    (size[1] as f32 / 720.0).clamp(1.0, 6.0)
}

pub(super) fn check_png(path: &Path) -> Result<(), CliError> {
    check_ending(path, "png", "*.png")
}

impl PictureArguments {
    /// The shown methods and the methods that they are compared with.
    pub(super) fn methods(&self, shown: &[SkinningMethod]) -> Vec<SkinningMethod> {
        shown
            .iter()
            .copied()
            .chain(self.look.paint.methods())
            .chain(self.look.ghost.and_then(OtherSkin::method))
            .collect()
    }

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
    fn selected_joint(&self, model: &Model) -> Result<Option<u32>, CliError> {
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

    /// The vertex with whose weights the skin's weights are compared.
    fn similar_to(&self, model: &Model, centers: &CenterArguments) -> Result<Option<SimilarTo>, CliError> {
        let PaintName::SimilarityTo(given) = self.look.paint else { return Ok(None) };
        if !model.has_skin() {
            return Err(CliError::PaintVertex { given, known: "the model has no skinned mesh".to_owned() });
        }
        let address = address_of(model, None, given).map_err(|error| match error {
            CliError::NoSuchVertex { given, known } => CliError::PaintVertex { given, known },
            other => other,
        })?;
        let vertex = (address.primitive as u32, address.vertex as u32);
        Ok(Some(SimilarTo { vertex, centers: centers.settings() }))
    }

    /// Whether the flags make sense for one or two models.
    ///
    /// # Errors
    /// If a second model is required and missing, or if a range is given for colors that are not distances.
    pub(super) fn check(&self, models: usize) -> Result<(), CliError> {
        let of_second = [
            (self.look.ghost == Some(OtherSkin::Model), "--ghost model"),
            (self.look.paint.skin_paint() == SkinPaint::DifferenceToModel, "--paint difference:model"),
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

    /// The settings of a picture.
    ///
    /// # Errors
    /// If the model does not have the painted joint, or the vertex of a similarity.
    pub(super) fn settings(
        &self,
        model: &Model,
        skinning: SkinningSettings,
        centers: &CenterArguments,
    ) -> Result<PictureSettings, CliError> {
        let selected_joint = self.selected_joint(model)?;
        let ghost = |other: OtherSkin| {
            let method = other.method().unwrap_or(skinning.method);
            let [red, green, blue, _] = method_color(method, Theme::Dark).to_array();
            let skinning = SkinningSettings { method, ..skinning };
            Ghost { skinning, other_model: other == OtherSkin::Model, color: [red, green, blue] }
        };
        Ok(PictureSettings {
            skinning,
            theme: self.drawing.theme(),
            look: self.look.pane_look(model),
            similar_to: self.similar_to(model, centers)?,
            ghost: self.look.ghost.map(ghost),
            selected_joint,
            ..PictureSettings::default()
        })
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
