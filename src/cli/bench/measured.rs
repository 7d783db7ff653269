use super::frames::FrameTimes;
use super::tube::Tube;
use crate::claims::MethodShader;
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
    let SkinTimes { settings, palette_is_rigid, .. } = *skin;
    MethodShader { method: settings.method, sign_mode: settings.antipodality().sign_mode(), palette_is_rigid }
}

impl Measured {
    /// The ratio of the times of two shaders on a path, if both were measured.
    pub fn ratio(&self, [first, second]: [MethodShader; 2], path: SkinningPath) -> Option<Spread> {
        let names = |shader: MethodShader| (shader.method, shader.signs(), shader.poses());
        let times = |wanted: MethodShader| {
            let skin = self.times.skins.iter().find(|skin| names(shader(skin)) == names(wanted))?;
            Some(&skin.paths[path as usize].times)
        };
        times(first)?.over(times(second)?)
    }
}
