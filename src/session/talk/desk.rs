use super::super::stage::{ShownStage, Stage};
use super::{KeptTalks, TalkCheck, TalkFile, TalkWatch};
use crate::work::Wake;

/// What belongs to the talk besides its scenes, which undo restores: its files, checks and the stage.
pub struct TalkDesk {
    /// The files of the talks of this session. Not empty.
    pub(in super::super) files: Vec<TalkFile>,
    /// Unsaved talks that others have replaced, the newest last.
    pub(in super::super) kept: KeptTalks,
    pub(in super::super) check: TalkCheck,
    pub(in super::super) watch: TalkWatch,
    /// Id of the scene that was requested last and cannot be shown.
    pub scene_in_hand: Option<String>,
    /// A talk in progress.
    pub stage: Option<Stage>,
}

/// Differs when the stage shows something else, or another scene is in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct TalkKey {
    scene_in_hand: Option<String>,
    stage: Option<ShownStage>,
}

impl TalkDesk {
    /// The desk of a talk without a file.
    pub fn new(wake: Wake) -> Self {
        Self {
            files: vec![TalkFile::default()],
            kept: KeptTalks::default(),
            check: TalkCheck::new(wake),
            watch: TalkWatch::default(),
            scene_in_hand: None,
            stage: None,
        }
    }

    pub fn key(&self) -> TalkKey {
        // All fields by name, so that the compiler asks about a new one. Files and checks change with the edit.
        let Self { files: _, kept: _, check: _, watch: _, scene_in_hand, stage } = self;
        TalkKey { scene_in_hand: scene_in_hand.clone(), stage: stage.as_ref().map(Stage::shown) }
    }
}
