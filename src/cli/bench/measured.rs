use super::frames::FrameTimes;
use super::tube::Tube;
use crate::claims::{COST_CLAIMS, CostClaim, MethodShader};
use crate::gpu::timing::Spread;
use crate::viewport::{SkinTimes, SkinningPath, SkinningTimes};

/// One workload and its times.
pub struct Measured {
    /// `None` for the file of a model.
    pub tube: Option<Tube>,
    pub name: String,
    pub triangles: usize,
    pub joints: usize,
    pub max_influences: usize,
    pub is_packed: bool,
    pub times: SkinningTimes,
    /// For every asked for number of panes.
    pub frames: Vec<FrameTimes>,
}

/// Which of a method's shaders was measured.
pub fn shader(skin: &SkinTimes) -> MethodShader {
    MethodShader::of(skin.settings, skin.palette_is_rigid)
}

/// A method's name, and whether the shader has the first phase of the methods with two.
pub fn label(name: &str, shader: MethodShader) -> String {
    if shader.poses() == "scaled" { format!("{name}, scaled") } else { name.to_owned() }
}

/// What a paper says about two shaders, and the ratio of their times here.
pub struct Comparison {
    pub claim: CostClaim,
    pub shaders: [MethodShader; 2],
    /// By [`SkinningPath`]. `None` if the clock did not move.
    pub ratios: [Option<Spread>; 2],
}

impl Measured {
    /// The workload that is compared with what the papers say: the largest one, if possible with four influences as
    /// theirs.
    pub fn compared(workloads: &[Self]) -> Option<&Self> {
        workloads.iter().max_by_key(|measured| (measured.max_influences == 4, measured.times.vertices))
    }

    /// The comparisons of the papers whose shaders were measured.
    pub fn comparisons(&self) -> Vec<Comparison> {
        let names = |shader: MethodShader| (shader.method, shader.signs(), shader.poses());
        let of = |wanted: MethodShader| self.times.skins.iter().find(|skin| names(shader(skin)) == names(wanted));
        let pairs = COST_CLAIMS.into_iter().flat_map(|claim| claim.ours.iter().map(move |pair| (claim, pair)));
        let compared = pairs.filter_map(|(claim, &(first, second))| {
            let (a, b) = (of(first)?, of(second)?);
            let ratio = |path: SkinningPath| a.paths[path as usize].times.over(&b.paths[path as usize].times);
            Some(Comparison { claim, shaders: [first, second], ratios: SkinningPath::ALL.map(ratio) })
        });
        compared.collect()
    }
}
