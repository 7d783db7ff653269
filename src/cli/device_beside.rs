use crate::gpu::{GpuContext, GpuError};

/// Opens a device on a thread of its own, and does `work` on this one meanwhile.
///
/// # Errors
/// As [`GpuContext::headless`].
pub(super) fn device_beside<T>(work: impl FnOnce() -> T) -> Result<(GpuContext, T), GpuError> {
    let open = || pollster::block_on(GpuContext::headless());
    std::thread::scope(|scope| {
        let opening = std::thread::Builder::new().name("device".to_owned()).spawn_scoped(scope, open);
        let done = work();
        let context = match opening {
            Ok(opening) => opening.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => open(),
        };
        Ok((context?, done))
    })
}
