//! The compute shaders in WGSL, run by wgpu without `override` constants.

use super::inputs::{Buffers, Posed, Skinned, program_settings, skinned};
use super::{all_settings, written};
use crate::gpu_support::context;
use skinscope::gpu::read_buffer;
use skinscope::gpu::standalone::{ShaderDescription, ShaderLanguage, StandaloneSettings, StandaloneStage};
use std::collections::BTreeMap;
use wgpu::util::DeviceExt;

/// Runs a shader over buffers and returns what it wrote.
fn run(wgsl: &str, description: &ShaderDescription, buffers: &Buffers) -> Vec<Skinned> {
    let context = context();
    let device = &context.device;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(wgsl.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some(&description.entry_point.name),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let mut groups: BTreeMap<u32, Vec<(u32, wgpu::Buffer)>> = BTreeMap::new();
    for binding in &description.bindings {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_SRC;
        let contents = &buffers[&(binding.group, binding.binding)];
        let buffer = device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage });
        groups.entry(binding.group).or_default().push((binding.binding, buffer));
    }
    let bound = |(&group, buffers): (&u32, &Vec<(u32, wgpu::Buffer)>)| {
        let entries: Vec<_> = buffers
            .iter()
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding: *binding, resource: buffer.as_entire_binding() })
            .collect();
        let layout = pipeline.get_bind_group_layout(group);
        let descriptor = wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries };
        (group, device.create_bind_group(&descriptor))
    };
    let bind_groups: Vec<_> = groups.iter().map(bound).collect();
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        for (group, bind_group) in &bind_groups {
            pass.set_bind_group(*group, bind_group, &[]);
        }
        let vertices = (buffers[&(0, 0)].len() / 32) as u32;
        pass.dispatch_workgroups(vertices.div_ceil(description.entry_point.workgroup_size.unwrap()), 1, 1);
    }
    context.queue.submit([encoder.finish()]);
    skinned(&read_buffer(context, &groups[&0][0].1, "the skin").unwrap())
}

#[test]
fn the_wgsl_of_every_method_computes_the_bits_of_the_program() {
    let limb = Posed::limb();
    let mut compared = 0;
    for settings in all_settings().into_iter().filter(|own| own.stage == StandaloneStage::Compute) {
        let of_program = program_settings(&settings);
        let expected = limb.deformed(of_program, settings.scaled);
        for influences_per_vertex in [0, 4] {
            let settings = StandaloneSettings { influences_per_vertex, ..settings };
            let shader = written(settings, ShaderLanguage::Wgsl);
            let wgsl = String::from_utf8(shader.bytes).unwrap();
            for (primitive, expected) in expected.iter().enumerate() {
                let buffers = limb.buffers(primitive, of_program, settings.scaled, influences_per_vertex as usize);
                let found = run(&wgsl, &shader.description, &buffers);
                assert!(found == *expected, "{settings:?}");
                compared += found.len();
            }
        }
    }
    println!("{compared} vertices are the same");
}
