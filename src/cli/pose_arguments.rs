use super::CliError;
use super::own_methods::NumberText;
use super::shared_arguments::{BlendingArguments, PoseArguments, PosingArguments, ScalingArguments};
use crate::bundled::{self, BundledModel, NamedPose};
use crate::files::{ModelSource, OpenedModel, read_pose_text};
use crate::model::{self, Clip, JointLimits, Model, Pose, PoseOverrides, PoseWarning, StoredSkin, parse_pose_file};
use crate::skinning::{ChosenNumbers, SkinningMethod, SkinningSettings};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A pose as given on the command line.
#[derive(Clone, Debug)]
pub struct PosedModel {
    /// The model in the shape of the pose.
    pub model: Arc<Model>,
    /// Rest or clip sample with the overrides applied.
    pub pose: Pose,
    pub overrides: PoseOverrides,
    /// Limits of the joints' rotations.
    pub limits: JointLimits,
    /// Index of the clip and the time within it.
    pub clip: Option<(usize, f32)>,
    /// The bundled pose on which it is based.
    pub named: Option<&'static NamedPose>,
    /// Probable mistakes in the pose.
    pub warnings: Vec<PoseWarning>,
}

impl BlendingArguments {
    /// The numbers of methods that are not built in, whichever methods have them.
    pub fn numbers(&self) -> ChosenNumbers {
        let choose = |chosen: ChosenNumbers, number: &NumberText| chosen.with(number.name(), Some(number.value()));
        self.number.iter().fold(ChosenNumbers::default(), choose)
    }

    /// The settings that these flags and those of scale give a method.
    pub fn skinning(&self, scaling: &ScalingArguments, method: SkinningMethod) -> SkinningSettings {
        SkinningSettings {
            method,
            // A built-in method is compared with one that has them.
            numbers: self.numbers(),
            chosen_antipodality: self.antipodality,
            scale_kind: scaling.scale,
            blend: self.blend,
            chosen_phases: scaling.phases,
            stored: StoredSkin::FULL,
        }
    }
}

impl PoseArguments {
    /// The settings that these flags give a method.
    pub fn skinning(&self, method: SkinningMethod) -> SkinningSettings {
        let settings = SkinningSettings { stored: self.stored.skin(), ..self.blending.skinning(&self.scaling, method) };
        SkinningSettings { stored: settings.stored_as_read(), ..settings }
    }

    /// The settings of panes: for each method, one for each stored skin.
    pub fn skins(&self, methods: &[SkinningMethod]) -> Vec<SkinningSettings> {
        let stored = self.stored.skins();
        let of_method = |&method: &SkinningMethod| {
            let own = self.skinning(method);
            let mut skins: Vec<SkinningSettings> = Vec::new();
            for &stored in &stored {
                let stored = SkinningSettings { stored, ..own }.stored_as_read();
                if !skins.iter().any(|skin| skin.stored == stored) {
                    skins.push(SkinningSettings { stored, ..own });
                }
            }
            skins
        };
        methods.iter().flat_map(of_method).collect()
    }
}

/// The pose of `--pose`, which was read and not yet compared with the model.
#[derive(Clone, Debug)]
pub(super) enum ReadPose {
    Rest,
    Named(&'static NamedPose),
    File { json: String, path: PathBuf },
}

impl ReadPose {
    /// Reads the pose that is given for a model from this source.
    pub(super) fn of(arguments: &PosingArguments, source: &ModelSource) -> Result<Self, CliError> {
        let Some(path) = &arguments.pose else { return Ok(Self::Rest) };
        let bundled = match source {
            ModelSource::Bundled(name) => bundled::find(name),
            ModelSource::File(_) => None,
        };
        match bundled.map(|model| find_pose(&model, path)).transpose()?.flatten() {
            Some(pose) => Ok(Self::Named(pose)),
            None => Ok(Self::File { json: read_pose_text(path)?, path: path.clone() }),
        }
    }
}

/// Builds the pose: first the clip, then the pose file or the bundled pose, then each `--set` in order.
pub fn pose_model(opened: &OpenedModel, arguments: &PoseArguments) -> Result<PosedModel, CliError> {
    let read = ReadPose::of(&arguments.posing, &opened.source)?;
    pose_as_read(&opened.asset.model, &read, &arguments.posing)
}

/// Like [`pose_model`], with the pose of `--pose` as it was read.
pub(super) fn pose_as_read(
    model: &Arc<Model>,
    read: &ReadPose,
    arguments: &PosingArguments,
) -> Result<PosedModel, CliError> {
    let clip = match &arguments.clip {
        Some(address) => Some((find_clip(&model.clips, address)?, arguments.time)),
        None => None,
    };
    let mut base = Pose::rest(&model.skeleton);
    if let Some((index, seconds)) = clip {
        model.clips[index].sample(seconds, &mut base);
    }
    let named = match read {
        ReadPose::Named(pose) => Some(*pose),
        ReadPose::Rest | ReadPose::File { .. } => None,
    };
    let mut overrides = match read {
        ReadPose::Rest => PoseOverrides::default(),
        ReadPose::Named(pose) => pose.overrides(&model.skeleton)?,
        ReadPose::File { json, path } => {
            parse_pose_file(json, &model.skeleton).map_err(|cause| CliError::PoseFile { cause, path: path.clone() })?
        }
    };
    let posed = |overrides: &PoseOverrides| {
        let mut pose = base.clone();
        overrides.apply(&model.skeleton, &mut pose);
        pose
    };
    for expression in &arguments.set {
        let pose = posed(&overrides);
        expression.apply(&model.skeleton, &pose, &mut overrides)?;
    }
    for morph in &arguments.morph {
        let applied = morph.apply(&model.skeleton, &mut overrides);
        applied.map_err(|cause| CliError::Morph { cause, given: model::one_line(&morph.to_string()) })?;
    }
    let limits = limits_of(model, arguments)?;
    let nodes: Vec<u32> = overrides.iter().map(|(node, _)| node).collect();
    let held = nodes.into_iter().flat_map(|node| limits.hold(&model.skeleton, &mut overrides, node));
    let held: Vec<PoseWarning> = held.map(|held| held.warning(&model.skeleton)).collect();
    let of_time = clip.and_then(|(index, seconds)| PoseWarning::of_time(&model.clips[index], seconds));
    let warnings = of_time
        .into_iter()
        .chain(held)
        .chain(PoseWarning::of_overrides(&model.skeleton, &overrides, model.rest_bounds().extent()))
        .collect();
    let pose = posed(&overrides);
    Ok(PosedModel { model: model.in_shape(&pose.morph_weights), pose, overrides, limits, clip, named, warnings })
}

/// The limits that the clips show, then those of each `--limit` in order.
fn limits_of(model: &Model, arguments: &PosingArguments) -> Result<JointLimits, CliError> {
    let mut limits = JointLimits::default();
    if arguments.limits.is_some() {
        limits = JointLimits::from_clips(&model.skeleton, &model.clips);
        if limits.is_empty() {
            return Err(CliError::NoClipLimits);
        }
    }
    super::stress::limits_of(&arguments.limit, model, limits)
}

/// The bundled pose with that name if no such file exists. `None` for paths that can only be a file.
fn find_pose(model: &BundledModel, path: &Path) -> Result<Option<&'static NamedPose>, CliError> {
    let given = path.to_string_lossy();
    if path.exists() {
        return Ok(None);
    }
    let found = model.pose(&given);
    if found.is_some() || given.contains(['.', '/', '\\']) {
        return Ok(found);
    }
    let known = model.poses.iter().map(|pose| pose.name).collect::<Vec<_>>().join(", ");
    Err(CliError::NoSuchPose { given: given.into_owned(), model: model.name, known: format!("its poses are {known}") })
}

/// Finds a clip by name, or by index from 0 if no clip has that name.
pub(super) fn find_clip(clips: &[Clip], address: &str) -> Result<usize, CliError> {
    if let Some(index) = model::find_clip(clips, address) {
        return Ok(index);
    }
    let known = match clips {
        [] => "it has no clips at all".to_owned(),
        _ => {
            let names = clips.iter().map(|clip| format!("{:?}", clip.name)).collect::<Vec<_>>();
            format!("choose one of {} or an index from 0 to {}", names.join(", "), clips.len() - 1)
        }
    };
    Err(CliError::NoSuchClip { given: address.to_owned(), known })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::open_model;
    use crate::model::RotationOverride;
    use glam::Vec3;

    fn pose(model: &str, pose: &str, set: &[&str]) -> Result<PosedModel, CliError> {
        let set = set.iter().map(|expression| expression.parse().unwrap()).collect();
        let posing = PosingArguments { pose: Some(PathBuf::from(pose)), set, ..PosingArguments::default() };
        pose_model(&open_model(model).unwrap(), &PoseArguments { posing, ..PoseArguments::default() })
    }

    #[test]
    fn a_bundled_pose_is_taken_by_its_name_with_more_on_top() {
        let posed = pose("bar", "twist-135", &["mid:ry=10"]).unwrap();
        assert_eq!(posed.named.map(|pose| pose.name), Some("twist-135"));
        let mid = open_model("bar").unwrap().asset.model.skeleton.find("mid").unwrap();
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::new(135.0, 10.0, 0.0)));
        assert_eq!(posed.overrides.get(mid).rotation, rotation);
    }

    #[test]
    fn rotations_are_kept_within_the_limits_and_the_pose_says_so() {
        let limit = |text: &str| PosingArguments { limit: vec![text.parse().unwrap()], ..PosingArguments::default() };
        let pose_model = |opened: &OpenedModel, posing: PosingArguments| {
            pose_model(opened, &PoseArguments { posing, ..PoseArguments::default() })
        };
        let opened = open_model("bar").unwrap();
        let set = vec!["mid:rx=150,ry=5".parse().unwrap()];
        let posed = pose_model(&opened, PosingArguments { set, ..limit("mid:rx=-20..140,ry=0..9") }).unwrap();
        let mid = opened.asset.model.skeleton.find("mid").unwrap();
        let held = Some(RotationOverride::AnglesDegrees(Vec3::new(140.0, 5.0, 0.0)));
        assert_eq!(posed.overrides.get(mid).rotation, held);
        let expected = "mid: rx of 150 degrees is beyond its limit and is shown at 140 degrees";
        assert_eq!(posed.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
        let error = pose_model(&opened, limit("leg:rx=0..1")).unwrap_err().to_string();
        assert!(error.starts_with("--limit leg:rx=0..1: "), "{error}");
        let clips = PosingArguments { limits: Some("clips".to_owned()), ..PosingArguments::default() };
        let error = pose_model(&open_model("limb").unwrap(), clips).unwrap_err().to_string();
        assert!(error.contains("no clip of the model turns a joint"), "{error}");
    }

    #[test]
    fn unknown_names_are_answered_with_the_known_ones() {
        let error = pose("bar", "twist", &[]).unwrap_err().to_string();
        assert!(error.contains("no pose of bar") && error.contains("twist-90, twist-135"), "{error}");
        // Anything that looks like a file is a file, and models from files have no poses.
        let error = pose("bar", "missing.json", &[]).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the pose file"), "{error}");
    }
}
