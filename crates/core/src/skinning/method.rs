use super::{BlendFactor, Phases};
use crate::model::ScaleKind;
use serde::{Deserialize, Serialize};

/// A skinning method. The ids are the names on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkinningMethod {
    /// Linear blend skinning: eq. 1 of Kavan 2008.
    #[default]
    Lbs,
    /// Dual quaternion linear blending of the joints' rigid parts: Kavan 2008, algorithm 1.
    Dqs,
    /// Scale and shear blended linearly at rest, then dual quaternions: Kavan 2008, section 4.2.
    TwoPhaseDqs,
    /// Optimized centers of rotation: Le & Hodgins 2016, algorithm 1.
    Cor,
    /// Optimized centers of rotation, with rotations optimized too: Le & Hodgins 2016, section 5.
    CorProcrustes,
    /// Quaternion and translation blended separately, about the nearest influencing joint: Hejl 2004, in Kavan 2008,
    /// section 2.3.
    DirectQuaternion,
    /// Quaternions and translations blended separately: Kavan 2008, sections 2.3 and 3.3.
    QuaternionTranslation,
    /// Blended matrix logarithms of the joints' rigid parts: Alexa 2002, Cordier & Magnenat-Thalmann 2005.
    LogMatrix,
    /// Spherical blend skinning, one center of rotation for each set of joints: Kavan & Zara 2005.
    Spherical,
    /// Dual quaternion iterative blending: Kavan 2008, algorithm 3.
    Dib,
    /// An interpolation between LBS and two-phase DQS.
    LbsDqs,
}

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
    AsGiven = 0,
    AgainstHeaviest = 1,
    AgainstRunningSum = 2,
}

/// All settings that determine how a method deforms a pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct SkinningSettings {
    pub method: SkinningMethod,
    /// Choice of signs. `None` takes the method's own, also after the method changes; a chosen mode stays.
    #[serde(rename = "antipodality", skip_serializing_if = "Option::is_none")]
    pub chosen_antipodality: Option<Antipodality>,
    pub scale_kind: ScaleKind,
    /// Position between LBS and two-phase DQS, for `lbs-dqs` only.
    pub blend: BlendFactor,
    /// Phases that are applied, for methods with two phases only.
    #[serde(rename = "phases", skip_serializing_if = "Phases::are_both")]
    pub chosen_phases: Phases,
}

impl SkinningSettings {
    /// Choice of signs: the set one, or the default of the method's paper.
    pub fn antipodality(self) -> Antipodality {
        self.chosen_antipodality.unwrap_or(self.method.default_antipodality())
    }
}

/// An unknown id of a method, mode or kind.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("no {what} is called {given:?}; choose one of {known}")]
pub struct UnknownId {
    pub given: String,
    pub what: &'static str,
    pub known: String,
}

pub(super) fn find<T: Copy>(
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

impl SkinningMethod {
    /// All methods, in menu order.
    pub const ALL: [Self; 11] = [
        Self::Lbs,
        Self::Dqs,
        Self::TwoPhaseDqs,
        Self::Cor,
        Self::CorProcrustes,
        Self::DirectQuaternion,
        Self::QuaternionTranslation,
        Self::LogMatrix,
        Self::Spherical,
        Self::Dib,
        Self::LbsDqs,
    ];

    /// The method `places` further down the menu, or up if negative; after the last comes the first.
    pub fn at_distance(self, places: isize) -> Self {
        let index = Self::ALL.iter().position(|method| *method == self).unwrap_or_default() as isize;
        Self::ALL[(index + places).rem_euclid(Self::ALL.len() as isize) as usize]
    }

    /// The name on the command line, which is also the name of the shader and of its CPU twin.
    pub fn id(self) -> &'static str {
        match self {
            Self::Lbs => "lbs",
            Self::Dqs => "dqs",
            Self::TwoPhaseDqs => "two-phase-dqs",
            Self::Cor => "cor",
            Self::CorProcrustes => "cor-procrustes",
            Self::DirectQuaternion => "direct-quaternion",
            Self::QuaternionTranslation => "quaternion-translation",
            Self::LogMatrix => "log-matrix",
            Self::Spherical => "spherical",
            Self::Dib => "dib",
            Self::LbsDqs => "lbs-dqs",
        }
    }

    pub fn from_id(id: &str) -> Result<Self, UnknownId> {
        find(&Self::ALL, Self::id, "method", id)
    }

    pub fn short_name(self) -> &'static str {
        match self {
            Self::Lbs => "LBS",
            Self::Dqs => "DQS",
            Self::TwoPhaseDqs => "Two-phase DQS",
            Self::Cor => "CoR",
            Self::CorProcrustes => "CoR Procrustes",
            Self::DirectQuaternion => "Direct quaternion",
            Self::QuaternionTranslation => "Quaternion-translation",
            Self::LogMatrix => "Log-matrix",
            Self::Spherical => "Spherical",
            Self::Dib => "DIB",
            Self::LbsDqs => "LBS to DQS",
        }
    }

    pub fn long_name(self) -> &'static str {
        match self {
            Self::Lbs => "Linear blend skinning",
            Self::Dqs => "Dual quaternion skinning",
            Self::TwoPhaseDqs => "Linear scale, then dual quaternions",
            Self::Cor => "Optimized centers of rotation",
            Self::CorProcrustes => "Optimized centers and rotations",
            Self::DirectQuaternion => "Rotation about the nearest joint",
            Self::QuaternionTranslation => "Rotation and translation blended separately",
            Self::LogMatrix => "Blended matrix logarithms",
            Self::Spherical => "One center of rotation per joint set",
            Self::Dib => "Iterative dual quaternion blending",
            Self::LbsDqs => "Mix of linear and dual quaternion skinning",
        }
    }

    /// Two lines for panels: the method's effect and its known artifacts.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Lbs => {
                "Blends the joints' matrices. Twists pinch the skin like a candy wrapper, and bends collapse it. At 180°, \
                 the cross section shrinks to a point."
            }
            Self::Dqs => {
                "Blends the joints' rigid motions as dual quaternions and ignores scale. Preserves volume in twists, \
                 bulges on the outside of bends, and flips beyond 180°."
            }
            Self::TwoPhaseDqs => {
                "Blends scale and shear linearly in the rest pose, then the rigid motions as dual quaternions. \
                 Bulges and flips as DQS does."
            }
            Self::Cor => {
                "Blends rotations as quaternions and rotates each vertex about its own precomputed center. Bulges \
                 less than DQS in bends, and flips beyond 180°."
            }
            Self::CorProcrustes => {
                "Like CoR, but fits each rotation to the linearly blended skin around the vertex. Large rotations \
                 gather where the weights are equal; flips beyond 180°."
            }
            Self::DirectQuaternion => {
                "Blends rotations as quaternions about the nearest influencing joint and ignores scale. The skin \
                 cracks where the nearest joint changes."
            }
            Self::QuaternionTranslation => {
                "Blends quaternions and translations separately, so that vertices rotate about the origin and drift \
                 away. Ignores scale."
            }
            Self::LogMatrix => {
                "Blends matrix logarithms and ignores scale. Beyond 90°, the skin may rotate the long way around, and \
                 rotating the whole rig changes the shape."
            }
            Self::Spherical => {
                "Rotates all vertices with the same set of joints about one center, computed for each pose. Ignores \
                 scale. The skin tears where the set changes."
            }
            Self::Dib => {
                "Blends screw motions exactly, by iteration. DQS approximates it. Ignores scale and flips beyond \
                 180°."
            }
            Self::LbsDqs => "A slider between LBS and two-phase DQS, with some of the collapse and some of the bulge.",
        }
    }

    /// Whether a joint's scale and shear affect the skin; the other methods drop them and use the rigid part alone.
    pub fn scales(self) -> bool {
        match self {
            Self::Lbs | Self::TwoPhaseDqs | Self::Cor | Self::CorProcrustes | Self::LbsDqs => true,
            Self::Dqs
            | Self::DirectQuaternion
            | Self::QuaternionTranslation
            | Self::LogMatrix
            | Self::Spherical
            | Self::Dib => false,
        }
    }

    /// Whether scale and shear are blended in a phase of their own, before the rigid motions.
    pub fn has_first_phase(self) -> bool {
        matches!(self, Self::TwoPhaseDqs | Self::Cor | Self::CorProcrustes | Self::LbsDqs)
    }

    /// Whether [`SkinningSettings::blend`] changes the result.
    pub fn takes_blend(self) -> bool {
        self == Self::LbsDqs
    }

    /// Whether the method rotates about precomputed centers of rotation.
    pub fn needs_centers(self) -> bool {
        matches!(self, Self::Cor | Self::CorProcrustes)
    }

    /// Whether the method also uses the covariance of the skin about each center.
    pub fn needs_covariances(self) -> bool {
        self == Self::CorProcrustes
    }

    /// Whether the sign of a joint's quaternion changes the result, so that antipodality matters.
    pub fn blends_quaternions(self) -> bool {
        match self {
            Self::Lbs | Self::CorProcrustes | Self::LogMatrix => false,
            Self::Dqs
            | Self::TwoPhaseDqs
            | Self::Cor
            | Self::DirectQuaternion
            | Self::QuaternionTranslation
            | Self::Spherical
            | Self::Dib
            | Self::LbsDqs => true,
        }
    }
}

impl SkinningMethod {
    /// The mode of the method's paper: the running sum for `cor`, whose blend is the (+) operator (Le & Hodgins 2016,
    /// algorithm 1), and otherwise the heaviest influence (Kavan 2008, algorithm 2).
    pub fn default_antipodality(self) -> Antipodality {
        match self {
            Self::Cor => Antipodality::RunningSum,
            _ => Antipodality::PerVertex,
        }
    }
}

impl Antipodality {
    pub const ALL: [Self; 5] = [Self::None, Self::PerBone, Self::PerVertex, Self::RunningSum, Self::Continuous];

    pub fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::PerBone => "per-bone",
            Self::PerVertex => "per-vertex",
            Self::RunningSum => "running-sum",
            Self::Continuous => "continuous",
        }
    }

    pub fn from_id(id: &str) -> Result<Self, UnknownId> {
        find(&Self::ALL, Self::id, "antipodality mode", id)
    }

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

    pub fn sign_mode(self) -> SignMode {
        match self {
            Self::None | Self::PerBone | Self::Continuous => SignMode::AsGiven,
            Self::PerVertex => SignMode::AgainstHeaviest,
            Self::RunningSum => SignMode::AgainstRunningSum,
        }
    }
}

impl ScaleKind {
    pub const ALL: [Self; 2] = [Self::Inherited, Self::Local];

    pub fn id(self) -> &'static str {
        match self {
            Self::Inherited => "inherited",
            Self::Local => "local",
        }
    }

    pub fn from_id(id: &str) -> Result<Self, UnknownId> {
        find(&Self::ALL, Self::id, "scale kind", id)
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
    fn the_menu_is_a_circle() {
        assert_eq!(SkinningMethod::Lbs.at_distance(1), SkinningMethod::Dqs);
        assert_eq!(SkinningMethod::Lbs.at_distance(-1), SkinningMethod::ALL[SkinningMethod::ALL.len() - 1]);
        for method in SkinningMethod::ALL {
            assert_eq!(method.at_distance(1).at_distance(-1), method);
            assert_eq!(method.at_distance(SkinningMethod::ALL.len() as isize), method);
        }
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
             direct-quaternion, quaternion-translation, log-matrix, spherical, dib, lbs-dqs"
        );
    }
}
