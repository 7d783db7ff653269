//! The largest error of every method, CPU twin and shader, against the double-precision references.

use super::program::{all_settings, on_cpu, on_gpu};
use super::{bundled, sample};
use crate::properties::{Random, random_pose};
use crate::reference::centers::{Center, outer};
use crate::reference::{self, ReferenceVertex, Settings};
use glam::{DMat3, DVec3, Quat, Vec3};
use skinscope::bundled::MODELS;
use skinscope::gpu::{GpuContext, GpuModel};
use skinscope::model::{Influences, Model, ModelParts, Pose, Primitive, SkinKind};
use skinscope::skinning::{Covariance, PrimitiveCenters, SkinnedVertex};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Largest error, as a fraction of the extent, divided by the length of the blended quaternion.
const TOLERANCE: f64 = 2e-5;
/// Vertices nearer than this to a change of sign are left out, and counted.
const SIGN_MARGIN: f64 = 1e-5;
/// Vertices whose joints hold the iteration's result less firmly than this are left out, and counted. A step leaves
/// one minus this of the error, so that the program's 40 steps bring one of a tenth to the tolerance at about 0.2.
const FIRM: f64 = 0.3;
/// About as many vertices of a model are skinned in double precision.
const VERTICES: usize = 400;
const POSES: usize = 4;

#[derive(Clone, Copy, Default)]
struct Errors {
    cpu: f64,
    gpu: f64,
    /// Not divided by the length of the blend.
    plain: f64,
    compared: usize,
    near_a_sign_change: usize,
    not_firm: usize,
    /// The larger of both, of the vertices that are not held firmly.
    where_not_firm: f64,
}

impl Errors {
    fn with(self, other: Self) -> Self {
        Self {
            cpu: self.cpu.max(other.cpu),
            gpu: self.gpu.max(other.gpu),
            plain: self.plain.max(other.plain),
            compared: self.compared + other.compared,
            near_a_sign_change: self.near_a_sign_change + other.near_a_sign_change,
            not_firm: self.not_firm + other.not_firm,
            where_not_firm: self.where_not_firm.max(other.where_not_firm),
        }
    }

    fn left_out(self) -> usize {
        self.near_a_sign_change + self.not_firm
    }
}

/// Vertices by how firmly they are held, in tenths from under zero to one: how many, and the largest error.
type ByFirmness = BTreeMap<i32, (usize, f64)>;

fn compare(
    exact: &[ReferenceVertex],
    cpu: &[SkinnedVertex],
    gpu: &[SkinnedVertex],
    extent: f64,
    by_firmness: &mut ByFirmness,
) -> Errors {
    assert_eq!((cpu.len(), gpu.len()), (exact.len(), exact.len()));
    let mut errors = Errors::default();
    for ((exact, cpu), gpu) in exact.iter().zip(cpu).zip(gpu) {
        if exact.sign_margin < SIGN_MARGIN {
            errors.near_a_sign_change += 1;
            continue;
        }
        let error = |found: &SkinnedVertex| {
            let error = found.position.as_dvec3().distance(exact.position) / extent;
            assert!(error.is_finite());
            error
        };
        let (cpu, gpu) = (error(cpu), error(gpu));
        let larger = cpu.max(gpu) * exact.blend_length;
        let tenth = by_firmness.entry((exact.firmness * 10.0).floor().clamp(-1.0, 9.0) as i32).or_default();
        *tenth = (tenth.0 + 1, tenth.1.max(larger));
        let one = if exact.firmness < FIRM {
            Errors { not_firm: 1, where_not_firm: larger, ..Errors::default() }
        } else {
            let (cpu, gpu, plain) = (cpu * exact.blend_length, gpu * exact.blend_length, cpu.max(gpu));
            Errors { cpu, gpu, plain, compared: 1, ..Errors::default() }
        };
        errors = errors.with(one);
    }
    errors
}

/// Random poses from a fixed seed: a quarter of the joints turned by up to 350 degrees about each axis, a third of them
/// by 170 to 190 degrees about one, every second pose with scale and shear of every kind.
fn poses(model: &Model) -> Vec<Pose> {
    let mut random = Random(81);
    let mut near_a_half_turn = 0;
    let poses = (0..POSES).map(|round| {
        let mut pose = random_pose(model, &mut random, round % 2 == 1);
        for node in model.skeleton.shown_joints().skip(1).step_by(3) {
            let axis = random.vector(1.0).try_normalize().unwrap_or(Vec3::X);
            let turn = Quat::from_axis_angle(axis, random.between(170.0, 190.0).to_radians());
            pose.joints[node as usize].rotation = model.skeleton.node(node).rest.rotation * turn;
            near_a_half_turn += 1;
        }
        pose
    });
    let poses = poses.collect();
    assert!(near_a_half_turn >= POSES, "{}: {near_a_half_turn}", model.name);
    poses
}

/// Centers that any mesh could give: the weighted mean of the joints where they are bound, and the spread of these joints
/// about it, in single precision for both sides. Those of the real sum have tests of their own.
fn centers(model: &Model) -> Vec<PrimitiveCenters> {
    let of_primitive = |primitive: &Primitive| {
        let joints = &model.skins[primitive.skin as usize].joints;
        let center = |vertex: usize| {
            let influences = reference::influences(primitive, vertex);
            let mean = influences.iter().map(|&(j, weight)| joints[j].bind_origin * weight).sum::<DVec3>();
            // Joints lie on lines; skin around them does not.
            let around = DMat3::IDENTITY * 0.01 * f64::from(model.rest_bounds().extent()).powi(2);
            let spread = influences.iter().fold(around, |sum, &(j, weight)| {
                let offset = joints[j].bind_origin - mean;
                sum + outer(offset, offset) * weight
            });
            (mean.as_vec3(), Covariance::of_moments(spread))
        };
        let (points, covariances) = (0..primitive.positions.len()).map(center).unzip();
        PrimitiveCenters::with_covariances(points, covariances)
    };
    model.primitives.iter().map(|primitive| of_primitive(primitive)).collect()
}

/// A model with some of the vertices alone. The result of a method for a vertex does not depend on the others.
fn thinned(model: &Model) -> Arc<Model> {
    let stride = (model.skinned_rest_positions().len() / VERTICES).max(1);
    let primitive = |whole: &Primitive| {
        fn every<T: Copy>(list: &[T], stride: usize) -> Vec<T> {
            list.iter().copied().step_by(stride).collect()
        }
        let joints = model.skins[whole.skin as usize].joints.len();
        Primitive {
            positions: every(&whole.positions, stride),
            normals: every(&whole.normals, stride),
            texcoords: every(&whole.texcoords, stride),
            second_texcoords: every(&whole.second_texcoords, stride),
            blend_factors: every(&whole.blend_factors, stride),
            colors: every(&whole.colors, stride),
            indices: Vec::new(),
            influences: Influences::normalized(whole.influences.iter().step_by(stride), joints).unwrap().0,
            morphs: None,
            ..whole.clone()
        }
    };
    let parts = ModelParts {
        name: model.name.clone(),
        skeleton: model.skeleton.clone(),
        skins: model.skins.clone(),
        primitives: model.primitives.iter().map(|whole| primitive(whole)).collect(),
        materials: model.materials.clone(),
        textures: model.textures.to_vec(),
        clips: Vec::new(),
    };
    Arc::new(Model::new(parts).unwrap())
}

#[test]
fn every_method_on_cpu_and_gpu_against_double_precision() {
    let context = pollster::block_on(GpuContext::headless()).unwrap();
    let mut models: Vec<_> = MODELS.iter().map(|model| bundled(model.name)).collect();
    models.extend(sample("CesiumMan in the table of errors", "CesiumMan.glb"));
    let mut of_method: BTreeMap<&str, Errors> = BTreeMap::new();
    let mut by_firmness = ByFirmness::new();
    let mut failures = Vec::new();
    println!(
        "{:<24}{:<14}{:>10}{:>10}{:>10}{:>10}{:>8}{:>8}{:>12}",
        "method", "model", "cpu", "gpu", "plain", "compared", "sign", "loose", "error there"
    );
    for model in models.iter().map(|model| thinned(model)) {
        let model = &model;
        let centers = centers(model);
        let mut gpu_model = GpuModel::new(&context, model).unwrap();
        gpu_model.set_centers(&centers);
        let of_vertices: Vec<Option<Center>> = model
            .primitives
            .iter()
            .zip(&centers)
            .filter(|(primitive, _)| model.skins[primitive.skin as usize].kind == SkinKind::Skinned)
            .flat_map(|(_, centers)| {
                (0..centers.len()).map(|vertex| {
                    let covariance = centers.covariance(vertex).matrix().as_dmat3();
                    Some(Center { point: centers[vertex].as_dvec3(), covariance })
                })
            })
            .collect();
        let extent = f64::from(model.rest_bounds().extent());
        let mut of_model: BTreeMap<&str, Errors> = BTreeMap::new();
        for pose in poses(model) {
            let mut posed = BTreeMap::new();
            for settings in all_settings() {
                let id = settings.method.id();
                let wanted = Settings::from(settings);
                // The joints are the same for all methods; counting turns takes most of the time.
                let key = (settings.antipodality().id(), settings.scale_kind.id());
                let joints = posed.entry(key).or_insert_with(|| reference::joints_of_primitives(model, &pose, wanted));
                let exact = reference::deform_posed(model, wanted, &of_vertices, joints);
                let cpu = on_cpu(model, &pose, settings, &centers);
                let gpu = on_gpu(&context, &gpu_model, model, &pose, settings);
                let mut elsewhere = ByFirmness::new();
                let buckets = if id == "dib" { &mut by_firmness } else { &mut elsewhere };
                let errors = compare(&exact, &cpu, &gpu, extent, buckets);
                if errors.cpu > TOLERANCE || errors.gpu > TOLERANCE {
                    failures.push(format!("{} {settings:?}: {:.1e} {:.1e}", model.name, errors.cpu, errors.gpu));
                }
                let entry = of_model.entry(id).or_default();
                *entry = entry.with(errors);
            }
        }
        for (id, errors) in of_model {
            row(id, &model.name, errors);
            // A table that leaves out what it should compare proves nothing.
            assert!(errors.left_out() * 20 < errors.compared, "{id}, {}: {}", model.name, errors.left_out());
            let entry = of_method.entry(id).or_default();
            *entry = entry.with(errors);
        }
    }
    for (id, errors) in of_method {
        row(id, "all", errors);
        assert!(errors.left_out() * 100 < errors.compared, "{id}: {} of {}", errors.left_out(), errors.compared);
    }
    for (tenth, (count, largest)) in by_firmness {
        println!("dib, held by {:.1} and more: {count} vertices, largest error {largest:.1e}", f64::from(tenth) / 10.0);
    }
    assert!(failures.is_empty(), "over {TOLERANCE:e} of the extent: {failures:#?}");
}

fn row(id: &str, model: &str, errors: Errors) {
    println!(
        "{id:<24}{model:<14}{:>10.1e}{:>10.1e}{:>10.1e}{:>10}{:>8}{:>8}{:>12.1e}",
        errors.cpu,
        errors.gpu,
        errors.plain,
        errors.compared,
        errors.near_a_sign_change,
        errors.not_firm,
        errors.where_not_firm
    );
}
