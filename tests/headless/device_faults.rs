//! Devices that fail: an error for whoever asked, and never a panic.

use skinscope::files::open_model;
use skinscope::gpu::{GpuContext, GpuError, GpuModel, GpuPalettes, deform, read_buffer};
use skinscope::model::Pose;
use skinscope::skinning::{JointPalette, SkinningMethod, SkinningSettings};
use skinscope::view::{Camera, CameraPreset, PictureSettings, Quality};
use skinscope::viewport::{PaneRenderer, PictureRequest, RestCache};

fn own_context() -> GpuContext {
    pollster::block_on(GpuContext::headless()).unwrap()
}

#[test]
fn a_lost_device_is_an_error_of_whatever_is_asked_of_it() {
    let context = own_context();
    let model = open_model("bar").unwrap().asset.model;
    let pose = Pose::rest(&model.skeleton);
    let settings = SkinningSettings { method: SkinningMethod::Dqs, ..SkinningSettings::default() };
    let palettes = JointPalette::all(&model, &pose, settings);
    let gpu_model = GpuModel::new(&context, &model).unwrap();
    let mut renderer = PaneRenderer::new(&context).unwrap();
    assert!(deform(&context, &gpu_model, &palettes, settings).is_ok());
    assert!(context.loss().is_none());
    let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 64,
        usage: wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });

    context.device.destroy();
    // Also before anyone has asked whether it is lost.
    let read = read_buffer(&context, &buffer, "bytes").unwrap_err();
    assert!(read.is_loss(), "{read}");
    let lost = |result: Result<(), GpuError>| assert!(result.as_ref().is_err_and(GpuError::is_loss), "{result:?}");
    lost(GpuModel::new(&context, &model).map(drop));
    lost(deform(&context, &gpu_model, &palettes, settings).map(drop));
    lost(PaneRenderer::new(&context).map(drop));
    let (size, rest) = ([64, 48], RestCache::default());
    let request = PictureRequest {
        model: &gpu_model,
        pose: &pose,
        camera: &Camera::framing(model.rest_bounds(), size, CameraPreset::default()),
        settings: &PictureSettings::default(),
        size,
        pixels_per_point: 1.0,
        quality: Quality::FINE,
        rest: &rest,
        beside: None,
    };
    lost(renderer.draw(&context, &request).map(drop));
    assert!(context.loss().is_some());
}

/// The first work after the loss, which nobody has noticed yet, uploads a whole model.
#[test]
fn a_model_is_not_uploaded_to_a_device_that_was_just_lost() {
    let context = own_context();
    let model = open_model("bar").unwrap().asset.model;
    context.device.destroy();
    let _ = GpuModel::new(&context, &model);
    assert!(context.loss().is_some_and(|loss| loss.is_loss()));
}

#[test]
fn an_error_that_nobody_checked_makes_what_is_read_back_worthless() {
    let context = own_context();
    let make = |size| {
        context.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage: wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        })
    };
    let buffer = make(64);
    assert_eq!(read_buffer(&context, &buffer, "bytes").unwrap(), [0; 64]);
    let _too_large = make(context.limits.max_buffer_size + 4);
    let error = read_buffer(&context, &buffer, "bytes").unwrap_err().to_string();
    assert!(error.starts_with("the graphics card rejected a command: ") && !error.contains('\n'), "{error}");
    assert!(read_buffer(&context, &buffer, "bytes").is_ok(), "what comes after it is right");
}

/// The limits are those of the device, not of the one that this was written on.
#[test]
fn more_joints_than_a_buffer_holds_are_refused_in_words() {
    let mut context = own_context();
    let model = open_model("mannequin").unwrap().asset.model;
    let gpu_model = GpuModel::new(&context, &model).unwrap();
    let mut palettes = GpuPalettes::new(&context, &gpu_model).unwrap();
    let settings = SkinningSettings { method: SkinningMethod::Lbs, ..SkinningSettings::default() };
    let posed = JointPalette::all(&model, &Pose::rest(&model.skeleton), settings);
    let bytes = posed[0].matrices.len() as u64 * 48;
    context.limits.max_storage_buffer_binding_size = bytes;
    assert!(palettes.write(&context, &gpu_model, &posed, settings).is_ok());
    context.limits.max_storage_buffer_binding_size = bytes - 4;
    let error = palettes.write(&context, &gpu_model, &posed, settings).unwrap_err().to_string();
    assert!(error.contains(&format!("needs {bytes} bytes")) && error.contains(&(bytes - 4).to_string()), "{error}");
}
