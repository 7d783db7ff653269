use serde::{Deserialize, Serialize};

/// A mark in the panes that says where to look. It follows the pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mark {
    /// What is marked.
    pub at: MarkedPlace,
    #[serde(default, skip_serializing_if = "MarkShape::is_ring")]
    pub shape: MarkShape,
    /// A word or two beside it. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The panes that show it, counted from 1. Empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub panes: Vec<usize>,
}

/// What a mark is at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkedPlace {
    /// A joint, by name.
    Joint(String),
    /// A vertex: the index of its primitive, and its index within it.
    Vertex(u32, u32),
    /// Where the selected joint's skin stands out most under the pane's method. Nowhere in poses where nothing does.
    Worst(MarkedWorst),
}

/// By what a place stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkedWorst {
    /// The smallest section around the joint is there.
    Collapse,
    /// A vertex has the value of the joint's bulge.
    Bulge,
    /// A vertex is farthest from its position under the first pane's method.
    Difference,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkShape {
    #[default]
    Ring,
    Arrow,
}

impl MarkShape {
    fn is_ring(&self) -> bool {
        *self == Self::Ring
    }
}

impl Mark {
    /// More would hide what they point at.
    pub const MOST: usize = 3;

    /// Whether the pane with this index shows it.
    pub fn is_in_pane(&self, index: usize) -> bool {
        self.panes.is_empty() || self.panes.contains(&(index + 1))
    }
}
