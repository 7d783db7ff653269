use super::super::ExportError;
use super::builder::Builder;
use super::document::{Animation, AnimationSampler, Channel, Target};
use crate::model::{ChannelValues, Clip, Interpolation, Model};
use glam::{Quat, Vec3};

/// Writes the clips that have channels; glTF cannot represent empty ones. Channels of a clip with the same key times
/// share the accessor.
pub(super) fn add_clips(builder: &mut Builder, model: &Model) -> Result<(), ExportError> {
    for clip in model.clips.iter().filter(|clip| !clip.channels.is_empty()) {
        let animation = animation(builder, model, clip)?;
        builder.document.animations.push(animation);
    }
    Ok(())
}

fn animation(builder: &mut Builder, model: &Model, clip: &Clip) -> Result<Animation, ExportError> {
    let mut known_times: Vec<(&[f32], u32)> = Vec::new();
    let mut animation = Animation { name: clip.name.clone(), channels: Vec::new(), samplers: Vec::new() };
    for channel in &clip.channels {
        let node = channel.node;
        if model.skeleton.node(node).residual.is_some() {
            return Err(ExportError::AnimatedMatrix { clip: clip.name.clone(), node });
        }
        let times = channel.times_seconds();
        let input = match known_times.iter().find(|(known, _)| *known == times) {
            Some(&(_, accessor)) => accessor,
            None => {
                let accessor = builder.times(times);
                known_times.push((times, accessor));
                accessor
            }
        };
        let (path, output) = match channel.values() {
            ChannelValues::Translation(v) => ("translation", builder.key_values(v.iter().map(Vec3::to_array))),
            ChannelValues::Rotation(v) => ("rotation", builder.key_values(v.iter().map(Quat::to_array))),
            ChannelValues::Scale(v) => ("scale", builder.key_values(v.iter().map(Vec3::to_array))),
        };
        let interpolation = match channel.interpolation() {
            Interpolation::Step => "STEP",
            Interpolation::Linear => "LINEAR",
            Interpolation::CubicSpline => "CUBICSPLINE",
        };
        animation.channels.push(Channel { sampler: animation.samplers.len() as u32, target: Target { node, path } });
        animation.samplers.push(AnimationSampler { input, interpolation, output });
    }
    Ok(animation)
}
