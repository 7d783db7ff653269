//! Poses, joints and clips.

use super::{Context, UserCommand, mouse, read_in_place, row, table};
use crate::session::{Command, GizmoSettings, State, WeightOperation};
use crate::view::GizmoTool;

fn has_selected(state: &State) -> bool {
    state.selection.joint.is_some()
}

/// The selected joint. Rows that call it are offered only if there is one.
fn selected(state: &State) -> u32 {
    state.selection.joint.unwrap_or_default()
}

fn has_weights(state: &State) -> bool {
    state.selected_joints().into_iter().any(|node| state.weighted_joint(node).is_some())
}

fn use_handles(state: &State, tool: GizmoTool) -> Command {
    Command::SetGizmo(GizmoSettings { tool, ..state.hand.gizmo })
}

fn has_clip(state: &State) -> bool {
    has_clips(state) && state.edit.clip.is_some()
}

fn has_moved_skin(state: &State) -> bool {
    has_clips(state) && state.documents.first.as_ref().is_some_and(|document| document.model.has_skin())
}

fn has_clips(state: &State) -> bool {
    state.documents.first.as_ref().is_some_and(|document| !document.model.clips.is_empty())
}

table!(
    POSE_ROWS,
    "Pose",
    DRAG_HANDLE = mouse("Drag a ring, arrow or box", "Rotate, move or scale; Shift snaps, Escape cancels"),
    ROTATE_BY_POINTER = read_in_place("Rotate", &["R"]).tip("Rotate the joint with rings", ""),
    MOVE_BY_POINTER = read_in_place("Move", &["G"]).tip("Move the joint with arrows", "").joins(),
    SCALE_BY_POINTER = read_in_place("Scale with the pointer; then X, Y or Z, a number, Enter", &["S"])
        .tip("Scale the joint along its own axes with boxes", "")
        .joins(),
    MIRROR_SELECTED = row("Mirror pose of selected joints to the other side", |state| {
        Command::PastePose { json: state.copied_pose().unwrap_or_default(), mirrored: true }
    })
    .tip("Apply the pose of the selected joints to the other side", "symmetry left right"),
    COPY_POSE = row("Copy pose of selected joints", |_| Command::CopyPose)
        .toggle(has_selected, "Copy pose of selected joints", "Copy whole pose")
        .tip("Copy the pose of the selected joints as JSON", "clipboard")
        .keys(&["Ctrl+C"]),
    PASTE_POSE = row("Paste pose", |_| Command::RequestPaste { mirrored: false })
        .words("clipboard json")
        .keys(&["Ctrl+V"])
        .joins(),
    PASTE_MIRRORED = row("Paste pose onto the other side", |_| Command::RequestPaste { mirrored: true })
        .words("clipboard json mirror symmetry left right")
        .keys(&["Ctrl+Shift+V"]),
    FLIP_POSE = row("Flip whole pose from left to right", |_| Command::FlipPose)
        .tip("Swap left and right in the whole pose", "mirror symmetry")
        .keys(&["Ctrl+Shift+M"]),
    MIRROR_EDITS = row("Mirror edits to the other side", |state| { Command::MirrorPosing(!state.hand.mirrors_posing) })
        .toggle(
            |state| state.hand.mirrors_posing,
            "Stop mirroring edits to the other side",
            "Mirror edits to the other side"
        )
        .tip("Rotating, moving or scaling a joint does the same to its counterpart", "symmetry left right"),
    RESET_POSE = row("Reset whole pose", |_| Command::ResetPose).words("rest clear all joints"),
    TAKE_BIND_POSE = row("Apply bind pose", |_| Command::TakeBindPose)
        .tip("The pose in which the skin was bound, from the inverse bind matrices", "")
        .when(|state| state.documents.first.as_ref().is_some_and(|document| document.bind_pose.is_some())),
    RESET_SELECTED = row("Reset selected joints", |state| Command::ResetJoint(selected(state))).when(has_selected),
    RESET_BRANCH =
        row("Reset selected joint with children", |state| Command::ResetBranch(selected(state))).when(has_selected),
    CLEAR_ROTATION =
        row("Clear rotation", |_| Command::ClearSelected(GizmoTool::Rotate)).keys(&["Alt+R"]).when(has_selected),
    CLEAR_OFFSET =
        row("Clear offset", |_| Command::ClearSelected(GizmoTool::Move)).keys(&["Alt+G"]).when(has_selected).joins(),
    CLEAR_SCALE =
        row("Clear scale", |_| Command::ClearSelected(GizmoTool::Scale)).keys(&["Alt+S"]).when(has_selected).joins(),
    USE_ROTATE_HANDLES = row("Use rotate handles", |state| use_handles(state, GizmoTool::Rotate)).when(has_selected),
    USE_MOVE_HANDLES = row("Use move handles", |state| use_handles(state, GizmoTool::Move)).when(has_selected),
    USE_SCALE_HANDLES = row("Use scale handles", |state| use_handles(state, GizmoTool::Scale)).when(has_selected),
    BEND_LIMB = row("Use move handles to bend the limb (inverse kinematics, IK)", |state| {
        Command::SetGizmo(GizmoSettings { tool: GizmoTool::Move, bends_limb: true, ..state.hand.gizmo })
    })
    .when(|state| state.selected_limb().is_some()),
    KEEP_POSE = row("Add pose to library", |state| {
        let name =
            state.documents.first.as_ref().map(|document| state.documents.library.free_name(&document.model.name));
        Command::KeepPose(name.unwrap_or_default())
    })
    .words("save keep store"),
    FINER_STEPS = mouse("Shift while dragging a slider", "Use finer steps"),
    RESET_SLIDER = mouse("Double-click a slider", "Reset its value"),
);

table!(
    WEIGHT_ROWS,
    "Weights",
    SMOOTH_WEIGHTS = row("Smooth weights", |_| Command::EditWeights(WeightOperation::Smooth))
        .tip(
            "Smooth the weights around the selected joints by one step: half the way to the mean of each vertex's neighbors",
            "skin influences relax blur"
        )
        .when(has_weights),
    PRUNE_WEIGHTS = row("Prune weights", |state| {
        Command::EditWeights(WeightOperation::Prune(state.hand.weights.percent))
    })
    .tip(
        "Remove influences under this percentage where the selected joints and others meet; the rest is normalized",
        "skin small clean remove"
    )
    .when(has_weights),
    LIMIT_WEIGHTS = row("Limit influences", |state| {
        Command::EditWeights(WeightOperation::Limit(state.hand.weights.count))
    })
    .tip(
        "Keep this many of the heaviest influences of each vertex that follows the selected joints and others",
        "weights skin maximum count per vertex four"
    )
    .when(has_weights),
    MIRROR_WEIGHTS = row("Mirror weights to the other side", |_| Command::EditWeights(WeightOperation::Mirror))
        .tip(
            "Copy the weights on this side of the body to the other one; those of a joint in the middle from its left half",
            "skin symmetry left right"
        )
        .when(State::can_mirror_weights),
    REMOVE_HELPERS = row("Remove helper joints", |_| Command::EditWeights(WeightOperation::Release))
        .tip(
            "Give the weights of the helpers back to the joint and the joint above. The helpers stay in the file, and nothing \
             follows them.",
            "release unbake corrective"
        )
        .when(State::has_helpers),
    RESET_WEIGHTS = row("Reset weights", |_| Command::ResetWeights { all: false })
        .tip("Take back the edits of the weights of the selected joints", "skin file undo")
        .when(State::has_edited_weights),
    RESET_ALL_WEIGHTS = row("Reset all weights", |_| Command::ResetWeights { all: true })
        .tip("Take back all edits of weights", "skin file undo")
        .when(|state| !state.edit.rig.weights.is_empty()),
);

table!(
    CLIP_ROWS,
    "Clip",
    // In the palette, the last entry about poses.
    RUN_STRESS_TEST = row("Run stress test", |_| Command::StartStress)
        .words("worst defects artifacts collapse range of motion")
        .in_group("Inspect"),
    CHECK_CLIPS = row("Check clips", |_| Command::CheckClips)
        .tip(
            "Check every frame of all clips under the methods of the panes: the worst frames, and where the skin or a joint \
             jumps. The timeline marks them.",
            "animation lint flip pop worst frames collapse"
        )
        .in_group("Inspect")
        .when(has_moved_skin),
    // A focused button takes Space itself.
    PLAY = row("Play or pause the clip", |_| Command::PlayOrPause)
        .toggle(|state| state.playback.playing, "Pause", "Play")
        .keys_in(&["Space"], &[Context::Editor, Context::Dragging])
        .when(has_clip)
        .keys_when(|state| state.hand.gizmo_drag.is_none()),
    PREVIOUS_FRAME = row("Previous frame", |_| Command::StepFrames(-1)).keys(&[","]).when(has_clip),
    NEXT_FRAME = row("Next frame", |_| Command::StepFrames(1)).keys(&["."]).when(has_clip),
    SHOW_REST_POSE = row("Show rest pose", |_| Command::SetClip(None)).words("t-pose").when(has_clips),
);

table!(
    JOINT_ROWS,
    "Joint",
    CLICK_JOINT = mouse("Click a joint or bone", "Select the joint"),
    CTRL_CLICK_JOINT = mouse("Ctrl-click a joint", "Add the joint to the selection or remove it"),
    SHIFT_CLICK_JOINT = mouse("Shift-click in the joint tree", "Select the range of joints up to this one"),
    SELECT_IN_BOX = row("Select the joints in a box that you drag", |_| Command::ArmBox(true)).keys(&["B"]).unlisted(),
    PREVIOUS_JOINT = read_in_place("Select the previous joint", &["Up"]),
    NEXT_JOINT = read_in_place("Select the next joint", &["Down"]).joins(),
    SEARCH_JOINTS = read_in_place("Search joints", &["/"]),
    CLICK_SKIN = mouse("Click the skin", "Pin a vertex to the probe").in_group("Inspect"),
    CANCEL = read_in_place("Cancel the drag, close what is open, unpin the vertex or clear the selection", &["Escape"])
        .in_group("Edit"),
);
