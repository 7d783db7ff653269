use super::chunks::WORKGROUP_SIZE;
use super::{COLOR_FORMAT, Composition, DEPTH_FORMAT, GpuContext, GpuError};
use crate::skinning::{MOST_STEPS, SHORTEST_BLEND, STEP_PRECISION, SignMode, SkinningMethod};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// How a vertex finds its influences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InfluencePath {
    /// Exactly four each, the short lists padded with weight zero: the usual skin.
    FixedFour,
    /// Any number: each vertex says where its list starts and how long it is.
    Listed,
}

impl InfluencePath {
    /// The path for a primitive whose vertices have at most this many influences.
    pub fn of(max_influences: usize) -> Self {
        if max_influences <= 4 { Self::FixedFour } else { Self::Listed }
    }

    /// The shader's `influences_per_vertex`.
    pub fn influences_per_vertex(self) -> u32 {
        match self {
            Self::FixedFour => 4,
            Self::Listed => 0,
        }
    }
}

/// What a pipeline that skins is made for, whatever it does with the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodPipeline {
    pub method: SkinningMethod,
    pub sign_mode: SignMode,
    pub influence_path: InfluencePath,
}

impl MethodPipeline {
    /// The same pipeline for settings that differ in nothing the method looks at.
    fn canonical(self) -> Self {
        let sign_mode = if self.method.blends_quaternions() { self.sign_mode } else { SignMode::AsGiven };
        Self { sign_mode, ..self }
    }

    fn constants(self) -> Vec<(&'static str, f64)> {
        let mut constants = vec![("influences_per_vertex", f64::from(self.influence_path.influences_per_vertex()))];
        if self.method.blends_quaternions() {
            constants.push(("sign_mode", f64::from(self.sign_mode as u32)));
            constants.push(("shortest_blend", f64::from(SHORTEST_BLEND)));
        }
        if self.method == SkinningMethod::Dib {
            constants.push(("step_precision", f64::from(STEP_PRECISION)));
            constants.push(("most_steps", f64::from(MOST_STEPS)));
        }
        constants
    }
}

/// What gives a drawn mesh its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshLook {
    /// Its materials.
    Textured,
    /// The studio's clay.
    Smooth,
    /// Clay with the triangles' own normals.
    Flat,
    /// By the direction of its normal alone.
    Matcap,
    /// The colors of a [`super::GpuPaint`].
    Painted,
}

impl MeshLook {
    fn fragment(self) -> &'static str {
        match self {
            Self::Textured => "textured_fragment",
            Self::Smooth => "smooth_fragment",
            Self::Flat => "flat_fragment",
            Self::Matcap => "matcap_fragment",
            Self::Painted => "painted_fragment",
        }
    }
}

/// What a drawn mesh is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeshPass {
    /// Into the picture.
    Shaded { samples: u32, look: MeshLook },
    /// The triangles' edges over what is shaded.
    Wireframe { samples: u32 },
    /// What it covers, into one channel of a [`MASK_FORMAT`].
    Mask { samples: u32, channel: MaskChannel },
    /// Into the key light's depth map.
    KeyShadow,
    /// Into the map of contacts with the ground.
    Footprint,
}

/// Whose cover a mask keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaskChannel {
    /// Red: the skin that the picture shows.
    Shown,
    /// Green: another method's.
    Ghost,
}

impl MaskChannel {
    fn writes(self) -> wgpu::ColorWrites {
        match self {
            Self::Shown => wgpu::ColorWrites::RED,
            Self::Ghost => wgpu::ColorWrites::GREEN,
        }
    }
}

/// Two parts of a pixel that are covered.
pub(crate) const MASK_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rg8Unorm;

/// A pass that draws no mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverlayPass {
    Background {
        samples: u32,
    },
    Ground {
        samples: u32,
    },
    /// Another method's outline, from two masks.
    Ghost {
        samples: u32,
    },
    Skeleton {
        samples: u32,
    },
    BlurAlongU,
    BlurAlongV,
}

/// What the contact shadow's map is stored in: one fraction a texel.
pub(crate) const FOOTPRINT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;

/// Blur of the contact shadow over the width of its map: soft enough to hide the map's texels, sharp enough to
/// tell two feet apart.
const FOOTPRINT_BLUR: f64 = 0.016;

/// All compiled pipelines; each is compiled when it is first needed.
#[derive(Debug, Default)]
pub struct Pipelines {
    modules: Cache<Composition, wgpu::ShaderModule>,
    meshes: Cache<(MeshPass, MethodPipeline), wgpu::RenderPipeline>,
    overlays: Cache<OverlayPass, wgpu::RenderPipeline>,
    deforms: Cache<MethodPipeline, wgpu::ComputePipeline>,
}

impl Pipelines {
    /// # Errors
    /// The device refuses the pipeline.
    pub fn mesh(
        &self,
        context: &GpuContext,
        pass: MeshPass,
        method: MethodPipeline,
    ) -> Result<wgpu::RenderPipeline, GpuError> {
        let method = method.canonical();
        self.meshes.get_or_make((pass, method), || self.make_mesh(context, pass, method))
    }

    /// # Errors
    /// The device refuses the pipeline.
    pub fn overlay(&self, context: &GpuContext, pass: OverlayPass) -> Result<wgpu::RenderPipeline, GpuError> {
        self.overlays.get_or_make(pass, || self.make_overlay(context, pass))
    }

    /// # Errors
    /// The device refuses the pipeline.
    pub fn deform(&self, context: &GpuContext, method: MethodPipeline) -> Result<wgpu::ComputePipeline, GpuError> {
        let method = method.canonical();
        self.deforms.get_or_make(method, || {
            let module = self.module(context, Composition::Deform(method.method))?;
            let layouts = &context.layouts;
            let mut constants = method.constants();
            constants.push(("workgroup_size", f64::from(WORKGROUP_SIZE)));
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

    fn module(&self, context: &GpuContext, composition: Composition) -> Result<wgpu::ShaderModule, GpuError> {
        self.modules.get_or_make(composition, || {
            context.checked("a shader", || {
                context.device.create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some(&composition.name()),
                    source: wgpu::ShaderSource::Wgsl(composition.wgsl().into()),
                })
            })
        })
    }

    fn make_mesh(
        &self,
        context: &GpuContext,
        pass: MeshPass,
        method: MethodPipeline,
    ) -> Result<wgpu::RenderPipeline, GpuError> {
        let composition = match pass {
            MeshPass::Footprint => Composition::Footprint(method.method),
            MeshPass::Wireframe { .. } => Composition::Wireframe(method.method),
            MeshPass::Shaded { .. } | MeshPass::Mask { .. } | MeshPass::KeyShadow => Composition::Mesh(method.method),
        };
        let layouts = &context.layouts;
        let mut recipe = Recipe {
            vertex: "mesh_vertex",
            fragment: None,
            constants: method.constants(),
            layouts: vec![&layouts.frame, &layouts.chunk, &layouts.palette, &layouts.material],
            samples: 1,
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: None,
            writes: wgpu::ColorWrites::ALL,
        };
        match pass {
            MeshPass::Shaded { samples, look } => {
                recipe.samples = samples;
                recipe.depth = Some((wgpu::CompareFunction::Greater, true));
                recipe.fragment = Some((look.fragment(), COLOR_FORMAT, None));
            }
            MeshPass::Wireframe { samples } => {
                recipe.vertex = "wireframe_vertex";
                recipe.layouts.truncate(3);
                recipe.samples = samples;
                recipe.topology = wgpu::PrimitiveTopology::LineList;
                // Depth is written, so that where lines meet or lie at one place none is drawn twice.
                recipe.depth = Some((wgpu::CompareFunction::Greater, true));
                recipe.fragment = Some(("wireframe_fragment", COLOR_FORMAT, Some(PREMULTIPLIED)));
            }
            MeshPass::Mask { samples, channel } => {
                recipe.samples = samples;
                recipe.layouts.truncate(3);
                recipe.fragment = Some(("mask_fragment", MASK_FORMAT, None));
                recipe.writes = channel.writes();
            }
            MeshPass::KeyShadow => recipe.depth = Some((wgpu::CompareFunction::Less, true)),
            MeshPass::Footprint => {
                recipe.fragment = Some(("footprint_fragment", FOOTPRINT_FORMAT, Some(MAXIMUM)));
            }
        }
        self.make(context, composition, &recipe)
    }

    fn make_overlay(&self, context: &GpuContext, pass: OverlayPass) -> Result<wgpu::RenderPipeline, GpuError> {
        let layouts = &context.layouts;
        let premultiplied = Some(PREMULTIPLIED);
        let strip = wgpu::PrimitiveTopology::TriangleStrip;
        let blur = |along_u| Recipe {
            vertex: "fullscreen_vertex",
            fragment: Some(("blur_fragment", FOOTPRINT_FORMAT, None)),
            constants: vec![("along_u", along_u), ("deviation", FOOTPRINT_BLUR)],
            layouts: vec![&layouts.texture],
            samples: 1,
            topology: wgpu::PrimitiveTopology::TriangleList,
            depth: None,
            writes: wgpu::ColorWrites::ALL,
        };
        let (composition, recipe) = match pass {
            OverlayPass::Background { samples } => (
                Composition::Background,
                Recipe {
                    vertex: "fullscreen_vertex",
                    fragment: Some(("background_fragment", COLOR_FORMAT, None)),
                    constants: Vec::new(),
                    layouts: vec![&layouts.frame],
                    samples,
                    topology: wgpu::PrimitiveTopology::TriangleList,
                    depth: Some((wgpu::CompareFunction::Always, false)),
                    writes: wgpu::ColorWrites::ALL,
                },
            ),
            OverlayPass::Ground { samples } => (
                Composition::Ground,
                Recipe {
                    vertex: "ground_vertex",
                    fragment: Some(("ground_fragment", COLOR_FORMAT, premultiplied)),
                    constants: Vec::new(),
                    layouts: vec![&layouts.frame, &layouts.texture],
                    samples,
                    topology: strip,
                    depth: Some((wgpu::CompareFunction::Greater, false)),
                    writes: wgpu::ColorWrites::ALL,
                },
            ),
            OverlayPass::Skeleton { samples } => (
                Composition::Skeleton,
                Recipe {
                    vertex: "stroke_vertex",
                    fragment: Some(("stroke_fragment", COLOR_FORMAT, premultiplied)),
                    constants: Vec::new(),
                    layouts: vec![&layouts.frame, &layouts.strokes],
                    samples,
                    topology: strip,
                    depth: Some((wgpu::CompareFunction::Always, false)),
                    writes: wgpu::ColorWrites::ALL,
                },
            ),
            OverlayPass::Ghost { samples } => (
                Composition::Ghost,
                Recipe {
                    vertex: "fullscreen_vertex",
                    fragment: Some(("ghost_fragment", COLOR_FORMAT, premultiplied)),
                    constants: Vec::new(),
                    layouts: vec![&layouts.frame, &layouts.texture],
                    samples,
                    topology: wgpu::PrimitiveTopology::TriangleList,
                    depth: Some((wgpu::CompareFunction::Always, false)),
                    writes: wgpu::ColorWrites::ALL,
                },
            ),
            OverlayPass::BlurAlongU => (Composition::Blur, blur(1.0)),
            OverlayPass::BlurAlongV => (Composition::Blur, blur(0.0)),
        };
        self.make(context, composition, &recipe)
    }

    fn make(
        &self,
        context: &GpuContext,
        composition: Composition,
        recipe: &Recipe<'_>,
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
            let layout = pipeline_layout(context, &recipe.layouts);
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

const PREMULTIPLIED: wgpu::BlendState = wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING;

const MAXIMUM: wgpu::BlendState = {
    let component = wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::One,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Max,
    };
    wgpu::BlendState { color: component, alpha: component }
};

/// What differs between render pipelines.
struct Recipe<'a> {
    vertex: &'static str,
    /// Entry point, format written, blending.
    fragment: Option<(&'static str, wgpu::TextureFormat, Option<wgpu::BlendState>)>,
    constants: Vec<(&'static str, f64)>,
    layouts: Vec<&'a wgpu::BindGroupLayout>,
    samples: u32,
    topology: wgpu::PrimitiveTopology,
    /// Comparison, and whether depth is written.
    depth: Option<(wgpu::CompareFunction, bool)>,
    writes: wgpu::ColorWrites,
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
    /// wgpu's handles are counted references: a clone is the same object.
    fn get_or_make(&self, key: K, make: impl FnOnce() -> Result<V, GpuError>) -> Result<V, GpuError> {
        // A panic elsewhere cannot leave the map half written.
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lock().get(&key) {
            return Ok(found.clone());
        }
        let made = make()?;
        lock().insert(key, made.clone());
        Ok(made)
    }
}
