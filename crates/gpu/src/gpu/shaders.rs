use super::{MeshOverlay, own};
use skinscope_core::skinning::SkinningMethod;

/// One WGSL file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaderSource {
    /// Path relative to `shaders/`.
    pub path: &'static str,
    pub text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/shader_sources.rs"));

const FRAME: ShaderSource = shader("common/frame.wgsl");
const FULLSCREEN: ShaderSource = shader("common/fullscreen.wgsl");
const MESH_VERTEX: ShaderSource = shader("common/mesh_vertex.wgsl");
const PACKED_VERTEX: ShaderSource = shader("common/packed_vertex.wgsl");
const FULL_VERTICES: ShaderSource = shader("common/full_vertices.wgsl");
const PACKED_VERTICES: ShaderSource = shader("common/packed_vertices.wgsl");
const VERTEX_LOOK: ShaderSource = shader("common/vertex_look.wgsl");
const FULL_LOOKS: ShaderSource = shader("common/full_looks.wgsl");
const PACKED_LOOKS: ShaderSource = shader("common/packed_looks.wgsl");
const FULL_MORPHED: ShaderSource = shader("common/full_morphed.wgsl");
const PACKED_MORPHED: ShaderSource = shader("common/packed_morphed.wgsl");
const LIGHTING: ShaderSource = shader("common/lighting.wgsl");
const REFLECTIONS: ShaderSource = shader("common/reflections.wgsl");
const MESH: ShaderSource = shader("mesh.wgsl");
const OCCLUSION: ShaderSource = shader("occlusion.wgsl");
const MATERIAL: ShaderSource = shader("looks/material.wgsl");
const TEXTURED: ShaderSource = shader("looks/textured.wgsl");
const CLAY: ShaderSource = shader("looks/clay.wgsl");
const MATCAP: ShaderSource = shader("looks/matcap.wgsl");
const PATTERNS: ShaderSource = shader("looks/patterns.wgsl");
const MASK: ShaderSource = shader("looks/mask.wgsl");
const PAINTED: ShaderSource = shader("looks/painted.wgsl");
const SMOOTH: ShaderSource = shader("smooth.wgsl");
const MORPH: ShaderSource = shader("morph.wgsl");
const DEFORM: ShaderSource = shader("deform.wgsl");
const VERTEX_STAGE: ShaderSource = shader("vertex_stage.wgsl");
const COPY: ShaderSource = shader("copy.wgsl");
const FOOTPRINT: ShaderSource = shader("footprint.wgsl");
const BLUR: ShaderSource = shader("blur.wgsl");
const RESOLVE: ShaderSource = shader("resolve.wgsl");
const BACKGROUND: ShaderSource = shader("background.wgsl");
const GROUND: ShaderSource = shader("ground.wgsl");
const GHOST: ShaderSource = shader("ghost.wgsl");
const PICTURE: ShaderSource = shader("window/picture.wgsl");
const FILL: ShaderSource = shader("window/fill.wgsl");
const SKELETON: ShaderSource = shader("skeleton.wgsl");

/// Finds a file of `shaders/`. In a constant, a wrong path stops the build.
pub(super) const fn shader(path: &str) -> ShaderSource {
    let mut index = 0;
    while index < SHADER_SOURCES.len() {
        if is_same(SHADER_SOURCES[index].path.as_bytes(), path.as_bytes()) {
            return SHADER_SOURCES[index];
        }
        index += 1;
    }
    panic!("the file is in shaders/")
}

/// [`shader`] for paths that are made while the program runs; the tests make all of them.
fn found(path: &str) -> ShaderSource {
    let of_path = SHADER_SOURCES.iter().find(|source| source.path == path);
    *of_path.unwrap_or_else(|| panic!("there is no shaders/{path}"))
}

const fn is_same(left: &[u8], right: &[u8]) -> bool {
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    index == left.len() && index == right.len()
}

/// Memory layout of the vertices of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VertexFormat {
    /// Single precision, for deforming and measuring, and for vertices that do not fit the other format.
    Full,
    /// Packed into 32 bytes, see `gpu/packing.rs`: the format from which pictures are drawn.
    Packed,
}

impl VertexFormat {
    /// Both formats.
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
    /// Draws an overlay on a skin.
    Overlay(MeshOverlay, SkinningMethod, VertexFormat),
    /// Draws how close a skin comes to the ground.
    Footprint(SkinningMethod, VertexFormat),
    /// Writes a deformed skin for readback.
    Deform(SkinningMethod, VertexFormat),
    /// Skins a mesh that another program draws.
    VertexStage(SkinningMethod),
    /// Applies morph targets to the rest vertices.
    Morph(VertexFormat),
    /// Smooths a skin in a pose.
    Smooth,
    /// Copies memory.
    Copy,
    /// Draws the studio's background.
    Background,
    /// Computes ambient occlusion from depth.
    Occlusion,
    /// Blurs the map of the contact shadow along one axis.
    Blur,
    /// Computes the mean of a picture's samples.
    Resolve,
    /// Draws the ground.
    Ground,
    /// Draws another method's outline from two masks.
    Ghost,
    /// Draws strokes, such as the skeleton's.
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
            Self::Smooth,
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
        all.extend(SkinningMethod::ALL.map(Self::VertexStage));
        for format in VertexFormat::ALL {
            all.push(Self::Morph(format));
            for method in SkinningMethod::ALL {
                all.extend(MeshOverlay::ALL.map(|overlay| Self::Overlay(overlay, method, format)));
                all.extend([Self::Mesh(method, format), Self::Footprint(method, format), Self::Deform(method, format)]);
            }
        }
        all
    }

    /// Name for labels and error messages.
    pub fn name(self) -> String {
        match self {
            Self::Mesh(method, format) => format!("{} mesh of {}", format.name(), method.id()),
            Self::Overlay(overlay, method, format) => {
                format!("{} {} of {}", format.name(), overlay.row().name, method.id())
            }
            Self::Footprint(method, format) => format!("{} footprint of {}", format.name(), method.id()),
            Self::Deform(method, format) => format!("{} deform by {}", format.name(), method.id()),
            Self::VertexStage(method) => format!("vertex stage of {}", method.id()),
            Self::Morph(format) => format!("{} morph targets", format.name()),
            Self::Smooth => "smoothing".to_owned(),
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
        self.around(skinning)
    }

    /// The sources in order, with what a person's shader finds declared, and the place for it, instead of the method.
    pub(super) fn with_open_slot(self) -> Vec<ShaderSource> {
        self.around(|_, format| [&vertices(format)[..], &own::PRELUDE, &[own::SLOT]].concat())
    }

    fn around(self, skinning: impl Fn(SkinningMethod, VertexFormat) -> Vec<ShaderSource>) -> Vec<ShaderSource> {
        match self {
            Self::Mesh(method, format) => [
                &[FRAME][..],
                &skinning(method, format),
                &[LIGHTING, REFLECTIONS],
                &drawn(format),
                &[MATERIAL, TEXTURED, CLAY, PATTERNS, MATCAP, MASK, PAINTED],
            ]
            .concat(),
            Self::Overlay(overlay, method, format) => {
                [&[FRAME][..], &skinning(method, format), &[overlay.row().shader]].concat()
            }
            Self::Footprint(method, format) => {
                [&[FRAME][..], &skinning(method, format), &drawn(format), &[FOOTPRINT]].concat()
            }
            Self::Deform(method, format) => [&skinning(method, format)[..], &[DEFORM]].concat(),
            Self::VertexStage(method) => [&skinning(method, VertexFormat::Full)[..], &[VERTEX_STAGE]].concat(),
            Self::Morph(VertexFormat::Full) => vec![MESH_VERTEX, FULL_MORPHED, MORPH],
            Self::Morph(VertexFormat::Packed) => vec![PACKED_VERTEX, PACKED_MORPHED, MORPH],
            Self::Smooth => vec![SMOOTH],
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

    /// The method of a composition that skins.
    pub(super) fn method(self) -> Option<SkinningMethod> {
        match self {
            Self::Mesh(method, _)
            | Self::Overlay(_, method, _)
            | Self::Footprint(method, _)
            | Self::Deform(method, _)
            | Self::VertexStage(method) => Some(method),
            _ => None,
        }
    }

    /// The version of its method, see [`SkinningMethod::revision`].
    pub(super) fn revision(self) -> u32 {
        self.method().map_or(0, SkinningMethod::revision)
    }

    /// The complete module.
    pub fn wgsl(self) -> String {
        if let Some(method) = self.method().and_then(own::with_shader) {
            return own::wgsl(self, method);
        }
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

/// The shader of a built-in method, as people read it. Other methods are drawn from vertices that were skinned before, or by
/// a shader of their own.
pub fn method_shader(method: SkinningMethod) -> ShaderSource {
    let built_in = match method {
        // It looks up what was skinned before.
        SkinningMethod::Own(_) => SkinningMethod::DeltaMush,
        method => method,
    };
    found(&format!("skinning/{}.wgsl", built_in.id().replace('-', "_")))
}

/// The sources that precede the slot `fn skin_vertex(RestVertex) -> SkinnedVertex`, and the slot itself.
fn skinning(method: SkinningMethod, format: VertexFormat) -> Vec<ShaderSource> {
    let mut sources = vertices(format).to_vec();
    add_with_uses(&mut sources, method_shader(method));
    sources
}

fn vertices(format: VertexFormat) -> [ShaderSource; 2] {
    match format {
        VertexFormat::Full => [MESH_VERTEX, FULL_VERTICES],
        VertexFormat::Packed => [PACKED_VERTEX, PACKED_VERTICES],
    }
}

/// Adds a file after those that its line `// Uses: a, b.` names, each once. They are in `shaders/common/`.
fn add_with_uses(sources: &mut Vec<ShaderSource>, source: ShaderSource) {
    if sources.contains(&source) {
        return;
    }
    let uses = source.text.lines().find_map(|line| line.strip_prefix("// Uses: "));
    for used in uses.into_iter().flat_map(|uses| uses.trim_end_matches('.').split(", ")) {
        add_with_uses(sources, found(&format!("common/{used}.wgsl")));
    }
    sources.push(source);
}

/// Every file used by any composition, once.
pub fn shader_sources() -> Vec<ShaderSource> {
    let composed = Composition::all().into_iter().flat_map(Composition::sources);
    let mut sources: Vec<ShaderSource> = composed.chain(own::PRELUDE).collect();
    sources.sort_by_key(|source| source.path);
    sources.dedup();
    sources
}
