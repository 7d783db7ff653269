use crate::cli::arguments::PictureArguments;
use crate::cli::examples;
use crate::cli::fail_limits::{FailArguments, FailLimit, FailLimitError};
use crate::cli::given_flags::flags_of;
use crate::cli::measure::{DEFAULT_OF_SWEEP, ids};
use crate::cli::shared_arguments::{
    LayoutArguments, MethodChoice, PoseArguments, SecondArguments, also, panes_help, size_help,
};
use crate::cli::stored_arguments::{StoredArguments, of_panes};
use crate::cli::wipe::OtherWipe;
use crate::math::parse_number;
use crate::measure::{Figure, Scope};
use crate::model::SweepRange;
use crate::sheets::SheetLayout;
use crate::skinning::SkinningMethod;
use clap::{Arg, Args};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = examples::COMPARE,
    mut_arg("size", |size| size.help(size_help(SheetLayout::natural_size(2, None), " for two panes, more for more"))),
    mut_arg("columns", |columns| columns.help("Panes in a row [default: chosen to suit the size of the picture, or a picture of about 16:10]")),
    mut_arg("paint", |paint| also(paint, "with two models, also difference:model, the distance to the other one, and weights-of-model, the part of the weights that other joints have there")),
    mut_arg("ghost", |ghost| also(ghost, "with two models, `model` for the second one").value_name("METHOD|model")),
    mut_args(of_pictures()),
    mut_args(of_stored()),
)]
pub struct CompareArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// Second model, in the pose of the first. Its panes are below those of the first, or next to them if there is one
    /// method.
    pub other: Option<PathBuf>,
    /// Picture to write (.png), or - for standard output. Two models can also be compared in numbers alone. With --sweep,
    /// plot to write (.svg or .pdf). What a stored skin costs is also printed alone.
    #[arg(short, long, value_name = "OUT.png", required_unless_present_any = ["other", "json", "fail_over", "sweep", "joints", "save_joints", "influences", "weight_bits", "position_bits", "surrounding_joints"])]
    pub output: Option<PathBuf>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs", help = panes_help())]
    pub methods: Vec<MethodChoice>,
    /// Show another method to the right of a divider in every pane: dqs, or dqs@0.7 for a divider at 0.7 of the width
    /// instead of the middle; with two models, `model` or model@0.7 for the second one.
    #[arg(long, value_name = "METHOD|model[@0..1]", value_parser = str::parse::<OtherWipe>, requires = "output", conflicts_with_all = ["ghost", "sweep"])]
    pub wipe: Option<OtherWipe>,
    /// Print one JSON object instead of text: about two models, or about what stored skins cost.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub pair: PairArguments,
    #[command(flatten)]
    pub second: SecondArguments,
    #[command(flatten)]
    pub layout: LayoutArguments,
    #[command(flatten)]
    pub picture: PictureArguments,
    #[command(flatten)]
    pub pose: PoseArguments,
}

/// Lets the flags of pictures need a picture. A sweep has none.
fn of_pictures() -> impl FnMut(Arg) -> Arg {
    let of_pictures = [flags_of::<LayoutArguments>(), flags_of::<PictureArguments>()].concat();
    move |flag| match of_pictures.contains(flag.get_id()) {
        true => flag.requires("output").conflicts_with_all(["sweep", "figure"]),
        false => flag,
    }
}

/// Lets the flags of stored skins take several values.
fn of_stored() -> impl FnMut(Arg) -> Arg {
    |flag| if StoredArguments::FLAGS.contains(&flag.get_id().as_str()) { of_panes(flag) } else { flag }
}

/// Arguments of a comparison of two models.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Two models")]
#[group(requires = "other")]
pub struct PairArguments {
    /// End with exit status 1 if the models are farther apart than this fraction of the first model's extent, under any
    /// of the methods: 1e-3, or 0.1%, is a millimeter on a model of one meter. Or if a named number is above a limit:
    /// largest, mean or p99, distances as fractions of that extent, and with --sweep the figure of --figure in either
    /// model. May be given several times.
    #[arg(long, value_name = "FRACTION|PERCENT%|NAME=VALUE", value_parser = parse_limit, allow_negative_numbers = true)]
    pub fail_over: Vec<FailLimit>,
    /// End with exit status 1 if a named number is below a limit: smallest_section=0.7 with --sweep. May be given several
    /// times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_named_limit)]
    pub fail_under: Vec<FailLimit>,
    /// Rotate one joint of the first model step by step, and compare both models at each angle: left:ry=0..120:10. Keys:
    /// rx ry rz, in degrees. The default step is 5 degrees. The second model takes each pose, and is measured at the
    /// joint's partner.
    #[arg(long, value_name = "JOINT:KEY=FROM..TO[:STEP]", allow_hyphen_values = true, value_parser = str::parse::<SweepRange>)]
    pub sweep: Option<SweepRange>,
    #[arg(long, value_name = "NAME", requires = "sweep", value_parser = parse_swept_figure, help = figure_help())]
    pub figure: Option<Figure>,
    /// Scale the second model to the extent of the first.
    #[arg(long)]
    pub equal_scale: bool,
    /// File to write with all joints and their partners, to be edited and read with --joints. - is standard output.
    #[arg(long, value_name = "FILE.toml")]
    pub save_joints: Option<PathBuf>,
}

impl PairArguments {
    /// The limits for the numbers of both models.
    pub(super) fn limits(&self) -> FailArguments {
        FailArguments { fail_under: self.fail_under.clone(), fail_over: self.fail_over.clone() }
    }
}

impl CompareArguments {
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::methods(&self.methods)
    }
}

fn figure_help() -> String {
    let known: Vec<Figure> = Figure::swept().filter(|figure| figure.scope() != Scope::Models).collect();
    format!(
        "Figure of the sweep, next to the distance between the models [default: {1}]: {0}; or {2}, to plot the distance",
        ids(&known),
        DEFAULT_OF_SWEEP.flag(),
        Figure::DistanceToModel.flag()
    )
}

fn parse_swept_figure(text: &str) -> Result<Figure, String> {
    let known: Vec<Figure> = Figure::swept().collect();
    let found = Figure::from_flag(text).filter(|figure| known.contains(figure));
    found.ok_or_else(|| format!("no figure is called {text:?}; choose one of {}", ids(&known)))
}

/// A limit by name, or a fraction for the largest distance.
fn parse_limit(text: &str) -> Result<FailLimit, String> {
    match text.contains('=') {
        true => parse_named_limit(text),
        false => Ok(FailLimit::new(super::limits::LARGEST, parse_fraction(text)?)),
    }
}

/// A limit by name. Distances may be in percent.
fn parse_named_limit(text: &str) -> Result<FailLimit, String> {
    match text.split_once('=') {
        Some((name, value)) if super::limits::DISTANCES.contains(&name.trim()) => {
            Ok(FailLimit::new(name.trim(), parse_fraction(value)?))
        }
        _ => text.parse().map_err(|error: FailLimitError| error.to_string()),
    }
}

fn parse_fraction(text: &str) -> Result<f64, String> {
    let (number, unit) = text.trim().strip_suffix('%').map_or((text, 1.0), |percent| (percent, 0.01));
    let number = parse_number(number).ok().map(|number: f64| number * unit);
    let number = number.filter(|number| *number >= 0.0 && number.is_finite());
    number.ok_or_else(|| format!("{text:?} is not a fraction of the extent; write a number such as 1e-3, or 0.1%"))
}
