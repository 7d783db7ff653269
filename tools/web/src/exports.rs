//! Functions that `core.mjs` calls. Each reads the buffer, leaves its result or a message there, and returns whether it
//! succeeded.

#![allow(unsafe_code, reason = "JavaScript finds functions by name; nothing here is accessed without checks")]

use crate::Posed;
use skinscope_core::skinning::SkinningMethod;
use std::cell::RefCell;

#[derive(Default)]
struct Page {
    posed: Option<Posed>,
    buffer: Vec<u8>,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

/// Makes room for bytes, and returns where they go.
#[unsafe(no_mangle)]
extern "C" fn buffer_for(length: usize) -> *const u8 {
    PAGE.with_borrow_mut(|page| {
        page.buffer = vec![0; length];
        page.buffer.as_ptr()
    })
}

#[unsafe(no_mangle)]
extern "C" fn buffer_start() -> *const u8 {
    PAGE.with_borrow(|page| page.buffer.as_ptr())
}

#[unsafe(no_mangle)]
extern "C" fn buffer_length() -> usize {
    PAGE.with_borrow(|page| page.buffer.len())
}

/// The bytes of a .glb become the model.
#[unsafe(no_mangle)]
extern "C" fn import() -> bool {
    answer(|page| {
        page.posed = Some(Posed::import(&page.buffer)?);
        Ok(Vec::new())
    })
}

/// The words of a pose become the pose.
#[unsafe(no_mangle)]
extern "C" fn pose() -> bool {
    answer(|page| {
        let sets = std::str::from_utf8(&page.buffer).map_err(|error| error.to_string())?;
        page.posed.as_mut().ok_or(NO_MODEL)?.pose(sets).map(|()| Vec::new())
    })
}

/// Computes the centers for the method whose id is in the buffer.
#[unsafe(no_mangle)]
extern "C" fn centers() -> bool {
    answer(|page| {
        let method = page.method()?;
        page.posed.as_mut().ok_or(NO_MODEL)?.compute_centers(method);
        Ok(Vec::new())
    })
}

/// Computes the palettes for the method whose id is in the buffer.
#[unsafe(no_mangle)]
extern "C" fn palettes() -> bool {
    answer(|page| {
        let joints = page.posed.as_ref().ok_or(NO_MODEL)?.palettes(page.method()?);
        Ok(joints.to_string().into_bytes())
    })
}

/// The id of a method becomes the skinned vertices: x, y and z of position and normal as 32-bit floats.
#[unsafe(no_mangle)]
extern "C" fn deform() -> bool {
    answer(|page| {
        let skin = page.posed.as_ref().ok_or(NO_MODEL)?.deform(page.method()?)?;
        Ok(bytemuck::cast_slice(&skin).to_vec())
    })
}

const NO_MODEL: &str = "no model is open; call import first";

impl Page {
    fn method(&self) -> Result<SkinningMethod, String> {
        SkinningMethod::from_id(&String::from_utf8_lossy(&self.buffer)).map_err(|error| error.to_string())
    }
}

fn answer(act: impl FnOnce(&mut Page) -> Result<Vec<u8>, String>) -> bool {
    PAGE.with_borrow_mut(|page| {
        let result = act(page);
        let is_done = result.is_ok();
        page.buffer = result.unwrap_or_else(String::into_bytes);
        is_done
    })
}
