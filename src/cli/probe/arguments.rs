use crate::cli::examples;
use crate::cli::shared_arguments::{MethodChoice, PoseArguments, methods_help};
use crate::skinning::SkinningMethod;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::PROBE)]
pub struct ProbeArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// Index of the vertex, from 0: among the skinned primitives in node order, as in the .npy of `deform`, or among the
    /// vertices of --primitive.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub vertex: u32,
    /// Index of a primitive, from 0, in the order of `info --json`, which also counts rigid ones.
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub primitive: Option<u32>,
    #[arg(long, value_name = "METHODS", value_delimiter = ',', value_parser = MethodChoice::from_text, default_value = "all", help = methods_help())]
    pub methods: Vec<MethodChoice>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub pose: PoseArguments,
}

impl ProbeArguments {
    /// The methods in the requested order, without duplicates.
    pub fn methods(&self) -> Vec<SkinningMethod> {
        MethodChoice::distinct_methods(&self.methods)
    }
}
