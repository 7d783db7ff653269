//! Materials and light, on plates and spheres made here and on the bundled models: one claim per test.

use super::gpu_support::context;
use glam::{DAffine3, Quat, Vec2, Vec3, Vec4};
use image::RgbaImage;
use skinscope::files::open_model;
use skinscope::gpu::GpuModel;
use skinscope::model::{
    Influences, Material, MaterialSurface, Model, ModelParts, Node, Pose, Primitive, Skeleton, Skin, SkinJoint,
    SkinKind, Texture, TextureUse, Trs,
};
use skinscope::view::{
    Camera, CameraPreset, Hall, Overlay, Overlays, PaneLook, PictureSettings, Quality, Shading, Theme,
};
use skinscope::viewport::{PictureRequest, RestCache, render_to_image};
use std::f32::consts::{PI, TAU};
use std::sync::Arc;

pub const SIZE: [u32; 2] = [160, 160];

/// A square of side one around a point, turned from facing +Z.
pub fn plate(center: Vec3, turn: Quat) -> Primitive {
    let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    let positions = corners.map(|corner| center + turn * (corner - 0.5).extend(0.0)).to_vec();
    // In glTF, v grows downward.
    let texcoords = corners.map(|corner| Vec2::new(corner.x, 1.0 - corner.y)).to_vec();
    rigid(positions, vec![turn * Vec3::Z; 4], texcoords, vec![0, 1, 2, 0, 2, 3])
}

pub fn sphere() -> Primitive {
    let (rings, sides) = (48u32, 64u32);
    let (mut normals, mut texcoords, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for ring in 0..=rings {
        for side in 0..=sides {
            let (v, u) = (ring as f32 / rings as f32, side as f32 / sides as f32);
            let (down, around) = (PI * v, TAU * u);
            normals.push(Vec3::new(down.sin() * around.sin(), down.cos(), down.sin() * around.cos()));
            texcoords.push(Vec2::new(u, v));
            if ring < rings && side < sides {
                let [a, b] = [ring * (sides + 1) + side, (ring + 1) * (sides + 1) + side];
                indices.extend([a, b, a + 1, a + 1, b, b + 1]);
            }
        }
    }
    rigid(normals.iter().map(|normal| normal * 0.5).collect(), normals, texcoords, indices)
}

fn rigid(positions: Vec<Vec3>, normals: Vec<Vec3>, texcoords: Vec<Vec2>, indices: Vec<u32>) -> Primitive {
    Primitive {
        mesh_name: String::new(),
        node: 0,
        skin: 0,
        material: 0,
        influences: Influences::rigid(positions.len()),
        positions,
        normals,
        texcoords,
        second_texcoords: Vec::new(),
        blend_factors: Vec::new(),
        colors: Vec::new(),
        indices,
        morphs: None,
    }
}

/// One node with primitives, each in its own material.
pub fn model(parts: Vec<(Primitive, Material)>, textures: Vec<Texture>) -> Arc<Model> {
    let (mut primitives, materials): (Vec<Primitive>, Vec<Material>) = parts.into_iter().unzip();
    primitives.iter_mut().zip(0..).for_each(|(primitive, index)| primitive.material = index);
    let skin = Skin {
        name: String::new(),
        kind: SkinKind::Rigid,
        joints: vec![SkinJoint::new(0, None, DAffine3::IDENTITY)],
        bind_from_mesh: DAffine3::IDENTITY,
    };
    let parts = ModelParts {
        name: "materials".to_owned(),
        skeleton: Skeleton::new(vec![Node::new("node", None, Trs::IDENTITY)]).unwrap(),
        skins: vec![skin],
        primitives,
        materials,
        textures,
        clips: Vec::new(),
    };
    Arc::new(Model::new(parts).unwrap())
}

pub fn material(base_color: [f32; 4]) -> Material {
    Material { base_color: Vec4::from_array(base_color), is_default: false, ..Material::default() }
}

/// A texture of one pixel.
fn uniform(rgba: [u8; 4]) -> Texture {
    Texture { width: 1, height: 1, rgba: rgba.to_vec(), repeat: [true; 2] }
}

fn first(texture: u32) -> Option<TextureUse> {
    Some(TextureUse { texture, uses_second_texcoords: false })
}

pub struct Shot {
    pub camera: Camera,
    pub quality: Quality,
    pub settings: PictureSettings,
}

impl Shot {
    pub fn from(preset: CameraPreset, model: &Model) -> Self {
        Self {
            camera: Camera::framing(model.rest_bounds(), SIZE, preset),
            quality: Quality { samples: 1, ..Quality::FINE },
            settings: PictureSettings { look: PaneLook::of_overlays(Overlays::NONE), ..PictureSettings::default() },
        }
    }

    pub fn draw(&self, model: &Arc<Model>) -> RgbaImage {
        self.draw_upload(&GpuModel::for_pictures(context(), model).unwrap())
    }

    fn draw_upload(&self, gpu_model: &GpuModel) -> RgbaImage {
        let pose = Pose::rest(&gpu_model.model().skeleton);
        let Self { camera, quality, settings } = self;
        let rest = RestCache::default();
        let request = PictureRequest {
            model: gpu_model,
            pose: &pose,
            camera,
            settings,
            size: SIZE,
            pixels_per_point: 1.0,
            quality: *quality,
            rest: &rest,
            beside: None,
        };
        render_to_image(context(), &request).unwrap()
    }
}

pub fn front(parts: Vec<(Primitive, Material)>, textures: Vec<Texture>) -> RgbaImage {
    let model = model(parts, textures);
    Shot::from(CameraPreset::Front, &model).draw(&model)
}

fn middle(image: &RgbaImage) -> [u8; 3] {
    let [red, green, blue, _] = image.get_pixel(SIZE[0] / 2, SIZE[1] / 2).0;
    [red, green, blue]
}

/// Linear luminance.
pub fn luminance(pixel: &image::Rgba<u8>) -> f64 {
    let [red, green, blue] = [0, 1, 2].map(|channel| {
        let encoded = f64::from(pixel.0[channel]) / 255.0;
        if encoded <= 0.04045 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// A single-colored plate that faces the camera, in a material.
fn plate_in(material: Material, textures: Vec<Texture>) -> [u8; 3] {
    middle(&front(vec![(plate(Vec3::ZERO, Quat::IDENTITY), material)], textures))
}

#[test]
fn an_unlit_material_shows_its_base_color() {
    let flat = Material { is_unlit: true, ..material([0.5, 0.25, 1.0, 1.0]) };
    let pixel = plate_in(flat, Vec::new());
    // Linear one half is encoded as 187.5.
    assert!(pixel.iter().zip([188, 137, 255]).all(|(a, b)| a.abs_diff(b) <= 1), "{pixel:?}");
}

#[test]
fn emission_comes_on_top_of_light_and_keeps_its_hue() {
    let dark = material([0.05, 0.05, 0.05, 1.0]);
    let emitting = |emissive| {
        let surface = MaterialSurface { emissive, emissive_texture: first(0), ..MaterialSurface::default() };
        plate_in(Material { surface, ..dark.clone() }, vec![uniform([255, 255, 255, 255])])
    };
    let [off, on, bright] = [Vec3::ZERO, Vec3::new(0.0, 0.2, 0.4), Vec3::new(0.0, 10.0, 20.0)].map(emitting);
    assert!(on[2] > off[2] + 60 && on[0] == off[0], "{off:?} {on:?}");
    assert!(bright[2] == 255 && bright[1] < 200 && bright[0] < 100, "{bright:?}");
}

#[test]
fn smooth_metal_mirrors_in_its_own_color_and_rough_metal_does_not() {
    let metal = |roughness| {
        let surface = MaterialSurface { metallic: 1.0, roughness, ..MaterialSurface::default() };
        front(vec![(sphere(), Material { surface, ..material([1.0, 0.6, 0.2, 1.0]) })], Vec::new())
    };
    let range = |image: &RgbaImage| {
        // The middle of the sphere, without its edge.
        let inner = (50..110).flat_map(|y| (50..110).map(move |x| (x, y)));
        let values: Vec<f64> = inner.map(|(x, y)| luminance(image.get_pixel(x, y))).collect();
        values.iter().copied().fold(0.0, f64::max) / values.iter().copied().fold(1.0, f64::min)
    };
    let (smooth, rough) = (metal(0.1), metal(1.0));
    assert!(range(&smooth) > 1.5 * range(&rough), "{} {}", range(&smooth), range(&rough));
    // Reflections of metal are never bluer than the metal.
    let [red, _, blue] = middle(&smooth);
    assert!(red > blue + 40, "{red} {blue}");
}

#[test]
fn a_texture_of_metal_and_roughness_does_what_the_factors_do() {
    let surface = MaterialSurface { metallic: 0.5, roughness: 0.25, ..MaterialSurface::default() };
    let by_factors = plate_in(Material { surface, ..material([0.6, 0.5, 0.4, 1.0]) }, Vec::new());
    let surface = MaterialSurface {
        metallic: 1.0,
        roughness: 0.5,
        metallic_roughness_texture: first(0),
        ..MaterialSurface::default()
    };
    let texture = uniform([255, 128, 128, 255]);
    let by_texture = plate_in(Material { surface, ..material([0.6, 0.5, 0.4, 1.0]) }, vec![texture]);
    assert!(by_factors.iter().zip(by_texture).all(|(a, b)| a.abs_diff(b) <= 2), "{by_factors:?} {by_texture:?}");
}

/// The brightness of a plate whose normal texture is one texel.
fn plate_with_normal(texel: [u8; 4], scale: f32, uses_second_texcoords: bool) -> u8 {
    let normal_texture = Some(TextureUse { texture: 0, uses_second_texcoords });
    let surface = MaterialSurface { normal_texture, normal_scale: scale, ..MaterialSurface::default() };
    let mut primitive = plate(Vec3::ZERO, Quat::IDENTITY);
    // Turned by half a turn: left and right, up and down change places.
    primitive.second_texcoords = primitive.texcoords.iter().map(|texcoord| Vec2::ONE - texcoord).collect();
    middle(&front(vec![(primitive, Material { surface, ..material([0.4; 4]) })], vec![uniform(texel)]))[1]
}

#[test]
fn a_normal_texture_turns_the_surface_in_the_direction_that_it_says() {
    // The key light comes from the upper left.
    let (up_left, down_right) = ([70, 186, 220, 255], [186, 70, 220, 255]);
    let plain = plate_with_normal([128, 128, 255, 255], 1.0, false);
    let [toward, away] = [up_left, down_right].map(|texel| plate_with_normal(texel, 1.0, false));
    assert!(toward > plain + 5 && plain > away + 15, "{toward} {plain} {away}");
    let weak = plate_with_normal(down_right, 0.3, false);
    assert!(weak > away + 5 && weak < plain, "{weak}");
    let turned = plate_with_normal(down_right, 1.0, true);
    assert!(turned.abs_diff(toward) <= 1, "by the second texture coordinates: {turned} {toward}");
}

#[test]
fn occlusion_takes_light_by_its_strength() {
    let plate = |texel: u8, strength| {
        let surface =
            MaterialSurface { occlusion_texture: first(0), occlusion_strength: strength, ..MaterialSurface::default() };
        plate_in(Material { surface, ..material([0.4; 4]) }, vec![uniform([texel, 255, 255, 255])])[1]
    };
    let [open, half, closed] = [plate(0, 0.0), plate(0, 0.5), plate(0, 1.0)];
    assert_eq!(open, plate(255, 1.0));
    assert!(open > half + 5 && half > closed + 5, "{open} {half} {closed}");
}

#[test]
fn blended_materials_let_through_what_is_behind_in_any_order() {
    let at = |z| plate(Vec3::Z * z, Quat::IDENTITY);
    let unlit = |base_color| Material { is_unlit: true, ..material(base_color) };
    let glass = |base_color| Material { is_blended: true, ..unlit(base_color) };
    let wall = || (at(-0.5), unlit([0.0, 0.0, 0.5, 1.0]));
    let far = || (at(0.0), glass([1.0, 0.0, 0.0, 0.5]));
    let near = || (at(0.5), glass([0.0, 1.0, 0.0, 0.5]));
    let [pixel, other_order] =
        [vec![wall(), far(), near()], vec![near(), far(), wall()]].map(|parts| middle(&front(parts, Vec::new())));
    // Linear (0.25, 0.5, 0.125).
    let expected = [137, 188, 99];
    assert!(pixel.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 1), "{pixel:?}");
    assert_eq!(pixel, other_order);
}

#[test]
fn the_opaque_parts_of_a_blended_material_hide_what_is_behind() {
    let opaque = Material { is_blended: true, ..material([0.5, 0.5, 0.5, 1.0]) };
    let behind = Material { is_unlit: true, ..material([1.0, 0.0, 0.0, 1.0]) };
    // Listed first, and a blended one that would be drawn over it without depth.
    let far = Material { is_blended: true, ..behind };
    let parts = vec![(plate(Vec3::Z * 0.5, Quat::IDENTITY), opaque), (plate(Vec3::ZERO, Quat::IDENTITY), far)];
    let [red, green, _] = middle(&front(parts, Vec::new()));
    assert!(red.abs_diff(green) < 12, "{red} {green}");
}

#[test]
fn the_inside_of_a_single_sided_surface_is_dark_but_never_invisible() {
    let back = |double_sided| {
        let turned = plate(Vec3::ZERO, Quat::from_rotation_y(PI));
        let image = front(vec![(turned, Material { double_sided, ..material([0.4, 0.4, 0.4, 1.0]) })], Vec::new());
        (middle(&image)[1], image.get_pixel(2, 2).0[1])
    };
    let ((single, empty), (double, _)) = (back(false), back(true));
    assert!(single + 50 < double && single > empty + 15, "{single} {double} {empty}");
    let facing = plate_in(material([0.4, 0.4, 0.4, 1.0]), Vec::new())[1];
    assert!(facing.abs_diff(double) <= 1, "{facing} {double}");
}

/// The contrast of two luminances (WCAG 2.1).
pub fn contrast(a: f64, b: f64) -> f64 {
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Luminances of the skin in ascending order, and of the ground around it.
pub struct Measured {
    pub skin: Vec<f64>,
    pub ground: f64,
    /// Largest channel of any pixel of the skin.
    pub brightest: u8,
    /// For each pixel on the silhouette, the best contrast to the ground within three pixels inside.
    pub edges: Vec<f64>,
}

impl Measured {
    pub fn of(model: &Arc<Model>, theme: Theme, shading: Shading) -> Self {
        Self::with(
            model,
            PictureSettings { theme, look: PaneLook { shading, ..PaneLook::default() }, ..PictureSettings::default() },
        )
    }

    /// On the stage.
    pub fn in_hall(model: &Arc<Model>, hall: Hall) -> Self {
        Self::with(model, PictureSettings { hall: Some(hall), ..PictureSettings::default() })
    }

    fn with(model: &Arc<Model>, settings: PictureSettings) -> Self {
        let gpu_model = GpuModel::for_pictures(context(), model).unwrap();
        let mut shot = Shot::from(CameraPreset::ThreeQuarter, model);
        shot.quality = Quality::FINE;
        shot.settings = settings;
        shot.settings.look.overlays = Overlays::NONE;
        let opaque = shot.draw_upload(&gpu_model);
        shot.settings.transparent = true;
        let mask = shot.draw_upload(&gpu_model);
        let size = SIZE[0] as i32;
        let near = |x: i32, y: i32, reach: i32| {
            let rows = (y - reach).max(0)..=(y + reach).min(size - 1);
            rows.flat_map(move |y| ((x - reach).max(0)..=(x + reach).min(size - 1)).map(move |x| (x as u32, y as u32)))
        };
        let covered = |(x, y): (u32, u32)| mask.get_pixel(x, y).0[3] == 255;
        let free = |(x, y): (u32, u32)| mask.get_pixel(x, y).0[3] == 0;
        let light = |(x, y): (u32, u32)| luminance(opaque.get_pixel(x, y));
        let (mut skin, mut around, mut edges, mut brightest) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for (x, y) in (0..size).flat_map(|y| (0..size).map(move |x| (x, y))) {
            let at = (x as u32, y as u32);
            if covered(at) {
                skin.push(light(at));
                brightest = brightest.max(opaque.get_pixel(at.0, at.1).0[..3].iter().copied().max().unwrap());
            } else if free(at) && near(x, y, 4).any(covered) {
                around.push(light(at));
            }
        }
        let ground = around.iter().sum::<f64>() / around.len() as f64;
        for (x, y) in (0..size).flat_map(|y| (0..size).map(move |x| (x, y))) {
            if covered((x as u32, y as u32)) && near(x, y, 2).any(free) {
                let inside = near(x, y, 3).filter(|&at| covered(at));
                edges.push(inside.map(|at| contrast(light(at), ground)).fold(1.0, f64::max));
            }
        }
        skin.sort_by(f64::total_cmp);
        edges.sort_by(f64::total_cmp);
        Self { skin, ground, brightest, edges }
    }
}

pub fn at_share(sorted: &[f64], share: f64) -> f64 {
    sorted[(share * (sorted.len() - 1) as f64) as usize]
}

/// The bundled figure in a uniform material.
fn figure_in(base_color: Vec4) -> Arc<Model> {
    let figure = open_model("mannequin").unwrap().asset.model;
    let mut painted = Model::clone(&figure);
    painted.materials = vec![Material { base_color, is_default: false, ..Material::default() }; figure.materials.len()];
    Arc::new(painted)
}

#[test]
fn lit_skin_stands_out_from_the_ground_in_both_themes() {
    let figure = open_model("mannequin").unwrap().asset.model;
    let hand = open_model("hand").unwrap().asset.model;
    for (name, model) in [("mannequin", figure), ("hand", hand)] {
        for theme in Theme::ALL {
            let measured = Measured::of(&model, theme, Shading::Textured);
            // A quarter of the skin or more is lit by the key light.
            let lit = contrast(at_share(&measured.skin, 0.75), measured.ground);
            assert!(lit >= 3.6, "{name} {theme:?}: {lit:.2}");
            let middle = contrast(at_share(&measured.skin, 0.5), measured.ground);
            assert!(middle >= 3.0, "{name} {theme:?}: median {middle:.2}");
            let edge = at_share(&measured.edges, 0.1);
            assert!(edge >= 2.1, "{name} {theme:?}: edges {edge:.2}");
        }
    }
}

#[test]
fn silhouettes_of_all_materials_stand_out_from_the_ground() {
    for (name, base_color) in [
        ("black", Vec4::new(0.02, 0.02, 0.02, 1.0)),
        ("brown", Vec4::new(0.12, 0.06, 0.03, 1.0)),
        ("blue", Vec4::new(0.05, 0.05, 0.8, 1.0)),
        ("gray", Vec4::new(0.2, 0.2, 0.2, 1.0)),
        ("white", Vec4::new(0.9, 0.9, 0.9, 1.0)),
    ] {
        let model = figure_in(base_color);
        for theme in Theme::ALL {
            let edges = Measured::of(&model, theme, Shading::Textured).edges;
            let edge = at_share(&edges, 0.04);
            assert!(edge >= 3.0, "{name} {theme:?}: {edge:.2}");
        }
    }
}

#[test]
fn the_lit_side_never_clips_and_the_shaded_side_never_drowns() {
    for (name, albedo) in [("white", 0.95), ("light", 0.6), ("dark", 0.08)] {
        let model = figure_in(Vec4::new(albedo, albedo, albedo, 1.0));
        for theme in Theme::ALL {
            let measured = Measured::of(&model, theme, Shading::Textured);
            // 88 % of white, and a step of quantization.
            assert!(measured.brightest <= 225, "{name} {theme:?}: {}", measured.brightest);
            let [shaded, lit] = [0.08, 0.9].map(|share| at_share(&measured.skin, share));
            // Form shows: the shaded side is darker, but far from black.
            assert!(lit > 2.0 * shaded && shaded > 0.008, "{name} {theme:?}: {shaded:.4} to {lit:.4}");
        }
    }
}

#[test]
fn the_studio_s_skin_is_a_middle_gray() {
    for theme in Theme::ALL {
        let albedo = theme.skin().truncate().dot(Vec3::new(0.2126, 0.7152, 0.0722));
        assert!((0.30..=0.35).contains(&albedo), "{theme:?}: {albedo}");
    }
}

#[test]
fn exposure_follows_the_albedo() {
    let exposure =
        |albedo: f32| GpuModel::new(context(), &figure_in(Vec3::splat(albedo).extend(1.0))).unwrap().exposure();
    let [white, studio, dark] = [0.9, 0.32, 0.05].map(exposure);
    assert!((studio - 1.0).abs() < 0.01 && white < 0.7 && dark > 1.5, "{white} {studio} {dark}");
    // Brighter than a dark one nevertheless.
    assert!(0.9 * white > studio * 0.32 && studio * 0.32 > dark * 0.05);
}

#[test]
fn a_plane_does_not_shadow_itself_however_flat_the_light_falls() {
    // The light comes from the upper left front: these planes turn away from it step by step.
    for degrees in [0.0, 20.0, 30.0, 36.0, 40.0f32] {
        let turn = Quat::from_rotation_y(degrees.to_radians()) * Quat::from_rotation_x(0.2);
        let plane = model(vec![(plate(Vec3::ZERO, turn), material([0.4; 4]))], Vec::new());
        let mut shot = Shot::from(CameraPreset::Front, &plane);
        let shadowed = shot.draw(&plane);
        shot.quality.key_shadow = false;
        let plain = shot.draw(&plane);
        let most = shadowed.as_raw().iter().zip(plain.as_raw()).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
        assert!(most <= 2, "{degrees} degrees: {most}");
    }
}

#[test]
fn hollows_are_darker_than_ridges() {
    // A trough: two planes that meet in a valley, and the same from behind, where they meet in a ridge.
    let wall = |side: f32| plate(Vec3::new(side * 0.35, 0.0, 0.0), Quat::from_rotation_y(-side * PI / 4.0));
    let paint = || Material { double_sided: true, ..material([0.4; 4]) };
    let trough = model(vec![(wall(-1.0), paint()), (wall(1.0), paint())], Vec::new());
    let mut shot = Shot::from(CameraPreset::Front, &trough);
    shot.quality.key_shadow = false;
    let with = shot.draw(&trough);
    shot.quality.occlusion = false;
    let without = shot.draw(&trough);
    let change = |x: u32| {
        let at = |image: &RgbaImage| i32::from(image.get_pixel(x, SIZE[1] / 2).0[1]);
        at(&without) - at(&with)
    };
    let (valley, rim) = (change(SIZE[0] / 2 - 2), change(SIZE[0] / 4));
    assert!(valley > rim + 4 && valley > 6, "{valley} {rim}");
}

#[test]
fn the_skeleton_is_seen_on_white_and_on_dark_skin() {
    for (name, base_color) in [("white", Vec4::new(0.95, 0.95, 0.95, 1.0)), ("black", Vec4::new(0.02, 0.02, 0.02, 1.0))]
    {
        let figure = figure_in(base_color);
        let mut shot = Shot::from(CameraPreset::Front, &figure);
        // A thigh fills the picture.
        shot.camera = shot.camera.framed(figure_thigh(&figure), SIZE);
        shot.settings.look.overlays = shot.settings.look.overlays.with(Overlay::Skeleton, true);
        let image = shot.draw(&figure);
        let [hip, knee] = ["thigh.L", "shin.L"].map(|joint| joint_pixel(&figure, &shot.camera, joint));
        let middle = (hip + knee) / 2.0;
        let across: Vec<f64> =
            (-8..=8).map(|step| luminance(image.get_pixel((middle.x + step as f32) as u32, middle.y as u32))).collect();
        let brightest = across.iter().copied().fold(0.0, f64::max);
        let bone = across.iter().position(|&light| light == brightest).unwrap();
        // The bone is white, and within three pixels on both sides darker than the skin or the halo.
        let beside = |range: std::ops::Range<usize>| across[range].iter().copied().fold(1.0, f64::min);
        let sides = [beside(bone.saturating_sub(4)..bone), beside(bone + 1..(bone + 5).min(across.len()))];
        assert!(sides.iter().all(|&side| contrast(brightest, side) >= 3.0), "{name}: {across:.2?}");
    }
}

/// The bounds of the upper leg's bone at rest.
fn figure_thigh(figure: &Model) -> skinscope::math::Bounds {
    skinscope::math::Bounds::of(["thigh.L", "shin.L"].map(|joint| joint_origin(figure, joint)))
}

fn joint_origin(figure: &Model, joint: &str) -> Vec3 {
    let node = figure.skeleton.find(joint).unwrap();
    let rest = Pose::rest(&figure.skeleton);
    let scene_from_node = rest.scene_from_node(&figure.skeleton, skinscope::model::ScaleKind::Inherited);
    scene_from_node[node as usize].translation.as_vec3()
}

fn joint_pixel(figure: &Model, camera: &Camera, joint: &str) -> Vec2 {
    camera.project(joint_origin(figure, joint), SIZE).unwrap().truncate()
}
