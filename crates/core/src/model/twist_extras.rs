//! Twist drivers in the extras of a file's nodes, so that a written rig still drives its twist joints when it is opened.

use super::{Skeleton, TwistDriver, TwistKind};
use glam::DVec3;
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
            && skeleton.node(node).parent == Some(joint)
            && child != node
            && skeleton.nearest_ancestor(child, |above| above == joint).is_some()
            && (axis.length() - 1.0).abs() < UNIT
            && kind.has_share(share)
            && ordinal > 0;
        is_whole.then(|| TwistDriver { node, joint, child, axis: axis.normalize(), ordinal, kind, share })
    }
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
        // Files written before kinds existed spread the end's twist.
        let plain = changed("\"kind\":\"own\",", "").unwrap();
        assert_eq!(plain, TwistDriver { kind: TwistKind::End, ..driver });
    }
}
