use super::{CliError, ViewerArguments, pose_model};
use crate::bundled;
use crate::files::{CenterStore, ModelSource, PoseStore, open_model};
use crate::session::Start;
use crate::skinning::SkinningMethod;
use crate::view::Theme;

/// What the viewer shows first: the model, pose, clip and methods given on the command line.
///
/// # Errors
/// If the model, the pose or a flag is invalid.
pub fn viewer_start(arguments: &ViewerArguments) -> Result<Start, CliError> {
    let source = arguments.model.as_ref().map_or(ModelSource::Bundled(bundled::MODELS[0].name), ModelSource::named);
    let opened = open_model(&source)?;
    let twists = arguments.pose.twists.splits(&opened.asset.model.skeleton)?;
    // The pose belongs to the split model. The session splits the model itself, so that the split stays editable.
    let mut rigged = opened.clone();
    arguments.pose.twists.rig(&mut rigged)?;
    let posed = pose_model(&rigged, &arguments.pose)?;
    posed.warnings.iter().for_each(|warning| tracing::warn!("{warning}"));
    let centers = &arguments.pose.centers;
    Ok(Start {
        opened,
        twists,
        overrides: posed.overrides,
        clip: posed.clip,
        skinning: arguments.pose.skinning(arguments.method.unwrap_or(SkinningMethod::Lbs)),
        centers: centers.settings(),
        theme: if arguments.light { Theme::Light } else { Theme::Dark },
        center_store: if centers.no_cache { CenterStore::none() } else { CenterStore::of_user() },
        pose_store: PoseStore::of_user(),
    })
}
