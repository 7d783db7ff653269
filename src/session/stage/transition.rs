//! Transitions from one scene of a model to the next: pose and camera glide.

use super::super::state::State;
use crate::model::Pose;
use crate::posing::blend_poses;
use crate::view::Camera;

/// Duration of the motion of pose and camera.
pub const TRANSITION_SECONDS: f64 = 0.5;

/// Pose and camera at the start of a glide. It takes [`TRANSITION_SECONDS`], on the stage and in films.
#[derive(Clone, Debug)]
pub struct Glide {
    pub from_pose: Pose,
    pub from_camera: Camera,
}

impl Glide {
    /// The pose on the way to `to`.
    pub fn pose(&self, to: &Pose, elapsed_seconds: f64) -> Pose {
        blend_poses(&self.from_pose, to, share(elapsed_seconds))
    }

    /// The camera on the way to `to`.
    pub fn camera(&self, to: Camera, elapsed_seconds: f64) -> Camera {
        self.from_camera.toward(to, share(elapsed_seconds))
    }
}

/// Completed fraction of the glide, with slow ends.
fn share(elapsed_seconds: f64) -> f32 {
    let elapsed = (elapsed_seconds / TRANSITION_SECONDS).clamp(0.0, 1.0) as f32;
    elapsed * elapsed * (3.0 - 2.0 * elapsed)
}

/// A glide to the state's pose and camera, which already belong to the new scene.
#[derive(Clone, Debug)]
pub struct Transition {
    glide: Glide,
    /// Time of the first frame. `None` before it.
    since_seconds: Option<f64>,
    elapsed_seconds: f64,
}

impl Transition {
    pub(super) fn new(from_pose: Pose, from_camera: Camera) -> Self {
        Self { glide: Glide { from_pose, from_camera }, since_seconds: None, elapsed_seconds: 0.0 }
    }

    /// Advances by the time alone: a slow computer draws fewer pictures but arrives no later. Returns whether the
    /// transition goes on.
    fn advance(&mut self, now_seconds: f64) -> bool {
        let since = *self.since_seconds.get_or_insert(now_seconds);
        self.elapsed_seconds = now_seconds - since;
        self.elapsed_seconds < TRANSITION_SECONDS
    }

    /// The pose on the way to `to`.
    pub(in super::super) fn pose(&self, to: &Pose) -> Pose {
        self.glide.pose(to, self.elapsed_seconds)
    }

    fn camera(&self, to: Camera) -> Camera {
        self.glide.camera(to, self.elapsed_seconds)
    }
}

impl State {
    /// Advances a transition. Returns whether there is one, so that another frame is needed.
    pub fn advance_transition(&mut self, now_seconds: f64) -> bool {
        let Some(transition) = self.talk.stage.as_mut().and_then(|stage| stage.transition.as_mut()) else {
            return false;
        };
        if !transition.advance(now_seconds) {
            self.finish_transition();
            return false;
        }
        self.refresh_pose();
        true
    }

    /// Ends a transition and shows its final scene at once.
    pub(in super::super) fn finish_transition(&mut self) {
        if self.talk.stage.as_mut().and_then(|stage| stage.transition.take()).is_some() {
            self.refresh_pose();
            self.measure_scene_from_now();
        }
    }

    /// Whether pose and camera are in a transition.
    pub fn is_in_transition(&self) -> bool {
        self.talk.stage.as_ref().is_some_and(|stage| stage.transition.is_some())
    }

    /// The camera on the way to `to`.
    pub fn camera_on_the_way(&self, to: Camera) -> Camera {
        let transition = self.talk.stage.as_ref().and_then(|stage| stage.transition.as_ref());
        transition.map_or(to, |transition| transition.camera(to))
    }

    pub(super) fn measure_scene_from_now(&mut self) {
        if let Some(stage) = &mut self.talk.stage {
            stage.pose_generation = self.pose_generation;
        }
    }

    /// Whether the newest figures belong to the scene on the stage, not to an earlier one or to the transition.
    pub fn has_figures_of_scene(&self) -> bool {
        let Some(stage) = &self.talk.stage else { return true };
        let is_of_scene = |generation: u64| generation >= stage.pose_generation;
        !self.is_in_transition() && self.generation_of_figures().is_some_and(is_of_scene)
    }

    /// Begins a transition from the previous pose and camera to the scene that is shown now.
    pub(super) fn begin_transition(&mut self, from_pose: Pose, from_camera: Camera) {
        let moves = from_pose != self.pose || from_camera != self.view.camera;
        if self.interface.settings.stage.reduced_motion || from_pose.joints.len() != self.pose.joints.len() || !moves {
            return;
        }
        if let Some(stage) = &mut self.talk.stage {
            stage.transition = Some(Transition::new(from_pose, from_camera));
            self.refresh_pose();
        }
    }
}
