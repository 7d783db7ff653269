//! Value that the slider of a scene moves, and the poses of its steps.

use super::ShareFailure;
use super::steps::{FARTHEST_STEP_DEGREES, steps_between};
use crate::model::{Model, Pose, PoseOverrides, ROTATION_KEYS, RotationOverride};
use crate::panes::{MotionKind, MovingPose, Scene};
use crate::posing::blend_overrides;
use glam::Vec3;
use std::sync::Arc;

/// A slider with a pose for each of its steps.
#[derive(Clone, Debug)]
pub struct Slider {
    /// Name of the moving value, for example "forearm.L ry".
    pub label: String,
    /// Text after the value: "°", " s", "%" or nothing.
    pub unit: &'static str,
    /// Decimal places of the value.
    pub decimals: u32,
    /// Values of the steps, ascending.
    pub values: Vec<f32>,
    /// The pose at each value.
    pub poses: Vec<Pose>,
    /// Whether the next step is near, for each step except the last: no joint turns by much between them, so that
    /// palettes between the two may be blended.
    pub is_near: Vec<bool>,
    /// Index of the scene's own pose.
    pub start: usize,
    /// Whether the value is the time of a clip.
    pub is_clip: bool,
    /// Whether the motion goes from the last value to the first.
    pub falls: bool,
    /// Seconds that playing from the first value to the last takes.
    pub seconds: f32,
}

/// Kind of change that the slider makes.
enum Mover {
    Motion(Box<MovingPose>),
    /// Moves from the pose without overrides to the scene's own, in percent.
    Blend {
        model: Arc<Model>,
        base: Pose,
        overrides: PoseOverrides,
    },
}

impl Mover {
    fn at(&self, value: f32) -> Pose {
        match self {
            Self::Motion(moving) => moving.at(value),
            Self::Blend { model, base, overrides } => {
                let none = PoseOverrides::default();
                let blended = blend_overrides(&model.skeleton, base, &none, overrides, value / 100.0);
                let mut pose = base.clone();
                blended.apply(&model.skeleton, &mut pose);
                pose
            }
        }
    }
}

/// Seconds of a way if the scene does not define how long its motion takes.
const SECONDS: f32 = 3.0;

impl Slider {
    /// The slider of a scene: its motion of a joint or a clip, or else its clip, the rotation of its joint, or the way
    /// from rest to its pose. `None` if the scene shows the rest pose.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn of(scene: &Scene, model: &Arc<Model>) -> Result<Option<Self>, ShareFailure> {
        let overrides = scene.pose_overrides(model)?;
        let clip = scene.clip(model)?;
        let mut base = Pose::rest(&model.skeleton);
        if let Some((clip, seconds)) = clip {
            model.clips[clip].sample(seconds, &mut base);
        }
        let own_motion = scene
            .motion
            .as_ref()
            .filter(|motion| matches!(motion.kind, MotionKind::Joint { .. } | MotionKind::Clip { .. }));
        let of_clip = clip.zip(scene.pose.clip.clone()).map(|((index, _), name)| MotionKind::Clip {
            name,
            from: 0.0,
            to: model.clips[index].duration_seconds,
        });
        let kind = own_motion.map(|motion| motion.kind.clone()).or(of_clip);
        let kind = match kind {
            Some(kind) => Some(kind),
            None => joint_motion(scene, model, &overrides)?,
        };
        let seconds = own_motion.map_or(SECONDS, |motion| motion.seconds).clamp(0.5, 30.0);
        Ok(match kind {
            Some(kind) => {
                let own = own_value(&kind, model, &overrides, clip);
                let moving = MovingPose::new(model, base, overrides, &kind)?;
                Self::of_motion(model, &kind, &Mover::Motion(Box::new(moving)), own, seconds)
            }
            None if overrides.is_empty() => None,
            None => {
                let mover = Mover::Blend { model: Arc::clone(model), base, overrides };
                let words = (scene.pose.named.clone().unwrap_or_else(|| "pose".to_owned()), "%", 0);
                Some(Self::between(model, words, [0.0, 100.0], 100.0, &mover, seconds))
            }
        })
    }

    fn of_motion(model: &Model, kind: &MotionKind, mover: &Mover, own: Option<f32>, seconds: f32) -> Option<Self> {
        let (words, from, to, seconds) = match kind {
            MotionKind::Joint { joint, channel, from, to } => {
                let is_angle = channel.starts_with('r');
                let (unit, decimals) = if is_angle { ("°", 0) } else { ("", 2) };
                let joint = model.skeleton.short_name_of(joint);
                let label = if channel == "whole" { "t".to_owned() } else { format!("{joint} {channel}") };
                ((label, unit, decimals), *from, *to, seconds)
            }
            MotionKind::Clip { name, from, to } => {
                let clip = crate::model::find_clip(&model.clips, name).map(|index| model.clips[index].name.clone());
                ((clip.unwrap_or_else(|| name.clone()), " s", 2), *from, *to, (to - from).abs().clamp(0.5, 30.0))
            }
            _ => return None,
        };
        let start = own.unwrap_or(to);
        let ends = [from.min(to).min(start), from.max(to).max(start)];
        let is_clip = matches!(kind, MotionKind::Clip { .. });
        let slider = || Self { falls: from > to, is_clip, ..Self::between(model, words, ends, start, mover, seconds) };
        (ends[1] > ends[0]).then(slider)
    }

    fn between(
        model: &Model,
        (label, unit, decimals): (String, &'static str, u32),
        ends: [f32; 2],
        start: f32,
        mover: &Mover,
        seconds: f32,
    ) -> Self {
        let steps = steps_between(model, ends, start, &|value| mover.at(value));
        let is_near = steps.turns_degrees.iter().map(|turn| *turn <= FARTHEST_STEP_DEGREES).collect();
        let start = steps.values.iter().position(|value| *value == start).unwrap_or(0);
        Self {
            label,
            unit,
            decimals,
            values: steps.values,
            poses: steps.poses,
            is_near,
            start,
            falls: false,
            is_clip: false,
            seconds,
        }
    }
}

/// The rotation of the scene's joint, or of the only joint that its pose turns, from zero to the scene's angle.
fn joint_motion(scene: &Scene, model: &Model, overrides: &PoseOverrides) -> Result<Option<MotionKind>, ShareFailure> {
    let turned = |node: u32| match overrides.get(node).rotation {
        Some(RotationOverride::AnglesDegrees(angles)) if angles != Vec3::ZERO => Some(angles),
        _ => None,
    };
    let mut posed = overrides.iter().map(|(node, _)| node);
    let only = match (posed.next(), posed.next()) {
        (Some(node), None) => Some(node),
        _ => None,
    };
    let node = scene.selected_joint(model)?.filter(|node| turned(*node).is_some()).or(only);
    let Some((node, angles)) = node.and_then(|node| Some((node, turned(node)?))) else { return Ok(None) };
    let axis = angles.abs().max_position();
    let channel = ROTATION_KEYS[axis].to_owned();
    let joint = model.skeleton.address(node);
    Ok(Some(MotionKind::Joint { joint, channel, from: 0.0, to: angles[axis] }))
}

/// The value at which a motion shows the scene's own pose. `None` if there is no such value.
fn own_value(kind: &MotionKind, model: &Model, overrides: &PoseOverrides, clip: Option<(usize, f32)>) -> Option<f32> {
    match kind {
        MotionKind::Joint { joint, channel, .. } => {
            let own = overrides.get(model.skeleton.find(joint).ok()?);
            if channel == "whole" {
                return own.whole;
            }
            let axis = ROTATION_KEYS.iter().position(|axis| axis == channel)?;
            match own.rotation? {
                RotationOverride::AnglesDegrees(angles) => Some(angles[axis]),
                RotationOverride::Quaternion(_) => None,
            }
        }
        MotionKind::Clip { name, .. } => {
            clip.filter(|(index, _)| crate::model::find_clip(&model.clips, name) == Some(*index)).map(|(_, at)| at)
        }
        _ => None,
    }
}
