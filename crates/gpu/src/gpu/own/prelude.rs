//! What a person's file finds declared: all of `shaders/common/` that methods use, and every list of the palette.

use super::super::shaders::{ShaderSource, shader};
use skinscope_core::skinning::{NumberRange, PaletteList, RestData};
use std::fmt::Write;

/// The files of `shaders/common/` for methods, each after those that it uses.
pub(in super::super) const PRELUDE: [ShaderSource; 19] = [
    shader("common/skin_inputs.wgsl"),
    shader("common/float_sign.wgsl"),
    shader("common/signs.wgsl"),
    shader("common/trigonometry.wgsl"),
    shader("common/quat.wgsl"),
    shader("common/dual_quat.wgsl"),
    shader("common/screw.wgsl"),
    shader("common/affine.wgsl"),
    shader("common/first_phase.wgsl"),
    shader("common/blend_motions.wgsl"),
    shader("common/blend_rotations.wgsl"),
    shader("common/joint_sets.wgsl"),
    shader("common/vertex_centers.wgsl"),
    shader("common/vertex_bones.wgsl"),
    shader("common/vertex_blends.wgsl"),
    shader("common/vertex_moments.wgsl"),
    shader("common/posed_bones.wgsl"),
    shader("common/point_motions.wgsl"),
    LISTS,
];

/// The lists that no file of `shaders/common/` declares.
const LISTS: ShaderSource = shader("common/own_lists.wgsl");

/// Where the file stands.
pub(in super::super) const SLOT: ShaderSource = ShaderSource { path: "", text: "" };

/// The lists by the names of their variables. Those of one binding cannot be read by one built-in method; a file may read
/// any four, since bindings are given when it is known which.
pub(super) const LIST_NAMES: [(&str, PaletteList); 13] = [
    ("palette_matrices", PaletteList::Matrices),
    ("palette_motions", PaletteList::Motions),
    ("palette_rotations", PaletteList::Rotations),
    ("palette_first_phase", PaletteList::FirstPhase),
    ("palette_second_phase_motions", PaletteList::SecondPhase),
    ("palette_second_phase_matrices", PaletteList::SecondPhaseMatrices),
    ("palette_rigid_matrices", PaletteList::RigidMatrices),
    ("palette_bind_origins", PaletteList::BindOrigins),
    ("palette_translations", PaletteList::Translations),
    ("palette_logarithms", PaletteList::Logarithms),
    ("palette_rotation_centers", PaletteList::RotationCenters),
    ("palette_bones", PaletteList::Bones),
    ("palette_point_motions", PaletteList::PointMotions),
];

/// The data of each vertex by the names of their variables.
pub(super) const REST_NAMES: [(&str, RestData); 5] = [
    ("vertex_centers", RestData::Centers),
    ("vertex_joint_sets", RestData::JointSets),
    ("vertex_bones", RestData::Bones),
    ("vertex_blends", RestData::Blends),
    ("vertex_moments", RestData::Moments),
];

/// The declaration of the numbers that a person chooses, in one line so that it moves no line of the file by much.
pub(super) fn numbers(numbers: &[NumberRange]) -> String {
    if numbers.is_empty() {
        return String::new();
    }
    let fields = numbers.iter().fold(String::new(), |mut fields, number| {
        let _ = write!(fields, "{}: f32, ", number.name);
        fields
    });
    format!("struct MethodNumbers {{ {fields}}}\n@group(2) @binding(4) var<uniform> numbers: MethodNumbers;\n")
}

/// Gives every list a binding of its own, so that a module is valid whichever it reads.
pub(super) fn separate(module: &mut naga::Module) {
    bind_by(module, |name| {
        let list = LIST_NAMES.iter().position(|(list, _)| *list == name);
        let data = || REST_NAMES.iter().position(|(data, _)| *data == name).map(|place| place + LIST_NAMES.len());
        list.or_else(data).map(|place| FIRST_SEPARATE + place as u32)
    });
}

/// Gives the lists that are read the bindings of their order, and the data of vertices theirs.
pub(super) fn bind(module: &mut naga::Module, lists: &[PaletteList]) {
    bind_by(module, |name| {
        let list = LIST_NAMES.iter().find(|(list, _)| *list == name);
        let place = list.and_then(|(_, list)| lists.iter().position(|read| read == list));
        let is_data = || REST_NAMES.iter().any(|(data, _)| *data == name);
        place.map(|place| place as u32).or_else(|| is_data().then_some(REST_BINDING))
    });
}

/// Bindings from here on are in no layout.
const FIRST_SEPARATE: u32 = 100;

/// The binding of the data of vertices, whichever it is.
const REST_BINDING: u32 = 2;

fn bind_by(module: &mut naga::Module, binding_of: impl Fn(&str) -> Option<u32>) {
    for (_, variable) in module.global_variables.iter_mut() {
        let wanted = variable.name.as_deref().and_then(&binding_of);
        if let (Some(binding), Some(wanted)) = (&mut variable.binding, wanted) {
            binding.binding = wanted;
        }
    }
}
