use wgpu::{BindGroupLayout, BindGroupLayoutEntry, BindingType, BufferBindingType, ShaderStages};

/// The bind group layouts of all shaders.
///
/// Group 0 belongs to the picture (or, in `deform.wgsl`, to the output), group 1 to the mesh, group 2 to the pose,
/// group 3 to the material.
#[derive(Debug)]
pub struct Layouts {
    /// The frame, the key light's shadow map, the map of ambient occlusion, each with its sampler.
    pub frame: BindGroupLayout,
    /// Of a chunk: vertices, influences, what the method precomputes of each vertex, and looks.
    pub chunk: BindGroupLayout,
    /// Matrices and motions of a skin's joints, two lists that depend on the method, and parameters. Together with the
    /// chunk's buffers and the output, these are the eight storage buffers per stage that every device supports.
    pub palette: BindGroupLayout,
    /// Values, then five textures, each with its sampler: base color, metallic-roughness, normal, occlusion, emissive.
    pub material: BindGroupLayout,
    /// What `morph.wgsl` reads, and the vertices that it writes.
    pub morph: BindGroupLayout,
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

impl Layouts {
    /// Number of textures in a material.
    pub(super) const MATERIAL_TEXTURES: usize = 5;

    pub(super) fn new(device: &wgpu::Device) -> Self {
        let make = |label, entries: &[BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        let skin = ShaderStages::VERTEX | ShaderStages::COMPUTE;
        let drawn = ShaderStages::VERTEX_FRAGMENT;
        let fragment = ShaderStages::FRAGMENT;
        let depth = BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Depth,
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let color = BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let values = BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let samples = BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: true,
        };
        let filtering = BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        let comparison = BindingType::Sampler(wgpu::SamplerBindingType::Comparison);
        Self {
            frame: make(
                "frame",
                &[
                    entry(0, drawn, buffer(BufferBindingType::Uniform)),
                    entry(1, fragment, depth),
                    entry(2, fragment, comparison),
                    entry(3, fragment, color),
                    entry(4, fragment, filtering),
                ],
            ),
            chunk: make(
                "chunk",
                &[
                    entry(0, skin, read_only()),
                    entry(1, skin, read_only()),
                    entry(2, skin, read_only()),
                    entry(3, ShaderStages::VERTEX, read_only()),
                ],
            ),
            palette: make(
                "palette",
                &[
                    entry(0, skin, read_only()),
                    entry(1, skin, read_only()),
                    entry(2, skin, read_only()),
                    entry(3, skin, read_only()),
                    entry(4, skin, buffer(BufferBindingType::Uniform)),
                ],
            ),
            material: make(
                "material",
                &std::iter::once(entry(0, fragment, buffer(BufferBindingType::Uniform)))
                    .chain((0..Self::MATERIAL_TEXTURES as u32).flat_map(|texture| {
                        [entry(1 + 2 * texture, fragment, color), entry(2 + 2 * texture, fragment, filtering)]
                    }))
                    .collect::<Vec<_>>(),
            ),
            morph: make(
                "morph",
                &[
                    entry(0, ShaderStages::COMPUTE, buffer(BufferBindingType::Storage { read_only: false })),
                    entry(1, ShaderStages::COMPUTE, read_only()),
                    entry(2, ShaderStages::COMPUTE, read_only()),
                    entry(3, ShaderStages::COMPUTE, read_only()),
                    entry(4, ShaderStages::COMPUTE, buffer(BufferBindingType::Uniform)),
                ],
            ),
            deformed: make(
                "deformed",
                &[entry(0, ShaderStages::COMPUTE, buffer(BufferBindingType::Storage { read_only: false }))],
            ),
            texture: make("texture", &[entry(0, fragment, color), entry(1, fragment, filtering)]),
            picture: make("picture", &[entry(0, fragment, color)]),
            depth: make("depth", &[entry(0, fragment, values)]),
            samples: make("samples", &[entry(0, fragment, samples)]),
            strokes: make("strokes", &[entry(0, drawn, read_only())]),
        }
    }
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
