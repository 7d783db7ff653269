//! Methods of one's own on the command line: files that stand where an id stands, `deformer`, and the numbers of shaders.

mod command;
mod new_method;
mod number;

pub use new_method::NewMethodArguments;
pub(super) use new_method::run;
pub(super) use number::NumberText;

use super::CliError;
use crate::files::load_own_methods;
use crate::skinning::{MissingInput, OwnDefinition, OwnFile, OwnMethod, SkinningMethod, UnknownId};
use clap::ArgMatches;
use command::CommandSkin;
use std::sync::Arc;

/// The id of the method that `--deformer` gives.
pub(super) const DEFORMER: &str = "deformer";

/// The flags of methods of one's own that a command was given.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnFlags {
    numbers: Vec<NumberText>,
    deformer: Option<String>,
}

impl OwnFlags {
    pub fn of(matches: &ArgMatches) -> Self {
        // Commands that blend nothing have no such flags.
        let numbers = matches.try_get_many::<NumberText>("number").ok().flatten();
        let deformer = matches.try_get_one::<String>(DEFORMER).ok().flatten();
        Self { numbers: numbers.into_iter().flatten().cloned().collect(), deformer: deformer.cloned() }
    }

    /// Loads the files that stand for methods, by `at`, and takes `--deformer` as a method.
    pub fn load(&self, at: fn(SkinningMethod) -> SkinningMethod) -> Result<(), CliError> {
        let named: Vec<SkinningMethod> = OwnMethod::undefined().into_iter().map(SkinningMethod::Own).map(at).collect();
        load_own_methods(&named)?;
        if let Some(SkinningMethod::Own(own)) = OwnMethod::find(DEFORMER) {
            let command = self.deformer.clone().ok_or(CliError::NoDeformer)?;
            own.define(OwnDefinition::of_vertices(Arc::new(CommandSkin::new(command))));
        } else if self.deformer.is_some() {
            return Err(CliError::UnusedDeformer);
        }
        self.numbers.iter().try_for_each(NumberText::check)
    }
}

/// The method at an absolute path if it is a file, so that a saved session finds it from anywhere. Not loaded.
pub(super) fn at_absolute_path(method: SkinningMethod) -> SkinningMethod {
    let absolute = || {
        let file = OwnFile::of(method.id())?;
        let path = std::path::absolute(file.path).ok()?;
        OwnMethod::named(&file.id_at(path.to_str()?)).ok()
    };
    if matches!(method, SkinningMethod::Own(_)) { absolute().unwrap_or(method) } else { method }
}

/// Checks that no method has failed. Tests of many poses go on without it.
pub(super) fn check() -> Result<(), CliError> {
    OwnMethod::failed().map_or(Ok(()), |method| Err(MissingInput::Own(method).into()))
}

/// The method of a name on the command line, where `deformer` is one too: no file that can be handed on names a command.
pub(super) fn method_of(text: &str) -> Result<SkinningMethod, UnknownId> {
    if text.trim() == DEFORMER {
        return OwnMethod::named(DEFORMER);
    }
    SkinningMethod::from_id(text).map_err(|error| match text.trim().ends_with(".npy") {
        true => {
            UnknownId { known: format!("any name, =, and the path of the positions: NAME={}", text.trim()), ..error }
        }
        false => {
            UnknownId { known: format!("{}, a path that ends in .wgsl, NAME=FILE.npy, deformer", error.known), ..error }
        }
    })
}
