use super::materials::takes_skin_color;
use glam::{Vec2, Vec3};
use skinscope_core::math::linear_from_srgb;
use skinscope_core::model::{Model, Primitive, Texture};

/// Albedo for which the studio's lights are made: the albedo of its skin tone. Linear luminance.
const STUDIO_ALBEDO: f32 = 0.32;
/// Fraction of a model's difference from [`STUDIO_ALBEDO`] that the exposure removes. White characters stay brighter
/// than dark ones.
const COMPENSATION: f32 = 0.65;
/// The range of exposures.
const EXPOSURES: [f32; 2] = [0.55, 1.9];

/// Factor on the studio's light under which a model is neither too bright nor too dark.
pub(super) fn exposure(model: &Model) -> f32 {
    let [lowest, highest] = EXPOSURES;
    match mean_albedo(model) {
        Some(albedo) => (STUDIO_ALBEDO / albedo.max(1e-3)).powf(COMPENSATION).clamp(lowest, highest),
        None => 1.0,
    }
}

/// Mean luminance of the base color over the surface at rest; `None` without a surface. Unlit and transparent materials
/// do not count.
fn mean_albedo(model: &Model) -> Option<f32> {
    let (mut sum, mut total) = (0.0, 0.0);
    for primitive in &model.primitives {
        let material = &model.materials[primitive.material as usize];
        if material.is_unlit || material.base_color.w < 0.5 {
            continue;
        }
        let studio = takes_skin_color(material, primitive);
        let texture = material.base_color_texture.map(|texture| &model.textures[texture as usize]);
        let texture = texture.filter(|_| !primitive.texcoords.is_empty());
        for corners in primitive.indices.as_chunks::<3>().0 {
            let corners = [0, 1, 2].map(|corner| corners[corner] as usize);
            let [a, b, c] = corners.map(|corner| primitive.positions[corner]);
            let area = f64::from((b - a).cross(c - a).length());
            let albedo = match studio {
                true => STUDIO_ALBEDO,
                false => luminance(material.base_color.truncate() * color_at(primitive, texture, corners)),
            };
            sum += area * f64::from(albedo);
            total += area;
        }
    }
    (total > 0.0).then(|| (sum / total) as f32)
}

/// The vertex color times the texture's color in the middle of a triangle.
fn color_at(primitive: &Primitive, texture: Option<&Texture>, corners: [usize; 3]) -> Vec3 {
    let vertex_color = match primitive.colors.is_empty() {
        true => Vec3::ONE,
        false => corners.iter().map(|&corner| primitive.colors[corner].truncate()).sum::<Vec3>() / 3.0,
    };
    let Some(texture) = texture else { return vertex_color };
    vertex_color * texel(texture, corners.iter().map(|&corner| primitive.texcoords[corner]).sum::<Vec2>() / 3.0)
}

/// The linear color of the texel at texture coordinates.
fn texel(texture: &Texture, texcoord: Vec2) -> Vec3 {
    let index = |at: f32, size: u32, repeat: bool| {
        let wrapped = if repeat { at.rem_euclid(1.0) } else { at.clamp(0.0, 1.0) };
        ((wrapped * size as f32) as usize).min(size as usize - 1)
    };
    let x = index(texcoord.x, texture.width, texture.repeat[0]);
    let y = index(texcoord.y, texture.height, texture.repeat[1]);
    let start = (y * texture.width as usize + x) * 4;
    Vec3::from([0, 1, 2].map(|channel| linear_from_srgb(f32::from(texture.rgba[start + channel]) / 255.0)))
}

fn luminance(linear: Vec3) -> f32 {
    linear.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}
