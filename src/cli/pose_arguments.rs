use super::{CliError, PoseArguments, parse_set};
use crate::model::{Clip, Model, Pose, PoseOverrides, parse_pose_file};
use crate::skinning::{SkinningMethod, SkinningSettings};

/// A pose as the command line told it.
#[derive(Clone, Debug)]
pub struct PosedModel {
    /// Rest or clip sample with the overrides applied.
    pub pose: Pose,
    pub overrides: PoseOverrides,
    /// Which clip, and when.
    pub clip: Option<(usize, f32)>,
}

impl PoseArguments {
    /// The settings that these flags give a method.
    pub fn skinning(&self, method: SkinningMethod) -> SkinningSettings {
        SkinningSettings { method, antipodality: self.antipodality, scale_kind: self.scale, blend: self.blend }
    }
}

/// Clip first, then the pose file, then each `--set` in order.
pub fn pose_model(model: &Model, arguments: &PoseArguments) -> Result<PosedModel, CliError> {
    let clip = match &arguments.clip {
        Some(address) => Some((find_clip(&model.clips, address)?, arguments.time)),
        None => None,
    };
    if !arguments.time.is_finite() {
        return Err(CliError::Time(arguments.time));
    }
    let mut base = Pose::rest(&model.skeleton);
    if let Some((index, seconds)) = clip {
        model.clips[index].sample(seconds, &mut base);
    }
    let mut overrides = match &arguments.pose {
        Some(path) => {
            let json =
                std::fs::read_to_string(path).map_err(|cause| CliError::ReadPose { cause, path: path.clone() })?;
            parse_pose_file(&json, &model.skeleton).map_err(|cause| CliError::PoseFile { cause, path: path.clone() })?
        }
        None => PoseOverrides::default(),
    };
    let posed = |overrides: &PoseOverrides| {
        let mut pose = base.clone();
        overrides.apply(&model.skeleton, &mut pose);
        pose
    };
    for expression in &arguments.set {
        let pose = posed(&overrides);
        parse_set(expression, &model.skeleton, &pose, &mut overrides)?;
    }
    Ok(PosedModel { pose: posed(&overrides), overrides, clip })
}

/// By name, or by index from 0 where no clip has that name.
fn find_clip(clips: &[Clip], address: &str) -> Result<usize, CliError> {
    if let Some(index) = clips.iter().position(|clip| clip.name == address) {
        return Ok(index);
    }
    if let Some(index) = address.parse::<usize>().ok().filter(|&index| index < clips.len()) {
        return Ok(index);
    }
    let known = match clips {
        [] => "it has no clips at all".to_owned(),
        _ => {
            let names = clips.iter().map(|clip| format!("\"{}\"", clip.name)).collect::<Vec<_>>();
            format!("choose one of {} or an index from 0 to {}", names.join(", "), clips.len() - 1)
        }
    };
    Err(CliError::NoSuchClip { given: address.to_owned(), known })
}
