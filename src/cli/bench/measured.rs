use super::frames::FrameTimes;
use super::tube::Tube;
use crate::claims::{COST_CLAIMS, CostClaim, MethodShader};
use crate::gpu::timing::Spread;
use crate::viewport::{SkinTimes, SkinningPath, SkinningTimes};

/// One workload and its times.
pub struct Measured {
    /// The measured tube. `None` for the file of a model.
    pub tube: Option<Tube>,
    pub name: String,
    pub triangles: usize,
    pub joints: usize,
    pub max_influences: usize,
    pub is_packed: bool,
    pub times: SkinningTimes,
    /// Times of frames, for every requested number of panes.
    pub frames: Vec<FrameTimes>,
}

/// The shader of a method that was measured.
pub fn shader(skin: &SkinTimes) -> MethodShader {
    MethodShader::of(skin.settings, skin.palette_is_rigid)
}

/// A method's name, and whether the shader has the first phase of two-phase methods.
pub fn label(name: &str, shader: MethodShader) -> String {
    if shader.poses() == "scaled" { format!("{name}, scaled") } else { name.to_owned() }
}

/// A paper's statement about two shaders, and the ratio of their times here.
pub struct Comparison {
    pub claim: CostClaim,
    pub shaders: [MethodShader; 2],
    /// Ratios by [`SkinningPath`]. `None` if the clock did not move.
    pub ratios: [Option<Spread>; 2],
}

impl Measured {
    /// The workload that is compared with the papers: the largest one, if possible with four influences as in the
    /// papers.
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
