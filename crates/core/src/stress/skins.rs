use crate::measure::{
    DeformedSkin, PosedPositions, RestSkin, StressPose, StressRanges, StressReport, StressTest, Surface, VertexId,
    stress_pose,
};
use crate::model::{Model, Pose, Primitive, ScaleKind, StoredSkin};
use crate::skinning::{
    JointPalette, Phases, PrimitiveCenters, SkinnedVertex, SkinningMethod, SkinningSettings, VertexSelection,
    deform_model,
};
use crate::work::Progress;
use glam::{DVec3, Vec3};
use std::sync::Arc;

/// A method to test.
#[derive(Clone, Copy, Debug)]
pub struct StressSkin<'a> {
    /// The method and its settings.
    pub settings: SkinningSettings,
    /// The centers of every primitive if the method needs them, otherwise empty. If needed centers are missing, all
    /// positions are NaN.
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
    let pose = |node, axis, degrees| stress_pose(model, node, axis, degrees).1;
    stress_in_poses(model, rest, skins, (ranges, &pose), progress)
}

/// Like [`stress_model`], in poses of another origin, such as the poses of another model.
pub fn stress_in_poses(
    model: &Model,
    rest: &RestSkin,
    skins: &[StressSkin<'_>],
    (ranges, pose): (&StressRanges, &StressPose<'_>),
    progress: &Progress,
) -> Option<StressReport> {
    let scale_kinds: Vec<ScaleKind> = skins.iter().map(|skin| skin.settings.scale_kind).collect();
    let deform = |vertex_ids: &[VertexId]| -> Box<PosedPositions<'_>> {
        let vertices = vertex_ids.iter().map(|vertex_id| (vertex_id.primitive, vertex_id.vertex));
        let selection = VertexSelection::new(model, vertices);
        Box::new(move |pose| positions(&selection, pose, skins))
    };
    StressTest { model, rest, ranges, pose, scale_kinds: &scale_kinds }.run(&deform, progress)
}

/// Deforms all vertices of a surface of the model under one method.
pub fn deform_all(model: &Model, surface: &Surface, pose: &Pose, skin: &StressSkin<'_>) -> DeformedSkin {
    let nowhere = |primitive: &Arc<Primitive>| {
        vec![SkinnedVertex { position: Vec3::NAN, normal: Vec3::ZERO }; primitive.positions.len()]
    };
    let primitives = deform_model(model, pose, skin.settings, skin.centers)
        .unwrap_or_else(|_| model.primitives.iter().map(nowhere).collect());
    surface.deformed(|primitive| primitives[primitive].iter().map(SkinnedVertex::position_and_normal))
}

/// Key that is equal for settings that give the same palette.
fn palette_key(settings: SkinningSettings) -> SkinningSettings {
    let method = match settings.method {
        method if method.has_own_palette() => method,
        _ if settings.phases() == Phases::First => SkinningMethod::TwoPhaseDqs,
        _ => SkinningMethod::Lbs,
    };
    // Lists of one method may be made of the skin, such as the rotation centers of joint sets.
    let stored = if method.has_own_palette() { settings.stored } else { StoredSkin::FULL };
    SkinningSettings { method, blend: Default::default(), stored, ..settings }
}

/// Positions of the selected vertices under every method.
fn positions(selection: &VertexSelection<'_>, pose: &Pose, skins: &[StressSkin<'_>]) -> Vec<Vec<DVec3>> {
    // Skins that differ only in the method share a palette.
    let mut made: Vec<(SkinningSettings, Vec<JointPalette>)> = Vec::new();
    let of_skin = |skin: &StressSkin<'_>| {
        let key = palette_key(skin.settings);
        if made.iter().all(|(other, _)| *other != key) {
            made.push((key, selection.palettes(pose, key)));
        }
        let palettes = made.iter().find(|(other, _)| *other == key).map_or(&[][..], |(_, palettes)| palettes);
        let positions = selection.positions(palettes, skin.settings, skin.centers);
        positions.unwrap_or_else(|_| vec![DVec3::NAN; selection.len()])
    };
    skins.iter().map(of_skin).collect()
}
