//! Ranges in which a stress test turns each joint, and their origins.

use super::joint_kind::JointKind;
use super::joint_reach::Anatomy;
use crate::math::parse_number;
use crate::measure::{AngleRange, StressRanges};
use crate::model::{JointLimits, Model};
use std::str::FromStr;

/// Source of the ranges in which joints turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum RangeSource {
    /// Joint by joint, the range of the model's clips; if no clip turns the joint, the range of its limits; without
    /// limits, the range of its kind.
    #[default]
    Natural,
    /// The range in which the model's clips turn each joint. Other joints do not turn.
    Clips,
    /// A number of degrees to either side, about every axis of every joint.
    Degrees(f32),
}

/// Origin of the range in which one joint turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeOrigin {
    /// The clips turn the joint this far.
    Clips,
    /// The joint's limits, or its kind for an axis without limits.
    Limits,
    /// The kind of joint, by its name.
    Kind(JointKind),
    /// Degrees to either side, given by the user.
    Degrees,
}

/// The text is not a range. Holds the text.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{0:?} is not a range; write natural, clips, or degrees to either side from 5 to 180, such as 90")]
pub struct RangeSourceError(String);

impl FromStr for RangeSource {
    type Err = RangeSourceError;

    fn from_str(text: &str) -> Result<Self, RangeSourceError> {
        match text.trim() {
            "natural" => return Ok(Self::Natural),
            "clips" => return Ok(Self::Clips),
            _ => {}
        }
        let degrees = parse_number(text).ok().filter(|degrees| AngleRange::DEGREES.contains(degrees));
        degrees.map(Self::Degrees).ok_or_else(|| RangeSourceError(text.to_owned()))
    }
}

/// Writes the source in the syntax of the command line.
impl std::fmt::Display for RangeSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Degrees(degrees) => write!(f, "{degrees}"),
            _ => f.write_str(self.id()),
        }
    }
}

impl RangeSource {
    /// The name in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Self::Natural => "natural",
            Self::Clips => "clips",
            Self::Degrees(_) => "degrees",
        }
    }

    /// Beginning of a line that lists the joints that bend skin and were not turned at all.
    pub fn what_keeps_still(self) -> &'static str {
        match self {
            Self::Clips => "No clip moves",
            Self::Natural | Self::Degrees(_) => "Limits hold",
        }
    }

    /// Why a stress test turned no joint, in one sentence. `holds_joints` says whether there are joints that bend skin and
    /// were not turned.
    pub fn why_nothing_turns(self, holds_joints: bool) -> &'static str {
        match self {
            Self::Clips => "No clip turns a joint that bends skin.",
            _ if holds_joints => "Limits hold every joint that bends skin.",
            Self::Natural | Self::Degrees(_) => "No joint bends skin: every vertex follows a single joint.",
        }
    }

    /// Extent of the turn, to follow "each joint" in a sentence.
    pub fn described(self) -> String {
        match self {
            Self::Natural => "as far as is natural for it".to_owned(),
            Self::Clips => "as far as the clips rotate it".to_owned(),
            Self::Degrees(degrees) => format!("by up to {degrees}\u{b0} to either side"),
        }
    }
}

impl RangeOrigin {
    /// The name in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Self::Clips => "clips",
            Self::Limits => "limits",
            Self::Kind(_) => "kind",
            Self::Degrees => "degrees",
        }
    }

    /// The label in a table: "clips", "limits", "fixed", or the kind of joint.
    pub fn label(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.name(),
            Self::Degrees => "fixed",
            _ => self.id(),
        }
    }

    /// Extent of the turn, to follow "rotated": "as far as its clips do", "as a hinge, like an elbow".
    pub fn described(self) -> String {
        match self {
            Self::Clips => "as far as the clips rotate it".to_owned(),
            Self::Limits => "within its limits".to_owned(),
            Self::Kind(JointKind::Unknown) => "by 90\u{b0} to either side, because its name says nothing".to_owned(),
            Self::Kind(kind) => format!("as a {} ({})", kind.motion().name(), kind.name()),
            Self::Degrees => "by the same angle as every joint".to_owned(),
        }
    }
}

/// The ranges of a stress test.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnRanges {
    /// The source that was asked for.
    pub source: RangeSource,
    /// The ranges of all joints.
    pub ranges: StressRanges,
    /// Origins by node.
    origins: Vec<RangeOrigin>,
}

impl TurnRanges {
    /// The ranges for a model. `limits` count only for natural ranges.
    pub fn of(model: &Model, source: RangeSource, limits: &JointLimits) -> Self {
        let all = |origin: RangeOrigin| vec![origin; model.skeleton.len()];
        let (ranges, origins) = match source {
            RangeSource::Natural => natural(model, limits),
            RangeSource::Clips => (StressRanges::from_clips(model), all(RangeOrigin::Clips)),
            RangeSource::Degrees(degrees) => (StressRanges::symmetric(model, degrees), all(RangeOrigin::Degrees)),
        };
        Self { source, ranges, origins }
    }

    /// The origin of the range of a node.
    pub fn origin(&self, node: u32) -> RangeOrigin {
        self.origins.get(node as usize).copied().unwrap_or(RangeOrigin::Degrees)
    }

    /// The number of joints with each origin among some joints: "40 from clips, 2 from limits, 6 by kind". Empty if all
    /// have the same origin by definition.
    pub fn counts(&self, nodes: impl IntoIterator<Item = u32>) -> String {
        if self.source != RangeSource::Natural {
            return String::new();
        }
        let mut counts = [0usize; 3];
        for node in nodes {
            match self.origin(node) {
                RangeOrigin::Clips => counts[0] += 1,
                RangeOrigin::Limits => counts[1] += 1,
                RangeOrigin::Kind(_) | RangeOrigin::Degrees => counts[2] += 1,
            }
        }
        let words = ["from clips", "from limits", "by kind of joint"];
        let parts = counts.iter().zip(words).filter(|(count, _)| **count > 0);
        parts.map(|(count, words)| format!("{count} {words}")).collect::<Vec<_>>().join(", ")
    }
}

fn natural(model: &Model, limits: &JointLimits) -> (StressRanges, Vec<RangeOrigin>) {
    let of_clips = StressRanges::from_clips(model);
    let anatomy = Anatomy::of(model);
    let of_node = |node: u32| {
        let turned = of_clips.of_node(node);
        if turned != [None; 3] {
            return (turned, RangeOrigin::Clips);
        }
        let by_kind = anatomy.ranges(node);
        let limits = limits.get(node);
        if limits == [None; 3] {
            return (by_kind, RangeOrigin::Kind(anatomy.kind(node)));
        }
        let axis = |axis: usize| match limits[axis] {
            Some(limit) => AngleRange::between(limit.least_degrees(), limit.most_degrees()),
            None => by_kind[axis],
        };
        ([0, 1, 2].map(axis), RangeOrigin::Limits)
    };
    let (ranges, origins) = (0..model.skeleton.len() as u32).map(of_node).unzip();
    (StressRanges::new(ranges), origins)
}

#[cfg(test)]
mod tests {
    use super::super::test_rigs::two_arms;
    use super::*;
    use crate::model::{AngleLimit, Channel, ChannelValues, Clip, Interpolation, ModelParts};
    use glam::Quat;
    use std::sync::Arc;

    fn model() -> Model {
        let parts = ModelParts {
            name: String::new(),
            skeleton: two_arms(),
            skins: Vec::new(),
            primitives: Vec::new(),
            materials: Vec::new(),
            textures: Vec::new(),
            clips: Vec::new(),
        };
        Model::new(parts).unwrap()
    }

    #[test]
    fn clips_come_before_limits_and_limits_before_the_kind() {
        let mut model = model();
        let rest = model.skeleton.node(1).rest.rotation;
        let turned = (rest * Quat::from_rotation_x(70f32.to_radians())).normalize();
        let values = ChannelValues::Rotation(vec![rest, turned]);
        let channel = Channel::new(1, Interpolation::Linear, vec![0.0, 1.0], values).unwrap();
        model.clips = Arc::new(vec![Clip::new("clip".to_owned(), vec![channel])]);
        let mut limits = JointLimits::default();
        limits.set(1, 0, Some(AngleLimit::between(-10.0, 10.0)));
        limits.set(2, 1, Some(AngleLimit::between(-20.0, 40.0)));
        let turns = TurnRanges::of(&model, RangeSource::Natural, &limits);
        let origins = [0, 1, 2, 3].map(|node| turns.origin(node));
        let kind = |kind| RangeOrigin::Kind(kind);
        assert_eq!(origins, [kind(JointKind::Spine), RangeOrigin::Clips, RangeOrigin::Limits, kind(JointKind::Wrist)]);
        assert!((turns.ranges.of_node(1)[0].unwrap().to - 70.0).abs() < 1e-3, "not the limit");
        assert_eq!(turns.ranges.of_node(2)[1], AngleRange::between(-20.0, 40.0));
        let free = TurnRanges::of(&model, RangeSource::Natural, &JointLimits::default()).ranges.of_node(2);
        assert_eq!(turns.ranges.of_node(2)[2], free[2], "an axis without a limit");
        assert_eq!(turns.counts(0..5), "1 from clips, 1 from limits, 3 by kind of joint");
        let clips = TurnRanges::of(&model, RangeSource::Clips, &limits);
        assert_eq!((clips.ranges.of_node(2), clips.counts(0..5)), ([None; 3], String::new()));
    }

    #[test]
    fn a_range_is_read_or_refused() {
        for (text, source) in
            [("natural", RangeSource::Natural), (" clips ", RangeSource::Clips), ("120", RangeSource::Degrees(120.0))]
        {
            assert_eq!(text.parse(), Ok(source));
            assert_eq!(source.to_string(), text.trim());
        }
        for wrong in ["", "clip", "0", "181", "-90", "nan", "inf"] {
            assert!(wrong.parse::<RangeSource>().is_err(), "{wrong}");
        }
    }
}
