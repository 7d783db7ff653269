use super::Device;
use crate::CostError;
use crate::spirv::Resource;
use ash::vk;

/// A pipeline layout with one descriptor per binding of a module, numbered as in the WGSL. Destroyed by [`Self::destroy`].
pub(super) struct Layout {
    pub raw: vk::PipelineLayout,
    sets: Vec<vk::DescriptorSetLayout>,
}

impl Layout {
    pub fn new(device: &Device, bindings: &[(u32, u32, Resource)]) -> Result<Self, CostError> {
        let groups = bindings.iter().map(|(group, ..)| group + 1).max().unwrap_or(0);
        let mut layout = Self { raw: vk::PipelineLayout::null(), sets: Vec::new() };
        let made = (0..groups).try_for_each(|group| {
            let of_group: Vec<_> = bindings.iter().filter(|entry| entry.0 == group).map(entry).collect();
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&of_group);
            // SAFETY: the device is alive, and `info` outlives the call.
            layout.sets.push(unsafe { device.raw.create_descriptor_set_layout(&info, None) }?);
            Ok(())
        });
        let made = made.and_then(|()| {
            let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&layout.sets);
            // SAFETY: as above; the set layouts belong to the device.
            layout.raw = unsafe { device.raw.create_pipeline_layout(&info, None) }?;
            Ok(())
        });
        match made {
            Ok(()) => Ok(layout),
            Err(result) => {
                layout.destroy(device);
                Err(CostError::Driver { what: "make a pipeline layout", result })
            }
        }
    }

    pub fn destroy(self, device: &Device) {
        // SAFETY: no pipeline uses the layout anymore, and a null handle is ignored.
        unsafe {
            device.raw.destroy_pipeline_layout(self.raw, None);
            for set in self.sets {
                device.raw.destroy_descriptor_set_layout(set, None);
            }
        }
    }
}

fn entry(&(_, binding, resource): &(u32, u32, Resource)) -> vk::DescriptorSetLayoutBinding<'static> {
    let ty = match resource {
        Resource::Uniform => vk::DescriptorType::UNIFORM_BUFFER,
        Resource::Storage => vk::DescriptorType::STORAGE_BUFFER,
        Resource::Texture => vk::DescriptorType::SAMPLED_IMAGE,
        Resource::Sampler => vk::DescriptorType::SAMPLER,
    };
    vk::DescriptorSetLayoutBinding::default()
        .binding(binding)
        .descriptor_type(ty)
        .descriptor_count(1)
        .stage_flags(vk::ShaderStageFlags::ALL)
}
