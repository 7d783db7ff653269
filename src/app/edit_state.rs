use crate::centers::CenterSettings;
use crate::model::PoseOverrides;
use crate::skinning::{SkinningMethod, SkinningSettings};

/// Everything that undo brings back: small, cloned freely.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EditState {
    pub overrides: PoseOverrides,
    /// Index of the clip below the overrides.
    pub clip: Option<usize>,
    /// From left to right; at least one.
    pub panes: Vec<SkinningSettings>,
    /// Of all panes that turn about centers of rotation.
    pub center_settings: CenterSettings,
}

/// More panes than this would be too narrow to read.
pub const MOST_PANES: usize = 4;

/// What new panes show, in this order: the comparison of the newest paper.
const COMPARED_FIRST: [SkinningMethod; 3] = [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::Cor];

impl EditState {
    /// LBS beside DQS: the comparison that people open the program for.
    pub fn starting_with(first: SkinningMethod) -> Self {
        let second = SkinningMethod::ALL.into_iter().find(|&method| method != first).unwrap_or(first);
        let pane = |method| SkinningSettings { method, ..SkinningSettings::default() };
        Self { panes: vec![pane(first), pane(second)], ..Self::default() }
    }

    /// A new pane takes the first method that none shows yet.
    pub fn set_pane_count(&mut self, count: usize) {
        let count = count.clamp(1, MOST_PANES);
        self.panes.truncate(count);
        while self.panes.len() < count {
            let shown: Vec<SkinningMethod> = self.panes.iter().map(|pane| pane.method).collect();
            let mut candidates = COMPARED_FIRST.into_iter().chain(SkinningMethod::ALL);
            let unused = candidates.find(|method| !shown.contains(method));
            let last = self.panes.last().copied().unwrap_or_default();
            self.panes.push(SkinningSettings { method: unused.unwrap_or(last.method), ..last });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_start_apart_and_grow_with_unused_methods() {
        let mut edit = EditState::starting_with(SkinningMethod::Dqs);
        assert_eq!(edit.panes.iter().map(|p| p.method).collect::<Vec<_>>(), [SkinningMethod::Dqs, SkinningMethod::Lbs]);
        edit.set_pane_count(1);
        edit.set_pane_count(2);
        assert_eq!(edit.panes[1].method, SkinningMethod::Lbs);
        edit.set_pane_count(0);
        assert_eq!(edit.panes.len(), 1);
        edit.set_pane_count(99);
        assert_eq!(edit.panes.len(), MOST_PANES);
    }
}
