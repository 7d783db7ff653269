use super::SkinningSettings;
use crate::model::{Model, Primitive};
use std::ops::Deref;
use std::sync::Arc;

/// A primitive as the settings store it, for the time of a computation.
pub(super) enum StoredPrimitive<'a> {
    Full(&'a Primitive),
    /// The stored model and the index of the primitive.
    Stored(Arc<Model>, usize),
}

impl<'a> StoredPrimitive<'a> {
    /// `primitive` is one of the model's. Another one is taken as it is.
    pub fn of(model: &Model, primitive: &'a Primitive, settings: SkinningSettings) -> Self {
        if settings.stored.is_full() {
            return Self::Full(primitive);
        }
        match model.index_of(primitive) {
            Some(index) => Self::Stored(model.stored(settings.stored), index),
            None => Self::Full(primitive),
        }
    }

    /// The stored model. `None` if the settings store all of it.
    pub fn model(&self) -> Option<&Model> {
        match self {
            Self::Full(_) => None,
            Self::Stored(model, _) => Some(model),
        }
    }
}

impl Deref for StoredPrimitive<'_> {
    type Target = Primitive;

    fn deref(&self) -> &Primitive {
        match self {
            Self::Full(primitive) => primitive,
            Self::Stored(model, index) => &model.primitives[*index],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SkinningMethod, VertexSelection, deform_model, deform_vertex};
    use super::*;
    use crate::import::bundled_model;
    use crate::measure::stress_pose;
    use crate::model::StoredSkin;
    use crate::skinning::{JointPalette, PrimitiveCenters};

    fn stored(influences: u8) -> StoredSkin {
        StoredSkin {
            most_influences: influences.try_into().ok(),
            weight_bits: 8.try_into().ok(),
            position_bits: 12.try_into().ok(),
            most_surrounding_joints: None,
        }
    }

    #[test]
    fn every_way_of_skinning_takes_what_is_stored() {
        let model = bundled_model("mannequin");
        let bent = model.skeleton.find("arm_lower_l").or_else(|_| model.skeleton.find("knee_l"));
        let node = bent.unwrap_or(model.skins[0].joints[3].node);
        let (_, pose) = stress_pose(&model, node, 2, 90.0);
        let vertices = model.primitives[0].positions.len() as u32;
        for method in SkinningMethod::ALL.into_iter().filter(|method| !method.needs_centers()) {
            for most in [1, 2, 4] {
                let settings = SkinningSettings { method, stored: stored(most), ..SkinningSettings::default() };
                let whole = SkinningSettings { stored: StoredSkin::FULL, ..settings };
                let skin = deform_model(&model, &pose, settings, &[]).unwrap();
                // Bones of vertices and what is smoothed are those of the whole skin.
                if ![SkinningMethod::BulgeFreeDqs, SkinningMethod::DeltaMush].contains(&method) {
                    let apart = deform_model(&model.stored(settings.stored), &pose, whole, &[]).unwrap();
                    assert_eq!(skin, apart, "{} {most}", method.id());
                }
                assert_ne!(skin, deform_model(&model, &pose, whole, &[]).unwrap(), "{} {most}", method.id());
                let selection = VertexSelection::new(&model, (0..vertices).map(|vertex| (0, vertex)));
                let selected = selection.vertices(&selection.palettes(&pose, settings), settings, &[]).unwrap();
                let palettes = JointPalette::all(&model, &pose, settings);
                let primitive = &model.primitives[0];
                for vertex in (0..vertices as usize).step_by(97) {
                    let palette = &palettes[primitive.skin as usize];
                    let none = PrimitiveCenters::default();
                    let alone = deform_vertex(&model, primitive, palette, settings, vertex, &none).unwrap();
                    assert_eq!((alone, selected[vertex]), (skin[0][vertex], skin[0][vertex]), "{}", method.id());
                }
            }
        }
    }
}
