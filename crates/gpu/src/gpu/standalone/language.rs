use skinscope_core::skinning::{UnknownId, find_by_id};

/// A language in which a shader that stands alone is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShaderLanguage {
    /// WebGPU's language: our own text.
    Wgsl,
    /// OpenGL's language, version 430.
    Glsl,
    /// Direct3D's language, shader model 6.0.
    Hlsl,
    /// Metal's language, version 2.4.
    Msl,
    /// Vulkan's binary form, version 1.3.
    SpirV,
}

struct LanguageRow {
    id: &'static str,
    title: &'static str,
}

impl ShaderLanguage {
    /// All languages.
    pub const ALL: [Self; 5] = [Self::Wgsl, Self::Glsl, Self::Hlsl, Self::Msl, Self::SpirV];

    fn row(self) -> LanguageRow {
        match self {
            Self::Wgsl => LanguageRow { id: "wgsl", title: "WGSL" },
            Self::Glsl => LanguageRow { id: "glsl", title: "GLSL 430" },
            Self::Hlsl => LanguageRow { id: "hlsl", title: "HLSL, shader model 6.0" },
            Self::Msl => LanguageRow { id: "msl", title: "Metal Shading Language 2.4" },
            Self::SpirV => LanguageRow { id: "spirv", title: "SPIR-V 1.3" },
        }
    }

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The language with this name.
    ///
    /// # Errors
    /// There is none; the error lists them.
    pub fn from_id(id: &str) -> Result<Self, UnknownId> {
        find_by_id(&Self::ALL, Self::id, "language", id)
    }

    /// The name and version for people.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// Whether its files are text.
    pub fn is_text(self) -> bool {
        self != Self::SpirV
    }
}

/// Stage of a shader that stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandaloneStage {
    /// Writes the positions and normals of a mesh into a buffer.
    Compute,
    /// Hands the position and normal of a vertex to the rasterizer.
    Vertex,
}

impl StandaloneStage {
    /// Both stages.
    pub const ALL: [Self; 2] = [Self::Compute, Self::Vertex];

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Compute => "compute",
            Self::Vertex => "vertex",
        }
    }

    /// The stage with this name.
    ///
    /// # Errors
    /// There is none; the error lists them.
    pub fn from_id(id: &str) -> Result<Self, UnknownId> {
        find_by_id(&Self::ALL, Self::id, "stage", id)
    }
}
