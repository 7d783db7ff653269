use ash::vk;

/// Reason why a shader's cost is unknown.
#[derive(Debug, thiserror::Error)]
pub enum CostError {
    #[error("no Vulkan loader was found; on Debian or Ubuntu install the package libvulkan1: {0}")]
    NoLoader(#[from] ash::LoadingError),
    #[error(
        "RADV lists no device for the GPU \"{gpu}\"; on Debian or Ubuntu install the package mesa-vulkan-drivers, and \
         use a name that this Mesa knows (navi21, gfx1100, polaris10)"
    )]
    NoDevice { gpu: String },
    #[error("the driver cannot {what}: {result}")]
    Driver { what: &'static str, result: vk::Result },
    #[error("the shader of {variant} is refused: {reason}")]
    Shader { variant: String, reason: String },
    #[error("the driver gives no statistic \"{name}\" for {variant}; known names: {known}")]
    NoStatistic { name: &'static str, variant: String, known: String },
}

impl CostError {
    /// Whether this machine has no driver for the GPU.
    pub fn is_missing_driver(&self) -> bool {
        matches!(
            self,
            Self::NoLoader(_)
                | Self::NoDevice { .. }
                | Self::Driver { result: vk::Result::ERROR_INCOMPATIBLE_DRIVER, .. }
        )
    }

    /// Converter for `map_err`.
    pub(crate) fn driver(what: &'static str) -> impl FnOnce(vk::Result) -> Self {
        move |result| Self::Driver { what, result }
    }
}
