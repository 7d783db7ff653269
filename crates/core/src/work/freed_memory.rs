/// Size of free memory at the end of a heap that stays with the process, in bytes; each of glibc's heaps has its own
/// end. Four panes with a fine mesh allocate and free about this much for every frame.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT_BYTES: i32 = 128 << 20;

/// Largest size of blocks that come from a heap instead of directly from the system, in bytes; this is the maximum of
/// glibc's own dynamic threshold.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGEST_HEAP_BLOCK_BYTES: i32 = 32 << 20;

/// Makes the C library keep freed memory, for the whole process. Intended to be called by a program at startup, before
/// it draws on a software GPU; a library must leave its host's allocator alone.
///
/// By default glibc returns much of the memory to the system after every picture. When the driver allocates it again,
/// the pages are mapped one at a time, which takes a quarter of the time of a picture. On other systems this does
/// nothing.
pub fn keep_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "glibc's settings can be reached in no other way")]
    // SAFETY: mallopt takes two integers and the allocator's own lock; it may be called from any thread, at any time
    // and repeatedly. If it rejects a value, this only costs time.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT_BYTES);
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGEST_HEAP_BLOCK_BYTES);
    }
}

/// Returns freed memory to the system, for the whole process. Intended to be called after work that frees much of what
/// it allocated, away from the threads that draw.
///
/// Models and the shaders of a software GPU are built from many small blocks on several threads. Their freed memory
/// lies between blocks that stay, and glibc by itself returns only the end of each of its heaps. On other systems this
/// does nothing.
pub fn return_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[allow(unsafe_code, reason = "glibc can be asked in no other way")]
    // SAFETY: malloc_trim takes the allocator's own locks; it may be called from any thread and at any time. It only
    // returns pages that belong to no block.
    unsafe {
        libc::malloc_trim(0);
    }
}
