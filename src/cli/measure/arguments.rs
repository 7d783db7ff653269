use super::plot::OF_SECTIONS;
use crate::cli::fail_limits::FailArguments;
use crate::cli::shared_arguments::{Backend, MethodChoice, PoseArguments, methods_help};
use crate::cli::{CliError, examples};
use crate::measure::{Figure, Scope};
use crate::model::SweepRange;
use crate::skinning::{Antipodality, SkinningMethod, UnknownId};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::MEASURE, after_long_help = examples::after(&super::definitions(), examples::MEASURE))]
pub struct MeasureArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs,cor", help = methods_help())]
    pub methods: Vec<MethodChoice>,
    /// Joint whose blend zone and bones are measured [default: the joint with a blend zone that the pose rotates most].
    #[arg(long, value_name = "NAME")]
    pub joint: Option<String>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    /// Rotate one joint step by step, and print a line of comma-separated values for each angle and method:
    /// mid:rx=-200..200:10. Keys: rx ry rz, in degrees. The default step is 5 degrees.
    #[arg(long, value_name = "JOINT:KEY=FROM..TO[:STEP]", allow_hyphen_values = true, value_parser = str::parse::<SweepRange>)]
    pub sweep: Option<SweepRange>,
    /// Antipodality modes of a sweep, instead of --antipodality: all, or some of none, per-bone, per-vertex,
    /// running-sum, continuous.
    #[arg(long, value_name = "MODES", value_delimiter = ',', requires = "sweep", conflicts_with = "antipodality", value_parser = ModeChoice::from_text)]
    pub modes: Vec<ModeChoice>,
    /// Plot to write (.svg or .pdf): with --sweep, a figure over the angle; otherwise, a figure of the cross sections
    /// along the bones that meet at the joint. The numbers are still printed.
    #[arg(short, long, value_name = "OUT.svg|OUT.pdf")]
    pub output: Option<PathBuf>,
    #[arg(long, value_name = "NAME", requires = "output", value_parser = parse_figure, help = figure_help())]
    pub figure: Option<Figure>,
    /// Processor that deforms the skin [default: gpu, or cpu without a graphics driver].
    #[arg(long, value_enum)]
    pub backend: Option<Backend>,
    #[command(flatten)]
    pub limits: FailArguments,
    #[command(flatten)]
    pub pose: PoseArguments,
}

impl MeasureArguments {
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::methods(&self.methods)
    }

    /// The figure to plot: the given one, or the default of a sweep or of cross sections.
    pub(super) fn plotted(&self) -> Result<Figure, CliError> {
        let (known, default) = match self.sweep {
            Some(_) => (swept(), DEFAULT_OF_SWEEP),
            None => (OF_SECTIONS.to_vec(), OF_SECTIONS[0]),
        };
        let figure = self.figure.unwrap_or(default);
        if known.contains(&figure) {
            return Ok(figure);
        }
        Err(CliError::NoSuchFigure { given: figure.id(), known: ids(&known) })
    }

    /// The modes of a sweep, without duplicates; `None` is the method's own.
    pub fn modes(&self) -> Vec<Option<Antipodality>> {
        if self.modes.is_empty() {
            return vec![self.pose.blending.antipodality];
        }
        let wanted = |mode: &Antipodality| {
            self.modes.iter().any(|choice| *choice == ModeChoice::All || *choice == ModeChoice::One(*mode))
        };
        Antipodality::ALL.into_iter().filter(wanted).map(Some).collect()
    }
}

/// The figure that a sweep plots by default.
pub(in crate::cli) const DEFAULT_OF_SWEEP: Figure = Figure::ZoneVolume;

/// Figures that a sweep of one model plots.
fn swept() -> Vec<Figure> {
    Figure::swept().filter(|figure| figure.scope() != Scope::Models).collect()
}

fn figure_help() -> String {
    format!(
        "Figure to plot. With --sweep [default: {}]: {}. Along the bones, for each section [default: {}]: {}",
        DEFAULT_OF_SWEEP.flag(),
        ids(&swept()),
        OF_SECTIONS[0].flag(),
        ids(&OF_SECTIONS)
    )
}

fn parse_figure(text: &str) -> Result<Figure, String> {
    let known = swept();
    let found = Figure::from_flag(text).filter(|figure| known.contains(figure));
    found.ok_or_else(|| format!("no figure is called {text:?}; choose one of {}", ids(&known)))
}

/// The names that flags take, as a list.
pub(in crate::cli) fn ids(figures: &[Figure]) -> String {
    figures.iter().map(|figure| figure.flag()).collect::<Vec<_>>().join(", ")
}

/// One name of `--modes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeChoice {
    All,
    One(Antipodality),
}

impl ModeChoice {
    fn from_text(text: &str) -> Result<Self, UnknownId> {
        if text.trim() == "all" { Ok(Self::All) } else { Antipodality::from_id(text).map(Self::One) }
    }
}
