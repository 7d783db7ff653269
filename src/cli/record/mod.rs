//! `skinscope record`: a film of a motion, a scene or a talk.

mod arguments;
mod motion_arguments;
mod scene;
mod sweep;

use super::compare::{caption, comparison};
use super::device_beside::device_beside;
use super::output::{Messages, is_stdout};
use super::pose_arguments::find_clip;
use super::progress_line::with_progress_until;
use super::shared_arguments::{DEFAULT_SIZE, PoseArguments, PosingArguments};
use super::sweep_range::refuse_set_of;
use super::turns::warn_of_turns_in;
use super::warnings::Warnings;
use super::{CliError, ExitStatus, PosedModel, png_file, pose_model};
use crate::encode::FilmSettings;
use crate::files::OpenedModel;
use crate::films::{self, FilmFailure, FilmTarget, FrameSource, Frames, MOST_FRAMES};
use crate::gpu::{GpuContext, ModelLook};
use crate::math::Bounds;
use crate::model::{Pose, PoseWarning, SetError, SkinPart};
use crate::panes::{Motion, MotionError, MotionKind, MovingPose, PaneSettings, RecordFormat};
use crate::posing::front_yaw;
use crate::sheets::{
    FrameTimes, PageOptions, Recorder, Sheet, SheetCaption, SheetPane, begins_again, bounds_of_motion,
    largest_distance_of_motion,
};
use crate::skinning::{SkinningMethod, one_for_each_phases};
use crate::view::{Camera, PaintRange, PictureSettings, bounds_of_part, joint_close_up, outline_of_part};
use crate::work::Progress;
pub use arguments::RecordArguments;
pub(super) use arguments::Source;
#[cfg(test)]
pub(super) use arguments::TransitionArguments;
use image::RgbaImage;
#[cfg(test)]
pub(super) use motion_arguments::{ModelMotionArguments, MotionArguments};
pub(super) use scene::{chosen, no_scene};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) fn run(arguments: &RecordArguments) -> Result<(), CliError> {
    let format = arguments.checked_format()?;
    match arguments.source() {
        Source::Model(model) => of_model(&model, arguments, format),
        source => scene::run(&source, arguments, format),
    }
}

/// A film of a model in panes.
fn of_model(model: &Path, arguments: &RecordArguments, format: RecordFormat) -> Result<(), CliError> {
    arguments.picture.check(1)?;
    let opened = arguments.pose.opening.open(model)?;
    let model = &opened.asset.model;
    let camera_joint = arguments.picture.camera_joint(model)?;
    let (motion, posed, moving) = moving_pose(&opened, arguments)?;
    let mut warnings = Warnings::of(&opened, &posed);
    warn_of_ends(&mut warnings, (&opened, &posed), &motion, &moving, arguments);
    let times = frame_times(&motion, &moving, arguments)?;

    let skinning = |method| arguments.pose.skinning(method);
    let settings = |method: SkinningMethod| {
        let settings = arguments.picture.settings(model, skinning(method), &arguments.pose.centers)?;
        Ok::<_, CliError>(PictureSettings { transparent: arguments.transparent, ..settings })
    };
    let mut pictures: Vec<PictureSettings> =
        arguments.panes.methods().into_iter().map(settings).collect::<Result<_, _>>()?;
    let (context, look) = device_beside(|| ModelLook::ahead(model))?;
    context.set_full_precision(arguments.picture.drawing.full_precision);
    let size = arguments.layout.size.unwrap_or(DEFAULT_SIZE);
    check_size(&context, size, arguments.supersample)?;
    let part = arguments.picture.part(model)?;
    let other = arguments.other();
    let shown = arguments.picture.methods(&arguments.shown_methods());
    let mut gpu_model = super::centers::upload(&context, model, look, &shown, &arguments.pose.centers)?;
    gpu_model.show_part(&context, part.clone())?;
    let pane = |picture: &PictureSettings| SheetPane {
        model: &gpu_model,
        settings: PaneSettings {
            skinning: picture.skinning,
            centers: arguments.pose.centers.settings(),
            comparison: comparison(other, picture),
            ..PaneSettings::default()
        },
        picture: *picture,
        beside: None,
        names: None,
    };
    let caption = caption(model, &posed);
    let sheet = |panes| Sheet {
        pose: &posed.pose,
        panes,
        caption: if arguments.no_caption { SheetCaption::None } else { SheetCaption::Line(&caption) },
        size,
        columns: arguments.layout.columns(),
        legend: !arguments.picture.drawing.no_legend,
    };
    let moved = Some((&motion, &moving));
    let panes: Vec<SheetPane<'_>> = pictures.iter().map(pane).collect();
    // Colors must not change their meaning from frame to frame.
    if let Some(largest) =
        largest_distance_of_motion(&context, &sheet(&panes), None, moved, &times, &Progress::default())?
    {
        pictures.iter_mut().for_each(|picture| picture.look.paint_range = PaintRange::Fixed(largest));
    }
    let panes: Vec<SheetPane<'_>> = pictures.iter().map(pane).collect();
    let camera = |sizes: &[[u32; 2]]| {
        let pixels = sizes.first().copied().unwrap_or(size);
        let shown = (&posed.pose, part.as_deref(), camera_joint);
        vec![camera(&opened, arguments, shown, (&motion, &moving), &times, pixels); panes.len()]
    };
    let (titles, supersample) = (!arguments.no_titles, arguments.supersample);
    let options = PageOptions { titles, supersample, ..PageOptions::default() };
    let recorder = Recorder::new(&context, sheet(&panes), options, moved, None, camera);
    let frames = times.count;
    write(&mut ModelFilm { recorder, times }, frames, arguments, format, size)
}

/// The frames of a film of a model.
struct ModelFilm<'a> {
    recorder: Recorder<'a>,
    times: FrameTimes,
}

impl FrameSource for ModelFilm<'_> {
    fn count(&self) -> u32 {
        self.times.count
    }

    fn draw(
        &mut self,
        frames: Frames,
        progress: &Progress,
        take: &mut dyn FnMut(RgbaImage) -> bool,
    ) -> Result<(), FilmFailure> {
        let count = self.times.count;
        let most = if let Frames::Some(most) = frames { most } else { count };
        for frame in self.times.some(most) {
            let picture = self.recorder.draw(self.times.at(frame))?;
            if frames == Frames::All {
                progress.set_note(format!("frame {} of {count}", frame + 1));
            }
            if !take(picture) {
                break;
            }
        }
        Ok(())
    }
}

/// Draws and writes the frames, and reports the result. Ctrl+C ends it and leaves no file behind.
fn write(
    source: &mut dyn FrameSource,
    frames: u32,
    arguments: &RecordArguments,
    format: RecordFormat,
    size: [u32; 2],
) -> Result<(), CliError> {
    let settings = FilmSettings {
        size,
        frames,
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

/// The motion, the pose that it changes, and its poses.
fn moving_pose(
    opened: &OpenedModel,
    arguments: &RecordArguments,
) -> Result<(Motion, PosedModel, MovingPose), CliError> {
    let model = &opened.asset.model;
    let plays_clip = arguments.motion.plays_clip(arguments.pose.posing.clip.is_some());
    let played = match &arguments.pose.posing.clip {
        Some(_) if plays_clip && arguments.pose.posing.time != 0.0 => return Err(CliError::TimeOfPlayedClip),
        Some(address) if plays_clip => Some(find_clip(&model.clips, address)?),
        _ => None,
    };
    let motion = arguments.motion.motion(model, played)?;
    if let MotionKind::Joint { joint, channel, .. } = &motion.kind {
        refuse_set_of(&arguments.pose.posing.set, &model.skeleton, (joint, channel))?;
    }
    let clip = arguments.pose.posing.clip.clone().filter(|_| !plays_clip);
    let posing = PosingArguments { clip, ..arguments.pose.posing.clone() };
    let posed = pose_model(opened, &PoseArguments { posing, ..arguments.pose.clone() })?;
    let mut base = Pose::rest(&model.skeleton);
    if let Some((index, seconds)) = posed.clip {
        model.clips[index].sample(seconds, &mut base);
    }
    let moving = MovingPose::new(model, base, posed.overrides.clone(), &motion.kind)
        .map_err(|cause| motion_error(&motion.kind, cause))?;
    Ok((motion, posed, moving))
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

/// Warns of probable mistakes in the motion that are absent from its starting pose.
fn warn_of_ends(
    warnings: &mut Warnings,
    (opened, posed): (&OpenedModel, &PosedModel),
    motion: &Motion,
    moving: &MovingPose,
    arguments: &RecordArguments,
) {
    let model = &opened.asset.model;
    let extent = model.rest_bounds().extent();
    let mut of_ends: Vec<PoseWarning> = Vec::new();
    for phase in [0.0, 1.0] {
        let overrides = moving.overrides_at(motion.kind.value_at(phase));
        for warning in PoseWarning::of_overrides(&model.skeleton, &overrides, extent) {
            if !posed.warnings.contains(&warning) && !of_ends.contains(&warning) {
                of_ends.push(warning);
            }
        }
    }
    if let MotionKind::Clip { name, from, to } = &motion.kind
        && let Some(index) = crate::model::find_clip(&model.clips, name)
    {
        of_ends.extend([from, to].into_iter().filter_map(|&at| PoseWarning::of_time(&model.clips[index], at)));
    }
    warnings.tell(&of_ends);
    // A clip may turn farther between its ends.
    const SAMPLES: u32 = 24;
    let values = (0..=SAMPLES).map(|sample| motion.kind.value_at(sample as f32 / SAMPLES as f32));
    let poses = values.map(|value| (moving.at(value), moving.overrides_at(value)));
    let methods = arguments.picture.methods(&arguments.panes.methods());
    let methods = methods.into_iter().chain(arguments.other().map(|other| other.method));
    warn_of_turns_in(warnings, model, poses, methods.map(|method| arguments.pose.skinning(method)));
}

fn frame_times(motion: &Motion, moving: &MovingPose, arguments: &RecordArguments) -> Result<FrameTimes, CliError> {
    let rate = arguments.fps.per_second();
    let frames = (f64::from(motion.total_seconds()) * rate).round() as u64;
    check_length(frames, || motion.total_seconds(), arguments)?;
    Ok(FrameTimes::of(motion, rate, begins_again(motion, moving)))
}

fn check_length(frames: u64, seconds: impl Fn() -> f32, arguments: &RecordArguments) -> Result<(), CliError> {
    match frames {
        0 => Err(CliError::NoFrame { seconds: seconds(), rate: arguments.fps.per_second() }),
        _ if frames > u64::from(MOST_FRAMES) => Err(CliError::TooManyFrames { frames, most: MOST_FRAMES }),
        _ => Ok(()),
    }
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
    (pose, part, joint): (&Pose, Option<&SkinPart>, Option<u32>),
    (motion, moving): (&Motion, &MovingPose),
    times: &FrameTimes,
    pixels: [u32; 2],
) -> Camera {
    let model = &opened.asset.model;
    let front = front_yaw(model);
    let skinnings = arguments.pose.skinnings(&arguments.picture.methods(&arguments.shown_methods()));
    let bounds = |pose: &Pose| {
        let of_skinning = |skinning| match joint {
            Some(joint) => joint_close_up(model, pose, skinning, joint),
            None => bounds_of_part(model, pose, skinning, part),
        };
        one_for_each_phases(&skinnings).map(of_skinning).fold(Bounds::EMPTY, Bounds::union)
    };
    match motion.kind {
        MotionKind::Turntable { .. } => {
            let bounds = bounds(pose);
            let points = match joint {
                Some(_) => bounds.corners().to_vec(),
                None => {
                    let outline = |skinning| outline_of_part(model, pose, skinning, part);
                    one_for_each_phases(&skinnings).flat_map(outline).collect()
                }
            };
            let axis = bounds.center();
            arguments.picture.look.camera.resolve_turning(&points, axis, pixels, front)
        }
        _ => {
            let bounds = bounds_of_motion(moving, motion, times, bounds);
            arguments.picture.look.camera.resolve(bounds, pixels, front)
        }
    }
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
