use crate::measure::{DeformedSkin, RestSkin, StressRanges, StressReport, StressTest, VertexId};
use crate::model::{Model, Pose, ScaleKind};
use crate::skinning::{
    JointPalette, PrimitiveCenters, SkinningMethod, SkinningSettings, deform_model, deform_vertices,
};
use crate::work::Progress;
use glam::DVec3;

/// A method to test.
#[derive(Clone, Copy, Debug)]
pub struct StressSkin<'a> {
    pub settings: SkinningSettings,
    /// The centers of every primitive if the method needs them, otherwise empty.
    pub centers: &'a [PrimitiveCenters],
}

/// Runs the stress test with the CPU counterparts of the shaders. `None` if canceled.
pub fn stress_model(
    model: &Model,
    rest: &RestSkin,
    skins: &[StressSkin<'_>],
    ranges: &StressRanges,
    progress: &Progress,
) -> Option<StressReport> {
    let scale_kinds: Vec<ScaleKind> = skins.iter().map(|skin| skin.settings.scale_kind).collect();
    let deform = |pose: &Pose, vertex_ids: &[VertexId]| {
        // Skins that differ only in the method share a palette.
        let mut made: Vec<(SkinningSettings, Vec<JointPalette>)> = Vec::new();
        let of_skin = |skin: &StressSkin<'_>| {
            let key = palette_key(skin.settings);
            if made.iter().all(|(other, _)| *other != key) {
                made.push((key, JointPalette::all(model, pose, key)));
            }
            let palettes = made.iter().find(|(other, _)| *other == key).map_or(&[][..], |(_, palettes)| palettes);
            positions(model, palettes, skin, vertex_ids)
        };
        skins.iter().map(of_skin).collect()
    };
    StressTest { model, rest, ranges, scale_kinds: &scale_kinds }.run(&deform, progress)
}

/// Deforms all skinned vertices under one method.
pub fn deform_all(model: &Model, rest: &RestSkin, pose: &Pose, skin: &StressSkin<'_>) -> DeformedSkin {
    let primitives = deform_model(model, pose, skin.settings, Some(skin.centers));
    let vertices = rest.surface.primitives().flat_map(|index| &primitives[index]);
    DeformedSkin::new(vertices.map(|vertex| (vertex.position, vertex.normal)))
}

/// Settings that give the same palette have equal keys. Only `spherical` adds something of its own.
fn palette_key(settings: SkinningSettings) -> SkinningSettings {
    let method =
        if settings.method == SkinningMethod::Spherical { SkinningMethod::Spherical } else { SkinningMethod::Lbs };
    SkinningSettings { method, blend: Default::default(), ..settings }
}

fn positions(model: &Model, palettes: &[JointPalette], skin: &StressSkin<'_>, vertex_ids: &[VertexId]) -> Vec<DVec3> {
    let none = PrimitiveCenters::default();
    let of_primitive = |vertex_ids: &[VertexId]| {
        let index = vertex_ids.first().map_or(0, |vertex_id| vertex_id.primitive as usize);
        let primitive = &model.primitives[index];
        let centers = skin.centers.get(index).unwrap_or(&none);
        let vertices = vertex_ids.iter().map(|vertex_id| vertex_id.vertex);
        deform_vertices(model, primitive, &palettes[primitive.skin as usize], skin.settings, centers, vertices)
    };
    let runs = vertex_ids.chunk_by(|a, b| a.primitive == b.primitive);
    runs.flat_map(of_primitive).map(|vertex| vertex.position.as_dvec3()).collect()
}
