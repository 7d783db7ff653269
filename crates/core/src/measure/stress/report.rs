use super::super::surface::VertexId;
use super::{AngleRange, StressMeasure};
use crate::model::ROTATION_KEYS;

/// The worst value of one measure at one joint under one method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StressEntry {
    /// The joint's node in the skeleton.
    pub node: u32,
    /// The measure whose worst value this is.
    pub measure: StressMeasure,
    /// The joint's axis: 0, 1 or 2 for X, Y or Z.
    pub axis: usize,
    /// The angle about that axis, relative to rest.
    pub degrees: f32,
    /// The value of [`StressMeasure::figure`], relative to rest.
    pub over_rest: f64,
    /// Vertex index as in [`super::super::Surface`].
    pub vertex: u32,
    /// The same vertex by its primitive.
    pub vertex_id: VertexId,
}

impl StressEntry {
    /// The severity of the value: larger is worse.
    pub fn severity(&self) -> f64 {
        self.measure.severity(self.over_rest)
    }

    /// The severity for sorting: left and right differ only in the last digits, which must not decide the order.
    pub(crate) fn rounded_severity(&self) -> f64 {
        (self.severity() * 1e4).round()
    }

    /// Whether this is worse than another one by more than rounding.
    pub fn is_worse_than(&self, other: &Self) -> bool {
        self.rounded_severity() > other.rounded_severity()
    }

    /// The key of the turn in `--set` and `--sweep`.
    pub fn rotation_key(&self) -> &'static str {
        ROTATION_KEYS[self.axis.min(2)]
    }

    /// The name of the axis: X, Y or Z.
    pub fn axis_name(&self) -> &'static str {
        ["X", "Y", "Z"][self.axis.min(2)]
    }
}

/// The results for one joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointStress {
    /// The joint's node in the skeleton.
    pub node: u32,
    /// The ranges through which it was rotated, about X, Y and Z.
    pub ranges: [Option<AngleRange>; 3],
    /// Worst values: for each method, one value per measure in the order of [`StressMeasure::ALL`]; `None` if there is
    /// nothing to measure.
    pub worst: Vec<[Option<StressEntry>; 3]>,
}

/// The results of a stress test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StressReport {
    /// The joints that were rotated and bend skin, in node order.
    pub joints: Vec<JointStress>,
    /// Nodes of joints that bend skin but were not rotated because they have no range.
    pub not_moved: Vec<u32>,
    /// Number of poses tried, each under every method.
    pub poses: usize,
}

impl StressReport {
    /// The joints that have a defect of this kind under a method, worst first; equal joints keep their order.
    pub fn ranked(&self, method: usize, measure: StressMeasure) -> Vec<StressEntry> {
        let of_joint = |joint: &JointStress| joint.worst.get(method)?[measure as usize];
        let entries = self.joints.iter().filter_map(of_joint);
        let mut entries: Vec<StressEntry> = entries.filter(|entry| measure.is_defect(entry.over_rest)).collect();
        entries.sort_by(|a, b| b.rounded_severity().total_cmp(&a.rounded_severity()).then(a.node.cmp(&b.node)));
        entries
    }
}
