//! A module in other languages, by naga's writers.

use super::{CheckedModule, ShaderLanguage, StandaloneError};
use naga::back::{glsl, hlsl, msl, spv};
use naga::{AddressSpace, GlobalVariable, Handle, ResourceBinding, ShaderStage};
use std::collections::BTreeMap;
use std::fmt::Display;

/// A module in a language.
pub(super) struct Translated {
    pub file: File,
    pub names: Names,
}

pub(super) enum File {
    Text(String),
    Words(Vec<u32>),
}

/// What a language calls the entry point and the bindings.
#[derive(Default)]
pub(super) struct Names {
    pub entry_point: String,
    /// How the language declares each binding.
    pub slots: BTreeMap<ResourceBinding, String>,
    /// The names of buffers that are named otherwise than in WGSL.
    pub buffers: BTreeMap<ResourceBinding, String>,
    /// The slot of Metal's buffer with the sizes of the others.
    pub sizes_slot: Option<String>,
}

/// Writes a module. `wgsl` is its own text.
pub(super) fn translate(
    checked: &CheckedModule,
    language: ShaderLanguage,
    wgsl: &str,
) -> Result<Translated, StandaloneError> {
    match language {
        ShaderLanguage::Wgsl => Ok(Translated { file: File::Text(wgsl.to_owned()), names: checked.vulkan_names() }),
        ShaderLanguage::Glsl => checked.glsl(),
        ShaderLanguage::Hlsl => checked.hlsl(),
        ShaderLanguage::Msl => checked.msl(),
        ShaderLanguage::SpirV => checked.spirv(),
    }
}

fn refused(language: ShaderLanguage) -> impl Fn(&dyn Display) -> StandaloneError {
    move |cause| StandaloneError::NotTranslated { language: language.id(), cause: cause.to_string() }
}

impl CheckedModule {
    /// The name and the stage of the entry point.
    pub(super) fn entry_point(&self) -> (&str, ShaderStage) {
        // The compositions of both stages have one.
        self.module.entry_points.first().map_or(("", ShaderStage::Compute), |entry| (&entry.name, entry.stage))
    }

    /// The global variables that the entry point uses, by binding.
    pub(super) fn bindings(&self) -> BTreeMap<ResourceBinding, (Handle<GlobalVariable>, &GlobalVariable)> {
        let used = |handle: Handle<GlobalVariable>| !self.info.get_entry_point(0)[handle].is_empty();
        let variables = self.module.global_variables.iter();
        variables
            .filter_map(|(handle, own)| Some((own.binding?, (handle, own))))
            .filter(|(_, (handle, _))| used(*handle))
            .collect()
    }

    /// A number for each binding, from 0, in the order of groups and bindings.
    fn numbers(&self) -> BTreeMap<ResourceBinding, u8> {
        self.bindings().into_keys().zip(0..).collect()
    }

    fn names(&self, slot: impl Fn(ResourceBinding, &GlobalVariable) -> String) -> Names {
        let slots = self.bindings().into_iter().map(|(binding, (_, own))| (binding, slot(binding, own)));
        Names { entry_point: self.entry_point().0.to_owned(), slots: slots.collect(), ..Names::default() }
    }

    /// Names as in Vulkan and WebGPU.
    fn vulkan_names(&self) -> Names {
        self.names(|ResourceBinding { group, binding }, _| format!("@group({group}) @binding({binding})"))
    }

    fn glsl(&self) -> Result<Translated, StandaloneError> {
        let refused = refused(ShaderLanguage::Glsl);
        let (entry_point, shader_stage) = self.entry_point();
        let numbers = self.numbers();
        let options = glsl::Options {
            version: glsl::Version::Desktop(430),
            // Clip space is the host's own.
            writer_flags: glsl::WriterFlags::empty(),
            binding_map: numbers.clone(),
            zero_initialize_workgroup_memory: false,
        };
        let pipeline = glsl::PipelineOptions { shader_stage, entry_point: entry_point.to_owned(), multiview: None };
        let mut text = String::new();
        let mut writer =
            glsl::Writer::new(&mut text, &self.module, &self.info, &options, &pipeline, Default::default())
                .map_err(|error| refused(&error))?;
        let blocks = writer.write().map_err(|error| refused(&error))?.uniforms;
        let mut names = self.names(|binding, _| format!("layout(binding = {})", numbers[&binding]));
        names.entry_point = "main".to_owned();
        for (binding, (handle, variable)) in self.bindings() {
            let (Some(block), Some(name)) = (blocks.get(&handle), &variable.name) else { continue };
            text = named_in_glsl(&text, shader_stage, binding, block, name);
            names.buffers.insert(binding, format!("_{name}"));
        }
        Ok(Translated { file: File::Text(text), names })
    }

    fn hlsl(&self) -> Result<Translated, StandaloneError> {
        let refused = refused(ShaderLanguage::Hlsl);
        let target = |ResourceBinding { group, binding }: ResourceBinding| hlsl::BindTarget {
            space: group as u8,
            register: binding,
            ..hlsl::BindTarget::default()
        };
        let options = hlsl::Options {
            shader_model: hlsl::ShaderModel::V6_0,
            binding_map: self.bindings().into_keys().map(|binding| (binding, target(binding))).collect(),
            fake_missing_bindings: false,
            restrict_indexing: false,
            force_loop_bounding: false,
            zero_initialize_workgroup_memory: false,
            ..hlsl::Options::default()
        };
        let (entry_point, stage) = self.entry_point();
        let pipeline = hlsl::PipelineOptions { entry_point: Some((stage, entry_point.to_owned())) };
        let mut text = String::new();
        let written = hlsl::Writer::new(&mut text, &options, &pipeline)
            .write(&self.module, &self.info, None)
            .map_err(|error| refused(&error))?;
        let mut names = self.names(|ResourceBinding { group, binding }, variable| {
            let kind = register_kind(variable.space);
            if group == 0 {
                format!("register({kind}{binding})")
            } else {
                format!("register({kind}{binding}, space{group})")
            }
        });
        names.entry_point = only(written.entry_point_names).map_err(|error| refused(&error))?;
        Ok(Translated { file: File::Text(text), names })
    }

    fn msl(&self) -> Result<Translated, StandaloneError> {
        let refused = refused(ShaderLanguage::Msl);
        let numbers = self.numbers();
        let target = |binding: &ResourceBinding| msl::BindTarget {
            buffer: numbers.get(binding).copied(),
            mutable: self.bindings().get(binding).is_some_and(|(_, variable)| register_kind(variable.space) == 'u'),
            ..msl::BindTarget::default()
        };
        let sizes = numbers.len() as u8;
        let resources = msl::EntryPointResources {
            resources: numbers.keys().map(|binding| (*binding, target(binding))).collect(),
            immediates_buffer: None,
            sizes_buffer: Some(sizes),
        };
        let (entry_point, stage) = self.entry_point();
        let options = msl::Options {
            lang_version: (2, 4),
            per_entry_point_map: [(entry_point.to_owned(), resources)].into(),
            fake_missing_bindings: false,
            force_loop_bounding: false,
            zero_initialize_workgroup_memory: false,
            ..msl::Options::default()
        };
        let pipeline =
            msl::PipelineOptions { entry_point: Some((stage, entry_point.to_owned())), ..Default::default() };
        let (text, written) =
            msl::write_string(&self.module, &self.info, &options, &pipeline).map_err(|error| refused(&error))?;
        let mut names = self.names(|binding, _| format!("[[buffer({})]]", numbers[&binding]));
        names.entry_point = only(written.entry_point_names).map_err(|error| refused(&error))?;
        names.sizes_slot = text.contains("_mslBufferSizes&").then(|| format!("[[buffer({sizes})]]"));
        Ok(Translated { file: File::Text(text), names })
    }

    fn spirv(&self) -> Result<Translated, StandaloneError> {
        let options = spv::Options {
            lang_version: (1, 3),
            // Names stay, clip space is the host's own.
            flags: spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS,
            force_loop_bounding: false,
            zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
            ..spv::Options::default()
        };
        let (entry_point, shader_stage) = self.entry_point();
        let pipeline = spv::PipelineOptions { shader_stage, entry_point: entry_point.to_owned() };
        let words = spv::write_vec(&self.module, &self.info, &options, Some(&pipeline))
            .map_err(|error| refused(ShaderLanguage::SpirV)(&error))?;
        let names =
            self.names(|ResourceBinding { group, binding }, _| format!("DescriptorSet {group}, Binding {binding}"));
        Ok(Translated { file: File::Words(words), names })
    }
}

/// Gives a buffer its own name in GLSL. naga names it after its binding and its type. A name that begins with an underscore
/// is no other's.
fn named_in_glsl(text: &str, stage: ShaderStage, binding: ResourceBinding, block: &str, name: &str) -> String {
    let ResourceBinding { group, binding } = binding;
    let stage = if stage == ShaderStage::Compute { "cs" } else { "vs" };
    let variable = format!("_group_{group}_binding_{binding}_{stage}");
    text.replace(&variable, &format!("_{name}")).replace(&format!(" {block} {{"), &format!(" {name}_block {{"))
}

/// Direct3D's kind of register: constants, written or only read.
fn register_kind(space: AddressSpace) -> char {
    match space {
        AddressSpace::Uniform => 'b',
        AddressSpace::Storage { access } if access.contains(naga::StorageAccess::STORE) => 'u',
        _ => 't',
    }
}

/// The name of the only entry point.
fn only<E: Display>(names: Vec<Result<String, E>>) -> Result<String, String> {
    let name = names.into_iter().next().ok_or("no entry point was written")?;
    name.map_err(|error| error.to_string())
}
