//! What a package of skinscope holds besides the program: what is written by hand in `files/`, and what is made from the
//! program's own arguments and its icon.

mod icons;

pub use icons::{ICON, icon_png};

use clap::CommandFactory;
use clap_complete::Shell;
use skinscope::cli::Arguments;
use std::path::{Path, PathBuf};

/// Sides of the icons in pixels, as the theme `hicolor` names them.
pub const ICON_SIDES: [u32; 9] = [16, 22, 24, 32, 48, 64, 128, 256, 512];

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write: {source}: {}", path.display())]
pub struct WriteError {
    source: std::io::Error,
    path: PathBuf,
}

/// Writes the content of `usr/share` below a folder: manual pages, completions of three shells, icons, and what a desktop
/// needs to know. The same program writes the same bytes.
///
/// # Errors
/// If something cannot be written.
pub fn write_share(share: &Path) -> Result<(), WriteError> {
    let command = Arguments::command();
    let pages = folder(share, "man/man1")?;
    clap_mangen::generate_to(command.clone(), &pages).map_err(|source| WriteError { source, path: pages })?;
    for (shell, at) in [
        (Shell::Bash, "bash-completion/completions"),
        (Shell::Fish, "fish/vendor_completions.d"),
        (Shell::Zsh, "zsh/vendor-completions"),
    ] {
        let into = folder(share, at)?;
        let written = clap_complete::generate_to(shell, &mut command.clone(), "skinscope", &into);
        let file = written.map_err(|source| WriteError { source, path: into.clone() })?;
        if shell == Shell::Bash {
            // Debian finds a completion by the command's name alone.
            let to = into.join("skinscope");
            std::fs::rename(&file, &to).map_err(|source| WriteError { source, path: to })?;
        }
    }
    for side in ICON_SIDES {
        write(share, &format!("icons/hicolor/{side}x{side}/apps/skinscope.png"), &icon_png(side))?;
    }
    write(share, "icons/hicolor/scalable/apps/skinscope.svg", ICON.as_bytes())?;
    write(share, "applications/skinscope.desktop", include_bytes!("../files/skinscope.desktop"))?;
    write(share, "mime/packages/skinscope.xml", include_bytes!("../files/skinscope.xml"))?;
    write(share, "thumbnailers/skinscope.thumbnailer", include_bytes!("../files/skinscope.thumbnailer"))
}

fn folder(share: &Path, at: &str) -> Result<PathBuf, WriteError> {
    let path = share.join(at);
    match std::fs::create_dir_all(&path) {
        Ok(()) => Ok(path),
        Err(source) => Err(WriteError { source, path }),
    }
}

fn write(share: &Path, at: &str, content: &[u8]) -> Result<(), WriteError> {
    let path = share.join(at);
    path.parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| std::fs::write(&path, content))
        .map_err(|source| WriteError { source, path })
}
