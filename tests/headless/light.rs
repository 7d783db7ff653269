//! How characters in materials of their own look in the studio's light: their edges, colors and form.

use super::materials::{Measured, SIZE, Shot, at_share, contrast, front, luminance, material, model, plate, sphere};
use super::papers::sample;
use glam::{Quat, Vec3};
use image::{Rgba, RgbaImage};
use skinscope::model::{Material, MaterialSurface};
use skinscope::view::{CameraPreset, Shading, Theme};

const BLACK: [f32; 4] = [0.02, 0.02, 0.02, 1.0];

/// A rough plate in one color that faces the camera.
fn rough_plate(base_color: [f32; 4], theme: Theme) -> RgbaImage {
    let surface = MaterialSurface { metallic: 0.0, roughness: 1.0, ..MaterialSurface::default() };
    let parts = vec![(plate(Vec3::ZERO, Quat::IDENTITY), Material { surface, ..material(base_color) })];
    let plate = model(parts, Vec::new());
    let mut shot = Shot::from(CameraPreset::Front, &plate);
    shot.settings.theme = theme;
    shot.draw(&plate)
}

/// The pixels from each of the four borders of the picture to its middle: left, right, top, bottom.
fn inward(image: &RgbaImage) -> [Vec<Rgba<u8>>; 4] {
    let [width, height] = SIZE;
    let pixel = |x: u32, y: u32| *image.get_pixel(x, y);
    [
        (0..width / 2).map(|x| pixel(x, height / 2)).collect(),
        (0..width / 2).map(|x| pixel(width - 1 - x, height / 2)).collect(),
        (0..height / 2).map(|y| pixel(width / 2, y)).collect(),
        (0..height / 2).map(|y| pixel(width / 2, height - 1 - y)).collect(),
    ]
}

#[test]
fn the_edge_of_a_dark_surface_is_thin_and_alike_on_all_sides() {
    for theme in Theme::ALL {
        let picture = rough_plate(BLACK, theme);
        let sides = inward(&picture).map(|pixels| pixels.iter().map(luminance).collect::<Vec<f64>>());
        for side in &sides {
            let (ground, body) = (side[8], side[side.len() - 1]);
            let brightest = side.iter().copied().fold(0.0, f64::max);
            assert!(contrast(brightest, ground) >= 3.0, "{theme:?}: {side:.3?}");
            // One pixel, and one that it shares with its neighbor.
            let bright = side.iter().filter(|&&light| light > 0.5 * (brightest + body)).count();
            assert!((1..=2).contains(&bright), "{theme:?}: {bright} pixels: {side:.3?}");
            let other = sides.iter().map(|other| other.iter().copied().fold(0.0, f64::max));
            assert!(other.into_iter().all(|other| (other - brightest).abs() < 0.02), "{theme:?}: {sides:.3?}");
        }
    }
}

#[test]
fn the_edge_has_the_hue_of_its_surface() {
    let redness = |pixel: &Rgba<u8>| {
        let linear = |channel: usize| skinscope::math::linear_from_srgb(f32::from(pixel.0[channel]) / 255.0);
        linear(0) / linear(2)
    };
    for theme in Theme::ALL {
        for side in inward(&rough_plate([0.12, 0.05, 0.02, 1.0], theme)) {
            let edge = side.iter().max_by(|a, b| luminance(a).total_cmp(&luminance(b))).unwrap();
            let body = &side[side.len() - 1];
            assert!(redness(edge) > 0.7 * redness(body), "{theme:?}: {edge:?} on {body:?}");
        }
    }
}

#[test]
fn colors_stay_saturated_where_the_surface_turns_away() {
    let surface = MaterialSurface { metallic: 0.0, roughness: 0.58, ..MaterialSurface::default() };
    let orange = Material { surface, double_sided: true, ..material([0.59, 0.24, 0.03, 1.0]) };
    for (degrees, most) in [(-65.0, 0.115), (65.0, 0.2), (75.0, 0.32f32)] {
        let turned = plate(Vec3::ZERO, Quat::from_rotation_y(f32::to_radians(degrees)));
        let picture = front(vec![(turned, orange.clone())], Vec::new());
        let pixel = picture.get_pixel(SIZE[0] / 2, SIZE[1] / 2).0;
        let [red, _, blue] = [0, 1, 2].map(|at| skinscope::math::linear_from_srgb(f32::from(pixel[at]) / 255.0));
        assert!(blue < most * red, "{degrees} degrees: {pixel:?}, {:.3}", blue / red);
    }
}

/// Luminances of a ball toward the key light, in the middle, and on the lower right, away from the light.
fn ball(surface: MaterialSurface, base_color: [f32; 4]) -> ([f64; 3], u8) {
    let picture = front(vec![(sphere(), Material { surface, ..material(base_color) })], Vec::new());
    let [lit, middle, shaded] = [(58, 50), (80, 80), (105, 118)].map(|(x, y)| luminance(picture.get_pixel(x, y)));
    (
        [lit, middle, shaded],
        picture.as_raw().as_chunks::<4>().0.iter().flat_map(|pixel| &pixel[..3]).copied().max().unwrap(),
    )
}

#[test]
fn glowing_parts_keep_their_form_and_do_not_clip() {
    let emissive = Vec3::new(0.14, 0.52, 1.0);
    let glow = MaterialSurface { metallic: 0.0, roughness: 0.3, emissive, ..MaterialSurface::default() };
    let ([_, middle, shaded], brightest) = ball(glow.clone(), [0.02, 0.06, 0.11, 1.0]);
    assert!(middle > 1.25 * shaded, "{middle:.3} {shaded:.3}");
    assert!(brightest < 255, "{brightest}");
    // Nevertheless, it glows: brighter than the color that the lit surface alone would have.
    let (dark, _) = ball(MaterialSurface { emissive: Vec3::ZERO, ..glow }, [0.02, 0.06, 0.11, 1.0]);
    assert!(shaded > 3.0 * dark[2], "{shaded:.3} {:.3}", dark[2]);
}

#[test]
fn rough_metal_shows_its_form() {
    let metal = MaterialSurface { metallic: 1.0, roughness: 0.8, ..MaterialSurface::default() };
    let ([lit, middle, shaded], _) = ball(metal, [0.4, 0.4, 0.4, 1.0]);
    assert!(lit > 4.0 * shaded && middle > 1.8 * shaded, "{lit:.3} {middle:.3} {shaded:.3}");
}

#[test]
fn lit_skin_and_edges_of_characters_by_others_stand_out_from_the_ground() {
    // The fox's flank is in the shade, and its legs are dark.
    for (file, least_median) in [
        ("Fox.glb", 2.2),
        ("CesiumMan.glb", 3.0),
        ("RobotExpressive.glb", 3.0),
        ("greenman.glb", 3.0),
        ("godot_platformer_player.glb", 3.0),
    ] {
        let Some(character) = sample("lit skin", file) else { return };
        for theme in Theme::ALL {
            let measured = Measured::of(&character, theme, Shading::Textured);
            let lit = contrast(at_share(&measured.skin, 0.75), measured.ground);
            assert!(lit >= 3.2, "{file} {theme:?}: {lit:.2}");
            let median = contrast(at_share(&measured.skin, 0.5), measured.ground);
            assert!(median >= least_median, "{file} {theme:?}: median {median:.2}");
            let edge = at_share(&measured.edges, 0.04);
            assert!(edge >= 3.0, "{file} {theme:?}: edges {edge:.2}");
        }
    }
}
