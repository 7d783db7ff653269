use wgpu::{BindGroupLayout, BindGroupLayoutEntry, BindingType, BufferBindingType, ShaderStages};

/// The bind group layouts of all shaders.
///
/// Group 0 belongs to the picture (or, in `deform.wgsl`, to the output), group 1 to the mesh, group 2 to the pose,
/// group 3 to the material.
#[derive(Debug)]
pub struct Layouts {
    /// The frame, the key light's shadow map and the map of ambient occlusion; each map with its sampler.
    pub frame: BindGroupLayout,
    /// Buffers of a chunk: vertices, influences, the method's precomputed data of each vertex, and looks.
    pub chunk: BindGroupLayout,
    /// Matrices and motions of a skin's joints, two lists that depend on the method, and parameters. Together with the
    /// chunk's buffers and the output, these are the eight storage buffers per stage that every device supports.
    pub palette: BindGroupLayout,
    /// Values of a material, then five textures, each with its sampler: base color, metallic-roughness, normal,
    /// occlusion, emissive.
    pub material: BindGroupLayout,
    /// Inputs of `morph.wgsl`, and the vertices that it writes.
    pub morph: BindGroupLayout,
    /// Inputs and outputs of `smooth.wgsl`.
    pub smoothing: BindGroupLayout,
    /// The output of `deform.wgsl`.
    pub deformed: BindGroupLayout,
    /// One texture with its sampler, for the fragment shader.
    pub texture: BindGroupLayout,
    /// One texture without a sampler.
    pub picture: BindGroupLayout,
    /// One depth texture without a sampler, read as plain values.
    pub depth: BindGroupLayout,
    /// The samples of a picture.
    pub samples: BindGroupLayout,
    /// The strokes of the skeleton.
    pub strokes: BindGroupLayout,
}

/// A bind group layout by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayoutName {
    /// [`Layouts::frame`].
    Frame,
    /// [`Layouts::chunk`].
    Chunk,
    /// [`Layouts::palette`].
    Palette,
    /// [`Layouts::material`].
    Material,
    /// [`Layouts::morph`].
    Morph,
    /// [`Layouts::smoothing`].
    Smoothing,
    /// [`Layouts::deformed`].
    Deformed,
    /// [`Layouts::texture`].
    Texture,
    /// [`Layouts::picture`].
    Picture,
    /// [`Layouts::depth`].
    Depth,
    /// [`Layouts::samples`].
    Samples,
    /// [`Layouts::strokes`].
    Strokes,
}

impl LayoutName {
    /// Name for labels and in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Frame => "frame",
            Self::Chunk => "chunk",
            Self::Palette => "palette",
            Self::Material => "material",
            Self::Morph => "morph",
            Self::Smoothing => "smoothing",
            Self::Deformed => "deformed",
            Self::Texture => "texture",
            Self::Picture => "picture",
            Self::Depth => "depth",
            Self::Samples => "samples",
            Self::Strokes => "strokes",
        }
    }

    /// Entries that the layout binds.
    pub fn entries(self) -> Vec<BindGroupLayoutEntry> {
        let skin = ShaderStages::VERTEX | ShaderStages::COMPUTE;
        let drawn = ShaderStages::VERTEX_FRAGMENT;
        let compute = ShaderStages::COMPUTE;
        let fragment = ShaderStages::FRAGMENT;
        let uniform = buffer(BufferBindingType::Uniform);
        let written = buffer(BufferBindingType::Storage { read_only: false });
        let color = texture(wgpu::TextureSampleType::Float { filterable: true }, false);
        let values = texture(wgpu::TextureSampleType::Float { filterable: false }, false);
        let filtering = BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        match self {
            Self::Frame => vec![
                entry(0, drawn, uniform),
                entry(1, fragment, texture(wgpu::TextureSampleType::Depth, false)),
                entry(2, fragment, BindingType::Sampler(wgpu::SamplerBindingType::Comparison)),
                entry(3, fragment, color),
                entry(4, fragment, filtering),
            ],
            Self::Chunk => vec![
                entry(0, skin, read_only()),
                entry(1, skin, read_only()),
                entry(2, skin, read_only()),
                entry(3, ShaderStages::VERTEX, read_only()),
            ],
            Self::Palette => vec![
                entry(0, skin, read_only()),
                entry(1, skin, read_only()),
                entry(2, skin, read_only()),
                entry(3, skin, read_only()),
                entry(4, skin, uniform),
            ],
            Self::Material => std::iter::once(entry(0, fragment, uniform))
                .chain((0..Layouts::MATERIAL_TEXTURES as u32).flat_map(|texture| {
                    [entry(1 + 2 * texture, fragment, color), entry(2 + 2 * texture, fragment, filtering)]
                }))
                .collect(),
            Self::Morph => vec![
                entry(0, compute, written),
                entry(1, compute, read_only()),
                entry(2, compute, read_only()),
                entry(3, compute, read_only()),
                entry(4, compute, uniform),
            ],
            Self::Smoothing => vec![
                entry(0, compute, uniform),
                entry(1, compute, read_only()),
                entry(2, compute, read_only()),
                entry(3, compute, read_only()),
                entry(4, compute, read_only()),
                entry(5, compute, read_only()),
                entry(6, compute, written),
                entry(7, compute, written),
                entry(8, compute, read_only()),
            ],
            Self::Deformed => vec![entry(0, compute, written)],
            Self::Texture => vec![entry(0, fragment, color), entry(1, fragment, filtering)],
            Self::Picture => vec![entry(0, fragment, color)],
            Self::Depth => vec![entry(0, fragment, values)],
            Self::Samples => {
                vec![entry(0, fragment, texture(wgpu::TextureSampleType::Float { filterable: false }, true))]
            }
            Self::Strokes => vec![entry(0, drawn, read_only())],
        }
    }
}

impl Layouts {
    /// Number of textures in a material.
    pub(super) const MATERIAL_TEXTURES: usize = 5;

    pub(super) fn new(device: &wgpu::Device) -> Self {
        let make = |name: LayoutName| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some(name.id()),
                entries: &name.entries(),
            })
        };
        Self {
            frame: make(LayoutName::Frame),
            chunk: make(LayoutName::Chunk),
            palette: make(LayoutName::Palette),
            material: make(LayoutName::Material),
            morph: make(LayoutName::Morph),
            smoothing: make(LayoutName::Smoothing),
            deformed: make(LayoutName::Deformed),
            texture: make(LayoutName::Texture),
            picture: make(LayoutName::Picture),
            depth: make(LayoutName::Depth),
            samples: make(LayoutName::Samples),
            strokes: make(LayoutName::Strokes),
        }
    }

    /// The layout with this name.
    pub fn get(&self, name: LayoutName) -> &BindGroupLayout {
        match name {
            LayoutName::Frame => &self.frame,
            LayoutName::Chunk => &self.chunk,
            LayoutName::Palette => &self.palette,
            LayoutName::Material => &self.material,
            LayoutName::Morph => &self.morph,
            LayoutName::Smoothing => &self.smoothing,
            LayoutName::Deformed => &self.deformed,
            LayoutName::Texture => &self.texture,
            LayoutName::Picture => &self.picture,
            LayoutName::Depth => &self.depth,
            LayoutName::Samples => &self.samples,
            LayoutName::Strokes => &self.strokes,
        }
    }
}

fn texture(sample_type: wgpu::TextureSampleType, multisampled: bool) -> BindingType {
    BindingType::Texture { sample_type, view_dimension: wgpu::TextureViewDimension::D2, multisampled }
}

fn entry(binding: u32, visibility: ShaderStages, ty: BindingType) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry { binding, visibility, ty, count: None }
}

fn buffer(ty: BufferBindingType) -> BindingType {
    BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None }
}

fn read_only() -> BindingType {
    buffer(BufferBindingType::Storage { read_only: true })
}
