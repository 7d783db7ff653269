use crate::cli::CliError;
use crate::cli::arguments::PictureArguments;
use crate::cli::examples;
use crate::cli::given_flags::GivenFlags;
use crate::cli::record::Source;
use crate::cli::shared_arguments::{MethodChoice, PoseArguments, methods};
use crate::cli::wipe::Wipe;
use crate::panes::{Scene, Talk};
use crate::skinning::SkinningMethod;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug, Args)]
#[command(after_help = examples::SHARE, mut_arg("size", |size| size.help("Shape of each pane, and size of its recorded pictures [default: chosen for the count of panes]")))]
pub struct ShareArguments {
    /// A .glb, .gltf, .vrm or .zip file, the name of a bundled model, a talk (.toml), a picture that holds a scene (.png),
    /// the talk of a paper or post (kavan-2007, kavan-2008, le-hodgins-2016, theo or williamson), or the id of a scene of
    /// the papers. The slider of a scene is its motion, its clip, its joint, or the way from rest to its pose.
    pub source: PathBuf,
    /// Only these scenes of the talk: an id, a number from 1, or a range such as 3..7. May be given several times.
    #[arg(long, value_name = "ID|N|N..N")]
    pub scene: Vec<String>,
    /// Page to write (.html), or - for standard output. It needs nothing but itself.
    #[arg(short, long, value_name = "OUT.html")]
    pub output: PathBuf,
    /// Title of the page [default: that of the talk or the scene, or the model's name].
    #[arg(long, value_name = "WORDS", value_parser = parse_title)]
    pub title: Option<String>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "lbs,dqs", help = format!("One pane for each method, row by row: all, or some of {}", methods()))]
    pub methods: Vec<MethodChoice>,
    /// Another method to the right of a divider in every pane, which the reader moves: dqs, or dqs@0.7 for a divider at 0.7
    /// of the width instead of the middle.
    #[arg(long, value_name = "METHOD[@0..1]", value_parser = str::parse::<Wipe>, conflicts_with = "ghost")]
    pub wipe: Option<Wipe>,
    /// Panes in a row [default: up to three, or two of four].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    pub columns: Option<u16>,
    #[command(flatten)]
    pub picture: PictureArguments,
    #[command(flatten)]
    pub pose: PoseArguments,
    #[arg(skip)]
    pub given: GivenFlags,
}

/// Flags that are read for a scene. The scene itself defines what is shown.
pub(in crate::cli) const READ_FOR_SCENE: [&str; 7] =
    ["source", "output", "title", "no_legend", "light", "full_precision", "allow_outside"];

/// Flags that are read for a talk.
pub(in crate::cli) const READ_FOR_TALKS: [&str; 8] =
    ["source", "scene", "output", "title", "no_legend", "light", "full_precision", "allow_outside"];

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
    ///
    /// # Errors
    /// If flags are given that would change nothing.
    pub(in crate::cli) fn shared(&self) -> Result<Shared, CliError> {
        let name = self.source.to_str().unwrap_or_default();
        let is_named = |ending: &str| self.source.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
        let shared = if is_named("toml") || is_named("png") {
            Shared::Scenes(Source::TalkFile(self.source.clone()))
        } else if let Some(talk) = Talk::of_paper(name) {
            Shared::Scenes(Source::Paper(talk))
        } else if let Some(scene) = Scene::find(name) {
            Shared::Scene(Arc::clone(scene))
        } else {
            Shared::Model(self.source.clone())
        };
        match &shared {
            Shared::Model(path) | Shared::Scenes(Source::Model(path)) if !self.scene.is_empty() => {
                Err(CliError::SceneOfModel { path: path.clone() })
            }
            Shared::Model(_) => Ok(shared),
            Shared::Scenes(_) => self.reading(&READ_FOR_TALKS, shared),
            Shared::Scene(_) => self.reading(&READ_FOR_SCENE, shared),
        }
    }

    fn reading(&self, read: &[&str], shared: Shared) -> Result<Shared, CliError> {
        match self.given.besides(read) {
            Some(flags) => Err(CliError::FlagsOfModel { flags }),
            None => Ok(shared),
        }
    }

    pub(super) fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::methods(&self.methods)
    }

    /// All methods that any pane shows.
    pub(super) fn shown_methods(&self) -> Vec<SkinningMethod> {
        self.methods().into_iter().chain(self.wipe.map(|wipe| wipe.method)).collect()
    }
}

fn parse_title(text: &str) -> Result<String, String> {
    let title = text.trim();
    let is_line = !title.is_empty() && !title.contains(char::is_control);
    if is_line { Ok(title.to_owned()) } else { Err(format!("{text:?} is not a title: write some words in one line")) }
}
