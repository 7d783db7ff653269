use crate::cli::info::Info;
use crate::files::OpenedModel;
use crate::math::{counted, grouped};
use crate::report::{Clip, Fact, MeshRow};

/// Contents of the file, as `info` reports them.
pub(super) struct Facts {
    pub facts: Vec<Fact>,
    pub meshes: Vec<MeshRow>,
    pub clips: Vec<Clip>,
}

impl Facts {
    pub fn of(opened: &OpenedModel) -> Self {
        let info = Info::of(opened);
        let mut facts = vec![
            fact("Vertices", grouped(info.vertices)),
            fact("Triangles", grouped(info.triangles)),
            fact("Primitives", grouped(info.primitives.len())),
            fact("Skins", grouped(info.skins.len())),
            fact("Joints", grouped(info.joints)),
            fact("Most influences", grouped(info.max_influences)),
            fact("Clips", grouped(info.clips.len())),
            fact("Longest side", format!("{:.3} units", info.extent)),
        ];
        // Only materials that define an appearance count.
        let rarer = [("Materials", info.materials), ("Textures", info.textures), ("Morph targets", info.morphs.len())];
        facts.extend(
            rarer.into_iter().filter(|(_, count)| *count > 0).map(|(label, count)| fact(label, grouped(count))),
        );
        if !info.variants.is_empty() {
            facts.push(fact("Variants", info.variants.join(", ")));
        }
        if !info.extensions_used.is_empty() {
            facts.push(fact("Extensions", extensions(info.extensions_used, info.extensions_required)));
        }
        if info.skins.len() > 1 {
            let skin = |skin: &crate::cli::info::SkinInfo<'_>| {
                let name = if skin.name.is_empty() { "unnamed" } else { skin.name };
                format!("{name} ({})", counted(skin.joints.len(), "joint", "joints"))
            };
            const MOST: usize = 6;
            let more = if info.skins.len() > MOST { ", ..." } else { "" };
            let skins: Vec<String> = info.skins.iter().take(MOST).map(skin).collect();
            facts.push(fact("Skins by name", skins.join(", ") + more));
        }
        let mesh = |primitive: &crate::cli::info::PrimitiveInfo<'_>| MeshRow {
            mesh: primitive.mesh.to_owned(),
            material: primitive.material.to_owned(),
            vertices: primitive.vertices,
            triangles: primitive.triangles,
            influences: primitive.max_influences,
        };
        let clip = |clip: &crate::cli::info::ClipInfo<'_>| Clip {
            name: clip.name.to_owned(),
            duration_seconds: clip.duration_seconds,
        };
        Self { facts, meshes: info.primitives.iter().map(mesh).collect(), clips: info.clips.iter().map(clip).collect() }
    }
}

fn fact(label: &'static str, value: String) -> Fact {
    Fact { label, value }
}

fn extensions(used: &[String], required: &[String]) -> String {
    let one = |name: &String| if required.contains(name) { format!("{name} (required)") } else { name.clone() };
    used.iter().map(one).collect::<Vec<_>>().join(", ")
}
