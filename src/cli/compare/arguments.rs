use crate::cli::arguments::PictureArguments;
use crate::cli::examples;
use crate::cli::measure::{DEFAULT_OF_SWEEP, ids};
use crate::cli::model_arguments::TwistText;
use crate::cli::shared_arguments::{MethodChoice, PoseArguments, methods, size_help};
use crate::cli::sweep_range::SweepRange;
use crate::cli::wipe::OtherWipe;
use crate::math::parse_number;
use crate::measure::{Figure, Scope};
use crate::sheets::SheetLayout;
use crate::skinning::SkinningMethod;
use clap::{Arg, Args};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = examples::COMPARE,
    mut_arg("size", |size| size.help(size_help(SheetLayout::natural_size(2, None), " for two panes, more for more"))),
    mut_arg("paint", |paint| also(paint, "with two models, also difference:model, the distance to the other one")),
    mut_arg("ghost", |ghost| also(ghost, "with two models, `model` for the second one").value_name("METHOD|model")),
    mut_args(|arg| if OF_PICTURES.contains(&arg.get_id().as_str()) { arg.requires("output") } else { arg }),
)]
pub struct CompareArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// A second model, in the pose of the first. Its panes come below; with one method, beside.
    pub other: Option<PathBuf>,
    /// Picture to write (.png), or - for standard output. Two models can also be compared in numbers alone. With --sweep,
    /// the file of a plot (.svg or .pdf).
    #[arg(short, long, value_name = "OUT.png", required_unless_present_any = ["other", "json", "fail_over", "sweep", "joints", "save_joints"])]
    pub output: Option<PathBuf>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs", help = format!("One pane for each method, row by row: all, or some of {}", methods()))]
    pub methods: Vec<MethodChoice>,
    /// Another method to the right of a divider in every pane: dqs, or dqs@0.7 for a divider at 0.7 of the width instead
    /// of the middle; with two models, `model` or model@0.7 for the second one.
    #[arg(long, value_name = "METHOD|model[@0..1]", value_parser = str::parse::<OtherWipe>, conflicts_with = "ghost")]
    pub wipe: Option<OtherWipe>,
    /// Panes in a row [default: chosen to suit the size of the picture, or a picture of about 16:10].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    pub columns: Option<u16>,
    #[command(flatten)]
    pub pair: PairArguments,
    #[command(flatten)]
    pub picture: PictureArguments,
    #[command(flatten)]
    pub pose: PoseArguments,
}

/// The help of a flag of all pictures, with an addition for this command.
fn also(flag: Arg, here: &str) -> Arg {
    let own = flag.get_help().map(ToString::to_string).unwrap_or_default();
    flag.help(format!("{own}; {here}"))
}

/// Flags of pictures. A sweep has none, and without -o they would change nothing.
const OF_PICTURES: [&str; 14] = [
    "wipe",
    "columns",
    "size",
    "camera",
    "overlay",
    "paint",
    "paint_range",
    "no_legend",
    "shading",
    "ghost",
    "diagram",
    "isolate",
    "light",
    "full_precision",
];

/// The flags that two models have.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Two models")]
pub struct PairArguments {
    /// Print the differences as one JSON object instead of text.
    #[arg(long, requires = "other")]
    pub json: bool,
    /// End with exit status 1 if the models lie farther apart than this fraction of the first model's extent, under any
    /// of the methods: 1e-3, or 0.1%, is a millimeter on a model of one meter.
    #[arg(long, value_name = "FRACTION|PERCENT%", requires = "other", value_parser = parse_fraction, allow_negative_numbers = true)]
    pub fail_over: Option<f64>,
    /// Rotate one joint of the first model step by step, and compare both models at each angle: left:ry=0..120:10. Keys:
    /// rx ry rz. In degrees; the default step is 5. The second model takes each pose, and is measured at the joint's
    /// partner.
    #[arg(long, value_name = "JOINT:KEY=FROM..TO[:STEP]", requires = "other", conflicts_with_all = OF_PICTURES, allow_hyphen_values = true, value_parser = str::parse::<SweepRange>)]
    pub sweep: Option<SweepRange>,
    #[arg(long, value_name = "NAME", requires = "sweep", value_parser = parse_swept_figure, help = figure_help())]
    pub figure: Option<Figure>,
    /// Scale the second model to the extent of the first.
    #[arg(long, requires = "other")]
    pub equal_scale: bool,
    /// Leave the second model as it faces. Otherwise, it is turned about the vertical to face as the first does.
    #[arg(long, requires = "other")]
    pub keep_facing: bool,
    /// Partners of joints whose names differ, as --save-joints writes them.
    #[arg(long, value_name = "FILE.toml", requires = "other")]
    pub joints: Option<PathBuf>,
    /// Write all joints with their partners, to be edited and read with --joints. - is standard output.
    #[arg(long, value_name = "FILE.toml", requires = "other")]
    pub save_joints: Option<PathBuf>,
    /// Split a bone of the second model among twist joints, as --twist does for the first. May be given several times.
    #[arg(long, value_name = "JOINT:COUNT[:KIND]", requires = "other", value_parser = str::parse::<TwistText>)]
    pub other_twist: Vec<TwistText>,
}

impl CompareArguments {
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::methods(&self.methods)
    }
}

fn figure_help() -> String {
    let known: Vec<Figure> = Figure::swept().filter(|figure| figure.scope() != Scope::Models).collect();
    format!(
        "Figure of the sweep, next to the distance between the models: {}; by default, {}; or {}, to plot the distance",
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

fn parse_fraction(text: &str) -> Result<f64, String> {
    let (number, unit) = text.trim().strip_suffix('%').map_or((text, 1.0), |percent| (percent, 0.01));
    let number = parse_number(number).ok().map(|number: f64| number * unit);
    let number = number.filter(|number| *number >= 0.0 && number.is_finite());
    number.ok_or_else(|| format!("{text:?} is not a fraction of the extent; write a number such as 1e-3, or 0.1%"))
}
