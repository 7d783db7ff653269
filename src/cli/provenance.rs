//! What a report was made of and with, so that it can be made again: model, pose, options, program, adapter.

use super::arguments::CenterArguments;
use super::twist_arguments::split_bones;
use super::{PoseArguments, PosedModel};
use crate::centers::CenterSettings;
use crate::files::{ModelSource, OpenedModel};
use crate::model::{ScaleKind, write_pose_file};
use crate::skinning::{Antipodality, BlendFactor};
use serde::Serialize;

/// Of the program.
pub(super) const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");

/// What deformed skins where no graphics adapter did.
pub(super) const CPU: &str = "cpu";

/// The model's file.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ModelReport {
    /// Name of a bundled model; null for a file.
    bundled: Option<&'static str>,
    /// As it was given; null for a bundled model.
    path: Option<String>,
    /// Of the file's bytes, in hexadecimal.
    blake3: String,
    /// Files that a .gltf named, in the order they were read.
    resources: Vec<ResourceReport>,
}

#[derive(Clone, Debug, Serialize)]
struct ResourceReport {
    path: String,
    blake3: String,
}

impl ModelReport {
    pub fn of(opened: &OpenedModel) -> Self {
        let (bundled, path) = match &opened.source {
            ModelSource::Bundled(name) => (Some(*name), None),
            ModelSource::File(path) => (None, Some(path.to_string_lossy().into_owned())),
        };
        let resource = |read: &crate::files::ReadResource| ResourceReport {
            path: read.relative_path.clone(),
            blake3: read.hash.to_hex().to_string(),
        };
        let resources = opened.resources.iter().map(resource).collect();
        Self { bundled, path, blake3: opened.hash.to_hex().to_string(), resources }
    }
}

/// How the model stood.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PoseReport {
    /// Null where none was sampled.
    clip: Option<ClipReport>,
    /// The bundled pose that it started from; null for none.
    named: Option<&'static str>,
    /// The pose file that it started from; null for none.
    file: Option<String>,
    /// A pose file: what the named pose, the file and `--set` changed, on top of rest or the clip.
    overrides: serde_json::Value,
    /// Bones split among twist joints, as `--twist` names them.
    twist: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct ClipReport {
    name: String,
    index: usize,
    seconds: f32,
}

impl PoseReport {
    pub fn of(opened: &OpenedModel, posed: &PosedModel, arguments: &PoseArguments) -> Self {
        let model = &opened.asset.model;
        let clip =
            |(index, seconds): (usize, f32)| ClipReport { name: model.clips[index].name.clone(), index, seconds };
        let file = arguments.pose.as_ref().filter(|_| posed.named.is_none());
        let overrides = write_pose_file(&posed.overrides, &model.skeleton);
        Self {
            clip: posed.clip.map(clip),
            named: posed.named.map(|pose| pose.name),
            file: file.map(|path| path.to_string_lossy().into_owned()),
            // What was written just now is JSON.
            overrides: serde_json::from_str(&overrides).unwrap_or_default(),
            twist: split_bones(&model.skeleton),
        }
    }
}

/// What decided how skins were deformed, as the command line takes it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OptionsReport {
    antipodality: &'static str,
    scale: &'static str,
    blend: serde_json::Number,
    sigma: f64,
    epsilon: f64,
    similarity: &'static str,
}

impl OptionsReport {
    pub fn of(pose: &PoseArguments) -> Self {
        Self::new(pose.antipodality, pose.scale, pose.blend, &pose.centers)
    }

    pub fn new(antipodality: Antipodality, scale: ScaleKind, blend: BlendFactor, centers: &CenterArguments) -> Self {
        let CenterSettings { sigma, epsilon, similarity } = centers.settings();
        Self {
            antipodality: antipodality.id(),
            scale: scale.id(),
            blend: decimal(blend.get()),
            sigma,
            epsilon,
            similarity: similarity.id(),
        }
    }
}

/// A number as it is written, not as double precision continues it; zero for what is none.
pub(super) fn decimal(value: f32) -> serde_json::Number {
    serde_json::from_str(&value.to_string()).unwrap_or_else(|_| 0.into())
}
