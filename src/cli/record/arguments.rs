use super::motion_arguments::{MotionArguments, MovingArguments};
use crate::cli::CliError;
use crate::cli::arguments::{DrawingArguments, PictureArguments};
use crate::cli::examples;
use crate::cli::given_flags::{FlagGroup, GivenFlags};
use crate::cli::model_arguments::AccessArguments;
use crate::cli::output::is_stdout;
use crate::cli::shared_arguments::{
    ChoiceArguments, DEFAULT_SIZE, LayoutArguments, PaneArguments, PoseArguments, also, size_help,
};
use crate::cli::wipe::Wipe;
use crate::encode::FrameRate;
use crate::files::{existing_frame, is_device};
use crate::films::STILL_SECONDS;
use crate::math::parse_number;
use crate::panes::{RecordFormat, Talk};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = examples::RECORD,
    mut_arg("scene", |scene| scene.help(SCENE_HELP)),
    mut_arg("wipe", |wipe| also(wipe, "--divider moves it")),
    mut_arg("size", |size| size.help(size_help(DEFAULT_SIZE, ""))),
    mut_arg("columns", |columns| columns.help("Panes in a row [default: chosen to suit the size of the picture]")),
)]
pub struct RecordArguments {
    /// A .glb, .gltf, .vrm or .zip file, the name of a bundled model, a talk (.toml), or a talk of the program:
    /// kavan-2007, kavan-2008, le-hodgins-2016, theo, williamson or later-methods. A talk is filmed scene by scene: each with its own
    /// motion, or still for --hold.
    #[arg(required_unless_present = "scene")]
    pub model: Option<PathBuf>,
    #[command(flatten)]
    pub choice: ChoiceArguments,
    /// A talk (.toml), the name of a bundled one (kavan-2008), or a picture (.png), that holds the scenes of --scene. Instead
    /// of MODEL.
    #[arg(long, value_name = "TALK.toml|NAME|PICTURE.png", requires = "scene", conflicts_with = "model")]
    pub talk: Option<PathBuf>,
    #[command(flatten)]
    pub transition: TransitionArguments,
    /// File to write. Its extension sets the format: mp4 (AV1 video), gif, apng, or png for one numbered file per
    /// frame: turn-0001.png and so on. - is standard output, and needs --format.
    #[arg(short, long, value_name = "OUT.{mp4,gif,apng,png}")]
    pub output: PathBuf,
    /// Format of the file, whatever its extension.
    #[arg(long, value_enum)]
    pub format: Option<RecordFormat>,
    /// Replace the frames of an existing png sequence. Without this, they are an error. Frames with higher numbers than the
    /// last one stay.
    #[arg(long)]
    pub overwrite: bool,
    #[command(flatten)]
    pub panes: PaneArguments,
    /// Frames per second.
    #[arg(long, value_name = "RATE", value_parser = parse_rate, default_value = "30", allow_negative_numbers = true)]
    pub fps: FrameRate,
    /// Draw N x N pixels for each pixel, and take their mean. This takes N x N times as long.
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
    pub layout: LayoutArguments,
    #[command(flatten)]
    pub picture: PictureArguments,
    #[command(flatten)]
    pub pose: PoseArguments,
}

const SCENE_HELP: &str = "Scenes of the talk, or of the papers, instead of all: an id, a number from 1, or a range such as \
                          3..7. May be given several times. A scene moves as the flags say, or else by its own motion";

/// Pauses and transitions between the scenes of a talk.
#[derive(Debug, Args)]
pub struct TransitionArguments {
    /// Duration of a scene without a motion, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_hold, default_value_t = STILL_SECONDS, allow_negative_numbers = true)]
    pub hold: f32,
    /// Cut from scene to scene. By default, pose and camera glide to the next scene of the same model, as on the stage.
    #[arg(long)]
    pub cut: bool,
}

/// Groups of flags that are read for the scenes of a talk, next to the command's own. The scenes say what is shown.
const READ_FOR_SCENES: [FlagGroup; 6] = [
    ChoiceArguments::group_id,
    TransitionArguments::group_id,
    MovingArguments::group_id,
    LayoutArguments::group_id,
    DrawingArguments::group_id,
    AccessArguments::group_id,
];

/// Subject of a film.
pub(in crate::cli) enum Source {
    Model(PathBuf),
    TalkFile(PathBuf),
    /// The scenes of one paper.
    Paper(&'static Talk),
    /// The scenes of all papers.
    Papers,
}

impl ValueEnum for RecordFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Self::Mp4 => "AV1 video",
            Self::Gif => "256 colors",
            Self::Apng => "Animated PNG",
            Self::Png => "One file per frame",
        };
        Some(PossibleValue::new(self.id()).help(help))
    }
}

impl RecordArguments {
    /// The subject of the film.
    pub(in crate::cli) fn source(&self) -> Source {
        let Some(path) = self.model.as_ref().or(self.talk.as_ref()) else { return Source::Papers };
        let name = path.to_str().unwrap_or_default();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) || self.talk.is_some() {
            Source::TalkFile(path.clone())
        } else if let Some(talk) = Talk::of_paper(name) {
            Source::Paper(talk)
        } else {
            Source::Model(path.clone())
        }
    }

    /// Refuses flags that would change nothing.
    ///
    /// # Errors
    /// If such flags are given.
    pub(in crate::cli) fn check_flags(&self, given: &GivenFlags) -> Result<(), CliError> {
        match self.source() {
            Source::Model(path) if given.has_any(&[ChoiceArguments::group_id]) => Err(CliError::SceneOfModel { path }),
            Source::Model(path) => match given.among(&[TransitionArguments::group_id]) {
                Some(flags) => Err(CliError::FlagsOfTalk { flags, path }),
                None => Ok(()),
            },
            _ => match given.besides(&READ_FOR_SCENES) {
                Some(flags) => Err(CliError::FlagsOfModel { flags }),
                None => Ok(()),
            },
        }
    }

    /// The format given by the flags, or else by the output's extension.
    ///
    /// # Errors
    /// If no format is named, if the format cannot be written there or lacks a requested feature, or if numbered frames
    /// would be replaced.
    pub(super) fn checked_format(&self) -> Result<RecordFormat, CliError> {
        let path = &self.output;
        let in_one_pass = is_stdout(path) || is_device(path);
        let format = match self.format.or_else(|| RecordFormat::of_path(path)) {
            Some(format) => format,
            None if in_one_pass => return Err(CliError::NoFormat),
            None => {
                let wanted = "*.mp4, *.gif, *.apng or *.png (one file per frame)";
                return Err(CliError::OutputFormat { wanted, path: path.clone() });
            }
        };
        if format == RecordFormat::Mp4 && !cfg!(feature = "film") {
            return Err(CliError::WithoutFeature { feature: "film", format: "mp4" });
        }
        if in_one_pass && !format.is_one_file() {
            return Err(CliError::NotStreamed);
        }
        if is_stdout(path) && std::io::stdout().is_terminal() {
            return Err(CliError::BinaryToTerminal);
        }
        if let Some(frame) = existing_frame(path).filter(|_| format == RecordFormat::Png && !self.overwrite) {
            return Err(CliError::FramesExist { path: frame });
        }
        format.check(self.fps.per_second(), self.transparent).map_err(|cause| CliError::FilmFormat { cause })?;
        Ok(format)
    }

    /// The method on the other side of a wipe or at the end of a cross-fade.
    pub fn other(&self) -> Option<Wipe> {
        let faded = self.motion.of_model.cross_fade.map(|method| Wipe { method, divider: 1.0 });
        faded.or(self.panes.wipe)
    }
}

pub(in crate::cli) fn parse_rate(text: &str) -> Result<FrameRate, String> {
    let rate = parse_number(text).ok().and_then(FrameRate::new);
    rate.ok_or_else(|| format!("{text:?} is not a number of frames a second from 0.1 to 1000"))
}

/// Longest time in seconds for which a scene is held: an hour.
const LONGEST_HOLD: f32 = 3600.0;

fn parse_hold(text: &str) -> Result<f32, String> {
    let seconds = parse_number(text).ok().filter(|seconds: &f32| *seconds > 0.0 && *seconds <= LONGEST_HOLD);
    seconds.ok_or_else(|| format!("{text:?} is not a duration greater than 0 and up to {LONGEST_HOLD}, in seconds"))
}
