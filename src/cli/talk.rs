//! `skinscope talk`: presents a talk. Also finds scenes by id or number, in a talk or among those of the papers.

use super::CliError;
use super::arguments::TalkArguments;
use super::viewer_start::LastSession;
use super::warnings::Warnings;
use crate::files::{
    Access, ModelSource, OpenOptions, OpenedModel, SessionStore, SourceVariant, check_model, load_own_methods,
    open_model_with,
};
use crate::model::Model;
use crate::panes::{Scene, Talk};
use crate::report::WarningCode;
use crate::session::{DEMO_MODEL, FirstModel, GivenSettings, Start, TalkFile};
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::view::Theme;
use std::path::Path;
use std::sync::Arc;

/// Starts the stage with this talk.
pub(super) fn start(arguments: &TalkArguments) -> Result<Start, CliError> {
    let (talk, file) = read(&arguments.file)?;
    if talk.scenes.is_empty() {
        return Err(CliError::EmptyTalk { path: arguments.file.clone() });
    }
    let scene = arguments.scene.as_deref().map_or(Ok(0), |wanted| index(wanted, &talk.scenes))?;
    // The stage itself reports a scene whose model is missing.
    let wanted = SourceVariant::from(&talk.scenes[scene].wanted_model());
    let options = OpenOptions::of(&wanted, arguments.access.access());
    let first = match check_model(&wanted.source) {
        Ok(()) => FirstModel::at_rest(wanted.source, options),
        Err(_) => FirstModel::at_rest(ModelSource::Bundled(DEMO_MODEL), OpenOptions::default()),
    };
    let given = GivenSettings { theme: arguments.light.then_some(Theme::Light), ..GivenSettings::default() };
    let last = LastSession::read(SessionStore::of_user(), arguments.no_restore);
    Ok(Start {
        talk: Some((talk, file)),
        allows_outside: arguments.access.allow_outside,
        ..last.start_with(FirstModel { given, stage: Some(scene), ..first })
    })
}

/// Warns if the model's file differs from the file with which the scene was saved, or lacks the scene's variant.
pub(super) fn warn_of_another_file(scene: &Scene, opened: &OpenedModel) {
    Warnings::of_scenes(&opened.unlike(&scene.wanted_model()));
}

/// The second model of a scene, as in its file. `None` if the scene has one model.
pub(super) fn second_of(scene: &Scene, access: Access) -> Result<Option<Arc<Model>>, CliError> {
    let Some(second) = &scene.second else { return Ok(None) };
    let wanted = SourceVariant::from(&second.wanted_model());
    let options = OpenOptions::of(&wanted, access);
    let opened = open_model_with(&wanted.source, &options).map_err(CliError::SceneModel)?;
    Warnings::of_scenes(&opened.unlike(&second.wanted_model()));
    Ok(Some(opened.asset.model))
}

/// The talk of a file, or the talk of a paper by its name.
pub(super) fn read(path: &Path) -> Result<(Talk, TalkFile), CliError> {
    match path.to_str().and_then(Talk::of_paper) {
        Some(talk) => Ok((talk.clone(), TalkFile::of_paper(talk))),
        None if is_name(path) => {
            let known = Talk::names().collect::<Vec<_>>().join(", ");
            Err(CliError::NoSuchTalk { given: path.to_string_lossy().into_owned(), known })
        }
        None => TalkFile::read(path).map_err(CliError::Talk).and_then(with_own_methods),
    }
}

/// Loads the methods of a talk that are files. A talk may come from a stranger, so its shaders are told before they run.
fn with_own_methods((talk, file): (Talk, TalkFile)) -> Result<(Talk, TalkFile), CliError> {
    let skinning = talk.scenes.iter().flat_map(|scene| scene.all_skinning());
    let methods: Vec<SkinningMethod> = skinning.map(|skinning| skinning.method).collect();
    let mut warnings = Warnings::of_scenes(&[]);
    for method in methods {
        match load_own_methods(&[method]) {
            Ok(shaders) => {
                for shader in shaders {
                    let text = format!("the talk runs a shader of its own: {}", shader.display());
                    warnings.add(WarningCode::OwnShader, text);
                }
            }
            // The other scenes can be shown.
            Err(error) => {
                if let SkinningMethod::Own(own) = method {
                    own.fail(error.to_string());
                }
                warnings.add(WarningCode::SceneProblem, error.to_string());
            }
        }
    }
    for scene in &talk.scenes {
        scene.all_skinning().into_iter().for_each(|skinning| warn_of_numbers(&mut warnings, scene, skinning));
    }
    Ok((talk, file))
}

/// Warns of numbers that a scene gives to a method that has none of that name, or another range.
fn warn_of_numbers(warnings: &mut Warnings, scene: &Scene, skinning: SkinningSettings) {
    let method = skinning.method;
    let numbers = method.numbers();
    for (name, value) in skinning.numbers.all().filter(|_| method.check_defined().is_ok()) {
        let told = match numbers.iter().find(|number| number.name == name) {
            None => format!("{} has no number {name}", method.short_name()),
            Some(number) if number.nearest(value) != value => {
                format!("{name} is {value}, outside its range from {} to {}", number.least, number.most)
            }
            Some(_) => continue,
        };
        warnings.add(WarningCode::SceneProblem, format!("scene {}: {told}", scene.id));
    }
}

/// Whether a path can only be a name: it has no ending and no folder, and no file is called so.
fn is_name(path: &Path) -> bool {
    !path.to_string_lossy().contains(['.', '/', '\\']) && !path.exists()
}

/// The scenes of a talk, or of the papers.
pub(super) fn scenes(talk: Option<&Path>) -> Result<Vec<Arc<Scene>>, CliError> {
    Ok(match talk {
        Some(path) => read(path)?.0.scenes,
        None => Scene::of_papers().cloned().collect(),
    })
}

/// The scene in a picture, for the window. Methods that it names are not loaded: the window asks before it runs them.
pub(super) fn scene_of_picture(path: &Path) -> Result<Arc<Scene>, CliError> {
    let (talk, _) = TalkFile::read(path).map_err(CliError::Talk)?;
    let scene = talk.scenes.into_iter().next();
    scene.ok_or_else(|| CliError::EmptyTalk { path: path.to_owned() })
}

/// The scene of a paper with this id or number.
pub(super) fn scene_of_papers(wanted: &str) -> Result<Arc<Scene>, CliError> {
    let scenes = scenes(None)?;
    Ok(Arc::clone(&scenes[index(wanted, &scenes)?]))
}

/// The index of a scene by its id, or by its number from 1.
pub(super) fn index(wanted: &str, scenes: &[Arc<Scene>]) -> Result<usize, CliError> {
    let named = scenes.iter().position(|scene| scene.id == wanted);
    let numbered = || wanted.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < scenes.len());
    named.or_else(numbered).ok_or_else(|| {
        let near = Scene::near(wanted, scenes);
        let known = match (near.as_slice(), wanted.parse::<usize>()) {
            (_, Ok(_)) => format!("scenes are numbered from 1 to {}", scenes.len()),
            ([], _) => "`skinscope scenes` lists those of the papers, and with --talk those of a talk".to_owned(),
            (near, _) => format!("did you mean {}?", near.join(" or ")),
        };
        CliError::NoSuchScene { given: wanted.to_owned(), known }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::ExitStatus;

    /// `talk` and `--talk` take the names that `record` and `share` take.
    #[test]
    fn the_talk_of_a_paper_is_found_by_its_name() {
        let (talk, file) = read(Path::new("kavan-2008")).unwrap();
        assert!(talk.scenes.len() > 9 && talk.scenes.iter().all(|scene| scene.paper == "Kavan 2008"));
        assert_eq!((file.path.as_ref(), file.label().as_str()), (None, "Untitled talk"));
        assert_eq!(scenes(Some(Path::new("kavan-2008"))).unwrap(), talk.scenes);
        let error = read(Path::new("kavan-1908")).unwrap_err();
        assert_eq!(error.exit_status(), ExitStatus::Usage);
        let known = "kavan-2007, kavan-2008, le-hodgins-2016, theo, williamson, later-methods";
        let expected = format!("no talk is called \"kavan-1908\"; name a .toml file, or choose one of {known}");
        assert_eq!(error.to_string(), expected);
        assert_eq!(read(Path::new("talks/kavan-1908")).unwrap_err().exit_status(), ExitStatus::Failed);
    }
}
