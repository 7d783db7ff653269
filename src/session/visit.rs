use super::clip_check::ClipResult;
use super::document::Document;
use super::saved::{PendingSecond, StoredEdits, UnsavedWork};
use super::second_model::KeptSecond;
use super::selection::Selection;
use super::session_file::SessionFile;
use super::stress::StressResult;
use super::view::View;
use crate::model::{ChannelValues, Model};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A document and its view, as they were when the user went on to another model or scene.
#[derive(Clone, Default)]
pub struct Visit {
    /// The document with its rig of that time; the step's edit has its own. `None` for the empty window.
    pub(super) document: Option<Arc<Document>>,
    pub(super) view: View,
    pub(super) selection: Selection,
    /// Position within the clip.
    pub(super) time_seconds: f32,
    pub(super) stress: Option<Arc<StressResult>>,
    pub(super) clips: Option<Arc<ClipResult>>,
    pub(super) stored: StoredEdits,
    pub(super) session_file: Option<Arc<SessionFile>>,
    /// The second model.
    pub(super) second: Option<KeptSecond>,
    /// A second model that was still being read, or could not be read.
    pub(super) pending_second: Option<PendingSecond>,
    /// Work on the document that closing would lose.
    pub(super) unsaved: Option<UnsavedWork>,
}

impl Visit {
    /// The id of the first visit whose document exceeds one of the limits, counted from the newest visit on. Visits of
    /// one document count once.
    pub(super) fn first_above(newest_first: &[(u64, &Self)], documents: usize, bytes: usize) -> Option<u64> {
        let (mut sources, mut models) = (BTreeSet::new(), BTreeMap::new());
        for (id, visit) in newest_first {
            let Some(document) = &visit.document else { continue };
            sources.insert(Arc::as_ptr(&document.source));
            let second = visit.second.iter().map(|second| &second.read.source);
            for model in [&document.source, &document.rig.weighted, &document.model].into_iter().chain(second) {
                models.entry(Arc::as_ptr(model)).or_insert_with(|| kept_bytes(model));
            }
            if sources.len() > documents || models.values().sum::<usize>() > bytes {
                return Some(*id);
            }
        }
        None
    }
}

/// Memory of the rest skin for each vertex: positions, normals, edges and distances in double precision.
const REST_BYTES_PER_VERTEX: usize = 256;

/// Approximate main memory of a model and the data derived from it.
fn kept_bytes(model: &Model) -> usize {
    let of_primitive = |primitive: &crate::model::Primitive| {
        size_of_val(&primitive.positions[..])
            + size_of_val(&primitive.normals[..])
            + size_of_val(&primitive.texcoords[..])
            + size_of_val(&primitive.second_texcoords[..])
            + size_of_val(&primitive.colors[..])
            + size_of_val(&primitive.indices[..])
            + size_of_val(primitive.influences.flat())
            + primitive.morphs.as_ref().map_or(0, |morphs| morphs.bytes())
            + primitive.positions.len() * REST_BYTES_PER_VERTEX
    };
    let of_channel = |channel: &crate::model::Channel| {
        size_of_val(channel.times_seconds())
            + match channel.values() {
                ChannelValues::Translation(values) | ChannelValues::Scale(values) => size_of_val(&values[..]),
                ChannelValues::Rotation(values) => size_of_val(&values[..]),
                ChannelValues::MorphWeights { weights, .. } => size_of_val(&weights[..]),
            }
    };
    let textures: usize = model.textures.iter().map(|texture| texture.rgba.len()).sum();
    let channels = model.clips.iter().flat_map(|clip| &clip.channels);
    model.primitives.iter().map(|primitive| of_primitive(primitive)).sum::<usize>()
        + channels.map(of_channel).sum::<usize>()
        + textures
}
