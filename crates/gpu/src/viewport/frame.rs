use super::PictureRequest;
use super::maps::linear_sampler;
use super::tiles::Tile;
use crate::gpu::GpuContext;
use crate::gpu::mirrors::Frame;
use crate::view::{Camera, Overlay, Shading, SkinPaint, grid_step};
use glam::{Mat4, Vec2, Vec3, Vec4};
use skinscope_core::math::Bounds;

/// Direction toward the key light in view space: upper left, in front of the model.
const KEY_DIRECTION: Vec3 = Vec3::new(-0.55, 0.75, 0.75);

/// Fraction of the key light that a full shadow removes: a large soft box leaves no point completely dark.
const KEY_SHADOW_STRENGTH: f32 = 0.78;

/// Distance within which surfaces block each other's light, as a fraction of the model's extent.
const OCCLUSION_RADIUS: f32 = 0.075;

/// The parts of the scene that are independent of the camera.
#[derive(Clone, Copy, Debug)]
pub(super) struct StageBounds {
    /// The model's rest bounds, for its extent and the height of the ground.
    pub rest: Bounds,
    /// Bounds of the posed skin and skeleton.
    pub posed: Bounds,
}

impl StageBounds {
    fn extent(&self) -> f32 {
        self.rest.extent().max(1e-4)
    }

    /// Height of the ground plane.
    pub fn ground_height(&self) -> f32 {
        if self.rest.is_empty() { 0.0 } else { self.rest.min.y }
    }

    fn footprint_half_size(&self) -> f32 {
        let size = self.posed.size();
        0.5 * size.x.max(size.z) + 0.15 * self.extent()
    }

    /// The data shared by all passes of one tile of a picture. `contact` is the stage for which the contact shadow was
    /// drawn.
    pub fn frame(&self, request: &PictureRequest<'_>, tile: Tile, contact: Self) -> Frame {
        let PictureRequest { camera, settings, .. } = request;
        let size = request.size.map(|side| side.max(1));
        let studio = settings.studio();
        let [background_middle, background_edge] = studio.background;
        let shown = |overlay, color: Vec4| if settings.look.overlays.has(overlay) { color } else { Vec4::ZERO };
        let center = self.posed.center();
        let clip_from_view = camera.clip_from_view(size);
        // The lights are made for the albedo of clay.
        let in_materials = settings.look.shading == Shading::Textured && settings.look.paint == SkinPaint::Materials;
        Frame {
            clip_from_world: tile.clip_from_world(camera.clip_from_world(size), size),
            view_from_world: camera.view_from_world(),
            key_shadow_from_world: texture_from_clip() * self.light_clip_from_world(camera),
            eye_in_world: camera.eye_in_world(),
            pixels_per_point: request.pixels_per_point,
            key_direction_in_view: KEY_DIRECTION.normalize(),
            size_in_pixels: Vec2::new(tile.size[0] as f32, tile.size[1] as f32),
            ground_height: self.ground_height(),
            grid_step: grid_step(self.extent()),
            ground_center: Vec2::new(center.x, center.z),
            extent: self.extent(),
            key_shadow_strength: if request.quality.key_shadow { KEY_SHADOW_STRENGTH } else { 0.0 },
            footprint_center: Vec2::new(contact.posed.center().x, contact.posed.center().z),
            footprint_half_size: contact.footprint_half_size(),
            footprint_falloff: 0.05 * self.extent(),
            exposure: if in_materials { request.model.exposure() * studio.exposure } else { 1.0 },
            skin_color: studio.skin,
            background_middle,
            background_edge,
            grid_color: shown(Overlay::Grid, studio.grid),
            contact_color: shown(Overlay::Shadow, studio.contact),
            wireframe_color: studio.wireframe,
            normals_color: studio.normals,
            ghost_color: settings.ghost.map_or(Vec4::ZERO, |ghost| settings.theme.ghost(ghost.color)),
            view_from_ndc: Vec2::new(clip_from_view.x_axis.x, clip_from_view.y_axis.y).recip(),
            near_plane: clip_from_view.w_axis.z,
            occlusion_radius: OCCLUSION_RADIUS * self.extent(),
            picture_size: Vec2::new(size[0] as f32, size[1] as f32),
            tile_origin: Vec2::new(tile.origin[0] as f32, tile.origin[1] as f32),
        }
    }

    /// Half the width of the key light's view, in scene units.
    pub fn light_radius(&self) -> f32 {
        (self.posed.size().length() * 0.5).max(1e-4)
    }

    /// The key light's orthographic view of the whole skin; depth increases away from the light.
    pub fn light_clip_from_world(&self, camera: &Camera) -> Mat4 {
        let radius = self.light_radius();
        let to_light = camera.world_from_view_rotation() * KEY_DIRECTION.normalize();
        let (right, up) = to_light.any_orthonormal_pair();
        let center = self.posed.center();
        let row = |axis: Vec3, scale: f32, shift: f32| (axis * scale).extend(shift - axis.dot(center) * scale);
        let depth_scale = -0.5 / radius;
        Mat4::from_cols(
            row(right, 1.0 / radius, 0.0),
            row(up, 1.0 / radius, 0.0),
            row(to_light, depth_scale, 0.5),
            Vec4::W,
        )
        .transpose()
    }

    /// View of the ground from above: x to the right, z down; no depth.
    pub fn footprint_clip_from_world(&self) -> Mat4 {
        let scale = 1.0 / self.footprint_half_size();
        let center = self.posed.center() * scale;
        Mat4::from_cols(
            Vec4::new(scale, 0.0, 0.0, -center.x),
            Vec4::new(0.0, 0.0, -scale, center.z),
            Vec4::new(0.0, 0.0, 0.0, 0.5),
            Vec4::W,
        )
        .transpose()
    }
}

/// Transform from clip space to texture coordinates.
fn texture_from_clip() -> Mat4 {
    Mat4::from_translation(Vec3::new(0.5, 0.5, 0.0)) * Mat4::from_scale(Vec3::new(0.5, -0.5, 1.0))
}

/// A frame on the GPU: group 0 of the shaders.
#[derive(Debug)]
pub(super) struct FrameBinding {
    buffer: wgpu::Buffer,
    pub bind_group: wgpu::BindGroup,
}

impl FrameBinding {
    pub fn new(context: &GpuContext, key_shadow_map: &wgpu::TextureView, occlusion_map: &wgpu::TextureView) -> Self {
        let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<Frame>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let sampler = context.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("key shadow"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..wgpu::SamplerDescriptor::default()
        });
        let occlusion_sampler = linear_sampler(context);
        let bind_group = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &context.layouts.frame,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(key_shadow_map) },
                wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::Sampler(&sampler) },
                wgpu::BindGroupEntry { binding: 3, resource: wgpu::BindingResource::TextureView(occlusion_map) },
                wgpu::BindGroupEntry { binding: 4, resource: wgpu::BindingResource::Sampler(&occlusion_sampler) },
            ],
        });
        Self { buffer, bind_group }
    }

    pub fn write(&self, context: &GpuContext, frame: &Frame) {
        context.queue.write_buffer(&self.buffer, 0, bytemuck::bytes_of(frame));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::CameraPreset;

    fn stage() -> StageBounds {
        let rest = Bounds { min: Vec3::new(-1.0, 0.0, -0.5), max: Vec3::new(1.0, 1.8, 0.5) };
        let posed = Bounds { min: Vec3::new(0.0, 0.1, 1.0), max: Vec3::new(2.0, 2.0, 2.5) };
        StageBounds { rest, posed }
    }

    #[test]
    fn the_light_sees_the_whole_skin_and_depth_grows_away_from_it() {
        let camera = Camera::framing(stage().rest, [100, 100], CameraPreset::ThreeQuarter);
        let clip = stage().light_clip_from_world(&camera);
        for corner in [stage().posed.min, stage().posed.max] {
            let ndc = clip.project_point3(corner);
            assert!(ndc.truncate().abs().max_element() <= 1.0 && (0.0..=1.0).contains(&ndc.z), "{ndc}");
        }
        let to_light = camera.world_from_view_rotation() * KEY_DIRECTION.normalize();
        let center = stage().posed.center();
        assert!(clip.project_point3(center + to_light * 0.1).z < clip.project_point3(center).z);
    }

    #[test]
    fn the_footprint_map_lies_as_the_ground_shader_reads_it() {
        let clip = stage().footprint_clip_from_world();
        let half = stage().footprint_half_size();
        let center = stage().posed.center();
        let at = texture_from_clip().project_point3(clip.project_point3(center + Vec3::new(half, 9.0, 0.5 * half)));
        assert!((at.truncate() - Vec2::new(1.0, 0.75)).length() < 1e-5, "{at}");
    }
}
