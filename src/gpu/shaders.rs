use crate::skinning::SkinningMethod;

/// One WGSL file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaderSource {
    /// Below `shaders/`.
    pub path: &'static str,
    pub text: &'static str,
}

macro_rules! shader {
    ($path:literal) => {
        ShaderSource { path: $path, text: include_str!(concat!("../../shaders/", $path)) }
    };
}

const FRAME: ShaderSource = shader!("common/frame.wgsl");
const FULLSCREEN: ShaderSource = shader!("common/fullscreen.wgsl");
const SKIN_INPUTS: ShaderSource = shader!("common/skin_inputs.wgsl");
const QUAT: ShaderSource = shader!("common/quat.wgsl");
const DUAL_QUAT: ShaderSource = shader!("common/dual_quat.wgsl");
const LIGHTING: ShaderSource = shader!("common/lighting.wgsl");
const LBS: ShaderSource = shader!("skinning/lbs.wgsl");
const DQS: ShaderSource = shader!("skinning/dqs.wgsl");
const MESH: ShaderSource = shader!("mesh.wgsl");
const DEFORM: ShaderSource = shader!("deform.wgsl");
const FOOTPRINT: ShaderSource = shader!("footprint.wgsl");
const BLUR: ShaderSource = shader!("blur.wgsl");
const BACKGROUND: ShaderSource = shader!("background.wgsl");
const GROUND: ShaderSource = shader!("ground.wgsl");
const SKELETON: ShaderSource = shader!("skeleton.wgsl");

/// An ordered list of WGSL sources that make one module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Composition {
    /// Draws a skin, also into the key light's depth map.
    Mesh(SkinningMethod),
    /// Draws how near a skin comes to the ground.
    Footprint(SkinningMethod),
    /// Writes a deformed skin for readback.
    Deform(SkinningMethod),
    Background,
    Blur,
    Ground,
    Skeleton,
}

impl Composition {
    /// Every composition there is.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Background, Self::Blur, Self::Ground, Self::Skeleton];
        for method in SkinningMethod::ALL {
            all.extend([Self::Mesh(method), Self::Footprint(method), Self::Deform(method)]);
        }
        all
    }

    /// For labels and error messages.
    pub fn name(self) -> String {
        match self {
            Self::Mesh(method) => format!("mesh of {}", method.id()),
            Self::Footprint(method) => format!("footprint of {}", method.id()),
            Self::Deform(method) => format!("deform by {}", method.id()),
            Self::Background => "background".to_owned(),
            Self::Blur => "blur".to_owned(),
            Self::Ground => "ground".to_owned(),
            Self::Skeleton => "skeleton".to_owned(),
        }
    }

    /// The sources in order.
    pub fn sources(self) -> Vec<ShaderSource> {
        match self {
            Self::Mesh(method) => [&[FRAME][..], &skinning(method), &[LIGHTING, MESH]].concat(),
            Self::Footprint(method) => [&[FRAME][..], &skinning(method), &[LIGHTING, MESH, FOOTPRINT]].concat(),
            Self::Deform(method) => [&skinning(method)[..], &[DEFORM]].concat(),
            Self::Background => vec![FRAME, FULLSCREEN, BACKGROUND],
            Self::Blur => vec![FULLSCREEN, BLUR],
            Self::Ground => vec![FRAME, GROUND],
            Self::Skeleton => vec![FRAME, SKELETON],
        }
    }

    /// The whole module.
    pub fn wgsl(self) -> String {
        self.sources().iter().map(|source| source.text).collect::<Vec<_>>().join("\n")
    }
}

/// What stands before the slot `fn skin_vertex(RestVertex) -> SkinnedVertex`, and the slot itself.
fn skinning(method: SkinningMethod) -> Vec<ShaderSource> {
    match method {
        SkinningMethod::Lbs => vec![SKIN_INPUTS, LBS],
        _ => vec![SKIN_INPUTS, QUAT, DUAL_QUAT, DQS],
    }
}

/// Every file that some composition uses, once.
pub fn shader_sources() -> Vec<ShaderSource> {
    let mut sources: Vec<ShaderSource> = Composition::all().into_iter().flat_map(Composition::sources).collect();
    sources.sort_by_key(|source| source.path);
    sources.dedup();
    sources
}
