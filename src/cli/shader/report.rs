//! The description that `shader --json` prints.

use crate::cli::document::{NoModel, ReportKind};
use crate::gpu::standalone::{
    ArraySizes, BindingDescription, ConstantDescription, FieldDescription, OutputDescription, ShaderDescription,
    ShaderLanguage, StandaloneSettings, StructDescription,
};
use serde::Serialize;

/// The output of `shader --json`. Fields are only ever added. Types are those of WGSL.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct ShaderReport<'a> {
    method: &'static str,
    /// The formula, one line per step.
    formula: Vec<&'static str>,
    /// Paper and section.
    source: &'static str,
    /// Antipodality mode. Null for methods that blend no quaternions.
    antipodality: Option<&'static str>,
    language: &'static str,
    /// "compute" or "vertex".
    stage: &'static str,
    /// Whether joints may have scale and shear.
    scaled: bool,
    /// Null if each vertex stores the start and length of its list.
    influences_per_vertex: Option<u32>,
    entry_point: EntryPointReport<'a>,
    bindings: Vec<BindingReport<'a>>,
    /// Metal's buffer with the sizes of others. Null if there is none.
    array_sizes: Option<SizesReport<'a>>,
    /// The structs of the buffers.
    structs: Vec<StructReport<'a>>,
    /// The constants that are written into the shader.
    constants: Vec<ConstantReport<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct EntryPointReport<'a> {
    /// Its name in the language.
    name: &'a str,
    /// Vertices per workgroup. Null for a vertex shader.
    workgroup_size: Option<u32>,
    /// What a vertex shader hands on.
    outputs: Vec<OutputReport<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OutputReport<'a> {
    name: &'a str,
    /// Null for the position that the rasterizer reads.
    location: Option<u32>,
    #[serde(rename = "type")]
    type_name: &'a str,
    description: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BindingReport<'a> {
    group: u32,
    binding: u32,
    /// Where the language binds it.
    slot: &'a str,
    /// Its name in the language.
    name: &'a str,
    /// "uniform", "read" or "read-write".
    kind: &'static str,
    #[serde(rename = "type")]
    type_name: &'a str,
    /// Bytes from one element to the next. Null if it is no array.
    stride: Option<u32>,
    description: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SizesReport<'a> {
    slot: &'a str,
    /// The buffers whose sizes in bytes it holds, in order, 4 bytes each.
    buffers: &'a [String],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct StructReport<'a> {
    name: &'a str,
    /// Bytes.
    size: u32,
    description: &'a str,
    fields: Vec<FieldReport<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FieldReport<'a> {
    name: &'a str,
    /// Bytes from the start of the struct.
    offset: u32,
    #[serde(rename = "type")]
    type_name: &'a str,
    description: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ConstantReport<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    type_name: &'a str,
    /// As WGSL writes it.
    value: &'a str,
    description: &'a str,
}

impl ReportKind for ShaderReport<'_> {
    type Models = NoModel;
    const KIND: &'static str = "skinscope_shader";
    const VERSION: u32 = 1;
}

impl<'a> ShaderReport<'a> {
    pub(super) fn new(
        settings: StandaloneSettings,
        language: ShaderLanguage,
        description: &'a ShaderDescription,
    ) -> Self {
        let StandaloneSettings { method, antipodality, stage, influences_per_vertex, scaled } = settings;
        let ShaderDescription { entry_point, bindings, array_sizes, structs, constants } = description;
        let card = &method.row().card;
        Self {
            method: method.id(),
            formula: card.formula.lines().collect(),
            source: card.source,
            antipodality: method.blends_quaternions().then(|| antipodality.id()),
            language: language.id(),
            stage: stage.id(),
            scaled,
            influences_per_vertex: (influences_per_vertex > 0).then_some(influences_per_vertex),
            entry_point: EntryPointReport {
                name: &entry_point.name,
                workgroup_size: entry_point.workgroup_size,
                outputs: entry_point.outputs.iter().map(output).collect(),
            },
            bindings: bindings.iter().map(binding).collect(),
            array_sizes: array_sizes.as_ref().map(|ArraySizes { slot, buffers }| SizesReport { slot, buffers }),
            structs: structs.iter().map(StructReport::of).collect(),
            constants: constants.iter().map(constant).collect(),
        }
    }
}

impl<'a> StructReport<'a> {
    fn of(described: &'a StructDescription) -> Self {
        let StructDescription { name, size, description, fields } = described;
        let field = |FieldDescription { name, offset, type_name, description }: &'a FieldDescription| FieldReport {
            name,
            offset: *offset,
            type_name,
            description,
        };
        Self { name, size: *size, description, fields: fields.iter().map(field).collect() }
    }
}

fn output(described: &OutputDescription) -> OutputReport<'_> {
    let OutputDescription { name, location, type_name, description } = described;
    OutputReport { name, location: *location, type_name, description }
}

fn binding(described: &BindingDescription) -> BindingReport<'_> {
    let BindingDescription { group, binding, slot, name, kind, type_name, stride, description } = described;
    let (group, binding, stride) = (*group, *binding, *stride);
    BindingReport { group, binding, slot, name, kind: kind.id(), type_name, stride, description }
}

fn constant(described: &ConstantDescription) -> ConstantReport<'_> {
    let ConstantDescription { name, type_name, value, description } = described;
    ConstantReport { name, type_name, value, description }
}
