//! Twist drivers in the extras of a file's nodes, so that a written rig still drives its twist joints when it is opened.

use super::{Skeleton, TwistDriver, TwistKind};
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

/// The extras of a twist joint's node. Other programs ignore them and find a plain joint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TwistExtras {
    skinscope_twist: Twist,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Twist {
    /// Node indices in the file.
    joint: u32,
    child: u32,
    axis: [f64; 3],
    ordinal: u32,
    #[serde(default)]
    kind: TwistKind,
    share: f64,
}

/// Largest difference of the axis' length from one, for digits that another program dropped.
const UNIT: f64 = 1e-3;

impl TwistExtras {
    pub fn of(driver: &TwistDriver) -> Self {
        let &TwistDriver { joint, child, axis, ordinal, kind, share, node: _ } = driver;
        Self { skinscope_twist: Twist { joint, child, axis: axis.to_array(), ordinal, kind, share } }
    }

    /// The driver of a node. `None` if the file's nodes no longer match the extras, because another program has changed
    /// them.
    pub fn driver(&self, node: u32, skeleton: &Skeleton) -> Option<TwistDriver> {
        let Twist { joint, child, axis, ordinal, kind, share } = self.skinscope_twist;
        let axis = DVec3::from_array(axis);
        let is_node = |node: u32| (node as usize) < skeleton.len();
        let is_whole = is_node(node)
            && is_node(child)
            && skeleton.children(node).is_empty()
            && is_framed(skeleton, node, joint)
            && child != node
            && skeleton.nearest_ancestor(node, |above| above == child).is_none()
            && skeleton.nearest_ancestor(child, |above| above == joint).is_some()
            && (axis.length() - 1.0).abs() < UNIT
            && kind.has_share(share)
            && ordinal > 0;
        is_whole.then(|| TwistDriver { node, joint, child, axis: axis.normalize(), ordinal, kind, share })
    }
}

/// Largest number of a twist joint's frames.
const MOST_FRAMES: usize = 3;

/// Whether a node hangs below a joint, with nothing between them but its frames: nodes that lead only to it and turn it.
fn is_framed(skeleton: &Skeleton, node: u32, joint: u32) -> bool {
    let upward = std::iter::successors(skeleton.node(node).parent, |&node| skeleton.node(node).parent);
    let is_frame = |&node: &u32| {
        let frame = skeleton.node(node);
        let turns_only = frame.rest.scale == Vec3::ONE && frame.residual.is_none() && frame.morph_targets.is_empty();
        turns_only && !frame.is_joint && skeleton.children(node).len() == 1
    };
    let frames = upward.take_while(|above| *above != joint && is_frame(above)).count();
    let top = skeleton.nearest_ancestor(node, |above| above == joint || !is_frame(&above));
    frames <= MOST_FRAMES && top == Some(joint)
}

#[cfg(test)]
mod tests {
    use super::super::{Node, Trs};
    use super::*;

    #[test]
    fn a_driver_survives_and_one_that_no_longer_fits_does_not() {
        let names = [("forearm", None), ("hand", Some(0)), ("twist", Some(0))];
        let nodes = names.map(|(name, parent)| Node::new(name, parent, Trs::IDENTITY));
        let skeleton = Skeleton::new(nodes.to_vec()).unwrap();
        let kind = TwistKind::Own;
        let driver = TwistDriver { node: 2, joint: 0, child: 1, axis: DVec3::Y, ordinal: 1, kind, share: 0.5 };
        let json = serde_json::to_string(&TwistExtras::of(&driver)).unwrap();
        let read = |json: &str| serde_json::from_str::<TwistExtras>(json).ok()?.driver(2, &skeleton);
        assert_eq!(read(&json), Some(driver));
        let changed = |from: &str, to: &str| {
            let changed = json.replace(from, to);
            assert_ne!(changed, json, "{from}");
            read(&changed)
        };
        for (from, to) in [
            ("\"joint\":0", "\"joint\":1"),
            ("\"child\":1", "\"child\":2"),
            ("\"child\":1", "\"child\":99"),
            ("1.0,0.0]", "0.0,0.0]"),
            ("\"share\":0.5", "\"share\":2.0"),
            ("\"share\":0.5", "\"share\":1.0"),
            ("\"own\"", "\"sideways\""),
            ("\"ordinal\":1", "\"ordinal\":0"),
            ("\"share\":0.5", "\"share\":\"much\""),
        ] {
            assert_eq!(changed(from, to), None, "{to}");
        }
        // A frame between the joint and the twist joint, which must be no joint and must lead nowhere else.
        let framed = |is_joint: bool, other_below: bool| {
            let mut nodes = skeleton.nodes().to_vec();
            nodes.push(Node { is_joint, ..Node::new("frame", Some(0), Trs::IDENTITY) });
            nodes[2].parent = Some(3);
            nodes[1].parent = Some(if other_below { 3 } else { 0 });
            let skeleton = Skeleton::new(nodes).unwrap();
            serde_json::from_str::<TwistExtras>(&json).unwrap().driver(2, &skeleton)
        };
        assert_eq!(framed(false, false), Some(driver));
        assert_eq!((framed(true, false), framed(false, true)), (None, None));
        // Files written before kinds existed spread the end's twist.
        let plain = changed("\"kind\":\"own\",", "").unwrap();
        assert_eq!(plain, TwistDriver { kind: TwistKind::End, ..driver });
    }
}
