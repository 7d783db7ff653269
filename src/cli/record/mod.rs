//! `skinscope record`: a film of a motion.

mod arguments;
mod motion_arguments;
mod output;
mod scene;
mod sweep;

use super::compare::{caption, comparison};
use super::output::Messages;
use super::pose_arguments::find_clip;
use super::progress_line::with_progress;
use super::shared_arguments::{DEFAULT_SIZE, PoseArguments};
use super::text::{print_pose_warnings, print_warnings, warn};
use super::{CliError, PosedModel, png_file, pose_model};
use crate::export::{FilmSettings, film_size};
use crate::files::OpenedModel;
use crate::gpu::GpuContext;
use crate::model::{Pose, PoseWarning, SetError};
use crate::panes::{Motion, MotionError, MotionKind, MovingPose, PaneSettings};
use crate::posing::front_yaw;
use crate::sheets::{
    FrameTimes, PageOptions, Recorder, Sheet, SheetCaption, SheetPane, bounds_of_motion, largest_distance_of_motion,
    points_around,
};
use crate::skinning::SkinningMethod;
use crate::view::{Camera, PaintRange, PictureSettings};
use crate::work::Progress;
pub use arguments::{RecordArguments, RecordFormat};
use image::RgbaImage;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

/// Twenty minutes at 30 frames a second.
const MOST_FRAMES: u32 = 36_000;

/// Frames whose colors make the palette of a gif.
const PALETTE_FRAMES: u32 = 6;

/// The exit status after a second Ctrl+C.
const INTERRUPTED: i32 = 130;

/// Finished frames that wait for the encoder.
const WAITING_FRAMES: usize = 2;

pub(super) fn run(arguments: &RecordArguments) -> Result<(), CliError> {
    let format = RecordFormat::of(arguments)?;
    match (&arguments.scene, &arguments.model) {
        (Some(scene), _) => scene::run(scene, arguments, format),
        (None, Some(model)) => of_model(model, arguments, format),
        // Refused as wrong usage.
        (None, None) => Err(CliError::NothingMoves),
    }
}

/// A film of a model in panes.
fn of_model(model: &Path, arguments: &RecordArguments, format: RecordFormat) -> Result<(), CliError> {
    let opened = arguments.pose.twists.open(model)?;
    let model = &opened.asset.model;
    let (motion, posed, moving) = moving_pose(&opened, arguments)?;
    print_warnings(&opened);
    print_pose_warnings(&posed);
    warn_of_ends(&opened, &posed, &motion, &moving);
    let times = frame_times(&motion, &moving, arguments)?;

    let skinning = |method| arguments.pose.skinning(method);
    let settings = |method: SkinningMethod| {
        let settings = arguments.picture.settings(model, skinning(method))?;
        Ok::<_, CliError>(PictureSettings { transparent: arguments.transparent, ..settings })
    };
    let mut pictures: Vec<PictureSettings> = arguments.methods().into_iter().map(settings).collect::<Result<_, _>>()?;
    let context = pollster::block_on(GpuContext::headless())?;
    let size = arguments.picture.size.unwrap_or(DEFAULT_SIZE);
    check_size(&context, size, arguments.supersample)?;
    let part = arguments.picture.part(model)?;
    let other = arguments.other();
    let shown: Vec<SkinningMethod> = arguments.methods().into_iter().chain(other.map(|other| other.method)).collect();
    let mut gpu_model =
        super::centers::upload(&context, model, &arguments.picture.methods(&shown), &arguments.pose.centers)?;
    gpu_model.show_part(&context, part)?;
    let pane = |picture: &PictureSettings| SheetPane {
        model: &gpu_model,
        settings: PaneSettings {
            skinning: picture.skinning,
            centers: arguments.pose.centers.settings(),
            comparison: comparison(other, picture),
            ..PaneSettings::default()
        },
        picture: *picture,
    };
    let caption = caption(model, &posed);
    let sheet = |panes| Sheet {
        pose: &posed.pose,
        panes,
        caption: if arguments.no_caption { SheetCaption::None } else { SheetCaption::Line(&caption) },
        size,
        columns: arguments.columns.map(usize::from),
        legend: !arguments.picture.no_legend,
    };
    let moved = (&motion, &moving);
    let panes: Vec<SheetPane<'_>> = pictures.iter().map(pane).collect();
    // Colors must not change their meaning from frame to frame.
    if let Some(largest) = largest_distance_of_motion(&context, &sheet(&panes), moved, &times)? {
        pictures.iter_mut().for_each(|picture| picture.paint_range = PaintRange::Fixed(largest));
    }
    let panes: Vec<SheetPane<'_>> = pictures.iter().map(pane).collect();
    let camera = |pixels| vec![camera(&opened, arguments, &posed.pose, moved, &times, pixels); panes.len()];
    let options = PageOptions { titles: !arguments.no_titles, supersample: arguments.supersample };
    let recorder = Recorder::new(&context, sheet(&panes), options, moved, camera);
    film(recorder, &times, arguments, format, size)
}

/// Draws and writes the frames, and says what was written.
fn film(
    recorder: Recorder<'_>,
    times: &FrameTimes,
    arguments: &RecordArguments,
    format: RecordFormat,
    size: [u32; 2],
) -> Result<(), CliError> {
    let settings = FilmSettings {
        size,
        frames: times.count,
        rate: arguments.fps,
        transparent: arguments.transparent,
        texts: png_file::texts(if format == RecordFormat::Apng { "recording.apng" } else { "frames.png" }),
    };
    record(recorder, times, arguments, format, &settings)?;
    Messages::beside(Some(&arguments.output)).print(&report(arguments, format, &settings))
}

/// The motion, the pose that stays, and the poses between.
fn moving_pose(
    opened: &OpenedModel,
    arguments: &RecordArguments,
) -> Result<(Motion, PosedModel, MovingPose), CliError> {
    let model = &opened.asset.model;
    let plays_clip = arguments.motion.plays_clip(arguments.pose.clip.is_some());
    let played = match &arguments.pose.clip {
        Some(_) if plays_clip && arguments.pose.time != 0.0 => return Err(CliError::TimeOfPlayedClip),
        Some(address) if plays_clip => Some(find_clip(&model.clips, address)?),
        _ => None,
    };
    let motion = arguments.motion.motion(model, played)?;
    let clip = arguments.pose.clip.clone().filter(|_| !plays_clip);
    let posed = pose_model(opened, &PoseArguments { clip, ..arguments.pose.clone() })?;
    let mut base = Pose::rest(&model.skeleton);
    if let Some((index, seconds)) = posed.clip {
        model.clips[index].sample(seconds, &mut base);
    }
    let moving = MovingPose::new(model, base, posed.overrides.clone(), &motion.kind)
        .map_err(|cause| motion_error(&motion.kind, cause))?;
    Ok((motion, posed, moving))
}

/// Names the flag that a model does not fit.
fn motion_error(kind: &MotionKind, cause: MotionError) -> CliError {
    let (flag, given) = match kind {
        MotionKind::Clip { name, .. } => ("clip", name.clone()),
        MotionKind::Joint { joint, channel, from, to } => ("sweep", format!("{joint}:{channel}={from}..{to}")),
        _ => ("sweep", String::new()),
    };
    // The cause names the value at which the joint was looked for.
    let cause = match cause {
        MotionError::Joint(SetError::Joint { cause, .. }) => cause.to_string(),
        cause => cause.to_string(),
    };
    CliError::Motion { flag, given, cause }
}

/// Warns of probable mistakes in the motion that are not in the pose it starts from.
fn warn_of_ends(opened: &OpenedModel, posed: &PosedModel, motion: &Motion, moving: &MovingPose) {
    let model = &opened.asset.model;
    let extent = model.rest_bounds().extent();
    let mut warnings: Vec<PoseWarning> = Vec::new();
    for phase in [0.0, 1.0] {
        let overrides = moving.overrides_at(motion.kind.value_at(phase));
        for warning in PoseWarning::of_overrides(&model.skeleton, &overrides, extent) {
            if !posed.warnings.contains(&warning) && !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    if let MotionKind::Clip { name, from, to } = &motion.kind
        && let Some(index) = crate::model::find_clip(&model.clips, name)
    {
        warnings.extend([from, to].into_iter().filter_map(|&at| PoseWarning::of_time(&model.clips[index], at)));
    }
    warn(&warnings);
}

fn frame_times(motion: &Motion, moving: &MovingPose, arguments: &RecordArguments) -> Result<FrameTimes, CliError> {
    let rate = arguments.fps.per_second();
    let seconds = motion.total_seconds();
    // A clip that ends as it begins, such as a walk, is a loop.
    let begins_again = motion.loops()
        || motion.rest_seconds == 0.0
            && matches!(motion.kind, MotionKind::Clip { .. })
            && look_alike(&moving.at(motion.kind.value_at(0.0)), &moving.at(motion.kind.value_at(1.0)));
    let frames = (f64::from(seconds) * rate).round() as u64;
    match frames {
        0 => Err(CliError::NoFrame { seconds, rate }),
        _ if frames > u64::from(MOST_FRAMES) => Err(CliError::TooManyFrames { frames, most: MOST_FRAMES }),
        _ => Ok(FrameTimes::of(motion, rate, begins_again)),
    }
}

/// Whether two poses differ by no more than the rounding of a file.
fn look_alike(a: &Pose, b: &Pose) -> bool {
    const TOLERANCE: f32 = 1e-3;
    a.joints.iter().zip(&b.joints).all(|(a, b)| {
        a.translation.abs_diff_eq(b.translation, TOLERANCE)
            && a.scale.abs_diff_eq(b.scale, TOLERANCE)
            && a.rotation.dot(b.rotation).abs() > 1.0 - TOLERANCE * TOLERANCE
    })
}

fn check_size(context: &GpuContext, size: [u32; 2], supersample: u32) -> Result<(), CliError> {
    let limit = context.largest_picture_side();
    let [width, height] = size.map(|side| side * supersample);
    if width.max(height) > limit {
        return Err(CliError::TooLargeToDraw { width, height, limit });
    }
    Ok(())
}

/// One camera for the whole motion, so that nothing jumps.
fn camera(
    opened: &OpenedModel,
    arguments: &RecordArguments,
    pose: &Pose,
    (motion, moving): (&Motion, &MovingPose),
    times: &FrameTimes,
    pixels: [u32; 2],
) -> Camera {
    let model = &opened.asset.model;
    let (skinning, front) = (arguments.pose.skinning(SkinningMethod::Lbs), front_yaw(model));
    match motion.kind {
        MotionKind::Turntable { .. } => {
            arguments.picture.camera.resolve_around(&points_around(model, pose, skinning), pixels, front)
        }
        _ => {
            let bounds = bounds_of_motion(model, moving, motion, times, skinning);
            arguments.picture.camera.resolve(bounds, pixels, front)
        }
    }
}

/// Draws the frames, while another thread encodes them. Ctrl+C ends it, and nothing is left.
fn record(
    mut recorder: Recorder<'_>,
    times: &FrameTimes,
    arguments: &RecordArguments,
    format: RecordFormat,
    settings: &FilmSettings,
) -> Result<(), CliError> {
    // A stream leaves nothing to clean up, and its reader may have stopped: signals end the program there.
    let streamed = super::output::is_stdout(&arguments.output) || crate::files::is_device(&arguments.output);
    let stop = if streamed { Arc::default() } else { stop_at_signals() };
    let draw = |progress: &Progress| {
        let palette_frames = if format == RecordFormat::Gif { PALETTE_FRAMES } else { 0 };
        let sampled: Vec<u32> = times.some(palette_frames).take(palette_frames as usize).collect();
        progress.add_total(u64::from(times.count) + sampled.len() as u64);
        let mut drawn = |frame: u32| -> Result<RgbaImage, CliError> {
            if stop.load(Ordering::Relaxed) {
                return Err(CliError::Interrupted);
            }
            let picture = recorder.draw(times.at(frame))?;
            progress.advance(1);
            Ok(picture)
        };
        let samples = sampled.into_iter().map(&mut drawn).collect::<Result<Vec<RgbaImage>, _>>()?;
        let (send, receive) = sync_channel(WAITING_FRAMES);
        std::thread::scope(|scope| {
            let encoder =
                scope.spawn(|| output::write_film(&arguments.output, format, settings, &samples, receive.into_iter()));
            let drawn = (0..times.count).try_for_each(|frame| -> Result<(), Option<CliError>> {
                let picture = drawn(frame).map_err(Some)?;
                // If the encoder has failed, it says why.
                send.send(picture).ok().ok_or(None)
            });
            drop(send);
            let written = encoder.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            match drawn {
                Err(Some(error)) => Err(error),
                Ok(()) | Err(None) => written,
            }
        })
    };
    with_progress("Frames", draw)
}

/// A flag that Ctrl+C sets. A second Ctrl+C ends the program at once.
fn stop_at_signals() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Where the system refuses, Ctrl+C ends the program and leaves an unfinished file.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&stop));
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    stop
}

/// What was written, in one line.
fn report(arguments: &RecordArguments, format: RecordFormat, settings: &FilmSettings) -> String {
    let size = if format == RecordFormat::Mp4 { film_size(settings.size) } else { settings.size };
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
        "{} frames, {width} x {height} pixels{padded}, {:.2} s at {} frames a second\n",
        settings.frames,
        f64::from(settings.frames) / arguments.fps.per_second(),
        arguments.fps.per_second()
    )
}
