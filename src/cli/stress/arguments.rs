use super::picture::natural_size;
use super::ranges::RangeArguments;
use crate::cli::fail_limits::FailArguments;
use crate::cli::given_flags::GivenFlags;
use crate::cli::model_arguments::ModelArguments;
use crate::cli::plot_file::is_plot;
use crate::cli::provenance::OptionsReport;
use crate::cli::shared_arguments::{
    BlendingArguments, CenterArguments, MethodChoice, ScalingArguments, SecondArguments, methods_help, parse_size,
    size_help,
};
use crate::cli::{CliError, examples};
use crate::measure::{PairedOrder, StressMeasure};
use crate::skinning::{SkinningMethod, SkinningSettings};
use clap::{ArgGroup, Args};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("measured").args(["output", "mend"]).multiple(true))]
#[command(after_help = examples::STRESS, after_long_help = examples::after(&super::definitions(), examples::STRESS))]
pub struct StressArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// Second model, in the poses of the first. It is measured around the partners of the joints that turn.
    pub other: Option<PathBuf>,
    #[command(flatten)]
    pub second: SecondArguments,
    /// Order of the lists of two models: worst, by the worst value of either; or difference, by how much they differ.
    #[arg(long, value_name = "ORDER", requires = "other", help_heading = "Two models", value_parser = parse_order)]
    pub sort: Option<PairedOrder>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs,cor", help = methods_help())]
    pub methods: Vec<MethodChoice>,
    #[command(flatten)]
    pub ranges: RangeArguments,
    /// Count of joints to show in each list.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true, default_value = "10")]
    pub top: u16,
    /// Print one JSON object instead of text. It contains all joints.
    #[arg(long)]
    pub json: bool,
    /// Leave times out of the JSON, so that two runs write the same bytes.
    #[arg(long, requires = "json")]
    pub no_times: bool,
    /// Picture to write (.png), or - for standard output; the lists then go to standard error. It shows the three worst
    /// joints of the first method that has any, one row for each joint and one column for each method. If two joints
    /// mirror each other, only one is drawn. Or plot to write (.svg, .pdf): the joints of --top, with a dot for each
    /// method. Two models have plots only.
    #[arg(short, long, value_name = "OUT.png|svg|pdf")]
    pub output: Option<PathBuf>,
    /// Measure by which the joints of the picture or plot, or of --mend, are chosen: smallest_section, bulge or stretch.
    #[arg(long, value_name = "NAME", value_parser = parse_measure, default_value = "smallest_section", requires = "measured")]
    pub measure: StressMeasure,
    /// Also say what would mend the worst joints of the first method by --measure, as many as --top: twist joints, or
    /// helper joints under LBS, and what they would leave of the defect.
    #[arg(long, conflicts_with = "other")]
    pub mend: bool,
    /// Also count self-intersections: pairs of triangles that intersect and did not at rest, in the worst poses of the
    /// joints whose sections are smallest, as many as --top. Other poses are left out, because a count visits the whole
    /// skin: about as long as 15 poses of the test take.
    #[arg(long, conflicts_with = "other")]
    pub intersections: bool,
    #[command(flatten)]
    pub picture: StressPictureArguments,
    #[command(flatten)]
    pub limits: FailArguments,
    #[command(flatten)]
    pub blending: BlendingArguments,
    #[command(flatten)]
    pub opening: ModelArguments,
    #[command(flatten)]
    pub centers: CenterArguments,
}

/// How the picture is drawn. Plots have one size and one theme.
#[derive(Clone, Copy, Debug, Args)]
#[group(requires = "output")]
pub struct StressPictureArguments {
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true, help = size_help(natural_size(3, 3), " for three methods and three joints"))]
    pub size: Option<[u32; 2]>,
    /// Use the light theme.
    #[arg(long)]
    pub light: bool,
    /// Draw from vertices in single precision instead of vertices packed into 32 bytes.
    #[arg(long)]
    pub full_precision: bool,
}

impl StressArguments {
    /// The methods in the requested order, without duplicates.
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::distinct_methods(&self.methods)
    }

    /// Refuses flags that would change nothing.
    ///
    /// # Errors
    /// If such flags are given.
    pub(in crate::cli) fn check_flags(&self, given: &GivenFlags) -> Result<(), CliError> {
        match given.among(&[StressPictureArguments::group_id]) {
            Some(flags) if self.output.as_deref().is_some_and(is_plot) => {
                Err(CliError::FlagsOfPicture { flags, output: "a plot" })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn options(&self) -> OptionsReport {
        OptionsReport::new(&self.blending, &ScalingArguments::default(), &self.centers)
    }

    pub fn skinning(&self, method: SkinningMethod) -> SkinningSettings {
        self.blending.skinning(&ScalingArguments::default(), method)
    }
}

fn parse_order(text: &str) -> Result<PairedOrder, String> {
    match text.trim() {
        "worst" => Ok(PairedOrder::Worst),
        "difference" => Ok(PairedOrder::Difference),
        _ => Err(format!("{text:?} is no order; choose worst or difference")),
    }
}

pub(in crate::cli) fn parse_measure(text: &str) -> Result<StressMeasure, String> {
    let known = StressMeasure::ALL.map(StressMeasure::flag).join(", ");
    StressMeasure::from_flag(text).ok_or_else(|| format!("no measure is called {text:?}; choose one of {known}"))
}
