use super::draw_list::ListTexture;
use super::frame::FrameBinding;
use super::maps::map_texture;
use super::skinning_bench::SkinToTime;
use crate::gpu::mirrors::{DeformedVertexData, Frame};
use crate::gpu::timing::Stopwatch;
use crate::gpu::{GpuContext, GpuError, GpuModel, GpuPalettes, GpuPrimitive, MeshPass, MethodPipeline, workgroups};
use crate::view::{Camera, CameraPreset};
use bytemuck::Zeroable;
use skinscope_core::model::Pose;
use skinscope_core::skinning::{JointPalette, SkinningSettings};

/// Path on which a skin is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinningPath {
    /// The compute shader of `deform`, which writes positions and normals to memory.
    Compute,
    /// The vertex shader that draws the skin into depth maps, here into a small one: positions only, because the
    /// shader's compiler drops everything that no fragment shader reads.
    Drawing,
}

impl SkinningPath {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Compute, Self::Drawing];
}

/// Measures passes that skin a model, and do nothing else.
#[derive(Debug)]
pub struct SkinningTimer<'a> {
    context: &'a GpuContext,
    model: &'a GpuModel,
    stopwatch: &'a Stopwatch,
    /// Output of the compute shader; all chunks use the same.
    deformed: wgpu::BindGroup,
    depth_map: wgpu::TextureView,
    frame: FrameBinding,
}

/// A pose under one method, ready to be skinned.
#[derive(Debug)]
pub struct TimedSkinning {
    palettes: GpuPalettes,
    /// Pipelines for each primitive.
    pipelines: Vec<(wgpu::ComputePipeline, wgpu::RenderPipeline)>,
    settings: SkinningSettings,
    /// Whether the shaders leave out the first phase: no joint of any skin has scale or shear.
    pub palette_is_rigid: bool,
    /// Count of runs of each path in one measurement.
    repeats: [u32; 2],
    /// Bytes read per vertex, without its joints, which many vertices share.
    bytes_read: f64,
}

/// Side of the depth map in pixels. It is small, so that the triangles of a large mesh cover few pixels each, and
/// skinning takes most of the time.
const DEPTH_MAP_SIZE: u32 = 256;

/// Least seconds of a measurement, so that the time to submit it and the ticks of the clock do not matter.
const LEAST_ON_CARD: f64 = 1e-3;
const LEAST_IN_SOFTWARE: f64 = 10e-3;
/// Most runs in one measurement. It is also a dimension of a dispatch, which every device allows to be 65,535.
const MOST_REPEATS: u32 = 4096;

impl<'a> SkinningTimer<'a> {
    /// # Errors
    /// Out of memory, or a lost device.
    pub fn new(context: &'a GpuContext, model: &'a GpuModel, stopwatch: &'a Stopwatch) -> Result<Self, GpuError> {
        let chunks = model.primitives().iter().flat_map(|primitive| &primitive.chunks);
        let most = chunks.map(|chunk| chunk.vertices.len()).max().unwrap_or(0).max(1);
        let (deformed, depth_map, frame) = context.checked("the measured skin", || {
            let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("deformed"),
                size: (most * size_of::<DeformedVertexData>()) as u64,
                usage: wgpu::BufferUsages::STORAGE,
                mapped_at_creation: false,
            });
            let deformed = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("deformed"),
                layout: &context.layouts.deformed,
                entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
            });
            let size = [DEPTH_MAP_SIZE; 2];
            let depth_map = map_texture(context, ListTexture::OcclusionDepth, size, 1);
            let placeholder = |texture| map_texture(context, texture, [1, 1], 1);
            let (shadow, occlusion) = (placeholder(ListTexture::NoShadow), placeholder(ListTexture::NoOcclusion));
            let frame = FrameBinding::new(context, &shadow, &occlusion);
            let camera = Camera::framing(model.rest_bounds(), size, CameraPreset::ThreeQuarter);
            frame.write(context, &Frame { clip_from_world: camera.clip_from_world(size), ..Frame::zeroed() });
            (deformed, depth_map, frame)
        })?;
        Ok(Self { context, model, stopwatch, deformed, depth_map, frame })
    }

    /// Compiles the shaders of a method, and runs them until the number of runs for one measurement is known.
    ///
    /// # Errors
    /// Out of memory, a lost device, or a method that needs centers of rotation on a model without them.
    pub fn prepare(&self, pose: &Pose, skin: SkinToTime) -> Result<TimedSkinning, GpuError> {
        let (context, model) = (self.context, self.model);
        let SkinToTime { settings, with_first_phase } = skin;
        model.prepare(context, settings)?;
        let mut palettes = GpuPalettes::new(context, model)?;
        let joint_palettes = JointPalette::all_for_gpu(&model.model(), pose, settings);
        palettes.write(context, model, &joint_palettes, settings)?;
        let palette_is_rigid = !with_first_phase && joint_palettes.iter().all(JointPalette::is_rigid);
        let pipelines = |primitive: &GpuPrimitive| {
            let method = MethodPipeline {
                method: primitive.method(settings.method),
                sign_mode: settings.antipodality().sign_mode(),
                influence_path: primitive.influence_path,
                palette_is_rigid: !with_first_phase && palettes.is_rigid(primitive.skin),
            };
            let drawn = context.pipelines.mesh(context, MeshPass::Depth, method)?;
            Ok((context.pipelines.deform(context, method)?, drawn))
        };
        let pipelines: Vec<_> = model.primitives().iter().map(pipelines).collect::<Result<_, GpuError>>()?;
        let read = |primitive: &GpuPrimitive| {
            let data = primitive.rest_data(settings.method);
            primitive.chunks.iter().map(|chunk| chunk.vertex_bytes(data)).sum::<u64>()
        };
        let bytes = model.primitives().iter().map(read).sum::<u64>();
        let bytes_read = bytes as f64 / self.vertices().max(1) as f64;
        let mut timed = TimedSkinning { palettes, pipelines, settings, palette_is_rigid, repeats: [1; 2], bytes_read };
        for path in SkinningPath::ALL {
            timed.repeats[path as usize] = self.repeats(&timed, path)?;
        }
        Ok(timed)
    }

    /// Vertices that one run skins.
    pub fn vertices(&self) -> usize {
        let chunks = self.model.primitives().iter().flat_map(|primitive| &primitive.chunks);
        chunks.map(|chunk| chunk.vertices.len()).sum()
    }

    /// Seconds that skinning takes once.
    ///
    /// # Errors
    /// A lost device.
    pub fn seconds(&self, timed: &TimedSkinning, path: SkinningPath) -> Result<f64, GpuError> {
        let repeats = timed.repeats[path as usize];
        Ok(self.seconds_of(timed, path, repeats)? / f64::from(repeats))
    }

    fn repeats(&self, timed: &TimedSkinning, path: SkinningPath) -> Result<u32, GpuError> {
        let least = if self.context.is_software() { LEAST_IN_SOFTWARE } else { LEAST_ON_CARD };
        let mut repeats = 1;
        // Warm-up: the first run also uploads and compiles.
        self.seconds_of(timed, path, repeats)?;
        loop {
            let seconds = self.seconds_of(timed, path, repeats)?;
            if seconds >= least || repeats >= MOST_REPEATS {
                return Ok(repeats);
            }
            let wanted = (f64::from(repeats) * 1.2 * least / seconds.max(1e-9)).ceil();
            repeats = (wanted.min(f64::from(repeats * 16)) as u32).clamp(repeats + 1, MOST_REPEATS);
        }
    }

    fn seconds_of(&self, timed: &TimedSkinning, path: SkinningPath, repeats: u32) -> Result<f64, GpuError> {
        match path {
            SkinningPath::Compute => self.stopwatch.compute_seconds(self.context, |pass| {
                pass.set_bind_group(0, &self.deformed, &[]);
                self.deform(timed, repeats, pass);
            }),
            SkinningPath::Drawing => self.stopwatch.depth_seconds(self.context, &self.depth_map, |pass| {
                pass.set_bind_group(0, &self.frame.bind_group, &[]);
                (0..repeats).for_each(|_| self.draw(timed, pass));
            }),
        }
    }

    /// Runs the compute shader. All repeats of a chunk are one dispatch: between dispatches that write the same buffer,
    /// the GPU waits, which for small meshes takes longer than skinning. The shader does not read the second dimension,
    /// so every repeat writes the same.
    fn deform(&self, timed: &TimedSkinning, repeats: u32, pass: &mut wgpu::ComputePass<'_>) {
        for (primitive, (pipeline, _)) in self.model.primitives().iter().zip(&timed.pipelines) {
            let data = primitive.rest_data(timed.settings.method);
            pass.set_pipeline(pipeline);
            pass.set_bind_group(2, timed.palettes.bind_group(primitive.skin), &[]);
            for chunk in &primitive.chunks {
                pass.set_bind_group(1, &chunk.bind_group(self.context, data, false, timed.settings.stored), &[]);
                pass.dispatch_workgroups(workgroups(chunk.vertices.len()), repeats, 1);
            }
        }
    }

    fn draw(&self, timed: &TimedSkinning, pass: &mut wgpu::RenderPass<'_>) {
        for (primitive, (_, pipeline)) in self.model.primitives().iter().zip(&timed.pipelines) {
            let data = primitive.rest_data(timed.settings.method);
            pass.set_pipeline(pipeline);
            pass.set_bind_group(2, timed.palettes.bind_group(primitive.skin), &[]);
            for chunk in &primitive.chunks {
                let Some(triangles) = chunk.triangles() else { continue };
                pass.set_bind_group(1, &chunk.bind_group(self.context, data, false, timed.settings.stored), &[]);
                pass.set_index_buffer(triangles.indices.slice(..), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..triangles.index_count, 0, 0..1);
            }
        }
    }
}

impl TimedSkinning {
    /// Bytes that a path reads and writes of each vertex. Joints are not counted, because many vertices share them, nor
    /// are the indices of triangles.
    pub fn vertex_bytes(&self, path: SkinningPath) -> f64 {
        let written = match path {
            SkinningPath::Compute => size_of::<DeformedVertexData>() as f64,
            SkinningPath::Drawing => 0.0,
        };
        self.bytes_read + written
    }
}
