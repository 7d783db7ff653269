//! Omissions that keep a page small enough to send.

use super::page_data::{PagePane, PageScene, RecordedStep};

/// Largest size of a page, in bytes.
pub(super) const MOST_BYTES: usize = 12_000_000;

/// Omissions of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Count of all recorded pictures.
    pub of_recorded: usize,
    /// Count of recorded pictures that are not in the page.
    pub recorded: usize,
    /// Largest side of the textures in the page, if some were larger.
    pub texture_side: Option<u32>,
    /// Whether some pictures lack centers of rotation.
    pub fewer_centers: bool,
}

impl LeftOut {
    /// Text about the omissions. `None` if the page is complete.
    pub fn in_words(&self) -> Option<String> {
        let Self { of_recorded, recorded, texture_side, fewer_centers } = *self;
        let pictures = (recorded > 0).then(|| {
            format!("{recorded} of {of_recorded} recorded pictures (for browsers without WebGPU) are left out")
        });
        let textures = texture_side.map(|side| format!("textures have at most {side} x {side} pixels"));
        let centers = fewer_centers.then(|| "some pictures show a part of their centers of rotation".to_owned());
        let parts: Vec<String> = pictures.into_iter().chain(textures).chain(centers).collect();
        (!parts.is_empty()).then(|| format!("to keep the page small, {}", parts.join("; ")))
    }
}

/// Leaves out recorded pictures until those of all scenes take at most `room` bytes, beginning where they take the
/// most. The pictures of the scenes' own poses stay, even if they take more.
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

/// The picture whose two neighbors are nearest to each other. Those at the ends come last, the first one after the last
/// one. The picture of the scene's own pose is never chosen.
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
    use crate::share::page_data::{PageCamera, PageSlider};

    /// Recorded steps of ten bytes each.
    fn steps(steps: &[usize]) -> Vec<RecordedStep> {
        steps.iter().map(|&step| RecordedStep { step, pictures: vec!["x".repeat(10)] }).collect()
    }

    fn pane(recorded: &[usize]) -> PagePane {
        PagePane {
            name: String::new(),
            long_name: String::new(),
            settings: String::new(),
            colors: [String::new(), String::new(), String::new()],
            wiped: None,
            camera: PageCamera { target: [0.0; 3], yaw: 0.0, pitch: 0.0, distance: 1.0, fov: 1.0, near: 0.1 },
            has_own_view: false,
            legend: None,
            overlays: vec![],
            recorded: steps(recorded),
        }
    }

    /// A scene whose own pose is step 27 of 41.
    fn scene(recorded: &[&[usize]]) -> PageScene {
        let slider = PageSlider {
            label: String::new(),
            unit: "",
            decimals: 0,
            values: vec![0.0; 41],
            is_near: vec![true; 40],
            start: 27,
            falls: false,
            is_clip: false,
            seconds: 0.0,
        };
        PageScene {
            id: String::new(),
            citation: String::new(),
            title: String::new(),
            caption: String::new(),
            columns: 1,
            size: [1, 1],
            slider: Some(slider),
            panes: recorded.iter().map(|recorded| pane(recorded)).collect(),
        }
    }

    /// Recorded steps of two panes of one scene and of the pane of another, sixty and twenty bytes, that remain within
    /// some room.
    fn thinned(room: usize) -> [Vec<usize>; 3] {
        let mut scenes = [scene(&[&[0, 8, 27, 40], &[27, 40]]), scene(&[&[0, 27]])];
        thin_out(&mut scenes, room);
        let recorded = |pane: &PagePane| pane.recorded.iter().map(|step| step.step).collect();
        [&scenes[0].panes[0], &scenes[0].panes[1], &scenes[1].panes[0]].map(recorded)
    }

    #[test]
    fn the_own_poses_stay_without_any_room() {
        assert_eq!(thinned(0), [[27], [27], [27]]);
        assert_eq!(thinned(30), [[27], [27], [27]]);
    }

    #[test]
    fn nothing_is_left_out_while_there_is_room() {
        let all = [vec![0, 8, 27, 40], vec![27, 40], vec![0, 27]];
        assert_eq!([thinned(usize::MAX), thinned(80)], [all.clone(), all]);
    }

    #[test]
    fn the_largest_pane_is_thinned_first_and_no_more_than_needed() {
        assert_eq!(thinned(79), [vec![0, 27, 40], vec![27, 40], vec![0, 27]]);
        assert_eq!(thinned(60), [vec![0, 27], vec![27, 40], vec![0, 27]]);
    }

    #[test]
    fn the_own_pose_stays_and_what_lies_close_goes_first() {
        let mut recorded = steps(&[0, 8, 16, 24, 27, 40]);
        let mut order = Vec::new();
        while let Some(index) = least_missed(&recorded, 27) {
            order.push(recorded.remove(index).step);
        }
        assert_eq!((order, recorded[0].step), (vec![24, 8, 16, 40, 0], 27));
        assert_eq!(least_missed(&steps(&[3]), 3), None);
    }
}
