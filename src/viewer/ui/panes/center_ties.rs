use super::shown_pane::ShownPane;
use crate::model::Pose;
use crate::panes::PaneSettings;
use crate::session::State;
use crate::skinning::{JointPalette, PosedCenter, posed_center};
use crate::view::pick_center;
use egui::{Color32, Rect, Stroke, Ui, vec2};
use glam::Vec3;

/// Largest distance of the pointer from a vertex, in points.
const REACH: f32 = 9.0;

/// Number of samples of the path that a center takes in a clip.
const PATH_SAMPLES: usize = 64;

const CENTER: Color32 = Color32::from_rgb(0xF0, 0x3A, 0x3A);

/// Draws a line from the vertex under the pointer to its center of rotation, and the center's path during the clip.
pub fn show(ui: &Ui, state: &State, posed: &[PosedCenter], pane: &ShownPane<'_>, picture: Rect) {
    let ShownPane { camera, pixels, settings, .. } = *pane;
    let Some(pointer) = ui.ctx().pointer_hover_pos().filter(|pointer| picture.contains(*pointer)) else { return };
    let scale = ui.ctx().pixels_per_point();
    let pixel = (pointer - picture.min) * scale;
    let Some(found) = pick_center(camera, pixels, posed, glam::Vec2::new(pixel.x, pixel.y), REACH * scale) else {
        return;
    };
    let in_window = |point: Vec3| {
        let at = camera.project(point, pixels)?;
        Some(picture.min + vec2(at.x, at.y) / scale)
    };
    let painter = ui.painter().with_clip_rect(picture);
    let path: Vec<_> = path_of(state, found, settings).into_iter().filter_map(in_window).collect();
    if path.len() > 1 {
        painter.line(path, Stroke::new(1.5, CENTER.gamma_multiply(0.6)));
    }
    let (Some(vertex), Some(center)) = (in_window(found.position), in_window(found.center)) else { return };
    painter.line_segment([vertex, center], Stroke::new(3.0, Color32::from_black_alpha(120)));
    painter.line_segment([vertex, center], Stroke::new(1.5, Color32::WHITE));
    painter.circle(center, 3.5, CENTER, Stroke::new(1.0, Color32::WHITE));
    painter.circle(vertex, 2.5, Color32::WHITE, Stroke::new(1.0, Color32::from_black_alpha(160)));
    let text = format!("Vertex {}", crate::math::grouped(found.vertex as usize));
    super::pane_marks::pill(ui, picture, pointer + vec2(14.0, -40.0), text);
}

/// The path of the center during the clip, with the overrides on top. Empty if no clip is chosen.
fn path_of(state: &State, found: PosedCenter, settings: &PaneSettings) -> Vec<Vec3> {
    let shown = state.model_of_pane(settings);
    let (Some(first), Some(document)) = (&state.documents.first, state.document_of(shown)) else { return Vec::new() };
    let (first, model) = (&first.model, &document.model);
    let clip = state.edit.clip.and_then(|clip| first.clips.get(clip));
    let centers = state.centers_for(document.id, settings);
    let (Some(clip), Some((centers, _))) = (clip, centers) else { return Vec::new() };
    let (primitive, vertex) = (found.primitive as usize, found.vertex as usize);
    let skin = model.primitives[primitive].skin as usize;
    let skinning = settings.skinning;
    let sample = |index: usize| {
        let mut pose = Pose::rest(&first.skeleton);
        clip.sample(clip.duration_seconds * index as f32 / (PATH_SAMPLES - 1) as f32, &mut pose);
        state.edit.overrides.apply(&first.skeleton, &mut pose);
        let pose = state.pose_for(shown, &pose).unwrap_or(pose);
        let palettes = JointPalette::all(model, &pose, skinning);
        posed_center(model, primitive, vertex, &palettes[skin], skinning, &centers.of_primitives[primitive]).center
    };
    (0..PATH_SAMPLES).map(sample).collect()
}
