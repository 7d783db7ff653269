//! `skinscope record`: a film of a motion, a scene or a talk.

mod arguments;
mod model;
mod motion_arguments;
mod scene;
mod sweep;

use super::output::{Messages, is_stdout};
use super::progress_line::with_progress_until;
use super::{CliError, ExitStatus, png_file};
use crate::encode::FilmSettings;
use crate::films::{self, FilmLook, FilmTarget, FrameSource, MOST_FRAMES};
use crate::gpu::GpuContext;
use crate::model::SetError;
use crate::panes::{MotionError, MotionKind, RecordFormat};
pub use arguments::RecordArguments;
#[cfg(test)]
pub(super) use arguments::TransitionArguments;
pub(super) use arguments::{Source, parse_rate};
#[cfg(test)]
pub(super) use motion_arguments::{ModelMotionArguments, MotionArguments};
pub(super) use scene::{chosen, no_scene};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) fn run(arguments: &RecordArguments) -> Result<(), CliError> {
    let format = arguments.checked_format()?;
    match arguments.source() {
        Source::Model(model) => model::run(&model, arguments, format),
        source => scene::run(&source, arguments, format),
    }
}

/// The look of a film. `natural_size` is its size in pixels if none is given.
fn look(arguments: &RecordArguments, natural_size: [u32; 2]) -> FilmLook {
    FilmLook {
        size: arguments.layout.size.unwrap_or(natural_size),
        rate: arguments.fps,
        columns: arguments.layout.columns(),
        supersample: arguments.supersample,
        titles: !arguments.no_titles,
        caption: !arguments.no_caption,
        legend: !arguments.picture.drawing.no_legend,
        transparent: arguments.transparent,
        theme: arguments.picture.drawing.theme(),
        still_seconds: arguments.transition.hold,
        glides: !arguments.transition.cut,
    }
}

/// Draws and writes the frames, and reports the result. Ctrl+C ends it and leaves no file behind.
fn write(
    source: &mut dyn FrameSource,
    look: &FilmLook,
    arguments: &RecordArguments,
    format: RecordFormat,
) -> Result<(), CliError> {
    let settings = FilmSettings {
        size: look.size,
        frames: source.count(),
        rate: arguments.fps,
        transparent: arguments.transparent,
        texts: png_file::texts(if format == RecordFormat::Apng { "recording.apng" } else { "frames.png" }),
    };
    let path = &arguments.output;
    let target = if is_stdout(path) { FilmTarget::Stdout } else { FilmTarget::Path(path) };
    // A stream leaves nothing to clean up, and its reader may have stopped: signals end the program there.
    let stop = if target.is_stream() { Arc::default() } else { stop_at_signals() };
    let is_whole =
        with_progress_until(stop, "Frames", |progress| films::record(source, target, format, &settings, progress))?;
    if is_whole { Messages::beside(Some(path)).print(&report(arguments, format, &settings)) } else { Ok(()) }
}

/// Error that names the flag that does not fit the model.
fn motion_error(kind: &MotionKind, cause: MotionError) -> CliError {
    let (flag, given) = match kind {
        MotionKind::Clip { name, .. } => ("clip", name.clone()),
        MotionKind::Joint { joint, channel, from, to } => ("sweep", format!("{joint}:{channel}={from}..{to}")),
        _ => ("sweep", String::new()),
    };
    // The cause names the value at which the joint was looked up.
    let cause = match cause {
        MotionError::Joint(SetError::Joint { cause, .. }) => cause.to_string(),
        cause => cause.to_string(),
    };
    CliError::Motion { flag, given, cause }
}

fn check_length(frames: u64, seconds: impl Fn() -> f32, arguments: &RecordArguments) -> Result<(), CliError> {
    match frames {
        0 => Err(CliError::NoFrame { seconds: seconds(), rate: arguments.fps.per_second() }),
        _ if frames > u64::from(MOST_FRAMES) => Err(CliError::TooManyFrames { frames, most: MOST_FRAMES }),
        _ => Ok(()),
    }
}

/// Prepares a device for the frames.
///
/// # Errors
/// If it cannot draw pictures of that size.
fn prepare(context: &GpuContext, look: &FilmLook, arguments: &RecordArguments) -> Result<(), CliError> {
    context.set_full_precision(arguments.picture.drawing.full_precision);
    let limit = context.largest_picture_side();
    let [width, height] = look.size.map(|side| side * look.supersample);
    if width.max(height) > limit {
        return Err(CliError::TooLargeToDraw { width, height, limit });
    }
    Ok(())
}

/// A flag that Ctrl+C sets. A second Ctrl+C ends the program at once.
fn stop_at_signals() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Where the system refuses, Ctrl+C ends the program and leaves an unfinished file.
        let _ = signal_hook::flag::register_conditional_shutdown(
            signal,
            ExitStatus::Interrupted.code().into(),
            Arc::clone(&stop),
        );
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    stop
}

/// One line about the written film.
fn report(arguments: &RecordArguments, format: RecordFormat, settings: &FilmSettings) -> String {
    let size = films::size_in_file(format, settings.size);
    let padded = if size == settings.size {
        String::new()
    } else {
        format!(
            " (padded from {} x {}: mp4 takes even sides of at least 16 pixels)",
            settings.size[0], settings.size[1]
        )
    };
    let [width, height] = size;
    format!(
        "{} frame{}, {width} x {height} pixels{padded}, {:.2} s at {} frames a second\n",
        settings.frames,
        if settings.frames == 1 { "" } else { "s" },
        f64::from(settings.frames) / arguments.fps.per_second(),
        arguments.fps.per_second()
    )
}
