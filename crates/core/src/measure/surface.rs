use super::open_edges::{OpenEdge, open_edges};
use crate::model::{Model, SkinKind};
use glam::{DVec3, Vec3};
use std::collections::HashMap;
use std::sync::Arc;

/// The primitives of a model as one surface at rest, in the bind frames (scene units), in double precision.
///
/// Vertices are indexed across these primitives: in node order, then accessor order, as in `.npy` files.
#[derive(Clone, Debug)]
pub struct Surface {
    /// Rest positions, one per vertex.
    pub positions: Vec<DVec3>,
    /// Normals of unit length.
    pub normals: Vec<DVec3>,
    /// Corners of the triangles as vertex indices.
    pub triangles: Vec<[u32; 3]>,
    /// For each vertex, the first vertex at the same rest position: seams of normals and texture do not open the
    /// surface.
    pub(super) welded: Vec<u32>,
    /// Open edges of the welded surface, which have a triangle on only one side.
    pub open_edges: Vec<OpenEdge>,
    /// Longest side of the model's rest bounding box.
    pub extent: f64,
    parts: Vec<Part>,
    influence_starts: Vec<u32>,
    influences: Vec<SkinInfluence>,
}

/// The range of a primitive's vertices among all vertices.
#[derive(Clone, Copy, Debug)]
struct Part {
    primitive: u32,
    first: u32,
}

/// A joint, indexed across all skins of the model, and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinInfluence {
    /// Index of the joint across all skins, as in [`Bones::joints`](super::Bones::joints).
    pub joint: u32,
    /// The weight of the joint. The weights of a vertex sum to one.
    pub weight: f64,
}

/// Identifies a vertex of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexId {
    /// Index into the model's primitives.
    pub primitive: u32,
    /// Vertex index in accessor order.
    pub vertex: u32,
}

/// For each skin, the index of its first joint when the joints of all skins are indexed consecutively.
pub(super) fn joint_starts(model: &Model) -> Vec<u32> {
    let mut next = 0;
    let mut start = |count: usize| {
        let start = next;
        next += count as u32;
        start
    };
    model.skins.iter().map(|skin| start(skin.joints.len())).collect()
}

impl Surface {
    /// The surface of the skinned primitives. Rigid meshes are left out, since nothing blends there.
    pub fn of(model: &Model) -> Self {
        Self::of_kinds(model, |kind| kind == SkinKind::Skinned)
    }

    /// The surface of all primitives, including rigid ones: the given surface of the skin, if there are no others.
    pub fn whole(model: &Model, skin: &Arc<Self>) -> Arc<Self> {
        if skin.parts.len() == model.primitives.len() {
            return Arc::clone(skin);
        }
        Arc::new(Self::of_kinds(model, |_| true))
    }

    fn of_kinds(model: &Model, takes: impl Fn(SkinKind) -> bool) -> Self {
        let joint_starts = joint_starts(model);
        let (mut positions, mut normals, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
        let (mut parts, mut influence_starts, mut influences) = (Vec::new(), vec![0], Vec::new());
        for (index, primitive) in model.primitives.iter().enumerate() {
            if !takes(model.skins[primitive.skin as usize].kind) {
                continue;
            }
            let first = positions.len() as u32;
            parts.push(Part { primitive: index as u32, first });
            positions.extend(primitive.positions.iter().map(|position| position.as_dvec3()));
            normals.extend(primitive.normals.iter().map(|normal| normal.as_dvec3()));
            triangles.extend(
                primitive.indices.as_chunks::<3>().0.iter().map(|t| [t[0] + first, t[1] + first, t[2] + first]),
            );
            for of_vertex in primitive.influences.iter() {
                influences.extend(of_vertex.iter().map(|influence| SkinInfluence {
                    joint: joint_starts[primitive.skin as usize] + influence.joint,
                    weight: f64::from(influence.weight),
                }));
                influence_starts.push(influences.len() as u32);
            }
        }
        let welded = weld(&positions);
        let open_edges = open_edges(triangles.iter().map(|triangle| triangle.map(|v| welded[v as usize])));
        let extent = f64::from(model.rest_bounds().extent());
        Self { positions, normals, triangles, welded, open_edges, extent, parts, influence_starts, influences }
    }

    /// Count of vertices.
    pub fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    /// A vertex's influences, heaviest first; never empty.
    pub fn influences_of(&self, vertex: u32) -> &[SkinInfluence] {
        let range = self.influence_starts[vertex as usize]..self.influence_starts[vertex as usize + 1];
        &self.influences[range.start as usize..range.end as usize]
    }

    /// The id of the vertex at an index of this surface.
    pub fn id_of(&self, vertex: u32) -> VertexId {
        let part = self.parts[self.parts.partition_point(|part| part.first <= vertex) - 1];
        VertexId { primitive: part.primitive, vertex: vertex - part.first }
    }

    /// The index of a vertex in this surface. `None` for vertices of primitives that are not part of it.
    pub fn index_of(&self, vertex_id: VertexId) -> Option<u32> {
        let part = self.parts.iter().position(|part| part.primitive == vertex_id.primitive)?;
        let end = self.parts.get(part + 1).map_or(self.vertex_count() as u32, |next| next.first);
        let index = self.parts[part].first.checked_add(vertex_id.vertex)?;
        (index < end).then_some(index)
    }

    /// The primitives that make up the surface, in the order in which they have to be deformed.
    pub fn primitives(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().map(|part| part.primitive as usize)
    }

    /// The surface in a pose, from the deformed positions and normals of each primitive.
    pub fn deformed<V: IntoIterator<Item = (Vec3, Vec3)>>(&self, primitive: impl FnMut(usize) -> V) -> DeformedSkin {
        DeformedSkin::new(self.primitives().flat_map(primitive))
    }

    /// A third of the area of the triangles around each vertex, at rest.
    pub(super) fn vertex_areas(&self) -> Vec<f64> {
        let mut areas = vec![0.0; self.vertex_count()];
        for triangle in &self.triangles {
            let area = triangle_area(triangle.map(|vertex| self.positions[vertex as usize]));
            triangle.iter().for_each(|&vertex| areas[vertex as usize] += area / 3.0);
        }
        areas
    }

    /// A triangle's corners as welded vertices.
    pub(super) fn welded_corners(&self, triangle: [u32; 3]) -> [u32; 3] {
        triangle.map(|vertex| self.welded[vertex as usize])
    }
}

/// A surface in a pose, as a method deformed it, in scene space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeformedSkin {
    /// Positions, one per vertex of the [`Surface`].
    pub positions: Vec<DVec3>,
    /// The method's own normals, of unit length or zero.
    pub normals: Vec<DVec3>,
}

impl DeformedSkin {
    /// Collects positions and normals of all vertices, indexed as in [`Surface`].
    pub fn new(vertices: impl IntoIterator<Item = (Vec3, Vec3)>) -> Self {
        let (positions, normals) =
            vertices.into_iter().map(|(position, normal)| (position.as_dvec3(), normal.as_dvec3())).unzip();
        Self { positions, normals }
    }
}

fn weld(positions: &[DVec3]) -> Vec<u32> {
    let mut first_at: HashMap<[u64; 3], u32> = HashMap::with_capacity(positions.len());
    let first = |(vertex, position): (usize, &DVec3)| {
        // Adding zero turns -0 into 0.
        let bits = (*position + DVec3::ZERO).to_array().map(f64::to_bits);
        *first_at.entry(bits).or_insert(vertex as u32)
    };
    positions.iter().enumerate().map(first).collect()
}

pub(super) fn triangle_area([a, b, c]: [DVec3; 3]) -> f64 {
    (b - a).cross(c - a).length() * 0.5
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{Shape, model_of};
    use super::*;

    #[test]
    fn seams_between_primitives_are_closed_and_vertices_keep_their_ids() {
        let cube = Shape::cube();
        let (front, back) = cube.split_in_two();
        let surface = Surface::of(&model_of(&[front, back]));
        assert!(surface.open_edges.is_empty());
        assert_eq!(surface.triangles.len(), 12);
        assert_eq!(surface.id_of(3), VertexId { primitive: 0, vertex: 3 });
        assert_eq!(surface.id_of(8), VertexId { primitive: 1, vertex: 0 });
        assert_eq!(surface.primitives().collect::<Vec<_>>(), [0, 1]);
    }
}
