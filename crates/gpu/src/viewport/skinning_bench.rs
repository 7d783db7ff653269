use super::skinning_timer::{SkinningPath, SkinningTimer, TimedSkinning};
use crate::gpu::timing::{MeasuredCopy, Spread, Stopwatch, Times};
use crate::gpu::{GpuContext, GpuError, GpuModel};
use skinscope_core::model::Pose;
use skinscope_core::skinning::{JointPalette, SkinningMethod, SkinningSettings};
use skinscope_core::work::Progress;

/// Measures a pose under several methods in turns.
#[derive(Debug)]
pub struct SkinningBench<'a> {
    context: &'a GpuContext,
    stopwatch: &'a Stopwatch,
    copy: &'a MeasuredCopy,
    timer: SkinningTimer<'a>,
    skins: Vec<TimedSkinning>,
    times: SkinningTimes,
}

/// A shader to measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinToTime {
    /// The method and its settings.
    pub settings: SkinningSettings,
    /// Whether a two-phase method uses the shader with the first phase, even if no joint has scale or shear in the
    /// pose.
    pub with_first_phase: bool,
}

impl From<SkinningSettings> for SkinToTime {
    fn from(settings: SkinningSettings) -> Self {
        Self { settings, with_first_phase: false }
    }
}

/// Measurements so far.
#[derive(Clone, Debug)]
pub struct SkinningTimes {
    /// Count of vertices. A vertex on the border between the parts of a large model counts once for each.
    pub vertices: usize,
    /// LBS, then the requested shaders in their order, each once.
    pub skins: Vec<SkinTimes>,
    copying: Times,
    /// Bytes read and written by one copy.
    copied_bytes: u64,
    /// Size of the memory that is read and written by copying.
    pub copy_set_bytes: u64,
}

/// The times of a pose under one method.
#[derive(Clone, Debug)]
pub struct SkinTimes {
    /// The method and its settings.
    pub settings: SkinningSettings,
    /// Whether the shader assumes that joints have neither scale nor shear, so that it has no first phase.
    pub palette_is_rigid: bool,
    /// Times by [`SkinningPath`].
    pub paths: [PathTimes; 2],
}

/// The times of one way to run the shader.
#[derive(Clone, Debug)]
pub struct PathTimes {
    /// Seconds per pose, one for each round.
    pub times: Times,
    /// Bytes read and written for a vertex, without the joints, which many vertices share, and the indices of triangles.
    pub vertex_bytes: f64,
}

impl<'a> SkinningBench<'a> {
    /// Compiles the shaders to measure and warms them up. LBS is always measured, first, because the others are
    /// compared with it. `progress` is only used to check for cancellation, before every method.
    ///
    /// # Errors
    /// Out of memory, a lost device, a method that needs centers of rotation on a model without them, or
    /// [`GpuError::Canceled`].
    pub fn new(
        (context, stopwatch, copy): (&'a GpuContext, &'a Stopwatch, &'a MeasuredCopy),
        model: &'a GpuModel,
        pose: &Pose,
        wanted: &[SkinToTime],
        progress: &Progress,
    ) -> Result<Self, GpuError> {
        check(progress)?;
        // The first copy also clears its memory.
        copy.seconds(context, stopwatch)?;
        let timer = SkinningTimer::new(context, model, stopwatch)?;
        let reference = wanted.first().map(|skin| skin.settings).unwrap_or_default();
        let lbs = SkinningSettings { method: SkinningMethod::Lbs, chosen_antipodality: None, ..reference };
        let others = wanted.iter().copied().filter(|skin| skin.settings.method != SkinningMethod::Lbs);
        // In a pose with scale, every shader has its first phase anyway.
        let is_own = |skin: &SkinToTime| !skin.with_first_phase || is_rigid(model, pose, skin.settings);
        let wanted: Vec<SkinToTime> = std::iter::once(lbs.into()).chain(others).filter(is_own).collect();
        let prepare = |&skin: &SkinToTime| check(progress).and_then(|()| timer.prepare(pose, skin));
        let skins: Vec<TimedSkinning> = wanted.iter().map(prepare).collect::<Result<_, _>>()?;
        let of_path =
            |skin: &TimedSkinning, path| PathTimes { times: Times::default(), vertex_bytes: skin.vertex_bytes(path) };
        let times = wanted.iter().zip(&skins).map(|(wanted, skin)| SkinTimes {
            settings: wanted.settings,
            palette_is_rigid: skin.palette_is_rigid,
            paths: SkinningPath::ALL.map(|path| of_path(skin, path)),
        });
        let times = SkinningTimes {
            vertices: timer.vertices(),
            skins: times.collect(),
            copying: Times::default(),
            copied_bytes: copy.moved_bytes(),
            copy_set_bytes: copy.set_bytes(),
        };
        Ok(Self { context, stopwatch, copy, timer, skins, times })
    }

    /// Measures everything once. After an error, the methods may have different numbers of rounds.
    ///
    /// # Errors
    /// A lost device, or [`GpuError::Canceled`] if the progress was canceled before one of the methods.
    pub fn run_round(&mut self, progress: &Progress) -> Result<(), GpuError> {
        check(progress)?;
        self.times.copying.push(self.copy.seconds(self.context, self.stopwatch)?);
        for (skin, times) in self.skins.iter().zip(&mut self.times.skins) {
            check(progress)?;
            for (path, times) in SkinningPath::ALL.into_iter().zip(&mut times.paths) {
                times.times.push(self.timer.seconds(skin, path)?);
            }
        }
        Ok(())
    }

    /// All times so far.
    pub fn times(&self) -> &SkinningTimes {
        &self.times
    }
}

/// Whether no joint has scale or shear.
fn is_rigid(model: &GpuModel, pose: &Pose, settings: SkinningSettings) -> bool {
    JointPalette::all_for_gpu(&model.model(), pose, settings).iter().all(JointPalette::is_rigid)
}

fn check(progress: &Progress) -> Result<(), GpuError> {
    if progress.is_canceled() { Err(GpuError::Canceled) } else { Ok(()) }
}

impl SkinningTimes {
    /// Bytes that the copy reads and writes in a second.
    pub fn copy_speed(&self) -> Option<Spread> {
        let Spread { low, median, high } = self.copying.spread()?;
        let speed = |seconds: f64| self.copied_bytes as f64 / seconds;
        Some(Spread { low: speed(high), median: speed(median), high: speed(low) })
    }

    /// Ratio to LBS on the same path.
    pub fn over_lbs(&self, skin: &SkinTimes, path: SkinningPath) -> Option<Spread> {
        let lbs = self.skins.first()?;
        skin.paths[path as usize].times.over(&lbs.paths[path as usize].times)
    }

    /// Vertices per second at the median time; `None` before the first round.
    pub fn vertices_per_second(&self, path: &PathTimes) -> Option<f64> {
        Some(self.vertices as f64 / path.times.spread()?.median)
    }

    /// Speed of reading and writing on a path, relative to copying.
    pub fn share_of_copy(&self, path: &PathTimes) -> Option<f64> {
        Some(self.vertices_per_second(path)? * path.vertex_bytes / self.copy_speed()?.median)
    }
}
