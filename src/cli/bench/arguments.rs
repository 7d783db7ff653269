use super::tube::{FEWEST_VERTICES, MOST_INFLUENCES, MOST_JOINTS, MOST_VERTICES};
use crate::cli::given_flags::{FlagGroup, GivenFlags, flags_of};
use crate::cli::shared_arguments::{
    BlendingArguments, FullSkinArguments, MethodChoice, PoseArguments, ScalingArguments, methods_help,
};
use crate::cli::{CliError, examples};
use crate::math::grouped;
use crate::skinning::SkinningMethod;
use clap::{Arg, Args};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = examples::BENCH,
    after_long_help = examples::after(super::DEFINITIONS, examples::BENCH),
    mut_args(without_model()),
)]
pub struct BenchArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model. Without it, tubes are measured.
    pub model: Option<PathBuf>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "all", help = methods_help())]
    pub methods: Vec<MethodChoice>,
    #[command(flatten)]
    pub tube: TubeArguments,
    #[command(flatten)]
    pub frames: FrameArguments,
    /// Rounds in which each case is measured, in turns with the others.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(3..=1000), default_value = "15", allow_negative_numbers = true)]
    pub rounds: u16,
    /// Measure vertices in single precision instead of vertices packed into 32 bytes.
    #[arg(long)]
    pub full_precision: bool,
    /// Plot to write (.svg or .pdf): the ratios to LBS of the compute shaders, of the largest tube.
    #[arg(short, long, value_name = "OUT.svg|OUT.pdf")]
    pub output: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub full_skin: FullSkinArguments,
}

/// Whole frames to measure, of a model.
#[derive(Debug, Args)]
pub struct FrameArguments {
    /// Also measure whole frames with these counts of panes, without a window, such as 1,4,12.
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_PANES)), allow_negative_numbers = true)]
    pub panes: Vec<u8>,
}

/// The tubes to measure.
#[derive(Debug, Args)]
pub struct TubeArguments {
    /// Counts of vertices of the tubes: 10k, 250k, 1M, or 10k..10M for every power of ten between.
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = VertexCounts::from_text, default_value = "10k,100k,1M")]
    pub vertices: Vec<VertexCounts>,
    /// Counts of influences of each vertex of the tubes, 1 to 16.
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_INFLUENCES)), default_value = "4", allow_negative_numbers = true)]
    pub influences: Vec<u8>,
    /// Count of joints of the tubes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=i64::from(MOST_JOINTS)), default_value = "60", allow_negative_numbers = true)]
    pub joints: u16,
    /// Scale the joints of the tubes, so that the methods with two phases need the first one.
    #[arg(long)]
    pub scaled: bool,
}

/// Lets the flags of tubes conflict with a model.
fn without_model() -> impl FnMut(Arg) -> Arg {
    let of_tubes = flags_of::<TubeArguments>();
    move |flag| if of_tubes.contains(flag.get_id()) { flag.conflicts_with("model") } else { flag }
}

impl BenchArguments {
    /// The pose and the settings of the methods.
    pub fn pose(&self) -> PoseArguments {
        self.full_skin.pose()
    }

    /// The methods in the requested order, without duplicates.
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::distinct_methods(&self.methods)
    }

    /// Refuses flags that would change nothing.
    ///
    /// # Errors
    /// If such flags are given.
    pub(in crate::cli) fn check_flags(&self, given: &GivenFlags) -> Result<(), CliError> {
        match given.besides(&READ_FOR_TUBES) {
            Some(flags) if self.model.is_none() => Err(CliError::FlagsOfTubes { flags }),
            _ => Ok(()),
        }
    }
}

/// Largest number of panes: a grid of four by four.
const MOST_PANES: u8 = 16;
/// Groups of flags that tubes read, next to the command's own. Tubes have a pose and centers of rotation of their own.
const READ_FOR_TUBES: [FlagGroup; 3] =
    [TubeArguments::group_id, BlendingArguments::group_id, ScalingArguments::group_id];

/// Part of `--vertices`: a number, or the powers of ten in a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexCounts(pub Vec<usize>);

impl VertexCounts {
    fn from_text(text: &str) -> Result<Self, String> {
        let Some((first, last)) = text.split_once("..") else { return Ok(Self(vec![count(text)?])) };
        let (first, last) = (count(first)?, count(last)?);
        if first > last {
            return Err(format!("the range goes down: {text}"));
        }
        let next = |at: &usize| at.checked_mul(10).filter(|at| *at < last);
        let mut counts: Vec<usize> = std::iter::successors(Some(first), next).collect();
        if last > first {
            counts.push(last);
        }
        Ok(Self(counts))
    }
}

fn count(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1_000.0),
        Some((at, 'm' | 'M')) => (&text[..at], 1_000_000.0),
        _ => (text, 1.0),
    };
    let number: f64 = crate::math::parse_number(digits)
        .map_err(|error| format!("{error}; write a number of vertices, such as 250000, 250k or 2.5M"))?;
    let count = (number * unit).round();
    let range = FEWEST_VERTICES..=MOST_VERTICES;
    if count >= *range.start() as f64 && count <= *range.end() as f64 {
        Ok(count as usize)
    } else {
        Err(format!("a number from {} to {} is needed", grouped(*range.start()), grouped(*range.end())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> Vec<usize> {
        VertexCounts::from_text(text).unwrap().0
    }

    #[test]
    fn numbers_have_units_and_ranges() {
        assert_eq!(counts("10k"), [10_000]);
        assert_eq!(counts("2.5M"), [2_500_000]);
        assert_eq!(counts("1234"), [1234]);
        assert_eq!(counts("10k..10M"), [10_000, 100_000, 1_000_000, 10_000_000]);
        assert_eq!(counts("20k..300k"), [20_000, 200_000, 300_000]);
        assert_eq!(counts("5k..5k"), [5000]);
    }

    #[test]
    fn what_is_no_number_of_vertices_is_refused() {
        for text in ["", "k", "ten", "-5k", "9", "1G", "21M", "10k..", "..10k", "1M..10k", "nan", "infM", "µ", "1µ"] {
            assert!(VertexCounts::from_text(text).is_err(), "{text}");
        }
    }
}
