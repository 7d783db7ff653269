use super::{Camera, CameraPreset};
use glam::Vec3;
use skinscope_core::math::{Bounds, NumberError, parse_number};
use skinscope_core::model::{FindJointError, Model};

/// A camera in text form: a preset (`front`, `back`, `side`, `other-side`, `top`, `bottom`, `three-quarter`), or any of
/// `yaw=30,pitch=10,distance=3,target=0:1:0,fov=25` (degrees and scene units), or both. Omitted values are chosen so
/// that the model is framed, or `joint=forearm.L`: that joint with half of the bones before and after it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CameraText {
    /// The direction, where the angles do not say otherwise.
    pub preset: CameraPreset,
    /// Turn about the vertical from +Z toward +X, wherever the character looks; replaces the preset's.
    pub yaw_degrees: Option<f32>,
    /// Height of the eye over the horizon; replaces the preset's.
    pub pitch_degrees: Option<f32>,
    /// Distance of the eye from the target, in scene units. If absent, the model is framed.
    pub distance: Option<f32>,
    /// The point in the middle of the picture, in scene space.
    pub target: Option<Vec3>,
    /// Joint, as [`skinscope_core::model::Skeleton::find`] accepts it. Never given with a target.
    pub joint: Option<String>,
    /// Vertical field of view.
    pub fov_degrees: Option<f32>,
}

/// Reason why a text is not a camera.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CameraTextError {
    /// A part is neither a preset nor a known key. Holds the part.
    #[error(
        "{0:?} is not a camera; write front, back, side, other-side, top, bottom, three-quarter, or \
         yaw=30,pitch=10,distance=3,target=0:1:0,fov=25, or joint=NAME"
    )]
    UnknownPart(String),
    /// A value is not a usable number.
    #[error("the camera's {key}: {cause}")]
    NotANumber {
        /// The key of the value.
        key: String,
        /// Reason why the value is not a number.
        cause: NumberError,
    },
    /// The target is not three numbers. Holds the text.
    #[error("{0:?} is not a point for the camera's target; write x:y:z")]
    NotAPoint(String),
    /// `joint=` has no name.
    #[error("joint=NAME needs the name of a joint")]
    NoJoint,
    /// The camera has a joint and a target, which exclude each other.
    #[error("the camera has a joint and a target; keep one")]
    JointAndTarget,
    /// A value is out of range.
    #[error("the camera's {key} must be {range}, not {value}")]
    OutOfRange {
        /// The key of the value.
        key: &'static str,
        /// The range, for display.
        range: &'static str,
        /// The value.
        value: String,
    },
}

impl std::str::FromStr for CameraText {
    type Err = CameraTextError;

    fn from_str(text: &str) -> Result<Self, CameraTextError> {
        let mut camera = Self::default();
        for part in text.split(',').map(str::trim) {
            match part.split_once('=') {
                Some((key, value)) => camera.set(part, key.trim(), value.trim())?,
                None => {
                    let preset = CameraPreset::ALL.into_iter().find(|preset| preset.id() == part);
                    camera.preset = preset.ok_or_else(|| CameraTextError::UnknownPart(part.to_owned()))?;
                }
            }
        }
        if camera.joint.is_some() && camera.target.is_some() {
            return Err(CameraTextError::JointAndTarget);
        }
        Ok(camera)
    }
}

impl CameraText {
    fn set(&mut self, part: &str, key: &str, value: &str) -> Result<(), CameraTextError> {
        let out_of_range = |key, range| CameraTextError::OutOfRange { key, range, value: value.to_owned() };
        match key {
            "yaw" => self.yaw_degrees = Some(number(key, value)?),
            "pitch" => {
                let pitch = number(key, value)?;
                if !(-90.0..=90.0).contains(&pitch) {
                    return Err(out_of_range("pitch", "between -90 and 90 degrees"));
                }
                self.pitch_degrees = Some(pitch);
            }
            "distance" => {
                let distance = number(key, value)?;
                if distance <= 0.0 {
                    return Err(out_of_range("distance", "above zero"));
                }
                self.distance = Some(distance);
            }
            "fov" => {
                let fov = number(key, value)?;
                if !(1.0..=150.0).contains(&fov) {
                    return Err(out_of_range("fov", "between 1 and 150 degrees"));
                }
                self.fov_degrees = Some(fov);
            }
            "target" => {
                let parts = value.split(':').map(|part| number(key, part)).collect::<Result<Vec<_>, _>>();
                self.target = match parts.as_deref() {
                    Ok(&[x, y, z]) => Some(Vec3::new(x, y, z)),
                    _ => return Err(CameraTextError::NotAPoint(value.to_owned())),
                };
            }
            "joint" if value.is_empty() => return Err(CameraTextError::NoJoint),
            "joint" => self.joint = Some(value.to_owned()),
            _ => return Err(CameraTextError::UnknownPart(part.to_owned())),
        }
        Ok(())
    }

    /// The joint to frame. `None` is the whole model.
    ///
    /// # Errors
    /// If the model does not have it.
    pub fn joint_of(&self, model: &Model) -> Result<Option<u32>, FindJointError> {
        self.joint.as_ref().map(|joint| model.skeleton.find(joint)).transpose()
    }

    /// The camera for a picture of `bounds`, which are the joint's if a joint is given. A preset is relative to the
    /// character's front, which has `front_yaw` in radians; a yaw in degrees is not.
    pub fn resolve(&self, bounds: Bounds, size: [u32; 2], front_yaw: f32) -> Camera {
        self.resolve_framed(front_yaw, |camera| camera.framed(bounds, size))
    }

    /// Like [`Self::resolve`], for the points that the picture shows.
    pub fn resolve_around(&self, points: &[Vec3], size: [u32; 2], front_yaw: f32) -> Camera {
        self.resolve_framed(front_yaw, |camera| camera.framed_around(points, size))
    }

    /// Like [`Self::resolve`], for a camera that goes all the way around points, about a vertical axis.
    pub fn resolve_turning(&self, points: &[Vec3], axis: Vec3, size: [u32; 2], front_yaw: f32) -> Camera {
        self.resolve_framed(front_yaw, |camera| camera.framed_turning(points, axis, size))
    }

    fn resolve_framed(&self, front_yaw: f32, framed: impl FnOnce(Camera) -> Camera) -> Camera {
        let (yaw, pitch) = self.preset.angles_degrees();
        let fov = if self.joint.is_some() { Camera::JOINT_FOV_DEGREES } else { Camera::DEFAULT_FOV_DEGREES };
        let camera = Camera {
            target: Vec3::ZERO,
            yaw: self.yaw_degrees.map_or(yaw.to_radians() + front_yaw, f32::to_radians),
            pitch: self.pitch_degrees.unwrap_or(pitch).to_radians(),
            distance: 1.0,
            fov: self.fov_degrees.unwrap_or(fov).to_radians(),
        };
        let framed = framed(camera);
        Camera {
            target: self.target.unwrap_or(framed.target),
            distance: self.distance.unwrap_or(framed.distance),
            ..framed
        }
    }
}

/// Formats a camera so that [`CameraText`] parses it back to the same camera.
impl std::fmt::Display for Camera {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Vec3 { x, y, z } = self.target;
        let [yaw, pitch, fov] = [self.yaw, self.pitch, self.fov].map(f32::to_degrees);
        write!(f, "yaw={yaw},pitch={pitch},distance={},target={x}:{y}:{z},fov={fov}", self.distance)
    }
}

fn number(key: &str, value: &str) -> Result<f32, CameraTextError> {
    parse_number(value).map_err(|cause| CameraTextError::NotANumber { key: key.to_owned(), cause })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [640, 480];

    fn bounds() -> Bounds {
        Bounds { min: Vec3::ZERO, max: Vec3::splat(2.0) }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let camera = Camera { target: Vec3::new(0.25, -1.5, 3.0), yaw: 0.7, pitch: -0.3, distance: 4.125, fov: 0.5 };
        let read = camera.to_string().parse::<CameraText>().unwrap().resolve(bounds(), SIZE, 0.0);
        assert!((read.yaw - camera.yaw).abs() < 1e-6 && (read.pitch - camera.pitch).abs() < 1e-6);
        assert_eq!((read.target, read.distance), (camera.target, camera.distance));
    }

    #[test]
    fn what_is_left_out_is_framed() {
        let top = "top".parse::<CameraText>().unwrap().resolve(bounds(), SIZE, 0.0);
        assert_eq!(top, Camera::framing(bounds(), SIZE, CameraPreset::Top));
        let near = "side, distance=1.5".parse::<CameraText>().unwrap().resolve(bounds(), SIZE, 0.0);
        assert_eq!(near.distance, 1.5);
        assert_eq!(near.target, Camera::framing(bounds(), SIZE, CameraPreset::Side).target);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| text.parse::<CameraText>().unwrap_err().to_string();
        assert!(error("behind").contains("front, back, side"));
        assert!(error("yaw=left").contains("yaw: \"left\" is not a finite number"));
        assert!(error("target=1:2").contains("x:y:z"));
        assert!(error("pitch=91").contains("between -90 and 90"));
        assert!(error("distance=0").contains("above zero"));
        assert!(error("joint=").contains("needs the name"));
        assert!(error("joint=knee,target=0:1:0").contains("keep one"));
    }

    #[test]
    fn a_joint_is_framed_with_less_perspective_unless_told_otherwise() {
        let camera = |text: &str| text.parse::<CameraText>().unwrap().resolve(bounds(), SIZE, 0.0);
        let joint = "side, joint = forearm.L".parse::<CameraText>().unwrap();
        assert_eq!((joint.preset, joint.joint.as_deref()), (CameraPreset::Side, Some("forearm.L")));
        assert!((camera("joint=a").fov.to_degrees() - Camera::JOINT_FOV_DEGREES).abs() < 1e-4);
        assert!((camera("fov=40,joint=a").fov.to_degrees() - 40.0).abs() < 1e-4);
    }
}
