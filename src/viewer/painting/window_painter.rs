use super::canvas::Canvas;
use super::{Damage, WindowFrame};
use crate::gpu::{GpuContext, color_on_surface};
use egui::epaint::ClippedPrimitive;
use egui::epaint::textures::TexturesDelta;
use egui::mutex::RwLock;
use egui::{Color32, TextureId};
use std::collections::HashSet;
use std::sync::Arc;

/// Paints frames of the window.
///
/// On a graphics card, each frame is painted whole. On a software GPU, most of a frame's time would go into unchanged
/// panels. There, the window is kept in a texture, only the changed parts are painted, and the whole texture is copied
/// to the surface.
pub struct WindowPainter {
    renderer: Arc<RwLock<egui_wgpu::Renderer>>,
    keeps: bool,
    /// The last painted frame and its picture. `None` if nothing is kept.
    kept: Option<(WindowFrame, Canvas)>,
    /// Textures whose picture changed since that frame.
    new_textures: HashSet<TextureId>,
    fonts_replaced: bool,
}

/// The inputs of egui's renderer.
pub(super) struct Painting<'a> {
    pub renderer: &'a egui_wgpu::Renderer,
    pub primitives: Vec<ClippedPrimitive>,
    pub screen: egui_wgpu::ScreenDescriptor,
    pub background: Color32,
    /// Format of the texture that is painted into.
    pub format: wgpu::TextureFormat,
}

impl WindowPainter {
    /// Creates a painter. `keeps` says whether frames are kept and copied. The textures given to [`Self::paint`] must
    /// then be valid copy destinations.
    pub fn new(renderer: Arc<RwLock<egui_wgpu::Renderer>>, keeps: bool) -> Self {
        Self { renderer, keeps, kept: None, new_textures: HashSet::new(), fonts_replaced: false }
    }

    /// Takes over all the glyphs that egui has drawn so far, for a device that has none of them.
    pub fn take_fonts(&mut self, context: &GpuContext, ctx: &egui::Context) {
        // There are no glyphs before the first frame.
        if ctx.cumulative_pass_nr() == 0 {
            return;
        }
        #[expect(clippy::redundant_closure_for_method_calls, reason = "the method has one lifetime too few for that")]
        let letters = ctx.fonts(|fonts| fonts.image());
        let letters = egui::epaint::ImageDelta::full(letters, egui::TextureOptions::LINEAR);
        self.renderer.write().update_texture(&context.device, &context.queue, TextureId::default(), &letters);
        self.fonts_replaced = true;
    }

    /// Takes the textures that egui created or changed. Call this for every frame, even one that is never painted.
    /// Textures registered with egui's renderer are not included: after redrawing one, show it under another id.
    pub fn take_textures(&mut self, context: &GpuContext, made: &TexturesDelta) {
        let mut renderer = self.renderer.write();
        for (id, deltas) in &made.set {
            for delta in deltas {
                renderer.update_texture(&context.device, &context.queue, *id, delta);
                // New glyphs leave the others unchanged. A new font atlas does not.
                if *id != TextureId::default() {
                    self.new_textures.insert(*id);
                } else if delta.pos.is_none() {
                    self.fonts_replaced = true;
                }
            }
        }
    }

    /// Paints a frame into a texture and submits the work.
    pub fn paint(&mut self, context: &GpuContext, ctx: &egui::Context, frame: WindowFrame, target: &wgpu::Texture) {
        let mut frame = frame;
        let damage = self.damage(&frame, target);
        tracing::trace!(?damage, "window painted");
        let canvas = self.keeps.then(|| match self.kept.take() {
            Some((_, canvas)) if canvas.fits(target) => canvas,
            _ => Canvas::like(&context.device, target),
        });
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("window") };
        let mut encoder = context.device.create_command_encoder(&descriptor);
        let mut others = Vec::new();
        if damage != Damage::Parts(Vec::new()) {
            // If frames are kept, the next one is compared with these shapes.
            let shapes = if self.keeps { frame.shapes.clone() } else { std::mem::take(&mut frame.shapes) };
            let primitives = ctx.tessellate(shapes, frame.pixels_per_point);
            let screen = egui_wgpu::ScreenDescriptor {
                size_in_pixels: frame.size_in_pixels,
                pixels_per_point: frame.pixels_per_point,
            };
            let mut renderer = self.renderer.write();
            let (device, queue) = (&context.device, &context.queue);
            others = renderer.update_buffers(device, queue, &mut encoder, &primitives, &screen);
            let format = target.format();
            let painting = Painting { renderer: &renderer, primitives, screen, background: frame.background, format };
            match &canvas {
                Some(canvas) => canvas.paint(context, &mut encoder, painting, &damage),
                None => {
                    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
                    painting.paint_whole(&mut encoder, &view);
                }
            }
        }
        if let Some(canvas) = canvas {
            canvas.copy_to(&mut encoder, target);
            self.kept = Some((frame, canvas));
        }
        context.queue.submit(others.into_iter().chain([encoder.finish()]));
        self.new_textures.clear();
        self.fonts_replaced = false;
    }

    /// Drops textures that egui no longer shows. Call this after the frame.
    pub fn free_textures(&self, made: &TexturesDelta) {
        let mut renderer = self.renderer.write();
        for id in &made.free {
            renderer.free_texture(id);
        }
    }

    fn damage(&self, frame: &WindowFrame, target: &wgpu::Texture) -> Damage {
        match &self.kept {
            Some((before, canvas)) if canvas.fits(target) && !self.fonts_replaced => {
                Damage::between(before, frame, |texture| self.new_textures.contains(&texture))
            }
            _ => Damage::Everything,
        }
    }
}

impl Painting<'_> {
    pub fn begin_pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        view: &wgpu::TextureView,
        load: wgpu::LoadOp<wgpu::Color>,
    ) -> wgpu::RenderPass<'static> {
        let attachment = wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
        };
        let descriptor = wgpu::RenderPassDescriptor {
            label: Some("panels"),
            color_attachments: &[Some(attachment)],
            ..wgpu::RenderPassDescriptor::default()
        };
        encoder.begin_render_pass(&descriptor).forget_lifetime()
    }

    /// Paints everything; clearing paints the background.
    pub fn paint_whole(&self, encoder: &mut wgpu::CommandEncoder, view: &wgpu::TextureView) {
        let [r, g, b] = color_on_surface([self.background.r(), self.background.g(), self.background.b()], self.format);
        let mut pass = self.begin_pass(encoder, view, wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a: 1.0 }));
        self.renderer.render(&mut pass, &self.primitives, &self.screen);
    }
}
