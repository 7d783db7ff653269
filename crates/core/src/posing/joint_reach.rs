//! Ranges of a joint's turns about each of its own axes, from its kind and from the body's stance at rest.

use super::front_yaw;
use super::joint_kind::{JointKind, Reach, Toward, joint_kinds};
use super::joint_words::{Word, words};
use crate::measure::AngleRange;
use crate::model::{Model, Pose, ScaleKind, Skeleton};
use glam::{DAffine3, DMat3, DVec3};

/// Bend of a limb at rest above which it shows the direction of bending, wherever the character looks.
const BENT_DEGREES: f64 = 30.0;
/// Bend of a limb at rest above which it shows the direction only if it agrees with the direction in which the
/// character looks.
const SLIGHTLY_BENT_DEGREES: f64 = 8.0;
/// Least cosine between directions that agree: the cosine of 60 degrees.
const AGREES: f64 = 0.5;
/// Sine of the angle between a bone and a direction below which the bone already points in this direction.
const POINTS_THERE: f64 = 0.3;

/// The names of fingers from the thumb outward.
const FINGERS: [&[Word]; 4] = [&[Word::Index], &[Word::Middle], &[Word::Ring], &[Word::Pinky, Word::Little]];

/// The joints of a model at rest, in scene space.
pub(super) struct Anatomy<'a> {
    skeleton: &'a Skeleton,
    kinds: Vec<JointKind>,
    scene_from_node: Vec<DAffine3>,
    front: DVec3,
}

impl<'a> Anatomy<'a> {
    pub fn of(model: &'a Model) -> Self {
        let skeleton = &model.skeleton;
        let scene_from_node = Pose::rest(skeleton).scene_from_node(skeleton, ScaleKind::Inherited);
        let (sine, cosine) = f64::from(front_yaw(model)).sin_cos();
        Self { skeleton, kinds: joint_kinds(skeleton), scene_from_node, front: DVec3::new(sine, 0.0, cosine) }
    }

    pub fn kind(&self, node: u32) -> JointKind {
        self.kinds[node as usize]
    }

    /// The ranges about the joint's own X, Y and Z. The three axes share the bend, the turn to the side and the twist
    /// of its kind: each gets the nearest of these, so that all three are as near as possible.
    pub fn ranges(&self, node: u32) -> [Option<AngleRange>; 3] {
        const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let Reach { bend, side, twist, .. } = self.kind(node).reach();
        let Bend { bone, axis, degrees, is_known } = self.bend(node);
        let axes = [axis, bone.cross(axis), bone];
        // A hinge whose direction of bending is unknown is tried both ways.
        let away = if is_known { bend[0] } else { -bend[1] };
        let ranges = [[away - degrees, bend[1] - degrees], [-side, side], [-twist, twist]];
        let own = self.own_axes(node);
        let nearness = |order: &[usize; 3]| (0..3).map(|at| own[at].dot(axes[order[at]]).abs()).sum::<f64>();
        let nearest = ORDERS.into_iter().max_by(|a, b| nearness(a).total_cmp(&nearness(b))).unwrap_or(ORDERS[0]);
        [0, 1, 2].map(|at| {
            let [from, to] = ranges[nearest[at]];
            let is_opposite = own[at].dot(axes[nearest[at]]) < 0.0;
            if is_opposite { AngleRange::between(-to, -from) } else { AngleRange::between(from, to) }
        })
    }

    /// The axes about which the joint's own angles turn it, of unit length.
    fn own_axes(&self, node: u32) -> [DVec3; 3] {
        let frame: DMat3 = self.scene_from_node[node as usize].matrix3;
        // In a mirror, a turn goes in the opposite direction.
        let sense = frame.determinant().signum();
        [frame.x_axis, frame.y_axis, frame.z_axis].map(|axis| sense * axis.normalize_or_zero())
    }

    fn bend(&self, node: u32) -> Bend {
        let above = self.direction_from_parent(node);
        let bone = self.direction_to_children(node).or(above).unwrap_or(DVec3::Y);
        let facing = self.side(node, bone).and_then(|side| bone.cross(side).try_normalize());
        let Reach { bend: [away, _], .. } = self.kind(node).reach();
        // For a joint that bends both ways, a bend shows nothing.
        let seen = above.filter(|_| away == 0.0).and_then(|above| {
            let axis = above.cross(bone).try_normalize()?;
            let degrees = above.angle_between(bone).to_degrees();
            let agrees = facing.is_none_or(|facing| axis.dot(facing) > AGREES);
            let shows = degrees > BENT_DEGREES || (degrees > SLIGHTLY_BENT_DEGREES && agrees);
            shows.then_some(Bend { bone, axis, degrees: degrees as f32, is_known: true })
        });
        let axis = facing.unwrap_or_else(|| bone.any_orthonormal_vector());
        seen.unwrap_or(Bend { bone, axis, degrees: 0.0, is_known: facing.is_some() })
    }

    /// The direction toward which a joint bends first. `None` if it is unknown.
    fn side(&self, node: u32, bone: DVec3) -> Option<DVec3> {
        let [first, second] = match self.kind(node).reach().toward {
            Toward::Front => [self.front, DVec3::Y],
            Toward::Back => [-self.front, DVec3::Y],
            Toward::Up => [DVec3::Y, self.front],
            Toward::Palm => return self.palm(node),
        };
        Some(if bone.cross(first).length() > POINTS_THERE { first } else { second })
    }

    /// Direction in which the palm of a joint's hand faces: across the row of knuckles, on the side that left and right
    /// determine.
    fn palm(&self, node: u32) -> Option<DVec3> {
        let is_hand = |node: u32| matches!(self.kind(node), JointKind::Wrist | JointKind::Elbow);
        let hand_of = |node: u32| self.skeleton.nearest_ancestor(node, is_hand);
        let hand = if is_hand(node) { node } else { hand_of(node)? };
        let is_knuckle = |node: &u32| self.kind(*node) == JointKind::Knuckle && hand_of(*node) == Some(hand);
        let words_of = |node: u32| words(&self.skeleton.node(node).name);
        let place = |node: u32| {
            let place = |word: &Word| FINGERS.iter().position(|words| words.contains(word));
            Some((words_of(node).iter().find_map(place)?, node))
        };
        let knuckles = (0..self.skeleton.len() as u32).filter(is_knuckle).filter_map(place);
        let (first, last) = (knuckles.clone().min()?, knuckles.max()?);
        let [index, little, wrist] = [first.1, last.1, hand].map(|node| self.origin(node));
        let left = (little - index).cross(index + little - 2.0 * wrist).try_normalize()?;
        let words = words_of(first.1);
        match [Word::Left, Word::Right].map(|side| words.contains(&side)) {
            [true, false] => Some(left),
            [false, true] => Some(-left),
            _ => None,
        }
    }

    fn origin(&self, node: u32) -> DVec3 {
        self.scene_from_node[node as usize].translation
    }

    /// Direction from the nearest joint above that has a different position.
    fn direction_from_parent(&self, node: u32) -> Option<DVec3> {
        let direction = |above: u32| (self.origin(node) - self.origin(above)).try_normalize();
        let is_apart = |above: u32| self.skeleton.node(above).is_joint && direction(above).is_some();
        self.skeleton.nearest_ancestor(node, is_apart).and_then(direction)
    }

    /// Direction to the middle of the joints below.
    fn direction_to_children(&self, node: u32) -> Option<DVec3> {
        let joints = self.skeleton.children(node).iter().filter(|&&child| self.skeleton.node(child).is_joint);
        joints.map(|&child| self.origin(child) - self.origin(node)).sum::<DVec3>().try_normalize()
    }
}

/// Bending of a joint. Both directions have unit length and are at right angles, in scene space at rest.
struct Bend {
    bone: DVec3,
    /// Axis about which a positive turn bends the joint toward its side.
    axis: DVec3,
    /// Angle by which the joint is bent about the axis at rest, where that counts.
    degrees: f32,
    /// Whether the axis was found by more than chance.
    is_known: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::stress_pose;
    use crate::model::{ModelParts, Node, Trs};
    use glam::{Quat, Vec3};

    /// A body with arms to its sides and legs, looking along `front` times Z. Its joints are the joints of the left
    /// side followed by those of the right. `change` alters their rest transforms.
    fn body(front: f32, change: impl Fn(&str, &mut Trs)) -> Model {
        let mut nodes = vec![Node::new("hips", None, Trs::IDENTITY)];
        for (side, x) in [(".L", front), (".R", -front)] {
            let first = nodes.len() as u32;
            let limbs = [
                ("upper_arm", 0, Vec3::new(0.2 * x, 0.5, 0.0)),
                ("forearm", first, Vec3::new(0.3 * x, 0.0, 0.0)),
                ("hand", first + 1, Vec3::new(0.3 * x, 0.0, 0.0)),
                ("thigh", 0, Vec3::new(0.1 * x, -0.1, 0.0)),
                ("shin", first + 3, Vec3::new(0.0, -0.4, 0.0)),
                ("foot", first + 4, Vec3::new(0.0, -0.4, 0.0)),
                ("toe", first + 5, Vec3::new(0.0, -0.05, 0.15 * front)),
            ];
            for (name, parent, translation) in limbs {
                let mut rest = Trs { translation, ..Trs::IDENTITY };
                change(name, &mut rest);
                nodes.push(Node::new(format!("{name}{side}"), Some(parent), rest));
            }
        }
        nodes.iter_mut().for_each(|node| node.is_joint = true);
        model(nodes)
    }

    fn model(nodes: Vec<Node>) -> Model {
        let parts = ModelParts {
            name: String::new(),
            skeleton: Skeleton::new(nodes).unwrap(),
            skins: Vec::new(),
            primitives: Vec::new(),
            materials: Vec::new(),
            textures: Vec::new(),
            clips: Vec::new(),
        };
        Model::new(parts).unwrap()
    }

    fn ends(model: &Model, joint: &str) -> [Option<[f32; 2]>; 3] {
        let ranges = Anatomy::of(model).ranges(model.skeleton.find(joint).unwrap());
        ranges.map(|range| range.map(|AngleRange { from, to }| [from.round() + 0.0, to.round() + 0.0]))
    }

    #[test]
    fn hinges_turn_about_one_axis_to_the_side_that_the_body_says() {
        let model = body(1.0, |_, _| {});
        assert_eq!(ends(&model, "forearm.L"), [None, Some([-140.0, 0.0]), None]);
        assert_eq!(ends(&model, "forearm.R"), [None, Some([0.0, 140.0]), None]);
        assert_eq!(ends(&model, "shin.L"), [Some([0.0, 140.0]), None, None]);
        assert_eq!(ends(&model, "thigh.R"), [Some([-120.0, 30.0]), Some([-45.0, 45.0]), Some([-45.0, 45.0])]);
        let backward = body(-1.0, |_, _| {});
        assert_eq!(ends(&backward, "shin.L"), [Some([-140.0, 0.0]), None, None]);
        assert_eq!(ends(&backward, "forearm.L"), [None, Some([-140.0, 0.0]), None]);
    }

    #[test]
    fn a_limb_that_is_bent_at_rest_shows_where_it_bends() {
        let bent = |degrees: f32| {
            body(1.0, move |name, rest| {
                if name == "shin" {
                    rest.rotation = Quat::from_rotation_x(degrees.to_radians());
                }
            })
        };
        assert_eq!(ends(&bent(20.0), "shin.L")[0], Some([-20.0, 120.0]), "to straight and on");
        assert_eq!(ends(&bent(-20.0), "shin.L")[0], Some([0.0, 140.0]), "modeled a little too far");
        assert_eq!(ends(&bent(-50.0), "shin.L")[0], Some([-90.0, 50.0]), "the knee of a bird");
    }

    /// Hands move to the front and feet to the back, whatever the joints' own axes are.
    #[test]
    fn every_end_of_a_hinge_is_on_its_side() {
        let turns =
            [Quat::IDENTITY, Quat::from_rotation_y(1.5), Quat::from_rotation_z(-2.2), Quat::from_rotation_x(3.0)];
        for front in [1.0, -1.0] {
            for turn in turns {
                for mirrored in [false, true] {
                    let model = body(front, |name, rest| match name {
                        // The limb stays in place; only its axes differ.
                        "upper_arm" | "thigh" => {
                            rest.rotation = turn;
                            rest.scale.x = if mirrored { -1.0 } else { 1.0 };
                        }
                        _ => {
                            let flip = if mirrored { Vec3::new(-1.0, 1.0, 1.0) } else { Vec3::ONE };
                            let is_first = name == "forearm" || name == "shin";
                            rest.translation = flip * (turn.inverse() * rest.translation);
                            rest.rotation = if is_first { Quat::from_rotation_y(0.3) } else { Quat::IDENTITY };
                            if !is_first {
                                rest.translation = Quat::from_rotation_y(-0.3) * rest.translation;
                            }
                        }
                    });
                    for (joint, end, side) in [("forearm.L", "hand.L", 1.0), ("shin.R", "foot.R", -1.0)] {
                        let [joint, end] = [joint, end].map(|name| model.skeleton.find(name).unwrap());
                        let place = |pose: &Pose| {
                            pose.scene_from_node(&model.skeleton, ScaleKind::Inherited)[end as usize].translation.z
                        };
                        let rest = place(&Pose::rest(&model.skeleton));
                        let mut turned = 0;
                        for (axis, range) in Anatomy::of(&model).ranges(joint).into_iter().enumerate() {
                            let Some(AngleRange { from, to }) = range else { continue };
                            for degrees in [from, to].into_iter().filter(|degrees| degrees.abs() > 90.0) {
                                let moved = place(&stress_pose(&model, joint, axis, degrees / 2.0).1) - rest;
                                assert!(
                                    moved * f64::from(side * front) > 0.05,
                                    "{turn} {mirrored}: {moved} at {degrees}"
                                );
                                turned += 1;
                            }
                        }
                        assert_eq!(turned, 1, "one axis, one way");
                    }
                }
            }
        }
    }

    /// Straight fingers of a hand that lies flat bend down, on both sides.
    #[test]
    fn fingers_bend_toward_the_palm() {
        let mut nodes = vec![Node::new("hips", None, Trs::IDENTITY)];
        for (side, x) in [(".L", 1.0), (".R", -1.0)] {
            let first = nodes.len() as u32;
            let at = |x: f32, z: f32| Trs { translation: Vec3::new(x, 0.0, z), ..Trs::IDENTITY };
            nodes.push(Node::new(format!("hand{side}"), Some(0), at(0.8 * x, 0.0)));
            for (finger, z) in [("index", 0.03), ("middle", 0.01), ("little", -0.03)] {
                let parent = nodes.len() as u32;
                nodes.push(Node::new(format!("{finger}_1{side}"), Some(first), at(0.1 * x, z)));
                nodes.push(Node::new(format!("{finger}_2{side}"), Some(parent), at(0.04 * x, 0.0)));
                nodes.push(Node::new(format!("{finger}_3{side}"), Some(parent + 1), at(0.03 * x, 0.0)));
            }
        }
        nodes.iter_mut().for_each(|node| node.is_joint = true);
        let model = model(nodes);
        assert_eq!(ends(&model, "middle_2.L"), [None, None, Some([-90.0, 0.0])]);
        assert_eq!(ends(&model, "middle_2.R"), [None, None, Some([0.0, 90.0])]);
        assert_eq!(ends(&model, "index_1.R")[2], Some([-30.0, 90.0]));
    }

    #[test]
    fn joints_that_nothing_is_known_of_turn_everywhere() {
        let nodes = vec![Node::new("a", None, Trs::IDENTITY), Node::new("b", Some(0), Trs::IDENTITY)];
        let model = model(nodes);
        assert_eq!(ends(&model, "b"), [Some([-90.0, 90.0]); 3]);
    }
}
