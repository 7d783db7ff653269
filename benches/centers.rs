//! How long centers of rotation take, cold, subdivision included: `cargo bench --bench centers`.
//!
//! The rows of Le & Hodgins 2016, table 1, with four and eight influences; then how the time grows.

mod support {
    pub mod table_one;
}

use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use skinscope::bundled;
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::model::Model;
use std::hint::black_box;
use std::time::Duration;
use support::table_one;

fn bench(criterion: &mut Criterion, group: &str, models: &[(String, Model)]) {
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(3));
    for (name, model) in models {
        group.bench_with_input(BenchmarkId::from_parameter(name), model, |bencher, model| {
            bencher.iter(|| compute_centers(black_box(model), &CenterSettings::default()));
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

fn bundled_model(name: &str) -> Model {
    bundled::generate(name).expect("a bundled model").expect("it can be generated")
}

criterion_group!(benches, table_one_rows, growth);
criterion_main!(benches);
