//! The fast sum of centers of rotation against the sum of every triangle with every vertex.

#[path = "../../benches/support/table_one.rs"]
#[allow(dead_code, reason = "the benches use what is not used here")]
mod table_one;

use crate::papers::{bundled, sample};
use skinscope::centers::{CenterParts, CenterPath, CenterSettings, Centers, compute_centers_with};
use skinscope::model::Model;
use skinscope::skinning::Covariance;
use skinscope::work::Progress;

/// Largest difference of a center, as a fraction of the extent: a hundred times finer than a visible difference.
const LARGEST_DIFFERENCE: f32 = 1e-6;

/// Largest difference of a covariance, whose trace is one: a tenth of what `cor-procrustes` adds to it.
const LARGEST_DIFFERENCE_OF_COVARIANCES: f32 = 1e-5;

fn compute(model: &Model, parts: CenterParts, path: CenterPath) -> Centers {
    compute_centers_with(model, &CenterSettings::default(), parts, path, &Progress::default()).unwrap()
}

fn compare(name: &str, model: &Model) {
    let parts = CenterParts::Points;
    compare_points(
        name,
        model,
        &compute(model, parts, CenterPath::Fast),
        &compute(model, parts, CenterPath::BruteForce),
    );
}

fn compare_points(name: &str, model: &Model, fast: &Centers, slow: &Centers) {
    let extent = model.rest_bounds().extent();
    let pairs = || fast.of_primitives.iter().flatten().zip(slow.of_primitives.iter().flatten());
    let worst = pairs().map(|(a, b)| a.distance(*b)).fold(0.0, f32::max) / extent;
    let counts = fast.counts;
    println!(
        "{name}: {worst:.1e} of the extent, {} centers, {} summed one by one, {} without center",
        counts.blended, counts.summed_one_by_one, counts.without_center
    );
    assert!(worst < LARGEST_DIFFERENCE, "{name}: {worst:e}");
    assert_eq!(counts.without_center, slow.counts.without_center, "{name}");
    // Every vertex with two joints that some triangle shares has a center of its own.
    assert_eq!(counts.without_center, 0, "{name}");
    let moved = fast
        .of_primitives
        .iter()
        .zip(&model.primitives)
        .flat_map(|(centers, primitive)| centers.iter().zip(&primitive.positions).zip(primitive.influences.iter()));
    for ((center, position), influences) in moved {
        assert!(center.is_finite());
        assert!(influences.len() > 1 || center == position, "{name}: LBS where there is one influence");
    }
}

#[test]
fn centers_of_the_bundled_models_are_those_of_brute_force() {
    for name in ["bar", "cloth", "tentacle"] {
        compare(name, &bundled(name));
    }
}

/// And so are the centers beside them.
#[test]
fn covariances_are_those_of_brute_force() {
    let mut models = vec![bundled("limb"), bundled("cloth-9")];
    models.extend(sample("covariances_are_those_of_brute_force", "CesiumMan.glb"));
    for model in models {
        let parts = CenterParts::PointsAndCovariances;
        let [fast, slow] = [CenterPath::Fast, CenterPath::BruteForce].map(|path| compute(&model, parts, path));
        compare_points(&model.name, &model, &fast, &slow);
        let (mut worst, mut count) = (0f32, 0);
        for (fast, slow) in fast.of_primitives.iter().zip(&slow.of_primitives) {
            for vertex in 0..fast.len() {
                let difference = fast.covariance(vertex).matrix() - slow.covariance(vertex).matrix();
                worst = difference.to_cols_array().iter().fold(worst, |worst, entry| worst.max(entry.abs()));
                count += usize::from(fast.covariance(vertex) != Covariance::NONE);
            }
        }
        println!("{}: {worst:.1e}, {count} covariances", model.name);
        assert!(worst < LARGEST_DIFFERENCE_OF_COVARIANCES, "{}: {worst:e}", model.name);
        assert_eq!(count, fast.counts.blended - fast.counts.without_center, "{}", model.name);
    }
}

#[test]
fn centers_of_a_real_character_are_those_of_brute_force() {
    if let Some(model) = sample("centers_of_a_real_character", "CesiumMan.glb") {
        compare("CesiumMan", &model);
    }
}

#[test]
fn centers_of_the_models_of_table_one_are_those_of_brute_force() {
    for row in &table_one::ROWS {
        let model = table_one::model(row, 4);
        assert_eq!(model.primitives[0].positions.len(), row.vertices);
        assert_eq!(model.primitives[0].indices.len(), 3 * row.triangles);
        assert_eq!(model.skins[0].joints.len(), row.joints);
        assert_eq!(model.primitives[0].influences.max_per_vertex(), 4);
    }
    for influences in [2, 4, 8] {
        compare(&format!("tube, {influences} influences"), &table_one::of_size(3000, 12, influences));
    }
}
