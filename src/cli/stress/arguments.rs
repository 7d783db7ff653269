use super::picture::natural_size;
use super::ranges::RangeArguments;
use crate::cli::examples;
use crate::cli::model_arguments::{ModelArguments, TwistText};
use crate::cli::provenance::OptionsReport;
use crate::cli::shared_arguments::{CenterArguments, MethodChoice, methods as method_ids, parse_size, size_help};
use crate::measure::{PairedOrder, StressMeasure};
use crate::model::ScaleKind;
use crate::skinning::{Antipodality, BlendFactor, SkinningMethod, SkinningSettings};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::STRESS, after_long_help = examples::after(&super::definitions(), examples::STRESS))]
pub struct StressArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// A second model. It takes every pose of the first, and is measured around the partners of the joints that turn.
    pub other: Option<PathBuf>,
    /// Partners of joints whose names differ, as `compare --save-joints` writes them.
    #[arg(long, value_name = "FILE.toml", requires = "other", help_heading = "Two models")]
    pub joints: Option<PathBuf>,
    /// Leave the second model as it faces. Otherwise, it is turned about the vertical to face as the first does.
    #[arg(long, requires = "other", help_heading = "Two models")]
    pub keep_facing: bool,
    /// Split a bone of the second model among twist joints, as --twist does for the first. May be given several times.
    #[arg(long, value_name = "JOINT:COUNT[:KIND]", requires = "other", help_heading = "Two models", value_parser = str::parse::<TwistText>)]
    pub other_twist: Vec<TwistText>,
    /// What comes first in the lists of two models: worst, the worst value of either; or difference, how much they differ.
    #[arg(long, value_name = "ORDER", requires = "other", help_heading = "Two models", value_parser = parse_order)]
    pub sort: Option<PairedOrder>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs,cor", help = format!("All, or some of {}", method_ids()))]
    pub methods: Vec<MethodChoice>,
    #[command(flatten)]
    pub ranges: RangeArguments,
    /// Joints to show in each list.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true, default_value = "10")]
    pub top: u16,
    /// Print one JSON object instead of text. It contains all joints.
    #[arg(long)]
    pub json: bool,
    /// Leave out of the JSON how long it took, so that two runs write the same.
    #[arg(long, requires = "json")]
    pub no_times: bool,
    /// Picture to write (.png). It shows the three worst joints of the first method that has any, one row for each joint
    /// and one column for each method. If two joints mirror each other, only one is drawn. - is standard output; the
    /// lists then go to standard error. Or plot to write (.svg, .pdf): the joints of --top, with a dot for each method. Two models have plots only.
    #[arg(short, long, value_name = "OUT.png|svg|pdf")]
    pub output: Option<PathBuf>,
    /// Measure by which the joints of the picture or plot are chosen: smallest_section, bulge or stretch.
    #[arg(long, value_name = "NAME", value_parser = parse_measure, default_value = "smallest_section", requires = "output")]
    pub measure: StressMeasure,
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true, requires = "output", help = size_help(natural_size(3, 3), " for three methods and three joints"))]
    pub size: Option<[u32; 2]>,
    /// Use the light theme for the picture.
    #[arg(long, requires = "output")]
    pub light: bool,
    /// Draw the picture from vertices in single precision instead of vertices packed into 32 bytes.
    #[arg(long, requires = "output")]
    pub full_precision: bool,
    /// How the signs of quaternions are chosen (q and -q are the same rotation): none, per-bone, per-vertex,
    /// running-sum, continuous (counts full turns; does not flip while the joints of a vertex are less than 360 degrees
    /// apart). The default is the mode of the method's paper: running-sum for cor, per-vertex for the others.
    #[arg(long, value_name = "MODE", value_parser = Antipodality::from_id)]
    pub antipodality: Option<Antipodality>,
    /// Position of lbs-dqs between LBS (0) and two-phase DQS (1).
    #[arg(long, value_name = "0..1", default_value_t = BlendFactor::default(), allow_negative_numbers = true)]
    pub blend: BlendFactor,
    #[command(flatten)]
    pub opening: ModelArguments,
    #[command(flatten)]
    pub centers: CenterArguments,
}

impl StressArguments {
    /// The methods in the requested order, without duplicates.
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::distinct_methods(&self.methods)
    }

    pub(super) fn options(&self) -> OptionsReport {
        OptionsReport::new(self.antipodality, ScaleKind::default(), self.blend, &self.centers)
    }

    pub fn skinning(&self, method: SkinningMethod) -> SkinningSettings {
        let (chosen_antipodality, blend) = (self.antipodality, self.blend);
        SkinningSettings { method, chosen_antipodality, blend, ..SkinningSettings::default() }
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
