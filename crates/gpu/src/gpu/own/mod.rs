//! Methods in a person's own shader: a file of WGSL with `fn skin_vertex(rest: RestVertex) -> SkinnedVertex`.
//!
//! The file stands where a built-in method's stands, behind all declarations of `shaders/common/` that methods use. It
//! declares nothing about its lists: what it reads is found in naga's module. Such files come from strangers, so that
//! module must satisfy `limits`, every loop of it ends (`loops`), and it binds nothing but what we bind.

mod header;
mod limits;
mod loops;
mod prelude;
mod reads;
mod skin;
mod text;

pub(super) use prelude::{PRELUDE, SLOT};

use super::shaders::VertexFormat;
use super::{Composition, MeshOverlay};
use header::Header;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use reads::Reads;
use skinscope_core::skinning::{
    Antipodality, MethodCard, MethodRow, NumberRange, OwnDefinition, OwnMethod, PaletteList, SkinningMethod, leaked,
};
use skinscope_core::work::catch_panic;
use std::sync::Arc;

/// What is wrong with a person's shader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", place(*.at))]
pub struct OwnShaderError {
    /// What, in one line.
    pub message: String,
    /// Line and column in the file, both from 1; `None` if it concerns all of it.
    pub at: Option<(u32, u32)>,
}

fn place(at: Option<(u32, u32)>) -> String {
    at.map(|(line, column)| format!("line {line}, column {column}: ")).unwrap_or_default()
}

impl OwnShaderError {
    fn of_file(message: impl Into<String>) -> Self {
        Self { message: message.into(), at: None }
    }
}

/// Checks a shader and makes a method of it. `id` is what it is called on the command line.
///
/// # Errors
/// The header is not understood, the text is no valid WGSL with the slot, or it does what such a file may not do.
pub fn own_method(id: &str, text: &str) -> Result<OwnDefinition, OwnShaderError> {
    let checked = catch_panic(|| checked_method(id, text));
    checked.unwrap_or_else(|panic| Err(OwnShaderError::of_file(format!("the compiler cannot read it: {panic}"))))
}

fn checked_method(id: &str, text: &str) -> Result<OwnDefinition, OwnShaderError> {
    let header = Header::read(text)?;
    text::check(text)?;
    // The other compositions declare more, with which names may collide, and packed vertices.
    let compositions = VertexFormat::ALL.into_iter().flat_map(|format| {
        let method = SkinningMethod::Lbs;
        let overlays = MeshOverlay::ALL.map(|overlay| Composition::Overlay(overlay, method, format));
        [Composition::Deform(method, format), Composition::Mesh(method, format), Composition::Footprint(method, format)]
            .into_iter()
            .chain(overlays)
    });
    let mut found = None;
    for composition in compositions {
        let composed = Composed::new(composition, text, &header.numbers);
        let checked = composed.checked()?;
        limits::check_module(&checked, &composed)?;
        if found.is_none() {
            found = Some(Reads::of(&checked)?);
        }
    }
    let Some(reads) = found else { return Err(OwnShaderError::of_file("nothing is made of it")) };
    let definition = OwnDefinition {
        row: row(id, &header, &reads),
        shader: Some(Arc::from(text)),
        skin: Arc::new(skin::GpuSkin::default()),
        numbers: header.numbers,
    };
    // naga writes brackets around every operation and nests every else, and reads fewer levels than a file may have.
    let written = bounded(Composition::Deform(SkinningMethod::Lbs, VertexFormat::ALL[0]), &definition);
    match written.as_deref().map(naga::front::wgsl::parse_str) {
        Some(Ok(_)) => Ok(definition),
        Some(Err(_)) => Err(OwnShaderError::of_file(TOO_DEEP)),
        None => Err(OwnShaderError::of_file("its loops cannot be bounded")),
    }
}

fn row(id: &str, header: &Header, reads: &Reads) -> MethodRow {
    use PaletteList as List;
    let has = |lists: &[List]| lists.iter().any(|list| reads.lists.contains(list));
    let stem = id.rsplit(['/', '\\']).next().unwrap_or(id).trim_end_matches(".wgsl");
    let title = header.title.as_deref().unwrap_or(stem);
    let own = MethodRow::own(leaked(title));
    let mut lists = own.lists;
    for (slot, list) in lists.iter_mut().zip(&reads.lists) {
        *slot = Some(*list);
    }
    MethodRow {
        summary: leaked(header.summary.as_deref().unwrap_or("A shader of your own.")),
        card: MethodCard { source: leaked(id), ..own.card },
        scales: has(&[List::Matrices, List::FirstPhase, List::PointMotions]),
        has_first_phase: has(&[List::FirstPhase]),
        signs: has(&[List::Motions, List::SecondPhase, List::Rotations, List::PointMotions])
            .then_some(Antipodality::PerVertex),
        reads: reads.rest_data,
        lists,
        ..own
    }
}

/// The method, if it is not built in and has a shader.
pub(super) fn with_shader(method: SkinningMethod) -> Option<OwnMethod> {
    match method {
        SkinningMethod::Own(own) => {
            own.definition().is_some_and(|definition| definition.shader.is_some()).then_some(own)
        }
        _ => None,
    }
}

/// The whole module of a composition for a method of one's own. Empty if it has no shader.
pub(super) fn wgsl(composition: Composition, own: OwnMethod) -> String {
    // The file was checked when it was loaded.
    own.definition().and_then(|definition| bounded(composition, &definition)).unwrap_or_default()
}

fn bounded(composition: Composition, definition: &OwnDefinition) -> Option<String> {
    let composed = Composed::new(composition, definition.shader.as_ref()?, &definition.numbers);
    let mut module = composed.checked().ok()?.module;
    let lists: Vec<PaletteList> = definition.row.lists.into_iter().flatten().collect();
    prelude::bind(&mut module, &lists);
    loops::bound(&mut module);
    for entry in &mut module.entry_points {
        // naga writes the numbers of a workgroup, and not the constants that replace them.
        if entry.stage == naga::ShaderStage::Compute {
            entry.workgroup_size = [super::chunks::WORKGROUP_SIZE, 1, 1];
            entry.workgroup_size_overrides = None;
        }
    }
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).ok()?;
    naga::back::wgsl::write_string(&module, &info, naga::back::wgsl::WriterFlags::empty()).ok()
}

const TOO_DEEP: &str = "a statement is nested too deeply for the compiler";

/// The text of a composition with a person's file in the slot.
struct Composed {
    text: String,
    /// Where the file begins and ends in it.
    file: std::ops::Range<usize>,
}

/// A valid module.
struct CheckedModule {
    module: naga::Module,
    info: ModuleInfo,
}

impl Composed {
    fn new(composition: Composition, file: &str, numbers: &[NumberRange]) -> Self {
        let mut text = String::new();
        let mut range = 0..0;
        for source in composition.with_open_slot() {
            if source == SLOT {
                text += &prelude::numbers(numbers);
                range = text.len()..text.len() + file.len();
                text += file;
            } else {
                text += source.text;
            }
            text.push('\n');
        }
        Self { text, file: range }
    }

    fn checked(&self) -> Result<CheckedModule, OwnShaderError> {
        let mut module = naga::front::wgsl::parse_str(&self.text).map_err(|error| {
            let spans = error.labels().filter_map(|(span, words)| Some((span.to_range()?, words.to_owned())));
            self.error(error.message(), &spans.collect::<Vec<_>>())
        })?;
        prelude::separate(&mut module);
        let validated = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
        let info = validated.map_err(|error| {
            let spans = error.spans().filter_map(|(span, _)| Some((span.to_range()?, String::new())));
            // The innermost says where; the others are around it.
            let mut spans: Vec<_> = spans.collect();
            spans.sort_by_key(|(span, _)| span.len());
            // The innermost cause says what; the others name the way there by numbers of naga's own.
            let mut message = error.as_inner().to_string();
            let mut cause = std::error::Error::source(error.as_inner());
            while let Some(inner) = cause {
                message = inner.to_string();
                cause = inner.source();
            }
            self.error(&without_indices(&message), &spans)
        })?;
        Ok(CheckedModule { module, info })
    }

    /// An error where its first span in the file is.
    fn error(&self, message: &str, spans: &[(std::ops::Range<usize>, String)]) -> OwnShaderError {
        let message = one_line(message);
        // The limit of its parser's recursion, to which it gives no place.
        if message.starts_with("internal WGSL front end error") {
            return OwnShaderError::of_file(TOO_DEEP);
        }
        let in_file = spans.iter().find(|(span, _)| self.file.contains(&span.start));
        match in_file {
            Some((span, words)) => {
                let words = one_line(words);
                let message = if is_said(&message, &words) { message } else { format!("{message} ({words})") };
                OwnShaderError { message, at: Some(self.line_and_column(span.start)) }
            }
            None if message.starts_with("expected") && spans.iter().any(|(span, _)| span.start >= self.file.end) => {
                OwnShaderError {
                    message: format!("{message}, after the end"),
                    at: Some(self.line_and_column(self.file.end)),
                }
            }
            None if !self.text[self.file.clone()].contains("skin_vertex") => {
                OwnShaderError::of_file("there is no fn skin_vertex(rest: RestVertex) -> SkinnedVertex")
            }
            // The program reads its result, and passes it on.
            None if message.contains("invalid field accessor") => {
                OwnShaderError::of_file("skin_vertex must return SkinnedVertex(position, normal)")
            }
            None => {
                let near = spans.first().and_then(|(span, _)| self.text.get(span.clone())).unwrap_or_default();
                OwnShaderError::of_file(format!("{message}, where the program calls it: {}", one_line(near)))
            }
        }
    }

    fn line_and_column(&self, start: usize) -> (u32, u32) {
        text::line_and_column(&self.text[self.file.clone()], start.saturating_sub(self.file.start))
    }

    /// Whether something of the module is in the file.
    fn is_of_file(&self, span: naga::Span) -> bool {
        span.to_range().is_some_and(|span| self.file.contains(&span.start))
    }

    fn error_at(&self, span: naga::Span, message: impl Into<String>) -> OwnShaderError {
        let at = span.to_range().filter(|span| self.file.contains(&span.start));
        OwnShaderError { message: message.into(), at: at.map(|span| self.line_and_column(span.start)) }
    }
}

/// A message of naga without the numbers by which it names things, such as [13].
fn without_indices(message: &str) -> String {
    let mut text = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once(" [") {
        let (index, behind) = after.split_once(']').unwrap_or((after, ""));
        text += before;
        if !index.bytes().all(|letter| letter.is_ascii_digit()) {
            text += &format!(" [{index}]");
        }
        rest = behind;
    }
    text + rest
}

/// Whether a message has these words, whatever their quotes.
fn is_said(message: &str, words: &str) -> bool {
    let plain = |text: &str| text.replace(['`', '"', '\''], "");
    plain(message).contains(&plain(words))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
