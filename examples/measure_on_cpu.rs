use skinscope::files::open_model;
use skinscope::measure::{DeformedSkin, Figures, RestJoint, RestSkin};
use skinscope::model::{Pose, PoseOverrides, ScaleKind, parse_set};
use skinscope::skinning::{SkinningMethod, SkinningSettings, deform_model};

/// Twists the bundled bar by 150 degrees and says how thin linear blending makes it.
#[allow(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = open_model("bar")?.asset.model; // or a path to a .glb or .gltf file
    let mut pose = Pose::rest(&model.skeleton);
    let mut overrides = PoseOverrides::default();
    parse_set("mid:rx=150", &model.skeleton, &pose, &mut overrides)?;
    overrides.apply(&model.skeleton, &mut pose);
    let settings = SkinningSettings { method: SkinningMethod::Lbs, ..SkinningSettings::default() };
    let skin = deform_model(&model, &pose, settings, &[])?; // scene units, a list for each primitive
    let rest = RestSkin::of(&model);
    let joint = RestJoint::of(&rest, model.skeleton.find("mid")?);
    let vertices = skin.iter().flatten().map(|vertex| (vertex.position, vertex.normal));
    let posed_bones = rest.bones.posed(&model, &pose, ScaleKind::Inherited);
    let figures = Figures::measure(&rest, Some(&joint), &DeformedSkin::new(vertices), &posed_bones);
    let radius = figures.joint.and_then(|joint| joint.minor_radius).ok_or("the joint blends no skin")?;
    println!("smallest section over rest: {:.4}", radius.smallest);
    assert!((radius.smallest - 75_f64.to_radians().cos()).abs() < 0.01, "the candy wrapper: cos(angle / 2)");
    Ok(())
}
