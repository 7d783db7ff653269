//! Figures over the angle of a joint.

use super::bones::PosedBones;
use super::definition::Figure;
use super::difference::{Difference, PairDifference};
use super::figure::{Measurements, Reading, Scope};
use super::figures::{Figures, RestJoint, RestSkin, Wanted};
use super::surface::{DeformedSkin, Surface};
use crate::work::Progress;

/// A method that figures compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// LBS.
    Lbs,
    /// DIB, the iterative blending that DQS approximates (Kavan 2008, algorithm 3).
    Dib,
}

/// The skins of a sweep: they pose and deform the models whose figures a [`Sweeper`] measures.
pub trait SweptSkins {
    /// The models in the pose at an angle.
    type Posed;
    /// Reason why a skin cannot be posed or deformed.
    type Error;

    /// Count of skins.
    fn count(&self) -> usize;

    /// Where a skin is measured; `None` if it has none, and only distances between models are known.
    fn rest(&self, skin: usize) -> Option<(&RestSkin, Option<&RestJoint>)>;

    /// The models in the pose at an angle of the swept joint.
    fn posed(&self, skin: usize, angle_degrees: f64) -> Result<Self::Posed, Self::Error>;

    /// The bones of a skin, which `rest` holds at rest.
    fn bones(&self, skin: usize, rest: &RestSkin, posed: &Self::Posed) -> PosedBones;

    /// The surface of a skin under its own method or under another one. `None` if something for that is missing.
    fn deformed(
        &self,
        skin: usize,
        surface: &Surface,
        posed: &Self::Posed,
        under: Option<Reference>,
    ) -> Result<Option<DeformedSkin>, Self::Error>;

    /// The distance of a skin's model from the other model. `None` if there is none.
    fn to_model(&self, _skin: usize, _posed: &Self::Posed) -> Result<Option<PairDifference>, Self::Error> {
        Ok(None)
    }
}

/// The values of one skin at an angle, one for each of [`Sweeper::readings`].
pub type SweptValues = Vec<Option<f64>>;

/// Measures figures of skins, angle by angle.
pub struct Sweeper<S> {
    skins: S,
    readings: Vec<Reading>,
    figures: Vec<Figure>,
    step_degrees: f64,
    /// Each skin at the angle measured last, if a figure compares with the angle before.
    last: Vec<Option<(f64, DeformedSkin)>>,
}

impl<S: SweptSkins> Sweeper<S> {
    /// Sweeps some figures. `step_degrees` is the difference between an angle and the one before.
    pub fn new(skins: S, figures: &[Figure], step_degrees: f64) -> Self {
        let readings = figures.iter().flat_map(|figure| figure.readings_of_sweep()).collect();
        let last = (0..skins.count()).map(|_| None).collect();
        Self { skins, readings, figures: figures.to_vec(), step_degrees, last }
    }

    /// The numbers of the figures, in the order of the values.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// The values of all skins at all angles, by angle and then by skin. `None` if canceled. The progress counts skins.
    ///
    /// # Errors
    /// Those of the skins.
    pub fn measure_all(
        &mut self,
        angles_degrees: &[f64],
        progress: &Progress,
    ) -> Result<Option<Vec<Vec<SweptValues>>>, S::Error> {
        let skins = self.skins.count();
        progress.add_total((angles_degrees.len() * skins) as u64);
        let (mut rows, mut before) = (Vec::new(), None);
        for &angle in angles_degrees {
            let mut row = Vec::new();
            for skin in 0..skins {
                if progress.is_canceled() {
                    return Ok(None);
                }
                row.push(self.measure(skin, angle, before)?);
                progress.advance(1);
            }
            rows.push(row);
            before = Some(angle);
        }
        Ok(Some(rows))
    }

    /// The values of one skin at an angle, one for each of [`Self::readings`]. `before_degrees` is the angle before;
    /// the first angle of a sweep may have none.
    ///
    /// # Errors
    /// Those of the skins.
    pub fn measure(
        &mut self,
        skin: usize,
        angle_degrees: f64,
        before_degrees: Option<f64>,
    ) -> Result<SweptValues, S::Error> {
        let wants = |scopes: &[Scope]| self.figures.iter().any(|figure| scopes.contains(&figure.scope()));
        let posed = self.skins.posed(skin, angle_degrees)?;
        let to_model = if wants(&[Scope::Models]) { self.skins.to_model(skin, &posed)? } else { None };
        let mut measured = Measurements { to_model, ..Measurements::default() };
        let (mut figures, mut deformed) = (None, None);
        let is_deformed = wants(&[Scope::Joint, Scope::Skin, Scope::Methods, Scope::Sweep]);
        if let Some((rest, joint)) = self.skins.rest(skin).filter(|_| is_deformed)
            && let Some(own) = self.skins.deformed(skin, &rest.surface, &posed, None)?
        {
            if wants(&[Scope::Joint, Scope::Skin]) {
                let bones = self.skins.bones(skin, rest, &posed);
                figures = Some(Figures::measure_wanted(rest, joint, &own, &bones, Wanted::Some(&self.figures)));
            }
            let to = |figure: Figure, reference: Reference| -> Result<Option<Difference>, S::Error> {
                if !self.figures.contains(&figure) {
                    return Ok(None);
                }
                let other = self.skins.deformed(skin, &rest.surface, &posed, Some(reference))?;
                Ok(other.map(|other| Difference::between(&own, &other)))
            };
            measured.to_lbs = to(Figure::DifferenceToLbs, Reference::Lbs)?;
            measured.to_dib = to(Figure::DifferenceToDib, Reference::Dib)?;
            if let Some(before) = before_degrees.filter(|_| wants(&[Scope::Sweep])) {
                measured.step = self.step(skin, &rest.surface, before, &own)?;
            }
            deformed = Some(own);
        }
        measured.figures = figures.as_ref();
        let values = self.readings.iter().map(|reading| reading.value(&measured)).collect();
        if wants(&[Scope::Sweep]) {
            self.last[skin] = deformed.map(|deformed| (angle_degrees, deformed));
        }
        Ok(values)
    }

    /// The largest distance to the skin at the angle before, per degree.
    fn step(
        &self,
        skin: usize,
        surface: &Surface,
        before_degrees: f64,
        own: &DeformedSkin,
    ) -> Result<Option<f64>, S::Error> {
        let known = self.last[skin].as_ref().filter(|(angle, _)| *angle == before_degrees);
        let distance = match known {
            Some((_, before)) => Some(Difference::between(before, own).largest),
            None => {
                let before = self.skins.deformed(skin, surface, &self.skins.posed(skin, before_degrees)?, None)?;
                before.map(|before| Difference::between(&before, own).largest)
            }
        };
        Ok(distance.map(|distance| distance / self.step_degrees))
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{moved, two_joint_tube};
    use super::*;
    use crate::model::{Model, Pose, ScaleKind};
    use glam::{DQuat, Quat};
    use std::cell::Cell;
    use std::convert::Infallible;

    /// A tube twisted about its axis under linear blending, whose second joint turns.
    struct Tube {
        model: Model,
        rest: RestSkin,
        joint: RestJoint,
        deformed: Cell<usize>,
    }

    impl Tube {
        fn new() -> Self {
            let model = two_joint_tube();
            let rest = RestSkin::of(&model);
            let joint = RestJoint::of(&rest, 1);
            Self { model, rest, joint, deformed: Cell::new(0) }
        }
    }

    impl SweptSkins for &Tube {
        /// The angle in degrees.
        type Posed = f64;
        type Error = Infallible;

        fn count(&self) -> usize {
            1
        }

        fn rest(&self, _: usize) -> Option<(&RestSkin, Option<&RestJoint>)> {
            Some((&self.rest, Some(&self.joint)))
        }

        fn posed(&self, _: usize, angle_degrees: f64) -> Result<f64, Infallible> {
            Ok(angle_degrees)
        }

        fn bones(&self, _: usize, rest: &RestSkin, posed: &f64) -> PosedBones {
            let mut pose = Pose::rest(&self.model.skeleton);
            pose.joints[1].rotation = Quat::from_rotation_x(posed.to_radians() as f32);
            rest.bones.posed(&self.model, &pose, ScaleKind::Inherited)
        }

        /// Its reference methods leave it at rest.
        fn deformed(
            &self,
            _: usize,
            surface: &Surface,
            posed: &f64,
            under: Option<Reference>,
        ) -> Result<Option<DeformedSkin>, Infallible> {
            self.deformed.set(self.deformed.get() + 1);
            let turn = DQuat::from_rotation_x(if under.is_some() { 0.0 } else { posed.to_radians() });
            Ok(Some(moved(surface, |p| p.lerp(turn * p, ((p.x + 1.0) / 2.0).clamp(0.0, 1.0)))))
        }

        fn to_model(&self, _: usize, _: &f64) -> Result<Option<PairDifference>, Infallible> {
            Ok(Some(PairDifference { largest: 3.0, at: None, mean: 2.0, p99: 2.5 }))
        }
    }

    fn one(tube: &Tube, figure: Figure, angle: f64, before: Option<f64>) -> Vec<Option<f64>> {
        let Ok(values) = Sweeper::new(tube, &[figure], 5.0).measure(0, angle, before);
        values
    }

    /// A sweep of one figure measures only that, and gets the value that measuring everything gives.
    #[test]
    fn each_figure_alone_is_as_in_all() {
        let tube = &Tube::new();
        let skin = tube.deformed(0, &tube.rest.surface, &100.0, None).unwrap().unwrap();
        let bones = tube.bones(0, &tube.rest, &100.0);
        let all = Figures::measure(&tube.rest, Some(&tube.joint), &skin, &bones);
        let measured = Measurements { figures: Some(&all), ..Measurements::default() };
        for figure in Figure::ALL.into_iter().filter(|figure| matches!(figure.scope(), Scope::Joint | Scope::Skin)) {
            let expected: Vec<Option<f64>> =
                figure.readings_of_sweep().map(|reading| reading.value(&measured)).collect();
            assert!(expected.iter().all(Option::is_some), "{figure:?}");
            assert_eq!(one(tube, figure, 100.0, None), expected, "{figure:?}");
        }
        let radius = one(tube, Figure::MinorRadius, 100.0, None)[0].unwrap();
        assert!((radius - 50f64.to_radians().cos()).abs() < 1e-3, "{radius}");
    }

    #[test]
    fn what_compares_has_its_own_numbers() {
        let tube = &Tube::new();
        // The end of the tube, of radius 0.5, turns by half a turn.
        let to_lbs = one(tube, Figure::DifferenceToLbs, 180.0, None);
        assert!((to_lbs[0].unwrap() - 1.0).abs() < 1e-6 && to_lbs.len() == 3, "{to_lbs:?}");
        assert_eq!(one(tube, Figure::DistanceToModel, 90.0, None), [Some(3.0), Some(2.0), Some(2.5)]);
        tube.deformed.set(0);
        one(tube, Figure::DistanceToModel, 90.0, None);
        assert_eq!(tube.deformed.get(), 0, "models alone need no skin");
    }

    #[test]
    fn a_step_is_from_the_angle_before_whatever_was_measured_before() {
        let tube = &Tube::new();
        assert_eq!(one(tube, Figure::Step, 60.0, None), [None], "the first angle");
        let mut ordered = Sweeper::new(tube, &[Figure::Step], 5.0);
        let Ok(_) = ordered.measure(0, 55.0, None);
        tube.deformed.set(0);
        let Ok(step) = ordered.measure(0, 60.0, Some(55.0));
        assert_eq!(tube.deformed.get(), 1, "the skin at the angle before is kept");
        let alone = one(tube, Figure::Step, 60.0, Some(55.0));
        assert_eq!(step, alone);
        // The end of the tube moves along a chord of 5 degrees.
        let expected = 2.0 * 0.5 * 2.5f64.to_radians().sin() / 5.0;
        assert!((step[0].unwrap() - expected).abs() < 1e-6, "{step:?} {expected}");
    }
}
