/// How much free memory at the end of a heap stays with the process; each of glibc's heaps has its own end. Four panes of a
/// fine mesh take and free about this much for every frame.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT_BYTES: i32 = 128 << 20;

/// Blocks up to here come from a heap, not each from the system: the most that glibc's own rule comes to.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGEST_HEAP_BLOCK_BYTES: i32 = 32 << 20;

/// Lets the C library keep memory that was freed, in this whole process. For a program to call when it starts, before it
/// draws on a GPU in software; a library must leave its host's allocator alone.
///
/// By its own rules glibc gives much of it back to the system after every picture, and what the driver then asks for again
/// comes a page at a time: a quarter of the time of a picture. Elsewhere this does nothing.
pub fn keep_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "glibc's settings can be reached in no other way")]
    // SAFETY: mallopt takes two numbers and the allocator's own lock; it may be called from any thread, at any time and
    // more than once. That it can refuse a number costs time only.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT_BYTES);
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGEST_HEAP_BLOCK_BYTES);
    }
}
