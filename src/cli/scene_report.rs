use super::document::{NoModel, ReportKind};
use crate::panes::Scene;
use serde::Serialize;
use std::sync::Arc;

/// The output of `scenes --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ScenesReport<'a> {
    scenes: Vec<SceneReport<'a>>,
}

impl ReportKind for ScenesReport<'_> {
    type Models = NoModel;
    const KIND: &'static str = "skinscope_scenes";
    const VERSION: u32 = 2;
}

/// A scene as in a talk's file, and what follows from it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SceneReport<'a> {
    #[serde(flatten)]
    scene: &'a Scene,
    /// The methods of the panes, in their order.
    methods: Vec<&'static str>,
    /// Columns and rows of the panes.
    columns: usize,
    rows: usize,
}

impl<'a> ScenesReport<'a> {
    pub fn of(scenes: impl IntoIterator<Item = &'a Arc<Scene>>) -> Self {
        Self { scenes: scenes.into_iter().map(|scene| SceneReport::of(scene)).collect() }
    }
}

impl<'a> SceneReport<'a> {
    fn of(scene: &'a Scene) -> Self {
        let (columns, rows) = scene.layout().shape(scene.panes.len());
        Self { scene, methods: scene.panes.iter().map(|pane| pane.method.id()).collect(), columns, rows }
    }
}
