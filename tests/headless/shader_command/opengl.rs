//! The compute shaders in GLSL, run by OpenGL without a window: Mesa's surfaceless EGL.

#![allow(unsafe_code, reason = "OpenGL has no safe interface")]

use super::inputs::{Buffers, Posed, Skinned, program_settings, skinned};
use super::{all_settings, written};
use glow::HasContext;
use khronos_egl as egl;
use skinscope::gpu::standalone::{ShaderDescription, ShaderLanguage, StandaloneStage};
use skinscope::math::Bounds;

/// Largest distance of positions, as a fraction of the extent.
const TOLERANCE: f32 = 1e-6;

/// Largest distance of normals. `bulge-free-dqs` turns them by the inverse of a small distance.
const TOLERANCE_OF_NORMALS: f32 = 1e-5;

/// `EGL_PLATFORM_SURFACELESS_MESA`.
const SURFACELESS: egl::Enum = 0x31DD;

/// An OpenGL context that is current on this thread.
struct OpenGl {
    gl: glow::Context,
    // The library stays loaded as long as its functions are called.
    _egl: egl::DynamicInstance<egl::EGL1_5>,
}

impl OpenGl {
    fn new() -> Result<Self, Box<dyn std::error::Error>> {
        // SAFETY: the system's EGL library is what the crate's declarations say.
        let egl = unsafe { egl::DynamicInstance::<egl::EGL1_5>::load_required()? };
        // SAFETY: this platform takes no native display.
        let display = unsafe { egl.get_platform_display(SURFACELESS, egl::DEFAULT_DISPLAY, &[egl::ATTRIB_NONE])? };
        egl.initialize(display)?;
        egl.bind_api(egl::OPENGL_API)?;
        let wanted = [egl::RENDERABLE_TYPE, egl::OPENGL_BIT, egl::SURFACE_TYPE, 0, egl::NONE];
        let config = egl.choose_first_config(display, &wanted)?.ok_or("no configuration")?;
        let version = [egl::CONTEXT_MAJOR_VERSION, 4, egl::CONTEXT_MINOR_VERSION, 3, egl::NONE];
        let context = egl.create_context(display, config, None, &version)?;
        egl.make_current(display, None, None, Some(context))?;
        let function = |name: &str| egl.get_proc_address(name).map_or(std::ptr::null(), |found| found as *const _);
        // SAFETY: the context is current, and EGL knows its functions.
        let gl = unsafe { glow::Context::from_loader_function(function) };
        Ok(Self { gl, _egl: egl })
    }

    /// Runs a shader over buffers and returns what it wrote.
    fn run(&self, glsl: &str, description: &ShaderDescription, buffers: &Buffers) -> Vec<Skinned> {
        let gl = &self.gl;
        // SAFETY: the context is current on this thread; buffers are as large as the shader's bounds.
        unsafe {
            let program = self.program(glsl);
            gl.use_program(Some(program));
            let mut result = None;
            for (number, binding) in (0..).zip(&description.bindings) {
                assert_eq!(binding.slot, format!("layout(binding = {number})"));
                let target =
                    if binding.kind.id() == "uniform" { glow::UNIFORM_BUFFER } else { glow::SHADER_STORAGE_BUFFER };
                let buffer = gl.create_buffer().unwrap();
                gl.bind_buffer(target, Some(buffer));
                gl.buffer_data_u8_slice(target, &buffers[&(binding.group, binding.binding)], glow::STATIC_DRAW);
                gl.bind_buffer_base(target, number, Some(buffer));
                result = result.or(Some(buffer));
            }
            let mut bytes = vec![0; buffers[&(0, 0)].len()];
            let vertices = (bytes.len() / 32) as u32;
            gl.dispatch_compute(vertices.div_ceil(description.entry_point.workgroup_size.unwrap()), 1, 1);
            gl.memory_barrier(glow::BUFFER_UPDATE_BARRIER_BIT);
            gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, result);
            gl.get_buffer_sub_data(glow::SHADER_STORAGE_BUFFER, 0, &mut bytes);
            assert_eq!(gl.get_error(), glow::NO_ERROR);
            gl.delete_program(program);
            skinned(&bytes)
        }
    }

    /// # Safety
    /// The context must be current.
    unsafe fn program(&self, glsl: &str) -> glow::Program {
        let gl = &self.gl;
        // SAFETY: as the caller says.
        unsafe {
            let shader = gl.create_shader(glow::COMPUTE_SHADER).unwrap();
            gl.shader_source(shader, glsl);
            gl.compile_shader(shader);
            assert!(gl.get_shader_compile_status(shader), "{}\n{glsl}", gl.get_shader_info_log(shader));
            let program = gl.create_program().unwrap();
            gl.attach_shader(program, shader);
            gl.link_program(program);
            assert!(gl.get_program_link_status(program), "{}", gl.get_program_info_log(program));
            gl.delete_shader(shader);
            program
        }
    }
}

#[test]
fn the_glsl_of_every_method_computes_what_the_program_does() {
    let opengl = OpenGl::new().unwrap_or_else(|error| panic!("no OpenGL; scripts/set-up installs Mesa's: {error}"));
    let limb = Posed::limb();
    let mut worst = [0.0_f32; 2];
    for settings in all_settings().into_iter().filter(|own| own.stage == StandaloneStage::Compute) {
        let of_program = program_settings(&settings);
        let shader = written(settings, ShaderLanguage::Glsl);
        let glsl = String::from_utf8(shader.bytes).unwrap();
        for (primitive, expected) in limb.deformed(of_program, settings.scaled).iter().enumerate() {
            let buffers = limb.buffers(primitive, of_program, settings.scaled, 0);
            let found = opengl.run(&glsl, &shader.description, &buffers);
            assert_eq!(found.len(), expected.len());
            let extent = Bounds::of(expected.iter().map(|[position, _]| *position)).extent();
            let farthest = |part: usize| {
                let pairs = found.iter().zip(expected);
                pairs.map(|(found, expected)| found[part].distance(expected[part])).fold(0.0, f32::max)
            };
            let [position, normal] = [farthest(0) / extent, farthest(1)];
            assert!(position <= TOLERANCE && normal <= TOLERANCE_OF_NORMALS, "{settings:?}: {position}, {normal}");
            worst = [worst[0].max(position), worst[1].max(normal)];
        }
    }
    println!("positions are at most {} of the extent apart, normals {}", worst[0], worst[1]);
}
