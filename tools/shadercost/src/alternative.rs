use crate::{CostError, Variant};
use skinscope::gpu::{SkinningShader, SkinningStage};
use skinscope::skinning::{SignMode, SkinningMethod};

/// Another way to write the shader of `dqs`, for comparison with the papers' statements about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Function that replaces the program's.
    function: &'static str,
    /// Name in data and tables.
    pub name: &'static str,
}

pub const ALTERNATIVES: [Alternative; 4] = [
    Alternative { function: "algorithm_1", name: "dqs, algorithm 1 as printed" },
    Alternative { function: "matrix", name: "dqs by a matrix" },
    Alternative { function: "products", name: "dqs by quaternion products" },
    Alternative { function: "pruned_products", name: "dqs by quaternion products, unused terms left out" },
];

/// The end of `shaders/skinning/dqs.wgsl`.
const OWN: &str = "    return SkinnedVertex(
        transform_point(blended, rest.position),
        rotate_vector(blended, rest.normal),
    );";

impl Alternative {
    /// Shader of which it is a variant: signs as given, four influences.
    pub const BASE: Variant = Variant {
        method: SkinningMethod::Dqs,
        sign_mode: SignMode::AsGiven,
        palette_is_rigid: false,
        influences: 4,
        stage: SkinningStage::Deform,
    };

    /// # Errors
    /// If the program's shader does not end as expected.
    pub(crate) fn shader(self) -> Result<SkinningShader, CostError> {
        let mut shader = Self::BASE.shader();
        if !shader.wgsl.contains(OWN) {
            let reason = "dqs.wgsl no longer ends with what alternatives replace".to_owned();
            return Err(CostError::Shader { variant: self.name.to_owned(), reason });
        }
        let replaced = shader.wgsl.replace(OWN, &format!("    return {}(blended, rest);", self.function));
        shader.wgsl = replaced + include_str!("alternatives.wgsl");
        Ok(shader)
    }
}
