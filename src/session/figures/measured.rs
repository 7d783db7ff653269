use super::super::probe::WorstKind;
use super::shown_skin::ShownSkin;
use crate::centers::Centers;
use crate::measure::{DeformedSkin, Difference, Figures, RestJoint, RestSkin, SharedRest, WorstVertex};
use crate::model::{Model, Pose};
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::stress::{StressSkin, deform_all};
use std::sync::Arc;

/// Identifies a set of figures. Equal keys give equal figures.
#[derive(Clone, Debug, PartialEq)]
pub struct FiguresKey {
    pub document: u64,
    pub pose_generation: u64,
    pub joint: Option<u32>,
    /// Whether to compute the distance to DIB, the most expensive method.
    pub with_dib: bool,
    /// Each with the generation of its centers of rotation.
    pub skins: Vec<(ShownSkin, Option<u64>)>,
}

/// Everything needed to measure one pose.
#[derive(Clone)]
pub struct FiguresRequest {
    pub key: FiguresKey,
    pub model: Arc<Model>,
    /// The rest skin of the model.
    pub rest: SharedRest,
    pub pose: Pose,
    /// One per skin of the key, `None` for skins that do not need centers.
    pub centers: Vec<Option<Arc<Centers>>>,
}

/// Distance between methods that agree, as a fraction of the extent. They compute in single precision.
const ROUNDING: f64 = 1e-5;

/// Figures of all skins that are shown in one pose.
#[derive(Clone, Debug)]
pub struct FiguresResult {
    pub key: FiguresKey,
    pub rest: Arc<RestSkin>,
    pub skins: Vec<MeasuredSkin>,
    /// Time of the computation.
    pub milliseconds: f32,
}

/// Figures of one skin.
#[derive(Clone, Debug)]
pub struct MeasuredSkin {
    pub skin: ShownSkin,
    pub deformed: Arc<DeformedSkin>,
    pub figures: Figures,
    pub to_lbs: Difference,
    pub to_dib: Option<Difference>,
    /// The vertex farthest from its position under another skin, and that skin. The other skin is LBS, or the next one
    /// if this is LBS itself.
    pub worst_difference: Option<(WorstVertex, ShownSkin)>,
}

impl MeasuredSkin {
    /// The vertex that stands out most.
    pub fn worst(&self, kind: WorstKind) -> Option<&WorstVertex> {
        match kind {
            WorstKind::Collapse => self.figures.worst_collapse.as_ref(),
            WorstKind::Bulge => self.figures.worst_bulge.as_ref(),
            WorstKind::Difference => self.worst_difference.as_ref().map(|(worst, _)| worst),
        }
    }
}

impl FiguresResult {
    pub fn skin(&self, skin: &ShownSkin) -> Option<&MeasuredSkin> {
        self.skins.iter().find(|measured| measured.skin == *skin)
    }
}

/// Positions and normals of all skinned primitives.
pub fn deform(
    model: &Model,
    rest: &RestSkin,
    pose: &Pose,
    settings: SkinningSettings,
    centers: Option<&Centers>,
) -> DeformedSkin {
    let centers = centers.map_or(&[][..], |centers| centers.of_primitives.as_slice());
    deform_all(model, rest, pose, &StressSkin { settings, centers })
}

/// The skin that differences are measured against: the same scale and signs under another method.
pub fn under(skin: &ShownSkin, method: SkinningMethod) -> ShownSkin {
    ShownSkin::new(SkinningSettings { method, ..skin.skinning }, skin.centers)
}

/// Deforms and measures every skin of the request.
pub fn measure(request: &FiguresRequest, rest: &Arc<RestSkin>, joint: Option<&RestJoint>) -> FiguresResult {
    let started = std::time::Instant::now();
    let mut deformed = DeformedSkins { request, rest, done: Vec::new() };
    let skins: Vec<ShownSkin> = request.key.skins.iter().map(|(skin, _)| *skin).collect();
    let measured = |skin: &ShownSkin| {
        let own = deformed.get(skin);
        let bones = rest.bones.posed(&request.model, &request.pose, skin.skinning.scale_kind);
        let lbs = under(skin, SkinningMethod::Lbs);
        let to_lbs = Difference::between(&own, &deformed.get(&lbs));
        let to_dib = request.key.with_dib.then(|| {
            let dib = deformed.get(&under(skin, SkinningMethod::Dib));
            Difference::between(&own, &dib)
        });
        let other = if lbs == *skin { skins.iter().copied().find(|other| other != skin) } else { Some(lbs) };
        let worst_difference = other.and_then(|other| {
            let difference = Difference::between(&own, &deformed.get(&other));
            let vertex = difference.at.filter(|_| difference.largest > ROUNDING * rest.surface.extent)?;
            Some((WorstVertex::new(&rest.surface, &rest.bones, &bones, vertex, difference.largest), other))
        });
        let figures = Figures::measure(rest, joint, &own, &bones);
        MeasuredSkin { skin: *skin, deformed: own, figures, to_lbs, to_dib, worst_difference }
    };
    let measured: Vec<MeasuredSkin> = skins.iter().map(measured).collect();
    let milliseconds = started.elapsed().as_secs_f32() * 1000.0;
    FiguresResult { key: request.key.clone(), rest: Arc::clone(rest), skins: measured, milliseconds }
}

/// Caches deformed skins, so that each skin is deformed once no matter how many are compared with it.
struct DeformedSkins<'a> {
    request: &'a FiguresRequest,
    rest: &'a RestSkin,
    done: Vec<(ShownSkin, Arc<DeformedSkin>)>,
}

impl DeformedSkins<'_> {
    fn get(&mut self, skin: &ShownSkin) -> Arc<DeformedSkin> {
        if let Some((_, deformed)) = self.done.iter().find(|(done, _)| done == skin) {
            return Arc::clone(deformed);
        }
        let FiguresRequest { key, model, pose, centers, .. } = self.request;
        let index = key.skins.iter().position(|(requested, _)| requested == skin);
        let centers = index.and_then(|index| centers.get(index)).and_then(Option::as_deref);
        let deformed = Arc::new(deform(model, self.rest, pose, skin.skinning, centers));
        self.done.push((*skin, Arc::clone(&deformed)));
        deformed
    }
}
