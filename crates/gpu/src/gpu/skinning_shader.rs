use super::passes::{Layer, Lookups, MaterialLookups, MeshLook, MeshPass};
use super::pipelines::deform_constants;
use super::recipes::{mesh_composition, mesh_constants};
use super::{Composition, MethodPipeline};

/// Stage in which a method's `skin_vertex` runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SkinningStage {
    /// The compute shader that writes positions and normals.
    Deform,
    /// The vertex shader of the passes that draw only depth.
    Depth,
    /// The vertex shader of the shaded picture, with a material without textures.
    Shaded,
}

impl SkinningStage {
    /// All stages.
    pub const ALL: [Self; 3] = [Self::Deform, Self::Depth, Self::Shaded];
}

/// A shader as [`super::Pipelines`] makes it, for tools that compile it without a [`super::GpuContext`].
#[derive(Clone, Debug, PartialEq)]
pub struct SkinningShader {
    /// The source of the whole module.
    pub wgsl: String,
    /// One compute shader, or a vertex shader and the fragment shader that reads its output, if any.
    pub entry_points: Vec<&'static str>,
    /// The values of `override` declarations, by name.
    pub constants: Vec<(&'static str, f64)>,
}

impl SkinningShader {
    /// The shader of a method at a stage.
    pub fn new(method: MethodPipeline, stage: SkinningStage) -> Self {
        let method = method.canonical();
        let drawn = |pass: MeshPass, entry_points| {
            let pass = pass.canonical();
            (mesh_composition(pass, method), entry_points, mesh_constants(pass, method))
        };
        let (composition, entry_points, constants) = match stage {
            SkinningStage::Deform => {
                let composition = Composition::Deform(method.method, method.influence_path.vertex_format());
                (composition, vec!["deform"], deform_constants(method))
            }
            SkinningStage::Depth => drawn(MeshPass::Depth, vec!["mesh_vertex"]),
            SkinningStage::Shaded => {
                let look = MeshLook::MATERIALS;
                let lookups = Lookups { key_shadow: true, occlusion: true, material: MaterialLookups::default() };
                let pass = MeshPass::Shaded { samples: 1, look, layer: Layer::Opaque, lookups };
                drawn(pass, vec!["mesh_vertex", look.fragment()])
            }
        };
        Self { wgsl: composition.wgsl(), entry_points, constants }
    }
}
