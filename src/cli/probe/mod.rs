//! `skinscope probe`: the effect of each joint and each method on one vertex in a pose, on the CPU.

mod arguments;
pub(super) mod report;
mod table;

use super::document::JsonDocument;
use super::provenance::{ModelReport, OptionsReport, PoseReport};
use super::text::print;
use super::turns::warn_of_turns;
use super::warnings::Warnings;
use super::{CliError, pose_model};
use crate::model::{Model, SkinKind};
use crate::skinning::{Antipodality, MethodProbe, MissingInput, SkinningMethod, VertexProbe};
use report::ProbeReport;

pub use arguments::ProbeArguments;

/// A vertex of a primitive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Address {
    /// Index into the model's primitives.
    pub primitive: usize,
    /// Index into the primitive's vertices.
    pub vertex: usize,
    /// Index into the `.npy` of `deform`. `None` in a rigid primitive.
    in_skin: Option<usize>,
}

/// Findings about a vertex.
struct Probed<'a> {
    model: &'a Model,
    address: Address,
    /// The given antipodality. `None` where each method has its own.
    antipodality: Option<Antipodality>,
    joints: VertexProbe,
    methods: Vec<Probe>,
}

/// A vertex under one method.
struct Probe {
    method: MethodProbe,
    /// Distance to the position under LBS, in scene units.
    distance_to_lbs: f32,
}

pub(super) fn run(arguments: &ProbeArguments) -> Result<(), CliError> {
    let opened = arguments.pose.opening.open(&arguments.model)?;
    let address = address_of(&opened.asset.model, arguments.primitive, arguments.vertex)?;
    let posed = pose_model(&opened, &arguments.pose)?;
    let model = &posed.model;
    let mut warnings = Warnings::of(&opened, &posed);
    let methods = arguments.methods();
    warn_of_turns(&mut warnings, model, &posed, &arguments.pose, &methods);
    let centers = super::centers::centers_for(model, &methods, &arguments.pose.centers);
    let Address { primitive, vertex, .. } = address;
    let centers = centers.get(primitive);
    let probe = |method: SkinningMethod| {
        MethodProbe::new(model, &posed.pose, arguments.pose.skinning(method), primitive, vertex, centers)
    };
    let lbs = probe(SkinningMethod::Lbs)?.skinned.position;
    let of_method = |method: SkinningMethod| {
        let method = probe(method)?;
        Ok(Probe { method, distance_to_lbs: method.skinned.position.distance(lbs) })
    };
    let probed = Probed {
        model,
        address,
        antipodality: arguments.pose.blending.antipodality,
        joints: VertexProbe::new(model, &posed.pose, arguments.pose.skinning(SkinningMethod::Lbs), primitive, vertex),
        methods: methods.into_iter().map(of_method).collect::<Result<_, MissingInput>>()?,
    };
    if !arguments.json {
        return print(&table::text(&probed));
    }
    let made = (PoseReport::of(&opened, &posed, &arguments.pose), OptionsReport::of(&arguments.pose));
    print(&JsonDocument::new(ModelReport::of(&opened), ProbeReport::new(&probed, made), warnings.all()).lines()?)
}

/// Finds the vertex that the flags name.
pub(super) fn address_of(model: &Model, primitive: Option<u32>, vertex: u32) -> Result<Address, CliError> {
    let is_skinned =
        |primitive: usize| model.skins[model.primitives[primitive].skin as usize].kind == SkinKind::Skinned;
    let vertices = |primitive: usize| model.primitives[primitive].positions.len();
    let skinned = || (0..model.primitives.len()).filter(|&primitive| is_skinned(primitive));
    let wanted = vertex as usize;
    if let Some(given) = primitive {
        let primitive = given as usize;
        if primitive >= model.primitives.len() {
            return Err(CliError::NoSuchPrimitive { given, known: range(model.primitives.len(), "primitive") });
        }
        let count = vertices(primitive);
        if wanted >= count {
            let known = format!("primitive {primitive} has {}", range(count, "vertex"));
            return Err(CliError::NoSuchVertex { given: vertex, known });
        }
        let before: usize = skinned().take_while(|&other| other < primitive).map(vertices).sum();
        let in_skin = is_skinned(primitive).then_some(before + wanted);
        return Ok(Address { primitive, vertex: wanted, in_skin });
    }
    let mut first = 0;
    for primitive in skinned() {
        let count = vertices(primitive);
        if wanted < first + count {
            return Ok(Address { primitive, vertex: wanted - first, in_skin: Some(wanted) });
        }
        first += count;
    }
    let known = match first {
        0 => "the model has no skinned mesh; --primitive also takes rigid ones".to_owned(),
        count => format!("the skinned primitives have {}", range(count, "vertex")),
    };
    Err(CliError::NoSuchVertex { given: vertex, known })
}

/// Text such as "3 vertices, from 0 to 2".
fn range(count: usize, what: &str) -> String {
    let many = if what == "vertex" { "vertices".to_owned() } else { format!("{what}s") };
    match count {
        0 => format!("no {many}"),
        1 => format!("one {what}, number 0"),
        _ => format!("{count} {many}, from 0 to {}", count - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::open_model;

    #[test]
    fn vertices_are_counted_as_in_the_npy_file_or_in_their_primitive() {
        let opened = open_model("mannequin").unwrap();
        let model = &opened.asset.model;
        let counts: Vec<usize> = model.primitives.iter().map(|primitive| primitive.positions.len()).collect();
        assert!(counts.len() > 1, "{counts:?}");
        let of = |primitive, vertex: usize| address_of(model, primitive, vertex as u32);
        let second = Address { primitive: 1, vertex: 2, in_skin: Some(counts[0] + 2) };
        assert_eq!(of(None, counts[0] + 2).unwrap(), second);
        assert_eq!(of(Some(1), 2).unwrap(), second);
        assert_eq!(of(None, 0).unwrap(), Address { primitive: 0, vertex: 0, in_skin: Some(0) });
    }

    #[test]
    fn numbers_out_of_range_are_answered_with_the_range() {
        let opened = open_model("bar").unwrap();
        let model = &opened.asset.model;
        let count = model.primitives[0].positions.len();
        let error = |primitive, vertex: usize| address_of(model, primitive, vertex as u32).unwrap_err().to_string();
        let text = format!("--vertex {count}: the skinned primitives have {count} vertices, from 0 to {}", count - 1);
        assert_eq!(error(None, count), text);
        assert!(error(Some(0), count).contains(&format!("primitive 0 has {count} vertices, from 0 to {}", count - 1)));
        assert_eq!(error(Some(7), 0), "--primitive 7: the model has one primitive, number 0");
    }
}
