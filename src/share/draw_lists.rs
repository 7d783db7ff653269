//! The pictures of a page as data: the shaders and pipelines that they share, and the bindings and draws of each.

use super::web_names::{format, layout, pipeline};
use super::{Blob, ShareFailure};
use crate::gpu::mirrors::{Frame, Stroke, mirrors};
use crate::gpu::{Composition, LayoutName, Recipe, TextureContent, mip_levels};
use crate::model::{Model, Texture};
use crate::skinning::PaletteList;
use crate::view::Overlay;
use crate::viewport::draw_list::{
    DrawList, FrameOf, ListBuffer, ListColor, ListDraw, ListPass, ListResource, ListSampler, ListSize, ListTexture,
    PoseData, PosedBuffer, Strokes,
};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Largest side of a texture. Larger levels are left out.
const LARGEST_TEXTURE: u32 = 1024;

/// Most bytes of all textures of a page, before compression. Photographs hardly shrink.
pub(super) const MOST_OF_TEXTURES: u64 = 7_000_000;

/// Most centers of rotation in each picture of a page with many panes. Each has a stroke for every step of its slider,
/// which would otherwise take most of the page.
pub(super) const MOST_CENTERS: usize = 4000;

/// The strokes of centers of rotation.
const CENTERS: PosedBuffer = PosedBuffer::Strokes(Strokes::Overlay(Overlay::Centers));

/// Smallest side to which textures are reduced.
const SMALLEST_TEXTURE: u32 = 128;

/// Colors of a frame, which depend on the theme.
const THEME_FIELDS: [&str; 9] = [
    "exposure",
    "skin_color",
    "background_middle",
    "background_edge",
    "grid_color",
    "contact_color",
    "wireframe_color",
    "normals_color",
    "ghost_color",
];

/// Layouts that pictures bind.
const LAYOUTS: [LayoutName; 8] = [
    LayoutName::Frame,
    LayoutName::Chunk,
    LayoutName::Palette,
    LayoutName::Material,
    LayoutName::Texture,
    LayoutName::Picture,
    LayoutName::Depth,
    LayoutName::Strokes,
];

/// A recorded picture, and its data for the poses of its slider.
pub(super) struct Recorded<'a> {
    pub list: &'a DrawList,
    pub poses: &'a [PoseData],
    /// The frame in the dark and in the light theme.
    pub themes: [Frame; 2],
    pub model: &'a Model,
}

/// All pictures of a page.
#[derive(Default)]
pub(super) struct DrawLists {
    blob: Blob,
    shaders: Vec<Composition>,
    pipelines: Vec<(Composition, Recipe)>,
    /// The longest side of the textures in the page.
    texture_side: u32,
    /// The textures of the models. Models of one file share them.
    textures: Vec<Arc<Vec<Texture>>>,
    /// The levels of a texture, by index into `textures`, its index there, and its content.
    levels: HashMap<(Option<usize>, u32, TextureContent), Value>,
    has_smaller_textures: bool,
    /// The most centers of rotation in each picture, if there is a limit.
    most_centers: Option<usize>,
    has_fewer_centers: bool,
}

impl DrawLists {
    /// Starts the lists for pictures of these models. The more textures the models have, the smaller the textures
    /// become. `most_centers` limits the centers of rotation in each picture.
    pub fn of_models<'a>(models: impl Iterator<Item = &'a Model>, most_centers: Option<usize>) -> Self {
        let mut textures: Vec<Arc<Vec<Texture>>> = Vec::new();
        for model in models {
            if !textures.iter().any(|known| Arc::ptr_eq(known, &model.textures)) {
                textures.push(Arc::clone(&model.textures));
            }
        }
        let all = || textures.iter().flat_map(|textures| textures.iter());
        let bytes = |side: u32| all().map(|texture| bytes_within(texture, side)).sum::<u64>();
        let halves = std::iter::successors(Some(LARGEST_TEXTURE), |side| Some(side / 2));
        let mut sides = halves.take_while(|side| *side >= SMALLEST_TEXTURE);
        let texture_side = sides.find(|&side| bytes(side) <= MOST_OF_TEXTURES).unwrap_or(SMALLEST_TEXTURE);
        Self { texture_side, textures, most_centers, ..Self::default() }
    }

    /// Whether some pictures lack centers of rotation.
    pub fn has_fewer_centers(&self) -> bool {
        self.has_fewer_centers
    }

    /// The longest side of the textures in the page if larger levels were left out.
    pub fn smaller_textures(&self) -> Option<u32> {
        self.has_smaller_textures.then_some(self.texture_side)
    }

    /// A picture as JSON, with the indices of sections and pipelines.
    pub fn picture(&mut self, recorded: &Recorded<'_>) -> Value {
        let Recorded { list, poses, themes, model } = recorded;
        let mut posed = 0..;
        let every = self.every_center(recorded);
        let buffers: Vec<Value> = list
            .buffers
            .iter()
            .map(|buffer| match buffer {
                ListBuffer::Fixed(bytes) => json!({"fixed": self.blob.add(bytes)}),
                ListBuffer::Frame(FrameOf::Picture) => json!({"frame": "picture"}),
                ListBuffer::Frame(FrameOf::Light) => json!({"frame": "light"}),
                ListBuffer::Frame(FrameOf::Footprint) => json!({"frame": "footprint"}),
                ListBuffer::Posed(kind) => {
                    let index = posed.next().unwrap_or(0);
                    let every = if *kind == CENTERS { every } else { 1 };
                    let steps: Vec<Cow<'_, [u8]>> =
                        poses.iter().map(|pose| every_stroke(&pose.buffers[index], every)).collect();
                    let steps: Vec<&[u8]> = steps.iter().map(|step| &**step).collect();
                    json!({"posed": self.steps(&steps, blending(*kind, &steps))})
                }
            })
            .collect();
        let frames: Vec<Vec<u8>> = poses.iter().map(frame_bytes).collect();
        let frames: Vec<&[u8]> = frames.iter().map(Vec::as_slice).collect();
        let [dark, light] = themes.map(|frame| self.blob.add(bytemuck::bytes_of(&frame)));
        let pipelines: Vec<usize> = list.pipelines.iter().map(|own| self.pipeline(own)).collect();
        let groups = list.groups.iter().map(|group| {
            let resources: Vec<Value> = group
                .resources
                .iter()
                .map(|resource| match resource {
                    ListResource::Buffer(index) => json!({"buffer": index}),
                    ListResource::Texture(texture) => json!({"texture": texture.id()}),
                    ListResource::Sampler(sampler) => json!({"sampler": sampler.id()}),
                })
                .collect();
            json!({"layout": group.layout.id(), "resources": resources})
        });
        json!({
            "buffers": buffers,
            "frames": self.steps(&frames, "linear"),
            "themes": {"dark": dark, "light": light},
            "groups": groups.collect::<Vec<_>>(),
            "textures": self.textures(list, model),
            "passes": list.passes.iter().map(|own| pass(own, &pipelines, &|draw| instances(list, draw, every))).collect::<Vec<_>>(),
        })
    }

    /// Count of centers of rotation of which one is drawn.
    fn every_center(&mut self, Recorded { list, poses, .. }: &Recorded<'_>) -> usize {
        let index = list.posed_buffers().position(|kind| kind == CENTERS);
        let bytes = index.into_iter().flat_map(|index| poses.iter().map(move |pose| pose.buffers[index].len())).max();
        let count = bytes.unwrap_or(0) / size_of::<Stroke>();
        let every = self.most_centers.map_or(1, |most| count.div_ceil(most.max(1))).max(1);
        self.has_fewer_centers |= every > 1;
        every
    }

    /// The data of all pictures as text for the page.
    ///
    /// # Errors
    /// If it cannot be compressed.
    pub fn text(self, scenes: &[Value]) -> Result<String, ShareFailure> {
        let layouts: Map<String, Value> =
            LAYOUTS.into_iter().map(|name| (name.id().to_owned(), layout(name))).collect();
        let textures: Map<String, Value> = ListTexture::ALL.into_iter().map(|own| (own.id(), texture(own))).collect();
        let samplers: Map<String, Value> =
            ListSampler::ALL.into_iter().map(|own| (own.id().to_owned(), sampler(own))).collect();
        let shader = |composition: &Composition| self.shaders.iter().position(|own| own == composition).unwrap_or(0);
        let pipelines = self.pipelines.iter().map(|(composition, recipe)| pipeline(recipe, shader(composition)));
        let json = json!({
            "frame": frame_layout(),
            "layouts": layouts,
            "textures": textures,
            "samplers": samplers,
            "shaders": self.shaders.iter().map(|own| json!({"name": own.name(), "wgsl": own.wgsl()})).collect::<Vec<_>>(),
            "pipelines": pipelines.collect::<Vec<_>>(),
            "scenes": scenes,
        });
        self.blob.text(json)
    }

    fn pipeline(&mut self, own: &(Composition, Recipe)) -> usize {
        if !self.shaders.contains(&own.0) {
            self.shaders.push(own.0);
        }
        self.pipelines.iter().position(|known| known == own).unwrap_or_else(|| {
            self.pipelines.push(own.clone());
            self.pipelines.len() - 1
        })
    }

    /// Stores the bytes of all steps in one section, each padded with zeros to the longest. They are woven: the first
    /// word of every step, then the second word of every step, so that what does not change compresses to almost
    /// nothing.
    fn steps(&mut self, steps: &[&[u8]], blend: &str) -> Value {
        let stride = steps.iter().map(|step| step.len()).max().unwrap_or(0);
        let mut bytes = Vec::with_capacity(stride * steps.len());
        for at in (0..stride).step_by(4) {
            for step in steps {
                bytes.extend_from_slice(step.get(at..at + 4).unwrap_or(&[0; 4]));
            }
        }
        json!({"section": self.blob.add(&bytes), "stride": stride, "blend": blend})
    }

    /// The model's textures that the picture reads.
    fn textures(&mut self, list: &DrawList, model: &Model) -> Map<String, Value> {
        let mut textures = Map::new();
        for resource in list.groups.iter().flat_map(|group| &group.resources) {
            let &ListResource::Texture(own @ ListTexture::Material(index, content)) = resource else { continue };
            if !textures.contains_key(&own.id()) {
                let levels = self.levels(model, index, content);
                textures.insert(own.id(), json!({"format": format(own.format()), "levels": levels}));
            }
        }
        textures
    }

    fn levels(&mut self, model: &Model, index: u32, content: TextureContent) -> Value {
        let list = self.textures.iter().position(|known| Arc::ptr_eq(known, &model.textures));
        let key = (list, index, content);
        if let Some(levels) = self.levels.get(&key) {
            return levels.clone();
        }
        let levels = mip_levels(&model.textures[index as usize], content);
        let fitting = levels.iter().filter(|(width, height, _)| *width.max(height) <= self.texture_side);
        let fitting: Vec<Value> =
            fitting.map(|(width, height, pixels)| json!([width, height, self.blob.add(pixels)])).collect();
        self.has_smaller_textures |= fitting.len() < levels.len();
        let levels = Value::from(fitting);
        self.levels.insert(key, levels.clone());
        levels
    }
}

/// The bytes of a texture with all its levels up to this side.
fn bytes_within(texture: &Texture, side: u32) -> u64 {
    let halvings = |of: u32| (0..).find(|shift| of >> shift <= side).unwrap_or(0);
    let shift = halvings(texture.width.max(texture.height));
    let pixels = u64::from((texture.width >> shift).max(1)) * u64::from((texture.height >> shift).max(1));
    pixels * 4 * 4 / 3
}

/// Every n-th of some strokes, beginning with the first one.
fn every_stroke(strokes: &[u8], every: usize) -> Cow<'_, [u8]> {
    match every {
        1 => Cow::Borrowed(strokes),
        _ => Cow::Owned(strokes.chunks(size_of::<Stroke>()).step_by(every).flatten().copied().collect()),
    }
}

/// Instances of a draw, if one of `every` centers of rotation is left.
fn instances(list: &DrawList, draw: &ListDraw, every: usize) -> u32 {
    let is_centers = |resource: &ListResource| matches!(resource, ListResource::Buffer(index) if list.buffers[*index] == ListBuffer::Posed(CENTERS));
    let draws_centers = draw.groups.iter().any(|group| list.groups[*group].resources.iter().any(is_centers));
    if draws_centers { draw.instances.div_ceil(every as u32) } else { draw.instances }
}

/// Interpolation of entries between two near steps.
fn blending(buffer: PosedBuffer, steps: &[&[u8]]) -> &'static str {
    let is_even = steps.windows(2).all(|pair| pair[0].len() == pair[1].len());
    match buffer {
        PosedBuffer::Palette { list: PaletteList::Motions | PaletteList::SecondPhase, .. } => "dual-quaternions",
        PosedBuffer::Palette { list: PaletteList::Rotations, .. } => "quaternions",
        PosedBuffer::Palette { .. } => "linear",
        PosedBuffer::Strokes(_) if is_even => "linear",
        // Packed colors, and strokes that appear and disappear.
        _ => "nearest",
    }
}

/// Frame of a pose, followed by the additional data of the other frames: a matrix, the middle of the light's view, and
/// its radius.
fn frame_bytes(pose: &PoseData) -> Vec<u8> {
    let light = pose.light_center.extend(pose.light_radius);
    [
        bytemuck::bytes_of(&pose.frame),
        bytemuck::cast_slice(&pose.footprint_clip_from_world.to_cols_array()),
        bytemuck::bytes_of(&light),
    ]
    .concat()
}

/// Offsets of the fields of a frame, in bytes.
fn frame_layout() -> Value {
    let mirror = mirrors().into_iter().find(|mirror| mirror.wgsl_name == "Frame");
    let fields = mirror.map(|mirror| mirror.fields).unwrap_or_default();
    let size = size_of::<Frame>();
    let end = |index: usize| fields.get(index + 1).map_or(size, |(_, offset)| *offset);
    let of_theme: Vec<Value> = fields
        .iter()
        .enumerate()
        .filter(|(_, (name, _))| THEME_FIELDS.contains(name))
        .map(|(index, (_, offset))| json!([offset, end(index) - offset]))
        .collect();
    let offsets: Map<String, Value> = fields.iter().map(|(name, offset)| ((*name).to_owned(), json!(offset))).collect();
    json!({"size": size, "offsets": offsets, "of_theme": of_theme})
}

fn texture(own: ListTexture) -> Value {
    let size = match own.size() {
        ListSize::Square(side) => json!(side),
        ListSize::Picture | ListSize::Own => json!("picture"),
        ListSize::HalfPicture => json!("half"),
    };
    json!({"format": format(own.format()), "size": size, "samples": own.samples(crate::view::Quality::FINE.samples)})
}

/// Descriptor of a sampler: `GPUSamplerDescriptor`.
fn sampler(own: ListSampler) -> Value {
    let address = |repeat: bool| if repeat { "repeat" } else { "clamp-to-edge" };
    match own {
        ListSampler::Comparison => {
            json!({"magFilter": "linear", "minFilter": "linear", "compare": "less-equal"})
        }
        ListSampler::Linear => json!({"magFilter": "linear", "minFilter": "linear"}),
        ListSampler::Nearest => json!({}),
        ListSampler::Material([u, v]) => json!({
            "addressModeU": address(u), "addressModeV": address(v),
            "magFilter": "linear", "minFilter": "linear", "mipmapFilter": "linear", "maxAnisotropy": 8,
        }),
    }
}

fn pass(pass: &ListPass, pipelines: &[usize], instances: &dyn Fn(&ListDraw) -> u32) -> Value {
    let color = |color: ListColor| {
        let resolve = color.resolve.map(ListTexture::id);
        json!({"texture": color.texture.id(), "clear": color.clear, "resolve": resolve})
    };
    let draw = |draw: &ListDraw| {
        json!({
            "pipeline": pipelines[draw.pipeline],
            "groups": draw.groups,
            "indices": draw.indices,
            "count": draw.count,
            "instances": instances(draw),
        })
    };
    json!({
        "label": pass.label,
        "color": pass.color.map(color),
        "depth": pass.depth.map(|(texture, clear)| json!({"texture": texture.id(), "clear": clear})),
        "draws": pass.draws.iter().map(draw).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_third_stroke_is_kept_whole() {
        let size = size_of::<Stroke>();
        let strokes: Vec<u8> = (0..7u8).flat_map(|stroke| vec![stroke; size]).collect();
        let kept = every_stroke(&strokes, 3);
        assert_eq!(kept.chunks(size).map(|stroke| stroke[0]).collect::<Vec<_>>(), [0, 3, 6]);
        assert!(kept.chunks(size).all(|stroke| stroke.len() == size && stroke.iter().all(|byte| *byte == stroke[0])));
        assert_eq!(&*every_stroke(&strokes, 1), &strokes[..]);
    }
}
