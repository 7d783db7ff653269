//! The way from one scene of a model to the next: pose and camera glide.

use super::super::state::State;
use crate::model::Pose;
use crate::posing::blend_poses;
use crate::view::Camera;

/// How long pose and camera take.
pub const TRANSITION_SECONDS: f64 = 0.5;

/// A glide to what the state shows. Pose and camera of the state are already those of the new scene.
#[derive(Clone, Debug)]
pub struct Transition {
    from_pose: Pose,
    from_camera: Camera,
    /// Time of the first frame. `None` before it.
    since_seconds: Option<f64>,
    /// How much of the time is over, from 0 to 1.
    elapsed: f64,
}

impl Transition {
    pub(super) fn new(from_pose: Pose, from_camera: Camera) -> Self {
        Self { from_pose, from_camera, since_seconds: None, elapsed: 0.0 }
    }

    /// Depends on the time alone: a slow computer draws fewer pictures and arrives no later. Returns whether the
    /// transition goes on.
    fn advance(&mut self, now_seconds: f64) -> bool {
        let since = *self.since_seconds.get_or_insert(now_seconds);
        self.elapsed = ((now_seconds - since) / TRANSITION_SECONDS).clamp(0.0, 1.0);
        self.elapsed < 1.0
    }

    /// Slow at both ends.
    fn share(&self) -> f32 {
        let elapsed = self.elapsed as f32;
        elapsed * elapsed * (3.0 - 2.0 * elapsed)
    }

    /// The pose on the way to this one.
    pub(in super::super) fn pose(&self, to: &Pose) -> Pose {
        blend_poses(&self.from_pose, to, self.share())
    }

    fn camera(&self, to: Camera) -> Camera {
        self.from_camera.toward(to, self.share())
    }
}

impl State {
    /// Moves a transition on. Returns whether there is one, so that another frame is needed.
    pub fn advance_transition(&mut self, now_seconds: f64) -> bool {
        let Some(transition) = self.stage.as_mut().and_then(|stage| stage.transition.as_mut()) else { return false };
        if !transition.advance(now_seconds) {
            self.finish_transition();
            return false;
        }
        self.refresh_pose();
        true
    }

    /// Shows the scene at once that a transition leads to.
    pub(in super::super) fn finish_transition(&mut self) {
        if self.stage.as_mut().and_then(|stage| stage.transition.take()).is_some() {
            self.refresh_pose();
        }
    }

    /// Whether pose and camera are on their way.
    pub fn is_in_transition(&self) -> bool {
        self.stage.as_ref().is_some_and(|stage| stage.transition.is_some())
    }

    /// The camera on the way to this one.
    pub fn camera_on_the_way(&self, to: Camera) -> Camera {
        let transition = self.stage.as_ref().and_then(|stage| stage.transition.as_ref());
        transition.map_or(to, |transition| transition.camera(to))
    }

    /// Begins a transition from what was shown to the scene that is shown now.
    pub(super) fn begin_transition(&mut self, from_pose: Pose, from_camera: Camera) {
        let moves = from_pose != self.pose || from_camera != self.camera;
        if self.interface.stage.reduced_motion || from_pose.joints.len() != self.pose.joints.len() || !moves {
            return;
        }
        if let Some(stage) = &mut self.stage {
            stage.transition = Some(Transition::new(from_pose, from_camera));
            self.refresh_pose();
        }
    }
}
