//! The cameras of a shot. Each frames its subject over the whole motion, so that nothing jumps.

use super::shot::ReadyScene;
use crate::math::Bounds;
use crate::model::Pose;
use crate::panes::{Scene, SceneError, SceneView, Seen};
use crate::posing::front_yaw;
use crate::sheets::{FrameTimes, ScenePage, narrowest_sharing, whole_bounds};
use crate::skinning::one_for_each_phases;
use crate::view::{Camera, CameraText, bounds_of_part, joint_close_up, outline_of_part};
use glam::Vec3;
use std::cell::LazyCell;

/// The views of a shot's panes, before the sizes of their pictures are known.
pub(super) struct Framing<'a> {
    scene: &'a Scene,
    /// View of the panes without a view of their own.
    shared: View<'a>,
    /// The view of each pane that has its own.
    own: Vec<Option<View<'a>>>,
}

/// The camera for a picture of some size.
type View<'a> = Box<dyn Fn([u32; 2]) -> Camera + 'a>;

impl<'a> Framing<'a> {
    /// Views for the whole motion of a scene.
    ///
    /// # Errors
    /// If the scene does not fit its model.
    pub fn new(
        (scene, page): (&'a Scene, &'a ScenePage),
        ready: &ReadyScene,
        times: &FrameTimes,
    ) -> Result<Self, SceneError> {
        match page {
            ScenePage::Slide => Self::of_scene(scene, ready, times),
            ScenePage::Sheet { camera } => {
                let shared = view_of_text(camera, scene, ready, times)?;
                Ok(Self { scene, shared, own: scene.panes.iter().map(|_| None).collect() })
            }
        }
    }

    fn of_scene(scene: &'a Scene, ready: &ReadyScene, times: &FrameTimes) -> Result<Self, SceneError> {
        let ReadyScene { model, pair, pose, .. } = ready;
        let whole = ready.bounds_of_motion(times, |pose| whole_bounds(scene, model, pair.as_ref(), pose));
        let skin = LazyCell::new(|| outline_of_part(model, pose, scene.skinning(), None));
        let view = |view: &'a SceneView, bounds: Bounds| -> View<'a> {
            let turning = ready.turns().then(|| match view.seen {
                Seen::Whole | Seen::Shot(_) => skin.clone(),
                Seen::Joint(_) | Seen::Box(..) => bounds.corners().to_vec(),
            });
            Box::new(move |pixels| {
                let camera = view.camera(bounds, pixels);
                match (&turning, &view.seen) {
                    (None, _) => camera,
                    // The skin that was visible stays visible.
                    (Some(points), Seen::Shot(_)) => {
                        let is_seen = |point: &Vec3| camera.sees(*point, pixels);
                        let seen: Vec<Vec3> = points.iter().copied().filter(is_seen).collect();
                        camera.far_enough_to_turn(&seen, pixels)
                    }
                    (Some(points), _) => camera.framed_turning(points, bounds.center(), pixels),
                }
            })
        };
        let shared = view(&scene.view, scene.bounds(model, whole)?);
        let views = scene.panes.iter().zip(scene.pane_views(model, whole)?);
        let own = views.map(|(pane, (seen, bounds))| pane.view.is_some().then(|| view(seen, bounds))).collect();
        Ok(Self { scene, shared, own })
    }

    /// The camera that panes share, and the camera of each pane, for pictures of these sizes on a page of this size.
    pub fn cameras(&self, sizes: &[[u32; 2]], page: [u32; 2]) -> (Camera, Vec<Camera>) {
        let narrowest = narrowest_sharing(self.scene.panes.iter().zip(sizes.iter().copied()));
        let shared = (self.shared)(narrowest.or_else(|| sizes.first().copied()).unwrap_or(page));
        let own = self.own.iter().zip(sizes);
        (shared, own.map(|(own, size)| own.as_ref().map_or(shared, |view| view(*size))).collect())
    }
}

/// View of a camera as text, which frames what is shown of the skin, or a joint, as all methods of the panes show it.
fn view_of_text<'a>(
    text: &'a CameraText,
    scene: &Scene,
    ready: &ReadyScene,
    times: &FrameTimes,
) -> Result<View<'a>, SceneError> {
    let ReadyScene { model, pose, .. } = ready;
    let (part, joint) = (scene.shown_part(model)?, text.joint_of(model)?);
    let skinnings = scene.all_skinning();
    let bounds = ready.bounds_of_motion(times, |pose: &Pose| {
        let bounds = |skinning| match joint {
            Some(joint) => joint_close_up(model, pose, skinning, joint),
            None => bounds_of_part(model, pose, skinning, part.as_deref()),
        };
        one_for_each_phases(&skinnings).map(bounds).fold(Bounds::EMPTY, Bounds::union)
    });
    let outline = |skinning| outline_of_part(model, pose, skinning, part.as_deref());
    let turning: Option<Vec<Vec3>> = ready.turns().then(|| match joint {
        Some(_) => bounds.corners().to_vec(),
        None => one_for_each_phases(&skinnings).flat_map(outline).collect(),
    });
    let front = front_yaw(model);
    Ok(Box::new(move |pixels| match &turning {
        Some(points) => text.resolve_turning(points, bounds.center(), pixels, front),
        None => text.resolve(bounds, pixels, front),
    }))
}
