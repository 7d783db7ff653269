//! Arguments that several commands share, and how their values are parsed.
//!
//! A struct of arguments that is shared is a group of flags for `given_flags.rs`, or puts such structs together: clap
//! lists the flags of a struct only if it flattens no other.

use super::model_arguments::{ModelArguments, TwistText};
use super::own_methods::{NumberText, method_of};
use super::stored_arguments::StoredArguments;
use super::wipe::Wipe;
use crate::centers::{CenterSettings, Similarity};
use crate::files::CenterStore;
use crate::math::parse_number;
use crate::model::{LimitExpression, MorphWeight, ScaleKind, SetExpression};
use crate::skinning::{Antipodality, BlendFactor, Phases, SkinningMethod, UnknownId};
use clap::{Arg, Args, ValueEnum};
use std::path::PathBuf;

/// The pose and the settings of the methods, for every command that takes a pose.
#[derive(Clone, Debug, Default, Args)]
pub struct PoseArguments {
    #[command(flatten)]
    pub posing: PosingArguments,
    #[command(flatten)]
    pub blending: BlendingArguments,
    #[command(flatten)]
    pub scaling: ScalingArguments,
    #[command(flatten)]
    pub stored: StoredArguments,
    #[command(flatten)]
    pub centers: CenterArguments,
    #[command(flatten)]
    pub opening: ModelArguments,
}

/// Like [`PoseArguments`], for a command that takes the full skin and whose own flags have other meanings.
#[derive(Clone, Debug, Default, Args)]
pub struct FullSkinArguments {
    #[command(flatten)]
    pub posing: PosingArguments,
    #[command(flatten)]
    pub blending: BlendingArguments,
    #[command(flatten)]
    pub scaling: ScalingArguments,
    #[command(flatten)]
    pub centers: CenterArguments,
    #[command(flatten)]
    pub opening: ModelArguments,
}

impl FullSkinArguments {
    /// The same with the full skin.
    pub fn pose(&self) -> PoseArguments {
        let Self { posing, blending, scaling, centers, opening } = self.clone();
        PoseArguments { posing, blending, scaling, stored: StoredArguments::default(), centers, opening }
    }
}

/// The pose of a model.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Pose")]
pub struct PosingArguments {
    /// Pose file, {"skinscope_pose": 1, "joints": {...}}, or the name of a bundled model's pose (`skinscope models`
    /// lists them).
    #[arg(long, value_name = "FILE.json|NAME")]
    pub pose: Option<PathBuf>,
    /// Rotate, move or scale one joint, on top of the pose: mid:rx=90,ry=0. Keys: rx ry rz, rotation in degrees after
    /// the rest rotation; tx ty tz, offset from rest in scene units; sx sy sz, inherited scale relative to rest; lsx lsy
    /// lsz, local scale; hxy hxz hyz, local shear; whole, from 0 to 1, moves the whole mesh by the blend of the joint and
    /// its parent. May be given several times.
    #[arg(long, value_name = "JOINT:KEY=VALUE,...", value_parser = str::parse::<SetExpression>)]
    pub set: Vec<SetExpression>,
    /// Set the weight of a morph target, on top of the pose: smile=0.5. `skinscope info MODEL` lists the targets. May be
    /// given several times.
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
}

/// How methods blend, whatever the pose.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Methods")]
pub struct BlendingArguments {
    /// Choose the signs of quaternions (q and -q are the same rotation): none, per-bone, per-vertex, running-sum, or
    /// continuous (counts full turns; does not flip while the joints of a vertex are less than 360 degrees apart)
    /// [default: the mode of the method's source, running-sum for cor and preserve-volume, per-vertex for the others].
    #[arg(long, value_name = "MODE", value_parser = Antipodality::from_id)]
    pub antipodality: Option<Antipodality>,
    /// Position of lbs-dqs between LBS (0) and two-phase DQS (1).
    #[arg(long, value_name = "0..1", default_value_t = BlendFactor::default(), allow_negative_numbers = true)]
    pub blend: BlendFactor,
    /// Number of a shader of your own: one of its lines `// Number:`. May be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = str::parse::<NumberText>)]
    pub number: Vec<NumberText>,
    /// Command that skins: the method `deformer`. For each skin and pose it reads JSON from its input, and writes positions to its output
    /// as a NumPy array.
    #[arg(long, value_name = "COMMAND")]
    pub deformer: Option<String>,
}

/// How methods apply the scale and shear of a pose.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Methods")]
pub struct ScalingArguments {
    /// Scale of a joint: inherited by its children (as in glTF), or local to it (Kavan's S).
    #[arg(long, value_name = "KIND", value_parser = ScaleKind::from_id, default_value = "inherited")]
    pub scale: ScaleKind,
    /// Phases of two-phase-dqs, cor, cor-procrustes, lbs-dqs, weighted-lbs-dqs and direct-delta-mush to apply: both, or
    /// first, which is scale and shear alone about the joints at rest.
    #[arg(long, value_name = "WHICH", value_parser = Phases::from_id, default_value = "both")]
    pub phases: Phases,
}

/// The centers of rotation of `cor`, and whether they are cached.
#[derive(Clone, Debug, Default, Args)]
pub struct CenterArguments {
    #[command(flatten)]
    pub similarity: SimilarityArguments,
    #[command(flatten)]
    pub cache: CacheArguments,
}

/// The parameters of the centers of rotation.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Centers of rotation")]
pub struct SimilarityArguments {
    /// Width of the similarity in the space of weights.
    #[arg(long, value_name = "0.01..2", value_parser = parse_width, default_value = "0.1", allow_negative_numbers = true)]
    pub sigma: f64,
    /// Longest edge of the subdivided surface in the space of weights.
    #[arg(long, value_name = "0.01..2", value_parser = parse_width, default_value = "0.1", allow_negative_numbers = true)]
    pub epsilon: f64,
    /// Similarity of the weights of a vertex and a triangle: joint-pairs (the paper's eq. 1), or by their distance, which
    /// is slow: plain-gaussian (the paper's section 5 advises against it) or inverse-square.
    #[arg(long, value_name = "NAME", value_parser = parse_similarity, default_value = "joint-pairs")]
    pub similarity: Similarity,
}

/// Whether centers of rotation are cached.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Centers of rotation")]
pub struct CacheArguments {
    /// Do not read or write the cache of centers and surroundings.
    #[arg(long)]
    pub no_cache: bool,
}

/// Size and arrangement of panes.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Picture")]
pub struct LayoutArguments {
    /// Each command says its default.
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true)]
    pub size: Option<[u32; 2]>,
    /// Each command says its default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    pub columns: Option<u16>,
}

impl LayoutArguments {
    /// Panes in a row.
    pub fn columns(&self) -> Option<usize> {
        self.columns.map(usize::from)
    }
}

/// A choice among the scenes of a talk.
#[derive(Clone, Debug, Default, Args)]
pub struct ChoiceArguments {
    /// Scenes of the talk, instead of all: an id, a number from 1, or a range such as 3..7. May be given several times.
    #[arg(long, value_name = "ID|N|N..N")]
    pub scene: Vec<String>,
}

/// The panes of a recording or a page.
#[derive(Clone, Debug, Args)]
pub struct PaneArguments {
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs", help = panes_help())]
    pub methods: Vec<MethodChoice>,
    /// Show another method to the right of a divider in every pane: dqs, or dqs@0.7 for a divider at 0.7 of the width
    /// instead of the middle.
    #[arg(long, value_name = "METHOD[@0..1]", value_parser = str::parse::<Wipe>, conflicts_with = "ghost")]
    pub wipe: Option<Wipe>,
}

impl PaneArguments {
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::methods(&self.methods)
    }
}

/// The second of two models.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Two models")]
#[group(requires = "other")]
pub struct SecondArguments {
    /// Do not turn the second model. By default, it is turned about the vertical to face as the first does.
    #[arg(long)]
    pub keep_facing: bool,
    /// Partners of joints whose names differ, as `compare --save-joints` writes them.
    #[arg(long, value_name = "FILE.toml")]
    pub joints: Option<PathBuf>,
    /// Split a bone of the second model among twist joints, as --twist does for the first. May be given several times.
    #[arg(long, value_name = "JOINT:COUNT[:KIND]", value_parser = str::parse::<TwistText>)]
    pub other_twist: Vec<TwistText>,
}

impl Default for SimilarityArguments {
    fn default() -> Self {
        let CenterSettings { sigma, epsilon, similarity } = CenterSettings::default();
        Self { sigma, epsilon, similarity }
    }
}

impl CenterArguments {
    pub fn settings(&self) -> CenterSettings {
        let SimilarityArguments { sigma, epsilon, similarity } = self.similarity;
        CenterSettings { sigma, epsilon, similarity }
    }

    /// The cache of centers of rotation.
    pub fn store(&self) -> CenterStore {
        if self.cache.no_cache { CenterStore::none() } else { CenterStore::of_user() }
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
        if text.trim() == "all" { Ok(Self::All) } else { method_of(text).map(Self::One) }
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

/// Methods that are not built in, for the help.
const OWN: &str = "a shader (FILE.wgsl), positions (NAME=FILE.npy), deformer";

/// Help of the method of a command that takes one.
pub(super) fn method_help() -> String {
    format!("Method: {}, {OWN}", methods())
}

/// Help of the methods of a command that measures.
pub(super) fn methods_help() -> String {
    format!("Methods: all, or some of {}, {OWN}", methods())
}

/// Help of the methods of a command that draws panes.
pub(super) fn panes_help() -> String {
    format!("One pane for each method, row by row: all, or some of {}, {OWN}", methods())
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

/// The help of a shared flag, with an addition for a command.
pub(super) fn also(flag: Arg, here: &str) -> Arg {
    let own = flag.get_help().map(ToString::to_string).unwrap_or_default();
    flag.help(format!("{own}; {here}"))
}

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
