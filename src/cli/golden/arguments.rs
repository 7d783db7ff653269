use crate::cli::examples;
use crate::cli::shared_arguments::{MethodChoice, PoseArguments, methods_help};
use crate::skinning::SkinningMethod;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::GOLDEN)]
pub struct GoldenArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// Folder to write: a new or empty one, or one that this command wrote.
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "all", help = methods_help())]
    pub methods: Vec<MethodChoice>,
    #[command(flatten)]
    pub pose: PoseArguments,
}

impl GoldenArguments {
    /// The chosen methods, each once.
    pub(super) fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::distinct_methods(&self.methods)
    }
}
