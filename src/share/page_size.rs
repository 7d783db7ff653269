//! What is left out so that a page stays small enough to send.

use super::page_data::{PagePane, PageScene, RecordedStep};

/// The largest page, in bytes.
pub(super) const MOST_BYTES: usize = 12_000_000;

/// What a page is without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Of so many recorded pictures.
    pub of_recorded: usize,
    /// So many are not in the page.
    pub recorded: usize,
    /// The largest side that textures keep, if some were larger.
    pub texture_side: Option<u32>,
    /// Whether some pictures lack centers of rotation.
    pub fewer_centers: bool,
}

/// Leaves out recorded pictures until those of all scenes take at most `room` bytes, beginning where the most bytes are.
/// The pictures of the scenes' own poses stay, even if they take more.
pub(super) fn thin_out(scenes: &mut [PageScene], room: usize) {
    let mut taken: usize = scenes.iter().flat_map(|scene| &scene.panes).map(PagePane::recorded_bytes).sum();
    while taken > room {
        let panes = scenes.iter_mut().flat_map(|scene| {
            let own = scene.own_step();
            scene.panes.iter_mut().map(move |pane| (own, pane))
        });
        let thinned = panes.filter(|(_, pane)| pane.recorded.len() > 1).max_by_key(|(_, pane)| pane.recorded_bytes());
        let Some((own, pane)) = thinned else { break };
        let Some(index) = least_missed(&pane.recorded, own) else { break };
        taken -= pane.recorded.remove(index).bytes();
    }
}

/// The picture between the nearest two others. Those at the ends come last, the first one after the last one, and that of
/// the own pose never.
fn least_missed(recorded: &[RecordedStep], own: usize) -> Option<usize> {
    let gap = |index: usize| match (index.checked_sub(1), recorded.get(index + 1)) {
        (Some(before), Some(after)) => after.step - recorded[before].step,
        _ => usize::MAX,
    };
    (0..recorded.len()).rev().filter(|&index| recorded[index].step != own).min_by_key(|&index| gap(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_pose_stays_and_what_lies_close_goes_first() {
        let steps = |steps: &[usize]| -> Vec<RecordedStep> {
            steps.iter().map(|&step| RecordedStep { step, pictures: vec!["x".repeat(10)] }).collect()
        };
        let mut recorded = steps(&[0, 8, 16, 24, 27, 40]);
        let mut order = Vec::new();
        while let Some(index) = least_missed(&recorded, 27) {
            order.push(recorded.remove(index).step);
        }
        assert_eq!((order, recorded[0].step), (vec![24, 8, 16, 40, 0], 27));
        assert_eq!(least_missed(&steps(&[3]), 3), None);
    }
}
