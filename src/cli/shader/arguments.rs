use crate::cli::examples;
use crate::cli::shared_arguments::method_help;
use crate::gpu::standalone::{ShaderLanguage, StandaloneSettings, StandaloneStage};
use crate::skinning::{Antipodality, SkinningMethod};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::SHADER)]
pub struct ShaderArguments {
    #[arg(value_parser = SkinningMethod::from_id, help = method_help())]
    pub method: SkinningMethod,
    /// File to write, or - for standard output, which is the default for text.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Language: wgsl (our own text, with its comments), glsl (OpenGL 4.3), hlsl (shader model 6.0), msl (Metal 2.4), or
    /// spirv (Vulkan 1.1).
    #[arg(long, value_name = "LANGUAGE", value_parser = ShaderLanguage::from_id, default_value = "wgsl")]
    pub lang: ShaderLanguage,
    /// Entry point: compute, which writes positions and normals into a buffer, or vertex, which hands them to the
    /// rasterizer.
    #[arg(long, value_name = "STAGE", value_parser = StandaloneStage::from_id, default_value = "compute")]
    pub stage: StandaloneStage,
    /// Choose the signs of quaternions: none, per-bone, per-vertex, running-sum or continuous. The part of the choice that
    /// is made per joint is made by the program that fills the palette [default: the mode of the method's paper].
    #[arg(long, value_name = "MODE", value_parser = Antipodality::from_id)]
    pub antipodality: Option<Antipodality>,
    /// Let joints have scale and shear. By default, methods with two phases leave out the first.
    #[arg(long)]
    pub scaled: bool,
    /// Give every vertex N influences, short lists padded with weight zero. By default, each vertex stores the start and
    /// the length of its list.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=255), allow_negative_numbers = true)]
    pub influences: Option<u32>,
    /// Print a description of the buffers, their structs and the entry point as one JSON object. Without -o, the shader
    /// itself is not written.
    #[arg(long)]
    pub json: bool,
}

impl ShaderArguments {
    pub(super) fn settings(&self) -> StandaloneSettings {
        StandaloneSettings {
            method: self.method,
            antipodality: self.antipodality.unwrap_or(self.method.default_antipodality()),
            stage: self.stage,
            influences_per_vertex: self.influences.unwrap_or(0),
            scaled: self.scaled,
        }
    }

    /// The command line that writes the same shader.
    pub(super) fn line(&self) -> String {
        let Self { method, output: _, lang, stage, antipodality, scaled, influences, json: _ } = self;
        let mut line = format!("skinscope shader {} --lang {} --stage {}", method.id(), lang.id(), stage.id());
        if let Some(mode) = antipodality {
            line += &format!(" --antipodality {}", mode.id());
        }
        if *scaled {
            line += " --scaled";
        }
        if let Some(count) = influences {
            line += &format!(" --influences {count}");
        }
        line
    }
}
