//! Machines with no graphics driver, and drivers that can do less than Vulkan.

use crate::command_line::{Folder, command, output_of, succeed};
use crate::skips::skip;
use image::RgbaImage;
use std::process::{Command, Output};

/// The program's own lines on stderr, without those of the system's libraries.
fn own_lines(output: &Output) -> Vec<String> {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!stderr.contains("panicked"), "{stderr}");
    let ours = ["error: ", "note: ", "warning: "];
    let ours = |line: &&str| ours.iter().any(|start| line.starts_with(start)) && !line.contains("XDG_RUNTIME_DIR");
    stderr.lines().filter(ours).map(str::to_owned).collect()
}

/// A command that runs as on a machine without a Vulkan driver.
fn without_a_driver(arguments: &[&str]) -> Command {
    let mut command = command(arguments);
    let nowhere = "/nonexistent/driver.json";
    command.env("VK_DRIVER_FILES", nowhere).env("VK_ICD_FILENAMES", nowhere).env_remove("WGPU_BACKEND");
    command
}

#[test]
fn without_a_driver_the_cpu_computes_and_pictures_name_the_package() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = Folder::new("no-driver");
    let (skin, picture) = (folder.file("skin.npy"), folder.file("picture.png"));
    let page = folder.file("page.html");
    for backend in ["", "vulkan"] {
        let run = |arguments: &[&str]| output_of(without_a_driver(arguments).env("WGPU_BACKEND", backend));
        let posed = ["deform", "bar", "--pose", "twist-90", "--method", "dqs", "-o", &skin];
        let output = run(&posed);
        assert_eq!(own_lines(&output).len(), 1, "{:?}", own_lines(&output));
        assert!(output.status.success() && own_lines(&output)[0].starts_with("note: skinning on the CPU"));
        let fallen_back = std::fs::read(&skin).unwrap();
        let output = run(&[&posed[..], &["--backend", "cpu"]].concat());
        assert!(output.status.success() && own_lines(&output).is_empty(), "{:?}", own_lines(&output));
        assert_eq!(fallen_back, std::fs::read(&skin).unwrap());
        let output = run(&["measure", "bar", "--pose", "bend-90", "--json"]);
        assert!(output.status.success() && own_lines(&output)[0].starts_with("note: skinning on the CPU"));
        assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok());
        for arguments in [&["stress", "bar", "--methods", "lbs"][..], &["centers", "bar"], &["info", "bar"]] {
            let output = run(arguments);
            assert!(output.status.success() && own_lines(&output).is_empty(), "{:?}", own_lines(&output));
        }
        for arguments in [
            &["deform", "bar", "--backend", "gpu", "-o", &skin][..],
            &["measure", "bar", "--backend", "gpu"],
            &["render", "bar", "-o", &picture],
            &["compare", "bar", "-o", &picture],
            &["scenes", "kavan-fig-7", "-o", &picture],
            &["stress", "bar", "-o", &picture],
            &["report", "bar", "-o", &page],
        ] {
            let output = run(arguments);
            let lines = own_lines(&output);
            assert_eq!((output.status.code(), lines.len()), (Some(3), 1), "{arguments:?}: {lines:?}");
            assert!(lines[0].contains("install the package mesa-vulkan-drivers"), "{arguments:?}: {lines:?}");
            assert!(output.stdout.is_empty(), "{arguments:?}: told before the work");
            assert_eq!(lines[0].contains("WGPU_BACKEND=vulkan"), backend == "vulkan", "{lines:?}");
        }
        assert!(!std::path::Path::new(&picture).exists());
    }
}

#[test]
fn an_unknown_adapter_is_reported_with_the_known_ones() {
    let folder = Folder::new("no-adapter");
    let picture = folder.file("picture.png");
    let output = output_of(command(&["render", "bar", "-o", &picture]).env("WGPU_ADAPTER_NAME", "no such card"));
    let lines = own_lines(&output);
    assert_eq!((output.status.code(), lines.len()), (Some(3), 1), "{lines:?}");
    assert!(
        lines[0].contains("no graphics adapter is called \"no such card\"")
            && lines[0].contains("available adapters: ")
    );
}

/// OpenGL cannot see a texture in two formats; pictures are the same all the same.
#[test]
fn opengl_draws_what_vulkan_draws() {
    let folder = Folder::new("opengl");
    let file = folder.file("picture.png");
    let gl = |arguments: &[&str]| -> Option<RgbaImage> {
        let mut command = command(&[arguments, &["-o", &file]].concat());
        let output = output_of(command.env("WGPU_BACKEND", "gl").env_remove("WGPU_ADAPTER_NAME"));
        let lines = own_lines(&output);
        if lines.iter().any(|line| line.contains("no graphics driver")) {
            skip(format_args!("there is no OpenGL driver here"));
            return None;
        }
        assert!(output.status.success() && lines.is_empty(), "{lines:?}");
        Some(image::open(&file).unwrap().into_rgba8())
    };
    let posed = ["bar", "--set", "mid:rx=150", "--size", "640x400"];
    for command in [
        &["render"][..],
        &["render", "--method", "cor", "--overlay", "grid,skeleton,centers,wireframe,normals,shadow"],
        &["render", "--paint", "difference:dqs", "--ghost", "dqs"],
        &["compare", "--methods", "lbs,dqs", "--wipe", "cor", "--shading", "matcap"],
        &["compare", "--methods", "all", "--columns", "5", "--light"],
    ] {
        let arguments = [&command[..1], &posed, &command[1..]].concat();
        let Some(by_gl) = gl(&arguments) else { return };
        succeed(&[&arguments[..], &["-o", &file]].concat());
        let by_vulkan = image::open(&file).unwrap().into_rgba8();
        let pairs = by_gl.pixels().zip(by_vulkan.pixels());
        let differ = pairs.filter(|(a, b)| (0..3).any(|part| a.0[part].abs_diff(b.0[part]) > 24)).count();
        let share = differ as f64 / f64::from(by_gl.width() * by_gl.height());
        println!("{command:?}: {:.4} % of the pixels differ", 100.0 * share);
        assert!(share < 0.002, "{command:?}: {share}");
    }
}
