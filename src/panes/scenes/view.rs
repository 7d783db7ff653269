use super::scene::SceneError;
use crate::math::Bounds;
use crate::model::{Model, Pose};
use crate::skinning::SkinningSettings;
use crate::view::{Camera, joint_bounds};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Direction of view, and the subject that fills the picture. A picture is framed for its own size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "ViewText", into = "ViewText")]
pub struct SceneView {
    pub yaw_degrees: f32,
    pub pitch_degrees: f32,
    pub seen: Seen,
}

/// Subject that fills the picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// The entire posed skin.
    Whole,
    /// A joint, by name, with the bones before and after it.
    Joint(String),
    /// A box in scene space, by its corners.
    Box([f32; 3], [f32; 3]),
    /// View of a camera.
    Shot(Shot),
}

/// Place of a camera without its direction, and the shape of its picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Target in scene space.
    pub target: [f32; 3],
    /// Distance from the eye to the target in scene units.
    pub distance: f32,
    /// Vertical field of view.
    pub fov_degrees: f32,
    /// Width over height. A narrower picture is taken from farther away, so that the sides are not cut off.
    pub aspect: f32,
}

/// A view as written, in degrees and scene units. At most one of `joint`, `box` and `target`.
#[derive(Clone, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ViewText {
    yaw: Option<f32>,
    pitch: Option<f32>,
    joint: Option<String>,
    #[serde(rename = "box")]
    corners: Option<[[f32; 3]; 2]>,
    target: Option<[f32; 3]>,
    distance: Option<f32>,
    fov: Option<f32>,
    aspect: Option<f32>,
}

impl From<SceneView> for ViewText {
    fn from(SceneView { yaw_degrees, pitch_degrees, seen }: SceneView) -> Self {
        let view = Self { yaw: Some(yaw_degrees), pitch: Some(pitch_degrees), ..Self::default() };
        match seen {
            Seen::Whole => view,
            Seen::Joint(joint) => Self { joint: Some(joint), ..view },
            Seen::Box(min, max) => Self { corners: Some([min, max]), ..view },
            Seen::Shot(Shot { target, distance, fov_degrees, aspect }) => Self {
                target: Some(target),
                distance: Some(distance),
                fov: Some(fov_degrees),
                aspect: Some(aspect),
                ..view
            },
        }
    }
}

impl TryFrom<ViewText> for SceneView {
    type Error = String;

    fn try_from(view: ViewText) -> Result<Self, String> {
        let number = |name: &str, value: f32, low: f32, high: f32| match value {
            value if (low..=high).contains(&value) => Ok(value),
            _ => Err(format!("the view's {name} must be from {low} to {high}, not {value}")),
        };
        let finite = |point: &[f32; 3]| point.iter().all(|value| value.abs() <= 1e9);
        let given = [view.joint.is_some(), view.corners.is_some(), view.target.is_some()];
        if given.into_iter().filter(|is_given| *is_given).count() > 1 {
            return Err("the view has more than one of joint, box and target; keep one".to_owned());
        }
        let seen = match (view.joint, view.corners, view.target) {
            (Some(joint), ..) => Seen::Joint(joint),
            (_, Some([min, max]), _) => {
                let is_box = finite(&min) && finite(&max) && min.iter().zip(&max).all(|(low, high)| low <= high);
                if !is_box || min == max {
                    return Err("the view's box needs its smallest corner first, then its largest".to_owned());
                }
                Seen::Box(min, max)
            }
            (.., Some(target)) if finite(&target) => Seen::Shot(Shot {
                target,
                distance: number("distance", view.distance.unwrap_or(0.0), 1e-6, 1e9)?,
                fov_degrees: number("fov", view.fov.unwrap_or(Camera::DEFAULT_FOV_DEGREES), 1.0, 120.0)?,
                aspect: number("aspect", view.aspect.unwrap_or(1.0), 1e-2, 1e2)?,
            }),
            (.., Some(_)) => return Err("the view's target is not a point".to_owned()),
            (None, None, None) => Seen::Whole,
        };
        let front = Self::FRONT;
        Ok(Self {
            yaw_degrees: number("yaw", view.yaw.unwrap_or(front.yaw_degrees), -3600.0, 3600.0)?,
            pitch_degrees: number("pitch", view.pitch.unwrap_or(front.pitch_degrees), -90.0, 90.0)?,
            seen,
        })
    }
}

impl Default for SceneView {
    fn default() -> Self {
        Self::FRONT
    }
}

impl SceneView {
    /// The whole skin from the front, slightly from above.
    pub const FRONT: Self = Self { yaw_degrees: 0.0, pitch_degrees: 10.0, seen: Seen::Whole };

    /// View of a camera in a picture of this size.
    pub fn of_camera(camera: &Camera, size: [u32; 2]) -> Self {
        let shot = Shot {
            target: camera.target.to_array(),
            distance: camera.distance,
            fov_degrees: camera.fov.to_degrees(),
            aspect: aspect(size),
        };
        Self { yaw_degrees: camera.yaw.to_degrees(), pitch_degrees: camera.pitch.to_degrees(), seen: Seen::Shot(shot) }
    }

    /// Vertical field of view.
    pub fn fov_degrees(&self) -> f32 {
        match &self.seen {
            Seen::Whole => Camera::DEFAULT_FOV_DEGREES,
            Seen::Joint(_) | Seen::Box(..) => Camera::JOINT_FOV_DEGREES,
            Seen::Shot(shot) => shot.fov_degrees,
        }
    }

    /// Box that fills the picture. `whole` is the box of the skin in the pose, as `skinning` shows it.
    ///
    /// # Errors
    /// If the model lacks the joint.
    pub fn bounds(
        &self,
        model: &Model,
        pose: &Pose,
        skinning: SkinningSettings,
        whole: Bounds,
    ) -> Result<Bounds, SceneError> {
        Ok(match &self.seen {
            Seen::Whole | Seen::Shot(_) => whole,
            Seen::Joint(name) => {
                let joint = model.skeleton.find(name)?;
                let scene_from_node = skinning.scene_from_node(&model.skeleton, pose);
                joint_bounds(&model.skeleton, &scene_from_node, joint, model.rest_bounds().extent())
            }
            Seen::Box(min, max) => Bounds { min: Vec3::from_array(*min), max: Vec3::from_array(*max) },
        })
    }

    /// A camera for a picture of this size. `bounds` is what [`Self::bounds`] returns.
    pub fn camera(&self, bounds: Bounds, size: [u32; 2]) -> Camera {
        let (yaw, pitch) = (self.yaw_degrees.to_radians(), self.pitch_degrees.to_radians());
        let fov = self.fov_degrees().to_radians();
        match &self.seen {
            Seen::Shot(shot) => shot.camera(yaw, pitch, size),
            _ => Camera { target: bounds.center(), yaw, pitch, distance: 1.0, fov }.framed(bounds, size),
        }
    }
}

impl Shot {
    /// The camera for a picture of this size, from a direction in radians.
    pub fn camera(&self, yaw: f32, pitch: f32, size: [u32; 2]) -> Camera {
        let farther = (self.aspect / aspect(size)).max(1.0);
        let fov = self.fov_degrees.to_radians();
        Camera { target: Vec3::from_array(self.target), yaw, pitch, distance: self.distance * farther, fov }
    }
}

fn aspect([width, height]: [u32; 2]) -> f32 {
    width.max(1) as f32 / height.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_camera_comes_back_and_a_narrower_picture_loses_nothing() {
        let camera = Camera { target: Vec3::new(0.1, 0.2, 0.3), yaw: 0.5, pitch: -0.25, distance: 2.0, fov: 0.6 };
        let view = SceneView::of_camera(&camera, [800, 400]);
        let bounds = Bounds { min: Vec3::ZERO, max: Vec3::ONE };
        let again = view.camera(bounds, [1600, 800]);
        assert!(again.target == camera.target && (again.distance - 2.0).abs() < 1e-6);
        assert!((again.yaw - 0.5).abs() < 1e-6 && (again.pitch + 0.25).abs() < 1e-6 && (again.fov - 0.6).abs() < 1e-6);
        assert!((view.camera(bounds, [400, 400]).distance - 4.0).abs() < 1e-6, "half as wide, twice as far");
        assert!((view.camera(bounds, [2000, 400]).distance - 2.0).abs() < 1e-6, "a wider one sees more");
    }
}
