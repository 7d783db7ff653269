use serde::{Deserialize, Serialize};

/// The twists that a bone's twist joints spread along it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TwistKind {
    /// The twist of the joint at the bone's end, such as the hand's along the forearm: none of it at the start of the
    /// bone, all of it at its end.
    #[default]
    End,
    /// The bone's own twist, such as the upper arm's about itself: none of it at the start of the bone, where the skin
    /// keeps the roll of the joint above, all of it at its end.
    Own,
    /// The twist of the joint at the bone's end, and the bone's own.
    Both,
}

impl TwistKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::End, Self::Own, Self::Both];

    /// The word on the command line and in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::End => "end",
            Self::Own => "own",
            Self::Both => "both",
        }
    }

    /// The kind of an [`Self::id`].
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }

    pub(crate) fn spreads_end(self) -> bool {
        self != Self::Own
    }

    pub(crate) fn spreads_own(self) -> bool {
        self != Self::End
    }

    /// Number of joints that divide a bone into `count` steps. The bone's own joint serves as the joint at the start
    /// for the end's twist, and as the joint at the end for its own twist; for both twists it serves as neither.
    pub fn joint_count(self, count: u32) -> u32 {
        count + u32::from(self == Self::Both)
    }

    /// Whether a twist joint can have this position along the bone.
    pub(super) fn has_share(self, share: f64) -> bool {
        (0.0..=1.0).contains(&share) && (self != Self::End || share > 0.0) && (self != Self::Own || share < 1.0)
    }
}
