use super::MotionKind;
use crate::model::{Model, Pose, PoseOverrides, SetError, find_clip, parse_set};
use std::sync::Arc;

/// Poses of a motion: the constant part, and the part that the motion changes.
#[derive(Clone, Debug)]
pub struct MovingPose {
    model: Arc<Model>,
    /// Rest, or the sample of a clip that the motion does not play.
    base: Pose,
    overrides: PoseOverrides,
    mover: Mover,
}

#[derive(Clone, Debug)]
enum Mover {
    /// The motion moves the camera or a divider.
    Still,
    Joint {
        joint: String,
        channel: String,
    },
    Clip {
        index: usize,
    },
}

/// Reason why a motion cannot be played on a model.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum MotionError {
    #[error(transparent)]
    Joint(#[from] SetError),
    #[error("the model has no clip {0:?}")]
    NoSuchClip(String),
}

impl MovingPose {
    /// The motion on top of a base pose, which is rest or a sample of a clip, and of overrides.
    ///
    /// # Errors
    /// If the model lacks the joint or the clip of the motion, or if an end is not a valid value for the joint.
    pub fn new(
        model: &Arc<Model>,
        base: Pose,
        overrides: PoseOverrides,
        motion: &MotionKind,
    ) -> Result<Self, MotionError> {
        let mover = match motion {
            MotionKind::Turntable { .. } | MotionKind::Wipe { .. } | MotionKind::CrossFade { .. } => Mover::Still,
            MotionKind::Joint { joint, channel, .. } => Mover::Joint { joint: joint.clone(), channel: channel.clone() },
            MotionKind::Clip { name, .. } => {
                let index = find_clip(&model.clips, name).ok_or_else(|| MotionError::NoSuchClip(name.clone()))?;
                Mover::Clip { index }
            }
        };
        let moving = Self { model: Arc::clone(model), base, overrides, mover };
        // Errors are found here, so that no frame can fail: all values between valid ends are valid.
        for phase in [0.0, 1.0] {
            moving.try_overrides_at(motion.value_at(phase))?;
        }
        Ok(moving)
    }

    /// The pose at a value of the motion: see [`MotionKind::value_at`].
    pub fn at(&self, value: f32) -> Pose {
        let mut pose = self.base.clone();
        if let Mover::Clip { index } = self.mover {
            self.model.clips[index].sample(value, &mut pose);
        }
        self.overrides_at(value).apply(&self.model.skeleton, &mut pose);
        pose
    }

    /// Name of a joint for people.
    pub fn joint_name(&self, address: &str) -> String {
        self.model.skeleton.short_name_of(address)
    }

    /// The overrides at a value of the motion.
    pub fn overrides_at(&self, value: f32) -> PoseOverrides {
        // Checked when this was made.
        self.try_overrides_at(value).unwrap_or_else(|_| self.overrides.clone())
    }

    fn try_overrides_at(&self, value: f32) -> Result<PoseOverrides, SetError> {
        let mut overrides = self.overrides.clone();
        if let Mover::Joint { joint, channel } = &self.mover {
            let mut pose = self.base.clone();
            overrides.apply(&self.model.skeleton, &mut pose);
            let expression = format!("{joint}:{channel}={value}");
            parse_set(&expression, &self.model.skeleton, &pose, &mut overrides)?;
        }
        Ok(overrides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ModelParts, Node, RotationOverride, Skeleton, Trs};
    use glam::Vec3;

    fn arm() -> Arc<Model> {
        let nodes = vec![Node::new("root", None, Trs::IDENTITY), Node::new("tip", Some(0), Trs::IDENTITY)];
        let skeleton = Skeleton::new(nodes).unwrap();
        let parts = ModelParts {
            name: "arm".to_owned(),
            skeleton,
            skins: vec![],
            primitives: vec![],
            materials: vec![],
            textures: vec![],
            clips: vec![],
        };
        Arc::new(Model::new(parts).unwrap())
    }

    fn moving(kind: &MotionKind) -> Result<MovingPose, MotionError> {
        let model = arm();
        let base = Pose::rest(&model.skeleton);
        let mut overrides = PoseOverrides::default();
        parse_set("root:ry=30", &model.skeleton, &base, &mut overrides).unwrap();
        MovingPose::new(&model, base, overrides, kind)
    }

    fn sweep(joint: &str, channel: &str) -> MotionKind {
        MotionKind::Joint { joint: joint.to_owned(), channel: channel.to_owned(), from: 0.0, to: 180.0 }
    }

    #[test]
    fn a_joint_moves_on_top_of_the_pose() {
        let moving = moving(&sweep("tip", "rx")).unwrap();
        let angles = |node, value| moving.overrides_at(value).get(node).rotation;
        assert_eq!(angles(1, 90.0), Some(RotationOverride::AnglesDegrees(Vec3::new(90.0, 0.0, 0.0))));
        assert_eq!(angles(0, 90.0), Some(RotationOverride::AnglesDegrees(Vec3::new(0.0, 30.0, 0.0))));
        assert!(moving.at(0.0) != moving.at(90.0));
        let turned = moving.at(90.0).joints[1].rotation;
        assert!(turned.abs_diff_eq(glam::Quat::from_rotation_x(90f32.to_radians()), 1e-6), "{turned}");
    }

    #[test]
    fn a_motion_of_the_camera_keeps_the_pose() {
        let turn = moving(&MotionKind::Turntable { degrees: 360.0 }).unwrap();
        assert!(turn.at(0.0) == turn.at(90.0));
    }

    #[test]
    fn what_the_model_lacks_is_named() {
        let error = |kind| moving(&kind).unwrap_err().to_string();
        assert!(error(sweep("tpi", "rx")).contains("no joint is called \"tpi\""));
        assert!(error(sweep("tip", "qx")).contains("\"qx\" is not a key"));
        let clip = MotionKind::Clip { name: "run".to_owned(), from: 0.0, to: 1.0 };
        assert_eq!(error(clip), "the model has no clip \"run\"");
    }

    /// The weight of the whole mesh ends at 1; angles have no end.
    #[test]
    fn both_ends_of_a_motion_must_be_values_of_the_channel() {
        let whole =
            |from, to| moving(&MotionKind::Joint { joint: "tip".to_owned(), channel: "whole".to_owned(), from, to });
        assert!(whole(0.0, 1.0).is_ok() && whole(1.0, 0.25).is_ok());
        for (from, to, wrong) in [(0.0, 1.5, "1.5"), (-0.5, 1.0, "-0.5"), (2.0, 0.5, "2")] {
            let error = whole(from, to).unwrap_err().to_string();
            assert!(error.contains(&format!("a weight from 0 to 1, not \"{wrong}\"")), "{error}");
        }
        assert!(
            moving(&MotionKind::Joint { joint: "tip".to_owned(), channel: "rx".to_owned(), from: -720.0, to: 900.0 })
                .is_ok()
        );
    }
}
