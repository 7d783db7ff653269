use skinscope_core::skinning::SkinningMethod;

/// One WGSL file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaderSource {
    /// Path relative to `shaders/`.
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
const MESH_VERTEX: ShaderSource = shader!("common/mesh_vertex.wgsl");
const PACKED_VERTEX: ShaderSource = shader!("common/packed_vertex.wgsl");
const FULL_VERTICES: ShaderSource = shader!("common/full_vertices.wgsl");
const PACKED_VERTICES: ShaderSource = shader!("common/packed_vertices.wgsl");
const VERTEX_LOOK: ShaderSource = shader!("common/vertex_look.wgsl");
const FULL_LOOKS: ShaderSource = shader!("common/full_looks.wgsl");
const PACKED_LOOKS: ShaderSource = shader!("common/packed_looks.wgsl");
const FULL_MORPHED: ShaderSource = shader!("common/full_morphed.wgsl");
const PACKED_MORPHED: ShaderSource = shader!("common/packed_morphed.wgsl");
const JOINT_SETS: ShaderSource = shader!("common/joint_sets.wgsl");
const VERTEX_COVARIANCES: ShaderSource = shader!("common/vertex_covariances.wgsl");
const SKIN_INPUTS: ShaderSource = shader!("common/skin_inputs.wgsl");
const QUAT: ShaderSource = shader!("common/quat.wgsl");
const DUAL_QUAT: ShaderSource = shader!("common/dual_quat.wgsl");
const LIGHTING: ShaderSource = shader!("common/lighting.wgsl");
const REFLECTIONS: ShaderSource = shader!("common/reflections.wgsl");
const FLOAT_SIGN: ShaderSource = shader!("common/float_sign.wgsl");
const AFFINE: ShaderSource = shader!("common/affine.wgsl");
const BLEND_MOTIONS: ShaderSource = shader!("common/blend_motions.wgsl");
const BLEND_ROTATIONS: ShaderSource = shader!("common/blend_rotations.wgsl");
const SIGNS: ShaderSource = shader!("common/signs.wgsl");
const FIRST_PHASE: ShaderSource = shader!("common/first_phase.wgsl");
const POSE_CENTER: ShaderSource = shader!("common/pose_center.wgsl");
const VERTEX_CENTERS: ShaderSource = shader!("common/vertex_centers.wgsl");
const TRIGONOMETRY: ShaderSource = shader!("common/trigonometry.wgsl");
const SCREW: ShaderSource = shader!("common/screw.wgsl");
const LBS: ShaderSource = shader!("skinning/lbs.wgsl");
const DQS: ShaderSource = shader!("skinning/dqs.wgsl");
const TWO_PHASE_DQS: ShaderSource = shader!("skinning/two_phase_dqs.wgsl");
const COR: ShaderSource = shader!("skinning/cor.wgsl");
const COR_PROCRUSTES: ShaderSource = shader!("skinning/cor_procrustes.wgsl");
const NEAREST_ROTATION: ShaderSource = shader!("common/nearest_rotation.wgsl");
const DIRECT_QUATERNION: ShaderSource = shader!("skinning/direct_quaternion.wgsl");
const QUATERNION_TRANSLATION: ShaderSource = shader!("skinning/quaternion_translation.wgsl");
const LOG_MATRIX: ShaderSource = shader!("skinning/log_matrix.wgsl");
const SPHERICAL: ShaderSource = shader!("skinning/spherical.wgsl");
const DIB: ShaderSource = shader!("skinning/dib.wgsl");
const LBS_DQS: ShaderSource = shader!("skinning/lbs_dqs.wgsl");
const MESH: ShaderSource = shader!("mesh.wgsl");
const OCCLUSION: ShaderSource = shader!("occlusion.wgsl");
const MATERIAL: ShaderSource = shader!("looks/material.wgsl");
const TEXTURED: ShaderSource = shader!("looks/textured.wgsl");
const CLAY: ShaderSource = shader!("looks/clay.wgsl");
const MATCAP: ShaderSource = shader!("looks/matcap.wgsl");
const PATTERNS: ShaderSource = shader!("looks/patterns.wgsl");
const MASK: ShaderSource = shader!("looks/mask.wgsl");
const PAINTED: ShaderSource = shader!("looks/painted.wgsl");
const MORPH: ShaderSource = shader!("morph.wgsl");
const DEFORM: ShaderSource = shader!("deform.wgsl");
const COPY: ShaderSource = shader!("copy.wgsl");
const WIREFRAME: ShaderSource = shader!("wireframe.wgsl");
const FOOTPRINT: ShaderSource = shader!("footprint.wgsl");
const BLUR: ShaderSource = shader!("blur.wgsl");
const RESOLVE: ShaderSource = shader!("resolve.wgsl");
const BACKGROUND: ShaderSource = shader!("background.wgsl");
const GROUND: ShaderSource = shader!("ground.wgsl");
const GHOST: ShaderSource = shader!("ghost.wgsl");
const PICTURE: ShaderSource = shader!("window/picture.wgsl");
const FILL: ShaderSource = shader!("window/fill.wgsl");
const SKELETON: ShaderSource = shader!("skeleton.wgsl");

/// Memory layout of the vertices of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VertexFormat {
    /// Single precision, for deforming and measuring, and for vertices that do not fit the other format.
    Full,
    /// Packed into 32 bytes, see [`super::packing`]: the format from which pictures are drawn.
    Packed,
}

impl VertexFormat {
    pub const ALL: [Self; 2] = [Self::Full, Self::Packed];

    fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Packed => "packed",
        }
    }
}

/// An ordered list of WGSL sources that form one module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Composition {
    /// Draws a skin, also into the key light's depth map.
    Mesh(SkinningMethod, VertexFormat),
    /// Draws the edges of a skin.
    Wireframe(SkinningMethod, VertexFormat),
    /// Draws how close a skin comes to the ground.
    Footprint(SkinningMethod, VertexFormat),
    /// Writes a deformed skin for readback.
    Deform(SkinningMethod, VertexFormat),
    /// Applies morph targets to the rest vertices.
    Morph(VertexFormat),
    /// Copies memory.
    Copy,
    Background,
    /// Computes ambient occlusion from depth.
    Occlusion,
    Blur,
    /// Computes the mean of a picture's samples.
    Resolve,
    Ground,
    Ghost,
    Skeleton,
    /// Draws a finished picture on the window.
    Picture,
    /// Fills an area of the window with one color.
    Fill,
}

impl Composition {
    /// All compositions.
    pub fn all() -> Vec<Self> {
        let mut all = vec![
            Self::Copy,
            Self::Background,
            Self::Occlusion,
            Self::Blur,
            Self::Resolve,
            Self::Ground,
            Self::Ghost,
            Self::Skeleton,
            Self::Picture,
            Self::Fill,
        ];
        for format in VertexFormat::ALL {
            all.push(Self::Morph(format));
            for method in SkinningMethod::ALL {
                all.extend([
                    Self::Mesh(method, format),
                    Self::Wireframe(method, format),
                    Self::Footprint(method, format),
                    Self::Deform(method, format),
                ]);
            }
        }
        all
    }

    /// Name for labels and error messages.
    pub fn name(self) -> String {
        match self {
            Self::Mesh(method, format) => format!("{} mesh of {}", format.name(), method.id()),
            Self::Wireframe(method, format) => format!("{} wireframe of {}", format.name(), method.id()),
            Self::Footprint(method, format) => format!("{} footprint of {}", format.name(), method.id()),
            Self::Deform(method, format) => format!("{} deform by {}", format.name(), method.id()),
            Self::Morph(format) => format!("{} morph targets", format.name()),
            Self::Copy => "copy".to_owned(),
            Self::Background => "background".to_owned(),
            Self::Occlusion => "ambient occlusion".to_owned(),
            Self::Blur => "blur".to_owned(),
            Self::Resolve => "resolve".to_owned(),
            Self::Ground => "ground".to_owned(),
            Self::Ghost => "ghost".to_owned(),
            Self::Skeleton => "skeleton".to_owned(),
            Self::Picture => "picture in the window".to_owned(),
            Self::Fill => "fill of the window".to_owned(),
        }
    }

    /// The sources in order.
    pub fn sources(self) -> Vec<ShaderSource> {
        match self {
            Self::Mesh(method, format) => [
                &[FRAME][..],
                &skinning(method, format),
                &[LIGHTING, REFLECTIONS],
                &drawn(format),
                &[MATERIAL, TEXTURED, CLAY, PATTERNS, MATCAP, MASK, PAINTED],
            ]
            .concat(),
            Self::Wireframe(method, format) => [&[FRAME][..], &skinning(method, format), &[WIREFRAME]].concat(),
            Self::Footprint(method, format) => {
                [&[FRAME][..], &skinning(method, format), &drawn(format), &[FOOTPRINT]].concat()
            }
            Self::Deform(method, format) => [&skinning(method, format)[..], &[DEFORM]].concat(),
            Self::Morph(VertexFormat::Full) => vec![MESH_VERTEX, FULL_MORPHED, MORPH],
            Self::Morph(VertexFormat::Packed) => vec![PACKED_VERTEX, PACKED_MORPHED, MORPH],
            Self::Copy => vec![COPY],
            Self::Background => vec![FRAME, FULLSCREEN, BACKGROUND],
            Self::Occlusion => vec![FRAME, FULLSCREEN, OCCLUSION],
            Self::Blur => vec![FULLSCREEN, BLUR],
            Self::Resolve => vec![FULLSCREEN, RESOLVE],
            Self::Ground => vec![FRAME, GROUND],
            Self::Ghost => vec![FRAME, FULLSCREEN, GHOST],
            Self::Skeleton => vec![FRAME, SKELETON],
            Self::Picture => vec![FULLSCREEN, PICTURE],
            Self::Fill => vec![FULLSCREEN, FILL],
        }
    }

    /// The complete module.
    pub fn wgsl(self) -> String {
        self.sources().iter().map(|source| source.text).collect::<Vec<_>>().join("\n")
    }
}

/// The sources of the vertex shader that draws a mesh.
fn drawn(format: VertexFormat) -> [ShaderSource; 3] {
    match format {
        VertexFormat::Full => [VERTEX_LOOK, FULL_LOOKS, MESH],
        VertexFormat::Packed => [VERTEX_LOOK, PACKED_LOOKS, MESH],
    }
}

/// The sources that precede the slot `fn skin_vertex(RestVertex) -> SkinnedVertex`, and the slot itself.
fn skinning(method: SkinningMethod, format: VertexFormat) -> Vec<ShaderSource> {
    let motions =
        |more: &[ShaderSource]| [&[SKIN_INPUTS, FLOAT_SIGN, QUAT, DUAL_QUAT, SIGNS, BLEND_MOTIONS][..], more].concat();
    let rotations =
        |more: &[ShaderSource]| [&[SKIN_INPUTS, FLOAT_SIGN, QUAT, SIGNS, BLEND_ROTATIONS][..], more].concat();
    let of_method = match method {
        SkinningMethod::Lbs => vec![SKIN_INPUTS, FLOAT_SIGN, AFFINE, LBS],
        SkinningMethod::LogMatrix => vec![SKIN_INPUTS, QUAT, DUAL_QUAT, TRIGONOMETRY, SCREW, LOG_MATRIX],
        SkinningMethod::Dqs => motions(&[DQS]),
        SkinningMethod::TwoPhaseDqs => motions(&[AFFINE, FIRST_PHASE, TWO_PHASE_DQS]),
        SkinningMethod::LbsDqs => motions(&[AFFINE, FIRST_PHASE, LBS_DQS]),
        SkinningMethod::Dib => motions(&[TRIGONOMETRY, SCREW, DIB]),
        SkinningMethod::Cor => rotations(&[AFFINE, FIRST_PHASE, VERTEX_CENTERS, COR]),
        SkinningMethod::CorProcrustes => {
            vec![
                SKIN_INPUTS,
                FLOAT_SIGN,
                QUAT,
                AFFINE,
                FIRST_PHASE,
                VERTEX_COVARIANCES,
                NEAREST_ROTATION,
                COR_PROCRUSTES,
            ]
        }
        SkinningMethod::DirectQuaternion => rotations(&[AFFINE, POSE_CENTER, DIRECT_QUATERNION]),
        SkinningMethod::QuaternionTranslation => rotations(&[QUATERNION_TRANSLATION]),
        SkinningMethod::Spherical => rotations(&[AFFINE, POSE_CENTER, JOINT_SETS, SPHERICAL]),
    };
    let vertices = match format {
        VertexFormat::Full => [MESH_VERTEX, FULL_VERTICES],
        VertexFormat::Packed => [PACKED_VERTEX, PACKED_VERTICES],
    };
    [&vertices[..], &of_method].concat()
}

/// Every file used by any composition, once.
pub fn shader_sources() -> Vec<ShaderSource> {
    let mut sources: Vec<ShaderSource> = Composition::all().into_iter().flat_map(Composition::sources).collect();
    sources.sort_by_key(|source| source.path);
    sources.dedup();
    sources
}
