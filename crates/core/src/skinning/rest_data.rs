//! The data of each vertex that some methods read besides position, normal and influences, kind by kind.

use super::{Covariance, JointSets, PrimitiveCenters};
use crate::model::{JointMoments, Model, VertexBone};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Data that a method reads of each vertex or of each influence, computed once for a model at rest. The twin reads it
/// from [`super::RestVertex`], the shader from one buffer, which binding 2 of group 1 holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RestData {
    /// The center of rotation (Le & Hodgins 2016, eq. 1).
    Centers,
    /// The center of rotation and the covariance of the similar skin about it (same paper, section 5).
    Covariances,
    /// The set of joints that influence the vertex, as an index into [`JointSets`] of its skin (Kavan & Žára 2005).
    JointSets,
    /// The nearest point of the vertex's bone, and the joint where the bone begins (Kim & Han 2014).
    Bones,
    /// The factor between LBS and DQS that the file gives, or less than zero.
    Blends,
    /// The place of the vertex among all vertices of its skin.
    SkinVertices,
    /// The smoothed surroundings of the vertex, and how they follow the joints (Le & Lewis 2019).
    Moments,
}

/// Owner of an element of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementOf {
    /// The buffer has one element per vertex.
    Vertex,
    /// The buffer has one [`ListHeader`] per vertex, and then the lists of the vertices.
    VertexList,
    /// The buffer is parallel to the influences: one element for each, in the order of the vertex's influences.
    Influence,
}

/// Appends the elements of a vertex, by its index in the primitive: one, one for each of its influences, or a header and
/// the elements of its list.
pub type AppendElements<'a> = Box<dyn Fn(usize, &mut Vec<u8>) + 'a>;

impl RestData {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Centers,
        Self::Covariances,
        Self::JointSets,
        Self::Bones,
        Self::Blends,
        Self::SkinVertices,
        Self::Moments,
    ];

    /// Owner of an element.
    pub const fn element_of(self) -> ElementOf {
        match self {
            Self::Centers | Self::Covariances | Self::JointSets | Self::Bones | Self::Blends | Self::SkinVertices => {
                ElementOf::Vertex
            }
            Self::Moments => ElementOf::VertexList,
        }
    }

    /// Bytes of an element in the layout that shaders read, or of an element of a list.
    pub const fn element_bytes(self) -> usize {
        match self {
            Self::Centers => size_of::<VertexCenterData>(),
            Self::Covariances => size_of::<VertexCovarianceData>(),
            Self::JointSets | Self::SkinVertices => size_of::<u32>(),
            Self::Bones => size_of::<VertexBoneData>(),
            Self::Blends => size_of::<f32>(),
            Self::Moments => size_of::<JointMoments>(),
        }
    }

    /// Whether it is made of centers of rotation, which are computed apart, and changes with them. All else is made of
    /// the model alone.
    pub const fn is_of_centers(self) -> bool {
        matches!(self, Self::Centers | Self::Covariances)
    }

    /// Whether a skin that is stored with fewer influences or bits has data of its own.
    pub const fn is_of_stored(self) -> bool {
        matches!(self, Self::JointSets | Self::Moments)
    }

    /// The data of one primitive in the layout that shaders read. `model` has its default shape; `centers` are the
    /// primitive's, and a vertex without one is its own center. `sets` holds what primitives of one skin share.
    pub fn elements<'a>(
        self,
        model: &'a Model,
        primitive: usize,
        centers: Option<&'a PrimitiveCenters>,
        sets: &mut SetsOfSkins,
    ) -> AppendElements<'a> {
        let source = &model.primitives[primitive];
        let center = move |vertex: usize| {
            let center = centers.and_then(|centers| centers.get(vertex)).copied();
            center.unwrap_or(source.positions[vertex])
        };
        match self {
            Self::Centers => each(move |vertex| VertexCenterData::from(center(vertex))),
            Self::Covariances => each(move |vertex| {
                let covariance = centers.map(|centers| centers.covariance(vertex)).unwrap_or_default();
                VertexCovarianceData::new(center(vertex), covariance)
            }),
            Self::JointSets => {
                let sets = sets.0.entry(source.skin).or_insert_with(|| JointSets::of_skin(model, source.skin));
                let of_skin = sets.indices_of(&source.influences);
                let own = source.influences.joint_sets();
                each(move |vertex| of_skin[own.of_vertices[vertex] as usize])
            }
            Self::Bones => {
                let bones = model.rest_bones().of_primitive(primitive);
                each(move |vertex| VertexBoneData::from(bones[vertex]))
            }
            Self::SkinVertices => {
                let first = model.first_in_skin(primitive);
                each(move |vertex| first + vertex as u32)
            }
            Self::Moments => {
                let (moments, first) = (Arc::clone(model.moments(source.skin)), model.first_in_skin(primitive));
                Box::new(move |vertex, bytes| {
                    let (spread, of_joints) = moments.of(first as usize + vertex);
                    let header = ListHeader::new(source.positions[vertex], spread, of_joints.len());
                    bytes.extend_from_slice(bytemuck::bytes_of(&header));
                    bytes.extend_from_slice(bytemuck::cast_slice(of_joints));
                })
            }
            Self::Blends => each(move |vertex| source.blend_factors.get(vertex).copied().unwrap_or(-1.0)),
        }
    }
}

/// The joint sets of the skins of one model, each found when the first of its primitives asks.
#[derive(Debug, Default)]
pub struct SetsOfSkins(BTreeMap<u32, JointSets>);

/// One element per vertex.
fn each<'a, T: Pod>(element: impl Fn(usize) -> T + 'a) -> AppendElements<'a> {
    Box::new(move |vertex, bytes| bytes.extend_from_slice(bytemuck::bytes_of(&element(vertex))))
}

/// What is before the lists of all vertices: the vertex's own values, and the place of its list, in the units of four
/// words that `common/vertex_moments.wgsl` reads.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ListHeader {
    /// The vertex in the default shape, in the bind frame.
    pub anchor: Vec3,
    /// The first unit of the list.
    pub list: u32,
    /// Spread of the surroundings.
    pub spread: f32,
    /// Number of elements of the list.
    pub count: u32,
    pub(crate) _pad: [u32; 2],
}

/// The bytes of lists as shaders read them: the headers of some vertices, then their lists. `append` is of
/// [`ElementOf::VertexList`].
pub fn listed_data(vertices: impl ExactSizeIterator<Item = usize>, append: &AppendElements<'_>) -> Vec<u8> {
    const HEADER: usize = size_of::<ListHeader>();
    const UNIT: usize = size_of::<[u32; 4]>();
    let headers_end = vertices.len() * HEADER;
    let mut headers = Vec::with_capacity(headers_end);
    let (mut lists, mut own) = (Vec::new(), Vec::new());
    for vertex in vertices {
        own.clear();
        append(vertex, &mut own);
        let (header, list) = own.split_at(HEADER);
        let mut header: ListHeader = bytemuck::pod_read_unaligned(header);
        header.list = ((headers_end + lists.len()) / UNIT) as u32;
        headers.extend_from_slice(bytemuck::bytes_of(&header));
        lists.extend_from_slice(list);
    }
    headers.append(&mut lists);
    headers
}

impl ListHeader {
    fn new(anchor: Vec3, spread: f32, count: usize) -> Self {
        Self { anchor, list: 0, spread, count: count as u32, _pad: [0; 2] }
    }
}

/// `VertexCenter` of `common/vertex_centers.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct VertexCenterData {
    /// First component of the center, in the bind frame.
    pub x: f32,
    /// Second component.
    pub y: f32,
    /// Third component.
    pub z: f32,
}

impl From<Vec3> for VertexCenterData {
    fn from(center: Vec3) -> Self {
        Self { x: center.x, y: center.y, z: center.z }
    }
}

/// `VertexCovariance` of `common/vertex_covariances.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct VertexCovarianceData {
    /// The center, in the bind frame.
    pub center_of_rotation: Vec3,
    pub(crate) _pad0: f32,
    /// xx, yy and zz of [`Covariance`].
    pub squares: Vec3,
    pub(crate) _pad1: f32,
    /// Its products of different axes.
    pub products: Vec3,
    pub(crate) _pad2: f32,
}

impl VertexCovarianceData {
    fn new(center_of_rotation: Vec3, covariance: Covariance) -> Self {
        let Covariance { squares, products } = covariance;
        Self { center_of_rotation, _pad0: 0.0, squares, _pad1: 0.0, products, _pad2: 0.0 }
    }
}

/// `VertexBone` of `common/vertex_bones.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct VertexBoneData {
    /// The bone's point nearest to the vertex at rest, in the bind frame.
    pub nearest_point: Vec3,
    /// Index of the bone's joint in the skin.
    pub joint: u32,
}

impl From<VertexBone> for VertexBoneData {
    fn from(bone: VertexBone) -> Self {
        Self { nearest_point: bone.point, joint: bone.joint }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::bundled_model;
    use crate::model::SkinKind;

    #[test]
    fn every_vertex_has_its_elements() {
        let model = bundled_model("bar");
        for data in RestData::ALL {
            for (index, primitive) in model.primitives.iter().enumerate() {
                if model.skins[primitive.skin as usize].kind == SkinKind::Rigid {
                    continue;
                }
                let append = data.elements(&model, index, None, &mut SetsOfSkins::default());
                for vertex in 0..primitive.positions.len() {
                    let mut bytes = Vec::new();
                    append(vertex, &mut bytes);
                    let expected = match data.element_of() {
                        ElementOf::Vertex => data.element_bytes(),
                        ElementOf::VertexList => {
                            let header: ListHeader = bytemuck::pod_read_unaligned(&bytes[..size_of::<ListHeader>()]);
                            size_of::<ListHeader>() + header.count as usize * data.element_bytes()
                        }
                        ElementOf::Influence => primitive.influences.of(vertex).len() * data.element_bytes(),
                    };
                    assert_eq!(bytes.len(), expected, "{data:?} of vertex {vertex}");
                }
            }
        }
    }

    #[test]
    fn without_centers_a_vertex_is_its_own() {
        let model = bundled_model("bar");
        let mut bytes = Vec::new();
        RestData::Centers.elements(&model, 0, None, &mut SetsOfSkins::default())(5, &mut bytes);
        assert_eq!(bytes, bytemuck::bytes_of(&model.primitives[0].positions[5]));
    }
}
