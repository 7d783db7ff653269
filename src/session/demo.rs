//! The demonstration of a first start: a bent elbow under three methods, which moves by itself until the window is
//! touched.

use super::framing::Framing;
use super::state::State;
use crate::math::Bounds;
use crate::panes::PanePreset;
use crate::view::{Camera, joint_skin_outline};
use glam::Vec3;

/// The bundled model of the demonstration, and its pose with the elbow bent.
pub const DEMO_MODEL: &str = "mannequin";
const POSE: &str = "elbow-120";

/// Joints whose skin fills the view when the elbow is bent.
const ELBOW: [&str; 3] = ["upper_arm_twist.L", "forearm.L", "forearm_twist.L"];
const SELECTED: &str = "forearm.L";

/// Direction of the view: from above and slightly from the side, where the outline of the elbow shows the effect of
/// each method.
const YAW_DEGREES: f32 = 10.0;
const PITCH_DEGREES: f32 = 60.0;

/// Duration of the motion from the bent elbow to rest, or back.
const BEND_SECONDS: f32 = 2.0;

/// Duration of the demonstration, which begins and ends with the elbow bent, where the methods differ, and is at rest
/// twice.
const SECONDS: f32 = 4.0 * BEND_SECONDS;

/// A running demonstration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demo {
    elapsed_seconds: f32,
}

impl State {
    /// Begins the demonstration on the open model. Does nothing if another model than the demonstration's is open.
    pub fn begin_demo(&mut self) {
        let Some(document) = self.documents.first.clone() else { return };
        let skeleton = &document.model.skeleton;
        let pose = self.documents.library.poses().iter().position(|pose| pose.name == POSE);
        let (Some(pose), Ok(selected)) = (pose, skeleton.find(SELECTED)) else { return };
        let joints: Vec<u32> = ELBOW.iter().filter_map(|name| skeleton.find(name).ok()).collect();
        self.edit.take_preset(PanePreset::LbsDqsCor, &mut self.pane_ids);
        self.take_library_pose(pose);
        let bounds = Bounds::of(joint_skin_outline(&document.model, &self.pose, self.edit.pane(0).skinning, &joints));
        self.set_blend(0.0);
        self.select_joint(Some(selected));
        let (yaw, pitch) = (YAW_DEGREES.to_radians(), PITCH_DEGREES.to_radians());
        let fov = Camera::JOINT_FOV_DEGREES.to_radians();
        self.view.camera = Camera { yaw, pitch, fov, target: Vec3::ZERO, ..self.view.camera };
        self.view.frame = Some(Framing::Box(bounds));
        // Undo leads back to here. A window that may not move yet shows the bent elbow all the same.
        self.settle_history();
        self.set_blend(1.0);
        self.documents.stored.overrides = self.edit.overrides.clone();
        self.interface.demo = Some(Demo { elapsed_seconds: 0.0 });
    }

    /// Advances the demonstration. Returns whether it goes on.
    pub fn advance_demo(&mut self, elapsed_seconds: f32) -> bool {
        let Some(demo) = &mut self.interface.demo else { return false };
        demo.elapsed_seconds += elapsed_seconds;
        let seconds = demo.elapsed_seconds.min(SECONDS);
        self.set_blend(0.5 + 0.5 * (std::f32::consts::PI * seconds / BEND_SECONDS).cos());
        self.edit_generation += 1;
        if seconds >= SECONDS {
            self.end_demo();
        }
        self.interface.demo.is_some()
    }

    /// Ends the demonstration and keeps its current pose, as one step that undo takes back to rest.
    pub fn end_demo(&mut self) {
        if self.interface.demo.take().is_some() {
            self.documents.stored.overrides = self.edit.overrides.clone();
            self.history.did("Bend the elbow".to_owned());
            self.settle_history();
        }
    }
}
