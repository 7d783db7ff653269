//! Motions as flags.

use super::sweep::{DividerRange, JointRange};
use crate::cli::CliError;
use crate::cli::own_methods::method_of;
use crate::math::parse_number;
use crate::model::{Model, find_clip};
use crate::panes::{Ease, Motion, MotionKind};
use crate::skinning::SkinningMethod;
use clap::Args;

/// The motion of a recording. One of these moves, or the clip of `--clip` plays.
#[derive(Debug, Args)]
pub struct MotionArguments {
    #[command(flatten)]
    pub moving: MovingArguments,
    #[command(flatten)]
    pub of_model: ModelMotionArguments,
}

/// Motions that scenes take, too.
#[derive(Debug, Args)]
#[command(next_help_heading = "Motion")]
pub struct MovingArguments {
    /// Turn the model in front of the camera by this many degrees, or once around.
    #[arg(long, value_name = "DEGREES", num_args = 0..=1, default_missing_value = "360", value_parser = parse_degrees, allow_negative_numbers = true, conflicts_with_all = ["sweep", "divider", "cross_fade", "from", "to"])]
    pub turntable: Option<f32>,
    /// Move one joint: forearm.L:rx=0..180. Keys are those of --set.
    #[arg(long, value_name = "JOINT:KEY=FROM..TO", value_parser = str::parse::<JointRange>, conflicts_with_all = ["divider", "cross_fade", "from", "to"])]
    pub sweep: Option<JointRange>,
    /// Duration of the motion one way, without rests, in seconds [default: 6 for a whole turn, the clip's own, otherwise
    /// 2].
    #[arg(long, value_name = "SECONDS", value_parser = parse_duration, allow_negative_numbers = true)]
    pub seconds: Option<f32>,
    /// Start and end of the motion: smooth (slow) or linear (as fast as the rest) [default: linear for turntables and clips, otherwise
    /// smooth].
    #[arg(long, value_name = "EASE", value_parser = parse_ease)]
    pub ease: Option<Ease>,
    /// Duration of a rest at the start and at the end, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, allow_negative_numbers = true)]
    pub rest: Option<f32>,
    /// Return to the start, so that the recording repeats without a jump.
    #[arg(long)]
    pub there_and_back: bool,
}

/// Motions of a model's clip and of its panes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Motion")]
pub struct ModelMotionArguments {
    /// Time in the clip of --clip at which to start, in seconds [default: its beginning].
    #[arg(long, value_name = "SECONDS", requires = "clip", value_parser = parse_time, allow_negative_numbers = true)]
    pub from: Option<f32>,
    /// Time in the clip of --clip at which to stop, in seconds [default: its end].
    #[arg(long, value_name = "SECONDS", requires = "clip", value_parser = parse_time, allow_negative_numbers = true)]
    pub to: Option<f32>,
    /// Move the divider of --wipe: 0..1 is from the left edge to the right one.
    #[arg(long, value_name = "FROM..TO", requires = "wipe", value_parser = str::parse::<DividerRange>, allow_hyphen_values = true, conflicts_with_all = ["cross_fade", "from", "to"])]
    pub divider: Option<DividerRange>,
    /// Fade every pane from its method to this one.
    #[arg(long, value_name = "METHOD", value_parser = method_of, conflicts_with_all = ["wipe", "ghost", "from", "to"])]
    pub cross_fade: Option<SkinningMethod>,
}

/// Seconds of a whole turn of a turntable, and of other motions.
const SECONDS_OF_TURN: f32 = 6.0;
const SECONDS: f32 = 2.0;

impl MotionArguments {
    /// Whether the clip of `--clip` plays. Otherwise it is a pose like any other.
    pub fn plays_clip(&self, has_clip: bool) -> bool {
        has_clip
            && self.moving.turntable.is_none()
            && self.moving.sweep.is_none()
            && self.of_model.divider.is_none()
            && self.of_model.cross_fade.is_none()
    }

    /// The motion of a scene, with the changes that the flags make to it.
    pub fn over(&self, own: &Motion) -> Motion {
        Motion {
            kind: own.kind.clone(),
            seconds: self.moving.seconds.unwrap_or(own.seconds),
            ease: self.moving.ease.unwrap_or(own.ease),
            rest_seconds: self.moving.rest.unwrap_or(own.rest_seconds),
            there_and_back: own.there_and_back || self.moving.there_and_back,
            repeats: own.repeats,
        }
    }

    /// The motion that the flags describe. `clip` is the index of a clip that plays.
    ///
    /// # Errors
    /// If nothing moves.
    pub fn motion(&self, model: &Model, clip: Option<usize>) -> Result<Motion, CliError> {
        if let Some(motion) = self.of_camera_or_joint() {
            return Ok(motion);
        }
        let clip_index = clip.ok_or(CliError::NothingMoves)?;
        let clip = &model.clips[clip_index];
        // Names may repeat.
        let is_first = find_clip(&model.clips, &clip.name) == Some(clip_index);
        let name = if is_first { clip.name.clone() } else { clip_index.to_string() };
        let (from, to) = (self.of_model.from.unwrap_or(0.0), self.of_model.to.unwrap_or(clip.duration_seconds));
        Ok(self.lasting(MotionKind::Clip { name, from, to }, (to - from).abs(), Ease::Linear))
    }

    /// The motion that the flags describe without a clip, if any.
    pub fn of_camera_or_joint(&self) -> Option<Motion> {
        let (kind, seconds, ease) = if let Some(degrees) = self.moving.turntable {
            let seconds = (SECONDS_OF_TURN * degrees.abs() / 360.0).max(1.0);
            (MotionKind::Turntable { degrees }, seconds, Ease::Linear)
        } else if let Some(JointRange { joint, channel, from, to }) = self.moving.sweep.clone() {
            (MotionKind::Joint { joint, channel, from, to }, SECONDS, Ease::Smooth)
        } else if let Some(DividerRange { from, to }) = self.of_model.divider {
            (MotionKind::Wipe { from, to }, SECONDS, Ease::Smooth)
        } else if self.of_model.cross_fade.is_some() {
            (MotionKind::CrossFade { from: 0.0, to: 1.0 }, SECONDS, Ease::Smooth)
        } else {
            return None;
        };
        Some(self.lasting(kind, seconds, ease))
    }

    /// A motion with these defaults for flags that are absent.
    fn lasting(&self, kind: MotionKind, seconds: f32, ease: Ease) -> Motion {
        Motion {
            kind,
            seconds: self.moving.seconds.unwrap_or(seconds),
            ease: self.moving.ease.unwrap_or(ease),
            rest_seconds: self.moving.rest.unwrap_or(0.0),
            there_and_back: self.moving.there_and_back,
            repeats: false,
        }
    }
}

fn parse_degrees(text: &str) -> Result<f32, String> {
    parse_number(text).map_err(|error| error.to_string())
}

/// Longest time in seconds that a flag accepts: a day.
const LONGEST: f32 = 86_400.0;

fn parse_time(text: &str) -> Result<f32, String> {
    let seconds = parse_number(text).ok().filter(|seconds: &f32| (0.0..=LONGEST).contains(seconds));
    seconds.ok_or_else(|| format!("{text:?} is not a time in seconds, from 0 to {LONGEST}"))
}

fn parse_duration(text: &str) -> Result<f32, String> {
    let seconds = parse_number(text).ok().filter(|seconds: &f32| *seconds > 0.0 && *seconds <= LONGEST);
    seconds.ok_or_else(|| format!("{text:?} is not a duration greater than 0, in seconds"))
}

fn parse_ease(text: &str) -> Result<Ease, String> {
    let known = Ease::ALL.map(Ease::id).join(", ");
    let found = Ease::ALL.into_iter().find(|ease| ease.id() == text);
    found.ok_or_else(|| format!("no ease is called {text:?}; choose one of {known}"))
}
