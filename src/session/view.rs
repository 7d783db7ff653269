use super::framing::Framing;
use super::isolation::Isolation;
use crate::math::Bounds;
use crate::view::{Camera, CameraPreset};
use glam::Vec3;
use std::collections::BTreeMap;

/// What the panes show of the models, and from where. Undo returns to the view of an earlier model as it was left, and
/// a canceled gesture to the view before it.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The camera of all panes that do not have their own. A shared view makes them comparable.
    pub camera: Camera,
    /// Cameras of unlinked panes, by pane id.
    pub own_cameras: BTreeMap<u64, Camera>,
    /// Target that the camera frames at the current size of the panes: the model until the user moves the camera, or a
    /// joint once.
    pub frame: Option<Framing>,
    /// Like `frame`, for panes with a camera of their own, by their ids.
    pub frame_own: BTreeMap<u64, Framing>,
    pub selected_pane: usize,
    /// The isolated skin. `None` shows all.
    pub isolation: Option<Isolation>,
    /// Swept axis: 0, 1 or 2. `None` for the axis about which the joint is turned most.
    pub sweep_axis: Option<usize>,
}

impl Default for View {
    fn default() -> Self {
        let bounds = Bounds { min: -Vec3::ONE, max: Vec3::ONE };
        Self {
            camera: Camera::framing(bounds, [1, 1], CameraPreset::default()),
            own_cameras: BTreeMap::new(),
            frame: None,
            frame_own: BTreeMap::new(),
            selected_pane: 0,
            isolation: None,
            sweep_axis: None,
        }
    }
}

impl View {
    /// The camera of a pane, by its id: its own or the shared one.
    pub fn camera_of(&self, pane: Option<u64>) -> Camera {
        pane.and_then(|id| self.own_cameras.get(&id)).copied().unwrap_or(self.camera)
    }

    /// Moves the camera of a pane, which then frames nothing.
    pub(super) fn set_camera(&mut self, pane: Option<u64>, camera: Camera) {
        match pane.and_then(|id| Some((id, self.own_cameras.get_mut(&id)?))) {
            Some((id, own)) => {
                *own = camera;
                self.frame_own.remove(&id);
            }
            None => {
                self.camera = camera;
                self.frame = None;
            }
        }
    }

    /// Frames a target with the camera of a pane.
    pub(super) fn frame(&mut self, pane: Option<u64>, framing: Framing) {
        match pane.filter(|id| self.own_cameras.contains_key(id)) {
            Some(own) => {
                self.frame_own.insert(own, framing);
            }
            None => self.frame = Some(framing),
        }
    }

    /// Turns the camera of a pane to a preset.
    pub(super) fn turn_to(&mut self, pane: Option<u64>, preset: CameraPreset, front_yaw: f32) {
        let own = pane.and_then(|id| self.own_cameras.get_mut(&id));
        own.unwrap_or(&mut self.camera).turn_to(preset, front_yaw);
    }

    /// Gives a pane a camera of its own, or the shared one again.
    pub(super) fn link(&mut self, pane: u64, linked: bool) {
        if linked {
            self.own_cameras.remove(&pane);
            // Otherwise, the framing would be applied to the shared camera.
            self.frame_own.remove(&pane);
        } else {
            self.own_cameras.insert(pane, self.camera_of(Some(pane)));
        }
    }

    /// Gives all panes the camera of one.
    pub(super) fn match_to(&mut self, pane: Option<u64>) {
        self.camera = self.camera_of(pane);
        self.frame = None;
        self.frame_own.clear();
        self.own_cameras.values_mut().for_each(|camera| *camera = self.camera);
    }

    /// Drops what belongs to the model that was shown. The shared camera stays.
    pub(super) fn forget_model(&mut self) {
        self.own_cameras.clear();
        self.frame_own.clear();
        (self.isolation, self.sweep_axis) = (None, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen_from(yaw: f32) -> Camera {
        Camera { yaw, ..View::default().camera }
    }

    fn yaws(view: &View, panes: [u64; 2]) -> [f32; 2] {
        panes.map(|pane| view.camera_of(Some(pane)).yaw)
    }

    #[test]
    fn an_unlinked_camera_starts_where_the_shared_one_is_and_moves_alone() {
        let mut view = View::default();
        view.set_camera(Some(7), seen_from(1.0));
        assert_eq!(yaws(&view, [7, 8]), [1.0, 1.0], "shared");
        view.link(7, false);
        view.set_camera(Some(7), seen_from(2.0));
        assert_eq!(yaws(&view, [7, 8]), [2.0, 1.0]);
        view.set_camera(Some(8), seen_from(3.0));
        assert_eq!(yaws(&view, [7, 8]), [2.0, 3.0]);
        view.match_to(Some(7));
        assert_eq!(yaws(&view, [7, 8]), [2.0, 2.0]);
        view.set_camera(None, seen_from(4.0));
        assert_eq!(yaws(&view, [7, 8]), [2.0, 4.0], "it still has its own");
        view.link(7, true);
        assert_eq!(yaws(&view, [7, 8]), [4.0, 4.0]);
    }

    #[test]
    fn a_moved_camera_frames_nothing_and_a_linked_one_leaves_the_shared_framing() {
        let mut view = View::default();
        view.link(7, false);
        view.frame(Some(7), Framing::Selection);
        view.frame(Some(8), Framing::Model);
        assert_eq!((view.frame, view.frame_own.get(&7)), (Some(Framing::Model), Some(&Framing::Selection)));
        view.set_camera(Some(7), seen_from(1.0));
        assert_eq!((view.frame, view.frame_own.get(&7)), (Some(Framing::Model), None));
        view.frame(Some(7), Framing::Selection);
        view.link(7, true);
        assert_eq!((view.frame, view.frame_own.len()), (Some(Framing::Model), 0));
        view.set_camera(Some(7), seen_from(1.0));
        assert_eq!(view.frame, None);
    }
}
