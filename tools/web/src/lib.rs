//! The core as WebAssembly, without a package that binds JavaScript: one model in one pose, and functions that read and
//! write one buffer of bytes. `core.mjs` calls them. The same steps run here, so that both can be compared.

#[cfg(target_family = "wasm")]
mod exports;
mod posed;

pub use posed::Posed;
