//! Labelled panes of one pose, headless: the pictures of `viewport/` in a page that egui sets.

use super::arguments::CompareArguments;
use super::render::{check_png, posed_bounds, write_png};
use super::sheet_layout::{CAPTION_HEIGHT, Layout};
use super::text::print_warnings;
use super::{CliError, open_model, pose_model};
use crate::gpu::{GpuContext, GpuError, GpuModel, read_rgba};
use crate::model::{Model, Pose};
use crate::panes::PaneSettings;
use crate::skinning::SkinningMethod;
use crate::style::{self, Palette, PaneTitle, draw_pane_header};
use crate::viewport::{Camera, PaintRange, PaneRenderer, PictureRequest, PictureSettings, Quality, RestCache, Theme};
use egui::{Align2, Color32, CornerRadius, Rect, pos2};
use image::RgbaImage;

pub(super) fn run(arguments: &CompareArguments) -> Result<(), CliError> {
    check_png(&arguments.output)?;
    let opened = open_model(&arguments.model)?;
    let model = &opened.asset.model;
    let posed = pose_model(&opened, &arguments.pose)?;
    print_warnings(&opened);
    let methods = arguments.methods();
    let columns = arguments.columns.map(usize::from);
    let size = arguments.picture.size.unwrap_or_else(|| Layout::natural_size(methods.len(), columns));
    let layout = Layout::new(size, methods.len(), columns);
    let bounds = posed_bounds(model, &posed.pose, arguments.pose.skinning(SkinningMethod::Lbs));
    let camera = arguments.picture.camera.resolve(bounds, layout.picture_pixels());
    let settings = |method: SkinningMethod| arguments.picture.settings(model, arguments.pose.skinning(method));
    let panes: Vec<PictureSettings> = methods.iter().map(|&method| settings(method)).collect::<Result<_, _>>()?;
    let context = pollster::block_on(GpuContext::headless())?;
    let gpu_model =
        super::centers::upload(&context, model, &arguments.picture.methods(&methods), &arguments.pose.centers)?;
    let caption = caption(model, &posed);
    let (model, pose) = (&gpu_model, &posed.pose);
    let sheet = Sheet { model, pose, camera: &camera, panes: &panes, caption: &caption, size, columns };
    write_png(&arguments.output, &render_sheet(&context, &sheet)?)
}

/// What a sheet shows.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    pub model: &'a GpuModel,
    pub pose: &'a Pose,
    pub camera: &'a Camera,
    /// Row by row from the upper left; all of one theme.
    pub panes: &'a [PictureSettings],
    pub caption: &'a str,
    /// Of the whole sheet, in pixels.
    pub size: [u32; 2],
    /// Panes side by side; where it is not given, what suits the size.
    pub columns: Option<usize>,
}

/// Draws the panes with their names above and the caption below.
///
/// # Errors
/// Out of memory, a lost device, a sheet larger than the device can draw.
pub fn render_sheet(context: &GpuContext, sheet: &Sheet<'_>) -> Result<RgbaImage, GpuError> {
    let layout = Layout::new(sheet.size, sheet.panes.len(), sheet.columns);
    let theme = sheet.panes.first().map_or(Theme::Dark, |pane| pane.theme);
    let format = wgpu::TextureFormat::Rgba8Unorm;
    let mut renderer = egui_wgpu::Renderer::new(&context.device, format, egui_wgpu::RendererOptions::default());
    let mut pictures = Vec::new();
    for picture in draw_panes(context, sheet, &layout)? {
        let view = picture.target().egui_view();
        let texture = renderer.register_native_texture(&context.device, view, wgpu::FilterMode::Nearest);
        pictures.push((picture, texture));
    }
    let ctx = egui::Context::default();
    style::install(&ctx, theme);
    let input = || egui::RawInput {
        screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), layout.points)),
        viewports: std::iter::once((
            egui::ViewportId::ROOT,
            egui::ViewportInfo { native_pixels_per_point: Some(layout.pixels_per_point), ..Default::default() },
        ))
        .collect(),
        max_texture_side: Some(context.limits.max_texture_dimension_2d as usize),
        ..Default::default()
    };
    // The first pass loads the fonts.
    let mut output = ctx.run_ui(input(), |_| {});
    let page = ctx.run_ui(input(), |ui| {
        let palette = Palette::of(theme);
        let painter = ui.painter();
        painter.rect_filled(Rect::from_min_size(pos2(0.0, 0.0), layout.points), CornerRadius::ZERO, palette.app);
        for (place, (settings, (drawn, texture))) in sheet.panes.iter().zip(&pictures).enumerate() {
            let (header, picture) = layout.pane(place);
            let pane = PaneSettings { skinning: settings.skinning, ..PaneSettings::default() };
            draw_pane_header(painter, &palette, header, PaneTitle { settings: &pane, reserved: 0.0 });
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(*texture, picture, uv, Color32::WHITE);
            if let Some(scale) = drawn.paint_scale() {
                let extent = sheet.model.model().rest_bounds().extent();
                style::draw_paint_scale(painter, &palette, picture, settings.paint, scale, extent);
            }
        }
        let at = pos2(12.0, layout.points.y - CAPTION_HEIGHT / 2.0);
        painter.text(at, Align2::LEFT_CENTER, sheet.caption, style::regular(12.0), palette.text2);
    });
    output.append(page);
    paint(context, &mut renderer, &ctx, output, sheet.size)
}

/// The panes' pictures; difference maps that have no range of their own share the largest one.
fn draw_panes(context: &GpuContext, sheet: &Sheet<'_>, layout: &Layout) -> Result<Vec<PaneRenderer>, GpuError> {
    let rest = RestCache::default();
    let request = |settings| PictureRequest {
        model: sheet.model,
        pose: sheet.pose,
        camera: sheet.camera,
        settings,
        size: layout.picture_pixels(),
        pixels_per_point: layout.pixels_per_point,
        quality: Quality::FINE,
        rest: &rest,
    };
    let mut pictures = Vec::new();
    for settings in sheet.panes {
        let mut picture = PaneRenderer::new(context)?;
        picture.draw(context, &request(settings))?;
        pictures.push(picture);
    }
    let Some(largest) = pictures.iter().filter_map(PaneRenderer::largest_distance).reduce(f32::max) else {
        return Ok(pictures);
    };
    for (picture, settings) in pictures.iter_mut().zip(sheet.panes) {
        if settings.paint_range == PaintRange::Automatic {
            let shared = PictureSettings { paint_range: PaintRange::Fixed(largest), ..*settings };
            picture.draw(context, &PictureRequest { settings: &shared, ..request(settings) })?;
        }
    }
    Ok(pictures)
}

fn paint(
    context: &GpuContext,
    renderer: &mut egui_wgpu::Renderer,
    ctx: &egui::Context,
    mut output: egui::FullOutput,
    size: [u32; 2],
) -> Result<RgbaImage, GpuError> {
    let (device, queue) = (&context.device, &context.queue);
    let target = context.checked("the sheet", || {
        device.create_texture(&wgpu::TextureDescriptor {
            label: Some("sheet"),
            size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        })
    })?;
    for (id, deltas) in &output.textures_delta.set {
        for delta in deltas {
            renderer.update_texture(device, queue, *id, delta);
        }
    }
    output.textures_delta.clear();
    let triangles = ctx.tessellate(output.shapes, output.pixels_per_point);
    let screen = egui_wgpu::ScreenDescriptor { size_in_pixels: size, pixels_per_point: output.pixels_per_point };
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("sheet") });
    let others = renderer.update_buffers(device, queue, &mut encoder, &triangles, &screen);
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    let attachment = wgpu::RenderPassColorAttachment {
        view: &view,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
    };
    let descriptor = wgpu::RenderPassDescriptor {
        label: Some("sheet"),
        color_attachments: &[Some(attachment)],
        ..wgpu::RenderPassDescriptor::default()
    };
    renderer.render(&mut encoder.begin_render_pass(&descriptor).forget_lifetime(), &triangles, &screen);
    queue.submit(others.into_iter().chain([encoder.finish()]));
    let rgba = read_rgba(context, &target)?;
    RgbaImage::from_raw(size[0], size[1], rgba)
        .ok_or_else(|| GpuError::Readback { what: "the sheet", reason: "it came back with the wrong size".to_owned() })
}

/// The model and its pose in one line.
fn caption(model: &Model, posed: &super::PosedModel) -> String {
    let mut parts = vec![model.name.clone()];
    if let Some((clip, seconds)) = posed.clip {
        parts.push(format!("{} at {seconds:.2} s", model.clips[clip].name));
    }
    if let Some(pose) = posed.named {
        parts.push(pose.name.to_owned());
    }
    // What a named pose says of a joint is in its name.
    let named = posed.named.and_then(|pose| pose.overrides(&model.skeleton).ok()).unwrap_or_default();
    let told: Vec<u32> =
        posed.overrides.iter().filter(|(node, joint)| named.get(*node) != **joint).map(|(node, _)| node).collect();
    for &node in told.iter().take(3) {
        let angles = posed.overrides.angles_degrees(&model.skeleton, &posed.pose, node, glam::Vec3::ZERO);
        let [x, y, z] = angles.to_array().map(style::angle_text);
        parts.push(format!("{} turned by {x}, {y}, {z}", model.skeleton.label(node)));
    }
    if told.len() > 3 {
        parts.push(format!("and {} more joints", told.len() - 3));
    }
    parts.join("   ")
}
