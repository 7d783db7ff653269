use crate::session::{FileBrowser, HandoutCard, RecordingCard, State};
use crate::view::Theme;
use std::sync::Arc;

/// The values that require another frame when they change.
#[derive(PartialEq)]
pub struct Fingerprint {
    edit_generation: u64,
    pose_generation: u64,
    cameras: (crate::view::Camera, std::collections::BTreeMap<u64, crate::view::Camera>),
    document: Option<u64>,
    /// The second model, and how its joints are matched.
    second: Option<(u64, u64)>,
    opening: bool,
    joints: (Option<u32>, Option<u32>, usize),
    selected_pane: usize,
    /// Address of the isolated skin.
    isolated: Option<usize>,
    /// Shown scene, whether another one is awaited, whether it is blank, and the typed digits.
    stage: Option<(Option<usize>, bool, bool, String)>,
    stage_settings: crate::session::StageSettings,
    /// Whether the pen is on, and the number of drawn points.
    strokes: Option<(bool, usize)>,
    /// Whether the speaker's notes are shown, and whether a transition is in progress.
    notes: Option<(bool, bool)>,
    full_screen: bool,
    probed: (Option<crate::session::PinnedProbe>, Option<(usize, crate::measure::VertexId)>),
    held_centers: Option<(usize, crate::centers::CenterSettings)>,
    sweep: (crate::measure::Figure, Option<usize>),
    folded_sections: usize,
    stress: (crate::session::StressChoice, bool, String),
    panels: crate::session::PanelLayout,
    picture: crate::session::PictureOptions,
    switches: [bool; 17],
    library: u64,
    file_browser: Option<FileBrowser>,
    recording_card: Option<RecordingCard>,
    handout_card: Option<HandoutCard>,
    blend_share: Option<f32>,
    theme: Theme,
    playback: crate::session::Playback,
    has_error: bool,
    joint_search: String,
    notice: Option<String>,
    /// State of the messages about the files on disk.
    files: (Option<String>, bool, usize),
    full_precision: bool,
}

impl Fingerprint {
    /// The values of a state.
    pub fn of(state: &State) -> Self {
        let transient = &state.transient;
        Self {
            edit_generation: state.edit_generation,
            pose_generation: state.pose_generation,
            cameras: (state.camera, state.own_cameras.clone()),
            document: state.document.as_ref().map(|document| document.id),
            second: state.second().map(|second| (second.document.id, second.pairing())),
            opening: state.loader.opening.is_running(),
            joints: (transient.selected_joint, transient.hovered_joint, transient.folded.len()),
            selected_pane: transient.selected_pane,
            stage: state
                .stage
                .as_ref()
                .map(|stage| (stage.number(), stage.is_waiting(), stage.is_blank, stage.typed.clone())),
            stage_settings: state.interface.stage,
            strokes: state.stage.as_ref().map(|stage| (stage.strokes.has_pen, stage.strokes.points())),
            notes: state.stage.as_ref().map(|stage| (stage.shows_notes, state.is_in_transition())),
            full_screen: transient.full_screen,
            isolated: transient.isolation.as_ref().map(|isolation| Arc::as_ptr(&isolation.part).addr()),
            probed: (transient.pinned.clone(), transient.hovered_vertex),
            held_centers: transient.held_centers,
            sweep: (state.swept_figure(), transient.sweep_axis),
            folded_sections: transient.folded_sections.len(),
            stress: (state.stress.choice, state.stress.fraction().is_some(), state.stress.search.clone()),
            joint_search: transient.joint_search.clone(),
            notice: transient.notice.as_ref().map(|notice| notice.text.clone()),
            files: (state.watching.problems(), state.interface.watches_files, state.recent.files().len()),
            full_precision: state.interface.full_precision,
            panels: state.interface.panels,
            picture: state.interface.picture,
            switches: [
                transient.looks_linked,
                transient.flicker_held,
                transient.panels == crate::session::Panels::Hidden,
                transient.shortcuts_shown,
                transient.palette_shown,
                transient.poses_shown,
                transient.box_armed,
                transient.gizmo_drag.is_some(),
                state.figures.figures_failed() || state.figures.sweep_failed(),
                transient.close_question.is_some(),
                transient.replace_question.is_some(),
                state.recording.is_some(),
                transient.mirrors_posing,
                transient.quit,
                state.restoring.is_enabled(),
                transient.picture_dialog,
                state.pictures.is_drawing(),
            ],
            library: state.library.generation(),
            file_browser: transient.file_browser.clone(),
            recording_card: transient.recording_card,
            handout_card: transient.handout_card,
            blend_share: state.blend().map(|blend| blend.share),
            theme: transient.theme,
            playback: state.playback,
            has_error: transient.error.is_some() || transient.frame.is_some() || !transient.frame_own.is_empty(),
        }
    }
}
