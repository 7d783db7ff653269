use super::super::ExportError;
use super::container::glb_file;
use glam::Vec3;
use gltf::json::accessor::sparse::{Indices as SparseIndices, Sparse, Values as SparseValues};
use gltf::json::accessor::{ComponentType, GenericComponentType, IndexComponentType, Type};
use gltf::json::buffer::{Target, View};
use gltf::json::mesh::Primitive;
use gltf::json::validation::{Checked, USize64};
use gltf::json::{Accessor, Asset, Buffer, Index, Mesh, Node, Root, Scene};

/// A document and its binary chunk, built together. Every view starts at a multiple of four bytes, as all component
/// types require.
#[derive(Debug)]
pub(super) struct Builder {
    pub root: Root,
    bytes: Vec<u8>,
    /// The indices of the first view and the first accessor.
    first_view: usize,
    first_accessor: usize,
}

impl Default for Builder {
    fn default() -> Self {
        let asset = Asset { generator: Some("skinscope".to_owned()), ..Asset::default() };
        Self { root: Root { asset, ..Root::default() }, bytes: Vec::new(), first_view: 0, first_accessor: 0 }
    }
}

impl Builder {
    /// Continues a document that has this many views and accessors, and this binary chunk.
    pub fn after(bytes: Vec<u8>, views: usize, accessors: usize) -> Self {
        Self { bytes, first_view: views, first_accessor: accessors, ..Self::default() }
    }

    /// Sets the file's only scene; a scene without nodes is omitted.
    pub fn set_scene(&mut self, name: &str, nodes: Vec<Index<Node>>) {
        if !nodes.is_empty() {
            let scene = Scene { name: named(name), nodes, extensions: None, extras: None };
            self.root.scene = Some(self.root.push(scene));
        }
    }

    /// Adds extensions to those that the document uses, each once.
    pub fn use_extensions<'n>(&mut self, names: impl Iterator<Item = &'n String>) {
        for name in names {
            if !self.root.extensions_used.contains(name) {
                self.root.extensions_used.push(name.clone());
            }
        }
    }

    pub fn view(&mut self, data: &[u8], target: Option<Target>) -> Index<View> {
        let byte_offset = self.bytes.len();
        self.bytes.extend_from_slice(data);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.root.buffer_views.push(View {
            buffer: Index::new(0),
            byte_length: data.len().into(),
            byte_offset: Some(byte_offset.into()),
            byte_stride: None,
            name: None,
            target: target.map(Checked::Valid),
            extensions: None,
            extras: None,
        });
        Index::new((self.first_view + self.root.buffer_views.len() - 1) as u32)
    }

    fn accessor(
        &mut self,
        data: &[u8],
        target: Option<Target>,
        component: ComponentType,
        element: Type,
    ) -> Index<Accessor> {
        let buffer_view = Some(self.view(data, target));
        let count = data.len() / (component.size() * element.multiplicity());
        self.root.accessors.push(Accessor {
            buffer_view,
            byte_offset: None,
            count: count.into(),
            component_type: Checked::Valid(GenericComponentType(component)),
            type_: Checked::Valid(element),
            min: None,
            max: None,
            name: None,
            normalized: false,
            sparse: None,
            extensions: None,
            extras: None,
        });
        Index::new((self.first_accessor + self.root.accessors.len() - 1) as u32)
    }

    fn floats(
        &mut self,
        values: impl IntoIterator<Item = f32>,
        target: Option<Target>,
        element: Type,
    ) -> Index<Accessor> {
        let data: Vec<u8> = values.into_iter().flat_map(f32::to_le_bytes).collect();
        self.accessor(&data, target, ComponentType::F32, element)
    }

    /// Sets bounds. They are in double precision, because the decimal text must represent exactly the float32 in the
    /// data.
    fn set_bounds(&mut self, accessor: Index<Accessor>, min: Vec<f64>, max: Vec<f64>) {
        if let Some(accessor) = self.root.accessors.get_mut(accessor.value() - self.first_accessor) {
            (accessor.min, accessor.max) = (Some(min.into()), Some(max.into()));
        }
    }

    /// Adds float vectors, one per vertex.
    pub fn attribute<const N: usize>(&mut self, values: impl IntoIterator<Item = [f32; N]>) -> Index<Accessor> {
        self.floats(values.into_iter().flatten(), Some(Target::ArrayBuffer), vector(N))
    }

    /// Adds positions with the bounds that glTF requires. Must not be empty.
    pub fn positions(&mut self, positions: &[Vec3]) -> Index<Accessor> {
        let accessor = self.attribute(positions.iter().map(Vec3::to_array));
        let fold = |join: fn(Vec3, Vec3) -> Vec3| {
            let joined = positions.iter().copied().reduce(join).unwrap_or_default();
            joined.to_array().map(f64::from).to_vec()
        };
        self.set_bounds(accessor, fold(Vec3::min), fold(Vec3::max));
        accessor
    }

    /// Adds vectors that are zero except for a few, which are given with their indices in ascending order, as for the
    /// changes of a morph target. The bounds are those that glTF requires of positions. glTF allows no empty list, so a
    /// single zero is written for an empty one.
    pub fn sparse_vectors(&mut self, count: usize, vectors: &[(u32, Vec3)]) -> Index<Accessor> {
        let nothing = [(0, Vec3::ZERO)];
        let vectors = if vectors.is_empty() { &nothing[..] } else { vectors };
        let indices: Vec<u8> = vectors.iter().flat_map(|(index, _)| index.to_le_bytes()).collect();
        let values: Vec<u8> = vectors.iter().flat_map(|(_, v)| v.to_array()).flat_map(f32::to_le_bytes).collect();
        let (indices, values) = (self.view(&indices, None), self.view(&values, None));
        let zero_elsewhere = (vectors.len() < count).then_some(Vec3::ZERO);
        let all = || vectors.iter().map(|(_, vector)| *vector).chain(zero_elsewhere);
        let bound = |bound: Option<Vec3>| bound.unwrap_or_default().to_array().map(f64::from).to_vec();
        self.root.accessors.push(Accessor {
            buffer_view: None,
            byte_offset: None,
            count: count.into(),
            component_type: Checked::Valid(GenericComponentType(ComponentType::F32)),
            type_: Checked::Valid(Type::Vec3),
            min: Some(bound(all().reduce(Vec3::min)).into()),
            max: Some(bound(all().reduce(Vec3::max)).into()),
            name: None,
            normalized: false,
            sparse: Some(Sparse {
                count: vectors.len().into(),
                indices: SparseIndices {
                    buffer_view: indices,
                    byte_offset: 0u64.into(),
                    component_type: Checked::Valid(IndexComponentType(ComponentType::U32)),
                    extensions: None,
                    extras: None,
                },
                values: SparseValues { buffer_view: values, byte_offset: 0u64.into(), extensions: None, extras: None },
                extensions: None,
                extras: None,
            }),
            extensions: None,
            extras: None,
        });
        Index::new((self.first_accessor + self.root.accessors.len() - 1) as u32)
    }

    /// Adds the joint indices of one set, as bytes if they fit.
    pub fn joints(&mut self, joints: &[[u16; 4]], joint_count: usize) -> Index<Accessor> {
        let flat = joints.iter().flatten();
        let target = Some(Target::ArrayBuffer);
        if joint_count <= usize::from(u8::MAX) + 1 {
            let data: Vec<u8> = flat.map(|&joint| joint as u8).collect();
            self.accessor(&data, target, ComponentType::U8, Type::Vec4)
        } else {
            let data: Vec<u8> = flat.flat_map(|joint| joint.to_le_bytes()).collect();
            self.accessor(&data, target, ComponentType::U16, Type::Vec4)
        }
    }

    /// Adds vertex indices, as two-byte integers if they fit; the largest value of a type means "restart" and is not
    /// used.
    pub fn indices(&mut self, indices: &[u32], vertex_count: usize) -> Index<Accessor> {
        let target = Some(Target::ElementArrayBuffer);
        if vertex_count <= usize::from(u16::MAX) {
            let data: Vec<u8> = indices.iter().flat_map(|&index| (index as u16).to_le_bytes()).collect();
            self.accessor(&data, target, ComponentType::U16, Type::Scalar)
        } else {
            let data: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
            self.accessor(&data, target, ComponentType::U32, Type::Scalar)
        }
    }

    pub fn matrices(&mut self, matrices: impl IntoIterator<Item = [f32; 16]>) -> Index<Accessor> {
        self.floats(matrices.into_iter().flatten(), None, Type::Mat4)
    }

    /// Adds key times in ascending order, with their bounds. Must not be empty.
    pub fn times(&mut self, seconds: &[f32]) -> Index<Accessor> {
        let accessor = self.floats(seconds.iter().copied(), None, Type::Scalar);
        let bound = |time: Option<&f32>| time.map(|&time| vec![f64::from(time)]).unwrap_or_default();
        self.set_bounds(accessor, bound(seconds.first()), bound(seconds.last()));
        accessor
    }

    pub fn key_values<const N: usize>(&mut self, values: impl IntoIterator<Item = [f32; N]>) -> Index<Accessor> {
        self.floats(values.into_iter().flatten(), None, vector(N))
    }

    /// Returns the file.
    pub fn finish(mut self) -> Result<Vec<u8>, ExportError> {
        if !self.bytes.is_empty() {
            self.root.buffers.push(Buffer {
                byte_length: USize64::from(self.bytes.len()),
                name: None,
                uri: None,
                extensions: None,
                extras: None,
            });
        }
        glb_file(self.root.to_vec()?, &self.bytes)
    }

    /// The new views and accessors, and the whole binary chunk.
    pub fn into_new_parts(self) -> (Vec<View>, Vec<Accessor>, Vec<u8>) {
        (self.root.buffer_views, self.root.accessors, self.bytes)
    }
}

/// A mesh of one primitive.
pub(super) fn mesh(name: &str, primitive: Primitive) -> Mesh {
    Mesh { name: named(name), primitives: vec![primitive], weights: None, extensions: None, extras: None }
}

/// A name, or `None` if it is empty.
pub(super) fn named(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}

fn vector(components: usize) -> Type {
    match components {
        1 => Type::Scalar,
        2 => Type::Vec2,
        3 => Type::Vec3,
        _ => Type::Vec4,
    }
}
