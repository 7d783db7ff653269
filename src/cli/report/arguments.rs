use crate::cli::examples;
use crate::cli::model_arguments::ModelArguments;
use crate::cli::shared_arguments::{BlendingArguments, CenterArguments, MethodChoice, PoseArguments, methods_help};
use crate::cli::stress::RangeArguments;
use crate::measure::StressMeasure;
use crate::skinning::SkinningMethod;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::REPORT)]
pub struct ReportArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// Page to write (.html), or - for standard output. It needs nothing but itself.
    #[arg(short, long, value_name = "OUT.html")]
    pub output: PathBuf,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs,cor", help = methods_help())]
    pub methods: Vec<MethodChoice>,
    /// Count of worst joints to show, 1 to 24. The defects of --measure share them.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=24), allow_negative_numbers = true, default_value = "6")]
    pub top: u16,
    #[command(flatten)]
    pub ranges: RangeArguments,
    /// Measures by which the joints are chosen: smallest_section, bulge, stretch; separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = crate::cli::stress::parse_measure, default_value = "smallest_section,bulge")]
    pub measure: Vec<StressMeasure>,
    /// A talk whose scenes of this model come first on the page, each with its panes, figures, marks, caption and notes.
    /// A .toml file, or the name of a talk of a paper.
    #[arg(long, value_name = "TALK")]
    pub talk: Option<PathBuf>,
    /// Write the date on the page. Without it, the same command writes the same bytes.
    #[arg(long)]
    pub date: bool,
    #[command(flatten)]
    pub blending: BlendingArguments,
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
            blending: self.blending.clone(),
            centers: self.centers.clone(),
            opening: self.opening.clone(),
            ..PoseArguments::default()
        }
    }
}
