//! Textures and the images that they name.

use super::accessor::Accessors;
use super::patch::NO_INDEX;
use super::resources::Resources;
use super::{Document, Location, WarningKind, Warnings};
use crate::model::Texture;
use crate::work::Progress;
use gltf::json::texture::WrappingMode;
use gltf::json::validation::Checked;
use gltf::json::{self, Index};
use image::{ImageReader, Limits};
use std::collections::HashMap;
use std::io::Cursor;

/// Decodes each image when a texture first needs it.
pub(super) struct Images<'a> {
    document: &'a Document,
    accessors: &'a Accessors<'a>,
    resources: Resources<'a>,
    textures: Vec<Texture>,
    /// By image index and wrapping; `None` for an unusable image.
    decoded: HashMap<(Index<json::Image>, [bool; 2]), Option<u32>>,
    pixels_left: u64,
}

/// Largest image side that is read, within the limit of common GPUs.
const LARGEST_SIDE: u32 = 8192;
/// Pixel limit for all images together: half a gigabyte.
const MOST_PIXELS: u64 = 128 << 20;

impl<'a> Images<'a> {
    pub fn new(document: &'a Document, accessors: &'a Accessors<'a>, resources: Resources<'a>) -> Self {
        let (textures, decoded) = (Vec::new(), HashMap::new());
        Self { document, accessors, resources, textures, decoded, pixels_left: MOST_PIXELS }
    }

    pub fn progress(&self) -> &'a Progress {
        self.resources.progress()
    }

    pub fn into_textures(self) -> Vec<Texture> {
        self.textures
    }

    /// The model's index of a texture of the document; `None`, and a warning, if it cannot be used.
    pub fn texture(&mut self, index: usize, warnings: &mut Warnings) -> Option<u32> {
        let texture = self.document.root.textures.get(index);
        let Some((image, sampler)) = texture.and_then(|texture| Some((image_of(texture)?, texture.sampler))) else {
            Self::drop_texture(index, "it names no PNG, JPEG or WebP image".to_owned(), warnings);
            return None;
        };
        let sampler = sampler.and_then(|sampler| self.document.root.samplers.get(sampler.value()));
        let wraps = |mode: Option<Checked<WrappingMode>>| mode != Some(Checked::Valid(WrappingMode::ClampToEdge));
        let repeat = [wraps(sampler.map(|s| s.wrap_s)), wraps(sampler.map(|s| s.wrap_t))];
        if let Some(&known) = self.decoded.get(&(image, repeat)) {
            return known;
        }
        let progress = self.resources.progress();
        // What is missing of a canceled import is not shown.
        if progress.is_cancelled() {
            return None;
        }
        let texture = match self.decode(image, repeat) {
            Ok(texture) => {
                self.textures.push(texture);
                Some(self.textures.len() as u32 - 1)
            }
            Err(cause) => {
                let image = image.value();
                let name = self.document.root.images.get(image).and_then(|image| image.name.as_deref());
                warnings.add(&Location::named("image", image, name), WarningKind::ImageDropped { cause });
                None
            }
        };
        self.decoded.insert((image, repeat), texture);
        texture
    }

    /// Warns that a texture is left out.
    pub fn drop_texture(index: usize, cause: String, warnings: &mut Warnings) {
        warnings.add(&Location::named("texture", index, None), WarningKind::ImageDropped { cause });
    }

    fn decode(&mut self, index: Index<json::Image>, repeat: [bool; 2]) -> Result<Texture, String> {
        let image = self.document.root.images.get(index.value()).ok_or("the file has no such image")?;
        let loaded;
        let bytes: &[u8] = match (image.buffer_view, &image.uri) {
            (Some(view), _) => self.accessors.view_bytes(view).map_err(|fault| format!("its buffer view {fault}"))?,
            (None, Some(uri)) => {
                loaded = self.resources.load(uri).map_err(|fault| fault.to_string())?;
                &loaded
            }
            (None, None) => return Err("it names neither a file nor a buffer view".to_owned()),
        };
        let open = || ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string());
        let (width, height) = open()?.into_dimensions().map_err(|error| error.to_string())?;
        if width == 0 || height == 0 || width > LARGEST_SIDE || height > LARGEST_SIDE {
            return Err(format!("{width} x {height} pixels; the largest side read is {LARGEST_SIDE}"));
        }
        let pixels = u64::from(width) * u64::from(height);
        self.pixels_left =
            self.pixels_left.checked_sub(pixels).ok_or("all images together have more than 128 million pixels")?;
        let mut reader = open()?;
        let mut limits = Limits::default();
        limits.max_alloc = Some(1 << 30);
        reader.limits(limits);
        let decoded = reader.decode().map_err(|error| error.to_string())?.into_rgba8();
        Ok(Texture { width, height, rgba: decoded.into_raw(), repeat })
    }
}

/// The image of a texture: its WebP image if it has one (EXT_texture_webp), otherwise its plain one.
fn image_of(texture: &json::Texture) -> Option<Index<json::Image>> {
    let extensions = texture.extensions.as_ref().map(|extensions| &extensions.others);
    let webp = extensions.and_then(|others| others.get("EXT_texture_webp")?.get("source")?.as_u64());
    match webp.and_then(|index| u32::try_from(index).ok()) {
        Some(index) => Some(Index::new(index)),
        None => Some(texture.source).filter(|source| source.value() != NO_INDEX as usize),
    }
}
