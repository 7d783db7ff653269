use super::CliError;
use super::arguments::PictureArguments;
use crate::math::Bounds;
use crate::model::{Model, Pose, SkinPart};
use crate::skinning::{SkinningSettings, one_for_each_phases};
use crate::view::{Camera, CameraText, joint_close_up, outline_of_part, posed_bounds};
use glam::Vec3;

/// Region that a picture frames, unless the camera is placed by hand.
pub(super) enum Framed {
    /// Box around whole models, or close-up of a joint.
    Box(Bounds),
    /// Outermost points, where only a part is shown.
    Points(Vec<Vec3>),
}

/// A model in a pose, and the shown part of its skin. `None` shows all of it.
pub(super) type ShownSkin<'a> = (&'a Model, &'a Pose, Option<&'a SkinPart>);

impl Framed {
    /// Region that the flags frame, as all these settings show it. The first model has the joint of
    /// `--camera joint=NAME`; others are framed where they have it.
    ///
    /// # Errors
    /// If the first model does not have the joint.
    pub fn of(
        skins: &[ShownSkin<'_>],
        skinnings: &[SkinningSettings],
        picture: &PictureArguments,
    ) -> Result<Self, CliError> {
        let shown =
            || one_for_each_phases(skinnings).flat_map(|skinning| skins.iter().map(move |skin| (skinning, skin)));
        if let Some((model, ..)) = skins.first()
            && picture.camera_joint(model)?.is_some()
        {
            let close_up = |(skinning, (model, pose, _)): (SkinningSettings, &ShownSkin<'_>)| {
                let joint = picture.camera_joint(model).ok().flatten()?;
                Some(joint_close_up(model, pose, skinning, joint))
            };
            return Ok(Self::Box(shown().filter_map(close_up).fold(Bounds::EMPTY, Bounds::union)));
        }
        if skins.iter().all(|(.., part)| part.is_none()) {
            let boxes = shown().map(|(skinning, (model, pose, _))| posed_bounds(model, pose, skinning));
            return Ok(Self::Box(boxes.fold(Bounds::EMPTY, Bounds::union)));
        }
        let points = shown().flat_map(|(skinning, (model, pose, part))| outline_of_part(model, pose, skinning, *part));
        Ok(Self::Points(points.collect()))
    }

    /// The camera for a picture of this size. `front_yaw` is the direction in which the character faces, in radians.
    pub fn camera(&self, given: &CameraText, size: [u32; 2], front_yaw: f32) -> Camera {
        match self {
            Self::Box(bounds) => given.resolve(*bounds, size, front_yaw),
            Self::Points(points) => given.resolve_around(points, size, front_yaw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::{Arguments, Subcommand};
    use crate::cli::pose_arguments::pose_model;
    use crate::skinning::SkinningMethod;

    /// The close-up of the elbow as these methods show it, and where the elbow is in the pose.
    fn elbow(methods: &[SkinningMethod], flags: &[&str]) -> (Bounds, Vec3) {
        let line = ["skinscope", "render", "mannequin", "-o", "x.png", "--camera", "joint=forearm.L"];
        let arguments = Arguments::try_from_line(line.iter().chain(flags).copied()).unwrap();
        let Some(Subcommand::Render(arguments)) = arguments.command else { panic!() };
        let opened = arguments.pose.opening.open(&arguments.model).unwrap();
        let posed = pose_model(&opened, &arguments.pose).unwrap();
        let skins = [(&*posed.model, &posed.pose, None)];
        let framed = Framed::of(&skins, &arguments.pose.skinnings(methods), &arguments.picture).unwrap();
        let Framed::Box(bounds) = framed else { panic!("a joint is framed by a box") };
        let skeleton = &posed.model.skeleton;
        let scene_from_node = posed.pose.scene_from_node(skeleton, arguments.pose.scaling.scale);
        (bounds, scene_from_node[skeleton.find("forearm.L").unwrap() as usize].translation.as_vec3())
    }

    #[test]
    fn a_joint_is_framed_where_its_skin_is_shown() {
        let (lbs, two_phase) = (&[SkinningMethod::Lbs][..], &[SkinningMethod::TwoPhaseDqs][..]);
        let [raised, first] = [["--set", "upper_arm.L:ry=60"], ["--phases", "first"]];
        let (rest, _) = elbow(two_phase, &[]);
        let (moved, at) = elbow(two_phase, &raised);
        assert!(moved.center().abs_diff_eq(at, 1e-4) && moved.center().distance(rest.center()) > 0.1);
        let both = [raised, first].concat();
        assert_eq!(elbow(two_phase, &both).0, rest, "the first phase alone turns nothing");
        assert_eq!(elbow(lbs, &both).0, moved, "LBS has no phases");
        let mixed = [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::TwoPhaseDqs];
        assert_eq!(elbow(&mixed, &both).0, rest.union(moved), "both skins are in the picture");
    }

    #[test]
    fn a_joint_is_framed_under_the_kind_of_scale() {
        let larger = ["--set", "clavicle.L:sx=2,sy=2,sz=2"];
        let inherited = elbow(&[SkinningMethod::Lbs], &larger);
        let local = elbow(&[SkinningMethod::Lbs], &[&larger[..], &["--scale", "local"]].concat());
        for (bounds, at) in [inherited, local] {
            assert!(bounds.center().abs_diff_eq(at, 1e-4), "{bounds:?} is around {at}");
        }
        assert!(inherited.1.distance(local.1) > 0.1);
    }
}
