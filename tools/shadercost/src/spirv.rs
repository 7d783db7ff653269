use crate::CostError;
use naga::back::spv::{
    BindingInfo, BindingMap, Options, PipelineOptions, WriterFlags, ZeroInitializeWorkgroupMemoryMode,
};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, ResourceBinding, ShaderStage, TypeInner};
use skinscope::gpu::SkinningShader;

/// Resource of a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resource {
    Uniform,
    Storage,
    Texture,
    Sampler,
}

/// One entry point in SPIR-V.
#[derive(Debug)]
pub(crate) struct Stage {
    pub entry_point: &'static str,
    pub stage: ShaderStage,
    pub words: Vec<u32>,
}

/// A shader's entry points, and all bindings of its module: group, binding, resource.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub stages: Vec<Stage>,
    pub bindings: Vec<(u32, u32, Resource)>,
}

/// Compiles WGSL to SPIR-V, by the steps of wgpu. The name is for messages.
///
/// # Errors
/// If the shader is invalid.
pub(crate) fn compile(shader: SkinningShader, name: &str) -> Result<Compiled, CostError> {
    let refused = |reason: String| CostError::Shader { variant: name.to_owned(), reason };
    let module = naga::front::wgsl::parse_str(&shader.wgsl).map_err(|error| refused(error.to_string()))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    let info = validator.validate(&module).map_err(|error| refused(error.to_string()))?;

    let mut bindings = Vec::new();
    let mut binding_map = BindingMap::default();
    for (_, variable) in module.global_variables.iter() {
        let Some(ResourceBinding { group, binding }) = variable.binding else { continue };
        let resource = match variable.space {
            AddressSpace::Uniform => Resource::Uniform,
            AddressSpace::Storage { .. } => Resource::Storage,
            _ if matches!(module.types[variable.ty].inner, TypeInner::Sampler { .. }) => Resource::Sampler,
            _ => Resource::Texture,
        };
        bindings.push((group, binding, resource));
        let info = BindingInfo { descriptor_set: group, binding, binding_array_size: None };
        binding_map.insert(ResourceBinding { group, binding }, info);
    }

    let constants = shader.constants.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let options = options(binding_map);
    let mut stages = Vec::with_capacity(shader.entry_points.len());
    for entry_point in shader.entry_points {
        let found = module.entry_points.iter().find(|entry| entry.name == entry_point);
        let stage = found.ok_or_else(|| refused(format!("it has no entry point {entry_point}")))?.stage;
        let chosen = Some((stage, entry_point));
        let (module, info) = naga::back::pipeline_constants::process_overrides(&module, &info, chosen, &constants)
            .map_err(|error| refused(error.to_string()))?;
        let pipeline_options = PipelineOptions { shader_stage: stage, entry_point: entry_point.to_owned() };
        let words = naga::back::spv::write_vec(&module, &info, &options, Some(&pipeline_options))
            .map_err(|error| refused(error.to_string()))?;
        stages.push(Stage { entry_point, stage, words });
    }
    Ok(Compiled { stages, bindings })
}

/// Options that `wgpu_hal::vulkan` 30 chooses for RADV in a release build. The driver has `robustBufferAccess2` and
/// `robustImageAccess2`, so it checks bounds itself and naga leaves buffers and images unchecked; local arrays are
/// clamped. Every loop has a counter, because wgpu creates its modules with all runtime checks.
fn options(binding_map: BindingMap) -> Options<'static> {
    Options {
        lang_version: (1, 6),
        flags: WriterFlags::LABEL_VARYINGS | WriterFlags::FORCE_POINT_SIZE,
        fake_missing_bindings: false,
        binding_map,
        capabilities: None,
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            buffer: BoundsCheckPolicy::Unchecked,
            image_load: BoundsCheckPolicy::Unchecked,
            binding_array: BoundsCheckPolicy::Unchecked,
        },
        zero_initialize_workgroup_memory: ZeroInitializeWorkgroupMemoryMode::Native,
        force_loop_bounding: true,
        ray_query_initialization_tracking: true,
        trace_ray_argument_validation: true,
        use_storage_input_output_16: false,
        debug_info: None,
        task_dispatch_limits: None,
        mesh_shader_primitive_indices_clamp: true,
        emit_int_div_checks: true,
    }
}
