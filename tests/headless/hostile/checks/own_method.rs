//! Files that are methods: shaders, and positions.

use super::assert_message;
use skinscope::files::positions_of;
use skinscope::gpu::own::own_method;

/// A shader: refused with a place in it, or a method whose names and numbers can be shown.
pub fn own_shader(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    match own_method("fuzz.wgsl", text) {
        Ok(definition) => {
            assert_eq!(definition.shader.as_deref(), Some(text));
            let row = &definition.row;
            assert!(!row.short_name.is_empty() && !row.short_name.chars().any(char::is_control));
            assert!(!row.summary.chars().any(char::is_control));
            assert!(row.lists.iter().flatten().count() <= skinscope::skinning::LISTS);
            for number in &definition.numbers {
                assert!(number.least < number.most && (number.least..=number.most).contains(&number.usual));
            }
            true
        }
        Err(error) => {
            let lines = text.matches('\n').count() as u32 + 1;
            assert!(error.at.is_none_or(|(line, column)| line <= lines && column > 0), "{error}");
            assert_message(&error.to_string())
        }
    }
}

/// Positions of another program: refused, or as many as the bytes can hold.
pub fn positions(bytes: &[u8]) -> bool {
    match positions_of(bytes) {
        Ok(skin) => {
            let (positions, normals) = skin.into_parts();
            assert!(positions.len() * size_of::<[f32; 3]>() <= bytes.len());
            assert!(normals.is_none_or(|normals| normals.len() == positions.len()));
            true
        }
        Err(error) => assert_message(&error),
    }
}
