//! The motion of the shown scene: it plays by itself or after a key, and the speaker can control it with a slider.

use super::super::state::State;
use crate::model::ROTATION_KEYS;
use crate::panes::{Motion, MotionKind, MovingPose, Scene};

/// The motion of a scene on the stage.
#[derive(Clone, Debug)]
pub struct StageMotion {
    motion: Motion,
    moving: MovingPose,
    /// Yaw of the camera at the start, in radians.
    start_yaw: f32,
    run: Run,
    /// Phase from 0 (start) to 1 (end).
    phase: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Run {
    /// Holds at the phase until the speaker goes on.
    Held,
    /// Plays since this time; `None` before the first frame.
    Plays { since_seconds: Option<f64> },
}

impl StageMotion {
    /// Phase from 0 (start) to 1 (end).
    pub fn phase(&self) -> f32 {
        self.phase
    }

    pub fn is_playing(&self) -> bool {
        self.run != Run::Held
    }

    /// Name of the moving part and its current value, for display.
    pub fn label(&self) -> String {
        let value = self.motion.kind.value_at(self.phase);
        match &self.motion.kind {
            MotionKind::Turntable { .. } => format!("Camera {value:.0}\u{b0}"),
            MotionKind::Joint { joint, channel, .. } => {
                if channel == "whole" {
                    return format!("t = {value:.2}");
                }
                let (joint, is_angle) = (self.moving.joint_name(joint), channel.starts_with('r'));
                if is_angle { format!("{joint} {value:.0}\u{b0}") } else { format!("{joint} {channel} {value:.2}") }
            }
            MotionKind::Clip { name, .. } => format!("{name} {value:.2} s"),
            MotionKind::Wipe { .. } | MotionKind::CrossFade { .. } => format!("{:.0}%", 100.0 * value),
        }
    }
}

impl State {
    /// The motion of the scene on the stage.
    pub fn stage_motion(&self) -> Option<&StageMotion> {
        self.talk.stage.as_ref()?.motion.as_ref()
    }

    /// Begins the motion of a scene that was just shown. If it waits for the speaker, nothing moves yet.
    pub(super) fn begin_stage_motion(&mut self, scene: &Scene) {
        let waits = scene.motion_waits || self.interface.settings.stage.reduced_motion;
        let motion = scene.motion.clone().and_then(|motion| {
            let document = self.documents.first.as_ref()?;
            let base = self.base_pose(&document.model.skeleton);
            let moving = MovingPose::new(&document.model, base, self.edit.overrides.clone(), &motion.kind).ok()?;
            let run = if waits { Run::Held } else { Run::Plays { since_seconds: None } };
            let phase = if waits { self.phase_of_now(&motion.kind) } else { 0.0 };
            Some(StageMotion { motion, moving, start_yaw: self.view.camera.yaw, run, phase })
        });
        if let Some(stage) = &mut self.talk.stage {
            stage.motion = motion;
        }
        if !waits {
            self.show_stage_phase(0.0);
        }
    }

    /// Phase of the motion that corresponds to the pose of the scene.
    fn phase_of_now(&self, kind: &MotionKind) -> f32 {
        let value = match kind {
            MotionKind::Joint { joint, channel, .. } if channel == "whole" => {
                let skeleton = self.documents.first.as_ref().map(|document| &document.model.skeleton);
                let node = skeleton.and_then(|skeleton| skeleton.find(joint).ok());
                node.and_then(|node| self.edit.overrides.get(node).whole)
            }
            MotionKind::Joint { joint, channel, .. } => {
                let axis = ROTATION_KEYS.iter().position(|name| name == channel);
                let skeleton = self.documents.first.as_ref().map(|document| &document.model.skeleton);
                let node = skeleton.and_then(|skeleton| skeleton.find(joint).ok());
                axis.zip(node).map(|(axis, node)| self.angles_degrees(node)[axis])
            }
            MotionKind::Clip { .. } => Some(self.playback.time_seconds),
            MotionKind::Wipe { .. } => Some(self.edit.pane(0).comparison.divider),
            MotionKind::Turntable { .. } | MotionKind::CrossFade { .. } => None,
        };
        let (from, to) = (kind.value_at(0.0), kind.value_at(1.0));
        let share = value.map_or(0.0, |value| (value - from) / (to - from));
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Advances the motion. Returns whether it goes on, so that another frame is needed.
    pub fn advance_stage_motion(&mut self, now_seconds: f64) -> bool {
        if self.is_in_transition() {
            return self.stage_motion().is_some_and(StageMotion::is_playing);
        }
        let Some(played) = self.talk.stage.as_mut().and_then(|stage| stage.motion.as_mut()) else { return false };
        let Run::Plays { since_seconds } = &mut played.run else { return false };
        let elapsed = (now_seconds - *since_seconds.get_or_insert(now_seconds)) as f32;
        let repeats = played.motion.loops();
        let is_over = !repeats && elapsed >= played.motion.total_seconds();
        let phase = if repeats { played.motion.repeated_phase_at(elapsed) } else { played.motion.phase_at(elapsed) };
        if is_over {
            played.run = Run::Held;
        }
        self.show_stage_phase(phase);
        !is_over
    }

    /// Plays the motion from its start, or holds it.
    pub(in super::super) fn toggle_stage_motion(&mut self) {
        if let Some(played) = self.talk.stage.as_mut().and_then(|stage| stage.motion.as_mut()) {
            played.run = if played.is_playing() { Run::Held } else { Run::Plays { since_seconds: None } };
        }
    }

    /// Holds the motion at a phase that the speaker sets by hand.
    pub(in super::super) fn hold_stage_motion(&mut self, phase: f32) {
        if let Some(played) = self.talk.stage.as_mut().and_then(|stage| stage.motion.as_mut()) {
            played.run = Run::Held;
        }
        self.show_stage_phase(if phase.is_finite() { phase.clamp(0.0, 1.0) } else { 0.0 });
    }

    fn show_stage_phase(&mut self, phase: f32) {
        let Some(played) = self.talk.stage.as_mut().and_then(|stage| stage.motion.as_mut()) else { return };
        played.phase = phase;
        let value = played.motion.kind.value_at(phase);
        let start_yaw = played.start_yaw;
        match played.motion.kind.clone() {
            MotionKind::Joint { .. } => {
                self.edit.overrides = played.moving.overrides_at(value);
                self.refresh_pose();
            }
            MotionKind::Clip { name, .. } => {
                let clips = self.documents.first.as_ref().map(|document| &document.model.clips);
                self.edit.clip = clips.and_then(|clips| crate::model::find_clip(clips, &name));
                self.playback.time_seconds = value;
                self.refresh_pose();
            }
            MotionKind::Turntable { .. } => {
                // If the model were framed again from every side, it would seem to grow and shrink.
                self.view.frame.take_if(|_| phase > 0.0);
                self.view.camera.yaw = start_yaw;
                self.view.camera.orbit(value.to_radians(), 0.0);
            }
            MotionKind::Wipe { .. } | MotionKind::CrossFade { .. } => {
                for pane in &mut self.edit.panes {
                    pane.settings.comparison.divider = value.clamp(0.0, 1.0);
                }
            }
        }
    }
}
