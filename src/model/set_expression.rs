//! `JOINT:rx=90,ry=0,...`: one joint, relative to rest. The flag `--set` takes it, and bundled scenes are written in it.

use super::{FindJointError, Pose, PoseOverrides, RotationOverride, Skeleton};
use glam::Vec3;

#[derive(Debug, thiserror::Error, PartialEq)]
pub enum SetError {
    #[error("{expression}: write JOINT:KEY=VALUE,..., such as mid:rx=90")]
    Shape { expression: String },
    #[error("{expression}: \"{key}\" is not a key; keys are {KEYS}")]
    Key { expression: String, key: String },
    #[error("{expression}: \"{value}\" is not a finite number")]
    Value { expression: String, value: String },
    #[error("{expression}: {cause}")]
    Joint { expression: String, cause: FindJointError },
}

const KEYS: &str = "rx ry rz (degrees), tx ty tz, sx sy sz, lsx lsy lsz, hxy hxz hyz";

#[derive(Clone, Copy)]
enum Part {
    Angle,
    Offset,
    Scale,
    LocalScale,
    LocalShear,
}

/// Adds one expression to the overrides. What it leaves out stays as `pose` has it: the rest pose or a clip's, with
/// the overrides so far applied.
///
/// The joint ends at the *last* colon, since names may hold colons. Angles come after the rest rotation; `t` is
/// an offset from the rest translation in the parent's frame and `s` a factor over the rest scale, so that zeros and
/// ones are rest.
pub fn parse_set(
    expression: &str,
    skeleton: &Skeleton,
    pose: &Pose,
    overrides: &mut PoseOverrides,
) -> Result<(), SetError> {
    let shape = || SetError::Shape { expression: expression.to_owned() };
    let (joint, assignments) = expression.rsplit_once(':').ok_or_else(shape)?;
    let node = skeleton.find(joint).map_err(|cause| SetError::Joint { expression: expression.to_owned(), cause })?;
    let rest = skeleton.node(node).rest;
    let posed = pose.joints[node as usize];
    let mut over = overrides.get(node);
    let mut angles = overrides.angles_degrees(skeleton, pose, node, Vec3::ZERO);
    for assignment in assignments.split(',') {
        let (key, value) = assignment.split_once('=').ok_or_else(shape)?;
        let (part, axis) = parse_key(key.trim())
            .ok_or_else(|| SetError::Key { expression: expression.to_owned(), key: key.trim().to_owned() })?;
        let number = value.trim().parse::<f32>().ok().filter(|number| number.is_finite());
        let number = number
            .ok_or_else(|| SetError::Value { expression: expression.to_owned(), value: value.trim().to_owned() })?;
        let written = |mut vector: Vec3, number: f32| {
            vector[axis] = number;
            Some(vector)
        };
        match part {
            Part::Angle => {
                angles[axis] = number;
                over.rotation = Some(RotationOverride::AnglesDegrees(angles));
            }
            Part::Offset => {
                let before = over.translation.unwrap_or(posed.translation);
                over.translation = written(before, rest.translation[axis] + number);
            }
            Part::Scale => {
                let unit = if rest.scale[axis] == 0.0 { 1.0 } else { rest.scale[axis] };
                over.scale = written(over.scale.unwrap_or(posed.scale), unit * number);
            }
            Part::LocalScale => over.local_scale = written(over.local_scale.unwrap_or(posed.local_scale), number),
            Part::LocalShear => over.local_shear = written(over.local_shear.unwrap_or(posed.local_shear), number),
        }
    }
    overrides.set(node, over);
    Ok(())
}

fn parse_key(key: &str) -> Option<(Part, usize)> {
    const KEYS: [(&str, Part, [&str; 3]); 5] = [
        ("r", Part::Angle, ["x", "y", "z"]),
        ("t", Part::Offset, ["x", "y", "z"]),
        ("s", Part::Scale, ["x", "y", "z"]),
        ("ls", Part::LocalScale, ["x", "y", "z"]),
        ("h", Part::LocalShear, ["xy", "xz", "yz"]),
    ];
    KEYS.into_iter().find_map(|(prefix, part, axes)| {
        let axis = key.strip_prefix(prefix)?;
        Some((part, axes.iter().position(|&name| name == axis)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Node, Trs};

    fn skeleton() -> Skeleton {
        let rest = Trs { translation: Vec3::X, scale: Vec3::splat(2.0), ..Trs::IDENTITY };
        Skeleton::new(vec![Node::new("rig:arm", None, rest)]).unwrap()
    }

    fn parse(expression: &str, overrides: &mut PoseOverrides) -> Result<(), SetError> {
        let skeleton = skeleton();
        let mut pose = Pose::rest(&skeleton);
        overrides.apply(&skeleton, &mut pose);
        parse_set(expression, &skeleton, &pose, overrides)
    }

    #[test]
    fn values_are_relative_to_rest_and_add_up() {
        let mut overrides = PoseOverrides::default();
        parse("rig:arm:rx=200, ty=0.5,sz=3,hyz=0.25", &mut overrides).unwrap();
        parse("rig:arm:rz=-10,lsx=2", &mut overrides).unwrap();
        let over = overrides.get(0);
        assert_eq!(over.rotation, Some(RotationOverride::AnglesDegrees(Vec3::new(200.0, 0.0, -10.0))));
        assert_eq!(over.translation, Some(Vec3::new(1.0, 0.5, 0.0)));
        assert_eq!(over.scale, Some(Vec3::new(2.0, 2.0, 6.0)));
        assert_eq!(over.local_scale, Some(Vec3::new(2.0, 1.0, 1.0)));
        assert_eq!(over.local_shear, Some(Vec3::new(0.0, 0.0, 0.25)));
    }

    #[test]
    fn mistakes_are_told() {
        let error = |expression: &str| parse(expression, &mut PoseOverrides::default()).unwrap_err().to_string();
        assert!(error("arm").contains("JOINT:KEY=VALUE"));
        assert!(error("rig:arm:rx").contains("JOINT:KEY=VALUE"));
        assert!(error("rig:arm:qx=1").contains("\"qx\" is not a key"));
        assert!(error("rig:arm:rx=nan").contains("\"nan\" is not a finite number"));
        assert!(error("rig:leg:rx=1").contains("no joint is called \"rig:leg\""));
    }
}
