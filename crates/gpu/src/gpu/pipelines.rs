use super::chunks::WORKGROUP_SIZE;
use super::own::with_shader;
use super::passes::{MeshPass, OverlayPass};
use super::recipes::{Recipe, mesh_recipe, overlay_recipe};
use super::smoothing::SmoothingPass;
use super::{Composition, DEPTH_FORMAT, GpuContext, GpuError, VertexFormat};
use skinscope_core::model::SHORTEST_MORPHED_NORMAL;
use skinscope_core::skinning::{
    LEAST_COVARIANCE, MOST_SQUARINGS, MOST_STEPS, SHIFT_ROUNDING, SHORTEST_BLEND, SMALLEST_BLEND, SQUARED_ENOUGH,
    STEP_PRECISION, SignMode, SkinningMethod,
};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Storage of a vertex's influences, and how the shader finds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InfluencePath {
    /// Exactly four per vertex, with weight zero as padding of short lists; the usual case.
    FixedFour,
    /// Any number: each vertex stores the start and length of its list.
    Listed,
    /// Up to four in a packed vertex.
    PackedFour,
    /// Up to eight: four in a packed vertex, four in a list next to it.
    PackedEight,
}

impl InfluencePath {
    /// The path in full precision for a primitive whose vertices have at most this many influences.
    pub fn of(max_influences: usize) -> Self {
        if max_influences <= 4 { Self::FixedFour } else { Self::Listed }
    }

    /// The vertices that the path reads.
    pub fn vertex_format(self) -> VertexFormat {
        match self {
            Self::FixedFour | Self::Listed => VertexFormat::Full,
            Self::PackedFour | Self::PackedEight => VertexFormat::Packed,
        }
    }

    /// The shader's `influences_per_vertex`.
    pub fn influences_per_vertex(self) -> u32 {
        match self {
            Self::FixedFour | Self::PackedFour => 4,
            Self::PackedEight => 8,
            Self::Listed => 0,
        }
    }
}

/// The skinning part of a pipeline's key, independent of the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodPipeline {
    /// The method.
    pub method: SkinningMethod,
    /// How the vertex loop chooses the signs of quaternions.
    pub sign_mode: SignMode,
    /// How influences are read.
    pub influence_path: InfluencePath,
    /// Whether no joint of the skin has scale or shear in the pose, see [`super::GpuPalettes::is_rigid`].
    pub palette_is_rigid: bool,
}

impl MethodPipeline {
    /// Maps settings that differ only in values that the method ignores to the same pipeline.
    pub(super) fn canonical(self) -> Self {
        let sign_mode = if self.method.blends_quaternions() { self.sign_mode } else { SignMode::AsGiven };
        Self { sign_mode, palette_is_rigid: self.palette_is_rigid && self.method.has_first_phase(), ..self }
    }

    pub(super) fn constants(self) -> Vec<(&'static str, f64)> {
        let mut constants = vec![("influences_per_vertex", f64::from(self.influence_path.influences_per_vertex()))];
        let has_prelude = with_shader(self.method).is_some();
        if has_prelude || self.method.blends_quaternions() {
            constants.push(("sign_mode", f64::from(self.sign_mode as u32)));
            constants.push(("shortest_blend", f64::from(SHORTEST_BLEND)));
        }
        if has_prelude || self.method.has_first_phase() {
            constants.push(("palette_is_rigid", f64::from(u8::from(self.palette_is_rigid))));
        }
        if self.method == SkinningMethod::Dib {
            constants.push(("step_precision", f64::from(STEP_PRECISION)));
            constants.push(("shift_rounding", f64::from(SHIFT_ROUNDING)));
            constants.push(("most_steps", f64::from(MOST_STEPS)));
        }
        if self.method == SkinningMethod::CorProcrustes {
            constants.push(("least_covariance", f64::from(LEAST_COVARIANCE)));
        }
        if [SkinningMethod::CorProcrustes, SkinningMethod::DirectDeltaMush].contains(&self.method) {
            constants.push(("smallest_blend", f64::from(SMALLEST_BLEND)));
            constants.push(("squared_enough", f64::from(SQUARED_ENOUGH)));
            constants.push(("most_squarings", f64::from(MOST_SQUARINGS)));
        }
        constants
    }
}

/// The constants of `deform.wgsl` for a method.
pub(super) fn deform_constants(method: MethodPipeline) -> Vec<(&'static str, f64)> {
    let mut constants = method.constants();
    constants.push(("workgroup_size", f64::from(WORKGROUP_SIZE)));
    constants
}

/// The version of a method that may be replaced, see [`SkinningMethod::revision`].
type Revision = u32;

/// All compiled pipelines, each compiled on first use.
#[derive(Debug, Default)]
pub struct Pipelines {
    modules: Cache<(Composition, Revision), wgpu::ShaderModule>,
    meshes: Cache<(MeshPass, MethodPipeline, Revision), wgpu::RenderPipeline>,
    overlays: Cache<OverlayPass, wgpu::RenderPipeline>,
    deforms: Cache<(MethodPipeline, Revision), wgpu::ComputePipeline>,
    morphs: Cache<VertexFormat, wgpu::ComputePipeline>,
    smoothing: Cache<SmoothingPass, wgpu::ComputePipeline>,
}

impl Pipelines {
    /// Count of compiled pipelines.
    pub fn count(&self) -> usize {
        self.meshes.count()
            + self.overlays.count()
            + self.deforms.count()
            + self.morphs.count()
            + self.smoothing.count()
    }

    /// # Errors
    /// The device refuses the pipeline.
    pub(crate) fn mesh(
        &self,
        context: &GpuContext,
        pass: MeshPass,
        method: MethodPipeline,
    ) -> Result<wgpu::RenderPipeline, GpuError> {
        let (pass, method) = (pass.canonical(), method.canonical());
        self.meshes.get_or_make((pass, method, method.method.revision()), || {
            let (composition, recipe) = mesh_recipe(pass, method);
            self.make(context, composition, &recipe)
        })
    }

    /// # Errors
    /// The device refuses the pipeline.
    pub fn overlay(&self, context: &GpuContext, pass: OverlayPass) -> Result<wgpu::RenderPipeline, GpuError> {
        self.overlays.get_or_make(pass, || {
            let (composition, recipe) = overlay_recipe(pass);
            self.make(context, composition, &recipe)
        })
    }

    /// # Errors
    /// The device refuses the pipeline.
    pub(crate) fn deform(
        &self,
        context: &GpuContext,
        method: MethodPipeline,
    ) -> Result<wgpu::ComputePipeline, GpuError> {
        let method = method.canonical();
        self.deforms.get_or_make((method, method.method.revision()), || {
            let module =
                self.module(context, Composition::Deform(method.method, method.influence_path.vertex_format()))?;
            let layouts = &context.layouts;
            let constants = deform_constants(method);
            context.checked("the shader that deforms", || {
                let layout = pipeline_layout(context, &[&layouts.deformed, &layouts.chunk, &layouts.palette]);
                context.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: Some("deform"),
                    layout: Some(&layout),
                    module: &module,
                    entry_point: Some("deform"),
                    compilation_options: wgpu::PipelineCompilationOptions {
                        constants: &constants,
                        ..wgpu::PipelineCompilationOptions::default()
                    },
                    cache: None,
                })
            })
        })
    }

    /// # Errors
    /// The device refuses the pipeline.
    pub(crate) fn morph(&self, context: &GpuContext, format: VertexFormat) -> Result<wgpu::ComputePipeline, GpuError> {
        self.morphs.get_or_make(format, || {
            let module = self.module(context, Composition::Morph(format))?;
            let constants = [
                ("workgroup_size", f64::from(WORKGROUP_SIZE)),
                ("shortest_normal", f64::from(SHORTEST_MORPHED_NORMAL)),
            ];
            context.checked("the shader that morphs", || {
                let layout = pipeline_layout(context, &[&context.layouts.morph]);
                context.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: Some("morph"),
                    layout: Some(&layout),
                    module: &module,
                    entry_point: Some("morph"),
                    compilation_options: wgpu::PipelineCompilationOptions {
                        constants: &constants,
                        ..wgpu::PipelineCompilationOptions::default()
                    },
                    cache: None,
                })
            })
        })
    }

    /// # Errors
    /// The device refuses the pipeline.
    pub(super) fn smoothing(
        &self,
        context: &GpuContext,
        pass: SmoothingPass,
    ) -> Result<wgpu::ComputePipeline, GpuError> {
        self.smoothing.get_or_make(pass, || {
            let module = self.module(context, Composition::Smooth)?;
            context.checked("the shader that smooths", || {
                let layout = pipeline_layout(context, &[&context.layouts.smoothing]);
                context.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: Some(pass.entry_point()),
                    layout: Some(&layout),
                    module: &module,
                    entry_point: Some(pass.entry_point()),
                    compilation_options: wgpu::PipelineCompilationOptions {
                        constants: &SmoothingPass::constants(),
                        ..wgpu::PipelineCompilationOptions::default()
                    },
                    cache: None,
                })
            })
        })
    }

    /// The pipeline that copies memory. It is not kept, because only measurements need it.
    ///
    /// # Errors
    /// The device refuses the pipeline.
    pub fn copy(&self, context: &GpuContext) -> Result<wgpu::ComputePipeline, GpuError> {
        let module = self.module(context, Composition::Copy)?;
        context.checked("the shader that copies", || {
            context.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some("copy"),
                layout: None,
                module: &module,
                entry_point: Some("copy"),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &[("workgroup_size", f64::from(WORKGROUP_SIZE))],
                    ..wgpu::PipelineCompilationOptions::default()
                },
                cache: None,
            })
        })
    }

    /// Drops what was made from versions of shaders that were replaced.
    fn forget_old_revisions(&self) {
        self.modules.retain(|(composition, revision)| composition.revision() == *revision);
        self.meshes.retain(|(_, method, revision)| method.method.revision() == *revision);
        self.deforms.retain(|(method, revision)| method.method.revision() == *revision);
    }

    fn module(&self, context: &GpuContext, composition: Composition) -> Result<wgpu::ShaderModule, GpuError> {
        self.modules.get_or_make((composition, composition.revision()), || {
            if composition.revision() > 1 {
                self.forget_old_revisions();
            }
            context.checked("a shader", || {
                context.device.create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some(&composition.name()),
                    source: wgpu::ShaderSource::Wgsl(composition.wgsl().into()),
                })
            })
        })
    }

    #[tracing::instrument(level = "debug", skip_all, fields(name = composition.name()))]
    fn make(
        &self,
        context: &GpuContext,
        composition: Composition,
        recipe: &Recipe,
    ) -> Result<wgpu::RenderPipeline, GpuError> {
        let module = self.module(context, composition)?;
        let options = || wgpu::PipelineCompilationOptions {
            constants: &recipe.constants,
            ..wgpu::PipelineCompilationOptions::default()
        };
        let targets = recipe
            .fragment
            .map(|(_, format, blend)| [Some(wgpu::ColorTargetState { format, blend, write_mask: recipe.writes })]);
        context.checked("a pipeline", || {
            let layouts: Vec<_> = recipe.layouts.iter().map(|&name| context.layouts.get(name)).collect();
            let layout = pipeline_layout(context, &layouts);
            context.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(&composition.name()),
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(recipe.vertex),
                    buffers: &[],
                    compilation_options: options(),
                },
                // Both sides of every triangle are drawn: mirrored joints turn some inside out.
                primitive: wgpu::PrimitiveState { topology: recipe.topology, ..wgpu::PrimitiveState::default() },
                depth_stencil: recipe.depth.map(|(compare, write)| wgpu::DepthStencilState {
                    format: DEPTH_FORMAT,
                    depth_write_enabled: Some(write),
                    depth_compare: Some(compare),
                    stencil: wgpu::StencilState::default(),
                    bias: wgpu::DepthBiasState::default(),
                }),
                multisample: wgpu::MultisampleState { count: recipe.samples, ..wgpu::MultisampleState::default() },
                fragment: recipe.fragment.zip(targets.as_ref()).map(|((entry_point, _, _), targets)| {
                    wgpu::FragmentState {
                        module: &module,
                        entry_point: Some(entry_point),
                        targets,
                        compilation_options: options(),
                    }
                }),
                multiview_mask: None,
                cache: None,
            })
        })
    }
}

fn pipeline_layout(context: &GpuContext, layouts: &[&wgpu::BindGroupLayout]) -> wgpu::PipelineLayout {
    let bind_group_layouts: Vec<_> = layouts.iter().map(|&layout| Some(layout)).collect();
    context.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &bind_group_layouts,
        immediate_size: 0,
    })
}

#[derive(Debug)]
struct Cache<K, V>(Mutex<HashMap<K, V>>);

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Hash + Eq + Copy, V: Clone> Cache<K, V> {
    /// wgpu handles are reference counted: a clone is the same object.
    fn get_or_make(&self, key: K, make: impl FnOnce() -> Result<V, GpuError>) -> Result<V, GpuError> {
        if let Some(found) = self.lock().get(&key) {
            return Ok(found.clone());
        }
        let made = make()?;
        self.lock().insert(key, made.clone());
        Ok(made)
    }

    fn retain(&self, keeps: impl Fn(&K) -> bool) {
        self.lock().retain(|key, _| keeps(key));
    }

    fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, V>> {
        // A panic elsewhere cannot leave the map in an inconsistent state.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
