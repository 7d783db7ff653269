use super::{BlendFactor, ChosenNumbers, Phases, SkinningMethod};
use crate::model::{MOST_MOMENTS, Model, MostSurroundingJoints, ScaleKind, StoredSkin};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A quaternion method's choice between q and -q, which are the same rotation but blend differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Antipodality {
    /// Each joint's quaternion in its canonical sign: the first nonzero component of w, x, y, z is positive.
    None,
    /// Signs chosen on the CPU, each joint relative to its parent (Kavan 2008, end of section 4.1).
    PerBone,
    /// Each influence relative to the vertex's heaviest (Kavan 2008, algorithm 2).
    PerVertex,
    /// Each influence relative to the sum so far (Kavan & Zara's (+) operator, as in Blender and libigl).
    RunningSum,
    /// No sign changes: joint quaternions are composed down the skeleton from the unwrapped angles, so that full turns
    /// are counted (Kavan 2008, section 6).
    Continuous,
}

/// Choice of signs in the vertex loop; other choices are made in the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum SignMode {
    /// The signs of the palette.
    AsGiven = 0,
    /// Each influence's quaternion in the hemisphere of the heaviest's.
    AgainstHeaviest = 1,
    /// Each influence's quaternion in the hemisphere of the weighted sum before it.
    AgainstRunningSum = 2,
}

impl SignMode {
    /// The name in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::AsGiven => "as-given",
            Self::AgainstHeaviest => "heaviest",
            Self::AgainstRunningSum => "running-sum",
        }
    }
}

/// All settings that determine how a method deforms a pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct SkinningSettings {
    /// The method.
    pub method: SkinningMethod,
    /// Choice of signs. `None` takes the method's own, also after the method changes; a chosen mode stays.
    #[serde(rename = "antipodality", skip_serializing_if = "Option::is_none")]
    pub chosen_antipodality: Option<Antipodality>,
    /// The meaning of a TRS scale that differs from rest.
    pub scale_kind: ScaleKind,
    /// Position between LBS and two-phase DQS, for `lbs-dqs` only.
    pub blend: BlendFactor,
    /// Phases that are applied, for methods with two phases only.
    #[serde(rename = "phases", skip_serializing_if = "Phases::are_both")]
    pub chosen_phases: Phases,
    /// Numbers of a method that is not built in.
    #[serde(skip_serializing_if = "ChosenNumbers::are_none")]
    pub numbers: ChosenNumbers,
    /// Influences, weights and positions that are kept of the skin.
    #[serde(skip_serializing_if = "StoredSkin::is_full")]
    pub stored: StoredSkin,
}

impl SkinningSettings {
    /// Choice of signs: the set one, or the default of the method's paper.
    pub fn antipodality(self) -> Antipodality {
        self.chosen_antipodality.unwrap_or(self.method.default_antipodality())
    }

    /// What is kept of the skin as far as the method reads it.
    #[must_use]
    pub fn stored_as_read(self) -> StoredSkin {
        let is_read =
            |most: &MostSurroundingJoints| self.method.reads_moments() && usize::from(most.get()) < MOST_MOMENTS;
        let most_surrounding_joints = self.stored.most_surrounding_joints.filter(is_read);
        StoredSkin { most_surrounding_joints, ..self.stored }
    }

    /// The model whose [`crate::model::SkinMoments`] the method reads when it skins this one: in its default shape, as it is
    /// stored. `None` if the method reads none.
    pub fn model_to_smooth(self, model: &Arc<Model>) -> Option<Arc<Model>> {
        if !self.method.reads_moments() {
            return None;
        }
        let model = model.in_default_shape();
        Some(if self.stored.is_full() { Arc::clone(model) } else { model.stored(self.stored) })
    }

    /// Settings that a skin is compared with: the full skin under another method, with the same other settings.
    #[must_use]
    pub fn compared_with(self, method: SkinningMethod) -> Self {
        Self { method, stored: StoredSkin::FULL, ..self }
    }
}

/// An unknown id of a method, mode or kind.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("no {what} is called {given:?}; choose one of {known}")]
pub struct UnknownId {
    /// The given id.
    pub given: String,
    /// Kind of the id, such as `method`.
    pub what: &'static str,
    /// The existing ids, separated by commas.
    pub known: String,
}

/// Finds a value by its id, around which spaces do not count.
///
/// # Errors
/// No value has this id.
pub fn find_by_id<T: Copy>(
    all: &[T],
    id: fn(T) -> &'static str,
    what: &'static str,
    given: &str,
) -> Result<T, UnknownId> {
    all.iter().copied().find(|&one| id(one) == given.trim()).ok_or_else(|| UnknownId {
        given: given.to_owned(),
        what,
        known: all.iter().map(|&one| id(one)).collect::<Vec<_>>().join(", "),
    })
}

impl Antipodality {
    /// All modes.
    pub const ALL: [Self; 5] = [Self::None, Self::PerBone, Self::PerVertex, Self::RunningSum, Self::Continuous];

    /// The name on the command line and in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::PerBone => "per-bone",
            Self::PerVertex => "per-vertex",
            Self::RunningSum => "running-sum",
            Self::Continuous => "continuous",
        }
    }

    /// The mode of an [`Self::id`].
    ///
    /// # Errors
    /// If there is no such id. The error lists all ids.
    pub fn from_id(id: &str) -> Result<Self, UnknownId> {
        find_by_id(&Self::ALL, Self::id, "antipodality mode", id)
    }

    /// The name for display.
    pub fn label(self) -> &'static str {
        match self {
            Self::None => "None",
            Self::PerBone => "Per bone",
            Self::PerVertex => "Per vertex",
            Self::RunningSum => "Running sum",
            Self::Continuous => "Continuous",
        }
    }

    /// [`Self::label`] in words that are understood without context, e.g. in a list of mixed settings.
    pub fn title(self) -> &'static str {
        if self == Self::None { "No antipodality" } else { self.label() }
    }

    /// Source of the mode.
    pub fn source(self) -> &'static str {
        match self {
            Self::None => "in no paper; shows why a choice is needed",
            Self::PerBone => "Kavan et al. 2008, end of section 4.1",
            Self::PerVertex => "Kavan et al. 2008, algorithm 2",
            Self::RunningSum => "Kavan & Žára 2005; Le & Hodgins 2016, algorithm 1",
            Self::Continuous => "Kavan et al. 2008, section 6",
        }
    }

    /// One line for tooltips.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::None => "Uses each quaternion with its canonical sign: the first nonzero component is positive",
            Self::PerBone => "Matches each joint's sign to its parent's, once per pose",
            Self::PerVertex => "Matches each influence's sign to the one with the largest weight, for each vertex",
            Self::RunningSum => "Matches each influence's sign to the sum so far, for each vertex",
            Self::Continuous => {
                "Counts full turns along the skeleton. Does not flip while the joints of a vertex are less than 360° apart"
            }
        }
    }

    /// The part of the choice that is made for each vertex.
    pub fn sign_mode(self) -> SignMode {
        match self {
            Self::None | Self::PerBone | Self::Continuous => SignMode::AsGiven,
            Self::PerVertex => SignMode::AgainstHeaviest,
            Self::RunningSum => SignMode::AgainstRunningSum,
        }
    }
}

impl ScaleKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Inherited, Self::Local];

    /// The name on the command line and in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Inherited => "inherited",
            Self::Local => "local",
        }
    }

    /// The kind of an [`Self::id`].
    ///
    /// # Errors
    /// If there is no such id. The error lists all ids.
    pub fn from_id(id: &str) -> Result<Self, UnknownId> {
        find_by_id(&Self::ALL, Self::id, "scale kind", id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_that_was_not_chosen_follows_the_method() {
        let of = |method, chosen_antipodality| {
            SkinningSettings { method, chosen_antipodality, ..SkinningSettings::default() }.antipodality()
        };
        assert_eq!(of(SkinningMethod::Dqs, None), Antipodality::PerVertex);
        assert_eq!(of(SkinningMethod::Cor, None), Antipodality::RunningSum);
        assert_eq!(of(SkinningMethod::Cor, Some(Antipodality::PerVertex)), Antipodality::PerVertex);
    }

    #[test]
    fn ids_round_trip_and_mistakes_list_the_choices() {
        for method in SkinningMethod::ALL {
            assert_eq!(SkinningMethod::from_id(method.id()), Ok(method));
        }
        for mode in Antipodality::ALL {
            assert_eq!(Antipodality::from_id(mode.id()), Ok(mode));
        }
        assert_eq!(
            SkinningMethod::from_id("LBS").unwrap_err().to_string(),
            "no method is called \"LBS\"; choose one of lbs, dqs, two-phase-dqs, cor, cor-procrustes, \
             direct-quaternion, quaternion-translation, log-matrix, spherical, dib, lbs-dqs, bulge-free-dqs, preserve-volume, weighted-lbs-dqs, delta-mush, \
             direct-delta-mush"
        );
    }
}
