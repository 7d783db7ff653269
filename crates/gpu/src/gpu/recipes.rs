use super::passes::{FOOTPRINT_FORMAT, Layer, MASK_FORMAT, MeshPass, OCCLUSION_FORMAT, OverlayPass};
use super::textures::color_on_surface;
use super::{COLOR_FORMAT, Composition, LayoutName, MeshOverlayRow, MethodPipeline};
use wgpu::{BlendState, CompareFunction, PrimitiveTopology};

/// Blur of the contact shadow relative to the width of its map: soft enough to hide the map's texels, sharp enough to
/// distinguish two feet.
const FOOTPRINT_BLUR: f64 = 0.016;

const PREMULTIPLIED: BlendState = BlendState::PREMULTIPLIED_ALPHA_BLENDING;

const MAXIMUM: BlendState = {
    let component = wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::One,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Max,
    };
    BlendState { color: component, alpha: component }
};

/// The parameters that differ between render pipelines. Nothing is culled in any of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Entry point.
    pub vertex: &'static str,
    /// Entry point, output format and blending.
    pub fragment: Option<(&'static str, wgpu::TextureFormat, Option<BlendState>)>,
    /// The values of `override` declarations, by name.
    pub constants: Vec<(&'static str, f64)>,
    /// Layouts of the bind groups, in their order.
    pub layouts: Vec<LayoutName>,
    /// Samples per pixel.
    pub samples: u32,
    /// How vertices form triangles or lines.
    pub topology: PrimitiveTopology,
    /// Depth comparison, and whether depth is written.
    pub depth: Option<(CompareFunction, bool)>,
    /// The color channels that are written.
    pub writes: wgpu::ColorWrites,
}

/// The module of a pass that draws a mesh with a method.
pub(super) fn mesh_composition(pass: MeshPass, method: MethodPipeline) -> Composition {
    let format = method.influence_path.vertex_format();
    match pass {
        MeshPass::Footprint => Composition::Footprint(method.method, format),
        MeshPass::Overlay { overlay, .. } => Composition::Overlay(overlay, method.method, format),
        MeshPass::Shaded { .. } | MeshPass::Mask { .. } | MeshPass::KeyShadow | MeshPass::Depth => {
            Composition::Mesh(method.method, format)
        }
    }
}

/// The constants of its shaders.
pub(super) fn mesh_constants(pass: MeshPass, method: MethodPipeline) -> Vec<(&'static str, f64)> {
    match pass {
        MeshPass::Shaded { look, layer, lookups, .. } => {
            let format = method.influence_path.vertex_format();
            [&method.constants()[..], &lookups.constants(layer, format), &look.constants()].concat()
        }
        _ => method.constants(),
    }
}

/// Recipe of a pass that draws a mesh with a method.
pub fn mesh_recipe(pass: MeshPass, method: MethodPipeline) -> (Composition, Recipe) {
    let (pass, method) = (pass.canonical(), method.canonical());
    let mesh = Recipe {
        vertex: "mesh_vertex",
        fragment: None,
        constants: mesh_constants(pass, method),
        layouts: vec![LayoutName::Frame, LayoutName::Chunk, LayoutName::Palette],
        samples: 1,
        topology: PrimitiveTopology::TriangleList,
        depth: None,
        writes: wgpu::ColorWrites::ALL,
    };
    let recipe = match pass {
        MeshPass::Shaded { samples, look, layer, .. } => Recipe {
            samples,
            layouts: [&mesh.layouts[..], &[LayoutName::Material]].concat(),
            // Blended surfaces hide nothing: their triangles are not sorted.
            depth: Some((CompareFunction::Greater, layer != Layer::Blended)),
            fragment: Some((look.fragment(), COLOR_FORMAT, (layer == Layer::Blended).then_some(PREMULTIPLIED))),
            ..mesh
        },
        MeshPass::Overlay { samples, overlay } => {
            let MeshOverlayRow { vertex, fragment, topology, .. } = *overlay.row();
            // Depth is written so that overlapping lines are not blended twice.
            let depth = Some((CompareFunction::Greater, true));
            let fragment = Some((fragment, COLOR_FORMAT, Some(PREMULTIPLIED)));
            Recipe { vertex, samples, topology, depth, fragment, ..mesh }
        }
        MeshPass::Mask { samples, channel } => {
            Recipe { samples, fragment: Some(("mask_fragment", MASK_FORMAT, None)), writes: channel.writes(), ..mesh }
        }
        MeshPass::KeyShadow => Recipe { depth: Some((CompareFunction::Less, true)), ..mesh },
        MeshPass::Depth => Recipe { depth: Some((CompareFunction::Greater, true)), ..mesh },
        MeshPass::Footprint => {
            Recipe { fragment: Some(("footprint_fragment", FOOTPRINT_FORMAT, Some(MAXIMUM))), ..mesh }
        }
    };
    (mesh_composition(pass, method), recipe)
}

/// Recipe of a pass that draws no mesh.
pub fn overlay_recipe(pass: OverlayPass) -> (Composition, Recipe) {
    let over_picture = |samples, fragment, blend, layouts| Recipe {
        vertex: "fullscreen_vertex",
        fragment: Some((fragment, COLOR_FORMAT, blend)),
        constants: Vec::new(),
        layouts,
        samples,
        topology: PrimitiveTopology::TriangleList,
        depth: Some((CompareFunction::Always, false)),
        writes: wgpu::ColorWrites::ALL,
    };
    let blended = Some(PREMULTIPLIED);
    let topology = PrimitiveTopology::TriangleStrip;
    match pass {
        OverlayPass::Background { samples } => {
            let recipe = over_picture(samples, "background_fragment", None, vec![LayoutName::Frame]);
            (Composition::Background, recipe)
        }
        OverlayPass::Ground { samples } => {
            let groups = vec![LayoutName::Frame, LayoutName::Texture];
            let recipe = over_picture(samples, "ground_fragment", blended, groups);
            let depth = Some((CompareFunction::Greater, false));
            (Composition::Ground, Recipe { vertex: "ground_vertex", topology, depth, ..recipe })
        }
        OverlayPass::Ghost { samples } => {
            let groups = vec![LayoutName::Frame, LayoutName::Texture];
            (Composition::Ghost, over_picture(samples, "ghost_fragment", blended, groups))
        }
        OverlayPass::Skeleton { samples } => {
            let groups = vec![LayoutName::Frame, LayoutName::Strokes];
            let recipe = over_picture(samples, "stroke_fragment", blended, groups);
            (Composition::Skeleton, Recipe { vertex: "stroke_vertex", topology, ..recipe })
        }
        OverlayPass::Picture { surface, corner_pixels, is_disk } => {
            let constants =
                vec![("corner_radius", f64::from(corner_pixels)), ("is_disk", f64::from(u8::from(is_disk)))];
            let fragment = ("picture_fragment", surface, blended);
            (Composition::Picture, without_depth(fragment, constants, vec![LayoutName::Picture]))
        }
        OverlayPass::Fill { surface, rgb } => {
            let [red, green, blue] = color_on_surface(rgb, surface);
            let constants = vec![("red", red), ("green", green), ("blue", blue)];
            (Composition::Fill, without_depth(("fill_fragment", surface, None), constants, Vec::new()))
        }
        OverlayPass::Occlusion => {
            let fragment = ("occlusion_fragment", OCCLUSION_FORMAT, None);
            (Composition::Occlusion, without_depth(fragment, Vec::new(), vec![LayoutName::Frame, LayoutName::Depth]))
        }
        OverlayPass::SmoothOcclusion => {
            let fragment = ("smooth_occlusion_fragment", OCCLUSION_FORMAT, None);
            let groups = vec![LayoutName::Frame, LayoutName::Depth, LayoutName::Picture];
            (Composition::Occlusion, without_depth(fragment, Vec::new(), groups))
        }
        OverlayPass::Resolve { samples } => {
            let constants = vec![("sample_count", f64::from(samples))];
            let fragment = ("resolve_fragment", COLOR_FORMAT, None);
            (Composition::Resolve, without_depth(fragment, constants, vec![LayoutName::Samples]))
        }
        OverlayPass::BlurAlongU => (Composition::Blur, blur(1.0)),
        OverlayPass::BlurAlongV => (Composition::Blur, blur(0.0)),
    }
}

/// A full-viewport pass without depth.
fn without_depth(
    fragment: (&'static str, wgpu::TextureFormat, Option<BlendState>),
    constants: Vec<(&'static str, f64)>,
    layouts: Vec<LayoutName>,
) -> Recipe {
    Recipe {
        vertex: "fullscreen_vertex",
        fragment: Some(fragment),
        constants,
        layouts,
        samples: 1,
        topology: PrimitiveTopology::TriangleList,
        depth: None,
        writes: wgpu::ColorWrites::ALL,
    }
}

/// A step of the contact shadow's blur.
fn blur(along_u: f64) -> Recipe {
    let constants = vec![("along_u", along_u), ("deviation", FOOTPRINT_BLUR)];
    without_depth(("blur_fragment", FOOTPRINT_FORMAT, None), constants, vec![LayoutName::Texture])
}
