/// How much freed memory stays with the process. A GPU in software takes and frees some ten megabytes for every picture of
/// a fine mesh; a little more than four panes need, little for a computer that draws on its processor.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT_BYTES: i32 = 128 << 20;

/// Blocks up to here come from the memory that is kept, not each from the system: above what such a GPU asks for at once.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGEST_KEPT_BLOCK_BYTES: i32 = 4 << 20;

/// Lets the C library keep memory that was freed, for a GPU in software.
///
/// By its own rules glibc gives freed memory back to the system as soon as it may, and what the driver then asks for again
/// comes a page at a time: a quarter of the time of a picture. Elsewhere this does nothing.
pub(super) fn keep_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "glibc's settings can be reached in no other way")]
    // SAFETY: mallopt takes two numbers and the allocator's own lock; it may be called from any thread, at any time and
    // more than once. That it can refuse a number costs time only.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT_BYTES);
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGEST_KEPT_BLOCK_BYTES);
    }
}
