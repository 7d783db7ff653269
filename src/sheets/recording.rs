//! The frames of a motion.

use super::sheet::{PaneView, Sheet};
use super::sheet_renderer::{Mix, PageOptions, SheetFrame, SheetRenderer};
use super::{SheetCaption, largest_distance};
use crate::gpu::{GpuContext, GpuError};
use crate::math::Bounds;
use crate::model::{Model, Pose};
use crate::panes::{Motion, MotionKind, MovingPose, PaneMarks};
use crate::skinning::{SkinningMethod, SkinningSettings, deform_model};
use crate::view::{Camera, outline, posed_bounds, with_minus_sign};
use crate::work::Progress;
use glam::{Quat, Vec3};
use image::RgbaImage;
use std::f32::consts::TAU;

/// Moments of a motion whose poses are looked at to frame it.
const MOST_FRAMED: u32 = 240;

/// Directions from which the points of a turntable are framed.
const TURNS: usize = 32;

/// When the frames of a recording are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameTimes {
    pub count: u32,
    seconds_between: f64,
}

impl FrameTimes {
    /// As many frames as fit the motion's duration. The first shows its first moment. The last shows its last one, or
    /// the one before it if the film begins again there without a jump.
    pub fn of(motion: &Motion, frames_per_second: f64, begins_again: bool) -> Self {
        let total = f64::from(motion.total_seconds());
        let count = (total * frames_per_second).round().min(f64::from(u32::MAX)) as u32;
        let intervals = if begins_again { count } else { count.saturating_sub(1) };
        Self { count, seconds_between: total / f64::from(intervals.max(1)) }
    }

    /// Seconds since the beginning.
    pub fn at(&self, frame: u32) -> f32 {
        (self.seconds_between * f64::from(frame)) as f32
    }

    /// At most `most` frames, evenly distributed, with the first and the last.
    pub fn some(&self, most: u32) -> impl Iterator<Item = u32> + use<> {
        let last = self.count.saturating_sub(1);
        let steps = last.min(most.saturating_sub(1));
        (0..=steps)
            .map(move |step| (u64::from(step) * u64::from(last)).checked_div(u64::from(steps)).unwrap_or(0) as u32)
    }
}

/// The box around all poses of a motion.
pub fn bounds_of_motion(
    model: &Model,
    moving: &MovingPose,
    motion: &Motion,
    times: &FrameTimes,
    skinning: SkinningSettings,
) -> Bounds {
    let mut last = None;
    times.some(MOST_FRAMED).fold(Bounds::EMPTY, |bounds, frame| {
        let pose = moving.at(motion.value_at(times.at(frame)));
        if last.as_ref() == Some(&pose) {
            return bounds;
        }
        let bounds = bounds.union(posed_bounds(model, &pose, skinning));
        last = Some(pose);
        bounds
    })
}

/// The outermost points of a pose on its way around the vertical axis, so that one distance fits all of a turntable.
pub fn points_around(model: &Model, pose: &Pose, skinning: SkinningSettings) -> Vec<Vec3> {
    let axis = posed_bounds(model, pose, skinning).center().with_y(0.0);
    let skinning = SkinningSettings { method: SkinningMethod::Lbs, ..skinning };
    let skin = deform_model(model, pose, skinning, None);
    let mut points = outline(skin.iter().flatten().map(|vertex| vertex.position));
    if points.is_empty() {
        points = posed_bounds(model, pose, skinning).corners().to_vec();
    }
    let turns = (0..TURNS).map(|turn| Quat::from_rotation_y(TAU * turn as f32 / TURNS as f32));
    turns.flat_map(|turn| points.iter().map(move |point| axis + turn * (point - axis))).collect()
}

/// The marks of each pane in a pose.
pub type MarkPose<'a> = dyn Fn(&Pose) -> Vec<PaneMarks> + 'a;

/// Draws the frames of a motion.
pub struct Recorder<'a> {
    renderer: SheetRenderer<'a>,
    motion: &'a Motion,
    moving: &'a MovingPose,
    /// One for each pane, at the start.
    cameras: Vec<Camera>,
    marks: Option<&'a MarkPose<'a>>,
    /// A line also says the moving value.
    caption: SheetCaption<'a>,
    last: Option<(f32, RgbaImage)>,
}

impl<'a> Recorder<'a> {
    /// Prepares the frames of a sheet. `cameras` receives the size of the panes' pictures and returns a camera for each
    /// pane; a turntable starts there.
    pub fn new(
        context: &'a GpuContext,
        sheet: Sheet<'a>,
        options: PageOptions,
        (motion, moving): (&'a Motion, &'a MovingPose),
        cameras: impl FnOnce([u32; 2]) -> Vec<Camera>,
    ) -> Self {
        let caption = sheet.caption;
        let renderer = SheetRenderer::new(context, sheet, options);
        let cameras = cameras(renderer.picture_pixels());
        Self { renderer, motion, moving, cameras, marks: None, caption, last: None }
    }

    /// The same recording with marks over the pictures.
    #[must_use]
    pub fn with_marks(self, marks: &'a MarkPose<'a>) -> Self {
        Self { marks: Some(marks), ..self }
    }

    /// The frame at a time since the beginning.
    ///
    /// # Errors
    /// If memory runs out or the device is lost.
    pub fn draw(&mut self, elapsed_seconds: f32) -> Result<RgbaImage, GpuError> {
        let value = self.motion.value_at(elapsed_seconds);
        // During rests, nothing changes.
        if let Some((_, picture)) = self.last.as_ref().filter(|(last, _)| *last == value) {
            return Ok(picture.clone());
        }
        let pose = self.moving.at(value);
        let mut marks = self.marks.map(|marks| marks(&pose)).unwrap_or_default().into_iter();
        let view = |camera: &Camera| PaneView {
            marks: marks.next().unwrap_or_default(),
            ..view_at(&self.motion.kind, value, &pose, *camera)
        };
        let views = self.cameras.iter().map(view).collect();
        let line = match self.caption {
            SheetCaption::Line(text) => with_value(text, &self.motion.kind, value),
            SheetCaption::None | SheetCaption::Figure { .. } => String::new(),
        };
        let caption = if let SheetCaption::Line(_) = self.caption { SheetCaption::Line(&line) } else { self.caption };
        let mix = match self.motion.kind {
            MotionKind::Wipe { .. } => Some(Mix::Divider(value.clamp(0.0, 1.0))),
            MotionKind::CrossFade { .. } => Some(Mix::Fade(value)),
            _ => None,
        };
        let frame = SheetFrame { views, caption, mix };
        let picture = self.renderer.draw(&frame, &Progress::default())?.picture;
        self.last = Some((value, picture.clone()));
        Ok(picture)
    }
}

/// The largest distance of the sheet's difference maps at some moments of a motion. `None` if no map without a range of
/// its own is shown.
///
/// # Errors
/// If memory runs out or the device is lost.
pub fn largest_distance_of_motion(
    context: &GpuContext,
    sheet: &Sheet<'_>,
    (motion, moving): (&Motion, &MovingPose),
    times: &FrameTimes,
) -> Result<Option<f32>, GpuError> {
    const MOST_MEASURED: u32 = 24;
    let mut largest: Option<f32> = None;
    for frame in times.some(MOST_MEASURED) {
        let value = motion.value_at(times.at(frame));
        let pose = moving.at(value);
        let camera = Camera::framing(Bounds::EMPTY, [8, 8], crate::view::CameraPreset::Front);
        let view = view_at(&motion.kind, value, &pose, camera);
        let found = largest_distance(context, sheet, &vec![view; sheet.panes.len()])?;
        if found.is_none() {
            return Ok(None);
        }
        largest = largest.into_iter().chain(found).reduce(f32::max);
    }
    Ok(largest)
}

fn view_at<'p>(kind: &MotionKind, value: f32, pose: &'p Pose, mut camera: Camera) -> PaneView<'p> {
    if let MotionKind::Turntable { .. } = kind {
        camera.orbit(value.to_radians(), 0.0);
    }
    PaneView::new(pose, camera)
}

/// The caption with what moves and where it is.
fn with_value(caption: &str, kind: &MotionKind, value: f32) -> String {
    let moving = match kind {
        MotionKind::Joint { joint, channel, .. } if channel.starts_with('r') => {
            // No "-0".
            format!("{joint} {channel} {}", with_minus_sign(&format!("{:.0}°", value.round() + 0.0)))
        }
        MotionKind::Joint { joint, channel, .. } => format!("{joint} {channel} {value:.2}"),
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
    use crate::panes::Ease;

    fn motion(seconds: f32) -> Motion {
        let kind = MotionKind::Turntable { degrees: 90.0 };
        Motion { kind, seconds, ease: Ease::Linear, rest_seconds: 0.0, there_and_back: false }
    }

    /// Half a second at 10 frames a second: five frames. Either the last shows the end, or it is a fifth before it.
    #[test]
    fn frames_by_hand() {
        let once = FrameTimes::of(&motion(0.5), 10.0, false);
        assert_eq!((once.count, [0, 2, 4].map(|frame| once.at(frame))), (5, [0.0, 0.25, 0.5]));
        let again = FrameTimes::of(&motion(0.5), 10.0, true);
        assert_eq!((again.count, [0, 1, 4].map(|frame| again.at(frame))), (5, [0.0, 0.1, 0.4]));
        assert_eq!(FrameTimes::of(&motion(0.01), 10.0, false).count, 0);
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
        assert_eq!(with_value("mannequin", &joint("rx"), -0.2), "mannequin   elbow rx 0°");
        assert_eq!(with_value("mannequin", &joint("lsx"), 1.25), "mannequin   elbow lsx 1.25");
        assert_eq!(with_value("mannequin", &MotionKind::Turntable { degrees: 9.0 }, 3.0), "mannequin");
    }
}
