use super::motion_arguments::MotionArguments;
use crate::cli::arguments::PictureArguments;
use crate::cli::examples;
use crate::cli::shared_arguments::{DEFAULT_SIZE, MethodChoice, PoseArguments, methods, size_help};
use crate::cli::wipe::Wipe;
use crate::export::FrameRate;
use crate::math::parse_number;
use crate::skinning::SkinningMethod;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::RECORD, mut_arg("size", |size| size.help(size_help(DEFAULT_SIZE, ""))))]
pub struct RecordArguments {
    /// A .glb or .gltf file, or the name of a bundled model.
    #[arg(required_unless_present = "scene")]
    pub model: Option<PathBuf>,
    /// Film a scene of the papers or of --talk instead, by its id or its number from 1. It moves as the flags say, or else
    /// by its own motion.
    #[arg(long, value_name = "ID|N", conflicts_with_all = ["model", "methods", "wipe", "cross_fade", "pose", "set", "clip", "twist", "camera", "overlay", "paint", "shading", "ghost", "isolate"])]
    pub scene: Option<String>,
    /// The talk (.toml) that --scene is in.
    #[arg(long, value_name = "TALK.toml", requires = "scene")]
    pub talk: Option<PathBuf>,
    /// File to write. Its extension sets the format: mp4 (AV1 video), gif, apng, webp (lossless), or png for one numbered
    /// file per frame: turn-0001.png and so on. - is standard output and needs --format.
    #[arg(short, long, value_name = "OUT.{mp4,gif,apng,webp,png}")]
    pub output: PathBuf,
    /// Format of the file. Overrides the extension.
    #[arg(long, value_enum)]
    pub format: Option<RecordFormat>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs", help = format!("One pane for each method, row by row: all, or some of {}", methods()))]
    pub methods: Vec<MethodChoice>,
    /// Another method to the right of a divider in every pane: dqs, or dqs@0.7. --divider moves it.
    #[arg(long, value_name = "METHOD[@0..1]", value_parser = str::parse::<Wipe>, conflicts_with = "ghost")]
    pub wipe: Option<Wipe>,
    /// Panes in a row [default: chosen to suit the size of the picture].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    pub columns: Option<u16>,
    /// Frames per second.
    #[arg(long, value_name = "RATE", value_parser = parse_rate, default_value = "30", allow_negative_numbers = true)]
    pub fps: FrameRate,
    /// Draw N x N pixels for each pixel and take their mean. Takes N x N times as long.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4), default_value = "1", allow_negative_numbers = true)]
    pub supersample: u32,
    /// Make the background transparent. In gif, pixels are transparent or opaque; mp4 holds no transparency.
    #[arg(long)]
    pub transparent: bool,
    /// Leave out the names above the panes.
    #[arg(long)]
    pub no_titles: bool,
    /// Leave out the line below the panes.
    #[arg(long)]
    pub no_caption: bool,
    #[command(flatten)]
    pub motion: MotionArguments,
    #[command(flatten)]
    pub picture: PictureArguments,
    #[command(flatten)]
    pub pose: PoseArguments,
}

/// The format of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RecordFormat {
    /// AV1 video.
    Mp4,
    /// 256 colors.
    Gif,
    /// Animated PNG.
    Apng,
    /// Animated WebP, lossless.
    Webp,
    /// One file per frame.
    Png,
}

impl RecordArguments {
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::methods(&self.methods)
    }

    /// The method on the other side of a wipe or at the end of a cross-fade.
    pub fn other(&self) -> Option<Wipe> {
        let faded = self.motion.cross_fade.map(|method| Wipe { method, divider: 1.0 });
        faded.or(self.wipe)
    }
}

fn parse_rate(text: &str) -> Result<FrameRate, String> {
    let rate = parse_number(text).ok().and_then(FrameRate::new);
    rate.ok_or_else(|| format!("\"{text}\" is not a number of frames a second from 0.1 to 1000"))
}
