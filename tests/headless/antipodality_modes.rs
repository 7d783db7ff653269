//! The scene that explains antipodality shows five different skins.

use skinscope::files::open_model;
use skinscope::panes::{Scene, pane_names};
use skinscope::skinning::{Antipodality, deform_model};

/// Differences below this fraction of the extent cannot be seen.
const VISIBLE: f32 = 0.01;

#[test]
fn all_modes_differ_in_the_scene_that_explains_them() {
    let scene = Scene::find("antipodality").unwrap();
    let model = open_model("limb").unwrap().asset.model;
    let pose = scene.pose(&model).unwrap();
    let panes = scene.panes();
    let modes: Vec<Antipodality> = panes.iter().map(|pane| pane.skinning.antipodality()).collect();
    assert_eq!(modes, Antipodality::ALL);
    let names = pane_names(&panes);
    assert!(names.iter().zip(&modes).all(|(name, mode)| name.lead == mode.title()), "headers lead with the mode");
    let skins: Vec<_> =
        panes.iter().map(|pane| deform_model(&model, &pose, pane.skinning, &[]).unwrap().concat()).collect();
    let extent = model.rest_bounds().extent();
    for (index, a) in skins.iter().enumerate() {
        for (other, b) in skins.iter().enumerate().skip(index + 1) {
            let apart = a.iter().zip(b).filter(|(a, b)| a.position.distance(b.position) > VISIBLE * extent).count();
            let share = apart as f32 / a.len() as f32;
            println!("{} and {}: {:.1}% of the vertices", modes[index].id(), modes[other].id(), 100.0 * share);
            assert!(share > 0.03, "{} and {} look alike", modes[index].id(), modes[other].id());
        }
    }
}
