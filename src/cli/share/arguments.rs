use crate::cli::CliError;
use crate::cli::arguments::{DrawingArguments, PictureArguments};
use crate::cli::examples;
use crate::cli::given_flags::{FlagGroup, GivenFlags};
use crate::cli::model_arguments::AccessArguments;
use crate::cli::record::Source;
use crate::cli::shared_arguments::{ChoiceArguments, LayoutArguments, PaneArguments, PoseArguments, also};
use crate::panes::{Scene, Talk};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug, Args)]
#[command(
    after_help = examples::SHARE,
    mut_arg("wipe", |wipe| also(wipe, "the reader moves it")),
    mut_arg("size", |size| size.help("Shape of each pane, and size of its recorded pictures in pixels [default: chosen for the count of panes]")),
    mut_arg("columns", |columns| columns.help("Panes in a row [default: up to three, or two of four]")),
)]
pub struct ShareArguments {
    /// A .glb, .gltf, .vrm or .zip file, the name of a bundled model, a talk (.toml), a picture that holds a scene (.png),
    /// a talk of the program (kavan-2007, kavan-2008, le-hodgins-2016, theo, williamson or later-methods), or the id of a scene of
    /// the papers. The slider of a scene is its motion, its clip, its joint, or the way from rest to its pose.
    pub source: PathBuf,
    #[command(flatten)]
    pub choice: ChoiceArguments,
    /// Page to write (.html), or - for standard output. It needs nothing but itself.
    #[arg(short, long, value_name = "OUT.html")]
    pub output: PathBuf,
    /// Title of the page [default: the title of the talk or the scene, or the model's name].
    #[arg(long, value_name = "WORDS", value_parser = parse_title)]
    pub title: Option<String>,
    #[command(flatten)]
    pub panes: PaneArguments,
    #[command(flatten)]
    pub layout: LayoutArguments,
    #[command(flatten)]
    pub picture: PictureArguments,
    #[command(flatten)]
    pub pose: PoseArguments,
}

/// Groups of flags that are read for a scene, next to the command's own. The scene says what is shown.
const READ_FOR_SCENE: [FlagGroup; 2] = [DrawingArguments::group_id, AccessArguments::group_id];

/// Groups of flags that are read for a talk.
const READ_FOR_TALK: [FlagGroup; 3] =
    [ChoiceArguments::group_id, DrawingArguments::group_id, AccessArguments::group_id];

/// Subject of a page.
pub(in crate::cli) enum Shared {
    Model(PathBuf),
    /// Scenes of a talk.
    Scenes(Source),
    /// One scene of a paper.
    Scene(Arc<Scene>),
}

impl ShareArguments {
    /// The subject of the page.
    pub(in crate::cli) fn shared(&self) -> Shared {
        let name = self.source.to_str().unwrap_or_default();
        let is_named = |ending: &str| self.source.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
        if is_named("toml") || is_named("png") {
            Shared::Scenes(Source::TalkFile(self.source.clone()))
        } else if let Some(talk) = Talk::of_paper(name) {
            Shared::Scenes(Source::Paper(talk))
        } else if let Some(scene) = Scene::find(name) {
            Shared::Scene(Arc::clone(scene))
        } else {
            Shared::Model(self.source.clone())
        }
    }

    /// Refuses flags that would change nothing.
    ///
    /// # Errors
    /// If such flags are given.
    pub(in crate::cli) fn check_flags(&self, given: &GivenFlags) -> Result<(), CliError> {
        let read = match self.shared() {
            Shared::Model(path) if given.has_any(&[ChoiceArguments::group_id]) => {
                return Err(CliError::SceneOfModel { path });
            }
            Shared::Model(_) => return Ok(()),
            Shared::Scenes(_) => &READ_FOR_TALK[..],
            Shared::Scene(_) => &READ_FOR_SCENE,
        };
        given.besides(read).map_or(Ok(()), |flags| Err(CliError::FlagsOfModel { flags }))
    }
}

fn parse_title(text: &str) -> Result<String, String> {
    let title = text.trim();
    let is_line = !title.is_empty() && !title.contains(char::is_control);
    if is_line { Ok(title.to_owned()) } else { Err(format!("{text:?} is not a title: write some words in one line")) }
}
