use super::{Location, location::quoted};
use crate::math::{counted, grouped};
use std::fmt;

/// An irregularity that was repaired or left out; the file still opens.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportWarning {
    /// The part of the file.
    pub location: Location,
    /// Finding, and how the importer dealt with it.
    pub kind: WarningKind,
}

/// Description of an irregularity and of its handling. Counts cover all occurrences at one location.
#[derive(Clone, Debug, PartialEq)]
pub enum WarningKind {
    /// Weights that do not sum to one were divided by their sum.
    WeightsRescaled {
        /// Count of vertices.
        vertices: usize,
        /// The sum farthest from one, before the division.
        worst_sum: f32,
    },
    /// Vertices with no weight at all, or with weights that cancel out, follow the skin's first joint.
    Unweighted {
        /// Count of vertices.
        vertices: usize,
    },
    /// Negative weights are kept, although glTF does not allow them.
    NegativeWeights {
        /// Count of vertices with a negative weight.
        vertices: usize,
    },
    /// JOINTS_n without WEIGHTS_n or the other way round.
    UnpairedInfluences {
        /// The number n of the set, which was ignored.
        set: u32,
    },
    /// JOINTS_n of a component type that glTF does not allow.
    JointIndexType {
        /// Count of primitives. The values of their indices were used.
        primitives: usize,
        /// Name of the type, such as "floats".
        stored: &'static str,
    },
    /// A node has a skin, but its mesh has no joints and weights.
    SkinWithoutInfluences {
        /// Count of primitives, which are drawn rigidly.
        primitives: usize,
    },
    /// Points or lines.
    NotTriangles {
        /// Count of primitives, which were skipped.
        primitives: usize,
    },
    /// Primitives without vertices were skipped.
    EmptyPrimitive {
        /// Count of primitives.
        primitives: usize,
    },
    /// A list of triangles whose length is not a multiple of three.
    IncompleteTriangle,
    /// Stored normals that are not finite or of length zero were computed from the triangles.
    NormalsRepaired {
        /// Count of vertices.
        vertices: usize,
    },
    /// Triangles that face away from their stored normals, out of all triangles of the mesh.
    NormalsAgainstSurface {
        /// Count of triangles that face away. Smooth normals were computed for the whole mesh.
        against: usize,
        /// Count of all triangles of the mesh.
        triangles: usize,
    },
    /// Vertex colors that are not finite were ignored.
    ColorsIgnored,
    /// `_BLEND` is not one factor from 0 to 1 for each vertex.
    BlendFactorsIgnored,
    /// Texture coordinates that are not finite were ignored.
    TexcoordsIgnored,
    /// A mesh or node does not have one weight for each morph target. Missing ones count as 0.
    MorphWeightCount {
        /// Count of weights.
        weights: usize,
        /// Count of morph targets.
        targets: usize,
    },
    /// Inverse bind matrices without an inverse were replaced, so that the rest pose is the bind pose there.
    SingularInverseBind {
        /// Count of joints.
        joints: usize,
    },
    /// The last row of inverse bind matrices was replaced by 0 0 0 1.
    InverseBindLastRow {
        /// Count of joints.
        joints: usize,
    },
    /// The matrices were transposed.
    InverseBindsByRows,
    /// The skin has fewer matrices than joints.
    InverseBindCount {
        /// Count of matrices. Missing ones count as the identity.
        matrices: usize,
        /// Count of joints of the skin.
        joints: usize,
    },
    /// Joints that move vertices show them at rest at scales that differ by more than a factor of 2.
    BindScalesDisagree {
        /// The largest scale over the smallest.
        factor: f64,
        /// The joints' names.
        smallest: String,
        /// Name of the joint at the largest scale.
        largest: String,
    },
    /// No joint of the skin gives a usable bind frame; mesh space is used instead.
    NoBindFrame,
    /// A rigid mesh is flat at rest, because its node has a scale of zero.
    FlattenedNode,
    /// Rotations were scaled to unit length.
    RotationsNormalized {
        /// Count of nodes.
        nodes: usize,
    },
    /// Quaternions of length zero were replaced by no rotation.
    RotationsOfLengthZero {
        /// Count of nodes.
        nodes: usize,
    },
    /// Nodes have both a matrix and translation, rotation or scale. The matrix was used.
    MatrixAndTrs {
        /// Count of nodes.
        nodes: usize,
    },
    /// The last row of node matrices was replaced by 0 0 0 1.
    MatrixLastRow {
        /// Count of nodes.
        nodes: usize,
    },
    /// The matrices were transposed.
    MatricesByRows {
        /// Count of nodes with a matrix.
        nodes: usize,
    },
    /// Faulty animation channels were left out.
    ChannelDropped {
        /// Count of channels.
        channels: usize,
        /// Fault of the first one, to follow "the first".
        first_cause: String,
    },
    /// Animation channels without a target node were ignored.
    ChannelsWithoutNode {
        /// Count of channels.
        channels: usize,
    },
    /// An image that cannot be decoded was left out.
    ImageDropped {
        /// Reason, for display.
        cause: String,
    },
    /// An image that was made smaller, with its sides in the file and as kept, in pixels.
    ImageReduced {
        /// Width and height in the file.
        written: [u32; 2],
        /// Width and height as kept.
        kept: [u32; 2],
    },
    /// A part of a material that is ignored, and its fault.
    LookIgnored {
        /// JSON pointer of the part in the material, such as `/normalTexture`.
        part: &'static str,
        /// The fault, to follow the part's name.
        cause: &'static str,
    },
    /// Meshes below a node that is not visible (KHR_node_visibility).
    Hidden {
        /// Count of meshes, which are not drawn.
        meshes: usize,
    },
    /// Meshes of which a file asks for several copies (EXT_mesh_gpu_instancing).
    Instanced {
        /// Count of meshes, which are drawn once.
        meshes: usize,
    },
    /// Constraints of nodes (VRMC_node_constraint) that cannot be used.
    ConstraintsIgnored {
        /// Count of constraints.
        constraints: usize,
        /// Node of the first one, and its fault.
        first: String,
    },
    /// Nodes whose constraints depend on each other in a circle.
    ConstraintsInCircle {
        /// Count of nodes, whose constraints are not followed.
        nodes: usize,
        /// Name of the first node.
        first: String,
    },
    /// Channels that animate something other than a node (KHR_animation_pointer).
    PointerChannelsIgnored {
        /// Count of channels.
        channels: usize,
    },
    /// The file has no material variant of this name.
    NoSuchVariant {
        /// The name, quoted for display. The default materials are used.
        name: String,
    },
    /// The file is an avatar in the format VRM.
    Vrm,
    /// An extension that the file requires, but which only changes the look, was ignored.
    RequiredExtensionIgnored {
        /// Name of the extension.
        extension: String,
    },
    /// The file has neither meshes nor joints.
    NothingToDraw,
}

impl WarningKind {
    /// Adds the counts of `other` if both are the same warning.
    fn absorb(&mut self, other: &Self) -> bool {
        use WarningKind as W;
        match (&mut *self, other) {
            (W::WeightsRescaled { vertices, worst_sum }, W::WeightsRescaled { vertices: more, worst_sum: sum }) => {
                *vertices += more;
                if (sum - 1.0).abs() > (*worst_sum - 1.0).abs() {
                    *worst_sum = *sum;
                }
            }
            (W::JointIndexType { primitives, stored }, W::JointIndexType { primitives: more, stored: same })
                if stored == same =>
            {
                *primitives += more;
            }
            (W::ConstraintsIgnored { constraints, .. }, W::ConstraintsIgnored { constraints: more, .. }) => {
                *constraints += more;
            }
            (W::ChannelDropped { channels, .. }, W::ChannelDropped { channels: more, .. }) => *channels += more,
            (W::Unweighted { vertices: count }, W::Unweighted { vertices: more })
            | (W::NegativeWeights { vertices: count }, W::NegativeWeights { vertices: more })
            | (W::NormalsRepaired { vertices: count }, W::NormalsRepaired { vertices: more })
            | (W::SkinWithoutInfluences { primitives: count }, W::SkinWithoutInfluences { primitives: more })
            | (W::NotTriangles { primitives: count }, W::NotTriangles { primitives: more })
            | (W::EmptyPrimitive { primitives: count }, W::EmptyPrimitive { primitives: more })
            | (W::Hidden { meshes: count }, W::Hidden { meshes: more })
            | (W::Instanced { meshes: count }, W::Instanced { meshes: more })
            | (W::PointerChannelsIgnored { channels: count }, W::PointerChannelsIgnored { channels: more })
            | (W::ChannelsWithoutNode { channels: count }, W::ChannelsWithoutNode { channels: more })
            | (W::RotationsNormalized { nodes: count }, W::RotationsNormalized { nodes: more })
            | (W::RotationsOfLengthZero { nodes: count }, W::RotationsOfLengthZero { nodes: more })
            | (W::MatrixAndTrs { nodes: count }, W::MatrixAndTrs { nodes: more })
            | (W::MatrixLastRow { nodes: count }, W::MatrixLastRow { nodes: more }) => *count += more,
            (before, after) => return before == after,
        }
        true
    }
}

/// Collects warnings; a repeated warning at the same location is counted instead of listed again.
#[derive(Debug, Default)]
pub(super) struct Warnings(Vec<ImportWarning>);

impl Warnings {
    pub fn add(&mut self, location: &Location, kind: WarningKind) {
        // A file can have irregularities in many thousands of locations: the list must stay readable, and the search
        // for an equal warning short.
        const MOST: usize = 500;
        let same = self.0.iter_mut().filter(|warning| warning.location == *location);
        for warning in same {
            if warning.kind.absorb(&kind) {
                return;
            }
        }
        if self.0.len() < MOST {
            self.0.push(ImportWarning { location: location.clone(), kind });
        }
    }

    /// Adds warnings about other locations.
    pub fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub fn into_vec(self) -> Vec<ImportWarning> {
        self.0
    }
}

impl fmt::Display for ImportWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.kind)
    }
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use WarningKind as W;
        match self {
            W::WeightsRescaled { vertices, worst_sum } => write!(
                f,
                "{} had weights that do not sum to 1 (worst {worst_sum:.3}); they were normalized",
                counted(*vertices, "vertex", "vertices")
            ),
            W::Unweighted { vertices } => {
                write!(
                    f,
                    "{} had no weights, or weights that cancel out; they follow the skin's first joint",
                    counted(*vertices, "vertex", "vertices")
                )
            }
            W::NegativeWeights { vertices } => {
                write!(f, "{} had negative weights; they are kept", counted(*vertices, "vertex", "vertices"))
            }
            W::UnpairedInfluences { set } => {
                write!(f, "JOINTS_{set} or WEIGHTS_{set} is missing; the set was ignored")
            }
            W::JointIndexType { primitives, stored } => write!(
                f,
                "{} had joint indices stored as {stored}, which glTF does not allow; their values were used",
                counted(*primitives, "primitive", "primitives")
            ),
            W::SkinWithoutInfluences { primitives } => write!(
                f,
                "{} without joints and weights under a node with a skin; drawn rigidly",
                counted(*primitives, "primitive", "primitives")
            ),
            W::NotTriangles { primitives } => {
                write!(f, "{} of points or lines skipped", counted(*primitives, "primitive", "primitives"))
            }
            W::EmptyPrimitive { primitives } => {
                write!(f, "{} without vertices skipped", counted(*primitives, "primitive", "primitives"))
            }
            W::IncompleteTriangle => f.write_str("the last triangle lacks corners and was left out"),
            W::NormalsRepaired { vertices } => {
                write!(f, "{} had no usable normal; it was computed", counted(*vertices, "vertex", "vertices"))
            }
            W::NormalsAgainstSurface { against, triangles } => write!(
                f,
                "the normals of {} of {} triangles point to the wrong side; smooth ones were computed for the whole mesh",
                grouped(*against),
                grouped(*triangles)
            ),
            W::ColorsIgnored => f.write_str("vertex colors are not usable and were ignored"),
            W::BlendFactorsIgnored => f.write_str("_BLEND is not a factor from 0 to 1 for each vertex and was ignored"),
            W::TexcoordsIgnored => f.write_str("texture coordinates are not usable and were ignored"),
            W::MorphWeightCount { weights, targets } => write!(
                f,
                "{} for {}; missing ones count as 0",
                counted(*weights, "morph weight", "morph weights"),
                counted(*targets, "morph target", "morph targets")
            ),
            W::SingularInverseBind { joints } => write!(
                f,
                "{} had an inverse bind matrix that cannot be inverted; the rest pose is used as the bind pose there",
                counted(*joints, "joint", "joints")
            ),
            W::InverseBindLastRow { joints } => write!(
                f,
                "{} had an inverse bind matrix whose last row is not 0 0 0 1; the row was replaced",
                counted(*joints, "joint", "joints")
            ),
            W::InverseBindsByRows => f.write_str(
                "the inverse bind matrices are stored row by row, not by columns; the rows were taken as columns",
            ),
            W::InverseBindCount { matrices, joints } => write!(
                f,
                "{} for {}; missing ones count as the identity",
                counted(*matrices, "inverse bind matrix", "inverse bind matrices"),
                counted(*joints, "joint", "joints")
            ),
            W::BindScalesDisagree { factor, smallest, largest } => write!(
                f,
                "the inverse bind matrices disagree in scale: at rest, the skin of {} is shown {factor:.1} times as \
                 large as that of {}; export the file again with matching bind matrices",
                quoted(largest),
                quoted(smallest)
            ),
            W::NoBindFrame => f.write_str("no joint gives a usable bind frame; mesh space is used instead"),
            W::FlattenedNode => {
                f.write_str("the node flattens its mesh at rest; the mesh appears when the node is scaled up")
            }
            W::RotationsNormalized { nodes } => {
                write!(
                    f,
                    "{} had a rotation that is not of unit length; it was normalized",
                    counted(*nodes, "node", "nodes")
                )
            }
            W::RotationsOfLengthZero { nodes } => {
                write!(f, "{} had a rotation of length zero; no rotation was applied", counted(*nodes, "node", "nodes"))
            }
            W::MatrixAndTrs { nodes } => write!(
                f,
                "{} had both a matrix and translation, rotation or scale; the matrix was used",
                counted(*nodes, "node", "nodes")
            ),
            W::MatrixLastRow { nodes } => {
                write!(
                    f,
                    "{} had a matrix whose last row is not 0 0 0 1; the row was replaced",
                    counted(*nodes, "node", "nodes")
                )
            }
            W::MatricesByRows { nodes } => write!(
                f,
                "{} had a matrix stored row by row, not by columns; the rows were taken as columns",
                counted(*nodes, "node", "nodes")
            ),
            W::ChannelDropped { channels, first_cause } => {
                write!(f, "{} left out; the first {first_cause}", counted(*channels, "channel", "channels"))
            }
            W::ChannelsWithoutNode { channels } => {
                write!(f, "{} without a node ignored", counted(*channels, "channel", "channels"))
            }
            W::ImageDropped { cause } => write!(f, "cannot be used ({cause}); drawn without it"),
            W::ImageReduced { written: [width, height], kept: [kept_width, kept_height] } => write!(
                f,
                "{width} x {height} pixels take too much memory for the size of the file; drawn with {kept_width} x \
                 {kept_height}"
            ),
            W::LookIgnored { part, cause } => {
                write!(f, "its {} {cause}; drawn without it", part.trim_start_matches('/').replace('/', "."))
            }
            W::RequiredExtensionIgnored { extension } => {
                write!(f, "requires {}, which only changes the look; ignored", quoted(extension))
            }
            W::Hidden { meshes } => {
                write!(f, "{} not drawn: hidden by KHR_node_visibility in the file", counted(*meshes, "mesh", "meshes"))
            }
            W::Instanced { meshes } => write!(
                f,
                "{} drawn once, without the copies of EXT_mesh_gpu_instancing",
                counted(*meshes, "mesh", "meshes")
            ),
            W::ConstraintsIgnored { constraints, first } => write!(
                f,
                "{} left out: {first}{}",
                counted(*constraints, "node constraint", "node constraints"),
                if *constraints > 1 { ", and others" } else { "" }
            ),
            W::ConstraintsInCircle { nodes, first } => write!(
                f,
                "the constraints of {} depend on themselves in a circle, the first of {}; they are not followed",
                counted(*nodes, "node", "nodes"),
                quoted(first)
            ),
            W::PointerChannelsIgnored { channels } => write!(
                f,
                "{} of KHR_animation_pointer ignored; clips move only nodes",
                counted(*channels, "channel", "channels")
            ),
            W::NoSuchVariant { name } => {
                write!(f, "has no material variant {name}; drawn with its default materials")
            }
            W::Vrm => f.write_str(
                "is a VRM avatar, opened as the glTF it is; expressions, spring bones and look-at are not applied",
            ),
            W::NothingToDraw => f.write_str("has no mesh and no joints to draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_at_one_place_is_counted() {
        let body = Location::named("mesh", 0, Some("body"));
        let mut warnings = Warnings::default();
        warnings.add(&body, WarningKind::WeightsRescaled { vertices: 200, worst_sum: 1.2 });
        warnings.add(&body, WarningKind::WeightsRescaled { vertices: 12, worst_sum: 0.5 });
        warnings.add(&body, WarningKind::ColorsIgnored);
        warnings.add(&body, WarningKind::ColorsIgnored);
        let lines: Vec<String> = warnings.into_vec().iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "mesh \"body\": 212 vertices had weights that do not sum to 1 (worst 0.500); they were normalized",
                "mesh \"body\": vertex colors are not usable and were ignored",
            ]
        );
    }
}
