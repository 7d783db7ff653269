use super::edit_state::EditState;
use crate::model::{JointOverride, Skeleton};
use std::collections::BTreeSet;

/// What changed from one state to the next, in a few words for the history.
pub fn edit_name(before: &EditState, after: &EditState, skeleton: Option<&Skeleton>) -> String {
    if let Some(scene) = after.scene.filter(|_| before.scene != after.scene) {
        return scene.citation();
    }
    if before.twists != after.twists {
        return twist_change(before, after, skeleton);
    }
    if before.overrides != after.overrides {
        return pose_change(before, after, skeleton);
    }
    if before.clip != after.clip {
        return "Choose a clip".to_owned();
    }
    if before.panes.len() != after.panes.len() {
        return match after.panes.len() {
            1 => "Show one pane".to_owned(),
            count => format!("Show {count} panes"),
        };
    }
    if before.layout != after.layout {
        return "Arrange the panes".to_owned();
    }
    pane_change(before, after)
}

fn twist_change(before: &EditState, after: &EditState, skeleton: Option<&Skeleton>) -> String {
    let count = |edit: &EditState, joint: u32| {
        edit.twists.iter().find(|split| split.joint == joint).map_or(0, |split| split.count)
    };
    let joints: BTreeSet<u32> = before.twists.iter().chain(&after.twists).map(|split| split.joint).collect();
    let mut changed = joints.into_iter().filter(|&joint| count(before, joint) != count(after, joint));
    let (Some(joint), None) = (changed.next(), changed.next()) else { return "Change twist joints".to_owned() };
    let name = skeleton.map_or_else(|| format!("joint {joint}"), |skeleton| skeleton.label(joint));
    match count(after, joint) {
        0 => format!("No twist joints on {name}"),
        1 => format!("1 twist joint on {name}"),
        count => format!("{count} twist joints on {name}"),
    }
}

fn pose_change(before: &EditState, after: &EditState, skeleton: Option<&Skeleton>) -> String {
    let nodes: BTreeSet<u32> = before.overrides.iter().chain(after.overrides.iter()).map(|(node, _)| node).collect();
    let changed: Vec<u32> =
        nodes.into_iter().filter(|&node| before.overrides.get(node) != after.overrides.get(node)).collect();
    if after.overrides.is_empty() {
        return "Reset the pose".to_owned();
    }
    let [node] = changed[..] else { return format!("Pose {} joints", changed.len()) };
    let name = skeleton.map_or_else(|| format!("joint {node}"), |skeleton| skeleton.label(node));
    let verb = joint_verb(&before.overrides.get(node), &after.overrides.get(node));
    format!("{verb} {name}")
}

fn joint_verb(before: &JointOverride, after: &JointOverride) -> &'static str {
    let parts = [
        (before.rotation != after.rotation, "Rotate"),
        (before.translation != after.translation, "Move"),
        (before.scale != after.scale, "Scale"),
        (before.local_scale != after.local_scale, "Scale"),
        (before.local_shear != after.local_shear, "Shear"),
    ];
    let mut changed = parts.into_iter().filter(|(changed, _)| *changed).map(|(_, verb)| verb);
    match (after.is_empty(), changed.next(), changed.next()) {
        (true, ..) => "Reset",
        (false, Some(verb), None) => verb,
        _ => "Pose",
    }
}

fn pane_change(before: &EditState, after: &EditState) -> String {
    let mut pairs = before.panes.iter().zip(&after.panes).enumerate();
    let Some((number, (before, after))) = pairs.find(|(_, (before, after))| before != after) else {
        return "Change the view".to_owned();
    };
    let what = if before.id != after.id {
        return "Swap panes".to_owned();
    } else if before.settings.skinning.method != after.settings.skinning.method {
        return format!("{} in pane {}", after.settings.skinning.method.short_name(), number + 1);
    } else if before.settings.comparison != after.settings.comparison {
        "comparison"
    } else if before.settings.look != after.settings.look {
        return "Change overlays".to_owned();
    } else {
        "settings"
    };
    format!("Change the {what} of pane {}", number + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Node, RotationOverride, Trs};
    use crate::skinning::SkinningMethod;
    use glam::Vec3;

    #[test]
    fn changes_have_names() {
        let skeleton = Skeleton::new(vec![Node::new("knee", None, Trs::IDENTITY)]).unwrap();
        let start = EditState::starting_with(SkinningMethod::Lbs);
        let name = |before: &EditState, after: &EditState| edit_name(before, after, Some(&skeleton));
        let mut posed = start.clone();
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::X));
        posed.overrides.set(0, JointOverride { rotation, ..JointOverride::default() });
        assert_eq!(name(&start, &posed), "Rotate knee");
        assert_eq!(name(&posed, &start), "Reset the pose");
        let mut moved = posed.clone();
        moved.overrides.set(0, JointOverride { translation: Some(Vec3::Y), ..posed.overrides.get(0) });
        assert_eq!(name(&posed, &moved), "Move knee");
        let mut twisted = moved.clone();
        twisted.twists.push(crate::rigging::TwistSplit { joint: 0, count: 3 });
        assert_eq!(name(&moved, &twisted), "3 twist joints on knee");
        assert_eq!(name(&twisted, &moved), "No twist joints on knee");
        let mut panes = start.clone();
        panes.set_pane_count(3);
        assert_eq!(name(&start, &panes), "Show 3 panes");
        let mut method = start.clone();
        method.panes[1].settings.skinning.method = SkinningMethod::Dib;
        assert_eq!(name(&start, &method), "DIB in pane 2");
        let mut look = start.clone();
        look.panes[0].settings.look.overlays.grid ^= true;
        assert_eq!(name(&start, &look), "Change overlays");
        let mut swapped = start.clone();
        swapped.swap_panes(0, 1);
        assert_eq!(name(&start, &swapped), "Swap panes");
    }
}
