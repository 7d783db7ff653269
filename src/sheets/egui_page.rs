//! Pages that egui lays out without a window.

use crate::gpu::{GpuContext, GpuError, read_rgba};
use crate::style;
use crate::view::Theme;
use crate::viewport::{Tile, is_tiled, tile_side};
use egui::epaint::{ClippedPrimitive, Primitive};
use egui::{Rect, Vec2, pos2, vec2};
use image::RgbaImage;

/// Sets up the program's fonts and colors. The first pass loads the fonts and shows nothing else.
pub fn begin(
    context: &GpuContext,
    theme: Theme,
    points: Vec2,
    pixels_per_point: f32,
) -> (egui::Context, egui::FullOutput) {
    let ctx = egui::Context::default();
    style::install(&ctx, theme);
    let output = ctx.run_ui(input(context, points, pixels_per_point), |_| {});
    (ctx, output)
}

pub fn input(context: &GpuContext, points: Vec2, pixels_per_point: f32) -> egui::RawInput {
    let viewport =
        egui::ViewportInfo { native_pixels_per_point: Some(pixels_per_point), ..egui::ViewportInfo::default() };
    egui::RawInput {
        screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), points)),
        viewports: std::iter::once((egui::ViewportId::ROOT, viewport)).collect(),
        max_texture_side: Some(context.limits.max_texture_dimension_2d as usize),
        ..egui::RawInput::default()
    }
}

/// Pixel format of pages, in which egui blends encoded colors.
pub const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Paints egui's output as a picture of this size, in tiles if the device cannot draw it at once. Colors are
/// premultiplied where the picture is not opaque.
pub fn paint(
    context: &GpuContext,
    renderer: &mut egui_wgpu::Renderer,
    ctx: &egui::Context,
    mut output: egui::FullOutput,
    size: [u32; 2],
    clear: wgpu::Color,
) -> Result<RgbaImage, GpuError> {
    for (id, deltas) in &output.textures_delta.set {
        for delta in deltas {
            renderer.update_texture(&context.device, &context.queue, *id, delta);
        }
    }
    output.textures_delta.clear();
    let pixels_per_point = output.pixels_per_point;
    let shapes = ctx.tessellate(output.shapes, pixels_per_point);
    if !is_tiled(context, size) {
        return paint_tile(context, renderer, &shapes, pixels_per_point, size, clear);
    }
    let mut page = RgbaImage::new(size[0], size[1]);
    for Tile { origin: [x, y], size } in Tile::grid(size, tile_side(context)) {
        let shift = vec2(x as f32, y as f32) / pixels_per_point;
        let tile = paint_tile(context, renderer, &shifted(&shapes, -shift), pixels_per_point, size, clear)?;
        image::imageops::replace(&mut page, &tile, x.into(), y.into());
    }
    Ok(page)
}

fn shifted(shapes: &[ClippedPrimitive], shift: Vec2) -> Vec<ClippedPrimitive> {
    let mut shapes = shapes.to_vec();
    for shape in &mut shapes {
        shape.clip_rect = shape.clip_rect.translate(shift);
        if let Primitive::Mesh(mesh) = &mut shape.primitive {
            mesh.translate(shift);
        }
    }
    shapes
}

fn paint_tile(
    context: &GpuContext,
    renderer: &mut egui_wgpu::Renderer,
    triangles: &[ClippedPrimitive],
    pixels_per_point: f32,
    size: [u32; 2],
    clear: wgpu::Color,
) -> Result<RgbaImage, GpuError> {
    let (device, queue) = (&context.device, &context.queue);
    let target = context.checked("the page", || {
        device.create_texture(&wgpu::TextureDescriptor {
            label: Some("page"),
            size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        })
    })?;
    let screen = egui_wgpu::ScreenDescriptor { size_in_pixels: size, pixels_per_point };
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("page") });
    let others =
        context.guarded("the page", || renderer.update_buffers(device, queue, &mut encoder, triangles, &screen))?;
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    let attachment = wgpu::RenderPassColorAttachment {
        view: &view,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store: wgpu::StoreOp::Store },
    };
    let descriptor = wgpu::RenderPassDescriptor {
        label: Some("page"),
        color_attachments: &[Some(attachment)],
        ..wgpu::RenderPassDescriptor::default()
    };
    renderer.render(&mut encoder.begin_render_pass(&descriptor).forget_lifetime(), triangles, &screen);
    queue.submit(others.into_iter().chain([encoder.finish()]));
    let rgba = read_rgba(context, &target)?;
    RgbaImage::from_raw(size[0], size[1], rgba)
        .ok_or_else(|| GpuError::Readback { what: "the page", reason: "it came back with the wrong size".to_owned() })
}
