//! The stage in dark and in bright halls: skin stands out from the ground, and its form shows.

use super::materials::{Measured, at_share, contrast};
use super::papers::sample;
use skinscope::files::open_model;
use skinscope::view::Hall;

/// Contrasts to the ground of lit skin (the 75th percentile of its luminance) and of the median.
fn contrasts(measured: &Measured) -> [f64; 2] {
    [0.75, 0.5].map(|share| contrast(at_share(&measured.skin, share), measured.ground))
}

#[test]
fn lit_skin_stands_out_from_the_ground_in_both_halls() {
    for name in ["mannequin", "hand", "cloth", "cloth-9", "bar", "limb"] {
        let model = open_model(name).unwrap().asset.model;
        for hall in Hall::ALL {
            let measured = Measured::in_hall(&model, hall);
            let [lit, median] = contrasts(&measured);
            let edge = at_share(&measured.edges, 0.1);
            println!("{name} {hall:?}: lit {lit:.2}, median {median:.2}, edges {edge:.2}");
            assert!(lit >= 4.5, "{name} {hall:?}: {lit:.2}");
            assert!(edge >= 3.0, "{name} {hall:?}: edges {edge:.2}");
        }
    }
}

/// Form is seen as light and shade, so the skin must not become one dark area before the bright ground.
#[test]
fn light_and_shade_show_in_both_halls() {
    for name in ["mannequin", "hand", "limb"] {
        let model = open_model(name).unwrap().asset.model;
        for hall in Hall::ALL {
            let skin = Measured::in_hall(&model, hall).skin;
            let form = contrast(at_share(&skin, 0.9), at_share(&skin, 0.1));
            assert!(form >= 1.8, "{name} {hall:?}: {form:.2}");
        }
    }
}

#[test]
fn characters_by_others_stand_out_in_both_halls() {
    for file in ["Fox.glb", "CesiumMan.glb", "RobotExpressive.glb", "greenman.glb", "godot_platformer_player.glb"] {
        let Some(character) = sample("stage colors", file) else { return };
        for hall in Hall::ALL {
            let measured = Measured::in_hall(&character, hall);
            let [lit, median] = contrasts(&measured);
            let edge = at_share(&measured.edges, 0.1);
            println!("{file} {hall:?}: lit {lit:.2}, median {median:.2}, edges {edge:.2}");
            assert!(lit >= 4.5, "{file} {hall:?}: {lit:.2}");
            assert!(edge >= 3.0, "{file} {hall:?}: edges {edge:.2}");
        }
    }
}
