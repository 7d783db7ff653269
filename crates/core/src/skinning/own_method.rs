//! Methods that are not built in: a shader or positions that a person brings, or a row that a crate registers.
//!
//! [`SkinningMethod`] is an id that everything copies, so the rows behind the ids of such methods are kept in one table for
//! the whole process. It only grows, to at most [`OwnMethod::MOST`]; a definition replaces an earlier one of the same id.

use super::method_row::{Dash, Marker, MethodCard, MethodIdea, MethodRow};
use super::own_numbers::{MOST_NUMBERS, NumberRange};
use super::settings::UnknownId;
use super::vertex_skinner::VertexSkinner;
use super::{
    Deformed, JointPalette, MissingInput, PaletteList, PrimitiveCenters, RestData, RestVertex, SkinnedVertex,
    SkinningMethod, SkinningSettings,
};
use crate::model::{Model, Pose, Primitive};
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A method that is not built in, by its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OwnMethod(u16);

/// The id of a method that is a file: a path that ends in .wgsl, or a name, `=` and a path that ends in .npy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnFile<'a> {
    /// The name of an array of positions; `None` for a shader.
    pub name: Option<&'a str>,
    /// The path.
    pub path: &'a str,
}

impl<'a> OwnFile<'a> {
    /// Reads an id. `None` if it is not a file.
    pub fn of(id: &'a str) -> Option<Self> {
        let (name, path, ending) = match id.trim().split_once('=') {
            Some((name, path)) => (Some(name.trim()), path.trim(), ".npy"),
            None => (None, id.trim(), ".wgsl"),
        };
        let is_file = path.strip_suffix(ending).is_some_and(|stem| !stem.is_empty()) && name != Some("");
        is_file.then_some(Self { name, path })
    }

    /// The id of the same file at another path.
    pub fn id_at(&self, path: &str) -> String {
        self.name.map_or_else(|| path.to_owned(), |name| format!("{name}={path}"))
    }
}

/// Everything about a method that is not built in.
#[derive(Clone)]
pub struct OwnDefinition {
    /// What the program says about it, and what its shader reads. `method` and `id` are set by [`OwnMethod::define`].
    pub row: MethodRow,
    /// WGSL with `fn skin_vertex(rest: RestVertex) -> SkinnedVertex`, which draws it. `None` draws the positions of `skin`.
    pub shader: Option<Arc<str>>,
    /// What skins on the CPU.
    pub skin: Arc<dyn PosedSkin>,
    /// Numbers that a person chooses, at most [`MOST_NUMBERS`].
    pub numbers: Vec<NumberRange>,
}

impl OwnDefinition {
    /// A method that is drawn from the vertices of `skin`, which are computed for each pose.
    pub fn of_vertices(skin: Arc<dyn PosedSkin>) -> Self {
        let row = MethodRow::own("");
        let lists = [None, None, None, Some(PaletteList::PosedVertices)];
        let row = MethodRow { lists, reads: Some(RestData::SkinVertices), ..row };
        Self { row, shader: None, skin, numbers: Vec::new() }
    }
}

impl OwnDefinition {
    /// The same with a name and words for panels.
    #[must_use]
    pub fn named(mut self, name: &str, summary: &str) -> Self {
        let name = leaked(name.trim());
        self.row = MethodRow { short_name: name, long_name: name, summary: leaked(summary), ..self.row };
        self
    }
}

impl fmt::Debug for OwnDefinition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("OwnDefinition").field("row", &self.row).finish_non_exhaustive()
    }
}

/// One skin of a model in a pose.
#[derive(Clone, Copy, Debug)]
pub struct SkinInPose<'a> {
    /// The model, in the shape that was asked for.
    pub model: &'a Model,
    /// The index of the skin.
    pub skin: u32,
    /// The pose.
    pub pose: &'a Pose,
    /// The settings, with the method itself.
    pub settings: SkinningSettings,
    /// What shaders read of the joints of this skin.
    pub palette: &'a JointPalette,
}

/// Skins all vertices of a skin at once, on the CPU or elsewhere.
pub trait PosedSkin: Send + Sync {
    /// The vertices in scene space, those of all primitives of the skin in the order of the model. The same input gives
    /// the same result.
    ///
    /// # Errors
    /// What went wrong, in one line without the name of the method.
    fn vertices(&self, input: SkinInPose<'_>) -> Result<Vec<SkinnedVertex>, String>;
}

/// A twin of a shader as a function of one vertex, as the built-in methods have it. It gets no centers of rotation, bones or
/// joint sets.
#[derive(Clone, Copy, Debug)]
pub struct VertexTwin(pub fn(RestVertex<'_>, &JointPalette, SkinningSettings) -> SkinnedVertex);

impl PosedSkin for VertexTwin {
    fn vertices(&self, input: SkinInPose<'_>) -> Result<Vec<SkinnedVertex>, String> {
        let SkinInPose { palette, settings, .. } = input;
        let mut vertices = Vec::new();
        for primitive in input.primitives() {
            let centers = PrimitiveCenters::default();
            let skinner = VertexSkinner::of_joints(&primitive, palette, settings, &centers);
            let first = vertices.len();
            vertices.extend((0..primitive.positions.len()).map(|vertex| {
                let rest = RestVertex { in_skin: (first + vertex) as u32, ..skinner.rest_vertex(vertex) };
                (self.0)(rest, palette, settings)
            }));
        }
        Ok(vertices)
    }
}

impl SkinInPose<'_> {
    /// The primitives of the skin as the settings store them, in the shape of the pose.
    pub fn primitives(&self) -> Vec<Arc<Primitive>> {
        let stored = (!self.settings.stored.is_full()).then(|| self.model.stored(self.settings.stored));
        let stored = stored.as_deref().unwrap_or(self.model);
        let shaped = stored.primitives_in_shape(&self.pose.morph_weights);
        let all = shaped.as_ref().unwrap_or(&stored.primitives).iter();
        all.filter(|primitive| primitive.skin == self.skin).map(Arc::clone).collect()
    }

    /// Skins with the method's definition and checks the result. Empty after an error, which [`OwnMethod::failure`] then
    /// returns.
    pub(super) fn skinned_by(self, method: OwnMethod) -> Vec<SkinnedVertex> {
        // What was never loaded has not failed.
        let Some(definition) = method.definition() else { return Vec::new() };
        let checked = |vertices| self.checked(vertices);
        definition.skin.vertices(self).and_then(checked).unwrap_or_else(|reason| {
            method.fail(reason);
            Vec::new()
        })
    }

    fn checked(&self, vertices: Vec<SkinnedVertex>) -> Result<Vec<SkinnedVertex>, String> {
        let expected = self.model.vertices_of_skin(self.skin);
        if vertices.len() != expected {
            return Err(format!("it gives {} vertices for the {expected} of skin {}", vertices.len(), self.skin));
        }
        match vertices.iter().position(|vertex| !vertex.position.is_finite()) {
            Some(vertex) => Err(format!("vertex {vertex} of skin {} is not a finite position", self.skin)),
            None => Ok(vertices),
        }
    }
}

/// What the table holds for an id.
struct Entry {
    row: &'static MethodRow,
    definition: Option<Arc<OwnDefinition>>,
    failure: Option<String>,
    /// Increases with every definition.
    revision: u32,
}

static TABLE: RwLock<Vec<Entry>> = RwLock::new(Vec::new());

fn table() -> RwLockReadGuard<'static, Vec<Entry>> {
    // An entry is replaced as a whole, so a panic elsewhere cannot leave one in an inconsistent state.
    TABLE.read().unwrap_or_else(PoisonError::into_inner)
}

fn table_to_change() -> RwLockWriteGuard<'static, Vec<Entry>> {
    TABLE.write().unwrap_or_else(PoisonError::into_inner)
}

impl OwnMethod {
    /// The most ids of one process: files can name them, and rows are never freed.
    pub const MOST: usize = 64;

    /// The method of an id, added to the table without a definition if it is not there.
    ///
    /// # Errors
    /// If there are too many of them.
    pub fn named(id: &str) -> Result<SkinningMethod, UnknownId> {
        let mut table = table_to_change();
        if let Some(index) = table.iter().position(|entry| entry.row.id == id) {
            return Ok(SkinningMethod::Own(Self(index as u16)));
        }
        if table.len() == Self::MOST {
            let what = "method of one's own, of which there are too many,";
            return Err(UnknownId { given: id.to_owned(), what, known: names(&table) });
        }
        let own = Self(table.len() as u16);
        let id = leaked(id);
        let row = own.row_of(MethodRow::own(short_name(id)), id);
        table.push(Entry { row: Box::leak(Box::new(row)), definition: None, failure: None, revision: 0 });
        Ok(SkinningMethod::Own(own))
    }

    /// The method of an id that was named before.
    pub fn find(id: &str) -> Option<SkinningMethod> {
        let index = table().iter().position(|entry| entry.row.id == id)?;
        Some(SkinningMethod::Own(Self(index as u16)))
    }

    /// All methods that have a definition, in the order in which they were named.
    pub fn defined() -> Vec<SkinningMethod> {
        let is_defined = |(_, entry): &(u16, &Entry)| entry.definition.is_some();
        let table = table();
        (0..).zip(table.iter()).filter(is_defined).map(|(index, _)| SkinningMethod::Own(Self(index))).collect()
    }

    /// All methods that were named and have no definition yet.
    pub fn undefined() -> Vec<Self> {
        let table = table();
        (0..).zip(table.iter()).filter(|(_, entry)| entry.definition.is_none()).map(|(index, _)| Self(index)).collect()
    }

    /// Sets the definition, or replaces it. What was computed with the earlier one is the caller's to forget.
    pub fn define(self, mut definition: OwnDefinition) {
        definition.numbers.truncate(MOST_NUMBERS);
        let mut table = table_to_change();
        let Some(entry) = table.get_mut(usize::from(self.0)) else { return };
        let row = self.row_of(definition.row, entry.row.id);
        // Rows are never freed, so one that has not changed stays.
        if *entry.row != row {
            entry.row = Box::leak(Box::new(row));
        }
        let revision = entry.revision + 1;
        *entry = Entry { row: entry.row, definition: Some(Arc::new(definition)), failure: None, revision };
    }

    /// Keeps why the method could not skin, or be loaded.
    pub fn fail(self, reason: String) {
        if let Some(entry) = table_to_change().get_mut(usize::from(self.0)) {
            entry.failure = Some(reason);
        }
    }

    /// How often the method was defined.
    pub fn revision(self) -> u32 {
        table().get(usize::from(self.0)).map_or(0, |entry| entry.revision)
    }

    /// Why the method could not skin the last time, or be loaded.
    pub fn failure(self) -> Option<String> {
        table().get(usize::from(self.0))?.failure.clone()
    }

    /// A method that could not skin at some time since it was defined.
    pub fn failed() -> Option<SkinningMethod> {
        let table = table();
        let failed = (0..).zip(table.iter()).find(|(_, entry)| entry.definition.is_some() && entry.failure.is_some());
        failed.map(|(index, _)| SkinningMethod::Own(Self(index)))
    }

    /// Checks positions that a shader of the method wrote. Keeps what is wrong with them as [`Self::failure`].
    ///
    /// # Errors
    /// If one is not finite.
    pub fn check_finite(self, skins: &[Deformed]) -> Result<(), MissingInput> {
        for (primitive, vertices) in skins.iter().enumerate() {
            if let Some(vertex) = vertices.iter().position(|vertex| !vertex.position.is_finite()) {
                self.fail(format!("vertex {vertex} of primitive {primitive} is not a finite position"));
                return Err(MissingInput::Own(SkinningMethod::Own(self)));
            }
        }
        Ok(())
    }

    /// The definition, if there is one.
    pub fn definition(self) -> Option<Arc<OwnDefinition>> {
        table().get(usize::from(self.0))?.definition.clone()
    }

    /// The row of the definition, or one without words.
    pub(super) fn row(self) -> Option<&'static MethodRow> {
        table().get(usize::from(self.0)).map(|entry| entry.row)
    }

    /// A row with what its place in the table decides.
    fn row_of(self, row: MethodRow, id: &'static str) -> MethodRow {
        let place = usize::from(self.0);
        let (dark_rgb, light_rgb) = COLORS[place % COLORS.len()];
        let line = (Dash::ALL[(place + 1) % Dash::ALL.len()], Marker::ALL[place % Marker::ALL.len()]);
        let [short_name, long_name] =
            [row.short_name, row.long_name].map(|name| if name.is_empty() { id } else { name });
        MethodRow { method: SkinningMethod::Own(self), id, short_name, long_name, dark_rgb, light_rgb, line, ..row }
    }
}

/// What is shown of an id until a definition has a name: the name before `=`, or the file without its folders.
fn short_name(id: &str) -> &str {
    let name = id.split_once('=').map_or(id, |(name, _)| name);
    name.rsplit(['/', '\\']).next().filter(|name| !name.is_empty()).unwrap_or(id)
}

/// Colors on dark and light ground, none of which a built-in method has.
const COLORS: [(u32, u32); 6] = [
    (0xF2F29A, 0x76760A),
    (0xFF8FA8, 0xB3123C),
    (0x7CF0F7, 0x0A7A85),
    (0xC9F27A, 0x557F00),
    (0xD9C0A0, 0x7A5A30),
    (0xF5A8F0, 0x9A1F92),
];

impl MethodRow {
    /// A row for a method that is not built in, with only a name, or without one for the id: it reads nothing and heeds
    /// scale.
    pub fn own(name: &'static str) -> Self {
        Self {
            method: SkinningMethod::Lbs,
            id: name,
            short_name: name,
            long_name: name,
            idea: MethodIdea::Own,
            summary: "A method that is not built in.",
            card: MethodCard {
                formula: "see its source",
                rigid_result: false,
                coordinate_invariant: false,
                shortest_path: false,
                cost: "Not known",
                breaks: "Not known",
                source: "Not built in",
            },
            scales: true,
            has_first_phase: false,
            takes_blend: false,
            signs: None,
            reads: None,
            lists: [None; super::LISTS],
            dark_rgb: 0,
            light_rgb: 0,
            line: (Dash::Solid, Marker::Circle),
        }
    }
}

/// A text that rows can hold.
pub fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn names(table: &[Entry]) -> String {
    table.iter().map(|entry| entry.row.id).collect::<Vec<_>>().join(", ")
}
