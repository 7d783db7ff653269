use super::albedo::exposure;
use super::chunks::{Chunk, ChunkLimits, split_into_chunks};
use super::creases::creases;
use super::edges::EdgeBuffer;
use super::limb_coordinates::limb_coordinates;
use super::materials::{GpuMaterial, Looks};
use super::mirrors::{InfluenceData, LimbCoordinates, MeshVertex, VertexCenterData};
use super::morphs::GpuMorphs;
use super::shown_part::{ShownTriangles, TriangleBuffer};
use super::triangle_order::order_for_reuse;
use super::{GpuContext, GpuError, InfluencePath};
use crate::math::Bounds;
use crate::model::{Influence, Model, Pose, Primitive, SkinKind, SkinPart};
use crate::skinning::{Covariance, JointPalette, JointSets, PrimitiveCenters, SkinningMethod};
use bytemuck::Zeroable as _;
use glam::{Vec2, Vec3, Vec4};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A model's vertices, textures and materials on the GPU. Can be dropped and recreated at any time.
#[derive(Debug)]
pub struct GpuModel {
    pub(super) id: u64,
    shown: Mutex<ShownShape>,
    pub(super) primitives: Vec<GpuPrimitive>,
    /// What is drawn. `None` is all.
    pub(super) part: Option<Arc<SkinPart>>,
    /// `None` until [`Self::set_centers`] is called.
    centers_of_primitives: Option<Vec<PrimitiveCenters>>,
    exposure: f32,
}

/// The shape that the vertices have.
#[derive(Debug)]
struct ShownShape {
    model: Arc<Model>,
    /// Bounds of the rest vertices that a joint moves, by skin and joint.
    joint_boxes: Vec<Vec<Bounds>>,
    rest_bounds: Bounds,
}

impl ShownShape {
    fn of(model: &Arc<Model>) -> Self {
        Self { model: Arc::clone(model), joint_boxes: joint_boxes(model), rest_bounds: model.rest_bounds() }
    }
}

/// One primitive of the model, in the model's order.
#[derive(Debug)]
pub struct GpuPrimitive {
    pub skin: u32,
    pub kind: SkinKind,
    pub influence_path: InfluencePath,
    pub material: GpuMaterial,
    pub chunks: Vec<GpuChunk>,
    pub vertex_count: usize,
    /// The middle of the primitive at rest, and the joint of its skin that moves most of it.
    pub anchor: Anchor,
    /// The fraction of the surrounding light that reaches each vertex at rest.
    pub(super) creases: Vec<f32>,
    /// Index of each vertex's joint set in [`JointSets`].
    joint_sets: Vec<u32>,
    /// One per chunk, of the shown triangles.
    pub(super) edges: OnceLock<Vec<Option<EdgeBuffer>>>,
}

/// Where a primitive is, roughly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// In the bind frame.
    pub center: Vec3,
    /// Index into the skin's joints.
    pub joint: u32,
}

impl Anchor {
    fn of(primitive: &Primitive) -> Self {
        let mut loads: HashMap<u32, f32> = HashMap::new();
        for influence in primitive.influences.flat() {
            *loads.entry(influence.joint).or_default() += influence.weight;
        }
        let heaviest = loads.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let center = Bounds::of(primitive.positions.iter().copied()).center();
        Self { center, joint: heaviest.map_or(0, |(joint, _)| joint) }
    }

    /// The center in a pose.
    pub fn posed(&self, palette: &JointPalette) -> Vec3 {
        let Some(matrix) = palette.matrices.get(self.joint as usize) else { return self.center };
        Vec3::from(matrix.rows.map(|row| row.dot(self.center.extend(1.0))))
    }
}

/// A part of a primitive that fits the device's limits.
#[derive(Debug)]
pub struct GpuChunk {
    /// The primitive's vertex indices, in the order of the buffer.
    pub vertices: Vec<u32>,
    pub(super) triangles: ShownTriangles,
    influences: wgpu::Buffer,
    limb_coordinates: wgpu::Buffer,
    /// Center, covariance and joint set of each vertex.
    centers: wgpu::Buffer,
    /// Group 1 of the shaders.
    pub bind_group: wgpu::BindGroup,
    morphs: Option<GpuMorphs>,
}

impl GpuPrimitive {
    /// The method used for this primitive. Rigid meshes follow their node exactly, regardless of the chosen method.
    pub fn method(&self, chosen: SkinningMethod) -> SkinningMethod {
        match self.kind {
            SkinKind::Skinned => chosen,
            SkinKind::Rigid => SkinningMethod::Lbs,
        }
    }
}

/// What pictures need to know of a model besides its vertices and materials.
struct ModelLook {
    /// For every primitive, one per vertex, see [`creases`].
    creases: Vec<Vec<f32>>,
    /// For every primitive, one per vertex, see [`limb_coordinates`].
    limb_coordinates: Vec<Vec<LimbCoordinates>>,
    exposure: f32,
}

impl GpuModel {
    /// # Errors
    /// Out of memory, or a vertex with more influences than a buffer holds.
    pub fn new(context: &GpuContext, model: &Arc<Model>) -> Result<Self, GpuError> {
        Self::with_chunk_limits(context, model, ChunkLimits::of(&context.limits))
    }

    /// Like [`Self::new`], for a thread that may be told to stop. `None` if it is not wanted anymore.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn if_wanted(
        context: &GpuContext,
        model: &Arc<Model>,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, GpuError> {
        let creases = creases(model);
        if !is_wanted() {
            return Ok(None);
        }
        let limb_coordinates = limb_coordinates(model);
        if !is_wanted() {
            return Ok(None);
        }
        let look = ModelLook { creases, limb_coordinates, exposure: exposure(model) };
        Self::with_look(context, model, ChunkLimits::of(&context.limits), look).map(Some)
    }

    /// Like [`Self::new`], with chunks no larger than `limits`.
    ///
    /// # Errors
    /// Out of memory, or a vertex with more influences than a chunk can hold.
    pub fn with_chunk_limits(context: &GpuContext, model: &Arc<Model>, limits: ChunkLimits) -> Result<Self, GpuError> {
        let look =
            ModelLook { creases: creases(model), limb_coordinates: limb_coordinates(model), exposure: exposure(model) };
        Self::with_look(context, model, limits, look)
    }

    /// For deforming only: what pictures need for their light and patterns is not computed.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn for_deforming(context: &GpuContext, model: &Arc<Model>) -> Result<Self, GpuError> {
        let counts = || model.primitives.iter().map(|primitive| primitive.positions.len());
        let look = ModelLook {
            creases: counts().map(|count| vec![1.0; count]).collect(),
            limb_coordinates: counts().map(|count| vec![LimbCoordinates::zeroed(); count]).collect(),
            exposure: 1.0,
        };
        Self::with_look(context, model, ChunkLimits::of(&context.limits), look)
    }

    fn with_look(
        context: &GpuContext,
        model: &Arc<Model>,
        limits: ChunkLimits,
        ModelLook { creases, limb_coordinates, exposure }: ModelLook,
    ) -> Result<Self, GpuError> {
        let primitives = context.checked("the model's memory", || {
            let mut looks = Looks::new(context, model);
            let sets: Vec<JointSets> =
                (0..model.skins.len()).map(|skin| JointSets::of_skin(model, skin as u32)).collect();
            let upload =
                |((primitive, creases), limb_coordinates): ((&Arc<Primitive>, Vec<f32>), Vec<LimbCoordinates>)| {
                    let sets = &sets[primitive.skin as usize];
                    let joint_sets = primitive.influences.iter().map(|influences| sets.index_of(influences)).collect();
                    let of_vertices = OfVertices { joint_sets, creases, limb_coordinates };
                    upload(context, model, primitive, &mut looks, of_vertices, limits)
                };
            model.primitives.iter().zip(creases).zip(limb_coordinates).map(upload).collect::<Result<_, _>>()
        })??;
        Ok(Self {
            id: next_id(),
            shown: Mutex::new(ShownShape::of(model)),
            primitives,
            part: None,
            centers_of_primitives: None,
            exposure,
        })
    }

    /// Uploads the centers of rotation for `cor`, and for `cor-procrustes` if they have covariances: for every primitive,
    /// one per vertex. This changes the upload id.
    ///
    /// # Errors
    /// A lost device.
    pub fn set_centers(&mut self, context: &GpuContext, centers: &[PrimitiveCenters]) -> Result<(), GpuError> {
        context.checked("the centers of rotation", || {
            for ((primitive, source), centers) in self.primitives.iter().zip(&self.model().primitives).zip(centers) {
                for chunk in &primitive.chunks {
                    let data = centers_of_chunk(source, &chunk.vertices, &primitive.joint_sets, centers);
                    context.queue.write_buffer(&chunk.centers, 0, bytemuck::cast_slice(&data));
                }
            }
        })?;
        self.centers_of_primitives = Some(centers.to_vec());
        self.id = next_id();
        Ok(())
    }

    /// Shows another shape of the same model, see [`Model::in_shape`]. The vertices are morphed on the GPU, once for all
    /// that is drawn afterwards. Centers of rotation stay: they are those of the default shape. The upload id
    /// stays, too: what depends on a pose depends on its morph weights.
    ///
    /// # Errors
    /// A lost device.
    pub fn take_shape(&self, context: &GpuContext, shape: &Arc<Model>) -> Result<(), GpuError> {
        let mut shown = self.shown();
        if Arc::ptr_eq(&shown.model, shape) {
            return Ok(());
        }
        debug_assert!(Arc::ptr_eq(shown.model.in_default_shape(), shape.in_default_shape()), "another model");
        if shown.model.shape_weights() == shape.shape_weights() {
            shown.model = Arc::clone(shape);
            return Ok(());
        }
        let pipeline = context.pipelines.morph(context)?;
        context.checked("the morph targets", || {
            let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                for (primitive, source) in self.primitives.iter().zip(&shape.primitives) {
                    let weights = &shape.shape_weights()[shape.skeleton.morph_targets_of(source.node)];
                    for morphs in primitive.chunks.iter().filter_map(|chunk| chunk.morphs.as_ref()) {
                        morphs.morph(context, &pipeline, &mut pass, weights);
                    }
                }
            }
            context.queue.submit([encoder.finish()]);
        })?;
        *shown = ShownShape::of(shape);
        Ok(())
    }

    /// Shows the shape of a pose, see [`Self::take_shape`].
    ///
    /// # Errors
    /// A lost device.
    pub fn take_shape_of(&self, context: &GpuContext, pose: &Pose) -> Result<(), GpuError> {
        self.take_shape(context, &self.model().in_shape(&pose.morph_weights))
    }

    fn shown(&self) -> MutexGuard<'_, ShownShape> {
        // A panic elsewhere cannot leave it in an inconsistent state.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether `cor` can be drawn.
    pub fn has_centers(&self) -> bool {
        self.centers_of_primitives.is_some()
    }

    /// Whether `cor-procrustes` can be drawn.
    pub fn has_covariances(&self) -> bool {
        let all = |centers: &Vec<PrimitiveCenters>| centers.iter().all(|one| one.covariances().is_some());
        self.centers_of_primitives.as_ref().is_some_and(all)
    }

    /// The centers given to [`Self::set_centers`].
    pub fn centers_of_primitives(&self) -> Option<&[PrimitiveCenters]> {
        self.centers_of_primitives.as_deref()
    }

    /// Checks that the data for a method is available.
    pub(crate) fn check_method(&self, method: SkinningMethod) -> Result<(), GpuError> {
        let lacks_centers = method.needs_centers() && !self.has_centers();
        let lacks_covariances = method.needs_covariances() && !self.has_covariances();
        if lacks_centers || lacks_covariances { Err(GpuError::NoCenters) } else { Ok(()) }
    }

    /// The upload id, unique for every upload.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The model in the shape that is shown.
    pub fn model(&self) -> Arc<Model> {
        Arc::clone(&self.shown().model)
    }

    pub fn primitives(&self) -> &[GpuPrimitive] {
        &self.primitives
    }

    /// The cached value of [`Model::rest_bounds`], which visits every vertex.
    pub fn rest_bounds(&self) -> Bounds {
        self.shown().rest_bounds
    }

    /// The factor on the studio's light under which the model's materials are neither too bright nor too dark.
    pub fn exposure(&self) -> f32 {
        self.exposure
    }

    /// A slightly enlarged box around the posed skin: every joint's rest vertices transformed by that joint. Contains
    /// every LBS result, and almost every result of the other methods. Empty if there is no mesh.
    pub fn posed_bounds(&self, palettes: &[JointPalette]) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for (boxes, palette) in self.shown().joint_boxes.iter().zip(palettes) {
            for (joint_box, matrix) in boxes.iter().zip(&palette.matrices) {
                if joint_box.is_empty() {
                    continue;
                }
                for corner in joint_box.corners() {
                    bounds.add(Vec3::from(matrix.rows.map(|row| row.dot(corner.extend(1.0)))));
                }
            }
        }
        bounds
    }
}

pub(super) fn next_id() -> u64 {
    static NEXT_ID: AtomicU64 = AtomicU64::new(0);
    NEXT_ID.fetch_add(1, Ordering::Relaxed)
}

/// What is computed for each vertex of a primitive.
struct OfVertices {
    joint_sets: Vec<u32>,
    creases: Vec<f32>,
    limb_coordinates: Vec<LimbCoordinates>,
}

fn upload(
    context: &GpuContext,
    model: &Model,
    primitive: &Primitive,
    looks: &mut Looks<'_>,
    of_vertices: OfVertices,
    limits: ChunkLimits,
) -> Result<GpuPrimitive, GpuError> {
    let influence_path = InfluencePath::of(primitive.influences.max_per_vertex());
    let chunks = split_into_chunks(primitive, influence_path.influences_per_vertex(), limits)?;
    let chunks = chunks.into_iter().filter(|chunk| !chunk.vertices.is_empty());
    let target_count = model.skeleton.morph_targets_of(primitive.node).len();
    Ok(GpuPrimitive {
        skin: primitive.skin,
        kind: model.skins[primitive.skin as usize].kind,
        influence_path,
        material: looks.material(primitive),
        chunks: chunks
            .map(|chunk| upload_chunk(context, primitive, target_count, influence_path, &of_vertices, chunk))
            .collect::<Result<_, _>>()?,
        vertex_count: primitive.positions.len(),
        anchor: Anchor::of(primitive),
        creases: of_vertices.creases,
        joint_sets: of_vertices.joint_sets,
        edges: OnceLock::new(),
    })
}

/// Center, covariance and joint set of a chunk's vertices; a vertex without a center rotates about itself.
fn centers_of_chunk(
    primitive: &Primitive,
    vertices: &[u32],
    joint_sets: &[u32],
    centers: &PrimitiveCenters,
) -> Vec<VertexCenterData> {
    let data = |&vertex: &u32| {
        let vertex = vertex as usize;
        let Covariance { squares, products } = centers.covariance(vertex);
        VertexCenterData {
            center_of_rotation: centers.get(vertex).copied().unwrap_or(primitive.positions[vertex]),
            joint_set: joint_sets[vertex],
            squares,
            _pad0: 0.0,
            products,
            _pad1: 0.0,
        }
    };
    vertices.iter().map(data).collect()
}

/// The vertex data of a chunk that the shaders read.
pub(super) fn mesh_vertices(
    primitive: &Primitive,
    vertices: &[u32],
    path: InfluencePath,
    creases: &[f32],
    color_of: impl Fn(usize) -> Vec4,
) -> Vec<MeshVertex> {
    let mut first_influence = 0;
    let vertex = |&source: &u32| {
        let source = source as usize;
        let own = primitive.influences.of(source);
        let vertex = MeshVertex {
            position: primitive.positions[source],
            first_influence,
            normal: primitive.normals[source],
            influence_count: own.len() as u32,
            texcoord: primitive.texcoords.get(source).copied().unwrap_or(Vec2::ZERO),
            color: pack_color(color_of(source)),
            second_texcoord: primitive.second_texcoords.get(source).copied().unwrap_or(Vec2::ZERO),
            crease: creases.get(source).copied().unwrap_or(1.0),
            _pad0: 0.0,
        };
        first_influence += stored_influences(own, path) as u32;
        vertex
    };
    vertices.iter().map(vertex).collect()
}

/// Number of stored influences, including padding.
fn stored_influences(own: &[Influence], path: InfluencePath) -> usize {
    own.len().max(path.influences_per_vertex() as usize)
}

fn upload_chunk(
    context: &GpuContext,
    primitive: &Primitive,
    target_count: usize,
    path: InfluencePath,
    of_vertices: &OfVertices,
    chunk: Chunk,
) -> Result<GpuChunk, GpuError> {
    let chunk = Chunk { indices: order_for_reuse(&chunk.indices, chunk.vertices.len()), ..chunk };
    let own_color = |vertex: usize| primitive.colors.get(vertex).copied().unwrap_or(Vec4::ONE);
    let vertices = mesh_vertices(primitive, &chunk.vertices, path, &of_vertices.creases, own_color);
    let mut influences: Vec<InfluenceData> = Vec::new();
    for &source in &chunk.vertices {
        let own = primitive.influences.of(source as usize);
        influences.extend(own.iter().copied().map(InfluenceData::from));
        // Padding has no effect and refers to a joint that is read anyway.
        let padding = InfluenceData { joint: own[0].joint, weight: 0.0 };
        influences.extend(std::iter::repeat_n(padding, stored_influences(own, path) - own.len()));
    }
    let buffer = |label, contents: &[u8], usage| context.buffer_of(label, contents, usage);
    let storage = wgpu::BufferUsages::STORAGE;
    let vertex_buffer = buffer("vertices", bytemuck::cast_slice(&vertices), storage);
    let influence_buffer = buffer("influences", bytemuck::cast_slice(&influences), storage);
    let centers = centers_of_chunk(primitive, &chunk.vertices, &of_vertices.joint_sets, &PrimitiveCenters::default());
    let centers = buffer("centers", bytemuck::cast_slice(&centers), storage | wgpu::BufferUsages::COPY_DST);
    let limb_coordinates: Vec<LimbCoordinates> =
        chunk.vertices.iter().map(|&vertex| of_vertices.limb_coordinates[vertex as usize]).collect();
    let limb_coordinates = buffer("limb coordinates", bytemuck::cast_slice(&limb_coordinates), storage);
    let bind_group = bind_chunk(context, [&vertex_buffer, &influence_buffer, &centers, &limb_coordinates]);
    let morphs = primitive.morphs.as_ref();
    let morphs = morphs.map(|morphs| GpuMorphs::upload(context, morphs, target_count, &chunk.vertices, &vertex_buffer));
    Ok(GpuChunk {
        morphs: morphs.transpose()?,
        triangles: ShownTriangles::all(TriangleBuffer::upload(context, &chunk.indices), chunk.indices.len() / 3),
        vertices: chunk.vertices,
        influences: influence_buffer,
        limb_coordinates,
        centers,
        bind_group,
    })
}

/// Group 1 of the shaders: vertices, influences, centers, limb coordinates.
fn bind_chunk(context: &GpuContext, buffers: [&wgpu::Buffer; 4]) -> wgpu::BindGroup {
    let entries: Vec<wgpu::BindGroupEntry<'_>> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    context.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("chunk"),
        layout: &context.layouts.chunk,
        entries: &entries,
    })
}

impl GpuChunk {
    /// The triangles to draw. `None` if there are none.
    pub fn triangles(&self) -> Option<&TriangleBuffer> {
        self.triangles.shown()
    }

    /// Group 1 with other vertices in place of its own.
    pub(super) fn bind_with_vertices(&self, context: &GpuContext, vertices: &wgpu::Buffer) -> wgpu::BindGroup {
        bind_chunk(context, [vertices, &self.influences, &self.centers, &self.limb_coordinates])
    }
}

/// Packs a color for the shader's `unpack2x16unorm`.
fn pack_color(color: Vec4) -> [u32; 2] {
    let fraction = |part: f32| (part.clamp(0.0, 1.0) * 65535.0).round() as u32;
    [fraction(color.x) | fraction(color.y) << 16, fraction(color.z) | fraction(color.w) << 16]
}

fn joint_boxes(model: &Model) -> Vec<Vec<Bounds>> {
    let mut boxes: Vec<Vec<Bounds>> = model.skins.iter().map(|skin| vec![Bounds::EMPTY; skin.joints.len()]).collect();
    for primitive in &model.primitives {
        let skin = &mut boxes[primitive.skin as usize];
        for (&position, influences) in primitive.positions.iter().zip(primitive.influences.iter()) {
            for influence in influences {
                skin[influence.joint as usize].add(position);
            }
        }
    }
    boxes
}
