//! The comment above a shader that stands alone.

use super::{ShaderDescription, ShaderLanguage, StandaloneSettings};

/// Characters in a line.
const WIDTH: usize = 120;

/// Lines of a comment, as all four languages write it.
#[derive(Default)]
struct Comment(String);

impl Comment {
    /// Adds text, with as many lines as it takes.
    fn line(&mut self, indent: usize, text: &str) {
        let prefix = format!("//{:indent$}", "");
        let mut line = prefix.clone();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            if line.len() > prefix.len() && line.chars().count() + 1 + word.chars().count() > WIDTH {
                self.0 += &(line + "\n");
                line = format!("{prefix}  ");
            }
            line = line + " " + word;
        }
        self.0 += &(line + "\n");
    }

    fn title(&mut self, text: &str) {
        self.0 += "//\n";
        self.line(0, text);
    }
}

/// Says what the shader computes, and what it reads and writes.
pub(super) fn header(
    settings: StandaloneSettings,
    language: ShaderLanguage,
    description: &ShaderDescription,
    made_by: &str,
) -> String {
    let mut comment = Comment::default();
    about(&mut comment, settings, language, made_by);
    entry_point(&mut comment, settings, description);
    bindings(&mut comment, description);
    structs(&mut comment, description);
    constants(&mut comment, description);
    comment.0 + "\n"
}

fn about(comment: &mut Comment, settings: StandaloneSettings, language: ShaderLanguage, made_by: &str) {
    let row = settings.method.row();
    comment.line(0, &format!("{} ({}) in {}", row.long_name, row.id, language.title()));
    comment.line(0, &format!("Made by {made_by}"));
    comment.line(0, &format!("Source: {}", row.card.source));
    comment.title("Formula, in the symbols of docs/methods.md:");
    for line in row.card.formula.lines() {
        comment.line(2, line);
    }
    if settings.method.blends_quaternions() {
        let mode = settings.antipodality;
        comment.title(&format!("Antipodality: {} ({}). {}.", mode.id(), mode.source(), mode.explanation()));
    }
    if settings.method.has_first_phase() {
        comment.title(if settings.scaled {
            "Joints may have scale and shear."
        } else {
            "Without scale and shear of joints: the first phase is left out."
        });
    }
}

fn entry_point(comment: &mut Comment, settings: StandaloneSettings, description: &ShaderDescription) {
    let entry_point = &description.entry_point;
    comment.title(&match entry_point.workgroup_size {
        Some(size) => {
            format!("Entry point: {}, {}, {size} vertices per workgroup", entry_point.name, settings.stage.id())
        }
        None => format!("Entry point: {}, {}, with the index of the vertex", entry_point.name, settings.stage.id()),
    });
    for output in &entry_point.outputs {
        let at = output.location.map_or_else(|| "position".to_owned(), |location| format!("location {location}"));
        comment.line(2, &sentence(&format!("{at}  {}: {}", output.name, output.type_name), &output.description));
    }
}

fn bindings(comment: &mut Comment, description: &ShaderDescription) {
    comment.title("Buffers:");
    for own in &description.bindings {
        let stride = own.stride.map(|stride| format!(", {stride} bytes each")).unwrap_or_default();
        comment.line(2, &format!("{}  {}: {}, {}{stride}", own.slot, own.name, own.type_name, own.kind.id()));
        comment.line(6, &own.description);
    }
    if let Some(sizes) = &description.array_sizes {
        let buffers = sizes.buffers.join(", ");
        comment.line(2, &format!("{}  sizes of the buffers in bytes, 4 bytes each: {buffers}", sizes.slot));
    }
}

fn structs(comment: &mut Comment, description: &ShaderDescription) {
    comment.title("Structs, with the offset of each field in bytes:");
    for own in &description.structs {
        comment.line(2, &sentence(&format!("{}, {} bytes", own.name, own.size), &own.description));
        for field in &own.fields {
            let declared = format!("{}  {}: {}", field.offset, field.name, field.type_name);
            comment.line(4, &sentence(&declared, &field.description));
        }
    }
}

fn constants(comment: &mut Comment, description: &ShaderDescription) {
    comment.title("Constants:");
    for own in &description.constants {
        comment.line(2, &sentence(&format!("{}: {} = {}", own.name, own.type_name, own.value), &own.description));
    }
}

/// What is described, and its description.
fn sentence(what: &str, description: &str) -> String {
    if description.is_empty() { what.to_owned() } else { format!("{what}. {description}") }
}
