//! The frames of a motion.

use super::pair_poses::PairPoses;
use super::sheet::{PaneView, Sheet, SheetPane};
use super::sheet_renderer::{Mix, PageOptions, SheetFrame, SheetRenderer};
use super::{SheetCaption, largest_distance};
use crate::gpu::{GpuContext, GpuError};
use crate::math::Bounds;
use crate::model::Pose;
use crate::panes::{Motion, MotionKind, MovingPose, PaneLayout, PaneMarks, ScenePair};
use crate::view::{Camera, with_minus_sign};
use crate::work::Progress;
use image::RgbaImage;

/// Most moments of a motion whose poses determine its framing.
const MOST_FRAMED: u32 = 240;

/// Times of the frames of a recording.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameTimes {
    pub count: u32,
    seconds_between: f64,
}

impl FrameTimes {
    /// Times of as many frames as fit the motion's duration, at least one. The first shows its first moment. The last
    /// shows its last one, or the one before it if the film begins again there without a jump.
    pub fn of(motion: &Motion, frames_per_second: f64, begins_again: bool) -> Self {
        let total = f64::from(motion.total_seconds());
        let count = (total * frames_per_second).round().clamp(1.0, f64::from(u32::MAX)) as u32;
        let intervals = if begins_again { count } else { count.saturating_sub(1) };
        Self { count, seconds_between: total / f64::from(intervals.max(1)) }
    }

    /// Times of the frames of a motion among other scenes: once, or repeated until it fills these frames if it repeats.
    /// It then begins again without a jump.
    pub fn filling(frames: u32, motion: &Motion, frames_per_second: f64) -> Self {
        let once = Self::of(motion, frames_per_second, motion.repeats);
        let rounds = if motion.repeats { frames.div_ceil(once.count).max(1) } else { 1 };
        Self { count: once.count.saturating_mul(rounds), ..once }
    }

    /// Times of as many frames as fit a duration in which nothing moves, at least one.
    pub fn still(seconds: f32, frames_per_second: f64) -> Self {
        let count = (f64::from(seconds) * frames_per_second).round().clamp(1.0, f64::from(u32::MAX)) as u32;
        Self { count, seconds_between: 1.0 / frames_per_second }
    }

    /// Seconds since the beginning.
    pub fn at(&self, frame: u32) -> f32 {
        (self.seconds_between * f64::from(frame)) as f32
    }

    /// At most `most` evenly distributed frames, with the first and the last.
    pub fn some(&self, most: u32) -> impl Iterator<Item = u32> + use<> {
        let last = self.count.saturating_sub(1);
        let steps = last.min(most.saturating_sub(1));
        (0..=steps)
            .map(move |step| (u64::from(step) * u64::from(last)).checked_div(u64::from(steps)).unwrap_or(0) as u32)
    }
}

/// Box around all poses of a motion. `bounds_of_pose` gives the box of each.
pub fn bounds_of_motion(
    moving: &MovingPose,
    motion: &Motion,
    times: &FrameTimes,
    bounds_of_pose: impl Fn(&Pose) -> Bounds,
) -> Bounds {
    let mut last = None;
    times.some(MOST_FRAMED).fold(Bounds::EMPTY, |bounds, frame| {
        let pose = moving.at(motion.value_at(times.at(frame)));
        if last.as_ref() == Some(&pose) {
            return bounds;
        }
        let bounds = bounds.union(bounds_of_pose(&pose));
        last = Some(pose);
        bounds
    })
}

/// Whether a film of the motion can be repeated without a jump. A clip that ends as it begins, such as a walk, is a
/// loop.
pub fn begins_again(motion: &Motion, moving: &MovingPose) -> bool {
    motion.loops()
        || motion.rest_seconds == 0.0
            && matches!(motion.kind, MotionKind::Clip { .. })
            && look_alike(&moving.at(motion.kind.value_at(0.0)), &moving.at(motion.kind.value_at(1.0)))
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

/// The marks of each pane in a pose.
pub type MarkPose<'a> = dyn Fn(&Pose) -> Vec<PaneMarks> + 'a;

/// A motion and its poses.
pub type Moved<'a> = (&'a Motion, &'a MovingPose);

/// Draws the frames of a motion, or of a sheet in which nothing moves.
pub struct Recorder<'a> {
    renderer: SheetRenderer<'a>,
    sheet: Sheet<'a>,
    moved: Option<Moved<'a>>,
    /// Camera of each pane, at the start.
    cameras: Vec<Camera>,
    marks: Option<&'a MarkPose<'a>>,
    pair: Option<&'a ScenePair>,
    /// Stops the drawing of a frame.
    progress: Progress,
    last: Option<(f32, RgbaImage)>,
    words_are_placed: bool,
}

/// Most moments of a motion that are examined for a free corner.
const MOST_LOOKED_AT: u16 = 6;

impl<'a> Recorder<'a> {
    /// Prepares the frames of a sheet, with its panes arranged by `layout`, or all of one size. `cameras` receives the
    /// sizes of the panes' pictures and returns a camera for each pane; a turntable starts there.
    pub fn new(
        context: &'a GpuContext,
        sheet: Sheet<'a>,
        options: PageOptions,
        moved: Option<Moved<'a>>,
        layout: Option<&PaneLayout>,
        cameras: impl FnOnce(&[[u32; 2]]) -> Vec<Camera>,
    ) -> Self {
        let renderer = SheetRenderer::arranged(context, sheet, options, layout);
        let cameras = cameras(&renderer.picture_sizes());
        Self {
            renderer,
            sheet,
            moved,
            cameras,
            marks: None,
            pair: None,
            progress: Progress::default(),
            last: None,
            words_are_placed: false,
        }
    }

    /// The same recording with marks over the pictures.
    #[must_use]
    pub fn with_marks(self, marks: &'a MarkPose<'a>) -> Self {
        Self { marks: Some(marks), ..self }
    }

    /// The same recording with the second model of its scene.
    #[must_use]
    pub fn with_second(self, pair: Option<&'a ScenePair>) -> Self {
        Self { pair, ..self }
    }

    /// The same recording. It stops within a frame if the progress is canceled.
    #[must_use]
    pub fn canceled_with(self, progress: &Progress) -> Self {
        Self { progress: progress.uncounted_part(), ..self }
    }

    /// The cameras of the panes at the start.
    pub fn cameras(&self) -> &[Camera] {
        &self.cameras
    }

    /// The frame at a time since the beginning.
    ///
    /// # Errors
    /// If memory runs out, the device is lost, or the recording is canceled.
    pub fn draw(&mut self, elapsed_seconds: f32) -> Result<RgbaImage, GpuError> {
        let value = self.moved.map_or(0.0, |(motion, _)| motion.value_at(elapsed_seconds));
        // During rests, nothing changes.
        if let Some((_, picture)) = self.last.as_ref().filter(|(last, _)| *last == value) {
            return Ok(picture.clone());
        }
        let pose = self.moved.map_or_else(|| self.sheet.pose.clone(), |(_, moving)| moving.at(value));
        let marks = self.marks.map(|marks| marks(&pose)).unwrap_or_default();
        let picture = self.draw_views(&pose, &self.cameras.clone(), marks, value)?;
        self.last = Some((value, picture.clone()));
        Ok(picture)
    }

    /// Name of a joint of the motion, for people.
    fn joint_name(&self, address: &str) -> String {
        self.moved.map_or_else(|| address.to_owned(), |(_, moving)| moving.joint_name(address))
    }

    /// Draws a frame before the motion begins, in another pose and from other cameras.
    ///
    /// # Errors
    /// If memory runs out, the device is lost, or the recording is canceled.
    pub fn draw_on_the_way(
        &mut self,
        pose: &Pose,
        cameras: &[Camera],
        marks: &MarkPose<'_>,
    ) -> Result<RgbaImage, GpuError> {
        let start = self.moved.map_or(0.0, |(motion, _)| motion.value_at(0.0));
        self.draw_views(pose, cameras, marks(pose), start)
    }

    /// Puts legends and figures where they cover the least in all of the motion.
    fn place_words(&mut self) -> Result<(), GpuError> {
        let sheet = self.sheet;
        let kind = self.moved.map(|(motion, _)| &motion.kind);
        let moments = if kind.is_some() { MOST_LOOKED_AT } else { 1 };
        let phase = |moment: u16| f32::from(moment) / f32::from(moments.saturating_sub(1).max(1));
        let values: Vec<f32> =
            (0..moments).map(|moment| kind.map_or(0.0, |kind| kind.value_at(phase(moment)))).collect();
        let pose = |&value: &f32| {
            let pose = self.moved.map_or_else(|| sheet.pose.clone(), |(_, moving)| moving.at(value));
            PairPoses::new(pose, self.pair)
        };
        let poses: Vec<PairPoses> = values.iter().map(pose).collect();
        let mut frames = Vec::new();
        for (poses, &value) in poses.iter().zip(&values) {
            let marks = self.marks.map(|marks| marks(poses.first())).unwrap_or_default();
            let views = self.views(poses, &self.cameras, marks, value);
            frames.push(SheetFrame { views, caption: sheet.caption, mix: mix_at(kind, value) });
        }
        self.renderer.keep_words_free_in(&frames, &self.progress.uncounted_part())
    }

    /// Views of the panes at a value of the motion.
    fn views<'p>(
        &self,
        poses: &'p PairPoses,
        cameras: &[Camera],
        marks: Vec<PaneMarks>,
        value: f32,
    ) -> Vec<PaneView<'p>> {
        let kind = self.moved.map(|(motion, _)| &motion.kind);
        let marks = marks.into_iter().chain(std::iter::repeat_with(PaneMarks::default));
        let view = |((camera, pane), mut marks): ((&Camera, &SheetPane<'_>), PaneMarks)| {
            // A second figure would appear and disappear.
            marks.figures.truncate(1);
            PaneView { marks, ..poses.view(&pane.settings, camera_at(kind, value, *camera)) }
        };
        cameras.iter().zip(self.sheet.panes).zip(marks).map(view).collect()
    }

    fn draw_views(
        &mut self,
        pose: &Pose,
        cameras: &[Camera],
        marks: Vec<PaneMarks>,
        value: f32,
    ) -> Result<RgbaImage, GpuError> {
        if !std::mem::replace(&mut self.words_are_placed, true) {
            self.place_words()?;
        }
        let kind = self.moved.map(|(motion, _)| &motion.kind);
        let poses = PairPoses::new(pose.clone(), self.pair);
        let views = self.views(&poses, cameras, marks, value);
        let line = match (self.sheet.caption, kind) {
            (SheetCaption::Line(text), Some(kind)) => with_value(text, kind, value, |joint| self.joint_name(joint)),
            _ => String::new(),
        };
        let caption = match (self.sheet.caption, kind) {
            (SheetCaption::Line(_), Some(_)) => SheetCaption::Line(&line),
            (caption, _) => caption,
        };
        let mix = mix_at(kind, value);
        Ok(self.renderer.draw(&SheetFrame { views, caption, mix }, &self.progress.uncounted_part())?.picture)
    }
}

/// The largest distance of the sheet's difference maps at some moments of a motion. `None` if all maps have ranges of
/// their own.
///
/// # Errors
/// If memory runs out, the device is lost, or the progress is canceled.
pub fn largest_distance_of_motion(
    context: &GpuContext,
    sheet: &Sheet<'_>,
    pair: Option<&ScenePair>,
    moved: Option<Moved<'_>>,
    times: &FrameTimes,
    progress: &Progress,
) -> Result<Option<f32>, GpuError> {
    const MOST_MEASURED: u32 = 24;
    let mut largest: Option<f32> = None;
    for frame in times.some(if moved.is_some() { MOST_MEASURED } else { 1 }) {
        if progress.is_canceled() {
            return Err(GpuError::Canceled);
        }
        let value = moved.map_or(0.0, |(motion, _)| motion.value_at(times.at(frame)));
        let pose = moved.map_or_else(|| sheet.pose.clone(), |(_, moving)| moving.at(value));
        let camera = Camera::framing(Bounds::EMPTY, [8, 8], crate::view::CameraPreset::Front);
        let poses = PairPoses::new(pose, pair);
        let views: Vec<PaneView<'_>> = sheet.panes.iter().map(|pane| poses.view(&pane.settings, camera)).collect();
        let found = largest_distance(context, sheet, &views)?;
        if found.is_none() {
            return Ok(None);
        }
        largest = largest.into_iter().chain(found).reduce(f32::max);
    }
    Ok(largest)
}

fn camera_at(kind: Option<&MotionKind>, value: f32, mut camera: Camera) -> Camera {
    if let Some(MotionKind::Turntable { .. }) = kind {
        camera.orbit(value.to_radians(), 0.0);
    }
    camera
}

/// Mix of the panes' sides at a value of the motion, if the motion changes the mix.
fn mix_at(kind: Option<&MotionKind>, value: f32) -> Option<Mix> {
    match kind {
        Some(MotionKind::Wipe { .. }) => Some(Mix::Divider(value.clamp(0.0, 1.0))),
        Some(MotionKind::CrossFade { .. }) => Some(Mix::Fade(value)),
        _ => None,
    }
}

/// The caption with the moving value.
fn with_value(caption: &str, kind: &MotionKind, value: f32, joint_name: impl Fn(&str) -> String) -> String {
    let moving = match kind {
        MotionKind::Joint { joint, channel, .. } if channel.starts_with('r') => {
            // Prevents "-0".
            let value = with_minus_sign(&format!("{:.0}°", value.round() + 0.0));
            format!("{} {channel} {value}", joint_name(joint))
        }
        MotionKind::Joint { joint, channel, .. } => format!("{} {channel} {value:.2}", joint_name(joint)),
        MotionKind::Clip { name, .. } => format!("{name} at {value:.2} s"),
        MotionKind::Turntable { .. } | MotionKind::Wipe { .. } | MotionKind::CrossFade { .. } => {
            return caption.to_owned();
        }
    };
    format!("{caption}   {moving}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motion(seconds: f32) -> Motion {
        let kind = MotionKind::Turntable { degrees: 90.0 };
        Motion::once(kind, seconds)
    }

    /// Half a second at 10 frames a second: five frames. The last one shows the end, or is a fifth before it.
    #[test]
    fn frames_by_hand() {
        let once = FrameTimes::of(&motion(0.5), 10.0, false);
        assert_eq!((once.count, [0, 2, 4].map(|frame| once.at(frame))), (5, [0.0, 0.25, 0.5]));
        let again = FrameTimes::of(&motion(0.5), 10.0, true);
        assert_eq!((again.count, [0, 1, 4].map(|frame| again.at(frame))), (5, [0.0, 0.1, 0.4]));
        assert_eq!(FrameTimes::of(&motion(0.01), 10.0, false).count, 1, "no scene vanishes from a film");
        let repeats = |seconds| Motion { repeats: true, ..motion(seconds) };
        let thrice = FrameTimes::filling(12, &repeats(0.5), 10.0);
        assert_eq!((thrice.count, [5, 14].map(|frame| thrice.at(frame))), (15, [0.5, 1.4]));
        let counts = [(10, 0.5), (11, 0.5), (40, 1e-6), (40, 0.0), (0, 0.5)];
        let counts = counts.map(|(frames, seconds)| FrameTimes::filling(frames, &repeats(seconds), 10.0).count);
        assert_eq!(counts, [10, 15, 40, 40, 5], "whole rounds, each of a frame or more");
        assert_eq!(FrameTimes::filling(40, &motion(0.5), 10.0).count, 5);
        let one = FrameTimes::of(&motion(0.1), 10.0, false);
        assert_eq!((one.count, one.at(0)), (1, 0.0));
    }

    #[test]
    fn some_frames_are_spread_from_the_first_to_the_last() {
        let some = |count, most| FrameTimes { count, seconds_between: 1.0 }.some(most).collect::<Vec<_>>();
        assert_eq!(some(5, 9), [0, 1, 2, 3, 4]);
        assert_eq!(some(101, 3), [0, 50, 100]);
        assert_eq!(some(1, 3), [0]);
    }

    #[test]
    fn the_caption_follows_the_value() {
        let joint = |channel: &str| MotionKind::Joint {
            joint: "elbow".to_owned(),
            channel: channel.to_owned(),
            from: 0.0,
            to: 1.0,
        };
        let with = |kind, value| with_value("mannequin", &kind, value, str::to_uppercase);
        assert_eq!(with(joint("rx"), -0.2), "mannequin   ELBOW rx 0°");
        assert_eq!(with(joint("lsx"), 1.25), "mannequin   ELBOW lsx 1.25");
        assert_eq!(with(MotionKind::Turntable { degrees: 9.0 }, 3.0), "mannequin");
    }
}
