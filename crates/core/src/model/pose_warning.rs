use super::{Clip, JointOverride, PoseOverrides, RotationOverride, Skeleton, Trs};
use glam::Vec3;

/// A pose setting that can be shown but is probably a mistake.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PoseWarning {
    /// The time is after the last key of the clip.
    #[error("{} s is after the end of clip {clip:?} at {end_seconds} s; its last frame is shown", plain(*.seconds))]
    AfterClip {
        /// Name of the clip.
        clip: String,
        /// The time in the clip.
        seconds: f32,
        /// Time of the clip's last key.
        end_seconds: f32,
    },
    /// The time is negative.
    #[error("{} s is before the start of clip {clip:?}; its first frame is shown", plain(*.seconds))]
    BeforeClip {
        /// Name of the clip.
        clip: String,
        /// The time in the clip.
        seconds: f32,
    },
    /// Single precision stores the angle only roughly.
    #[error(
        "{joint}: an angle of {} degrees is too large; single precision stores it only to within {} degrees",
        plain(*.degrees), plain(*.step_degrees)
    )]
    HugeAngle {
        /// Name of the joint for display.
        joint: String,
        /// The angle.
        degrees: f32,
        /// Distance to the next angle that single precision can store.
        step_degrees: f32,
    },
    /// An angle is held at its limit.
    #[error(
        "{joint}: {key} of {} degrees is beyond its limit and is shown at {} degrees",
        plain(*.degrees), plain(*.limit_degrees)
    )]
    BeyondLimit {
        /// Name of the joint for display.
        joint: String,
        /// Key of the angle: `rx`, `ry` or `rz`.
        key: &'static str,
        /// The angle before it was held.
        degrees: f32,
        /// The angle at which it is held.
        limit_degrees: f32,
    },
    /// A scale factor is zero or below a millionth.
    #[error("{joint}: a {what} of zero makes the skin flat; normals and measurements there are meaningless")]
    FlatScale {
        /// Name of the joint for display.
        joint: String,
        /// Kind of scale, for display.
        what: &'static str,
    },
    /// A scale or translation is so large that positions lose their precision.
    #[error(
        "{joint}: the {what} {} is too large; positions lose their precision and the picture may be empty",
        plain(*.value)
    )]
    TooLarge {
        /// Name of the joint for display.
        joint: String,
        /// Kind of value, for display.
        what: &'static str,
        /// The value.
        value: f32,
    },
}

/// Largest angle without a warning: single precision resolves it to a hundredth of a degree.
const LARGEST_ANGLE_DEGREES: f32 = 131_072.0;
/// Largest value without a warning: relative to rest for scale and shear, in extents of the model for offsets.
const LARGEST_FACTOR: f32 = 1e4;
/// Smallest scale without a warning: a skin scaled by less has no thickness left in single precision.
const SMALLEST_SCALE: f32 = 1e-6;

impl PoseWarning {
    /// Checks a time in a clip. Clips hold their first frame before the start and their last frame after the end.
    pub fn of_time(clip: &Clip, seconds: f32) -> Option<Self> {
        let name = || clip.name.clone();
        if seconds > clip.duration_seconds {
            Some(Self::AfterClip { clip: name(), seconds, end_seconds: clip.duration_seconds })
        } else if seconds < 0.0 {
            Some(Self::BeforeClip { clip: name(), seconds })
        } else {
            None
        }
    }

    /// Checks the overrides joint by joint. `extent` is the model's longest side at rest.
    pub fn of_overrides(skeleton: &Skeleton, overrides: &PoseOverrides, extent: f32) -> Vec<Self> {
        let of_joint = |(node, over): (u32, &JointOverride)| {
            Self::of_joint(&skeleton.label(node), skeleton.node(node).rest, over, extent)
        };
        overrides.iter().flat_map(of_joint).collect()
    }

    fn of_joint(joint: &str, rest: Trs, over: &JointOverride, extent: f32) -> Vec<Self> {
        let joint = || joint.to_owned();
        let angle = match over.rotation {
            Some(RotationOverride::AnglesDegrees(angles)) => largest(angles),
            _ => 0.0,
        };
        let huge_angle = (angle.abs() >= LARGEST_ANGLE_DEGREES).then(|| Self::HugeAngle {
            joint: joint(),
            degrees: angle,
            step_degrees: angle.abs().next_up() - angle.abs(),
        });
        let factors =
            [("scale", over.scale.map(|scale| over_rest(scale, rest.scale))), ("local scale", over.local_scale)];
        let flat = factors.iter().filter(|(_, factor)| factor.is_some_and(is_flat));
        let flat = flat.map(|&(what, _)| Self::FlatScale { joint: joint(), what });
        let offset = over.translation.map(|translation| translation - rest.translation);
        let sizes = factors.into_iter().chain([("local shear", over.local_shear)]);
        let sizes = sizes.map(|(what, value)| (what, value, LARGEST_FACTOR));
        // A model without a size has nothing to compare an offset with.
        let sizes = sizes.chain((extent > 0.0).then_some(("offset", offset, LARGEST_FACTOR * extent)));
        let large = sizes.filter_map(|(what, value, limit)| {
            let value = largest(value?);
            (value.abs() > limit).then(|| Self::TooLarge { joint: joint(), what, value })
        });
        huge_angle.into_iter().chain(flat).chain(large).collect()
    }
}

/// Ratio of a scale to the rest scale. If the rest scale is zero there is no ratio; a scale that stays zero is
/// unchanged.
fn over_rest(scale: Vec3, rest: Vec3) -> Vec3 {
    Vec3::select(rest.cmpeq(Vec3::ZERO), scale + Vec3::ONE, scale / rest)
}

fn is_flat(factor: Vec3) -> bool {
    factor.abs().min_element() < SMALLEST_SCALE
}

/// Formats values with many digits as two digits and a power of ten.
fn plain(value: f32) -> String {
    if value.abs() < 1e7 { value.to_string() } else { format!("{value:.1e}").replace(".0e", "e") }
}

/// The component with the largest absolute value.
fn largest(vector: Vec3) -> f32 {
    vector.to_array().into_iter().fold(0.0, |a, b| if f32::abs(b) > f32::abs(a) { b } else { a })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warnings(over: JointOverride) -> Vec<String> {
        let rest = Trs { translation: Vec3::X, scale: Vec3::splat(100.0), ..Trs::IDENTITY };
        PoseWarning::of_joint("mid", rest, &over, 2.0).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn usual_values_give_no_warning() {
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::new(-720.0, 3600.0, 0.0)));
        let scale = Some(Vec3::new(-100.0, 0.01, 100_000.0));
        let translation = Some(Vec3::splat(2_000.0));
        let usual = JointOverride { rotation, translation, scale, ..JointOverride::default() };
        assert!(warnings(usual).is_empty(), "{:?}", warnings(usual));
    }

    #[test]
    fn probable_mistakes_give_a_warning() {
        let turned = |degrees| {
            let rotation = Some(RotationOverride::AnglesDegrees(Vec3::new(0.0, degrees, 90.0)));
            warnings(JointOverride { rotation, ..JointOverride::default() })
        };
        assert!(turned(1e30)[0].starts_with("mid: an angle of 1e30 degrees"), "{:?}", turned(1e30));
        assert!(turned(-2e6)[0].contains("to within 0.125 degrees"), "{:?}", turned(-2e6));
        let scaled = |scale| warnings(JointOverride { scale: Some(scale), ..JointOverride::default() });
        assert!(scaled(Vec3::new(100.0, 0.0, 100.0))[0].starts_with("mid: a scale of zero"));
        assert!(scaled(Vec3::splat(1e30))[0].contains("the scale 1e28 is too large"));
        let local = |local_scale| warnings(JointOverride { local_scale, ..JointOverride::default() });
        assert!(local(Some(Vec3::new(1.0, 0.0, 1.0)))[0].starts_with("mid: a local scale of zero"));
        let sheared = JointOverride { local_shear: Some(Vec3::X * 1e30), ..JointOverride::default() };
        assert!(warnings(sheared)[0].contains("the local shear 1e30"));
        let moved = JointOverride { translation: Some(Vec3::Z * -1e30), ..JointOverride::default() };
        assert!(warnings(moved)[0].contains("the offset -1e30"));
    }

    #[test]
    fn times_outside_a_clip_give_a_warning() {
        let clip = Clip { name: "Walk".to_owned(), channels: vec![], duration_seconds: 0.75 };
        let warning = |seconds| PoseWarning::of_time(&clip, seconds).map(|warning| warning.to_string());
        assert_eq!((warning(0.0), warning(0.75)), (None, None));
        assert!(warning(9999.0).unwrap().contains("9999 s is after the end of clip \"Walk\" at 0.75 s"));
        assert!(warning(-1.0).unwrap().contains("before the start"));
    }
}
