//! Files, pictures and talks.

use super::{UserCommand, row, table};
use crate::session::{Command, FileRequest, HandoutKind, PictureOf, PictureOptions, PictureSize, State, TalkEdit};

fn ask(request: FileRequest) -> Command {
    Command::RequestFile(request)
}

/// A picture as large as on the screen.
fn copy_picture(state: &State, of: PictureOf) -> Command {
    Command::CopyPicture(PictureOptions { of, size: PictureSize::Screen, ..state.interface.settings.picture })
}

fn has_second(state: &State) -> bool {
    state.second_of_user().is_some()
}

fn has_scenes(state: &State) -> bool {
    !state.talk().scenes.is_empty()
}

fn edits_session(state: &State) -> bool {
    !state.edits_talk()
}

table!(
    FILE_ROWS,
    "File",
    OPEN_FILE = row("Open file", |_| ask(FileRequest::OpenModel))
        .tip("Open a .glb or .gltf file", "load import character")
        .keys_while_typing(&["Ctrl+O"])
        .without_model(),
    OPEN_POSE = row("Open pose", |_| ask(FileRequest::OpenPose))
        .tip("Apply a pose from a file. You can also drop the file on the window.", "load import"),
    SAVE_POSE = row("Save pose", |_| ask(FileRequest::SavePose)).words("write json"),
    EXPORT_SKIN = row("Export posed skin", |_| ask(FileRequest::ExportSkin))
        .tip("Save the skin as the selected pane deforms it, as glb, obj, ply or npy", "bake mesh write"),
    SAVE_PLOT = row("Save plot of the sweep", |_| ask(FileRequest::SavePlot))
        .words("export svg pdf graph chart curves")
        .when(|state| state.jobs.figures.sweep().is_some_and(|sweep| !sweep.curves.is_empty())),
    EXPORT_MODEL = row("Export model", |_| Command::ShowRigDialog(true))
        .toggle(|state| state.edit.rig.is_empty(), "Export model", "Export model with its edited rig")
        .tip(
            "Save the model in its rest pose as glb for other programs. Everything else in the file is kept.",
            "engine game rig save write twist joints weights"
        ),
    BAKE_LOOK = row("Bake the look of the pane", |_| ask(FileRequest::BakeLook)).tip(
        "Save a rig that looks like the selected pane in every program: helper joints and new weights for linear \
             blending. It opens as the second model.",
        "engine game rig export helper joints linear"
    ),
    COPY_PICTURE = row("Copy picture of all panes", |state| copy_picture(state, PictureOf::AllPanes))
        .words("screenshot image clipboard")
        .keys_on_stage_too(&["Ctrl+Shift+C"]),
    COPY_PICTURE_OF_PANE = row("Copy picture of pane", |state| copy_picture(state, PictureOf::SelectedPane))
        .words("screenshot image clipboard")
        .in_group("Selected pane"),
    SAVE_PICTURE = row("Save picture", |_| Command::ShowPictureDialog(true))
        .tip("Choose panes, size and labels, then copy or save", "screenshot image png export render")
        .keys_on_stage_too(&["Ctrl+Shift+S"])
        .joins(),
    RECORD_FILM = row("Record a film", |_| Command::ShowRecordingCard(None)).tip(
        "Record a turntable, a joint, a clip or the talk as mp4, gif, apng or png",
        "video movie animation export"
    ),
    SHARE_PAGE =
        row(HandoutKind::Page.label(), |_| { Command::ShowHandoutCard { kind: HandoutKind::Page, whole_talk: false } })
            .tip("One file that turns and plays in a browser", "html export link"),
    SAVE_SLIDES = row(HandoutKind::Slides.label(), |_| {
        Command::ShowHandoutCard { kind: HandoutKind::Slides, whole_talk: true }
    })
    .tip("One page for each scene, with its title and caption as text", "export presentation handout"),
    REPORT = row(HandoutKind::Report.label(), |_| Command::ShowHandoutCard {
        kind: HandoutKind::Report,
        whole_talk: false
    })
    .tip(
        "One HTML file for those who decide: your own poses, what breaks under each method and what would mend it, and \
             the health of the file",
        "verdict html export quality"
    ),
    ADD_MODEL = row("Add a model in the same pose", |_| ask(FileRequest::AddModel)).words("second two compare open"),
    PIN_BEFORE = row("Pin as before", |_| Command::PinBefore).tip(
        "Keep the model as it is now as second model. It stays while the file changes on disk, and says what became \
             better or worse.",
        "second two compare freeze keep after version"
    ),
    CLOSE_SECOND = row("Close the second model", |_| Command::RemoveSecondModel).words("unpin before").when(has_second),
    OPEN_JOINTS = row("Open table of joints of both models", |_| ask(FileRequest::OpenJoints)).when(has_second),
    SAVE_JOINTS = row("Save table of joints of both models", |_| ask(FileRequest::SaveJoints)).when(has_second),
    CLOSE_MODEL = row("Close model", |_| Command::CloseModel),
    SAVE_SESSION = row("Save session", |_| Command::SaveSession)
        .tip(
            "Save the model's path, pose, twist joints, edited weights, limits, clip, panes and cameras in a file. \
             Opening it brings them back.",
            "project write"
        )
        .keys_while_typing(&["Ctrl+S"])
        .keys_when(edits_session),
    SAVE_SESSION_AS = row("Save session as", |_| ask(FileRequest::SaveSession))
        .words("project write")
        .keys_while_typing(&["Ctrl+Alt+S"])
        .keys_when(edits_session)
        .joins(),
    // The model may be closed while its picture is drawn.
    CANCEL_PICTURE = row("Cancel picture", |_| Command::CancelPicture)
        .when(|state| state.jobs.pictures.is_drawing())
        .without_model(),
    CANCEL_BAKE = row("Cancel bake", |_| Command::CancelBake)
        .when(|state| state.jobs.baking.in_progress().is_some())
        .without_model(),
);

table!(
    TALK_ROWS,
    "Talk",
    KEEP_SCENE = row("Keep scene", |_| Command::EditTalk(TalkEdit::Keep))
        .tip("Add what the panes show to the talk: model, pose, panes, selection and view", "store bookmark"),
    NEW_TALK = row("New talk", |_| Command::EditTalk(TalkEdit::New)).words("presentation").without_model(),
    OPEN_METHOD = row("Open a method", |_| ask(FileRequest::OpenMethod)).tip(
        "Show a shader of your own (.wgsl), or positions of another program (.npy), in the selected pane",
        "load wgsl npy custom own mine"
    ),
    OPEN_TALK = row("Open talk", |_| ask(FileRequest::OpenTalk)).words("load presentation").without_model(),
    // While its tab is open, the talk has the keys of the session.
    SAVE_TALK = row("Save talk", |_| Command::SaveTalk)
        .words("write presentation")
        .keys_while_typing(&["Ctrl+S"])
        .when(has_scenes)
        .keys_when(State::edits_talk)
        .without_model(),
    SAVE_TALK_AS = row("Save talk as", |_| ask(FileRequest::SaveTalk))
        .words("write presentation")
        .keys_while_typing(&["Ctrl+Alt+S"])
        .when(has_scenes)
        .keys_when(State::edits_talk)
        .without_model()
        .joins(),
);
