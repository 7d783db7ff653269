//! Estimates of the size of a page, before it is made.

use super::draw_lists::MOST_OF_TEXTURES;
use super::page::frame_bytes;
use super::page_size::MOST_BYTES;
use super::pictures::recorded_of_each;
use super::scene::pane_size;
use crate::model::Model;
use crate::panes::Scene;
use crate::skinning::SkinningSettings;
use std::sync::Arc;

/// Bytes per pixel of a recorded picture, as data in the page.
const BYTES_PER_PIXEL: f32 = 0.1;

/// Bytes of a page per byte of a model's vertices and triangles on the GPU, and per byte of its textures there.
const OF_MESH: f32 = 0.75;
const OF_TEXTURES: f32 = 0.15;

/// Bytes of a page per vertex whose smoothed surroundings it holds, and most of them for each kept joint.
const OF_MOMENTS: f32 = 550.0;
const OF_MOMENTS_OF_JOINT: f32 = 55.0;

/// Bytes of a page per byte of a model's file that is not open. Most of many files is clips, which a page does not
/// have.
const OF_FILE: f32 = 0.5;

/// Bytes of baked transforms and lists of passes, for each pane.
const OF_PANE: usize = 60_000;

/// Estimated bytes of a page of some scenes, to within a factor of two. Some of their models are open, and the files of
/// the others have `other_bytes`.
pub fn estimated_bytes(scenes: &[Arc<Scene>], open: &[&Model], other_bytes: u64) -> u64 {
    let panes: usize = scenes.iter().map(|scene| scene.panes.len()).sum();
    let pictures = |scene: &Arc<Scene>| {
        let panes = scene.panes.len();
        let [width, height] = pane_size(panes, scene.layout().shape(panes).0.min(panes.max(1)));
        panes as f32 * (width * height) as f32 * BYTES_PER_PIXEL
    };
    let of_pictures: f32 = scenes.iter().map(pictures).sum::<f32>() * recorded_of_each(panes) as f32;
    let panes_of_all = scenes.iter().flat_map(|scene| scene.panes());
    let of_vertex = |skinning: SkinningSettings| match skinning.stored_as_read().most_surrounding_joints {
        _ if !skinning.method.reads_moments() => 0.0,
        Some(most) => (OF_MOMENTS_OF_JOINT * f32::from(most.get())).min(OF_MOMENTS),
        None => OF_MOMENTS,
    };
    let of_vertex = panes_of_all.flat_map(|pane| pane.all_skinning().map(of_vertex).collect::<Vec<_>>());
    let of_moments = of_vertex.fold(0.0, f32::max) * open.iter().map(|model| model.vertex_count() as f32).sum::<f32>();
    let models = open.iter().map(|model| bytes_of(model)).sum::<f32>() + of_moments + OF_FILE * other_bytes as f32;
    let others = frame_bytes() + panes * OF_PANE + models as usize;
    let pictures = (of_pictures as usize).min(MOST_BYTES.saturating_sub(others));
    (others + pictures) as u64
}

fn bytes_of(model: &Model) -> f32 {
    let mesh = 32 * model.vertex_count() + 12 * model.triangle_count();
    let textures: usize = model.textures.iter().map(|texture| texture.rgba.len()).sum();
    OF_MESH * mesh as f32 + OF_TEXTURES * textures.min(MOST_OF_TEXTURES as usize) as f32
}
