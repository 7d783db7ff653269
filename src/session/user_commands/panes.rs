//! Views, panes and their methods.

use super::{Context, UserCommand, mouse, read_in_place, row, table};
use crate::panes::{Arrangement, SceneMeasure};
use crate::session::{Choice, Command};
use crate::view::CameraPreset;

table!(
    FRAMING_ROWS,
    "View",
    ORBIT = mouse("Drag", "Orbit"),
    PAN = mouse("Shift-drag, right-drag, middle-drag", "Pan"),
    ZOOM = mouse("Scroll, pinch, Ctrl-drag", "Zoom to the pointer"),
    FRAME_SELECTED = row("Frame selected joints", |_| Command::Frame).words("zoom focus fit center").keys(&["F"]),
    FRAME_ALL = row("Frame whole model", |_| Command::FrameAll).words("zoom focus fit center").keys(&["Home"]),
);

table!(
    SKIN_ROWS,
    "View",
    ISOLATE = row("Isolate skin of selected joints", |_| Command::IsolateSelected)
        .words("hide solo only")
        .keys(&["H"])
        .when(|state| state.selection.joint.is_some()),
    SHOW_ALL_SKIN = row("Show all skin", |_| Command::ShowAllSkin)
        .keys(&["Alt+H"])
        .when(|state| state.view.isolation.is_some())
        .joins(),
);

table!(
    CAMERA_ROWS,
    "View",
    VIEW_FRONT = row("Front view", |_| Command::View(CameraPreset::Front)).keys(&["1"]),
    VIEW_BACK = row("Back view", |_| Command::View(CameraPreset::Back)).keys(&["Ctrl+1"]).joins(),
    VIEW_SIDE = row("Side view", |_| Command::View(CameraPreset::Side)).keys(&["3"]),
    VIEW_OTHER_SIDE = row("Other side view", |_| Command::View(CameraPreset::OtherSide)).keys(&["Ctrl+3"]).joins(),
    VIEW_TOP = row("Top view", |_| Command::View(CameraPreset::Top)).keys(&["7"]),
    VIEW_BOTTOM = row("Bottom view", |_| Command::View(CameraPreset::Bottom)).keys(&["Ctrl+7"]).joins(),
    VIEW_THREE_QUARTER = row("Three-quarter view", |_| Command::View(CameraPreset::ThreeQuarter)).keys(&["0"]),
);

table!(
    METHOD_ROWS,
    "Selected pane",
    NEXT_METHOD = row("Next method in this pane", |_| Command::StepMethod(1)).keys(&["M"]),
    PREVIOUS_METHOD = row("Previous method in this pane", |_| Command::StepMethod(-1)).keys(&["Shift+M"]).joins(),
    CHOOSE_METHOD = mouse("Alt+1 to Alt+9, Alt+0", "Choose the method by its place in the menu; Alt+0 is the tenth"),
);

table!(
    PANE_ROWS,
    "Selected pane",
    DUPLICATE_PANE = row("Duplicate pane", |state| Command::DuplicatePane(state.view.selected_pane)).words("copy add"),
    REMOVE_PANE = row("Remove pane", |state| Command::RemovePane(state.view.selected_pane))
        .words("close delete")
        .when(|state| state.edit.panes.len() > 1),
    SWAP_COMPARED = row("Swap compared methods", |state| Command::SwapCompared(state.view.selected_pane))
        .words("exchange")
        .keys(&["X"]),
    FLICKER = read_in_place("Show the other method while held, in panes that use Flicker", &[])
        .keys_in(&["V"], &[Context::Editor, Context::Focused, Context::Dragging, Context::Stage]),
);

/// A row that shows a figure in all panes, while it is another one.
macro_rules! measure {
    ($measure:ident) => {
        row(Choice::Measure(SceneMeasure::$measure).name(), |_| {
            Command::Choose(Choice::Measure(SceneMeasure::$measure))
        })
        .words("figure number measurement measure same every pane")
        .when(|state| state.edit.choices.measure != SceneMeasure::$measure)
    };
}

table!(
    MEASURE_ROWS,
    "Panes",
    MEASURE_TELLING = measure!(Automatic),
    MEASURE_SECTION = measure!(Section),
    MEASURE_BULGE = measure!(Bulge),
    MEASURE_VOLUME = measure!(Volume),
);

table!(
    ARRANGEMENT_ROWS,
    "Panes",
    ARRANGE_IN_ROW = row("Arrange panes in a row", |_| Command::SetArrangement(Arrangement::Row)).words("layout"),
    ARRANGE_IN_COLUMN =
        row("Arrange panes in a column", |_| Command::SetArrangement(Arrangement::Column)).words("layout"),
    ARRANGE_IN_GRID = row("Arrange panes in a grid", |_| Command::SetArrangement(Arrangement::Grid)).words("layout"),
    MAKE_PANES_EVEN = row("Make all panes the same size", |_| Command::MakePanesEven).words("layout equal"),
    DRAG_HEADER = mouse("Drag a pane's header", "Swap the pane with another one"),
    DRAG_BORDER = mouse("Drag or double-click a border", "Resize the panes, make them the same size"),
);
