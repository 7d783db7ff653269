//! The shaders against their twins on the CPU, over random models and poses.

use super::gpu_support::{Random, bar, context, random_model, random_pose, twisted};
use glam::{DMat4, DVec4, Quat, Vec3, Vec4};
use skinscope::gpu::{ChunkLimits, GpuModel, InfluencePath, deform};
use skinscope::math::Bounds;
use skinscope::model::{Influence, Model, Pose, ScaleKind, SkinKind};
use skinscope::skinning::{
    Antipodality, BlendFactor, JointPalette, JointSets, PaletteMatrix, SHORTEST_BLEND, SignMode, SkinnedVertex,
    SkinningMethod, SkinningSettings, deform_primitive_about,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A product this close to zero may have either sign on the GPU.
const NEAR_A_SIGN_CHANGE: f32 = 1e-5;

/// Of the extent, where nothing cancels.
const TOLERANCE: f32 = 2e-5;

/// How well a vertex is conditioned, or `None` where the result hangs on the last bit.
struct Condition {
    position: f32,
    normal: f32,
}

fn condition(
    rest: Vec3,
    influences: &[Influence],
    joint_set: u32,
    palette: &JointPalette,
    settings: SkinningSettings,
) -> Option<Condition> {
    let linear = blend_condition(&blend(influences, &palette.matrices));
    let method = settings.method;
    if method == SkinningMethod::Lbs {
        return Some(Condition { position: 1.0, normal: linear });
    }
    if method == SkinningMethod::LogMatrix {
        let transform = exp(&blend(influences, &palette.logarithms));
        // Squaring loses a digit or so where the shifts are large against what is left of them.
        return Some(Condition { position: 0.25, normal: 0.25 * blend_condition(&transform) });
    }
    let sign_mode = settings.antipodality.sign_mode();
    let heaviest = palette.motions[influences[0].joint as usize].real;
    let mut blended = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let mut signed = Vec::new();
    for (i, influence) in influences.iter().enumerate() {
        let motion = palette.motions[influence.joint as usize].real;
        let dot = match sign_mode {
            SignMode::AsGiven => 1.0,
            SignMode::AgainstHeaviest => motion.dot(heaviest),
            SignMode::AgainstRunningSum if i == 0 => 1.0,
            SignMode::AgainstRunningSum => motion.dot(blended),
        };
        if dot.abs() < NEAR_A_SIGN_CHANGE {
            return None;
        }
        signed.push(motion * dot.signum());
        blended += motion * (dot.signum() * influence.weight);
    }
    let length = blended.length();
    if length < 10.0 * SHORTEST_BLEND {
        return None;
    }
    let stretched = length * blend_condition(&blend(influences, &palette.first_phase));
    Some(match method {
        SkinningMethod::TwoPhaseDqs | SkinningMethod::Cor => Condition { position: length, normal: stretched },
        // Normals that cancel are rare; the factor covers them.
        SkinningMethod::LbsDqs => Condition { position: length, normal: 0.02 * stretched.min(linear) },
        SkinningMethod::DirectQuaternion => {
            let mut away: Vec<f32> =
                influences.iter().map(|i| palette.rigid_joints[i.joint as usize].bind_origin.distance(rest)).collect();
            away.sort_by(f32::total_cmp);
            if away.len() > 1 && away[1] - away[0] < NEAR_A_SIGN_CHANGE {
                return None;
            }
            Condition { position: length, normal: length }
        }
        SkinningMethod::Spherical => {
            let center = palette.rotation_centers.of_set(joint_set);
            Condition { position: length / (1.0 + center.length()), normal: length }
        }
        SkinningMethod::Dib => {
            // Near the antipodes of the mean the iteration goes either way.
            let nearest = signed.iter().map(|q| q.dot(blended) / length).fold(1.0, f32::min);
            if nearest < DIB_SPREAD {
                return None;
            }
            Condition { position: 0.1 * length, normal: 0.1 * length }
        }
        _ => Condition { position: length, normal: length },
    })
}

/// Joints farther from their blend than this cosine of half the angle are left out for `dib`.
const DIB_SPREAD: f32 = 0.3;

fn blend(influences: &[Influence], matrices: &[PaletteMatrix]) -> [Vec4; 3] {
    let mut rows = [Vec4::ZERO; 3];
    for influence in influences {
        for (sum, row) in rows.iter_mut().zip(matrices[influence.joint as usize].rows) {
            *sum += row * influence.weight;
        }
    }
    rows
}

/// How far a matrix is from turning normals by nothing but rounding.
fn blend_condition(rows: &[Vec4; 3]) -> f32 {
    let [r0, r1, r2] = rows.map(Vec4::truncate);
    let cofactors = [r1.cross(r2), r2.cross(r0), r0.cross(r1)];
    let smallest = cofactors.map(Vec3::length).into_iter().fold(f32::INFINITY, f32::min);
    let determinant = r0.dot(cofactors[0]);
    let size = r0.length().max(r1.length()).max(r2.length());
    (determinant.abs() / size.powi(3)).max(1e-9).min(smallest / size.powi(2))
}

/// exp by its plain series in double precision, after halving twenty times.
fn exp(rows: &[Vec4; 3]) -> [Vec4; 3] {
    let [r0, r1, r2] = rows.map(Vec4::as_dvec4);
    let small = DMat4::from_cols(r0, r1, r2, DVec4::ZERO).transpose() * (1.0 / f64::from(1 << 20));
    let mut sum = DMat4::IDENTITY + small + small * small * 0.5;
    for _ in 0..20 {
        sum *= sum;
    }
    [0, 1, 2].map(|row| sum.row(row).as_vec4())
}

/// A model on both sides, with centers of rotation that no mesh gave: any point will do here.
struct Twins {
    model: Arc<Model>,
    gpu_model: GpuModel,
    centers: Vec<Vec<Vec3>>,
}

impl Twins {
    fn new(model: Arc<Model>) -> Self {
        let mut random = Random::new(3);
        let primitives = model.primitives.iter();
        let centers: Vec<Vec<Vec3>> =
            primitives.map(|primitive| primitive.positions.iter().map(|_| random.vector(0.8)).collect()).collect();
        let mut gpu_model = GpuModel::new(context(), &model).unwrap();
        gpu_model.set_centers(context(), &centers).unwrap();
        Self { model, gpu_model, centers }
    }
}

/// Largest difference found for each method, as a share of the allowed one.
type Largest = BTreeMap<&'static str, (f32, f32, usize)>;

/// Compares all vertices of a model; returns how many were too close to a sign change to tell.
fn assert_twins(twins: &Twins, pose: &Pose, settings: SkinningSettings, largest: &mut Largest) -> usize {
    let Twins { model, gpu_model, centers } = twins;
    let palettes = JointPalette::all(model, pose, settings);
    let on_gpu = deform(context(), gpu_model, &palettes, settings).unwrap();
    let mut skipped = 0;
    for ((primitive, on_gpu), centers) in model.primitives.iter().zip(on_gpu).zip(centers) {
        let palette = &palettes[primitive.skin as usize];
        let sets = JointSets::of_skin(model, primitive.skin);
        let rigid = model.skins[primitive.skin as usize].kind == SkinKind::Rigid;
        let settings = if rigid { SkinningSettings { method: SkinningMethod::Lbs, ..settings } } else { settings };
        let on_cpu = deform_primitive_about(model, primitive, palette, settings, centers);
        assert_eq!(on_gpu.len(), on_cpu.len());
        let all = primitive.positions.iter().copied().chain(on_cpu.iter().map(|vertex| vertex.position));
        let extent = Bounds::of(all).extent();
        for (index, (gpu, cpu)) in on_gpu.iter().zip(&on_cpu).enumerate() {
            let influences = primitive.influences.of(index);
            let worst = largest.entry(settings.method.id()).or_default();
            match condition(primitive.positions[index], influences, sets.number_of(influences), palette, settings) {
                Some(condition) => {
                    assert_near(index, gpu, cpu, extent, &condition, settings);
                    worst.0 = worst.0.max(gpu.position.distance(cpu.position) / extent * condition.position);
                    worst.1 = worst.1.max(gpu.normal.distance(cpu.normal) * condition.normal);
                }
                None => {
                    skipped += 1;
                    worst.2 += 1;
                }
            }
        }
    }
    skipped
}

fn assert_near(
    index: usize,
    gpu: &SkinnedVertex,
    cpu: &SkinnedVertex,
    extent: f32,
    condition: &Condition,
    settings: SkinningSettings,
) {
    let away = gpu.position.distance(cpu.position);
    let allowed = TOLERANCE * extent / condition.position;
    assert!(away <= allowed, "{settings:?}, vertex {index}: {away} apart, {allowed} allowed\n{gpu:?}\n{cpu:?}");
    let turned = gpu.normal.distance(cpu.normal);
    let allowed = TOLERANCE / condition.normal;
    assert!(turned <= allowed, "{settings:?}, vertex {index}: normals {turned} apart, {allowed} allowed");
}

fn all_settings() -> Vec<SkinningSettings> {
    let mut all = Vec::new();
    for method in SkinningMethod::ALL {
        for antipodality in Antipodality::ALL {
            for scale_kind in ScaleKind::ALL {
                let blend = BlendFactor::nearest(0.3);
                all.push(SkinningSettings { method, antipodality, scale_kind, blend });
            }
        }
    }
    all
}

#[test]
fn every_method_mode_and_scale_kind_equals_its_twin_on_both_influence_paths() {
    let mut largest = Largest::new();
    for max_influences in [1, 4, 12] {
        let twins = Twins::new(random_model(7 + max_influences as u64, max_influences, 1500));
        let path = if max_influences <= 4 { InfluencePath::FixedFour } else { InfluencePath::Listed };
        assert_eq!(twins.gpu_model.primitives()[0].influence_path, path);
        for seed in 0..3 {
            let pose = random_pose(&twins.model, seed);
            for settings in all_settings() {
                let skipped = assert_twins(&twins, &pose, settings, &mut largest);
                let most = if settings.method == SkinningMethod::Dib { 1400 } else { 15 };
                assert!(skipped < most, "{settings:?}: {skipped} vertices skipped");
            }
        }
    }
    println!("{:<24}{:>10}{:>10}  left out", "gpu against twin", "position", "normal");
    for (method, (position, normal, left_out)) in largest {
        println!("{method:<24}{position:>10.1e}{normal:>10.1e}  {left_out}");
    }
}

#[test]
fn chunks_give_the_same_bits_as_the_whole() {
    for max_influences in [4, 12] {
        let model = random_model(91, max_influences, 1000);
        let Twins { gpu_model: whole, centers, .. } = Twins::new(Arc::clone(&model));
        let limits = ChunkLimits { vertices: 70, influences: 400 };
        let mut chunked = GpuModel::with_chunk_limits(context(), &model, limits).unwrap();
        chunked.set_centers(context(), &centers).unwrap();
        assert_eq!(whole.primitives()[0].chunks.len(), 1);
        assert!(chunked.primitives()[0].chunks.len() > 14);
        let pose = random_pose(&model, 5);
        for method in SkinningMethod::ALL {
            let settings = SkinningSettings { method, ..Default::default() };
            let palettes = JointPalette::all(&model, &pose, settings);
            let deformed = |gpu_model| deform(context(), gpu_model, &palettes, settings).unwrap();
            assert_eq!(deformed(&whole), deformed(&chunked));
        }
    }
}

#[test]
fn threads_can_share_the_device() {
    let model = random_model(3, 4, 200);
    let gpu_model = GpuModel::new(context(), &model).unwrap();
    let settings = SkinningSettings::default();
    let palettes = JointPalette::all(&model, &random_pose(&model, 1), settings);
    let deformed = || deform(context(), &gpu_model, &palettes, settings).unwrap();
    let expected = deformed();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..50).for_each(|_| assert!(deformed() == expected)));
        }
    });
}

#[test]
fn rigid_meshes_follow_their_node_whatever_the_method() {
    let twins = Twins::new(bar());
    let Twins { model, gpu_model, .. } = &twins;
    let mut pose = twisted(model, 170.0);
    pose.joints[3].scale = Vec3::new(2.0, 1.0, -0.5);
    for settings in all_settings() {
        let skipped = assert_twins(&twins, &pose, settings, &mut Largest::new());
        assert!(skipped == 0 || settings.method == SkinningMethod::Dib, "{settings:?}: {skipped}");
    }
    let settings = SkinningSettings { method: SkinningMethod::Dqs, ..Default::default() };
    let palettes = JointPalette::all(model, &pose, settings);
    let plate = &deform(context(), gpu_model, &palettes, settings).unwrap()[2];
    let width = |a: usize, b: usize| plate[a].position.distance(plate[b].position);
    assert!((width(0, 1) / 0.45 - 2.0).abs() < 0.1, "stretched along x: {}", width(0, 1));
}
