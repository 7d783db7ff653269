//! Films: what every frame of a scene or a talk shows, and the file that the frames go to. The command line and the
//! window record with the same code.

mod error;
mod film;
mod output;
mod scene_panes;
mod shot;
mod work;

pub use crate::export::FrameRate;
pub use error::{FilmFailure, SceneFailure};
pub use film::{Film, FilmLook, FilmScene, MOST_FRAMES};
pub use output::FilmTarget;
pub use scene_panes::{meter, upload, upload_with};
pub use shot::STILL_SECONDS;
pub use work::{FrameSource, Frames, make_film, record, size_in_file};
