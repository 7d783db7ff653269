use super::CliError;
use super::arguments::InfoArguments;
use super::document::{JsonDocument, OneModel, ReportKind};
use super::provenance::ModelReport;
use super::text::print;
use super::warnings::Warning;
use crate::files::OpenedModel;
use crate::math::counted;
use crate::model::{ConstraintKind, Model, MorphTarget, NodeConstraint, SkinKind, one_line};
use crate::skinning::RestAndBind;
use serde::Serialize;
use std::fmt::Write;

/// The output of `info --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Info<'a> {
    pub name: &'a str,
    pub generator: Option<&'a str>,
    pub nodes: usize,
    pub joints: usize,
    /// Names of the joints for `--set` and pose files, in node order.
    pub joint_addresses: Vec<String>,
    pub vertices: usize,
    pub triangles: usize,
    /// Longest side of the rest bounding box, in scene units.
    pub extent: f32,
    /// Corners of the rest bounding box, in the bind frame. Null if nothing is drawn.
    pub bounds: Option<[[f32; 3]; 2]>,
    pub max_influences: usize,
    pub primitives: Vec<PrimitiveInfo<'a>>,
    pub skins: Vec<SkinInfo<'a>>,
    pub materials: usize,
    pub textures: usize,
    pub clips: Vec<ClipInfo<'a>>,
    pub morphs: Vec<MorphInfo>,
    /// Joints that follow others (VRMC_node_constraint), in the order in which they are driven.
    pub constraints: Vec<ConstraintInfo<'a>>,
    /// Names of material variants (KHR_materials_variants), which may repeat.
    pub variants: &'a [String],
    pub extensions_used: &'a [String],
    pub extensions_required: &'a [String],
    /// Difference of the rest pose from the bind pose. Null if there is none.
    pub bind_difference: Option<BindInfo<'a>>,
    /// Joints whose own rest scale is not 1.
    pub rest_scales: Vec<RestScaleInfo<'a>>,
    #[serde(skip)]
    pub bind_text: Option<String>,
}

impl ReportKind for Info<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_info";
    const VERSION: u32 = 2;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct BindInfo<'a> {
    /// Count of joints that move vertices and whose rest differs from their bind position.
    pub joints: usize,
    pub moving_joints: usize,
    pub largest_turn_degrees: f64,
    pub most_turned: JointInfo<'a>,
    /// Largest distance of a vertex under linear blending, in scene units.
    pub largest_distance: f32,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RestScaleInfo<'a> {
    #[serde(flatten)]
    pub joint: JointInfo<'a>,
    pub scale: [f32; 3],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PrimitiveInfo<'a> {
    pub mesh: &'a str,
    pub node: u32,
    /// Index in `skins`. Null if the primitive only follows its node.
    pub skin: Option<usize>,
    pub vertices: usize,
    pub triangles: usize,
    pub max_influences: usize,
    pub material: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SkinInfo<'a> {
    pub name: &'a str,
    pub joints: Vec<JointInfo<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct JointInfo<'a> {
    pub node: u32,
    pub name: &'a str,
    /// The joint's name for `--set` and pose files.
    pub address: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct MorphInfo {
    pub node: u32,
    /// The target's name for `--morph` and pose files.
    pub address: String,
    pub rest_weight: f32,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ConstraintInfo<'a> {
    #[serde(flatten)]
    pub joint: JointInfo<'a>,
    /// Kind of constraint: `roll`, `aim` or `rotation`.
    pub kind: &'static str,
    /// Axis in the extension's words. Null for `rotation`.
    pub axis: Option<String>,
    pub source: JointInfo<'a>,
    /// Weight from 0 to 1.
    pub weight: f64,
    #[serde(skip)]
    pub text: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ClipInfo<'a> {
    pub name: &'a str,
    pub duration_seconds: f32,
    pub channels: usize,
}

/// Most skins that are listed. With more, the text only counts them. `--json` lists all of them.
const MOST_SKIN_ROWS: usize = 4;

pub(super) fn run(arguments: &InfoArguments) -> Result<(), CliError> {
    let opened = arguments.opening.open(&arguments.model)?;
    let info = Info::of(&opened);
    let warnings = Warning::of_file(&opened);
    if arguments.json {
        return print(&JsonDocument::new(ModelReport::of(&opened), info, &warnings).pretty()?);
    }
    print(&info.to_text(&warnings))
}

impl<'a> Info<'a> {
    pub fn of(opened: &'a OpenedModel) -> Self {
        let asset = &opened.asset;
        let model: &Model = &asset.model;
        let bounds = model.rest_bounds();
        // Rigid skins may be at any index. Only glTF skins are listed and counted.
        let listed: Vec<usize> =
            (0..model.skins.len()).filter(|&skin| model.skins[skin].kind == SkinKind::Skinned).collect();
        let primitives = model.primitives.iter().map(|primitive| PrimitiveInfo {
            mesh: &primitive.mesh_name,
            node: primitive.node,
            skin: listed.iter().position(|&skin| skin == primitive.skin as usize),
            vertices: primitive.positions.len(),
            triangles: primitive.indices.len() / 3,
            max_influences: model.influences_of(primitive),
            material: &model.materials[primitive.material as usize].name,
        });
        let skins = listed.iter().map(|&skin| SkinInfo {
            name: &model.skins[skin].name,
            joints: model.skins[skin].joints.iter().map(|joint| JointInfo::of(model, joint.node)).collect(),
        });
        let clips = model.clips.iter().map(|clip| ClipInfo {
            name: &clip.name,
            duration_seconds: clip.duration_seconds,
            channels: clip.channels.len(),
        });
        let morph = |(address, (node, target)): (String, (u32, &MorphTarget))| MorphInfo {
            node,
            address,
            rest_weight: target.rest_weight,
        };
        let RestAndBind { difference, scaled_joints } = RestAndBind::of(model);
        let bind_difference = difference.as_ref().map(|difference| BindInfo {
            joints: difference.joints,
            moving_joints: difference.moving_joints,
            largest_turn_degrees: difference.largest_turn_radians.to_degrees(),
            most_turned: JointInfo::of(model, difference.most_turned),
            largest_distance: difference.largest_distance,
        });
        let rest_scales = scaled_joints.into_iter().map(|node| RestScaleInfo {
            joint: JointInfo::of(model, node),
            scale: model.skeleton.node(node).rest.scale.to_array(),
        });
        Self {
            name: &model.name,
            generator: asset.generator.as_deref(),
            nodes: model.skeleton.len(),
            joints: model.skeleton.shown_joints().count(),
            joint_addresses: model.skeleton.shown_joints().map(|node| model.skeleton.address(node)).collect(),
            vertices: model.vertex_count(),
            triangles: model.triangle_count(),
            extent: bounds.extent(),
            bounds: (!bounds.is_empty()).then(|| [bounds.min.to_array(), bounds.max.to_array()]),
            max_influences: model.max_influences(),
            primitives: primitives.collect(),
            skins: skins.collect(),
            materials: model.material_count(),
            textures: model.textures.len(),
            clips: clips.collect(),
            morphs: model
                .skeleton
                .morph_addresses()
                .into_iter()
                .zip(model.skeleton.morph_targets())
                .map(morph)
                .collect(),
            constraints: model.skeleton.constraints().iter().map(|one| ConstraintInfo::of(model, one)).collect(),
            variants: &asset.variants,
            extensions_used: &asset.extensions_used,
            extensions_required: &asset.extensions_required,
            bind_difference,
            rest_scales: rest_scales.collect(),
            bind_text: difference.map(|difference| difference.to_text(model)),
        }
    }

    fn to_text(&self, warnings: &[Warning]) -> String {
        let mut text = format!("{}\n", self.name);
        let mut row = |label: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {label:<12}{value}");
        };
        if let Some(generator) = self.generator {
            row("made by", generator.to_owned());
        }
        let vertices = counted(self.vertices, "vertex", "vertices");
        let triangles = counted(self.triangles, "triangle", "triangles");
        let primitives = counted(self.primitives.len(), "primitive", "primitives");
        row("mesh", format!("{vertices}, {triangles}, {primitives}"));
        row("size", format!("{:.4} units along its longest side", self.extent));
        let joints = counted(self.joints, "joint", "joints");
        row("skeleton", format!("{joints}, {}", counted(self.nodes, "node", "nodes")));
        for (index, line) in joint_lines(&self.joint_addresses).into_iter().enumerate() {
            row(if index == 0 { "joints" } else { "" }, line);
        }
        for skin in self.skins.iter().take(MOST_SKIN_ROWS) {
            let name = if skin.name.is_empty() { "unnamed" } else { skin.name };
            row("skin", format!("{name}, {}", counted(skin.joints.len(), "joint", "joints")));
        }
        if let Some(more) = self.skins.len().checked_sub(MOST_SKIN_ROWS).filter(|&more| more > 0) {
            row("", format!("and {} more", counted(more, "skin", "skins")));
        }
        if self.max_influences > 0 {
            row("influences", format!("at most {} per vertex", self.max_influences));
        }
        row("look", {
            let materials = counted(self.materials, "material", "materials");
            format!("{materials}, {}", counted(self.textures, "texture", "textures"))
        });
        for (index, clip) in self.clips.iter().enumerate() {
            row(&format!("clip {index}"), format!("{}, {:.2} s", clip.name, clip.duration_seconds));
        }
        if !self.morphs.is_empty() {
            const MOST: usize = 8;
            let names: Vec<&str> = self.morphs.iter().take(MOST).map(|morph| morph.address.as_str()).collect();
            let more = if self.morphs.len() > MOST { ", ..." } else { "" };
            row("morphs", format!("{}: {}{more}", counted(self.morphs.len(), "target", "targets"), names.join(", ")));
        }
        if !self.constraints.is_empty() {
            row("driven", constraint_text(&self.constraints));
        }
        if !self.variants.is_empty() {
            row("variants", self.variants.join(", "));
        }
        if !self.extensions_used.is_empty() {
            row("extensions", self.extensions_used.join(", "));
        }
        if let Some(difference) = &self.bind_text {
            row("bind pose", difference.clone());
        }
        if !self.rest_scales.is_empty() {
            row("rest scale", rest_scale_text(&self.rest_scales));
        }
        for warning in warnings {
            row("warning", warning.text().to_owned());
        }
        text
    }
}

/// Most joints that are listed. With more, the text says how many are left. `--json` lists all of them.
const MOST_JOINTS: usize = 100;
/// Characters of a line with names of joints.
const WIDTH_OF_JOINTS: usize = 96;

/// The names of the joints, in lines.
fn joint_lines(addresses: &[String]) -> Vec<String> {
    let mut words: Vec<String> = addresses.iter().take(MOST_JOINTS).map(|address| one_line(address)).collect();
    if let Some(more) = addresses.len().checked_sub(MOST_JOINTS).filter(|&more| more > 0) {
        words.push(format!("and {more} more (--json lists all)"));
    }
    let mut lines: Vec<String> = Vec::new();
    let count = words.len();
    for (index, word) in words.into_iter().enumerate() {
        let word = if index + 1 == count { word } else { format!("{word},") };
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH_OF_JOINTS => {
                line.push(' ');
                *line += &word;
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// The first few driven joints with what they follow, and the total count.
fn constraint_text(constraints: &[ConstraintInfo<'_>]) -> String {
    const MOST: usize = 4;
    let one = |info: &ConstraintInfo<'_>| format!("{} ({})", info.joint.address, info.text);
    let shown: Vec<String> = constraints.iter().take(MOST).map(one).collect();
    let more = if constraints.len() > MOST { ", ..." } else { "" };
    format!("{}: {}{more}", counted(constraints.len(), "joint", "joints"), shown.join(", "))
}

/// The first few joints with their scales, and the total count.
fn rest_scale_text(scales: &[RestScaleInfo<'_>]) -> String {
    const MOST: usize = 6;
    let one = |info: &RestScaleInfo<'_>| {
        let [x, y, z] = info.scale;
        let even = (x - y).abs().max((x - z).abs()) < 5e-4;
        let scale = if even { format!("{x:.3}") } else { format!("{x:.3} {y:.3} {z:.3}") };
        format!("{} {scale}", info.joint.address)
    };
    let shown: Vec<String> = scales.iter().take(MOST).map(one).collect();
    let more = if scales.len() > MOST { ", ..." } else { "" };
    format!("{}: {}{more}", counted(scales.len(), "joint", "joints"), shown.join(", "))
}

impl<'a> ConstraintInfo<'a> {
    fn of(model: &'a Model, constraint: &NodeConstraint) -> Self {
        let (kind, axis) = match constraint.kind {
            ConstraintKind::Roll(axis) => ("roll", Some(format!("{axis:?}"))),
            ConstraintKind::Aim(axis) => ("aim", Some(format!("{axis:?}"))),
            ConstraintKind::Rotation => ("rotation", None),
        };
        Self {
            joint: JointInfo::of(model, constraint.node),
            kind,
            axis,
            source: JointInfo::of(model, constraint.source),
            weight: constraint.weight,
            text: constraint.to_text(&model.skeleton),
        }
    }
}

impl<'a> JointInfo<'a> {
    fn of(model: &'a Model, node: u32) -> Self {
        Self { node, name: &model.skeleton.node(node).name, address: model.skeleton.address(node) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_joints_fill_lines_and_many_are_counted() {
        assert_eq!(joint_lines(&["root".to_owned(), "mid".to_owned()]), ["root, mid"]);
        assert!(joint_lines(&[]).is_empty());
        let many: Vec<String> = (0..MOST_JOINTS + 7).map(|index| format!("joint_{index}")).collect();
        let lines = joint_lines(&many);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH_OF_JOINTS));
        let text = lines.join(" ");
        assert!(text.starts_with("joint_0, joint_1, ") && text.contains("joint_99, and 7 more (--json"), "{text}");
        assert!(!text.contains("joint_100"), "{text}");
    }
}
