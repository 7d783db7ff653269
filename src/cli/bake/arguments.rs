use super::poses::PoseSource;
use crate::baking::{DEFAULT_AIM, DEFAULT_GAIN, Drive, HelperCount};
use crate::cli::examples;
use crate::cli::model_arguments::ModelArguments;
use crate::cli::own_methods::method_of;
use crate::cli::provenance::OptionsReport;
use crate::cli::shared_arguments::{BlendingArguments, CenterArguments, ScalingArguments};
use crate::cli::stress::RangeArguments;
use crate::skinning::{SkinningMethod, SkinningSettings};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::BAKE)]
pub struct BakeArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// File to write (.glb), or - for standard output; the report then goes to standard error. Helper joints are added to
    /// the nodes, skins and clips of the file, and weights are changed where joints blend; everything else stays.
    #[arg(short, long, value_name = "OUT.glb")]
    pub output: PathBuf,
    /// Script to write (.py) that drives the helper joints in Blender, which reads the clips of a .glb but not its
    /// constraints.
    #[arg(long, value_name = "OUT.py")]
    pub recipe: Option<PathBuf>,
    /// Picture to write (.png): the three joints at which linear blending was farthest from the look, as it was, baked, and
    /// the look. If two joints mirror each other, only one is drawn.
    #[arg(long, value_name = "OUT.png")]
    pub picture: Option<PathBuf>,
    /// Method whose look is baked. `dqs` drops scale, which no rig for linear blending can imitate in clips that scale.
    #[arg(long, value_name = "METHOD", value_parser = method_of, default_value = "two-phase-dqs")]
    pub look: SkinningMethod,
    /// Helper joints of each joint, 0 to 3, or auto: as many as --aim and --gain justify.
    #[arg(long, value_name = "0..3|auto", value_parser = str::parse::<HelperCount>, default_value = "auto")]
    pub helpers: HelperCount,
    /// What moves the helper joints: constraints (parts of their joint's turn, in any pose, with keys in each clip), or
    /// clips (motions of their own, fitted to frames of each clip: nearer to the look there, and still in other poses).
    #[arg(long, value_name = "constraints|clips", value_parser = parse_drive, default_value = "constraints")]
    pub drive: Drive,
    /// Largest number of influences of a vertex at which joints blend. More than four need a second set, which some
    /// programs do not read.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16), default_value = "4", allow_negative_numbers = true)]
    pub influences: u8,
    /// Joints that may get helpers [default: all that bend skin].
    #[arg(long, value_name = "JOINTS", value_delimiter = ',')]
    pub joints: Vec<String>,
    /// Poses to fit: limits (each joint alone through its --range, and all joints together), clips (frames of all clips),
    /// or pose files [default: limits, or clips with --drive clips]. The result is judged in other poses of limits and clips,
    /// between those that are fitted.
    #[arg(long, value_name = "limits|clips|FILE.json", value_delimiter = ',', value_parser = str::parse::<PoseSource>)]
    pub poses: Vec<PoseSource>,
    #[command(flatten)]
    pub ranges: RangeArguments,
    /// Largest distance from the look at a joint, in percent of the extent, below which it gets no more helpers.
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent, default_value_t = 100.0 * DEFAULT_AIM, allow_negative_numbers = true)]
    pub aim: f64,
    /// What each further helper of a joint must take from its largest distance, in percent of it.
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent, default_value_t = 100.0 * DEFAULT_GAIN, allow_negative_numbers = true)]
    pub gain: f64,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    /// Leave times out of the JSON, so that two runs write the same bytes.
    #[arg(long, requires = "json")]
    pub no_times: bool,
    #[command(flatten)]
    pub blending: BlendingArguments,
    #[command(flatten)]
    pub opening: ModelArguments,
    #[command(flatten)]
    pub centers: CenterArguments,
}

impl BakeArguments {
    /// The helpers of each joint.
    pub fn helpers(&self) -> HelperCount {
        match self.helpers {
            HelperCount::Auto { .. } => HelperCount::Auto { aim: self.aim / 100.0, least_gain: self.gain / 100.0 },
            each @ HelperCount::Each(_) => each,
        }
    }

    /// The look's method with its settings.
    pub fn settings(&self) -> SkinningSettings {
        // What glTF's own linear blending does with scale is the only choice.
        self.blending.skinning(&ScalingArguments::default(), self.look)
    }

    pub(in crate::cli) fn options(&self) -> OptionsReport {
        OptionsReport::new(&self.blending, &ScalingArguments::default(), &self.centers)
    }
}

fn parse_drive(text: &str) -> Result<Drive, String> {
    Drive::ALL.into_iter().find(|drive| drive.id() == text).ok_or_else(|| "write constraints or clips".to_owned())
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| "write a percentage from 0 to 100".to_owned())
}
