//! Words of a diagram over a single picture.

use super::compose::{paint_over, straight_from_page};
use super::egui_page;
use crate::gpu::{GpuContext, GpuError};
use crate::style::{LabeledPicture, draw_diagram_labels};
use crate::viewport::{PaneRenderer, PictureRequest};
use egui::{Rect, pos2, vec2};
use image::{RgbaImage, imageops};

/// Draws a picture, with the words of its diagram if it has one.
///
/// # Errors
/// If memory runs out, or the device is lost.
pub(super) fn draw_with_diagram(
    context: &GpuContext,
    renderer: &mut PaneRenderer,
    request: &PictureRequest<'_>,
) -> Result<RgbaImage, GpuError> {
    let mut picture = renderer.draw_image(context, request)?;
    let Some(drawing) = request.diagram() else { return Ok(picture) };
    let [width, height] = request.size.map(|side| side as f32);
    let points = vec2(width, height) / request.pixels_per_point;
    let theme = request.settings.theme;
    let (ctx, mut fonts) = egui_page::begin(context, theme, points, request.pixels_per_point);
    let labeled = LabeledPicture {
        rect: Rect::from_min_size(pos2(0.0, 0.0), points),
        camera: request.camera,
        pixels: request.size,
        theme,
        scale: 1.0,
    };
    let shown = ctx.run_ui(egui_page::input(context, points, request.pixels_per_point), |ui| {
        draw_diagram_labels(ui.painter(), labeled, &drawing);
    });
    fonts.append(shown);
    let mut egui = egui_wgpu::Renderer::new(&context.device, egui_page::FORMAT, egui_wgpu::RendererOptions::default());
    let page = egui_page::paint(context, &mut egui, &ctx, fonts, request.size, wgpu::Color::TRANSPARENT)?;
    if request.settings.transparent {
        imageops::overlay(&mut picture, &straight_from_page(page), 0, 0);
    } else {
        paint_over(&mut picture, &page);
    }
    Ok(picture)
}
