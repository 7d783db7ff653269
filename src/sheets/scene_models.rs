//! Models of a scene on the GPU, and its panes with them.

use super::scene_sheet::scene_picture;
use super::sheet::{SheetBeside, SheetPane};
use crate::centers::CenterSettings;
use crate::gpu::{GpuContext, GpuError, GpuModel};
use crate::model::SkinPart;
use crate::panes::{PaneModel, PaneSettings, ScenePair};
use crate::view::{PictureSettings, Theme};
use std::sync::Arc;

/// Uploads of a model, one for each setting of centers of rotation.
pub type UploadedModel = Vec<(CenterSettings, GpuModel)>;

/// The models of a scene, with the centers of rotation that its panes need.
#[derive(Debug, Default)]
pub struct SceneModels {
    pub first: UploadedModel,
    /// Uploads of the second model. Empty if the scene has one model.
    pub second: UploadedModel,
}

impl SceneModels {
    /// Shows a part of each model's skin alone. `None` shows all of it.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn show_parts(
        &mut self,
        context: &GpuContext,
        [first, second]: [Option<Arc<SkinPart>>; 2],
    ) -> Result<(), GpuError> {
        for (models, part) in [(&mut self.first, first), (&mut self.second, second)] {
            for (_, model) in models {
                model.show_part(context, part.clone())?;
            }
        }
        Ok(())
    }

    /// The upload of a model with the centers of a pane.
    pub fn with_centers(&self, model: PaneModel, centers: CenterSettings) -> Option<&GpuModel> {
        let models = if model.is_first() { &self.first } else { &self.second };
        models.iter().find(|(of, _)| *of == centers).map(|(_, model)| model)
    }

    /// The panes as sheets draw them. A pane whose model is missing is left out. The selected joint, and the vertex of
    /// diagrams and similarities, belong to the first model; panes of the second one show their partners.
    pub fn panes<'m>(
        &'m self,
        settings: &[PaneSettings],
        pair: Option<&'m ScenePair>,
        theme: Theme,
        selected_joint: Option<u32>,
        vertex: Option<(u32, u32)>,
    ) -> Vec<SheetPane<'m>> {
        let pane = |settings: &PaneSettings| {
            let model = self.with_centers(settings.model, settings.centers)?;
            let is_first = settings.model.is_first();
            let own = settings.model.index();
            let joints = [selected_joint, selected_joint.and_then(|joint| pair?.partner(joint))];
            let vertices = [vertex, vertex.and_then(|vertex| pair?.partner_vertex(vertex))];
            let vertex = vertices[own];
            let picture = PictureSettings {
                diagram_vertex: vertex,
                similar_to: settings.similar_to(vertex),
                ..scene_picture(settings, theme, joints[own])
            };
            let beside = pair.and_then(|pair| {
                Some(SheetBeside {
                    model: self.with_centers(settings.model.other(), settings.centers)?,
                    surfaces: [own, 1 - own].map(|side| pair.matched.surfaces_from(side)),
                    selected_joint: joints[1 - own],
                    vertex: vertices[1 - own],
                })
            });
            let names = pair.map(ScenePair::names);
            let names = names.map(|[first, second]| if is_first { [first, second] } else { [second, first] });
            Some(SheetPane { model, settings: *settings, picture, beside, names })
        };
        settings.iter().filter_map(pane).collect()
    }
}
