use super::SheetCaption;
use crate::panes::Scene;
use crate::view::CameraText;

/// Arrangement of a scene on its page.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ScenePage {
    /// The arrangement of the stage: the scene's views, layout and words, in type that is read in a hall.
    #[default]
    Slide,
    /// Panes of one size from one camera, in as many columns as suit the page. The scene's caption is one line below
    /// them. In a film, it ends with the moving value.
    Sheet { camera: CameraText },
}

impl ScenePage {
    /// The words around the panes. `source` is the scene's.
    pub fn caption<'a>(&self, scene: &'a Scene, source: &'a str) -> SheetCaption<'a> {
        match self {
            Self::Slide => SheetCaption::Scene { headline: &scene.title, source, text: &scene.caption },
            Self::Sheet { .. } => SheetCaption::Line(&scene.caption),
        }
    }
}
