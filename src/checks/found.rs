use super::{Place, Rule};
use crate::measure::VertexId;
use crate::model::{Model, one_line};
use crate::posing::JointKind;

/// A number of a file, before it is compared with a limit.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub rule: Rule,
    pub value: f64,
    /// The kind of joint, for numbers that are measured joint by joint.
    pub kind: Option<JointKind>,
    pub place: Place,
}

impl Found {
    /// A number of the whole file.
    pub fn of_file(rule: Rule, value: f64) -> Self {
        Self { rule, value, kind: None, place: Place::default() }
    }

    pub fn count(rule: Rule, count: usize) -> Self {
        Self::of_file(rule, count as f64)
    }

    /// The first few joints of a list, in words.
    pub fn of_joints(rule: Rule, model: &Model, nodes: &[u32]) -> Self {
        const MOST: usize = 3;
        let names: Vec<String> = nodes.iter().take(MOST).map(|&node| model.skeleton.label(node)).collect();
        let more = nodes.len().saturating_sub(MOST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let at = if nodes.is_empty() { String::new() } else { format!("at {}{more}", names.join(", ")) };
        let joint = nodes.first().map(|&node| model.skeleton.address(node));
        Self { place: Place { at: one_line(&at), joint, ..Place::default() }, ..Self::count(rule, nodes.len()) }
    }
}

pub(super) fn vertex(id: VertexId) -> Option<[u32; 2]> {
    Some([id.primitive, id.vertex])
}
