//! The largest error of every method, CPU twin and shader, against the double-precision references.

use super::program::{all_settings, centers_of_primitives, on_cpu, on_gpu};
use super::{bundled, sample};
use crate::properties::{Random, random_pose};
use crate::reference::{self, ReferenceVertex, Settings};
use glam::DVec3;
use skinscope::bundled::MODELS;
use skinscope::gpu::{GpuContext, GpuModel};
use skinscope::model::{Model, Pose};
use skinscope::skinning::SkinnedVertex;
use std::collections::BTreeMap;

/// Of the extent, divided by the length of the blended quaternion.
const TOLERANCE: f64 = 2e-5;
/// Vertices nearer than this to a change of sign are left out, and counted.
const SIGN_MARGIN: f64 = 1e-5;
/// About as many vertices of a model are skinned in double precision.
const VERTICES: usize = 400;
const POSES: usize = 2;

#[derive(Clone, Copy, Default)]
struct Errors {
    cpu: f64,
    gpu: f64,
    /// Not divided by the length of the blend.
    plain: f64,
    compared: usize,
    left_out: usize,
}

impl Errors {
    fn with(self, other: Self) -> Self {
        Self {
            cpu: self.cpu.max(other.cpu),
            gpu: self.gpu.max(other.gpu),
            plain: self.plain.max(other.plain),
            compared: self.compared + other.compared,
            left_out: self.left_out + other.left_out,
        }
    }
}

fn compare(exact: &[ReferenceVertex], cpu: &[SkinnedVertex], gpu: &[SkinnedVertex], extent: f64) -> Errors {
    assert_eq!((cpu.len(), gpu.len()), (exact.len(), exact.len()));
    let mut errors = Errors::default();
    for ((exact, cpu), gpu) in exact.iter().zip(cpu).zip(gpu) {
        if exact.sign_margin < SIGN_MARGIN {
            errors.left_out += 1;
            continue;
        }
        let error = |found: &SkinnedVertex| {
            let error = found.position.as_dvec3().distance(exact.position) / extent;
            assert!(error.is_finite());
            error
        };
        let (cpu, gpu) = (error(cpu), error(gpu));
        errors = errors.with(Errors {
            cpu: cpu * exact.blend_length,
            gpu: gpu * exact.blend_length,
            plain: cpu.max(gpu),
            compared: 1,
            left_out: 0,
        });
    }
    errors
}

fn every(vertices: &[SkinnedVertex], stride: usize, counts: &[usize]) -> Vec<SkinnedVertex> {
    let mut start = 0;
    let mut out = Vec::new();
    for count in counts {
        out.extend(vertices[start..start + count].iter().step_by(stride));
        start += count;
    }
    out
}

/// Random poses from a fixed seed: a quarter of the joints turned by up to 350 degrees about each axis, every second
/// pose with scale and shear of every kind.
fn poses(model: &Model) -> Vec<Pose> {
    let mut random = Random(81);
    (0..POSES).map(|round| random_pose(model, &mut random, round % 2 == 1)).collect()
}

#[test]
fn every_method_on_cpu_and_gpu_against_double_precision() {
    let context = pollster::block_on(GpuContext::headless()).unwrap();
    let mut models: Vec<_> = MODELS.iter().map(|model| bundled(model.name)).collect();
    models.extend(sample("CesiumMan in the table of errors", "CesiumMan.glb"));
    let mut of_method: BTreeMap<&str, Errors> = BTreeMap::new();
    let mut failures = Vec::new();
    println!("{:<24}{:<14}{:>10}{:>10}{:>10}  left out", "method", "model", "cpu", "gpu", "plain");
    for model in &models {
        let counts: Vec<usize> = model.skinned_primitives().map(|primitive| primitive.positions.len()).collect();
        let stride = (counts.iter().sum::<usize>() / VERTICES).max(1);
        let centers = reference::centers::centers(model, stride);
        let mut gpu_model = GpuModel::new(&context, model).unwrap();
        let all_centers = spread(model, &centers, stride);
        gpu_model.set_centers(&context, &all_centers).unwrap();
        let extent = f64::from(model.rest_bounds().extent());
        let mut of_model: BTreeMap<&str, Errors> = BTreeMap::new();
        for pose in poses(model) {
            let mut posed = BTreeMap::new();
            for settings in all_settings() {
                let id = settings.method.id();
                let wanted = Settings { stride, ..Settings::from(settings) };
                // The joints are the same for all methods; counting turns takes most of the time.
                let key = (settings.antipodality.id(), settings.scale_kind.id());
                let joints = posed.entry(key).or_insert_with(|| reference::joints_of_primitives(model, &pose, wanted));
                let exact = reference::deform_posed(model, wanted, &centers, joints);
                let cpu = every(&on_cpu(model, &pose, settings, &all_centers), stride, &counts);
                let gpu = every(&on_gpu(&context, &gpu_model, model, &pose, settings), stride, &counts);
                let errors = compare(&exact, &cpu, &gpu, extent);
                if (errors.cpu > TOLERANCE || errors.gpu > TOLERANCE) && !has_no_one_answer(id, &model.name) {
                    failures.push(format!("{} {settings:?}: {:.1e} {:.1e}", model.name, errors.cpu, errors.gpu));
                }
                let entry = of_model.entry(id).or_default();
                *entry = entry.with(errors);
            }
        }
        for (id, errors) in of_model {
            row(id, &model.name, errors);
            let entry = of_method.entry(id).or_default();
            *entry = entry.with(errors);
        }
    }
    for (id, errors) in of_method {
        row(id, "all", errors);
        // A table that leaves out what it should compare proves nothing.
        assert!(errors.left_out * 20 < errors.compared, "{id}: {} of {}", errors.left_out, errors.compared);
    }
    assert!(failures.is_empty(), "over {TOLERANCE:e} of the extent: {failures:#?}");
}

/// Where the method itself has no single answer in some random pose, so that rounding decides; the table still shows
/// the figures. DIB: joints of the cloth that lie more than about 145 degrees from their mean, in signs that were not
/// chosen at the vertex. The matrix logarithm: a joint with uneven stretch near 180 degrees, at the edge of having no
/// real logarithm, of which the mannequin's 61 random joints hold one.
fn has_no_one_answer(id: &str, model: &str) -> bool {
    matches!((id, model), ("dib", "cloth") | ("log-matrix", "mannequin"))
}

/// Centers for all vertices from those of every `stride`-th; the others are not looked at.
fn spread(model: &Model, centers: &[Option<DVec3>], stride: usize) -> Vec<Vec<glam::Vec3>> {
    let mut some = centers.iter();
    let mut all = Vec::new();
    for primitive in model.skinned_primitives() {
        all.extend(
            (0..primitive.positions.len())
                .map(|vertex| if vertex.is_multiple_of(stride) { some.next().copied().flatten() } else { None }),
        );
    }
    centers_of_primitives(model, &all)
}

fn row(id: &str, model: &str, errors: Errors) {
    println!(
        "{id:<24}{model:<14}{:>10.1e}{:>10.1e}{:>10.1e}  {} of {}",
        errors.cpu,
        errors.gpu,
        errors.plain,
        errors.left_out,
        errors.left_out + errors.compared
    );
}
