use super::Workload;
use super::arguments::BenchArguments;
use crate::cli::CliError;
use crate::gpu::timing::Times;
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::skinning::SkinningSettings;
use crate::view::{Camera, CameraPreset, PictureSettings, Quality};
use crate::viewport::{PaneRenderer, PictureRequest, RestCache};
use glam::Quat;
use std::time::Instant;

/// Size of the window that the panes share, in pixels.
const WINDOW: [u32; 2] = [1920, 1080];

/// Angle by which the root joint turns from one frame to the next, so that every frame has another pose.
const STEP_RADIANS: f32 = 0.01;

/// Count of frames before the measured ones. Uploads, compiled shaders and the driver's caches come with them.
const WARM_UP: usize = 3;

/// Times of frames with this number of panes, drawn without a window.
pub(super) struct FrameTimes {
    pub panes: usize,
    /// Size of each pane, in pixels.
    pub size: [u32; 2],
    /// Wall-clock times from the first command of a frame until the GPU is done with its last one.
    pub times: Times,
}

/// Size of each pane if this many fill the window in a grid with as many columns as rows.
fn pane_size(panes: usize) -> [u32; 2] {
    let columns = (1..=panes).find(|columns| columns * columns >= panes).unwrap_or(1);
    [WINDOW[0] / columns as u32, WINDOW[1] / panes.div_ceil(columns) as u32]
}

/// Draws frames as the window does while a slider is dragged, for every requested number of panes: each pane with the
/// next of the methods.
pub(super) fn measure(
    context: &GpuContext,
    workload: &Workload,
    arguments: &BenchArguments,
) -> Result<Vec<FrameTimes>, CliError> {
    if arguments.frames.panes.is_empty() {
        return Ok(Vec::new());
    }
    let skins: Vec<SkinningSettings> =
        arguments.methods().into_iter().map(|method| arguments.pose().skinning(method)).collect();
    let mut model = GpuModel::for_pictures(context, &workload.model)?;
    model.set_centers(&workload.centers);
    let measure = |&panes: &u8| of_panes(context, workload, &model, &skins, (usize::from(panes), arguments.rounds));
    Ok(arguments.frames.panes.iter().map(measure).collect::<Result<_, GpuError>>()?)
}

fn of_panes(
    context: &GpuContext,
    workload: &Workload,
    model: &GpuModel,
    skins: &[SkinningSettings],
    (panes, rounds): (usize, u16),
) -> Result<FrameTimes, GpuError> {
    let size = pane_size(panes);
    let settings: Vec<PictureSettings> = (0..panes)
        .map(|pane| PictureSettings { skinning: skins[pane % skins.len()], ..PictureSettings::default() })
        .collect();
    let mut renderers = settings.iter().map(|_| PaneRenderer::new(context)).collect::<Result<Vec<_>, _>>()?;
    let camera = Camera::framing(workload.model.rest_bounds(), size, CameraPreset::ThreeQuarter);
    let rest = RestCache::default();
    let mut pose = workload.pose.clone();
    let root = workload.model.skins[0].joints[0].node as usize;
    let mut frame = || {
        pose.joints[root].rotation *= Quat::from_rotation_y(STEP_RADIANS);
        let began = Instant::now();
        for (renderer, settings) in renderers.iter_mut().zip(&settings) {
            let request = PictureRequest {
                model,
                pose: &pose,
                camera: &camera,
                settings,
                size,
                pixels_per_point: 1.0,
                quality: if context.is_software() { Quality::DRAFT } else { Quality::FINE },
                rest: &rest,
                beside: None,
            };
            renderer.draw(context, &request)?;
        }
        context.wait_for(context.queue.submit([]))?;
        Ok::<_, GpuError>(began.elapsed().as_secs_f64())
    };
    let mut times = Times::default();
    for round in 0..WARM_UP + usize::from(rounds) {
        let seconds = frame()?;
        if round >= WARM_UP {
            times.push(seconds);
        }
    }
    Ok(FrameTimes { panes, size, times })
}

#[cfg(test)]
mod tests {
    use super::pane_size;

    #[test]
    fn panes_fill_the_window_in_a_grid() {
        assert_eq!(pane_size(1), [1920, 1080]);
        assert_eq!(pane_size(2), [960, 1080]);
        assert_eq!(pane_size(4), [960, 540]);
        assert_eq!(pane_size(11), [480, 360]);
    }
}
