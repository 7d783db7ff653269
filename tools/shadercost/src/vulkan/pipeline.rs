use super::Device;
use super::layout::Layout;
use crate::CostError;
use crate::spirv::{Compiled, Stage};
use ash::vk;
use naga::ShaderStage;
use std::ffi::CString;

/// Data of the driver about the compute or vertex shader of a pipeline.
#[derive(Debug)]
pub(crate) struct Executable {
    /// Name and value of every statistic that is a count.
    pub statistics: Vec<(String, u64)>,
    /// The disassembly; empty if the driver has none.
    pub assembly: String,
}

const KEPT: vk::PipelineCreateFlags = vk::PipelineCreateFlags::from_raw(
    vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR.as_raw()
        | vk::PipelineCreateFlags::CAPTURE_INTERNAL_REPRESENTATIONS_KHR.as_raw(),
);

impl Device {
    /// Compiles a pipeline and reads the data about its first stage.
    ///
    /// # Errors
    /// If the driver refuses it.
    pub fn executable(&self, compiled: &Compiled) -> Result<Executable, CostError> {
        let layout = Layout::new(self, &compiled.bindings)?;
        let read =
            self.pipeline(compiled, layout.raw).map_err(CostError::driver("compile a shader")).and_then(|made| {
                let read = self.read(made).map_err(CostError::driver("tell the statistics of a shader"));
                // SAFETY: nothing uses the pipeline.
                unsafe { self.raw.destroy_pipeline(made, None) };
                read
            });
        layout.destroy(self);
        read
    }

    fn pipeline(&self, compiled: &Compiled, layout: vk::PipelineLayout) -> Result<vk::Pipeline, vk::Result> {
        let mut modules = Vec::new();
        let made = compiled
            .stages
            .iter()
            .try_for_each(|Stage { words, .. }| {
                let info = vk::ShaderModuleCreateInfo::default().code(words);
                // SAFETY: naga wrote valid SPIR-V.
                modules.push(unsafe { self.raw.create_shader_module(&info, None) }?);
                Ok(())
            })
            .and_then(|()| self.with_modules(&compiled.stages, &modules, layout));
        for module in modules {
            // SAFETY: a pipeline does not need its modules once it is made.
            unsafe { self.raw.destroy_shader_module(module, None) };
        }
        made
    }

    fn with_modules(
        &self,
        stages: &[Stage],
        modules: &[vk::ShaderModule],
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline, vk::Result> {
        // Entry points are identifiers of WGSL, which contain no zero byte.
        let names: Vec<CString> =
            stages.iter().map(|stage| CString::new(stage.entry_point).unwrap_or_default()).collect();
        let infos: Vec<_> = stages
            .iter()
            .zip(modules)
            .zip(&names)
            .map(|((stage, &module), name)| {
                vk::PipelineShaderStageCreateInfo::default().stage(flag(stage.stage)).module(module).name(name)
            })
            .collect();
        let cache = vk::PipelineCache::null();
        let made = if stages[0].stage == ShaderStage::Compute {
            let info = vk::ComputePipelineCreateInfo::default().flags(KEPT).stage(infos[0]).layout(layout);
            // SAFETY: the modules and the layout belong to this device and live until the call returns.
            unsafe { self.raw.create_compute_pipelines(cache, &[info], None) }
        } else {
            self.graphics(&infos, layout)
        };
        made.map(|pipelines| pipelines[0]).map_err(|(_, result)| result)
    }

    /// Makes a pipeline with the state of a mesh pass: triangle lists, both sides, depth, and a color target if there
    /// is a fragment shader.
    fn graphics(
        &self,
        stages: &[vk::PipelineShaderStageCreateInfo<'_>],
        layout: vk::PipelineLayout,
    ) -> Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)> {
        let inputs = vk::PipelineVertexInputStateCreateInfo::default();
        let assembly =
            vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewport_count(1).scissor_count(1);
        let dynamic = vk::PipelineDynamicStateCreateInfo::default()
            .dynamic_states(&[vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR]);
        let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let depth = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(true)
            .depth_write_enable(true)
            .depth_compare_op(vk::CompareOp::GREATER);
        let colors = usize::from(stages.len() > 1);
        let formats = [vk::Format::R8G8B8A8_SRGB];
        let written =
            [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA)];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&written[..colors]);
        let mut targets = vk::PipelineRenderingCreateInfo::default()
            .color_attachment_formats(&formats[..colors])
            .depth_attachment_format(vk::Format::D32_SFLOAT);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .flags(KEPT)
            .stages(stages)
            .vertex_input_state(&inputs)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .dynamic_state(&dynamic)
            .layout(layout)
            .push_next(&mut targets);
        // SAFETY: everything that `info` points to lives until the call returns.
        unsafe { self.raw.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) }
    }

    fn read(&self, pipeline: vk::Pipeline) -> Result<Executable, vk::Result> {
        let info = vk::PipelineInfoKHR::default().pipeline(pipeline);
        // SAFETY: the pipeline was made with the flags that these queries need.
        let executables = unsafe { self.executables.get_pipeline_executable_properties(&info) }?;
        let wanted = vk::ShaderStageFlags::VERTEX | vk::ShaderStageFlags::COMPUTE;
        let index = executables.iter().position(|executable| executable.stages.intersects(wanted)).unwrap_or_default();
        let info = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline).executable_index(index as u32);
        // SAFETY: as above.
        let statistics = unsafe { self.executables.get_pipeline_executable_statistics(&info) }?;
        let statistics = statistics.iter().filter_map(|one| Some((name(one.name_as_c_str()), count(one)?))).collect();
        Ok(Executable { statistics, assembly: self.assembly(&info)? })
    }

    fn assembly(&self, info: &vk::PipelineExecutableInfoKHR<'_>) -> Result<String, vk::Result> {
        // SAFETY: the pipeline was made with the flag that this query needs. Without buffers it returns their sizes.
        let mut forms = unsafe { self.executables.get_pipeline_executable_internal_representations(info) }?;
        let mut texts: Vec<Vec<u8>> = forms.iter().map(|form| vec![0; form.data_size]).collect();
        for (form, text) in forms.iter_mut().zip(&mut texts) {
            form.p_data = text.as_mut_ptr().cast();
        }
        let mut form_count = forms.len() as u32;
        // SAFETY: every form has a buffer of the requested size.
        unsafe {
            (self.executables.fp().get_pipeline_executable_internal_representations_khr)(
                self.raw.handle(),
                info,
                &raw mut form_count,
                forms.as_mut_ptr(),
            )
        }
        .result()?;
        let found = forms.iter().position(|form| name(form.name_as_c_str()) == "Assembly");
        let text = found.map(|index| std::mem::take(&mut texts[index])).unwrap_or_default();
        Ok(String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned())
    }
}

fn flag(stage: ShaderStage) -> vk::ShaderStageFlags {
    match stage {
        ShaderStage::Vertex => vk::ShaderStageFlags::VERTEX,
        ShaderStage::Fragment => vk::ShaderStageFlags::FRAGMENT,
        _ => vk::ShaderStageFlags::COMPUTE,
    }
}

fn name(text: Result<&std::ffi::CStr, std::ffi::FromBytesUntilNulError>) -> String {
    text.unwrap_or_default().to_string_lossy().into_owned()
}

/// Value, if it is a whole number.
fn count(statistic: &vk::PipelineExecutableStatisticKHR<'_>) -> Option<u64> {
    // SAFETY: the format says which member of the union was written.
    unsafe {
        match statistic.format {
            vk::PipelineExecutableStatisticFormatKHR::UINT64 => Some(statistic.value.u64),
            vk::PipelineExecutableStatisticFormatKHR::INT64 => u64::try_from(statistic.value.i64).ok(),
            _ => None,
        }
    }
}
