use crate::cli::examples;
use crate::cli::model_arguments::ModelArguments;
use crate::cli::shared_arguments::{CenterArguments, MethodChoice, PoseArguments, methods as method_ids};
use crate::cli::stress::RangeArguments;
use crate::measure::StressMeasure;
use crate::skinning::{Antipodality, BlendFactor, SkinningMethod};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::REPORT)]
pub struct ReportArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// Page to write (.html). It holds everything that it shows. - is standard output.
    #[arg(short, long, value_name = "OUT.html")]
    pub output: PathBuf,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs,cor", help = format!("All, or some of {}", method_ids()))]
    pub methods: Vec<MethodChoice>,
    /// Worst joints to show, 1 to 24. The defects of --measure share them.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=24), allow_negative_numbers = true, default_value = "6")]
    pub top: u16,
    #[command(flatten)]
    pub ranges: RangeArguments,
    /// Measures by which the joints are chosen: smallest_section, bulge, stretch; separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = crate::cli::stress::parse_measure, default_value = "smallest_section,bulge")]
    pub measure: Vec<StressMeasure>,
    /// Say on which day the page was made. Without it, the same command writes the same bytes.
    #[arg(long)]
    pub date: bool,
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

impl ReportArguments {
    /// The methods in the requested order, without duplicates.
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::distinct_methods(&self.methods)
    }

    /// The defects in the requested order, without duplicates.
    pub fn measures(&self) -> Vec<StressMeasure> {
        let mut measures: Vec<StressMeasure> = Vec::new();
        for &measure in &self.measure {
            if !measures.contains(&measure) {
                measures.push(measure);
            }
        }
        measures
    }

    /// The rest pose with the settings of the methods.
    pub fn pose(&self) -> PoseArguments {
        PoseArguments {
            antipodality: self.antipodality,
            blend: self.blend,
            centers: self.centers.clone(),
            opening: self.opening.clone(),
            ..PoseArguments::default()
        }
    }
}
