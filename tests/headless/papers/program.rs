//! The program as its public interface shows it: every method that it has, with every setting that changes it.

use crate::reference::centers::Center;
use glam::Vec3;
use skinscope::gpu::{self, GpuContext, GpuModel};
use skinscope::model::{Model, Pose, Primitive, ScaleKind, SkinKind};
use skinscope::skinning::{
    Antipodality, Covariance, JointPalette, PrimitiveCenters, SkinnedVertex, SkinningMethod, SkinningSettings,
    deform_primitive_about,
};

/// Every method x antipodality x scale kind; one mode for methods that blend no quaternions.
pub fn all_settings() -> Vec<SkinningSettings> {
    let mut all = Vec::new();
    for method in SkinningMethod::ALL {
        for antipodality in Antipodality::ALL {
            if antipodality == Antipodality::PerVertex || method.blends_quaternions() {
                for scale_kind in ScaleKind::ALL {
                    all.push(SkinningSettings {
                        method,
                        chosen_antipodality: Some(antipodality),
                        scale_kind,
                        ..SkinningSettings::default()
                    });
                }
            }
        }
    }
    all
}

/// The settings of [`all_settings`] for the methods with these ids, as far as the program has them.
pub fn settings_of(ids: &[&str]) -> Vec<SkinningSettings> {
    all_settings().into_iter().filter(|settings| ids.contains(&settings.method.id())).collect()
}

/// Centers for all primitives of a model, from those of the skinned vertices in node order.
pub fn centers_of_primitives(model: &Model, centers: &[Option<Center>]) -> Vec<PrimitiveCenters> {
    let mut rest = centers.iter();
    let mut of_primitive = |primitive: &Primitive| {
        let skinned = model.skins[primitive.skin as usize].kind == SkinKind::Skinned;
        let known = |position: &Vec3| {
            let center = if skinned { rest.next().copied().flatten() } else { None };
            center.map_or((*position, Covariance::NONE), |Center { point, covariance }| {
                (point.as_vec3(), Covariance::of_moments(covariance))
            })
        };
        let (points, covariances) = primitive.positions.iter().map(known).unzip();
        PrimitiveCenters::with_covariances(points, covariances)
    };
    model.primitives.iter().map(|primitive| of_primitive(primitive)).collect()
}

/// Every vertex of the skinned primitives, in node order, by the CPU twins. `centers` as of
/// [`centers_of_primitives`]; without any, every vertex is its own center, as where no surface is similar.
pub fn on_cpu(
    model: &Model,
    pose: &Pose,
    settings: SkinningSettings,
    centers: &[PrimitiveCenters],
) -> Vec<SkinnedVertex> {
    let palettes = JointPalette::all(model, pose, settings);
    let without = centers_of_primitives(model, &[]);
    let centers = if centers.is_empty() { &without } else { centers };
    let mut out = Vec::new();
    for (primitive, centers) in model.primitives.iter().zip(centers) {
        if model.skins[primitive.skin as usize].kind == SkinKind::Skinned {
            let palette = &palettes[primitive.skin as usize];
            out.extend(deform_primitive_about(model, primitive, palette, settings, centers).unwrap());
        }
    }
    out
}

/// The same by the shaders.
pub fn on_gpu(
    context: &GpuContext,
    gpu_model: &GpuModel,
    model: &Model,
    pose: &Pose,
    settings: SkinningSettings,
) -> Vec<SkinnedVertex> {
    let palettes = JointPalette::all(model, pose, settings);
    let deformed = gpu::deform(context, gpu_model, &palettes, settings).unwrap();
    let skinned = |primitive: &Primitive| model.skins[primitive.skin as usize].kind == SkinKind::Skinned;
    model.primitives.iter().zip(deformed).filter(|(primitive, _)| skinned(primitive)).flat_map(|(_, d)| d).collect()
}
