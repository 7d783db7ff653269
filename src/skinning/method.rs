use crate::model::ScaleKind;

/// A way to bend a skin. Ids are what the command line takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SkinningMethod {
    /// Linear blend skinning: eq. 1 of all the papers.
    #[default]
    Lbs,
    /// Dual quaternion linear blending of the joints' rigid parts: Kavan 2008, algorithm 1.
    Dqs,
}

/// How a quaternion method chooses between q and -q, which are one rotation but blend differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Antipodality {
    /// Each joint's quaternion in its canonical sign: the first of w, x, y, z that is not zero is positive.
    None,
    /// Signs found on the CPU, each joint against its parent (Kavan 2008, end of section 4.1).
    PerBone,
    /// Each influence against the vertex's heaviest (Kavan 2008, algorithm 2).
    #[default]
    PerVertex,
    /// Each influence against the sum so far (Kavan & Zara's (+) operator; what Blender and libigl do).
    RunningSum,
    /// No flips: joint quaternions composed down the skeleton from the unwrapped angles, so that turns are counted
    /// (Kavan 2008, section 6).
    Continuous,
}

/// What the vertex loop does about signs; the rest happens in the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum SignMode {
    AsGiven = 0,
    AgainstHeaviest = 1,
    AgainstRunningSum = 2,
}

/// Everything that decides what a method makes of a pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SkinningSettings {
    pub method: SkinningMethod,
    pub antipodality: Antipodality,
    pub scale_kind: ScaleKind,
}

/// An id that no method, mode or kind has.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("\"{given}\" is not a {what}; choose one of {known}")]
pub struct UnknownId {
    pub given: String,
    pub what: &'static str,
    pub known: String,
}

fn find<T: Copy>(all: &[T], id: fn(T) -> &'static str, what: &'static str, given: &str) -> Result<T, UnknownId> {
    all.iter().copied().find(|&one| id(one) == given).ok_or_else(|| UnknownId {
        given: given.to_owned(),
        what,
        known: all.iter().map(|&one| id(one)).collect::<Vec<_>>().join(", "),
    })
}

impl SkinningMethod {
    pub const ALL: [Self; 2] = [Self::Lbs, Self::Dqs];

    /// What the command line takes, and the name of the shader and of the twin.
    pub fn id(self) -> &'static str {
        match self {
            Self::Lbs => "lbs",
            Self::Dqs => "dqs",
        }
    }

    pub fn from_id(id: &str) -> Result<Self, UnknownId> {
        find(&Self::ALL, Self::id, "method", id)
    }

    pub fn short_name(self) -> &'static str {
        match self {
            Self::Lbs => "LBS",
            Self::Dqs => "DQS",
        }
    }

    pub fn long_name(self) -> &'static str {
        match self {
            Self::Lbs => "Linear blend",
            Self::Dqs => "Dual quaternion",
        }
    }

    /// Two lines for panels: what it does, and what it is known to get wrong.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Lbs => {
                "Blends the joints' matrices. Twists pinch like a candy wrapper and bends collapse; at 180° the \
                 section shrinks to a point."
            }
            Self::Dqs => {
                "Blends the joints' rigid motions as dual quaternions; scale is dropped. Keeps the volume of twists, \
                 bulges on the outside of bends, and flips beyond 180°."
            }
        }
    }

    /// Whether the sign of a joint's quaternion changes the result, so that antipodality matters.
    pub fn blends_quaternions(self) -> bool {
        match self {
            Self::Lbs => false,
            Self::Dqs => true,
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

    /// One line for tooltips.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::None => "Each joint's quaternion as it comes, first component positive",
            Self::PerBone => "Each joint against its parent, once per pose",
            Self::PerVertex => "Each influence against the vertex's heaviest",
            Self::RunningSum => "Each influence against the sum so far",
            Self::Continuous => "No flips: turns are counted along the skeleton",
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
    fn ids_round_trip_and_mistakes_list_the_choices() {
        for method in SkinningMethod::ALL {
            assert_eq!(SkinningMethod::from_id(method.id()), Ok(method));
        }
        for mode in Antipodality::ALL {
            assert_eq!(Antipodality::from_id(mode.id()), Ok(mode));
        }
        assert_eq!(
            SkinningMethod::from_id("LBS").unwrap_err().to_string(),
            "\"LBS\" is not a method; choose one of lbs, dqs"
        );
    }
}
