#[cfg(doc)]
use super::OwnMethod;
use super::{JointPalette, PaletteList, PrimitiveCenters, RestData, SkinningMethod};

/// Input that a method reads and was not given. Without it, the method's formulas would give the skin of another
/// method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MissingInput {
    /// The method reads centers of rotation, and not every vertex has one. Holds the method.
    #[error("{} needs the centers of rotation of all vertices: compute them for this model first", .0.id())]
    Centers(SkinningMethod),
    /// The method reads covariances, and the centers were computed without. Holds the method.
    #[error("{} needs covariances with its centers of rotation: compute them with the centers", .0.id())]
    Covariances(SkinningMethod),
    /// The method reads a list that only palettes of its own settings hold, and the palette was made for another method.
    /// Holds the method.
    #[error("{} needs a palette of its own: make it with this method's settings", .0.id())]
    Palette(SkinningMethod),
    /// The method reads what the model knows of its vertices, and the primitive is not one of the model. Holds the method.
    #[error("{} needs what the model knows of its vertices: skin a primitive of the model itself", .0.id())]
    OfModel(SkinningMethod),
    /// A method that is not built in could not skin, see [`OwnMethod::failure`].
    #[error("{}: {}", .0.id(), failure_of(*.0))]
    Own(SkinningMethod),
}

fn failure_of(method: SkinningMethod) -> String {
    let failure = if let SkinningMethod::Own(own) = method { own.failure() } else { None };
    failure.unwrap_or_else(|| "it is not loaded".to_owned())
}

impl SkinningMethod {
    /// Checks that a method that is not built in is loaded.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_defined(self) -> Result<(), MissingInput> {
        match self {
            Self::Own(own) if own.definition().is_none() => Err(MissingInput::Own(self)),
            _ => Ok(()),
        }
    }

    /// Whether the twin looks up vertices that were skinned when the palette was made.
    pub fn is_skinned_before(self) -> bool {
        matches!(self, Self::Own(_)) || self.rest_data() == Some(RestData::SkinVertices)
    }

    /// Whether it reads [`RestData::Moments`].
    pub fn reads_moments(self) -> bool {
        self.rest_data() == Some(RestData::Moments)
    }

    /// Checks the palette of a primitive that the twin of a method skins that is not built in.
    pub(super) fn check_posed_vertices(self, palette: &JointPalette, vertex_count: usize) -> Result<(), MissingInput> {
        let lacks = matches!(self, Self::Own(_)) && palette.lacks(PaletteList::PosedVertices);
        if lacks && vertex_count > 0 { Err(MissingInput::Own(self)) } else { Ok(()) }
    }

    /// Checks the centers of a primitive that this method skins.
    ///
    /// # Errors
    /// If the method needs centers or covariances and not all vertices have them. A vertex without similar surface is
    /// its own center, see [`PrimitiveCenters`].
    pub fn check_centers(self, centers: &PrimitiveCenters, vertex_count: usize) -> Result<(), MissingInput> {
        if self.needs_centers() && centers.len() != vertex_count {
            return Err(MissingInput::Centers(self));
        }
        if self.needs_covariances() && centers.covariances().is_none() {
            return Err(MissingInput::Covariances(self));
        }
        Ok(())
    }

    /// Checks the palette of a primitive that this method skins.
    ///
    /// # Errors
    /// If the palette was made for another method and lacks a list that this one reads.
    pub fn check_palette(self, palette: &JointPalette, vertex_count: usize) -> Result<(), MissingInput> {
        let lacks_list = vertex_count > 0 && self.row().lists.into_iter().flatten().any(|list| palette.lacks(list));
        match self {
            Self::Own(_) if lacks_list => Err(MissingInput::Own(self)),
            _ if lacks_list => Err(MissingInput::Palette(self)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::centers::{CenterSettings, compute_centers};
    use crate::import::bundled_model;
    use crate::model::Pose;
    use crate::skinning::{
        MethodProbe, PaletteList, SkinningSettings, VertexSelection, deform_model, deform_primitive,
        deform_primitive_about,
    };

    #[test]
    fn palettes_of_another_method_lack_the_lists_of_one() {
        let model = bundled_model("bar");
        let palettes = JointPalette::all(&model, &Pose::rest(&model.skeleton), SkinningSettings::default());
        for list in PaletteList::ALL {
            assert_eq!(palettes[0].lacks(list), list.is_of_one_method(), "{list:?}");
        }
    }

    #[test]
    fn no_method_becomes_another_without_its_inputs() {
        let model = bundled_model("bar");
        let pose = Pose::rest(&model.skeleton);
        let centers = compute_centers(&model, &CenterSettings::default());
        let points: Vec<PrimitiveCenters> = centers.iter().map(|centers| centers.to_vec().into()).collect();
        let too_few = vec![PrimitiveCenters::from(centers[0][1..].to_vec())];
        let of = |method| SkinningSettings { method, ..SkinningSettings::default() };
        let selection = VertexSelection::new(&model, [(0, 7)]);
        for method in SkinningMethod::ALL {
            let settings = of(method);
            let with = |centers: &[PrimitiveCenters]| deform_model(&model, &pose, settings, centers).err();
            let no_centers = method.needs_centers().then_some(MissingInput::Centers(method));
            let no_covariances = method.needs_covariances().then_some(MissingInput::Covariances(method));
            let no_list = method.has_own_palette().then_some(MissingInput::Palette(method));
            assert_eq!([with(&centers), with(&points)], [None, no_covariances]);
            assert_eq!([with(&[]), with(&too_few)], [no_centers; 2]);
            assert_eq!(MethodProbe::new(&model, &pose, settings, 0, 7, None).err(), no_centers);
            let own = JointPalette::all(&model, &pose, settings);
            assert_eq!(deform_primitive(&model, &model.primitives[0], &own[0], settings).err(), no_centers);
            assert_eq!(selection.positions(&selection.palettes(&pose, settings), settings, &[]).err(), no_centers);
            let of_lbs = JointPalette::all(&model, &pose, of(SkinningMethod::Lbs));
            let found = deform_primitive_about(&model, &model.primitives[0], &of_lbs[0], settings, &centers[0]);
            assert_eq!(found.err(), no_list);
        }
    }
}
