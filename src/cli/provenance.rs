//! The inputs of a report, so that it can be reproduced: model, pose, options, program, adapter.

use super::PosedModel;
use super::model_arguments::split_bones;
use super::shared_arguments::{BlendingArguments, CenterArguments, PoseArguments, ScalingArguments};
use crate::centers::CenterSettings;
use crate::files::{ModelSource, OpenedModel};
use crate::model::StoredSkin;
use crate::model::write_pose_file;
use crate::skinning::Antipodality;
use serde::Serialize;
use std::collections::BTreeMap;

/// Version of the program.
pub(super) const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Timing of a report in this run. Only this differs between two runs; `--no-times` leaves it out.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TimesReport {
    pub milliseconds: f64,
    /// CPU threads.
    pub threads: usize,
    /// Whether the longest computation was read from the cache. Null where nothing is cached.
    pub from_cache: Option<bool>,
}

impl TimesReport {
    pub fn new(milliseconds: f64, from_cache: Option<bool>) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { milliseconds, threads, from_cache }
    }
}

/// Adapter name for skins deformed on the CPU.
pub(super) const CPU: &str = "cpu";

/// The model's file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ModelReport {
    /// Name of a bundled model. Null for a file.
    bundled: Option<&'static str>,
    /// The path as given. Null for a bundled model.
    path: Option<String>,
    /// BLAKE3 of the file's bytes, in hexadecimal.
    blake3: String,
    /// Files that a .gltf refers to, in the order they were read.
    resources: Vec<ResourceReport>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

/// The pose of the model.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PoseReport {
    /// The sampled clip. Null if there is none.
    clip: Option<ClipReport>,
    /// The bundled pose on which it is based, or null.
    named: Option<&'static str>,
    /// The pose file on which it is based, or null.
    file: Option<String>,
    /// The changes by the named pose, the file and `--set` on top of rest or the clip, as a pose file.
    overrides: serde_json::Value,
    /// Edits of weights, as `--weights` reads them.
    weights: Vec<String>,
    /// Bones split among twist joints, as `--twist` names them.
    twist: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
        let file = arguments.posing.pose.as_ref().filter(|_| posed.named.is_none());
        let overrides = write_pose_file(&posed.overrides, &model.skeleton);
        Self {
            clip: posed.clip.map(clip),
            named: posed.named.map(|pose| pose.name),
            file: file.map(|path| path.to_string_lossy().into_owned()),
            // This JSON was just written, so it parses.
            overrides: serde_json::from_str(&overrides).unwrap_or_default(),
            weights: arguments.opening.version.weights_in_words(),
            twist: split_bones(&model.skeleton),
        }
    }
}

/// The skinning options, in command line syntax.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct OptionsReport {
    /// Antipodality mode. `null` where each method has its own.
    antipodality: Option<&'static str>,
    scale: &'static str,
    blend: serde_json::Number,
    /// "first" if only the first phase of two-phase methods is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    phases: Option<&'static str>,
    /// The kept influences of each vertex, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    influences: Option<u8>,
    /// The bits of each weight, if they are rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight_bits: Option<u8>,
    /// The bits of each coordinate, if positions are rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    position_bits: Option<u8>,
    /// The joints that are kept of each vertex's surroundings, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    surrounding_joints: Option<u8>,
    /// The numbers of shaders of one's own that were given, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    numbers: BTreeMap<String, serde_json::Number>,
    sigma: f64,
    epsilon: f64,
    similarity: &'static str,
}

impl OptionsReport {
    pub fn of(pose: &PoseArguments) -> Self {
        let StoredSkin { most_influences, weight_bits, position_bits, most_surrounding_joints } = pose.stored.skin();
        Self {
            influences: most_influences.map(u8::from),
            weight_bits: weight_bits.map(u8::from),
            position_bits: position_bits.map(u8::from),
            surrounding_joints: most_surrounding_joints.map(u8::from),
            ..Self::new(&pose.blending, &pose.scaling, &pose.centers)
        }
    }

    pub fn new(blending: &BlendingArguments, scaling: &ScalingArguments, centers: &CenterArguments) -> Self {
        let CenterSettings { sigma, epsilon, similarity } = centers.settings();
        Self {
            antipodality: blending.antipodality.map(Antipodality::id),
            scale: scaling.scale.id(),
            blend: decimal(blending.blend.get()),
            phases: (!scaling.phases.are_both()).then(|| scaling.phases.id()),
            influences: None,
            weight_bits: None,
            position_bits: None,
            surrounding_joints: None,
            numbers: blending.number.iter().map(|one| (one.name().to_owned(), decimal(one.value()))).collect(),
            sigma,
            epsilon,
            similarity: similarity.id(),
        }
    }
}

/// The shortest decimal form of a number, rather than its double precision expansion. Zero for NaN and infinity.
pub(super) fn decimal(value: f32) -> serde_json::Number {
    serde_json::from_str(&value.to_string()).unwrap_or_else(|_| 0.into())
}
