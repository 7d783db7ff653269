//! A view that frames the models of a scene, from a camera as text.

use super::PairPoses;
use crate::math::Bounds;
use crate::model::{Model, Pose, SkinPart};
use crate::panes::{Scene, SceneError, ScenePair};
use crate::posing::front_yaw;
use crate::skinning::{SkinningSettings, one_for_each_phases};
use crate::view::{Camera, CameraText, joint_close_up, outline_of_part, posed_bounds};
use glam::Vec3;

/// A camera as text, and what it frames unless it is placed by hand.
#[derive(Clone, Debug)]
pub struct FramedView {
    text: CameraText,
    region: Region,
    /// Direction in which the first model faces, in radians.
    front_yaw: f32,
}

#[derive(Clone, Debug)]
enum Region {
    /// Box around whole models, or close-up of a joint.
    Box(Bounds),
    /// Outermost points, where only a part is shown.
    Points(Vec<Vec3>),
}

/// A model in a pose, and what is shown of it.
#[derive(Clone, Copy)]
struct ShownSkin<'a> {
    model: &'a Model,
    pose: &'a Pose,
    /// The shown part of the skin. `None` shows all of it.
    part: Option<&'a SkinPart>,
    /// The joint that the camera frames.
    joint: Option<u32>,
}

impl FramedView {
    /// The view that frames a scene's models in these poses, as all panes show them. A joint is framed in both models if
    /// it has a partner.
    ///
    /// # Errors
    /// If the first model lacks the joint, or if the scene does not fit it.
    pub fn of(
        text: &CameraText,
        scene: &Scene,
        (model, pair): (&Model, Option<&ScenePair>),
        poses: &[PairPoses],
    ) -> Result<Self, SceneError> {
        let [part, part_of_second] = scene.shown_parts(model, pair)?;
        let joint = text.joint_of(model)?;
        let skins = |poses| {
            let first = ShownSkin { model, pose: PairPoses::first(poses), part: part.as_deref(), joint };
            let second = pair.zip(poses.second()).map(|(pair, pose)| {
                let joint = joint.and_then(|joint| pair.partner(joint));
                ShownSkin { model: &pair.model, pose, part: part_of_second.as_deref(), joint }
            });
            std::iter::once(first).chain(second)
        };
        let skins: Vec<ShownSkin<'_>> = poses.iter().flat_map(skins).collect();
        let region = Region::of(&skins, &scene.all_skinning());
        Ok(Self { text: text.clone(), region, front_yaw: front_yaw(model) })
    }

    /// The camera for a picture of this size.
    pub fn camera(&self, size: [u32; 2]) -> Camera {
        match &self.region {
            Region::Box(bounds) => self.text.resolve(*bounds, size, self.front_yaw),
            Region::Points(points) => self.text.resolve_around(points, size, self.front_yaw),
        }
    }
}

impl Region {
    /// Region of skins as all these settings show them. If one of them has a joint that the camera frames, only those
    /// that have one are framed.
    fn of(skins: &[ShownSkin<'_>], skinnings: &[SkinningSettings]) -> Self {
        let shown =
            || one_for_each_phases(skinnings).flat_map(|skinning| skins.iter().map(move |skin| (skinning, *skin)));
        let around = |boxes: &mut dyn Iterator<Item = Bounds>| Self::Box(boxes.fold(Bounds::EMPTY, Bounds::union));
        if skins.iter().any(|skin| skin.joint.is_some()) {
            return around(&mut shown().filter_map(|(skinning, ShownSkin { model, pose, joint, .. })| {
                Some(joint_close_up(model, pose, skinning, joint?))
            }));
        }
        if skins.iter().all(|skin| skin.part.is_none()) {
            return around(&mut shown().map(|(skinning, skin)| posed_bounds(skin.model, skin.pose, skinning)));
        }
        let outline = |(skinning, skin): (SkinningSettings, ShownSkin<'_>)| {
            outline_of_part(skin.model, skin.pose, skinning, skin.part)
        };
        Self::Points(shown().flat_map(outline).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{PoseOverrides, ScaleKind, parse_set};
    use crate::skinning::{Phases, SkinningMethod};

    /// The close-up of the elbow under these settings, and where the elbow is in the pose.
    fn elbow(methods: &[SkinningMethod], set: &str, usual: SkinningSettings) -> (Bounds, Vec3) {
        let model = crate::files::open_model("mannequin").unwrap().asset.model;
        let (mut pose, mut overrides) = (Pose::rest(&model.skeleton), PoseOverrides::default());
        if !set.is_empty() {
            parse_set(set, &model.skeleton, &pose, &mut overrides).unwrap();
        }
        overrides.apply(&model.skeleton, &mut pose);
        let joint = model.skeleton.find("forearm.L").unwrap();
        let skinnings: Vec<_> = methods.iter().map(|&method| SkinningSettings { method, ..usual }).collect();
        let skin = ShownSkin { model: &model, pose: &pose, part: None, joint: Some(joint) };
        let Region::Box(bounds) = Region::of(&[skin], &skinnings) else { panic!("a joint is framed by a box") };
        let scene_from_node = pose.scene_from_node(&model.skeleton, usual.scale_kind);
        (bounds, scene_from_node[joint as usize].translation.as_vec3())
    }

    #[test]
    fn a_joint_is_framed_where_its_skin_is_shown() {
        let (lbs, two_phase) = (&[SkinningMethod::Lbs][..], &[SkinningMethod::TwoPhaseDqs][..]);
        let (usual, raised) = (SkinningSettings::default(), "upper_arm.L:ry=60");
        let first = SkinningSettings { chosen_phases: Phases::First, ..usual };
        let (rest, _) = elbow(two_phase, "", usual);
        let (moved, at) = elbow(two_phase, raised, usual);
        assert!(moved.center().abs_diff_eq(at, 1e-4) && moved.center().distance(rest.center()) > 0.1);
        assert_eq!(elbow(two_phase, raised, first).0, rest, "the first phase alone turns nothing");
        assert_eq!(elbow(lbs, raised, first).0, moved, "LBS has no phases");
        let mixed = [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::TwoPhaseDqs];
        assert_eq!(elbow(&mixed, raised, first).0, rest.union(moved), "both skins are in the picture");
    }

    #[test]
    fn a_joint_is_framed_under_the_kind_of_scale() {
        let elbow = |scale_kind| {
            let usual = SkinningSettings { scale_kind, ..SkinningSettings::default() };
            elbow(&[SkinningMethod::Lbs], "clavicle.L:sx=2,sy=2,sz=2", usual)
        };
        let [inherited, local] = [ScaleKind::Inherited, ScaleKind::Local].map(elbow);
        for (bounds, at) in [inherited, local] {
            assert!(bounds.center().abs_diff_eq(at, 1e-4), "{bounds:?} is around {at}");
        }
        assert!(inherited.1.distance(local.1) > 0.1);
    }
}
