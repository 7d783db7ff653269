use super::Damage;
use super::window_painter::Painting;
use crate::gpu::{GpuContext, OverlayPass};
use egui::Rect;

/// The last painted window in a persistent texture. A surface's own texture may come back with arbitrary contents.
pub struct Canvas {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
}

impl Canvas {
    /// Creates a canvas that can be copied to the surface's texture.
    pub fn like(device: &wgpu::Device, frame: &wgpu::Texture) -> Self {
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("canvas"),
            size: frame.size(),
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: frame.format(),
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Self { texture, view }
    }

    pub fn fits(&self, frame: &wgpu::Texture) -> bool {
        self.texture.size() == frame.size() && self.texture.format() == frame.format()
    }

    /// Paints the damaged parts.
    pub fn paint(
        &self,
        context: &GpuContext,
        encoder: &mut wgpu::CommandEncoder,
        mut painting: Painting<'_>,
        damage: &Damage,
    ) {
        let color = painting.background;
        let fill = OverlayPass::Fill { surface: self.texture.format(), rgb: [color.r(), color.g(), color.b()] };
        let (Damage::Parts(parts), Ok(fill)) = (damage, context.pipelines.overlay(context, fill)) else {
            return painting.paint_whole(encoder, &self.view);
        };
        let clips: Vec<Rect> = painting.primitives.iter().map(|primitive| primitive.clip_rect).collect();
        let mut pass = painting.begin_pass(encoder, &self.view, wgpu::LoadOp::Load);
        for part in parts {
            let [x, y, width, height] = self.pixels(*part, painting.screen.pixels_per_point);
            // Pictures leave the viewport set to their own position.
            pass.set_viewport(0.0, 0.0, self.texture.width() as f32, self.texture.height() as f32, 0.0, 1.0);
            pass.set_scissor_rect(x, y, width, height);
            pass.set_pipeline(&fill);
            pass.draw(0..3, 0..1);
            for (primitive, clip) in painting.primitives.iter_mut().zip(&clips) {
                let seen = clip.intersect(*part);
                primitive.clip_rect = if seen.is_positive() { seen } else { Rect::ZERO };
            }
            painting.renderer.render(&mut pass, &painting.primitives, &painting.screen);
        }
    }

    /// Left, top, width and height of a part in pixels, clipped to the texture.
    fn pixels(&self, part: Rect, pixels_per_point: f32) -> [u32; 4] {
        let pixel = |points: f32, most: u32| ((points * pixels_per_point).round().max(0.0) as u32).min(most);
        let (width, height) = (self.texture.width(), self.texture.height());
        let (left, right) = (pixel(part.min.x, width), pixel(part.max.x, width));
        let (top, bottom) = (pixel(part.min.y, height), pixel(part.max.y, height));
        [left, top, right - left, bottom - top]
    }

    /// Copies the whole picture to the surface.
    pub fn copy_to(&self, encoder: &mut wgpu::CommandEncoder, frame: &wgpu::Texture) {
        encoder.copy_texture_to_texture(self.texture.as_image_copy(), frame.as_image_copy(), frame.size());
    }
}
