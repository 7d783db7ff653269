use super::measured::{MeasuredRest, SecondKey, SecondRest, deform, under};
use super::shown_skin::ShownSkin;
use crate::centers::Centers;
use crate::measure::{
    DeformedSkin, Figure, PairDifference, PosedBones, Reference, RestJoint, RestSkin, SharedRest, Surface, Sweeper,
    SweptSkins,
};
use crate::model::{JointOverride, Model, Pose, PoseOverrides, RotationOverride};
use crate::panes::PaneModel;
use crate::skinning::SkinningMethod;
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;

/// Last angle of a sweep, in degrees; the first one is its negative. A little beyond half a turn, where methods flip.
pub const LAST_ANGLE: f32 = 200.0;

/// Angle steps in degrees, coarse to fine. Each divides the previous one.
const STEPS: [i32; 3] = [20, 10, STEP];

/// The smallest step. The angle before another one is this much smaller.
const STEP: i32 = 5;

/// The figure that sweeps plot. The session's file stores it by the name that command-line flags use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct SweptFigure(Figure);

impl SweptFigure {
    /// Returns the default if the figure cannot be swept.
    pub fn of(figure: Figure) -> Self {
        if figure.is_swept() { Self(figure) } else { Self::default() }
    }

    pub fn figure(self) -> Figure {
        self.0
    }
}

/// The default is the smallest section: every closed limb has one, while most characters have no volume around a joint.
impl Default for SweptFigure {
    fn default() -> Self {
        Self(Figure::MinorRadius)
    }
}

/// A name of a later version becomes the default.
impl From<String> for SweptFigure {
    fn from(name: String) -> Self {
        Figure::from_flag(&name).map_or_else(Self::default, Self::of)
    }
}

impl From<SweptFigure> for String {
    fn from(swept: SweptFigure) -> Self {
        swept.0.flag().to_owned()
    }
}

/// Identifies a sweep. Equal keys give equal curves.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepKey {
    pub document: u64,
    pub node: u32,
    /// The swept axis: 0, 1 or 2.
    pub axis: usize,
    pub figure: Figure,
    /// The joint's angles, with zero on the swept axis.
    pub angles_degrees: Vec3,
    /// The pose of all other joints. The rotation of the swept joint is ignored.
    pub pose: Pose,
    /// The second model; `None` if none of its skins is shown.
    pub second: Option<SecondKey>,
    /// The skins, each with the generation of its centers of rotation.
    pub skins: Vec<(ShownSkin, Option<u64>)>,
}

/// Everything needed for a sweep.
#[derive(Clone)]
pub struct SweepRequest {
    pub key: Arc<SweepKey>,
    /// The model with its rest skin.
    pub rest: SharedRest,
    /// The second model; `None` if the key has none.
    pub second: Option<SecondRest>,
    /// Centers of rotation, one entry per skin of the key, `None` for skins that do not need them.
    pub centers: Vec<Option<Arc<Centers>>>,
}

/// One skin's figure at the angles computed so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepCurve {
    pub skin: ShownSkin,
    /// Points of angle in degrees and value, by increasing angle. `None` if there is no value.
    pub points: Vec<(f32, Option<f64>)>,
}

/// A sweep that may still grow.
#[derive(Clone, Debug)]
pub struct SweepCurves {
    pub key: Arc<SweepKey>,
    pub curves: Vec<SweepCurve>,
    pub finished: bool,
}

/// Computes a sweep angle by angle, so that it can be stopped at any time.
pub struct GrowingSweep {
    sweeper: Sweeper<PaneSkins>,
    angles: std::vec::IntoIter<i32>,
    pub sweep: SweepCurves,
}

impl GrowingSweep {
    pub fn new(request: SweepRequest, first: MeasuredRest, second: Option<MeasuredRest>) -> Self {
        let curves = request.key.skins.iter().map(|(skin, _)| SweepCurve { skin: *skin, points: Vec::new() }).collect();
        let sweep = SweepCurves { key: Arc::clone(&request.key), curves, finished: false };
        let figures = [request.key.figure];
        let sweeper = Sweeper::new(PaneSkins { request, first, second }, &figures, f64::from(STEP));
        Self { sweeper, angles: angles().into_iter(), sweep }
    }

    /// Computes one more angle for every skin.
    pub fn advance(&mut self) {
        let Some(angle) = self.angles.next() else {
            self.sweep.finished = true;
            return;
        };
        for (skin, curve) in self.sweep.curves.iter_mut().enumerate() {
            let Ok(values) = self.sweeper.measure(skin, f64::from(angle), Some(f64::from(angle - STEP)));
            let value = values.first().copied().flatten().filter(|value| value.is_finite());
            let angle = angle as f32;
            let index = curve.points.partition_point(|(before, _)| *before < angle);
            curve.points.insert(index, (angle, value));
        }
        self.sweep.finished = self.angles.len() == 0;
    }
}

/// The skins of the panes.
struct PaneSkins {
    request: SweepRequest,
    first: MeasuredRest,
    second: Option<MeasuredRest>,
}

impl PaneSkins {
    fn skin(&self, skin: usize) -> ShownSkin {
        self.request.key.skins[skin].0
    }

    /// A model, and the rest state that it is measured against. `None` if there is no such model.
    fn model(&self, model: PaneModel) -> Option<(&Model, &MeasuredRest)> {
        match model {
            PaneModel::First => Some((self.request.rest.model(), &self.first)),
            PaneModel::Second => Some((self.request.second.as_ref()?.rest.model(), self.second.as_ref()?)),
        }
    }

    fn deform(&self, skin: &ShownSkin, poses: &[Pose; 2], surface: &Surface) -> Option<DeformedSkin> {
        let (model, _) = self.model(skin.model)?;
        let index = self.request.key.skins.iter().position(|(requested, _)| requested == skin);
        let centers = index.and_then(|index| self.request.centers.get(index)).and_then(Option::as_deref);
        deform(model, surface, &poses[skin.model.index()], skin.skinning, centers)
    }
}

impl SweptSkins for PaneSkins {
    /// Poses of the first and the second model; without a second model, that of the first again.
    type Posed = [Pose; 2];
    type Error = Infallible;

    fn count(&self) -> usize {
        self.request.key.skins.len()
    }

    fn rest(&self, skin: usize) -> Option<(&RestSkin, Option<&RestJoint>)> {
        let (_, rest) = self.model(self.skin(skin).model)?;
        Some((&rest.skin, rest.joint.as_deref()))
    }

    fn posed(&self, _: usize, angle_degrees: f64) -> Result<[Pose; 2], Infallible> {
        let SweepRequest { key, rest, second, .. } = &self.request;
        let model = rest.model();
        let mut angles_degrees = key.angles_degrees;
        angles_degrees[key.axis] = angle_degrees as f32;
        // Set like a user's angles, so that full turns count.
        let rotation = Some(RotationOverride::AnglesDegrees(angles_degrees));
        let mut overrides = PoseOverrides::default();
        overrides.set(key.node, JointOverride { rotation, ..JointOverride::default() });
        let mut pose = key.pose.clone();
        overrides.apply(&model.skeleton, &mut pose);
        let of_second = second.as_ref().map(|second| second.pose(model, &pose));
        Ok([pose.clone(), of_second.unwrap_or(pose)])
    }

    fn bones(&self, skin: usize, rest: &RestSkin, poses: &[Pose; 2]) -> PosedBones {
        let ShownSkin { model: which, skinning, .. } = self.skin(skin);
        let model = self.model(which).map_or(&**self.request.rest.model(), |(model, _)| model);
        let shown_pose = skinning.shown_pose(&model.skeleton, &poses[which.index()]);
        rest.bones.posed(model, &shown_pose, skinning.scale_kind)
    }

    fn deformed(
        &self,
        skin: usize,
        surface: &Surface,
        poses: &[Pose; 2],
        reference: Option<Reference>,
    ) -> Result<Option<DeformedSkin>, Infallible> {
        let skin = self.skin(skin);
        let skin = match reference {
            None => skin,
            Some(Reference::Lbs) => under(&skin, SkinningMethod::Lbs),
            Some(Reference::Dib) => under(&skin, SkinningMethod::Dib),
        };
        Ok(self.deform(&skin, poses, surface))
    }

    /// Distance of a model from the other one under the same settings, including rigid meshes. `None` if the centers of
    /// rotation of the other one are unknown, because no pane shows it.
    fn to_model(&self, skin: usize, poses: &[Pose; 2]) -> Result<Option<PairDifference>, Infallible> {
        let skin = self.skin(skin);
        let Some(second) = &self.request.second else { return Ok(None) };
        let pair = second.pair.surfaces_from(skin.model.index());
        let own = self.deform(&skin, poses, &pair.own);
        let other = self.deform(&skin.of(skin.model.other()), poses, &pair.other);
        Ok(own.zip(other).and_then(|(own, other)| PairDifference::of(&pair.distances([&own, &other]))))
    }
}

/// All angles of a sweep, the coarse ones first.
fn angles() -> Vec<i32> {
    let last = LAST_ANGLE as i32;
    let mut angles: Vec<i32> = Vec::new();
    for step in STEPS {
        let new = (-last..=last).step_by(step as usize).filter(|angle| !angles.contains(angle));
        let new: Vec<i32> = new.collect();
        angles.extend(new);
    }
    angles
}

/// A change counts as a jump if it is this many times the changes before and after it,
const JUMP: f64 = 4.0;
/// and at least this fraction of the plotted range.
const SMALLEST_JUMP: f64 = 0.04;

/// The connected parts of a curve. It breaks at missing values and at jumps. `span` is the height of the plotted range.
pub fn runs(points: &[(f32, Option<f64>)], span: f64) -> Vec<Vec<(f32, f64)>> {
    let slope = |from: usize| {
        let ((a, from), (b, to)) = (points.get(from)?, points.get(from + 1)?);
        Some((((*to)? - (*from)?) / f64::from(b - a)).abs())
    };
    let jumps = |from: usize| {
        let (Some(here), Some((a, _)), Some((b, _))) = (slope(from), points.get(from), points.get(from + 1)) else {
            return false;
        };
        let before = from.checked_sub(1).and_then(slope);
        let beside = before.into_iter().chain(slope(from + 1)).fold(0.0, f64::max);
        here * f64::from(b - a) > SMALLEST_JUMP * span && here > JUMP * beside
    };
    let mut runs: Vec<Vec<(f32, f64)>> = vec![Vec::new()];
    for (index, (angle, value)) in points.iter().enumerate() {
        let broken = value.is_none() || (index > 0 && jumps(index - 1));
        if broken && runs.last().is_some_and(|run| !run.is_empty()) {
            runs.push(Vec::new());
        }
        if let (Some(run), Some(value)) = (runs.last_mut(), value) {
            run.push((*angle, *value));
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_go_from_coarse_to_fine_and_come_once() {
        let angles = angles();
        assert_eq!((angles.len(), angles[0], angles[1]), (81, -200, -180));
        assert!(angles[..21].contains(&180) && angles[..21].contains(&0));
        let mut sorted = angles.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!((sorted.len(), sorted[80]), (81, 200));
    }

    fn lengths(values: &[Option<f64>]) -> Vec<usize> {
        let points: Vec<(f32, Option<f64>)> =
            values.iter().enumerate().map(|(index, value)| (5.0 * index as f32, *value)).collect();
        runs(&points, 1.0).iter().map(Vec::len).collect()
    }

    #[test]
    fn a_curve_breaks_at_a_jump_and_where_it_has_no_value() {
        let some = |values: &[f64]| values.iter().map(|value| Some(*value)).collect::<Vec<_>>();
        assert_eq!(lengths(&some(&[1.0, 0.99, 0.98, 0.2, 0.21, 0.22])), [3, 3]);
        let cosine: Vec<f64> = (-40..=40).map(|step| f64::from(step * 5).to_radians().cos()).collect();
        assert_eq!(lengths(&some(&cosine)), [81], "steep is no jump");
        assert_eq!(lengths(&some(&[1.0, 1.0, 1.001, 1.001])), [4], "nor is what nobody would see");
        assert_eq!(lengths(&[Some(1.0), None, None, Some(0.5), Some(0.5)]), [1, 2]);
        assert_eq!(lengths(&[None, None]), [0; 0]);
        assert_eq!(lengths(&[]), [0; 0]);
    }
}
