use crate::checks::{Failure, FailurePicture, FailurePictures, FileCheck, PICTURE_SIZE};
use crate::cli::CliError;
use crate::defect_view::{Defect, ViewSearch, ViewSubject, camera_of};
use crate::files::{Access, ModelSource, OpenOptions, OpenedModel, open_model_with};
use crate::gpu::GpuContext;
use crate::measure::{RestSkin, VertexId};
use crate::model::{Model, Pose, PoseOverrides, ROTATION_KEYS, SetExpression};
use crate::posing::front_yaw;
use crate::reporting::Painter;
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::stress::{StressSkin, deform_all};
use crate::work::Progress;
use std::path::Path;
use std::sync::Arc;

/// Most bytes of all pictures of a page together, so that the page of a thousand files stays below 10 MB.
const MOST_BYTES: usize = 6 << 20;

/// Draws the failures of files that are still as they were checked: the worst of each file first, then the others, up to
/// `most` pictures. Files are opened again one after the other.
pub(super) fn of_failures(checks: &[FileCheck], most: usize, access: &Access) -> Result<FailurePictures, CliError> {
    let mut pictures = FailurePictures::default();
    let wanted = wanted(checks, most);
    if wanted.iter().all(Vec::is_empty) {
        return Ok(pictures);
    }
    let context = match pollster::block_on(GpuContext::headless()) {
        Ok(context) => context,
        Err(cause) => {
            pictures.missing = format!("There are no pictures: {cause}.");
            return Ok(pictures);
        }
    };
    let total: usize = wanted.iter().map(Vec::len).sum();
    let (mut bytes, mut drawn) = (0, 0);
    super::with_progress("Pictures", |progress: &Progress| {
        progress.add_total(total as u64);
        for (index, failures) in wanted.iter().enumerate().filter(|(_, failures)| !failures.is_empty()) {
            if bytes < MOST_BYTES {
                // A file that cannot be drawn has no pictures. Its results are on the page all the same.
                for (failure, picture) in of_file(&context, &checks[index], failures, access).unwrap_or_default() {
                    bytes += picture.picture.png.len();
                    drawn += 1;
                    pictures.of.insert((index, failure.rule), picture);
                }
            }
            progress.advance(failures.len() as u64);
        }
    });
    let all: usize = checks.iter().flat_map(|check| &check.failures).filter(|failure| is_drawn(failure)).count();
    if drawn < all {
        pictures.missing = format!("{drawn} of {all} failures have a picture.");
    }
    Ok(pictures)
}

fn is_drawn(failure: &Failure) -> bool {
    failure.place.joint.is_some() || failure.place.vertex.is_some()
}

/// The failures to draw of each file: in turns, so that every file has a picture before any has two.
fn wanted(checks: &[FileCheck], most: usize) -> Vec<Vec<&Failure>> {
    let mut wanted: Vec<Vec<&Failure>> = vec![Vec::new(); checks.len()];
    let drawn: Vec<Vec<&Failure>> =
        checks.iter().map(|check| check.failures.iter().filter(|failure| is_drawn(failure)).collect()).collect();
    let mut left = most;
    for turn in 0..drawn.iter().map(Vec::len).max().unwrap_or(0) {
        for (wanted, drawn) in wanted.iter_mut().zip(&drawn) {
            if let Some(failure) = drawn.get(turn).filter(|_| left > 0) {
                wanted.push(failure);
                left -= 1;
            }
        }
    }
    wanted
}

/// The pictures of one file. `None` if it cannot be opened, or has changed since it was checked.
fn of_file<'a>(
    context: &GpuContext,
    check: &FileCheck,
    failures: &[&'a Failure],
    access: &Access,
) -> Option<Vec<(&'a Failure, FailurePicture)>> {
    let options = OpenOptions { access: access.clone(), ..OpenOptions::default() };
    let opened = open_model_with(ModelSource::named(Path::new(&check.path)), &options).ok()?;
    if Some(opened.hash.to_hex().as_str()) != check.blake3.as_deref() {
        return None;
    }
    let OpenedModel { asset, .. } = &opened;
    let model = &asset.model;
    let rest = RestSkin::of(model);
    let methods: Vec<SkinningMethod> = failures.iter().map(|failure| method(failure)).collect();
    let centers = super::super::centers::centers_for(model, &methods, &Default::default());
    let mut painter = Painter::new(context, model, &centers).ok()?;
    let view = ViewSubject { model, rest: &rest, front_yaw: front_yaw(model) };
    let mut pictures = Vec::new();
    for (&failure, method) in failures.iter().zip(methods) {
        let settings = SkinningSettings { method, ..SkinningSettings::default() };
        let Some((pose, axis)) = pose(model, failure) else { continue };
        let Some(defect) = defect(model, &rest, failure, axis) else { continue };
        let deformed = deform_all(model, &rest.surface, &pose, &StressSkin { settings, centers: &centers });
        let camera = camera_of(&view, defect, &pose, &deformed, PICTURE_SIZE, ViewSearch::Quick);
        if let Ok(picture) = painter.shot(&pose, &camera, settings, PICTURE_SIZE) {
            let at = deformed.positions[defect.vertex as usize].as_vec3();
            let at = camera
                .project(at, PICTURE_SIZE)
                .map(|at| [at.x / PICTURE_SIZE[0] as f32, at.y / PICTURE_SIZE[1] as f32]);
            let mark = at.filter(|at| at.iter().all(|share| (0.0..=1.0).contains(share)));
            pictures.push((failure, FailurePicture { picture, mark }));
        }
    }
    Some(pictures)
}

fn method(failure: &Failure) -> SkinningMethod {
    failure.place.method.as_deref().and_then(|id| SkinningMethod::from_id(id).ok()).unwrap_or(SkinningMethod::Lbs)
}

/// The pose in which a failure was found, and the axis of its turn.
fn pose(model: &Arc<Model>, failure: &Failure) -> Option<(Pose, usize)> {
    let mut pose = Pose::rest(&model.skeleton);
    if let (Some(clip), Some(seconds)) = (failure.place.clip, failure.place.seconds) {
        model.clips.get(clip)?.sample(seconds, &mut pose);
    }
    let Some(set) = &failure.place.set else { return Some((pose, 0)) };
    let set: SetExpression = set.parse().ok()?;
    let mut overrides = PoseOverrides::default();
    set.apply(&model.skeleton, &pose, &mut overrides).ok()?;
    overrides.apply(&model.skeleton, &mut pose);
    let axis = ROTATION_KEYS.iter().position(|key| set.sets(key));
    Some((pose, axis.unwrap_or(0)))
}

/// The joint and the vertex to look at: those of the failure, or the heaviest joint of its vertex.
fn defect(model: &Model, rest: &RestSkin, failure: &Failure, axis: usize) -> Option<Defect> {
    let vertex_id = failure.place.vertex.map(|[primitive, vertex]| VertexId { primitive, vertex });
    let vertex = vertex_id.and_then(|id| rest.surface.index_of(id));
    let named = failure.place.joint.as_ref().and_then(|joint| model.skeleton.find(joint).ok());
    let heaviest = || {
        let id = vertex_id?;
        let primitive = model.primitives.get(id.primitive as usize)?;
        let influence = primitive.influences.of(id.vertex as usize).first()?;
        Some(model.skins[primitive.skin as usize].joints[influence.joint as usize].node)
    };
    // A far influence is seen where it acts, not at its joint.
    let node = if failure.place.set.is_none() { heaviest().or(named) } else { named }?;
    let vertex = vertex.or_else(|| first_vertex_of(model, rest, node))?;
    Some(Defect { node, axis, vertex })
}

/// A vertex that follows a joint.
fn first_vertex_of(model: &Model, rest: &RestSkin, node: u32) -> Option<u32> {
    model.primitives.iter().enumerate().find_map(|(index, primitive)| {
        let joints = &model.skins[primitive.skin as usize].joints;
        let follows = |influences: &[crate::model::Influence]| {
            influences.iter().any(|influence| joints[influence.joint as usize].node == node)
        };
        let vertex = primitive.influences.iter().position(follows)?;
        rest.surface.index_of(VertexId { primitive: index as u32, vertex: vertex as u32 })
    })
}
