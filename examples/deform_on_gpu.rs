use skinscope::files::open_model;
use skinscope::gpu::{GpuContext, GpuModel, deform};
use skinscope::model::Pose;
use skinscope::skinning::{JointPalette, SkinningMethod, SkinningSettings, deform_model};

/// Skins the bundled bar on the GPU, by the shaders that draw it, and compares with the CPU.
#[allow(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = open_model("bar")?.asset.model;
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[model.skeleton.find("mid")? as usize].rotation = glam::Quat::from_rotation_z(1.5);
    let settings = SkinningSettings { method: SkinningMethod::Dqs, ..SkinningSettings::default() };
    let context = pollster::block_on(GpuContext::headless())?;
    let gpu_model = GpuModel::new(&context, &model)?;
    let skin = deform(&context, &gpu_model, &JointPalette::all(&model, &pose, settings), settings)?;
    let twin = deform_model(&model, &pose, settings, &[])?;
    let distances = skin.iter().flatten().zip(twin.iter().flatten()).map(|(a, b)| a.position.distance(b.position));
    let largest = distances.fold(0.0, f32::max);
    println!("{}: {largest:e} scene units from the CPU at most", context.adapter_info.name);
    assert!(largest < 1e-5);
    Ok(())
}
