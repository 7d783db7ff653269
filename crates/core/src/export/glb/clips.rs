use super::super::ExportError;
use super::builder::{Builder, named};
use crate::model::{Channel, ChannelValues, Clip, Interpolation, Model};
use glam::{Quat, Vec3};
use gltf::json::animation::{self, Animation, Interpolation as Written, Property, Target};
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Index};

/// Writes the clips that have channels; glTF cannot represent empty clips.
pub(super) fn add_clips(builder: &mut Builder, model: &Model) -> Result<(), ExportError> {
    for clip in model.clips.iter().filter(|clip| !clip.channels.is_empty()) {
        let mut animation = Animation {
            name: named(&clip.name),
            channels: Vec::new(),
            samplers: Vec::new(),
            extensions: None,
            extras: None,
        };
        add_channels(builder, model, clip, &clip.channels, &mut animation)?;
        builder.root.animations.push(animation);
    }
    Ok(())
}

/// Adds channels of a clip to an animation. Channels with the same key times share the accessor.
pub(super) fn add_channels<'a>(
    builder: &mut Builder,
    model: &Model,
    clip: &Clip,
    channels: impl IntoIterator<Item = &'a Channel>,
    animation: &mut Animation,
) -> Result<(), ExportError> {
    let mut known_times: Vec<(&[f32], Index<Accessor>)> = Vec::new();
    for channel in channels {
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
            ChannelValues::Translation(v) => (Property::Translation, builder.key_values(v.iter().map(Vec3::to_array))),
            ChannelValues::Rotation(v) => (Property::Rotation, builder.key_values(v.iter().map(Quat::to_array))),
            ChannelValues::Scale(v) => (Property::Scale, builder.key_values(v.iter().map(Vec3::to_array))),
            ChannelValues::MorphWeights { weights, .. } => {
                (Property::MorphTargetWeights, builder.key_values(weights.iter().map(|&weight| [weight])))
            }
        };
        let interpolation = Checked::Valid(match channel.interpolation() {
            Interpolation::Step => Written::Step,
            Interpolation::Linear => Written::Linear,
            Interpolation::CubicSpline => Written::CubicSpline,
        });
        let sampler = animation::Sampler { input, interpolation, output, extensions: None, extras: None };
        let sampler = Index::push(&mut animation.samplers, sampler);
        let target = Target { node: Index::new(node), path: Checked::Valid(path), extensions: None, extras: None };
        animation.channels.push(animation::Channel { sampler, target, extensions: None, extras: None });
    }
    Ok(())
}
