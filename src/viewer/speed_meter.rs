//! Measures how long the GPU takes to skin the shown models, on the session's thread for measurements.

use super::picture_painter::device_beside;
use crate::gpu::timing::{MeasuredCopy, Spread, Stopwatch};
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::session::{PathSpeed, SkinSpeed, SpeedRequest, SpeedResult};
use crate::skinning::{PrimitiveCenters, SkinningSettings};
use crate::viewport::{SkinTimes, SkinToTime, SkinningBench, SkinningPath, SkinningTimes};
use crate::work::Progress;
use std::sync::{Arc, Mutex, PoisonError};

/// Rounds after which the medians hardly change.
const ROUNDS: usize = 25;

/// Measures with its own device, created for the first measurement, so that no frame of the window waits for it.
pub struct SpeedMeter {
    kept: Mutex<Option<Instruments>>,
    /// The window's device, used if no device can be had without a window.
    window: Arc<GpuContext>,
}

struct Instruments {
    context: Arc<GpuContext>,
    stopwatch: Stopwatch,
}

impl SpeedMeter {
    pub fn new(window: Arc<GpuContext>) -> Self {
        Self { kept: Mutex::new(None), window }
    }

    /// Measures round after round, see [`crate::session::MeasureSpeed`].
    pub fn measure(
        &self,
        request: &SpeedRequest,
        progress: &Progress,
        publish: &mut dyn FnMut(SpeedResult),
    ) -> Result<(), String> {
        // Only one measurement runs at a time, because several would slow each other down.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if progress.is_cancelled() {
            return Ok(());
        }
        // After an error the device may be lost. The next measurement gets a new one.
        let instruments = match kept.take() {
            Some(instruments) => instruments,
            None => self.instruments().map_err(|error| error.to_string())?,
        };
        match measure(&instruments, request, progress, publish) {
            Ok(()) | Err(GpuError::Cancelled) => {
                *kept = Some(instruments);
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn instruments(&self) -> Result<Instruments, GpuError> {
        let context = device_beside(&self.window)?;
        Ok(Instruments { stopwatch: Stopwatch::new(&context)?, context })
    }
}

fn measure(
    Instruments { context, stopwatch }: &Instruments,
    request: &SpeedRequest,
    progress: &Progress,
    publish: &mut dyn FnMut(SpeedResult),
) -> Result<(), GpuError> {
    context.set_full_precision(request.full_precision);
    let mut model = GpuModel::for_measuring(context, &request.model, progress)?;
    // Made for each measurement, since its memory is needed only during one.
    let copy = MeasuredCopy::new(context)?;
    // The positions of centers do not affect the time. Centers with covariances serve both methods that read them.
    let centers = request.centers.iter().flatten().map(|centers| &centers.of_primitives);
    let has_covariances = |centers: &&Vec<PrimitiveCenters>| centers.iter().all(|one| one.covariances().is_some());
    if let Some(centers) = centers.max_by_key(has_covariances) {
        model.set_centers(centers);
    }
    let wanted: Vec<SkinToTime> = request.skins.iter().map(|shown| shown.skinning.into()).collect();
    let mut bench = SkinningBench::new((context, stopwatch, &copy), &model, &request.pose, &wanted, progress)?;
    for _ in 0..ROUNDS {
        bench.run_round(progress)?;
        publish(result(context, bench.times(), request));
    }
    Ok(())
}

fn result(context: &GpuContext, times: &SkinningTimes, request: &SpeedRequest) -> SpeedResult {
    // LBS is measured once, with or without a pane that shows it.
    let of = |settings: SkinningSettings| {
        let is_same = |skin: &&SkinTimes| skin.settings.method == settings.method;
        let exact = times.skins.iter().find(|skin| skin.settings == settings);
        exact.or_else(|| times.skins.iter().find(is_same))
    };
    let skins = request.skins.iter().filter_map(|&skin| {
        let measured = of(skin.skinning)?;
        let path = |path| path_speed(times, measured, path);
        Some(SkinSpeed { skin, compute: path(SkinningPath::Compute), drawing: path(SkinningPath::Drawing) })
    });
    SpeedResult {
        adapter: context.adapter_info.name.clone(),
        is_software: context.is_software(),
        vertices: times.vertices,
        rounds: times.skins.first().map_or(0, |skin| skin.paths[0].times.rounds()),
        copy_bytes_per_second: times.copy_speed().map(|speed| speed.median),
        skins: skins.collect(),
    }
}

fn path_speed(times: &SkinningTimes, skin: &SkinTimes, path: SkinningPath) -> PathSpeed {
    let own = &skin.paths[path as usize];
    let spread = own.times.spread();
    PathSpeed {
        milliseconds: spread.map(|spread| spread.median * 1e3),
        spread: spread.map(Spread::half_width),
        over_lbs: times.over_lbs(skin, path).map(|ratio| ratio.median),
        vertices_per_second: times.vertices_per_second(own),
        bytes_per_vertex: own.vertex_bytes,
        share_of_copy: times.share_of_copy(own),
    }
}
