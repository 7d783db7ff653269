use crate::files::OpenedModel;
use crate::math::{counted, grouped};
use crate::model::{Primitive, Skin, SkinKind};
use crate::report::{Clip, Fact, MeshRow};

/// Most skins that are named.
const MOST_SKINS: usize = 6;

/// Contents of the file.
pub(super) struct Facts {
    pub facts: Vec<Fact>,
    pub meshes: Vec<MeshRow>,
    pub clips: Vec<Clip>,
}

impl Facts {
    pub fn of(opened: &OpenedModel) -> Self {
        let (asset, model) = (&opened.asset, &opened.asset.model);
        let skins: Vec<&Skin> = model.skins.iter().filter(|skin| skin.kind == SkinKind::Skinned).collect();
        let mut facts = vec![
            fact("Vertices", grouped(model.vertex_count())),
            fact("Triangles", grouped(model.triangle_count())),
            fact("Primitives", grouped(model.primitives.len())),
            fact("Skins", grouped(skins.len())),
            fact("Joints", grouped(model.skeleton.shown_joints().count())),
            fact("Most influences", grouped(model.max_influences())),
            fact("Clips", grouped(model.clips.len())),
            fact("Longest side", format!("{:.3} units", model.rest_bounds().extent())),
        ];
        // Only materials that define an appearance count.
        let materials = model.material_count();
        let morphs = model.skeleton.morph_targets().count();
        let rarer = [("Materials", materials), ("Textures", model.textures.len()), ("Morph targets", morphs)];
        facts.extend(
            rarer.into_iter().filter(|(_, count)| *count > 0).map(|(label, count)| fact(label, grouped(count))),
        );
        if !asset.variants.is_empty() {
            facts.push(fact("Variants", asset.variants.join(", ")));
        }
        if !asset.extensions_used.is_empty() {
            facts.push(fact("Extensions", extensions(&asset.extensions_used, &asset.extensions_required)));
        }
        if skins.len() > 1 {
            let more = if skins.len() > MOST_SKINS { ", ..." } else { "" };
            let names: Vec<String> = skins.iter().take(MOST_SKINS).map(|skin| skin_in_words(skin)).collect();
            facts.push(fact("Skins by name", names.join(", ") + more));
        }
        let mesh = |primitive: &Primitive| MeshRow {
            mesh: primitive.mesh_name.clone(),
            material: model.materials[primitive.material as usize].name.clone(),
            vertices: primitive.positions.len(),
            triangles: primitive.indices.len() / 3,
            influences: model.influences_of(primitive),
        };
        let meshes = model.primitives.iter().map(|primitive| mesh(primitive)).collect();
        let clips = model.clips.iter();
        let clips = clips.map(|clip| Clip { name: clip.name.clone(), duration_seconds: clip.duration_seconds });
        Self { facts, meshes, clips: clips.collect() }
    }
}

fn fact(label: &'static str, value: String) -> Fact {
    Fact { label, value }
}

fn skin_in_words(skin: &Skin) -> String {
    let name = if skin.name.is_empty() { "unnamed" } else { &skin.name };
    format!("{name} ({})", counted(skin.joints.len(), "joint", "joints"))
}

fn extensions(used: &[String], required: &[String]) -> String {
    let one = |name: &String| if required.contains(name) { format!("{name} (required)") } else { name.clone() };
    used.iter().map(one).collect::<Vec<_>>().join(", ")
}
