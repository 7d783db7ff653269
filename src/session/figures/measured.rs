use super::super::probe::WorstKind;
use super::main_figure::MainFigure;
use super::shown_skin::ShownSkin;
use crate::centers::Centers;
use crate::measure::{
    DeformedSkin, Difference, Figures, JointFigures, Measurements, RestJoint, RestSkin, SharedRest, Surface, VertexId,
    WorstVertex,
};
use crate::model::{Model, Pose};
use crate::pairs::{ModelPair, PairDifference, SkinDistances};
use crate::panes::{MarkedWorst, PaneModel, ScenePair};
use crate::skinning::{Deformed, SkinnedVertex, SkinningMethod, SkinningSettings, deform_model};
use std::sync::Arc;

/// Identifies a set of figures. Equal keys give equal figures.
#[derive(Clone, Debug, PartialEq)]
pub struct FiguresKey {
    pub document: u64,
    pub pose_generation: u64,
    pub joint: Option<u32>,
    /// Whether to compute what takes long too: the distance to DIB, and costly figures (`Figure::is_costly`).
    pub with_all: bool,
    /// The second model; `None` if nothing of it is shown.
    pub second: Option<SecondKey>,
    /// The skins, each with the generation of its centers of rotation.
    pub skins: Vec<(ShownSkin, Option<u64>)>,
}

impl FiguresKey {
    /// Whether figures of this key include everything that `wanted` asks for. They may include more.
    pub(super) fn covers(&self, wanted: &Self) -> bool {
        let is_apart = self.second.is_some_and(|second| second.apart);
        let second = wanted.second.map(|second| SecondKey { apart: second.apart || is_apart, ..second });
        *self == Self { second, ..wanted.clone() }
    }
}

/// Measurements of a second model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondKey {
    pub document: u64,
    /// Distinguishes tables of joints.
    pub pairing: u64,
    /// The partner of the joint, where this model is measured. Without a partner, figures of a joint have no value.
    pub joint: Option<u32>,
    /// Whether to measure the distance between both models.
    pub apart: bool,
}

/// Everything needed to measure one pose.
#[derive(Clone)]
pub struct FiguresRequest {
    pub key: FiguresKey,
    /// The model with its rest skin.
    pub rest: SharedRest,
    pub pose: Pose,
    /// The second model; `None` if the key has none.
    pub second: Option<SecondRest>,
    /// Centers of rotation, one entry per skin of the key, `None` for skins that do not need them.
    pub centers: Vec<Option<Arc<Centers>>>,
}

/// A second model, which takes every pose of the first.
#[derive(Clone)]
pub struct SecondRest {
    /// The model with its rest skin.
    pub rest: SharedRest,
    pub pair: Arc<ModelPair>,
}

impl SecondRest {
    /// The second model of a scene.
    pub fn of_scene(pair: &ScenePair) -> Self {
        Self { rest: SharedRest::of(&pair.model), pair: Arc::clone(&pair.matched) }
    }

    /// A pose of the first model for this one.
    pub fn pose(&self, first: &Model, pose: &Pose) -> Pose {
        self.pair.pose([&first.skeleton, &self.rest.model().skeleton], pose)
    }
}

/// The rest state that a model's skins are measured against.
#[derive(Clone)]
pub struct MeasuredRest {
    pub skin: Arc<RestSkin>,
    /// The measured joint; `None` if no joint is measured.
    pub joint: Option<Arc<RestJoint>>,
}

impl MeasuredRest {
    /// The rest state of a model, and of a joint of it.
    pub fn of(rest: &SharedRest, joint: Option<u32>) -> Self {
        let joint = joint.map(|node| Arc::new(RestJoint::of(rest.skin(), node)));
        Self { skin: Arc::clone(rest.skin()), joint }
    }
}

/// Distance between methods that agree, as a fraction of the extent. They compute in single precision.
const ROUNDING: f64 = 1e-5;

/// Distance that can be seen in a picture, as a fraction of the extent.
const VISIBLE: f64 = 1e-3;

/// Figures of all skins that are shown in one pose.
#[derive(Clone, Debug)]
pub struct FiguresResult {
    pub key: FiguresKey,
    pub rest: Arc<RestSkin>,
    /// Rest skin of the second model.
    pub second_rest: Option<Arc<RestSkin>>,
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
    /// Whether figures of a joint are missing because the joint has no partner in this model.
    pub lacks_joint: bool,
    pub to_lbs: Difference,
    pub to_dib: Option<Difference>,
    /// Distance of this model, including its rigid meshes, from the other one under the same settings. `None` if
    /// unknown.
    pub to_other: Option<PairDifference>,
    /// The vertex farthest from its position under another skin, and that skin. The other skin is LBS, or the next one
    /// if this is LBS itself.
    pub worst_difference: Option<(WorstVertex, ShownSkin)>,
    marked: MarkedVertices,
}

/// Vertices that marks for extremes point at. `None` where nothing visible stands out.
#[derive(Clone, Copy, Debug, Default)]
struct MarkedVertices {
    collapse: Option<VertexId>,
    bulge: Option<VertexId>,
    difference: Option<VertexId>,
}

impl MeasuredSkin {
    /// Measured values that figures are read from.
    pub fn measurements(&self) -> Measurements<'_> {
        Measurements {
            figures: Some(&self.figures),
            to_lbs: Some(self.to_lbs),
            to_dib: self.to_dib,
            to_model: self.to_other,
            step: None,
        }
    }

    /// The vertex that stands out most.
    pub fn worst(&self, kind: WorstKind) -> Option<&WorstVertex> {
        match kind {
            WorstKind::Collapse => self.figures.worst_collapse.as_ref(),
            WorstKind::Bulge => self.figures.worst_bulge.as_ref(),
            WorstKind::Difference => self.worst_difference.as_ref().map(|(worst, _)| worst),
        }
    }

    /// The vertex that a mark points at.
    pub fn marked(&self, worst: MarkedWorst) -> Option<VertexId> {
        match worst {
            MarkedWorst::Collapse => self.marked.collapse,
            MarkedWorst::Bulge => self.marked.bulge,
            MarkedWorst::Difference => self.marked.difference,
        }
    }
}

impl MarkedVertices {
    fn of(rest: &RestSkin, figures: &Figures, difference: Option<Difference>) -> Self {
        let is_seen = |distance: f64| distance > VISIBLE * rest.surface.extent;
        let joint = figures.joint.as_ref();
        let is_thinner = |joint: &&JointFigures| {
            let smallest = joint.minor_radius.map(|range| range.smallest);
            smallest.is_some_and(|smallest| smallest < 1.0 && MainFigure::Section.differs(smallest))
        };
        let apart = difference.filter(|difference| is_seen(difference.largest));
        Self {
            collapse: joint.filter(is_thinner).and_then(|joint| joint.thinnest_at),
            bulge: figures.worst_bulge.as_ref().filter(|worst| is_seen(worst.amount)).map(|worst| worst.vertex_id),
            difference: apart.and_then(|difference| difference.at).map(|vertex| rest.surface.id_of(vertex)),
        }
    }
}

impl FiguresResult {
    pub fn skin(&self, skin: &ShownSkin) -> Option<&MeasuredSkin> {
        self.skins.iter().find(|measured| measured.skin == *skin)
    }

    /// The rest skin of a model.
    pub fn rest_of(&self, model: PaneModel) -> Option<&Arc<RestSkin>> {
        if model.is_first() { Some(&self.rest) } else { self.second_rest.as_ref() }
    }
}

/// Positions and normals of a surface of the model. `None` if centers of rotation are needed but missing.
pub fn deform(
    model: &Model,
    surface: &Surface,
    pose: &Pose,
    settings: SkinningSettings,
    centers: Option<&Centers>,
) -> Option<DeformedSkin> {
    Some(of_surface(surface, &deform_primitives(model, pose, settings, centers)?))
}

fn deform_primitives(
    model: &Model,
    pose: &Pose,
    settings: SkinningSettings,
    centers: Option<&Centers>,
) -> Option<Vec<Deformed>> {
    let centers = centers.map_or(&[][..], |centers| centers.of_primitives.as_slice());
    deform_model(model, pose, settings, centers).ok()
}

fn of_surface(surface: &Surface, primitives: &[Deformed]) -> DeformedSkin {
    surface.deformed(|primitive| primitives[primitive].iter().map(SkinnedVertex::position_and_normal))
}

/// The skin that differences are measured against: the full one with the same scale and signs under another method.
pub fn under(skin: &ShownSkin, method: SkinningMethod) -> ShownSkin {
    ShownSkin::new(skin.skinning.compared_with(method), skin.centers).of(skin.model)
}

/// Deforms and measures every skin of the request. `second` is needed for skins of the second model; without it, they
/// are left out.
pub fn measure(request: &FiguresRequest, first: &MeasuredRest, second: Option<&MeasuredRest>) -> FiguresResult {
    let started = std::time::Instant::now();
    let second = request.second.as_ref().zip(second).map(|(second, rest)| {
        let pose = second.pose(request.rest.model(), &request.pose);
        PosedSecond { second, pose, rest }
    });
    let second = second.as_ref();
    let mut deformed =
        DeformedSkins { request, first, second, done: Vec::new(), done_whole: Vec::new(), distances: Vec::new() };
    let skins: Vec<ShownSkin> = request.key.skins.iter().map(|(skin, _)| *skin).collect();
    let measured = |skin: &ShownSkin| {
        let own = deformed.get(skin)?;
        let (model, pose, MeasuredRest { skin: rest, joint }) = deformed.posed(skin.model)?;
        let joint = joint.as_deref();
        let shown_pose = skin.skinning.shown_pose(&model.skeleton, pose);
        let bones = rest.bones.posed(model, &shown_pose, skin.skinning.scale_kind);
        let lbs = under(skin, SkinningMethod::Lbs);
        let of_lbs = deformed.get(&lbs)?;
        let to_lbs = Difference::between(&own, &of_lbs);
        let to_dib = if request.key.with_all { deformed.get(&under(skin, SkinningMethod::Dib)) } else { None };
        let to_dib = to_dib.map(|dib| Difference::between(&own, &dib));
        let is_other = |other: &ShownSkin| other != skin && other.model == skin.model;
        let other = if lbs == *skin { skins.iter().copied().find(is_other) } else { Some(lbs) };
        let worst_difference = other.and_then(|other| {
            let of_other = deformed.get(&other)?;
            let difference = Difference::between(&own, &of_other);
            let vertex = difference.at.filter(|_| difference.largest > ROUNDING * rest.surface.extent)?;
            Some((WorstVertex::new(&rest.surface, &rest.bones, &bones, vertex, difference.largest), other))
        });
        let measure = if request.key.with_all { Figures::measure } else { Figures::measure_quickly };
        let figures = measure(rest, joint, &own, &bones);
        // The first pane's skin is compared with the next one, so that both have the mark at the same vertex.
        let of_model = skins.iter().copied().filter(|other| other.model == skin.model);
        let reference = of_model.take(2).find(|other| other != skin).or(other);
        let from_reference = reference.and_then(|other| Some(Difference::between(&own, &*deformed.get(&other)?)));
        let marked = MarkedVertices::of(rest, &figures, from_reference);
        let lacks_joint = request.key.joint.is_some() && joint.is_none();
        let to_other = deformed.distance_to_other(skin);
        let skin = *skin;
        Some(MeasuredSkin {
            skin,
            deformed: own,
            figures,
            lacks_joint,
            to_lbs,
            to_dib,
            to_other,
            worst_difference,
            marked,
        })
    };
    let measured: Vec<MeasuredSkin> = skins.iter().filter_map(measured).collect();
    let milliseconds = started.elapsed().as_secs_f32() * 1000.0;
    FiguresResult {
        key: request.key.clone(),
        rest: Arc::clone(&first.skin),
        second_rest: second.map(|second| Arc::clone(&second.rest.skin)),
        skins: measured,
        milliseconds,
    }
}

/// The second model in the pose of the first.
struct PosedSecond<'a> {
    second: &'a SecondRest,
    pose: Pose,
    rest: &'a MeasuredRest,
}

/// Caches deformed skins, so that each skin is deformed once no matter how many are compared with it.
struct DeformedSkins<'a> {
    request: &'a FiguresRequest,
    first: &'a MeasuredRest,
    second: Option<&'a PosedSecond<'a>>,
    done: Vec<(ShownSkin, Arc<DeformedSkin>)>,
    /// Deformed skins with rigid meshes, if there are any to compare.
    done_whole: Vec<(ShownSkin, Arc<DeformedSkin>)>,
    /// Distances from the first model to the second and back, by the skin of the first model.
    distances: Vec<(ShownSkin, [Option<PairDifference>; 2])>,
}

impl<'a> DeformedSkins<'a> {
    /// A model with its pose and the rest state that it is measured against.
    fn posed(&self, model: PaneModel) -> Option<(&'a Arc<Model>, &'a Pose, &'a MeasuredRest)> {
        match model {
            PaneModel::First => Some((self.request.rest.model(), &self.request.pose, self.first)),
            PaneModel::Second => self.second.map(|posed| (posed.second.rest.model(), &posed.pose, posed.rest)),
        }
    }

    /// The deformed skin. `None` if there is no such model, or its centers of rotation are needed but missing.
    fn get(&mut self, skin: &ShownSkin) -> Option<Arc<DeformedSkin>> {
        if let Some((_, deformed)) = self.done.iter().find(|(done, _)| done == skin) {
            return Some(Arc::clone(deformed));
        }
        let (model, pose, rest) = self.posed(skin.model)?;
        let centers = self.requested(skin).and_then(|index| self.request.centers.get(index)).and_then(Option::as_deref);
        let primitives = deform_primitives(model, pose, skin.skinning, centers)?;
        let deformed = Arc::new(of_surface(&rest.skin.surface, &primitives));
        if let Some(surface) = self.rigid_too(skin) {
            self.done_whole.push((*skin, Arc::new(of_surface(surface, &primitives))));
        }
        self.done.push((*skin, Arc::clone(&deformed)));
        Some(deformed)
    }

    /// The correspondence of both models, if the request asks for the distance between them.
    fn compared_pair(&self) -> Option<&'a ModelPair> {
        let posed = self.second.filter(|_| self.request.key.second.is_some_and(|key| key.apart))?;
        Some(&posed.second.pair)
    }

    /// All meshes of a model that has more than its skin, if this skin is compared with the other model. Skins that
    /// others are only measured against are not compared.
    fn rigid_too(&self, skin: &ShownSkin) -> Option<&'a Surface> {
        let pair = self.compared_pair()?;
        let (_, _, rest) = self.posed(skin.model)?;
        let surface = &pair.surfaces_from(skin.model.index()).own;
        let has_more = surface.vertex_count() > rest.skin.surface.vertex_count();
        let is_compared = || {
            let of_models = [skin.of(PaneModel::First), skin.of(PaneModel::Second)];
            of_models.iter().any(|skin| self.requested(skin).is_some())
        };
        (has_more && is_compared()).then_some(surface)
    }

    /// All meshes in the pose, which are compared with the other model.
    fn compared(&mut self, skin: &ShownSkin) -> Option<Arc<DeformedSkin>> {
        let own = self.get(skin)?;
        let whole = self.done_whole.iter().find(|(done, _)| done == skin);
        Some(whole.map_or(own, |(_, whole)| Arc::clone(whole)))
    }

    fn requested(&self, skin: &ShownSkin) -> Option<usize> {
        self.request.key.skins.iter().position(|(requested, _)| requested == skin)
    }

    /// Distance of a skin from the other model's skin under the same settings. `None` if the request does not ask for
    /// it, or has no centers of rotation for the other one.
    fn distance_to_other(&mut self, skin: &ShownSkin) -> Option<PairDifference> {
        let pair = self.compared_pair()?;
        let of_models = [skin.of(PaneModel::First), skin.of(PaneModel::Second)];
        let side = usize::from(!skin.model.is_first());
        if let Some((_, known)) = self.distances.iter().find(|(known, _)| *known == of_models[0]) {
            return known[side];
        }
        let [a, b] = [self.compared(&of_models[0])?, self.compared(&of_models[1])?];
        let distances = SkinDistances::between(&pair.surfaces, [&*a, &*b]);
        let found = [PairDifference::of(&distances.from_first), PairDifference::of(&distances.from_second)];
        self.distances.push((of_models[0], found));
        found[side]
    }
}
