//! Arguments that several commands share, and how their values are parsed.

use super::model_arguments::ModelArguments;
use crate::centers::{CenterSettings, Similarity};
use crate::math::parse_number;
use crate::model::{LimitExpression, MorphWeight, ScaleKind, SetExpression};
use crate::skinning::{Antipodality, BlendFactor, Phases, SkinningMethod, UnknownId};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The flags that determine the pose, shared by every command that takes one.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Pose")]
pub struct PoseArguments {
    /// Pose file, {"skinscope_pose": 1, "joints": {...}}, or the name of a bundled model's pose (`skinscope models`
    /// lists them).
    #[arg(long, value_name = "FILE.json|NAME")]
    pub pose: Option<PathBuf>,
    /// Rotate, move or scale one joint, on top of the pose: mid:rx=90,ry=0. Keys: rx ry rz in degrees after the rest
    /// rotation; tx ty tz offset from rest; sx sy sz inherited scale relative to rest; lsx lsy lsz local scale; hxy hxz hyz
    /// local shear; whole, from 0 to 1, moves the whole mesh by the blend of the joint and its parent. May be given several
    /// times.
    #[arg(long, value_name = "JOINT:KEY=VALUE,...", value_parser = str::parse::<SetExpression>)]
    pub set: Vec<SetExpression>,
    /// Set the weight of a morph target, on top of the pose: smile=0.5. `skinscope info MODEL` lists the targets. May be given
    /// several times.
    #[arg(long, value_name = "TARGET=WEIGHT", value_parser = str::parse::<MorphWeight>)]
    pub morph: Vec<MorphWeight>,
    /// Keep the rotations of the pose within the angles that the model's clips show. Clips and sweeps are not changed.
    #[arg(long, value_name = "clips", value_parser = ["clips"])]
    pub limits: Option<String>,
    /// Keep the rotations of one joint of the pose within limits in degrees: forearm.L:ry=-5..140. Keys: rx ry rz. May be
    /// given several times.
    #[arg(long, value_name = "JOINT:KEY=LEAST..MOST,...", value_parser = str::parse::<LimitExpression>)]
    pub limit: Vec<LimitExpression>,
    /// Clip to sample, by name or by index from 0.
    #[arg(long, value_name = "NAME|INDEX")]
    pub clip: Option<String>,
    /// Time in the clip, in seconds.
    #[arg(long, value_name = "SECONDS", requires = "clip", default_value_t = 0.0, value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time: f32,
    /// How the signs of quaternions are chosen (q and -q are the same rotation): none, per-bone, per-vertex,
    /// running-sum, continuous (counts full turns; does not flip while the joints of a vertex are less than 360 degrees
    /// apart). The default is the mode of the method's paper: running-sum for cor, per-vertex for the others.
    #[arg(long, value_name = "MODE", value_parser = Antipodality::from_id)]
    pub antipodality: Option<Antipodality>,
    /// How TRS scale acts: inherited by children (as in glTF) or local (Kavan's S).
    #[arg(long, value_name = "KIND", value_parser = ScaleKind::from_id, default_value = "inherited")]
    pub scale: ScaleKind,
    /// Position of lbs-dqs between LBS (0) and two-phase DQS (1).
    #[arg(long, value_name = "0..1", default_value_t = BlendFactor::default(), allow_negative_numbers = true)]
    pub blend: BlendFactor,
    /// Which phases of two-phase-dqs, cor, cor-procrustes and lbs-dqs are applied: both, or first, which is scale and
    /// shear alone about the joints at rest.
    #[arg(long, value_name = "WHICH", value_parser = Phases::from_id, default_value = "both")]
    pub phases: Phases,
    #[command(flatten)]
    pub centers: CenterArguments,
    #[command(flatten)]
    pub opening: ModelArguments,
}

/// The flags that determine the centers of rotation of `cor`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Centers of rotation")]
pub struct CenterArguments {
    /// Width of the similarity in the space of weights.
    #[arg(long, value_name = "0.01..2", value_parser = parse_width, default_value = "0.1", allow_negative_numbers = true)]
    pub sigma: f64,
    /// Longest edge of the subdivided surface in the space of weights.
    #[arg(long, value_name = "0.01..2", value_parser = parse_width, default_value = "0.1", allow_negative_numbers = true)]
    pub epsilon: f64,
    /// How the weights of a vertex and a triangle are compared: joint-pairs (the paper's eq. 1), or by their distance, which
    /// is slow: plain-gaussian (the paper's section 5 advises against it) or inverse-square.
    #[arg(long, value_name = "NAME", value_parser = parse_similarity, default_value = "joint-pairs")]
    pub similarity: Similarity,
    /// Do not read or write the cache of centers.
    #[arg(long)]
    pub no_cache: bool,
}

impl Default for CenterArguments {
    fn default() -> Self {
        let CenterSettings { sigma, epsilon, similarity } = CenterSettings::default();
        Self { sigma, epsilon, similarity, no_cache: false }
    }
}

impl CenterArguments {
    pub fn settings(&self) -> CenterSettings {
        let Self { sigma, epsilon, similarity, .. } = *self;
        CenterSettings { sigma, epsilon, similarity }
    }
}

/// One name of `--methods`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodChoice {
    All,
    One(SkinningMethod),
}

impl MethodChoice {
    pub fn methods(choices: &[Self]) -> Vec<SkinningMethod> {
        let methods = choices.iter().flat_map(|choice| match choice {
            Self::All => &SkinningMethod::ALL[..],
            Self::One(method) => std::slice::from_ref(method),
        });
        methods.copied().collect()
    }

    /// The chosen methods in the requested order, each once.
    pub(super) fn distinct_methods(choices: &[Self]) -> Vec<SkinningMethod> {
        let mut distinct: Vec<SkinningMethod> = Vec::new();
        for method in Self::methods(choices) {
            if !distinct.contains(&method) {
                distinct.push(method);
            }
        }
        distinct
    }

    pub(super) fn from_text(text: &str) -> Result<Self, UnknownId> {
        if text.trim() == "all" { Ok(Self::All) } else { SkinningMethod::from_id(text).map(Self::One) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// The shader that draws the skin, read back from the GPU.
    Gpu,
    /// The same computation on the CPU.
    Cpu,
}

/// Lists every method, for the help.
pub(super) fn methods() -> String {
    SkinningMethod::ALL.map(SkinningMethod::id).join(", ")
}

fn parse_width(text: &str) -> Result<f64, String> {
    parse_within(text, CenterSettings::SMALLEST_WIDTH, CenterSettings::LARGEST_WIDTH)
}

pub(super) fn parse_omega(text: &str) -> Result<f64, String> {
    parse_within(text, 0.001, 2.0)
}

pub(super) fn parse_cut_off(text: &str) -> Result<f64, String> {
    parse_within(text, 0.0, 1.0)
}

fn parse_within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let is_within = |number: &f64| (least..=most).contains(number);
    let number = parse_number(text).ok().filter(is_within);
    number.ok_or_else(|| format!("{text:?} is not a number from {least} to {most}"))
}

fn parse_seconds(text: &str) -> Result<f32, String> {
    parse_number(text).map_err(|error| error.to_string())
}

fn parse_similarity(text: &str) -> Result<Similarity, String> {
    let known = Similarity::ALL.map(Similarity::id).join(", ");
    Similarity::from_id(text).ok_or_else(|| format!("no similarity is called {text:?}; choose one of {known}"))
}

/// The default picture size of `render`: big enough for a slide, small enough for a software renderer.
pub(super) const DEFAULT_SIZE: [u32; 2] = [1280, 720];

pub(super) fn size_help([width, height]: [u32; 2], when: &str) -> String {
    format!("Size in pixels [default: {width}x{height}{when}]")
}

/// The largest side of a picture. Every adapter supports it.
const LARGEST_SIDE: u32 = 8192;

pub(super) fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let (width, height) = text.split_once(['x', 'X']).ok_or("write WIDTHxHEIGHT, such as 1280x720")?;
    let side = |digits: &str| match digits.trim().parse::<u32>() {
        Ok(pixels) if (1..=LARGEST_SIDE).contains(&pixels) => Ok(pixels),
        _ => Err(format!("{digits:?} is not a whole number of pixels from 1 to {LARGEST_SIDE}")),
    };
    Ok([side(width)?, side(height)?])
}
