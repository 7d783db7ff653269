//! What a shader reads and writes: its entry point, its buffers and their structs. Words are those of the comments in
//! WGSL, layouts are naga's.

use super::docs::Docs;
use super::translation::Names;
use super::{CheckedModule, ConstantDescription};
use naga::common::wgsl::TypeContext;
use naga::{AddressSpace, Binding, GlobalVariable, Handle, Module, ShaderStage, StorageAccess, Type, TypeInner};

/// What a shader reads and writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShaderDescription {
    /// The function to run.
    pub entry_point: EntryPointDescription,
    /// The buffers, by group and binding.
    pub bindings: Vec<BindingDescription>,
    /// Metal's buffer with the sizes of others, if the shader reads it.
    pub array_sizes: Option<ArraySizes>,
    /// The structs of the buffers.
    pub structs: Vec<StructDescription>,
    /// The constants that were settled.
    pub constants: Vec<ConstantDescription>,
}

/// The function to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPointDescription {
    /// Its name in the language.
    pub name: String,
    /// Vertices per workgroup, of a compute shader.
    pub workgroup_size: Option<u32>,
    /// What a vertex shader hands on.
    pub outputs: Vec<OutputDescription>,
}

/// An output of a vertex shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputDescription {
    /// Its name in WGSL.
    pub name: String,
    /// Its location. `None` for the position that the rasterizer reads.
    pub location: Option<u32>,
    /// Its type in WGSL.
    pub type_name: String,
    /// What it is.
    pub description: String,
}

/// How a shader uses a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingKind {
    /// A uniform buffer.
    Uniform,
    /// A storage buffer that is only read.
    Read,
    /// A storage buffer that is written.
    ReadWrite,
}

/// A buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingDescription {
    /// Its group in WGSL: the descriptor set or register space.
    pub group: u32,
    /// Its binding in the group.
    pub binding: u32,
    /// Where the language binds it.
    pub slot: String,
    /// Its name in the language.
    pub name: String,
    /// How it is used.
    pub kind: BindingKind,
    /// Its type in WGSL.
    pub type_name: String,
    /// Bytes from one element to the next, of an array.
    pub stride: Option<u32>,
    /// What it holds.
    pub description: String,
}

/// Metal's buffer with the sizes of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArraySizes {
    /// Where it is bound.
    pub slot: String,
    /// The buffers whose sizes in bytes it holds, in order, 4 bytes each.
    pub buffers: Vec<String>,
}

/// A struct of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructDescription {
    /// Its name.
    pub name: String,
    /// Bytes.
    pub size: u32,
    /// What it is.
    pub description: String,
    /// Its fields in order.
    pub fields: Vec<FieldDescription>,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDescription {
    /// Its name.
    pub name: String,
    /// Bytes from the start of the struct.
    pub offset: u32,
    /// Its type in WGSL.
    pub type_name: String,
    /// What it is.
    pub description: String,
}

impl BindingKind {
    /// The name in descriptions.
    pub fn id(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Read => "read",
            Self::ReadWrite => "read-write",
        }
    }

    fn of(space: AddressSpace) -> Self {
        match space {
            AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => Self::ReadWrite,
            AddressSpace::Storage { .. } => Self::Read,
            _ => Self::Uniform,
        }
    }
}

impl ShaderDescription {
    pub(super) fn new(
        checked: &CheckedModule,
        docs: &Docs,
        names: &Names,
        constants: Vec<ConstantDescription>,
    ) -> Self {
        let module = &checked.module;
        let bindings = checked.bindings();
        let describe = |(binding, (_, variable)): (&naga::ResourceBinding, &(_, &GlobalVariable))| {
            let own_name = || variable.name.clone().unwrap_or_default();
            let inner = &module.types[variable.ty].inner;
            BindingDescription {
                group: binding.group,
                binding: binding.binding,
                slot: names.slots.get(binding).cloned().unwrap_or_default(),
                name: names.buffers.get(binding).cloned().unwrap_or_else(own_name),
                kind: BindingKind::of(variable.space),
                type_name: type_name(module, variable.ty),
                stride: if let TypeInner::Array { stride, .. } = *inner { Some(stride) } else { None },
                description: docs.about(variable.name.as_deref().unwrap_or_default()),
            }
        };
        let is_sized_at_run_time = |variable: &GlobalVariable| {
            matches!(module.types[variable.ty].inner, TypeInner::Array { size: naga::ArraySize::Dynamic, .. })
        };
        let array_sizes = names.sizes_slot.clone().map(|slot| ArraySizes {
            slot,
            // Metal's buffer has them in the order of their declarations.
            buffers: module
                .global_variables
                .iter()
                .map(|(_, own)| own)
                .filter(|own| is_sized_at_run_time(own))
                .filter_map(|own| own.name.clone())
                .collect(),
        });
        let mut structs = Vec::new();
        for (_, variable) in bindings.values() {
            add_structs(module, docs, variable.ty, &mut structs);
        }
        Self {
            entry_point: entry_point(checked, docs, names),
            bindings: bindings.iter().map(describe).collect(),
            array_sizes,
            structs,
            constants,
        }
    }
}

fn entry_point(checked: &CheckedModule, docs: &Docs, names: &Names) -> EntryPointDescription {
    let entry = checked.module.entry_points.first();
    let result = entry.and_then(|entry| entry.function.result.as_ref()).map(|result| result.ty);
    EntryPointDescription {
        name: names.entry_point.clone(),
        workgroup_size: entry.filter(|own| own.stage == ShaderStage::Compute).map(|own| own.workgroup_size[0]),
        outputs: result.map(|ty| outputs(&checked.module, docs, ty)).unwrap_or_default(),
    }
}

fn outputs(module: &Module, docs: &Docs, ty: Handle<Type>) -> Vec<OutputDescription> {
    let TypeInner::Struct { members, .. } = &module.types[ty].inner else { return Vec::new() };
    let of_struct = module.types[ty].name.as_deref().unwrap_or_default();
    let output = |member: &naga::StructMember| OutputDescription {
        name: member.name.clone().unwrap_or_default(),
        location: match member.binding {
            Some(Binding::Location { location, .. }) => Some(location),
            _ => None,
        },
        type_name: type_name(module, member.ty),
        description: about_member(docs, of_struct, member),
    };
    members.iter().map(output).collect()
}

/// Adds the structs of a type, each once, the outer ones first.
fn add_structs(module: &Module, docs: &Docs, ty: Handle<Type>, structs: &mut Vec<StructDescription>) {
    match &module.types[ty].inner {
        TypeInner::Array { base, .. } => add_structs(module, docs, *base, structs),
        TypeInner::Struct { members, span } => {
            let name = module.types[ty].name.clone().unwrap_or_default();
            if structs.iter().any(|known| known.name == name) {
                return;
            }
            let field = |member: &naga::StructMember| FieldDescription {
                name: member.name.clone().unwrap_or_default(),
                offset: member.offset,
                type_name: type_name(module, member.ty),
                description: about_member(docs, &name, member),
            };
            let fields = members.iter().map(field).collect();
            structs.push(StructDescription { size: *span, description: docs.about(&name), name, fields });
            members.iter().for_each(|member| add_structs(module, docs, member.ty, structs));
        }
        _ => {}
    }
}

fn about_member(docs: &Docs, of_struct: &str, member: &naga::StructMember) -> String {
    docs.about(&format!("{of_struct}.{}", member.name.as_deref().unwrap_or_default()))
}

/// A type as WGSL writes it.
fn type_name(module: &Module, ty: Handle<Type>) -> String {
    let mut name = String::new();
    // Writing into a string does not fail.
    let _ = module.to_ctx().write_type(ty, &mut name);
    name
}
