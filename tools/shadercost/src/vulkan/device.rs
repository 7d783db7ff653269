use crate::CostError;
use ash::{khr, vk};

/// A device that only compiles. Everything is destroyed on drop.
pub(crate) struct Device {
    instance: ash::Instance,
    pub(super) raw: ash::Device,
    pub(super) executables: khr::pipeline_executable_properties::Device,
    driver: String,
    // The loader's library must outlive the instance.
    _entry: ash::Entry,
}

impl Device {
    /// Opens RADV's device; the environment has named the GPU.
    ///
    /// # Errors
    /// If there is no RADV, or it does not know the GPU.
    pub fn open(gpu: &str) -> Result<Self, CostError> {
        // SAFETY: the library is the system's Vulkan loader, whose initialization has no preconditions.
        let entry = unsafe { ash::Entry::load() }?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let info = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: `info` and what it points to live until the call returns.
        let instance =
            unsafe { entry.create_instance(&info, None) }.map_err(CostError::driver("create a Vulkan instance"))?;
        match Self::on_instance(&instance, gpu) {
            Ok((raw, driver)) => {
                let executables = khr::pipeline_executable_properties::Device::new(&instance, &raw);
                Ok(Self { instance, raw, executables, driver, _entry: entry })
            }
            Err(error) => {
                // SAFETY: no device was made on the instance.
                unsafe { instance.destroy_instance(None) };
                Err(error)
            }
        }
    }

    fn on_instance(instance: &ash::Instance, gpu: &str) -> Result<(ash::Device, String), CostError> {
        // SAFETY: the instance is alive.
        let adapters =
            unsafe { instance.enumerate_physical_devices() }.map_err(CostError::driver("list its devices"))?;
        let mut found = None;
        for adapter in adapters {
            let mut driver = vk::PhysicalDeviceDriverProperties::default();
            let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut driver);
            // SAFETY: the adapter belongs to the instance, and the chain of structs is valid.
            unsafe { instance.get_physical_device_properties2(adapter, &mut properties) };
            if driver.driver_id == vk::DriverId::MESA_RADV {
                let info = driver.driver_info_as_c_str().unwrap_or_default();
                found = Some((adapter, format!("RADV, {}", info.to_string_lossy())));
                break;
            }
        }
        let (adapter, driver) = found.ok_or_else(|| CostError::NoDevice { gpu: gpu.to_owned() })?;

        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&[1.0])];
        let extensions = [khr::pipeline_executable_properties::NAME.as_ptr(), ash::ext::robustness2::NAME.as_ptr()];
        let mut statistics =
            vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default().pipeline_executable_info(true);
        // wgpu turns these on wherever they exist; the shaders then rely on them instead of checking bounds.
        let mut robustness =
            vk::PhysicalDeviceRobustness2FeaturesEXT::default().robust_buffer_access2(true).robust_image_access2(true);
        let mut modern = vk::PhysicalDeviceVulkan13Features::default().dynamic_rendering(true);
        let mut features = vk::PhysicalDeviceFeatures2::default()
            .features(vk::PhysicalDeviceFeatures::default().robust_buffer_access(true));
        features = features.push_next(&mut statistics).push_next(&mut robustness).push_next(&mut modern);
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_extension_names(&extensions)
            .push_next(&mut features);
        // SAFETY: the adapter belongs to the instance, and everything that `info` points to lives until the call
        // returns.
        let raw = unsafe { instance.create_device(adapter, &info, None) }
            .map_err(CostError::driver("open a device that reports statistics of pipelines"))?;
        Ok((raw, driver))
    }

    /// Name and version, as in `RADV, Mesa 22.3.6`.
    pub fn driver(&self) -> &str {
        &self.driver
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: pipelines and modules are destroyed where they are made; nothing runs on the device.
        unsafe {
            self.raw.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}
