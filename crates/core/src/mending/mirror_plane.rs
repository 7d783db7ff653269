use super::edited::WeightEditError;
use crate::model::{Model, SkinKind};
use crate::posing::{Mirror, Side, side_of};
use glam::DVec3;
use std::collections::{BTreeMap, HashSet};

/// The plane between left and right in the bind frame, which the joints of both sides tell.
pub(super) struct MirrorPlane {
    /// Index of the coordinate that changes sign.
    axis: usize,
    /// This coordinate of the plane.
    middle: f64,
    /// The sign of this coordinate on the side that is copied.
    side: f64,
    pairs: Mirror,
}

impl MirrorPlane {
    /// The plane for copying the side of a joint.
    ///
    /// # Errors
    /// If the names do not tell the sides.
    pub fn of(model: &Model, joint: u32) -> Result<Self, WeightEditError> {
        let pairs = Mirror::of(&model.skeleton);
        let Some(partner) = pairs.partner(joint) else {
            return Err(WeightEditError::NoOtherSide { joint: model.skeleton.label(joint) });
        };
        let axis = pairs.axis().index();
        let mut at: BTreeMap<u32, f64> = BTreeMap::new();
        for skin in model.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned) {
            for joint in &skin.joints {
                at.entry(joint.node).or_insert(joint.bind_origin[axis]);
            }
        }
        let names: HashSet<&str> = model.skeleton.nodes().iter().map(|node| node.name.as_str()).collect();
        let (mut middles, mut left) = (Vec::new(), 0.0);
        for (&node, &own) in &at {
            let other = pairs.partner(node).filter(|other| *other != node).and_then(|other| at.get(&other));
            let Some(other) = other else { continue };
            middles.push(own.midpoint(*other));
            let is_left = side_of(&model.skeleton.node(node).name, |name| names.contains(name)) == Some(Side::Left);
            left += if is_left { own - other } else { 0.0 };
        }
        if middles.is_empty() {
            return Err(WeightEditError::NoSides { joint: model.skeleton.label(joint) });
        }
        middles.sort_by(f64::total_cmp);
        // The median: a few joints may be apart from the middle by themselves.
        let middle = middles[middles.len() / 2];
        let side = match (at.get(&joint), at.get(&partner)) {
            (Some(own), Some(other)) if partner != joint => own - other,
            _ => left,
        };
        Ok(Self { axis, middle, side: side.signum(), pairs })
    }

    /// The signed distance from the plane, positive on the side that is copied.
    pub fn distance(&self, position: DVec3) -> f64 {
        self.side * (position[self.axis] - self.middle)
    }

    /// The position on the other side.
    pub fn mirrored(&self, mut position: DVec3) -> DVec3 {
        position[self.axis] = 2.0 * self.middle - position[self.axis];
        position
    }

    /// The joint on the other side. `None` if the names do not determine one.
    pub fn partner(&self, joint: u32) -> Option<u32> {
        self.pairs.partner(joint)
    }
}
