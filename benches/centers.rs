//! How long centers of rotation take, cold, subdivision included: `cargo bench --bench centers`.
//!
//! The rows of Le & Hodgins 2016, table 1, with four and eight influences; then how the time grows.

mod support {
    pub mod table_one;
}

use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use skinscope::bundled;
use skinscope::centers::{CenterParts, CenterPath, CenterSettings, Centers, compute_centers_with, update_centers};
use skinscope::import::{NoFiles, import_gltf};
use skinscope::model::{Influence, Influences, Model};
use skinscope::work::Progress;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;
use support::table_one;

fn centers_of(model: &Model) -> Centers {
    let (parts, path) = (CenterParts::Points, CenterPath::Fast);
    let centers = compute_centers_with(model, &CenterSettings::default(), parts, path, &Progress::default());
    centers.expect("not canceled")
}

fn bench(criterion: &mut Criterion, group: &str, models: &[(String, Model)]) {
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(3));
    for (name, model) in models {
        group.bench_with_input(BenchmarkId::from_parameter(name), model, |bencher, model| {
            bencher.iter(|| centers_of(black_box(model)));
        });
    }
}

fn table_one_rows(criterion: &mut Criterion) {
    for influences in [4, 8] {
        let name = |row: &table_one::Row| {
            format!(
                "{} {}/{}/{} ({} s in the paper)",
                row.name, row.vertices, row.triangles, row.joints, row.seconds_in_paper
            )
        };
        let models: Vec<_> = table_one::ROWS.iter().map(|row| (name(row), table_one::model(row, influences))).collect();
        bench(criterion, &format!("table 1, {influences} influences"), &models);
    }
    let bundled: Vec<_> =
        ["cloth-9", "cloth", "hand", "mannequin"].map(|name| (name.to_owned(), bundled_model(name))).into();
    bench(criterion, "bundled", &bundled);
}

fn growth(criterion: &mut Criterion) {
    let name = |number: usize| number.to_string();
    let by_vertices = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000].map(|n| (name(n), table_one::of_size(n, 77, 4)));
    bench(criterion, "vertices (77 joints, 4 influences)", &by_vertices);
    let by_joints = [10, 20, 40, 80, 160].map(|n| (name(n), table_one::of_size(40_000, n, 4)));
    bench(criterion, "joints (40,000 vertices, 4 influences)", &by_joints);
    let by_influences = [2, 4, 6, 8, 12].map(|n| (name(n), table_one::of_size(40_000, 77, n)));
    bench(criterion, "influences (40,000 vertices, 77 joints)", &by_influences);
}

/// What a person waits for who paints weights: one joint of the mannequin gives a tenth of its weight away, everywhere or
/// under a brush.
fn updates(criterion: &mut Criterion) {
    let before = bundled_model("mannequin");
    let settings = CenterSettings::default();
    let centers = centers_of(&before);
    let mut group = criterion.benchmark_group("mannequin, weights of one joint changed");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).measurement_time(Duration::from_secs(3));
    for name in ["forearm.L", "hand.R", "spine_2", "index_1.L"] {
        for (brush, reach) in [("everywhere", f32::INFINITY), ("under a brush of 3 cm", 0.03)] {
            let model = painted(&before, name, reach);
            group.bench_function(format!("{name}, {brush}"), |bencher| {
                bencher.iter(|| {
                    let update = update_centers(black_box(&model), &before, &centers, &settings, &Progress::default());
                    update.expect("not canceled").counts.sums
                });
            });
        }
    }
}

/// The joint gives a tenth of its weight to the others of a vertex.
fn painted(before: &Model, joint_name: &str, reach: f32) -> Model {
    let mut model = before.clone();
    let node =
        (0..model.skeleton.len() as u32).find(|&node| model.skeleton.node(node).name == joint_name).expect("a joint");
    let joint = model.skins[0].joints.iter().position(|joint| joint.node == node).expect("a joint of the skin") as u32;
    for primitive in &mut model.primitives {
        let weight_of = |vertex: usize| {
            let influences = primitive.influences.of(vertex);
            influences.iter().find(|one| one.joint == joint).map_or(0.0, |one| one.weight)
        };
        let halfway = |vertex: &usize| (weight_of(*vertex) - 0.5).abs();
        let middle = (0..primitive.positions.len()).min_by(|a, b| halfway(a).total_cmp(&halfway(b))).expect("vertices");
        let middle = primitive.positions[middle];
        let lists: Vec<Vec<Influence>> = (0..primitive.positions.len())
            .map(|vertex| {
                let mut list = primitive.influences.of(vertex).to_vec();
                if primitive.positions[vertex].distance(middle) < reach {
                    list.iter_mut().filter(|one| one.joint == joint).for_each(|one| one.weight *= 0.9);
                }
                list
            })
            .collect();
        let joints = model.skins[primitive.skin as usize].joints.len();
        Arc::make_mut(primitive).influences =
            Influences::normalized(lists.iter().map(Vec::as_slice), joints).expect("finite").0;
    }
    model
}

fn bundled_model(name: &str) -> Model {
    let bundled = bundled::find(name).expect("a bundled model");
    let opened = import_gltf(bundled.glb, name, &NoFiles).expect("a valid file");
    Arc::unwrap_or_clone(opened.model)
}

criterion_group!(benches, table_one_rows, growth, updates);
criterion_main!(benches);
