//! Skinning shaders for other programs: a method's `skin_vertex` and an entry point in one module without `override`
//! constants, in several languages, with a description of what it reads and writes.

mod branches;
mod constants;
mod description;
mod docs;
mod header;
mod language;
mod translation;

pub use constants::ConstantDescription;
pub use description::{
    ArraySizes, BindingDescription, BindingKind, EntryPointDescription, FieldDescription, OutputDescription,
    ShaderDescription, StructDescription,
};
pub use language::{ShaderLanguage, StandaloneStage};

use super::pipelines::deform_constants;
use super::{Composition, InfluencePath, MethodPipeline, VertexFormat};
use docs::Docs;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use skinscope_core::skinning::{Antipodality, SkinningMethod};

/// What is settled in a shader that stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandaloneSettings {
    /// The method.
    pub method: SkinningMethod,
    /// How the signs of quaternions are chosen. Methods that blend none ignore it.
    pub antipodality: Antipodality,
    /// Where the method runs.
    pub stage: StandaloneStage,
    /// Influences of every vertex, short lists being padded with weight zero. Zero: each vertex stores the start and length
    /// of its list.
    pub influences_per_vertex: u32,
    /// Whether joints may have scale or shear. Without them, methods with two phases leave out the first.
    pub scaled: bool,
}

/// A shader that stands alone.
#[derive(Clone, Debug, PartialEq)]
pub struct StandaloneShader {
    /// The file: text in UTF-8, or the words of SPIR-V in little-endian order.
    pub bytes: Vec<u8>,
    /// What it reads and writes.
    pub description: ShaderDescription,
}

/// Why a shader cannot be written. The tests write all of them.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum StandaloneError {
    /// A constant has no value.
    #[error("the constant {name} of the shader has no value")]
    NoValue {
        /// Its name.
        name: String,
    },
    /// The module is not valid.
    #[error("the shader is not valid: {0}")]
    Invalid(String),
    /// The language cannot express the module.
    #[error("the shader cannot be written as {language}: {cause}")]
    NotTranslated {
        /// Id of the language.
        language: &'static str,
        /// What naga said.
        cause: String,
    },
}

impl StandaloneShader {
    /// Writes a shader in a language. `made_by` is how it was made, for the header of the file.
    ///
    /// ```
    /// use skinscope_core::skinning::{Antipodality, SkinningMethod};
    /// use skinscope_gpu::gpu::standalone::{ShaderLanguage, StandaloneSettings, StandaloneShader, StandaloneStage};
    ///
    /// let settings = StandaloneSettings {
    ///     method: SkinningMethod::Dqs,
    ///     antipodality: Antipodality::PerVertex,
    ///     stage: StandaloneStage::Compute,
    ///     influences_per_vertex: 4,
    ///     scaled: false,
    /// };
    /// let shader = StandaloneShader::new(settings, ShaderLanguage::Glsl, "my build script")?;
    /// assert!(String::from_utf8_lossy(&shader.bytes).contains("#version 430"));
    /// assert_eq!(shader.description.bindings[1].slot, "layout(binding = 1)");
    /// # Ok::<(), skinscope_gpu::gpu::standalone::StandaloneError>(())
    /// ```
    ///
    /// # Errors
    /// The shader cannot be expressed in the language.
    pub fn new(settings: StandaloneSettings, language: ShaderLanguage, made_by: &str) -> Result<Self, StandaloneError> {
        let settled = constants::settle(&settings.composition().sources(), &settings.constants())?;
        let mut checked = CheckedModule::parse(&settled.wgsl)?;
        if language != ShaderLanguage::Wgsl {
            checked = checked.without_settled_branches()?;
        }
        let translated = translation::translate(&checked, language, &settled.wgsl)?;
        let docs = Docs::of(&settled.wgsl);
        let description = ShaderDescription::new(&checked, &docs, &translated.names, settled.constants);
        let bytes = match translated.file {
            translation::File::Text(text) => {
                (header::header(settings, language, &description, made_by) + &text).into_bytes()
            }
            translation::File::Words(words) => words.into_iter().flat_map(u32::to_le_bytes).collect(),
        };
        Ok(Self { bytes, description })
    }
}

impl StandaloneSettings {
    fn composition(self) -> Composition {
        match self.stage {
            StandaloneStage::Compute => Composition::Deform(self.method, VertexFormat::Full),
            StandaloneStage::Vertex => Composition::VertexStage(self.method),
        }
    }

    /// The values of `override` declarations, by name.
    fn constants(self) -> Vec<(&'static str, f64)> {
        let pipeline = MethodPipeline {
            method: self.method,
            sign_mode: self.antipodality.sign_mode(),
            influence_path: InfluencePath::Listed,
            palette_is_rigid: !self.scaled,
        };
        let influences = ("influences_per_vertex", f64::from(self.influences_per_vertex));
        let others = deform_constants(pipeline.canonical()).into_iter().filter(|(name, _)| *name != influences.0);
        others.chain([influences]).collect()
    }
}

/// A valid module with one entry point.
struct CheckedModule {
    module: naga::Module,
    info: ModuleInfo,
}

impl CheckedModule {
    fn parse(wgsl: &str) -> Result<Self, StandaloneError> {
        let module =
            naga::front::wgsl::parse_str(wgsl).map_err(|error| StandaloneError::Invalid(error.emit_to_string(wgsl)))?;
        Self::of(module)
    }

    fn of(module: naga::Module) -> Result<Self, StandaloneError> {
        let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .map_err(|error| StandaloneError::Invalid(format!("{:?}", error.into_inner())))?;
        Ok(Self { module, info })
    }

    /// The module without code that never runs, and without what only that code uses.
    fn without_settled_branches(self) -> Result<Self, StandaloneError> {
        let mut module = self.module;
        branches::remove_settled(&mut module);
        naga::compact::compact(&mut module, naga::compact::KeepUnused::No);
        Self::of(module)
    }
}
