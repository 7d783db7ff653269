use skinscope::claims::MethodShader;
use skinscope::gpu::{InfluencePath, MethodPipeline, SkinningShader, SkinningStage};
use skinscope::skinning::{SignMode, SkinningMethod};

/// One shader of the program, with the settings for which it is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    pub method: SkinningMethod,
    /// Sign mode. `AsGiven` for methods that blend no quaternions.
    pub sign_mode: SignMode,
    /// Whether the pipeline is the one for poses without scale and shear. False for methods that have only one.
    pub palette_is_rigid: bool,
    /// Influences per vertex; zero if each vertex stores the start and length of its list.
    pub influences: u32,
    pub stage: SkinningStage,
}

impl Variant {
    /// The shader, with all constants.
    pub fn shader(self) -> SkinningShader {
        let Self { method, sign_mode, palette_is_rigid, .. } = self;
        // Pictures are drawn from packed vertices.
        let influence_path = match (self.stage, self.influences) {
            (_, 0) => InfluencePath::Listed,
            (SkinningStage::Deform, _) | (_, ..4) => InfluencePath::FixedFour,
            (_, 4) => InfluencePath::PackedFour,
            _ => InfluencePath::PackedEight,
        };
        let mut shader =
            SkinningShader::new(MethodPipeline { method, sign_mode, influence_path, palette_is_rigid }, self.stage);
        // Shaders for full precision accept any fixed number; the program uses four.
        for (name, value) in &mut shader.constants {
            if *name == "influences_per_vertex" {
                *value = f64::from(self.influences);
            }
        }
        shader
    }

    /// Method and choices of this shader.
    pub fn method_shader(self) -> MethodShader {
        let Self { method, sign_mode, palette_is_rigid, .. } = self;
        MethodShader { method, sign_mode, palette_is_rigid }
    }

    /// Name of the stage in tables and data.
    pub fn stage_name(self) -> &'static str {
        match self.stage {
            SkinningStage::Deform => "deform",
            SkinningStage::Depth => "depth",
            SkinningStage::Shaded => "shaded",
        }
    }

    /// Name for messages.
    pub fn name(self) -> String {
        let shader = self.method_shader();
        let (id, signs, poses, stage) = (self.method.id(), shader.signs(), shader.poses(), self.stage_name());
        format!("{id} (signs {signs}, {poses} poses, {} influences, {stage})", self.influences)
    }
}

/// Every variant, method by method in menu order. The drawing shaders for four and eight influences are those for
/// packed vertices.
pub fn variants(influences: &[u32]) -> Vec<Variant> {
    let mut all = Vec::new();
    for method in SkinningMethod::ALL {
        let modes: &[SignMode] = if method.blends_quaternions() {
            &[SignMode::AsGiven, SignMode::AgainstHeaviest, SignMode::AgainstRunningSum]
        } else {
            &[SignMode::AsGiven]
        };
        let rigid: &[bool] = if method.has_first_phase() { &[true, false] } else { &[false] };
        for &sign_mode in modes {
            for &palette_is_rigid in rigid {
                for &influences in influences {
                    for stage in SkinningStage::ALL {
                        if stage == SkinningStage::Deform || [4, 8].contains(&influences) {
                            all.push(Variant { method, sign_mode, palette_is_rigid, influences, stage });
                        }
                    }
                }
            }
        }
    }
    all
}
