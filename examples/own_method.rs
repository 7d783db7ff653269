//! Registers a method of one's own in Rust, with its shader and its twin, and compares both.

use skinscope::files::open_model;
use skinscope::gpu::own::own_method;
use skinscope::gpu::{GpuContext, GpuModel, deform};
use skinscope::model::Pose;
use skinscope::skinning::{
    JointPalette, OwnMethod, RestVertex, SkinnedVertex, SkinningMethod, SkinningSettings, VertexTwin, deform_model,
};
use std::error::Error;
use std::sync::Arc;

/// Each vertex follows its heaviest joint, as skins did before weights were blended.
const SHADER: &str = "
// Title: Heaviest joint
// Summary: Each vertex follows the joint with the largest weight. The skin tears between joints.
fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let rows = palette_matrices[matrix_index(influence_of(rest, 0u).joint)].rows;
    return SkinnedVertex(transform_affine(rows, rest.position), turn_normal_by_cofactor(rows, rest.normal));
}
";

/// The same on the CPU, for figures without a graphics card.
fn skin_vertex(rest: RestVertex<'_>, palette: &JointPalette, _settings: SkinningSettings) -> SkinnedVertex {
    let rows = palette.matrices[rest.influences[0].joint as usize].rows;
    let position = rows.map(|row| row.dot(rest.position.extend(1.0))).into();
    // The joints of this example only turn.
    let normal = rows.map(|row| row.truncate().dot(rest.normal)).into();
    SkinnedVertex { position, normal }
}

#[allow(clippy::print_stdout, reason = "an example shows its result")]
pub fn main() -> Result<(), Box<dyn Error>> {
    let id = "heaviest";
    let method = OwnMethod::named(id)?;
    let SkinningMethod::Own(own) = method else { return Err("it is a built-in method".into()) };
    let mut definition = own_method(id, SHADER)?;
    definition.skin = Arc::new(VertexTwin(skin_vertex));
    own.define(definition);

    // From here on, it is a method like any other.
    let model = open_model("bar")?.asset.model;
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[model.skeleton.find("mid")? as usize].rotation = glam::Quat::from_rotation_z(1.5);
    let settings = SkinningSettings { method: SkinningMethod::from_id(id)?, ..SkinningSettings::default() };
    let context = pollster::block_on(GpuContext::headless())?;
    let gpu_model = GpuModel::new(&context, &model)?;
    let drawn = deform(&context, &gpu_model, &JointPalette::all_for_gpu(&model, &pose, settings), settings)?;
    let twin = deform_model(&model, &pose, settings, &[])?;
    let distances = drawn.iter().flatten().zip(twin.iter().flatten()).map(|(a, b)| a.position.distance(b.position));
    let largest = distances.fold(0.0, f32::max);
    println!("{}: its shader and its twin differ by {largest:e} scene units at most", method.long_name());
    assert!(largest < 1e-6);
    Ok(())
}
