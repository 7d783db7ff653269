use super::CliError;
use super::arguments::PictureArguments;
use crate::math::Bounds;
use crate::model::{Model, Pose, SkinPart};
use crate::skinning::SkinningSettings;
use crate::view::{Camera, CameraText, joint_close_up, outline_of_part, posed_bounds};
use glam::Vec3;

/// What a picture frames, unless the camera is placed by hand.
pub(super) enum Framed {
    /// The box around whole models, or the close-up of a joint.
    Box(Bounds),
    /// The outermost points, where only a part is shown.
    Points(Vec<Vec3>),
}

/// A model in a pose. `None` shows all of its skin.
pub(super) type ShownSkin<'a> = (&'a Model, &'a Pose, Option<&'a SkinPart>);

impl Framed {
    /// What the flags frame. The first model has the joint of `--camera joint=NAME`; others are framed where they have it.
    ///
    /// # Errors
    /// If it does not.
    pub fn of(
        skins: &[ShownSkin<'_>],
        skinning: SkinningSettings,
        picture: &PictureArguments,
    ) -> Result<Self, CliError> {
        if let Some((model, ..)) = skins.first()
            && picture.camera_joint(model)?.is_some()
        {
            let of_skin = |(model, pose, _): &ShownSkin<'_>| {
                let joint = picture.camera_joint(model).ok().flatten()?;
                Some(joint_close_up(model, pose, joint))
            };
            return Ok(Self::Box(skins.iter().filter_map(of_skin).fold(Bounds::EMPTY, Bounds::union)));
        }
        if skins.iter().all(|(.., part)| part.is_none()) {
            let of_skin = |(model, pose, _): &ShownSkin<'_>| posed_bounds(model, pose, skinning);
            return Ok(Self::Box(skins.iter().map(of_skin).fold(Bounds::EMPTY, Bounds::union)));
        }
        let of_skin = |(model, pose, part): &ShownSkin<'_>| outline_of_part(model, pose, skinning, *part);
        Ok(Self::Points(skins.iter().flat_map(of_skin).collect()))
    }

    /// The camera for a picture of this size. `front_yaw` is that of the character, in radians.
    pub fn camera(&self, given: &CameraText, size: [u32; 2], front_yaw: f32) -> Camera {
        match self {
            Self::Box(bounds) => given.resolve(*bounds, size, front_yaw),
            Self::Points(points) => given.resolve_around(points, size, front_yaw),
        }
    }
}
