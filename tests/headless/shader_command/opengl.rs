//! The shaders in GLSL, run by OpenGL without a window: Mesa's surfaceless EGL.

#![allow(unsafe_code, reason = "OpenGL has no safe interface")]

use super::inputs::{Buffers, Posed, Skinned, program_settings, skinned};
use super::{all_settings, written};
use bytemuck::bytes_of;
use glam::{Mat4, Vec3};
use glow::HasContext;
use khronos_egl as egl;
use skinscope::gpu::standalone::{BindingKind, ShaderDescription, ShaderLanguage, StandaloneSettings, StandaloneStage};
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
        // SAFETY: the context is current.
        unsafe {
            // There is no other target for drawing, and drawing without one is an error, even if it draws nothing.
            let (target, surface) = (glow::FRAMEBUFFER, gl.create_renderbuffer()?);
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(surface));
            gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, 1, 1);
            gl.bind_framebuffer(target, Some(gl.create_framebuffer()?));
            gl.framebuffer_renderbuffer(target, glow::COLOR_ATTACHMENT0, glow::RENDERBUFFER, Some(surface));
        }
        Ok(Self { gl, _egl: egl })
    }

    /// Runs a shader over buffers and returns its vertices.
    fn run(&self, settings: StandaloneSettings, buffers: &Buffers) -> Vec<Skinned> {
        let shader = written(settings, ShaderLanguage::Glsl);
        let glsl = String::from_utf8(shader.bytes).unwrap();
        let vertices = buffers[&(1, 0)].len() / 32;
        // SAFETY: the context is current on this thread, and the buffers hold what the shader reads and writes.
        unsafe {
            match settings.stage {
                StandaloneStage::Compute => self.compute(&glsl, &shader.description, buffers, vertices),
                StandaloneStage::Vertex => self.feedback(&glsl, &shader.description, buffers, vertices),
            }
        }
    }

    /// Runs a compute shader and reads the buffer that it writes.
    ///
    /// # Safety
    /// The context must be current, and the buffers large enough.
    unsafe fn compute(
        &self,
        glsl: &str,
        description: &ShaderDescription,
        buffers: &Buffers,
        vertices: usize,
    ) -> Vec<Skinned> {
        let gl = &self.gl;
        // SAFETY: as the caller says.
        unsafe {
            let program = self.program(glow::COMPUTE_SHADER, glsl);
            let bound = self.bind(description, buffers);
            gl.dispatch_compute((vertices as u32).div_ceil(description.entry_point.workgroup_size.unwrap()), 1, 1);
            gl.memory_barrier(glow::BUFFER_UPDATE_BARRIER_BIT);
            let mut bytes = vec![0; vertices * 32];
            gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(bound[0]));
            gl.get_buffer_sub_data(glow::SHADER_STORAGE_BUFFER, 0, &mut bytes);
            self.forget(program, bound);
            skinned(&bytes)
        }
    }

    /// Runs a vertex shader and reads what it hands on.
    ///
    /// # Safety
    /// The context must be current, and the buffers large enough.
    unsafe fn feedback(
        &self,
        glsl: &str,
        description: &ShaderDescription,
        buffers: &Buffers,
        vertices: usize,
    ) -> Vec<Skinned> {
        let gl = &self.gl;
        let mut bytes = vec![0; vertices * 24];
        // SAFETY: as the caller says.
        unsafe {
            let program = self.program(glow::VERTEX_SHADER, glsl);
            let mut bound = self.bind(description, buffers);
            let handed_on = gl.create_buffer().unwrap();
            let target = glow::TRANSFORM_FEEDBACK_BUFFER;
            gl.bind_buffer(target, Some(handed_on));
            gl.buffer_data_u8_slice(target, &bytes, glow::STATIC_READ);
            gl.bind_buffer_base(target, 0, Some(handed_on));
            gl.bind_vertex_array(Some(gl.create_vertex_array().unwrap()));
            gl.enable(glow::RASTERIZER_DISCARD);
            gl.begin_transform_feedback(glow::POINTS);
            gl.draw_arrays(glow::POINTS, 0, vertices as i32);
            gl.end_transform_feedback();
            gl.disable(glow::RASTERIZER_DISCARD);
            gl.get_buffer_sub_data(target, 0, &mut bytes);
            bound.push(handed_on);
            self.forget(program, bound);
        }
        let floats: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
        floats.as_chunks::<6>().0.iter().map(|v| [Vec3::new(v[0], v[1], v[2]), Vec3::new(v[3], v[4], v[5])]).collect()
    }

    /// Binds the buffers of a shader to the numbers that its description names.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn bind(&self, description: &ShaderDescription, buffers: &Buffers) -> Vec<glow::Buffer> {
        let gl = &self.gl;
        let mut bound = Vec::new();
        for (number, binding) in (0..).zip(&description.bindings) {
            assert_eq!(binding.slot, format!("layout(binding = {number})"));
            let target = match binding.kind {
                BindingKind::Uniform => glow::UNIFORM_BUFFER,
                BindingKind::Read | BindingKind::ReadWrite => glow::SHADER_STORAGE_BUFFER,
            };
            // SAFETY: as the caller says.
            unsafe {
                let buffer = gl.create_buffer().unwrap();
                gl.bind_buffer(target, Some(buffer));
                gl.buffer_data_u8_slice(target, &buffers[&(binding.group, binding.binding)], glow::STATIC_DRAW);
                gl.bind_buffer_base(target, number, Some(buffer));
                bound.push(buffer);
            }
        }
        bound
    }

    /// Compiles a program of one shader and uses it.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn program(&self, stage: u32, glsl: &str) -> glow::Program {
        let gl = &self.gl;
        // SAFETY: as the caller says.
        unsafe {
            let shader = gl.create_shader(stage).unwrap();
            gl.shader_source(shader, glsl);
            gl.compile_shader(shader);
            assert!(gl.get_shader_compile_status(shader), "{}\n{glsl}", gl.get_shader_info_log(shader));
            let program = gl.create_program().unwrap();
            gl.attach_shader(program, shader);
            if stage == glow::VERTEX_SHADER {
                let outputs = ["_vs2fs_location0", "_vs2fs_location1"];
                gl.transform_feedback_varyings(program, &outputs, glow::INTERLEAVED_ATTRIBS);
            }
            gl.link_program(program);
            assert!(gl.get_program_link_status(program), "{}", gl.get_program_info_log(program));
            gl.delete_shader(shader);
            gl.use_program(Some(program));
            program
        }
    }

    /// Checks that nothing went wrong, and frees what was made.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn forget(&self, program: glow::Program, buffers: Vec<glow::Buffer>) {
        // SAFETY: as the caller says.
        unsafe {
            assert_eq!(self.gl.get_error(), glow::NO_ERROR);
            self.gl.delete_program(program);
            buffers.into_iter().for_each(|buffer| self.gl.delete_buffer(buffer));
        }
    }
}

#[test]
fn the_glsl_of_every_method_computes_what_the_program_does() {
    let opengl = OpenGl::new().unwrap_or_else(|error| panic!("no OpenGL; scripts/set-up installs Mesa's: {error}"));
    let limb = Posed::limb();
    let mut worst = [0.0_f32; 2];
    for settings in all_settings() {
        let of_program = program_settings(&settings);
        for (primitive, expected) in limb.deformed(of_program, settings.scaled).iter().enumerate() {
            let per_vertex = settings.influences_per_vertex as usize;
            let mut buffers = limb.buffers(primitive, of_program, settings.scaled, per_vertex);
            if settings.stage == StandaloneStage::Vertex {
                buffers.insert((0, 0), bytes_of(&Mat4::IDENTITY).to_vec());
            }
            let found = opengl.run(settings, &buffers);
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
