use crate::gpu::{GpuContext, GpuError};
use crate::work::both;

/// Opens a device on a thread of its own and does `work` on the calling thread meanwhile.
///
/// # Errors
/// The same as [`GpuContext::headless`].
pub(super) fn device_beside<T>(work: impl FnOnce() -> T) -> Result<(GpuContext, T), GpuError> {
    let (context, done) = both(|| pollster::block_on(GpuContext::headless()), work);
    Ok((context?, done))
}
