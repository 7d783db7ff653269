//! How fast whole meshes are deformed on the CPU, beside copying memory: `cargo bench --bench deform`.
//!
//! A million vertices with four influences each on 60 joints. The table is taken in turns, so that whatever else the
//! computer does slows all of its rows. Two copies by all cores are its measure: one of as many bytes as linear blending
//! touches, part of which the last cache may hold, and one far beyond every cache, which is the bandwidth of the memory.
//! `of copy` and `of memory` are the shares of these. Criterion then times each row on its own.

#![allow(clippy::print_stdout, reason = "a bench says what it measures")]

mod support {
    #[allow(dead_code, reason = "another bench uses the rows of the table")]
    pub mod table_one;
}

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glam::{EulerRot, Quat, Vec3};
use rayon::prelude::*;
use skinscope::model::{Model, Pose};
use skinscope::skinning::{
    Antipodality, JointPalette, PrimitiveCenters, SkinnedVertex, SkinningMethod, SkinningSettings,
    deform_primitive_into,
};
use std::hint::black_box;
use std::time::{Duration, Instant};

const VERTICES: usize = 1_000_000;
const JOINTS: usize = 60;
const INFLUENCES: usize = 4;
/// Rounds of the table.
const ROUNDS: usize = 15;
/// What the second copy reads and writes together: beyond every cache.
const BEYOND_CACHES: usize = 2 << 30;

const ROWS: [(SkinningMethod, Antipodality); 6] = [
    (SkinningMethod::Lbs, Antipodality::None),
    (SkinningMethod::Dqs, Antipodality::None),
    (SkinningMethod::Dqs, Antipodality::PerVertex),
    (SkinningMethod::TwoPhaseDqs, Antipodality::PerVertex),
    (SkinningMethod::LbsDqs, Antipodality::PerVertex),
    (SkinningMethod::Cor, Antipodality::RunningSum),
];

/// One mesh, and memory for what is made of it.
struct Mesh {
    model: Model,
    pose: Pose,
    centers: PrimitiveCenters,
    deformed: Vec<SkinnedVertex>,
}

impl Mesh {
    fn new() -> Self {
        let model = support::table_one::of_size(VERTICES, JOINTS, INFLUENCES);
        let mut pose = Pose::rest(&model.skeleton);
        for (index, joint) in pose.joints.iter_mut().enumerate() {
            joint.rotation = Quat::from_euler(EulerRot::XYZ, 0.3 * (index as f32).sin(), 0.2, 0.1);
        }
        let positions = &model.primitives[0].positions;
        // Where they lie does not matter, only that they are read.
        let centers = positions.iter().map(|position| position.with_y(0.0)).collect();
        let deformed = vec![SkinnedVertex { position: Vec3::ZERO, normal: Vec3::ZERO }; positions.len()];
        Self { model, pose, centers, deformed }
    }

    fn settings((method, mode): (SkinningMethod, Antipodality)) -> SkinningSettings {
        SkinningSettings { method, chosen_antipodality: Some(mode), ..SkinningSettings::default() }
    }

    fn palette(&self, settings: SkinningSettings) -> JointPalette {
        JointPalette::all(&self.model, &self.pose, settings).swap_remove(0)
    }

    fn deform(&mut self, palette: &JointPalette, settings: SkinningSettings) {
        let (primitive, none) = (&self.model.primitives[0], PrimitiveCenters::default());
        let centers = if settings.method.needs_centers() { &self.centers } else { &none };
        let deformed = black_box(&mut self.deformed);
        deform_primitive_into(&self.model, primitive, palette, settings, centers, deformed)
            .expect("the centers have all that a method needs");
    }

    /// What a method must read and write at least, in bytes.
    fn bytes(&self, method: SkinningMethod) -> usize {
        let primitive = &self.model.primitives[0];
        let center = if method.needs_centers() { size_of::<Vec3>() } else { 0 };
        let each = 2 * size_of::<Vec3>() + size_of::<u32>() + center + size_of::<SkinnedVertex>();
        primitive.positions.len() * each + size_of_val(primitive.influences.flat())
    }
}

/// Copies by all cores; reads and writes as many bytes together as a method does.
struct MemoryCopy {
    from: Vec<u8>,
    to: Vec<u8>,
}

impl MemoryCopy {
    fn of(bytes: usize) -> Self {
        Self { from: vec![1; bytes / 2], to: vec![0; bytes / 2] }
    }

    /// Read and written together.
    fn bytes(&self) -> usize {
        2 * self.from.len()
    }

    fn run(&mut self) {
        let part = self.from.len().div_ceil(rayon::current_num_threads());
        let parts = self.to.par_chunks_mut(part).zip(self.from.par_chunks(part));
        parts.for_each(|(to, from)| to.copy_from_slice(black_box(from)));
        black_box(&self.to);
    }
}

fn seconds(work: impl FnOnce()) -> f64 {
    let started = Instant::now();
    work();
    started.elapsed().as_secs_f64()
}

/// Median, and half of the distance between the quartiles over it.
fn median_and_spread(seconds: &mut [f64]) -> (f64, f64) {
    seconds.sort_by(f64::total_cmp);
    let [low, median, high] = [1, 2, 3].map(|quarter| seconds[(seconds.len() - 1) * quarter / 4]);
    (median, (high - low) / 2.0 / median)
}

/// The speed of a copy, printed.
fn copy_row(name: &str, copy: &MemoryCopy, seconds: &mut [f64]) -> f64 {
    let (median, spread) = median_and_spread(seconds);
    let speed = copy.bytes() as f64 / median;
    println!("{name:24} {:5.1} GB/s {:15}± {:.0} %", speed * 1e-9, "", 100.0 * spread);
    speed
}

fn table(mesh: &mut Mesh, copy: &mut MemoryCopy) {
    let vertices = mesh.deformed.len();
    println!("{vertices} vertices, {JOINTS} joints, {} threads", rayon::current_num_threads());
    let mut large_copy = MemoryCopy::of(BEYOND_CACHES);
    let rows = ROWS.map(|row| (row, Mesh::settings(row), mesh.palette(Mesh::settings(row))));
    let (mut copying, mut copying_much) = (Vec::new(), Vec::new());
    let mut deforming = vec![Vec::new(); rows.len()];
    for _ in 0..ROUNDS {
        // The large copy leaves caches full of what is still to be written, so that no method follows it.
        copying_much.push(seconds(|| large_copy.run()));
        copying.push(seconds(|| copy.run()));
        for ((_, settings, palette), taken) in rows.iter().zip(&mut deforming) {
            taken.push(seconds(|| mesh.deform(palette, *settings)));
        }
    }
    let copied = copy_row("copy of as many bytes", copy, &mut copying);
    let of_memory = copy_row("copy of 1 GiB", &large_copy, &mut copying_much);
    for (((method, mode), ..), taken) in rows.iter().zip(&mut deforming) {
        let (seconds, spread) = median_and_spread(taken);
        let speed = mesh.bytes(*method) as f64 / seconds;
        let name = format!("{} {}", method.id(), mode.id());
        let (gigabytes, millions) = (speed * 1e-9, vertices as f64 / seconds * 1e-6);
        let [of_copy, of_memory] = [copied, of_memory].map(|copied| 100.0 * speed / copied);
        let spread = 100.0 * spread;
        println!(
            "{name:24} {gigabytes:5.1} GB/s {millions:6.1} Mv/s    ± {spread:.0} %  {of_copy:3.0} % of copy  \
             {of_memory:3.0} % of memory"
        );
    }
}

fn deform(criterion: &mut Criterion) {
    let mut mesh = Mesh::new();
    let mut copy = MemoryCopy::of(mesh.bytes(SkinningMethod::Lbs));
    table(&mut mesh, &mut copy);
    let mut group = criterion.benchmark_group("deform a million vertices");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Bytes(copy.bytes() as u64));
    group.bench_function("copy", |bencher| bencher.iter(|| copy.run()));
    for row in ROWS {
        let settings = Mesh::settings(row);
        let palette = mesh.palette(settings);
        group.throughput(Throughput::Bytes(mesh.bytes(row.0) as u64));
        group.bench_function(BenchmarkId::new(row.0.id(), row.1.id()), |bencher| {
            bencher.iter(|| mesh.deform(&palette, settings));
        });
    }
}

criterion_group!(benches, deform);
criterion_main!(benches);
