use crate::model::Model;
use crate::posing::front_yaw;
use crate::rigging::{Placement, PlacementError, placed};
use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

/// Way in which a second model is fitted to the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairFit {
    /// Whether the second model gets the extent of the first.
    pub equal_scale: bool,
    /// Whether the second model keeps the facing of its file. Otherwise, it is turned to look in the direction of the
    /// first, so that a leg that kicks to the front does so in both.
    pub keep_facing: bool,
}

/// Properties of a model at rest that determine the fit of two models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// The longest side of the model's bounding box.
    pub extent: f32,
    /// The result of [`front_yaw`].
    pub front_yaw: f32,
}

impl Stance {
    /// Measures a model at rest.
    pub fn of(model: &Model) -> Self {
        Self { extent: model.rest_bounds().extent(), front_yaw: front_yaw(model) }
    }

    /// Number of quarter turns about the vertical after which a second model looks in the direction of this one, 0 to
    /// 3.
    fn quarter_turns(self, second: Self) -> u8 {
        let quarters = ((self.front_yaw - second.front_yaw) / FRAC_PI_2).round() as i32;
        quarters.rem_euclid(4) as u8
    }
}

impl PairFit {
    /// The scaling and turning of the second model. Models without an extent keep their size.
    pub fn placement(self, first: Stance, second: Stance) -> Placement {
        let ratio = f64::from(first.extent) / f64::from(second.extent);
        let is_scaled = self.equal_scale && ratio.is_finite() && ratio > 0.0;
        Placement {
            factor: if is_scaled { ratio } else { 1.0 },
            quarter_turns: if self.keep_facing { 0 } else { first.quarter_turns(second) },
        }
    }

    /// The second model, fitted to the first: itself if no change is needed.
    ///
    /// # Errors
    /// If it cannot have that size.
    pub fn fitted(self, first: Stance, (second, stance): (&Arc<Model>, Stance)) -> Result<Arc<Model>, PlacementError> {
        let placement = self.placement(first, stance);
        if placement == Placement::AS_IT_IS {
            return Ok(Arc::clone(second));
        }
        placed(second, placement).map(Arc::new)
    }

    /// Note about the directions in which two models look, as one sentence without its end. `None` if both look the
    /// same way.
    pub fn facing_note(self, stances: [Stance; 2], [first, second]: [&str; 2]) -> Option<String> {
        let turns = stances[0].quarter_turns(stances[1]);
        if turns == 0 {
            return None;
        }
        let ways = stances.map(|stance| way(stance.front_yaw));
        let faces = format!("{second} faces {} and {first} faces {}", ways[1], ways[0]);
        Some(if self.keep_facing {
            format!("{faces}, so joints turn the other way in one of them")
        } else {
            format!("{faces}, so {second} is turned by {} degrees", if turns == 2 { 180 } else { 90 })
        })
    }
}

/// The axis along which a character with this [`front_yaw`] looks.
fn way(front_yaw: f32) -> &'static str {
    ["+Z", "+X", "-Z", "-X"][(front_yaw / FRAC_PI_2).round().rem_euclid(4.0) as usize % 4]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::PI;

    fn stance(extent: f32, front_yaw: f32) -> Stance {
        Stance { extent, front_yaw }
    }

    #[test]
    fn the_second_turns_to_where_the_first_looks() {
        let turns = |first: f32, second: f32| {
            let both = [stance(1.0, first), stance(1.0, second)];
            PairFit::default().placement(both[0], both[1]).quarter_turns
        };
        assert_eq!([turns(0.0, 0.0), turns(0.0, PI), turns(PI, 0.0), turns(PI, PI)], [0, 2, 2, 0]);
        assert_eq!([turns(FRAC_PI_2, 0.0), turns(0.0, FRAC_PI_2), turns(-FRAC_PI_2, PI)], [1, 3, 1]);
        let keeps = PairFit { keep_facing: true, equal_scale: true };
        let placement = keeps.placement(stance(3.0, 0.0), stance(2.0, PI));
        assert_eq!(placement, Placement { factor: 1.5, quarter_turns: 0 });
        assert_eq!(keeps.placement(stance(3.0, 0.0), stance(0.0, 0.0)), Placement::AS_IT_IS, "no size");
        assert_eq!(PairFit::default().placement(stance(3.0, 0.0), stance(2.0, 0.0)), Placement::AS_IT_IS);
    }

    #[test]
    fn a_note_says_who_faces_where_and_what_is_done() {
        let note = |beside: PairFit, yaws: [f32; 2]| beside.facing_note(yaws.map(|yaw| stance(1.0, yaw)), ["a", "b"]);
        assert_eq!(note(PairFit::default(), [PI, PI]), None);
        let turned = "b faces -Z and a faces +Z, so b is turned by 180 degrees";
        assert_eq!(note(PairFit::default(), [0.0, PI]).as_deref(), Some(turned));
        let quarter = "b faces -X and a faces +Z, so b is turned by 90 degrees";
        assert_eq!(note(PairFit::default(), [0.0, -FRAC_PI_2]).as_deref(), Some(quarter));
        let kept = "b faces +Z and a faces -Z, so joints turn the other way in one of them";
        let keeps = PairFit { keep_facing: true, ..PairFit::default() };
        assert_eq!(note(keeps, [PI, 0.0]).as_deref(), Some(kept));
    }
}
