//! Films: the contents of every frame of a scene or a talk, and the file that receives the frames; slides and pictures
//! of scenes. The command line and the window make them with the same code.

mod error;
mod estimate;
mod film;
mod framing;
mod output;
mod scene_files;
mod scene_panes;
mod scene_picture;
mod shot;
mod slides;
mod work;

pub use crate::encode::FrameRate;
pub use error::{FilmFailure, FlatSlides, SceneFailure};
pub use estimate::{estimated_film_bytes, seconds_without_glides};
pub use film::{Film, FilmLook, FilmScene, MOST_FRAMES};
pub use output::FilmTarget;
pub use scene_files::{OpenedScene, SceneFiles};
pub use scene_panes::{meter, upload, upload_with};
pub use scene_picture::draw_scene;
pub use shot::STILL_SECONDS;
pub use slides::{SIZE_OF_SLIDE, SlideLook, Slides, estimated_slide_bytes, make_slides};
pub use work::{FrameSource, Frames, make_film, record, size_in_file};
