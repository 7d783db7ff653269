//! Which lists a file reads.

use super::prelude::{LIST_NAMES, REST_NAMES};
use super::{CheckedModule, OwnShaderError};
use skinscope_core::skinning::{LISTS, PaletteList, RestData};

/// What the shader of a file reads besides vertices and influences.
#[derive(Debug, Default)]
pub(super) struct Reads {
    /// In the order of their bindings.
    pub lists: Vec<PaletteList>,
    pub rest_data: Option<RestData>,
}

impl Reads {
    /// Finds them in the entry point that deforms: what only functions read that it does not call is not read.
    pub fn of(checked: &CheckedModule) -> Result<Self, OwnShaderError> {
        if checked.module.entry_points.len() != 1 {
            let message = "it has an entry point: write functions without @vertex, @fragment and @compute";
            return Err(OwnShaderError::of_file(message));
        }
        let info = checked.info.get_entry_point(0);
        let used = checked.module.global_variables.iter().filter(|(handle, _)| !info[*handle].is_empty());
        let names: Vec<&str> = used.filter_map(|(_, variable)| variable.name.as_deref()).collect();
        let lists: Vec<PaletteList> =
            LIST_NAMES.iter().filter(|(name, _)| names.contains(name)).map(|(_, list)| *list).collect();
        if lists.len() > LISTS {
            let read = LIST_NAMES.iter().filter(|(name, _)| names.contains(name)).map(|(name, _)| *name);
            let read = read.collect::<Vec<_>>().join(", ");
            return Err(OwnShaderError::of_file(format!("it reads more than {LISTS} lists of joints: {read}")));
        }
        let data: Vec<_> = REST_NAMES.iter().filter(|(name, _)| names.contains(name)).collect();
        if let [(first, _), (second, _), ..] = data[..] {
            return Err(OwnShaderError::of_file(format!(
                "it reads {first} and {second}: there is one list for vertices, so read one of them"
            )));
        }
        Ok(Self { lists, rest_data: data.first().map(|(_, data)| *data) })
    }
}
