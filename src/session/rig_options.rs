use crate::baking::{Drive, HelperCount};
use serde::{Deserialize, Serialize};

/// Options for exporting the model. Kept for the next start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RigOptions {
    /// Whether linear blending is to look like the selected pane, by helper joints and other weights.
    pub bakes_look: bool,
    /// Helper joints of each joint, if the look is baked; `None` for as many as each needs.
    pub helpers: Option<u8>,
    /// Whether the helpers have motions of their own in the clips, and none in other poses.
    pub clips_only: bool,
    /// The largest number of influences of a vertex; `None` for as many as it has.
    pub influences: Option<u8>,
    /// Whether a script for Blender is written beside the model, if the look is baked.
    pub writes_script: bool,
}

impl RigOptions {
    /// The largest number of helpers of a joint.
    pub const MOST_HELPERS: u8 = crate::rigging::MOST_HELPERS as u8;

    /// The choices of influences: all, and whole sets.
    pub const INFLUENCES: [Option<u8>; 3] = [None, Some(8), Some(4)];

    /// Corrects values that a file may contain.
    #[must_use]
    pub fn within_range(self) -> Self {
        Self {
            helpers: self.helpers.filter(|helpers| (1..=Self::MOST_HELPERS).contains(helpers)),
            influences: self.influences.filter(|influences| Self::INFLUENCES.contains(&Some(*influences))),
            ..self
        }
    }

    /// These options with what differs between two others. The rest stays, also where it does not apply to the open model.
    #[must_use]
    pub fn changed(self, before: Self, after: Self) -> Self {
        fn pick<T: Copy + PartialEq>(kept: T, before: T, after: T) -> T {
            if before == after { kept } else { after }
        }
        Self {
            bakes_look: pick(self.bakes_look, before.bakes_look, after.bakes_look),
            helpers: pick(self.helpers, before.helpers, after.helpers),
            clips_only: pick(self.clips_only, before.clips_only, after.clips_only),
            influences: pick(self.influences, before.influences, after.influences),
            writes_script: pick(self.writes_script, before.writes_script, after.writes_script),
        }
    }

    /// What moves the helpers of a bake.
    pub(super) fn drive(self) -> Drive {
        if self.bakes_look && self.clips_only { Drive::Clips } else { Drive::Constraints }
    }

    /// The helpers of a bake.
    pub(super) fn helper_count(self) -> HelperCount {
        match self.helpers {
            _ if !self.bakes_look => HelperCount::Each(0),
            Some(helpers) => HelperCount::Each(u32::from(helpers)),
            None => HelperCount::default(),
        }
    }

    /// Whether weights of a model with this many influences are fitted anew.
    pub(super) fn changes_weights(self, influences: usize) -> bool {
        self.bakes_look || self.influences.is_some_and(|most| usize::from(most) < influences)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_file_are_corrected() {
        let odd = RigOptions { helpers: Some(200), influences: Some(5), ..RigOptions::default() };
        assert_eq!(odd.within_range(), RigOptions::default());
        let good = RigOptions { helpers: Some(3), influences: Some(4), ..RigOptions::default() };
        assert_eq!(good.within_range(), good);
        assert!(good.changes_weights(8) && !good.changes_weights(4));
        assert_eq!(good.helper_count(), HelperCount::Each(0), "helpers belong to a look");
        assert_eq!(RigOptions { bakes_look: true, ..good }.helper_count(), HelperCount::Each(3));
    }

    #[test]
    fn what_does_not_apply_to_a_model_is_kept_for_the_next() {
        let stored = RigOptions { bakes_look: true, influences: Some(4), ..RigOptions::default() };
        let shown = RigOptions::default();
        let with_script = RigOptions { writes_script: true, ..shown };
        assert_eq!(stored.changed(shown, with_script), RigOptions { writes_script: true, ..stored });
        assert_eq!(stored.changed(stored, RigOptions { influences: None, ..stored }).influences, None);
    }
}
