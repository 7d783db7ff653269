//! Measurements of the panes' methods, computed in the background: the figures of the shown pose, and one figure over
//! all angles of a joint.

mod desk;
mod main_figure;
mod measured;
mod shown_skin;
mod summary;
mod sweep;
mod worker;

pub use desk::{FiguresDesk, Patience};
pub use main_figure::{ChosenFigure, FigureOfPane, MainFigure};
pub use measured::{
    FiguresKey, FiguresRequest, FiguresResult, MeasuredRest, MeasuredSkin, SecondKey, SecondRest, deform, measure,
};
pub use shown_skin::{PaneSkin, ShownSkin, distinct, names, names_with_models, pane_skins, skins_of_settings};
pub use summary::{Summary, lines};
pub use sweep::{LAST_ANGLE, SweepCurve, SweepCurves, SweepKey, SweepRequest, SweptFigure, runs};
