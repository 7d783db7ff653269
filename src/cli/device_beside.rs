use crate::gpu::{GpuContext, GpuError};
use crate::work::both;

/// Opens a device on a thread of its own, and does `work` on this one meanwhile.
///
/// # Errors
/// As [`GpuContext::headless`].
pub(super) fn device_beside<T>(work: impl FnOnce() -> T) -> Result<(GpuContext, T), GpuError> {
    let (context, done) = both(|| pollster::block_on(GpuContext::headless()), work);
    Ok((context?, done))
}
