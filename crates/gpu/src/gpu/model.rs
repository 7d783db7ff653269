use super::albedo::exposure;
use super::chunk::GpuChunk;
use super::chunks::ChunkLimits;
use super::creases::creases;
use super::limb_coordinates::{LimbCoordinates, limb_coordinates};
use super::materials::{GpuMaterial, Looks};
use super::mirrors::VertexLook;
use super::morphs::GpuMorphs;
use super::ordered::OrderedPrimitive;
use super::shown_part::IndexBuffer;
use super::smoothing::SmoothedSkins;
use super::stored_chunk::StoredChunk;
use super::upload::{Upload, look_of};
use super::{GpuContext, GpuError, InfluencePath, MeshOverlay, VertexFormat};
use glam::Vec3;
use skinscope_core::math::Bounds;
use skinscope_core::model::{Model, Pose, Primitive, SkinKind, SkinPart, StoredSkin};
use skinscope_core::skinning::{
    JointPalette, MissingInput, PrimitiveCenters, RestData, SetsOfSkins, SkinningMethod, SkinningSettings,
};
use skinscope_core::work::{Progress, both};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A model's vertices, textures and materials on the GPU. Can be dropped and recreated at any time.
#[derive(Debug)]
pub struct GpuModel {
    pub(super) id: u64,
    shown: Mutex<ShownShape>,
    pub(super) primitives: Vec<GpuPrimitive>,
    /// Shown part of the skin. `None` is all of it.
    pub(super) part: Option<Arc<SkinPart>>,
    /// Centers of rotation. `None` until [`Self::set_centers`] is called.
    centers_of_primitives: Option<Vec<PrimitiveCenters>>,
    exposure: f32,
    /// Format of vertices that fit it.
    format: VertexFormat,
    /// Skins that were smoothed.
    pub(super) smoothed: SmoothedSkins,
}

/// Shape of the vertices.
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

/// One primitive of the model, at the same index.
#[derive(Debug)]
pub struct GpuPrimitive {
    pub(crate) skin: u32,
    pub(crate) kind: SkinKind,
    /// How shaders read the influences of its vertices.
    pub influence_path: InfluencePath,
    pub(crate) material: GpuMaterial,
    /// Its parts, each of which fits the device's buffers.
    pub chunks: Vec<GpuChunk>,
    pub(crate) vertex_count: usize,
    /// The middle of the primitive at rest, and the joint of its skin that moves most of it.
    pub(crate) anchor: Anchor,
    /// The fraction of the surrounding light that reaches each vertex at rest; empty if the model is only deformed.
    pub(super) creases: Vec<f32>,
    /// What each [`MeshOverlay`] draws of it, one buffer per chunk.
    pub(super) overlays: [OnceLock<Vec<Option<IndexBuffer>>>; MeshOverlay::ALL.len()],
}

/// Approximate place of a primitive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Middle of the primitive, in the bind frame.
    pub center: Vec3,
    /// Index into the skin's joints.
    pub joint: u32,
}

impl Anchor {
    pub(super) fn of(primitive: &Primitive) -> Self {
        let influences = primitive.influences.flat();
        let joints = influences.iter().map(|influence| influence.joint as usize + 1).max().unwrap_or(0);
        let mut loads = vec![f32::NEG_INFINITY; joints];
        for influence in influences {
            let load = &mut loads[influence.joint as usize];
            *load = if *load == f32::NEG_INFINITY { influence.weight } else { *load + influence.weight };
        }
        // The first of equally heavy joints wins.
        let heaviest = loads.iter().enumerate().rev().max_by(|a, b| a.1.total_cmp(b.1));
        let center = Bounds::of(primitive.positions.iter().copied()).center();
        Self { center, joint: heaviest.map_or(0, |(joint, _)| joint as u32) }
    }

    /// The center in a pose.
    pub fn posed(&self, palette: &JointPalette) -> Vec3 {
        let Some(matrix) = palette.matrices.get(self.joint as usize) else { return self.center };
        Vec3::from(matrix.rows.map(|row| row.dot(self.center.extend(1.0))))
    }
}

impl GpuPrimitive {
    /// The method used for this primitive. Rigid meshes follow their node exactly, regardless of the chosen method.
    pub fn method(&self, chosen: SkinningMethod) -> SkinningMethod {
        match self.kind {
            SkinKind::Skinned => chosen,
            SkinKind::Rigid => SkinningMethod::Lbs,
        }
    }

    /// Data that the method used for this primitive reads of each vertex.
    pub fn rest_data(&self, chosen: SkinningMethod) -> Option<RestData> {
        self.method(chosen).rest_data()
    }
}

/// Data that pictures need of a model in addition to its vertices and materials.
#[derive(Debug)]
pub struct ModelLook {
    /// Creases: for every primitive, one per vertex, see [`creases`].
    creases: Vec<Vec<f32>>,
    exposure: f32,
}

impl ModelLook {
    /// Look to be computed while a device opens. `None` for large models, for which it is faster to compute it in
    /// parallel with the data that depends on the device's limits.
    #[tracing::instrument(level = "debug", skip_all)]
    pub fn ahead(model: &Model) -> Option<Self> {
        (model.vertex_count() < LARGE).then(|| Self { creases: creases(model), exposure: exposure(model) })
    }
}

/// Number of vertices from which a model is prepared on two threads.
const LARGE: usize = 50_000;

/// Data of a model that is computed before its upload.
struct Prepared {
    ordered: Vec<OrderedPrimitive>,
    shown: ShownShape,
    /// Look of the model. `None` if nothing is drawn.
    look: Option<ModelLook>,
}

impl Prepared {
    /// Prepares a model without a look.
    fn unlit(model: &Arc<Model>, limits: ChunkLimits, format: VertexFormat) -> Result<Self, GpuError> {
        let ordered = OrderedPrimitive::of_model(model, limits, format)?;
        Ok(Self { ordered, shown: ShownShape::of(model), look: None })
    }

    /// Prepares a model with its look. The creases take as long as the rest. Those of a large model are computed on a
    /// thread of their own, which does not wait behind other parallel work.
    fn with_look(model: &Arc<Model>, limits: ChunkLimits, format: VertexFormat) -> Result<Self, GpuError> {
        if let Some(look) = ModelLook::ahead(model) {
            return Ok(Self { look: Some(look), ..Self::unlit(model, limits, format)? });
        }
        let rest = || Self::unlit(model, limits, format).map(|prepared| (prepared, exposure(model)));
        let (creases, rest) = both(|| creases(model), rest);
        let (prepared, exposure) = rest?;
        Ok(Self { look: Some(ModelLook { creases, exposure }), ..prepared })
    }
}

impl GpuModel {
    /// Uploads a model in full precision, for deforming and drawing.
    ///
    /// # Errors
    /// Out of memory, or a vertex with more influences than a buffer holds.
    pub fn new(context: &GpuContext, model: &Arc<Model>) -> Result<Self, GpuError> {
        Self::with_chunk_limits(context, model, VertexFormat::Full, ChunkLimits::of(&context.limits))
    }

    /// Uploads a model for pictures: in [`GpuContext::picture_format`], where vertices fit it. Results of deforming
    /// with it have the precision of that format.
    ///
    /// # Errors
    /// The same as [`Self::new`].
    pub fn for_pictures(context: &GpuContext, model: &Arc<Model>) -> Result<Self, GpuError> {
        Self::with_chunk_limits(context, model, context.picture_format(), ChunkLimits::of(&context.limits))
    }

    /// Like [`Self::for_pictures`], with a look that may have been computed before.
    ///
    /// # Errors
    /// The same as [`Self::new`].
    pub fn with_look(context: &GpuContext, model: &Arc<Model>, look: Option<ModelLook>) -> Result<Self, GpuError> {
        if look.is_none() {
            return Self::for_pictures(context, model);
        }
        let format = context.picture_format();
        let prepared = Prepared::unlit(model, ChunkLimits::of(&context.limits), format)?;
        Self::upload(context, Prepared { look, ..prepared }, format)
    }

    /// Like [`Self::for_pictures`], for a thread that may be told to stop. Returns `None` if the model is no longer
    /// wanted.
    ///
    /// # Errors
    /// The same as [`Self::new`].
    pub fn if_wanted(
        context: &GpuContext,
        model: &Arc<Model>,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, GpuError> {
        let (limits, format) = (ChunkLimits::of(&context.limits), context.picture_format());
        let prepared = Prepared::with_look(model, limits, format)?;
        if !is_wanted() {
            return Ok(None);
        }
        Self::upload(context, prepared, format).map(Some)
    }

    /// Uploads a model for drawing, with chunks no larger than `limits`.
    ///
    /// # Errors
    /// Out of memory, or a vertex with more influences than a chunk can hold.
    pub fn with_chunk_limits(
        context: &GpuContext,
        model: &Arc<Model>,
        format: VertexFormat,
        limits: ChunkLimits,
    ) -> Result<Self, GpuError> {
        Self::upload(context, Prepared::with_look(model, limits, format)?, format)
    }

    /// Uploads a model in full precision, only for deforming: the data that pictures need for their light is not
    /// computed.
    ///
    /// # Errors
    /// The same as [`Self::new`].
    pub fn for_deforming(context: &GpuContext, model: &Arc<Model>) -> Result<Self, GpuError> {
        let format = VertexFormat::Full;
        Self::upload(context, Prepared::unlit(model, ChunkLimits::of(&context.limits), format)?, format)
    }

    /// Uploads a model for measuring the speed of skinning: in [`GpuContext::picture_format`], where vertices fit it,
    /// without the data that pictures need for their light.
    ///
    /// # Errors
    /// The same as [`Self::new`], or [`GpuError::Canceled`] if the progress was canceled before the upload.
    pub fn for_measuring(context: &GpuContext, model: &Arc<Model>, progress: &Progress) -> Result<Self, GpuError> {
        let format = context.picture_format();
        let prepared = Prepared::unlit(model, ChunkLimits::of(&context.limits), format)?;
        if progress.is_canceled() {
            return Err(GpuError::Canceled);
        }
        Self::upload(context, prepared, format)
    }

    /// Uploads a prepared model. Without a look, it cannot be drawn.
    #[tracing::instrument(level = "debug", skip_all)]
    fn upload(context: &GpuContext, prepared: Prepared, format: VertexFormat) -> Result<Self, GpuError> {
        let Prepared { ordered, shown, look } = prepared;
        let model = &shown.model;
        let drawn = look.is_some();
        let unlit = || ModelLook { creases: vec![Vec::new(); model.primitives.len()], exposure: 1.0 };
        let ModelLook { creases, exposure } = look.unwrap_or_else(unlit);
        let primitives = context.checked("the model's memory", || {
            let placeholder =
                context.buffer_of("placeholder", &[0; size_of::<VertexLook>()], wgpu::BufferUsages::STORAGE);
            let upload = Upload { context, drawn, placeholder: &placeholder };
            let mut looks = Looks::new(context, model);
            let primitives = model.primitives.iter().zip(ordered).zip(creases);
            primitives
                .map(|((primitive, ordered), creases)| upload.primitive(model, primitive, ordered, &mut looks, creases))
                .collect::<Result<_, _>>()
        })??;
        Ok(Self {
            id: next_id(),
            shown: Mutex::new(shown),
            primitives,
            part: None,
            centers_of_primitives: None,
            exposure,
            format,
            smoothed: SmoothedSkins::default(),
        })
    }

    /// Format of the vertices that fit it.
    pub fn format(&self) -> VertexFormat {
        self.format
    }

    /// Whether the vertices of any primitive are packed.
    pub fn is_packed(&self) -> bool {
        self.primitives.iter().any(|primitive| primitive.influence_path.vertex_format() == VertexFormat::Packed)
    }

    /// Sets the centers of rotation for `cor`, and for `cor-procrustes` if they have covariances: for every primitive,
    /// one per vertex. They are uploaded when a method first needs them. This changes the upload id.
    pub fn set_centers(&mut self, centers: &[PrimitiveCenters]) {
        self.primitives.iter_mut().flat_map(|primitive| &mut primitive.chunks).for_each(GpuChunk::forget_centers);
        self.centers_of_primitives = Some(centers.to_vec());
        self.id = next_id();
    }

    /// Uploads the skin as the settings store it, and the data that their method reads of each vertex in addition, unless
    /// that was done before.
    ///
    /// # Errors
    /// Out of memory, a lost device, or a method that needs centers of rotation that were not set.
    pub fn prepare(&self, context: &GpuContext, settings: SkinningSettings) -> Result<(), GpuError> {
        let SkinningSettings { method, stored, .. } = settings;
        self.check_method(method)?;
        if !stored.is_full() {
            self.prepare_stored(context, stored)?;
        }
        let missing: Vec<(usize, RestData)> = (0..)
            .zip(&self.primitives)
            .filter_map(|(index, primitive)| {
                let data = primitive.rest_data(method)?;
                primitive.chunks.iter().any(|chunk| !chunk.has(data, stored)).then_some((index, data))
            })
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let shown = self.model();
        let full = shown.in_default_shape();
        let of_stored = (!stored.is_full()).then(|| full.stored(stored));
        let buffers: Vec<Vec<wgpu::Buffer>> = context.checked("what the method reads of each vertex", || {
            let mut sets = SetsOfSkins::default();
            let mut upload = |&(index, data): &(usize, RestData)| {
                let own = of_stored.as_ref().filter(|_| data.is_of_stored());
                let model = own.unwrap_or(full);
                let (primitive, source) = (&self.primitives[index], &model.primitives[index]);
                let centers = self.centers_of_primitives.as_ref().and_then(|all| all.get(index));
                let append = data.elements(model, index, centers, &mut sets);
                let per_vertex = primitive.influence_path.influences_per_vertex();
                let of_chunk = |chunk: &GpuChunk| chunk.upload_data(context, data, source, per_vertex, &append);
                primitive.chunks.iter().map(of_chunk).collect()
            };
            missing.iter().map(&mut upload).collect::<Result<_, GpuError>>()
        })??;
        // Only buffers that the device accepted.
        for ((index, data), buffers) in missing.into_iter().zip(buffers) {
            self.primitives[index]
                .chunks
                .iter()
                .zip(buffers)
                .for_each(|(chunk, buffer)| chunk.keep(data, stored, buffer));
        }
        Ok(())
    }

    /// Uploads the vertices of a stored skin in the shape that is shown, unless that was done before.
    fn prepare_stored(&self, context: &GpuContext, stored: StoredSkin) -> Result<(), GpuError> {
        let chunks = || self.primitives.iter().flat_map(|primitive| &primitive.chunks);
        if chunks().all(|chunk| chunk.stored.get(stored).is_some()) {
            return Ok(());
        }
        // No other shape is taken meanwhile.
        let shown = self.shown();
        let default = shown.model.in_default_shape();
        let model = default.stored(stored);
        let made: Vec<StoredChunk> = context.checked("the stored skin", || {
            let of_primitive = |(primitive, source): (&'_ GpuPrimitive, &'_ Arc<Primitive>)| {
                let target_count = model.skeleton.morph_targets_of(source.node).len();
                let upload = |chunk| StoredChunk::upload(context, (primitive, chunk), source, target_count);
                primitive.chunks.iter().map(upload).collect::<Vec<_>>()
            };
            self.primitives.iter().zip(&model.primitives).flat_map(of_primitive).collect::<Result<_, _>>()
        })??;
        if default.shape_weights() != shown.model.shape_weights() {
            let mut made = made.iter();
            let morphs: Vec<Vec<Option<&GpuMorphs>>> = self
                .primitives
                .iter()
                .map(|primitive| made.by_ref().take(primitive.chunks.len()).map(|own| own.morphs.as_ref()).collect())
                .collect();
            self.morph(context, &shown.model, |primitive| morphs[primitive].iter().copied().flatten())?;
        }
        chunks().zip(made).for_each(|(chunk, made)| chunk.stored.keep(stored, made));
        Ok(())
    }

    /// Uploads the position of each vertex on its limb, unless that was done before. The patterns of the clay need it.
    ///
    /// # Errors
    /// Out of memory, or a lost device.
    pub(crate) fn prepare_patterns(&self, context: &GpuContext) -> Result<(), GpuError> {
        let chunks = || self.primitives.iter().flat_map(|primitive| &primitive.chunks);
        if chunks().all(GpuChunk::has_patterns) {
            return Ok(());
        }
        let shown = self.model();
        let model = shown.in_default_shape();
        let limbs = limb_coordinates(model);
        let looks: Vec<wgpu::Buffer> = context.checked("the limb coordinates", || {
            let sources = self.primitives.iter().zip(&model.primitives).zip(&limbs);
            let of_primitive =
                |((primitive, source), limbs): ((&GpuPrimitive, &Arc<Primitive>), &Vec<LimbCoordinates>)| {
                    let look = |vertex: usize| {
                        let look = look_of(source, vertex, &primitive.creases);
                        VertexLook { around: limbs[vertex].around, along: limbs[vertex].along, ..look }
                    };
                    let upload = |chunk: &GpuChunk| chunk.upload_for_vertices(context, look);
                    primitive.chunks.iter().map(upload).collect::<Vec<_>>()
                };
            sources.flat_map(of_primitive).collect()
        })?;
        chunks().zip(looks).for_each(|(chunk, looks)| chunk.keep_patterned_looks(looks));
        Ok(())
    }

    /// Shows another shape of the same model, see [`Model::in_shape`]. The vertices are morphed on the GPU, once for
    /// all that is drawn afterwards. Centers of rotation stay: they are those of the default shape. The upload id
    /// stays, too: everything that depends on a pose already depends on its morph weights.
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
        let chunks = |primitive: usize| &self.primitives[primitive].chunks;
        let stored: Vec<Vec<Arc<StoredChunk>>> = (0..self.primitives.len())
            .map(|primitive| chunks(primitive).iter().flat_map(|chunk| chunk.stored.all()).collect())
            .collect();
        self.morph(context, shape, |primitive| {
            let own = chunks(primitive).iter().filter_map(|chunk| chunk.morphs.as_ref());
            own.chain(stored[primitive].iter().filter_map(|chunk| chunk.morphs.as_ref()))
        })?;
        *shown = ShownShape::of(shape);
        Ok(())
    }

    /// Writes the vertices of a shape. `of` gives the morph targets of each primitive's chunks, by its index.
    fn morph<'m, I: Iterator<Item = &'m GpuMorphs>>(
        &self,
        context: &GpuContext,
        shape: &Model,
        of: impl Fn(usize) -> I,
    ) -> Result<(), GpuError> {
        let pipeline = |(index, primitive): (usize, &GpuPrimitive)| {
            let format = primitive.influence_path.vertex_format();
            of(index).next().map(|_| context.pipelines.morph(context, format)).transpose()
        };
        let pipelines: Vec<Option<wgpu::ComputePipeline>> =
            self.primitives.iter().enumerate().map(pipeline).collect::<Result<_, _>>()?;
        context.checked("the morph targets", || {
            let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                for (index, (source, pipeline)) in shape.primitives.iter().zip(&pipelines).enumerate() {
                    let Some(pipeline) = pipeline else { continue };
                    let weights = &shape.shape_weights()[shape.skeleton.morph_targets_of(source.node)];
                    of(index).for_each(|morphs| morphs.morph(context, pipeline, &mut pass, weights));
                }
            }
            context.queue.submit([encoder.finish()]);
        })
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

    /// The centers given to [`Self::set_centers`].
    pub fn centers_of_primitives(&self) -> Option<&[PrimitiveCenters]> {
        self.centers_of_primitives.as_deref()
    }

    /// Checks that the centers for a method are present.
    fn check_method(&self, method: SkinningMethod) -> Result<(), MissingInput> {
        method.check_defined()?;
        let none = PrimitiveCenters::default();
        let centers = self.centers_of_primitives().unwrap_or_default();
        let check = |(index, primitive): (usize, &GpuPrimitive)| {
            let centers = centers.get(index).unwrap_or(&none);
            primitive.method(method).check_centers(centers, primitive.vertex_count)
        };
        self.primitives.iter().enumerate().try_for_each(check)
    }

    /// Checks that palettes hold what the shader of a method reads, but for what compute passes make.
    pub(crate) fn check_palettes(&self, palettes: &[JointPalette], method: SkinningMethod) -> Result<(), MissingInput> {
        if method == SkinningMethod::DeltaMush {
            return Ok(());
        }
        self.primitives.iter().try_for_each(|primitive| match palettes.get(primitive.skin as usize) {
            Some(palette) => primitive.method(method).check_palette(palette, primitive.vertex_count),
            None => Ok(()),
        })
    }

    /// The upload id, unique for every upload.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The model in the shape that is shown.
    pub fn model(&self) -> Arc<Model> {
        Arc::clone(&self.shown().model)
    }

    /// The uploaded primitives, by the index of the model's.
    pub fn primitives(&self) -> &[GpuPrimitive] {
        &self.primitives
    }

    /// The cached value of [`Model::rest_bounds`], which visits every vertex.
    pub fn rest_bounds(&self) -> Bounds {
        self.shown().rest_bounds
    }

    /// Factor on the studio's light under which the model's materials are neither too bright nor too dark.
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
