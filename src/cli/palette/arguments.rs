use crate::cli::examples;
use crate::cli::own_methods::method_of;
use crate::cli::shared_arguments::{PoseArguments, method_help};
use crate::skinning::SkinningMethod;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::PALETTE)]
pub struct PaletteArguments {
    /// A .glb, .gltf, .vrm or .zip file, or the name of a bundled model.
    pub model: PathBuf,
    /// File to write (.json), or - for standard output.
    #[arg(short, long, value_name = "OUT.json")]
    pub output: PathBuf,
    #[arg(long, value_name = "METHOD", value_parser = method_of, default_value = "lbs", help = method_help())]
    pub method: SkinningMethod,
    /// Write all lists of the palette, not only those that the method's shader reads.
    #[arg(long)]
    pub all: bool,
    /// Also write what the shader reads for each vertex, in the bind frame: rest position and normal, joints and weights,
    /// and the center of rotation or joint set if the method has one.
    #[arg(long)]
    pub vertices: bool,
    #[command(flatten)]
    pub pose: PoseArguments,
}
