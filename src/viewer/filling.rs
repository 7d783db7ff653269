use crate::gpu::{GpuContext, GpuError, OverlayPass, Target};
use egui::epaint::PaintCallback;
use egui::mutex::RwLock;
use egui::{Color32, Rect};
use std::sync::Arc;

/// Resources for painting into the window.
#[derive(Clone)]
pub struct WindowSurface {
    pub egui_renderer: Arc<RwLock<egui_wgpu::Renderer>>,
    /// Format of the textures that egui paints into.
    pub format: wgpu::TextureFormat,
}

/// Radius of a picture's lower corners, in points.
const CORNER_RADIUS: f32 = 6.0;

/// The visible part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// The whole picture, with rounded lower corners.
    Pane,
    /// The largest disk.
    Disk,
}

/// Paints the viewport with a custom pipeline.
///
/// egui's own shader samples, blends and handles filters and dithering for every pixel. On a software GPU, large areas
/// then take a good part of a frame.
struct Paint {
    pipeline: wgpu::RenderPipeline,
    binding: Option<wgpu::BindGroup>,
}

impl egui_wgpu::CallbackTrait for Paint {
    fn paint(
        &self,
        _info: egui::PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        _resources: &egui_wgpu::CallbackResources,
    ) {
        pass.set_pipeline(&self.pipeline);
        if let Some(binding) = &self.binding {
            pass.set_bind_group(0, binding, &[]);
        }
        pass.draw(0..3, 0..1);
    }
}

/// The content of a rectangle of the window. Equal only to itself, so that frames can be compared for changes.
#[derive(Clone, Debug)]
pub struct Filling(PaintCallback);

impl Filling {
    /// A finished picture, painted pixel for pixel. Make a new filling for another picture or after a redraw.
    ///
    /// # Errors
    /// If the device rejects the pipeline.
    pub fn picture(
        context: &GpuContext,
        surface: wgpu::TextureFormat,
        target: &Target,
        pixels_per_point: f32,
        outline: Outline,
    ) -> Result<Self, GpuError> {
        let is_disk = outline == Outline::Disk;
        let corner_pixels = (CORNER_RADIUS * pixels_per_point).round() as u32;
        let pipeline = context.pipelines.overlay(context, OverlayPass::Picture { surface, corner_pixels, is_disk })?;
        let binding = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("picture in the window"),
            layout: &context.layouts.picture,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(target.view_for(surface)),
            }],
        });
        Ok(Self::new(Paint { pipeline, binding: Some(binding) }))
    }

    /// A single opaque color.
    ///
    /// # Errors
    /// If the device rejects the pipeline.
    pub fn color(context: &GpuContext, surface: wgpu::TextureFormat, color: Color32) -> Result<Self, GpuError> {
        let rgb = [color.r(), color.g(), color.b()];
        let pipeline = context.pipelines.overlay(context, OverlayPass::Fill { surface, rgb })?;
        Ok(Self::new(Paint { pipeline, binding: None }))
    }

    fn new(paint: Paint) -> Self {
        Self(egui_wgpu::Callback::new_paint_callback(Rect::ZERO, paint))
    }

    /// The filled rectangle, in points.
    pub fn shape(&self, rect: Rect) -> egui::Shape {
        PaintCallback { rect, ..self.0.clone() }.into()
    }
}
