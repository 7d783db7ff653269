use serde::{Deserialize, Serialize};

/// A mark in the panes that points to a place. It follows the pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mark {
    /// The marked place.
    pub at: MarkedPlace,
    #[serde(default, skip_serializing_if = "MarkShape::is_ring")]
    pub shape: MarkShape,
    /// A word or two next to it. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Panes that show it, counted from 1. Empty for all panes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub panes: Vec<usize>,
}

/// Place of a mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MarkedPlace {
    /// A joint, by name.
    Joint(String),
    /// A vertex: the index of its primitive, and its index within it.
    Vertex(u32, u32),
    /// Place where the selected joint's skin stands out most under the pane's method. There is none in poses where
    /// nothing stands out.
    Worst(MarkedWorst),
}

/// Criterion by which a place stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MarkedWorst {
    /// Place of the smallest section around the joint.
    Collapse,
    /// Vertex that determines the joint's bulge.
    Bulge,
    /// Vertex that is farthest from its position under the first pane's method.
    Difference,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// Most marks of a scene. More would hide their targets.
    pub const MOST: usize = 3;

    /// Whether the pane with this index shows it.
    pub fn is_in_pane(&self, index: usize) -> bool {
        self.panes.is_empty() || self.panes.contains(&(index + 1))
    }
}
