use crate::cli::examples;
use crate::cli::fail_limits::FailArguments;
use crate::cli::model_arguments::ModelArguments;
use crate::cli::provenance::OptionsReport;
use crate::cli::record::parse_rate;
use crate::cli::shared_arguments::{BlendingArguments, CenterArguments, MethodChoice, ScalingArguments, methods_help};
use crate::encode::FrameRate;
use crate::measure::{Figure, Reading, Scope, StressMeasure};
use crate::skinning::{SkinningMethod, SkinningSettings};
use clap::{ArgGroup, Args};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("plotted").args(["output"]))]
#[command(after_help = examples::CLIPS, after_long_help = examples::after(&super::definitions(), examples::CLIPS))]
pub struct ClipsArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// Clip to check, by its name, or by its index from 0 [default: all]. May be given several times.
    #[arg(long, value_name = "NAME|INDEX")]
    pub clip: Vec<String>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs,cor", help = methods_help())]
    pub methods: Vec<MethodChoice>,
    /// Frames in a second that are checked.
    #[arg(long, value_name = "N", default_value = "30", value_parser = parse_rate)]
    pub fps: FrameRate,
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = FigureChoice::from_text, default_value = "flipped,self_intersections", help = figures_help())]
    pub figures: Vec<FigureChoice>,
    /// Count of frames of each clip in which self-intersections are counted, evenly through the clip; all for every frame,
    /// which a limit for them asks for too.
    #[arg(long, value_name = "N|all", default_value = "10", value_parser = parse_frames)]
    pub intersected_frames: usize,
    /// Count of joints to show for each number, and of flips.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true, default_value = "1")]
    pub top: u16,
    /// Print one JSON object instead of text. It has the numbers of every frame.
    #[arg(long)]
    pub json: bool,
    /// Leave times out of the JSON, so that two runs write the same bytes.
    #[arg(long, requires = "json")]
    pub no_times: bool,
    /// Plot to write (.svg or .pdf): a number over the time of one clip, under each method. The lists are still printed.
    #[arg(short, long, value_name = "OUT.svg|OUT.pdf")]
    pub output: Option<PathBuf>,
    #[arg(long, value_name = "NAME", requires = "plotted", default_value = "smallest_section", value_parser = Plotted::from_text, help = plotted_help())]
    pub figure: Plotted,
    #[command(flatten)]
    pub limits: FailArguments,
    #[command(flatten)]
    pub blending: BlendingArguments,
    #[command(flatten)]
    pub scaling: ScalingArguments,
    #[command(flatten)]
    pub opening: ModelArguments,
    #[command(flatten)]
    pub centers: CenterArguments,
}

impl ClipsArguments {
    /// The methods in the requested order, without duplicates.
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::distinct_methods(&self.methods)
    }

    pub(super) fn options(&self) -> OptionsReport {
        OptionsReport::new(&self.blending, &self.scaling, &self.centers)
    }

    pub(super) fn skinning(&self, method: SkinningMethod) -> SkinningSettings {
        self.blending.skinning(&self.scaling, method)
    }

    /// The figures of the whole skin to measure, in table order: those of `--figures`, and the plotted one.
    pub(super) fn figures(&self) -> Vec<Figure> {
        let is_wanted = |figure: &Figure| {
            let is_chosen =
                |choice: &FigureChoice| *choice == FigureChoice::All || *choice == FigureChoice::One(*figure);
            self.figures.iter().any(is_chosen) || self.plots() == Some(Plotted::Skin(*figure))
        };
        of_skin().filter(is_wanted).collect()
    }

    /// What is plotted.
    pub(super) fn plots(&self) -> Option<Plotted> {
        self.output.as_ref().map(|_| self.figure)
    }
}

/// The figures of the whole skin.
fn of_skin() -> impl Iterator<Item = Figure> {
    Figure::ALL.into_iter().filter(|figure| figure.readings().any(|reading| reading.scope() == Scope::Skin))
}

/// One name of `--figures`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureChoice {
    All,
    One(Figure),
}

impl FigureChoice {
    fn from_text(text: &str) -> Result<Self, String> {
        if text.trim() == "all" {
            return Ok(Self::All);
        }
        let found = Figure::from_flag(text).filter(|figure| of_skin().any(|known| known == *figure));
        found
            .map(Self::One)
            .ok_or_else(|| format!("no figure of the skin is called {text:?}; choose all, or some of {}", skin_ids()))
    }
}

fn skin_ids() -> String {
    of_skin().map(Figure::flag).collect::<Vec<_>>().join(", ")
}

fn figures_help() -> String {
    format!("Figures of the whole skin to measure in each frame: all, or some of {}", skin_ids())
}

/// A number over the time of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plotted {
    /// The worst joint of each frame.
    Joint(StressMeasure),
    Skin(Figure),
}

impl Plotted {
    fn from_text(text: &str) -> Result<Self, String> {
        let measure = StressMeasure::from_flag(text).map(Self::Joint);
        let figure = || match FigureChoice::from_text(text) {
            Ok(FigureChoice::One(figure)) => Some(Self::Skin(figure)),
            _ => None,
        };
        measure.or_else(figure).ok_or_else(|| format!("no number is called {text:?}; choose one of {}", plotted_ids()))
    }

    /// The number of a reading that is plotted: the first of the whole skin.
    pub(super) fn reading(figure: Figure) -> Option<Reading> {
        figure.readings().find(|reading| reading.scope() == Scope::Skin)
    }
}

fn plotted_ids() -> String {
    let measures = StressMeasure::ALL.map(StressMeasure::flag).join(", ");
    let others = of_skin().filter(|figure| StressMeasure::from_flag(figure.flag()).is_none());
    format!("{measures}, {}", others.map(Figure::flag).collect::<Vec<_>>().join(", "))
}

fn plotted_help() -> String {
    format!("Number to plot, the first three for the worst joint of each frame: {}", plotted_ids())
}

fn parse_frames(text: &str) -> Result<usize, String> {
    if text.trim() == "all" {
        return Ok(usize::MAX);
    }
    text.trim().parse().map_err(|error| format!("write a count of frames, or all ({error})"))
}
