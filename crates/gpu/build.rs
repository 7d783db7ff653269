//! Lists the files of `shaders/`, so that the library contains every one of them.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let package = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    // Where git writes links as text files, as on Windows, the folder that the link names.
    let folders = ["shaders", "../../shaders"].map(|folder| package.join(folder));
    let folder = folders.into_iter().find(|folder| folder.is_dir()).ok_or("there is no folder shaders/")?;
    let mut files = Vec::new();
    collect(&folder, &mut files)?;
    files.sort();
    let mut list = format!("static SHADER_SOURCES: [ShaderSource; {}] = [\n", files.len());
    for file in files {
        let parts: Vec<_> = file.strip_prefix(&folder)?.iter().map(|part| part.to_string_lossy()).collect();
        writeln!(list, "    ShaderSource {{ path: {:?}, text: include_str!({file:?}) }},", parts.join("/"))?;
    }
    list += "];\n";
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("shader_sources.rs"), list)?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "wgsl") {
            files.push(path);
        }
    }
    Ok(())
}
