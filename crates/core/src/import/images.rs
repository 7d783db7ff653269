//! Textures and the images that they refer to.

use super::accessor::Accessors;
#[cfg(not(feature = "textures"))]
use super::no_picture::decoded;
use super::patch::NO_INDEX;
#[cfg(feature = "textures")]
use super::picture::decoded;
use super::resources::Resources;
use super::{GltfDocument, Location, WarningKind, Warnings};
use crate::model::Texture;
use crate::work::Progress;
use gltf::json::texture::WrappingMode;
use gltf::json::validation::Checked;
use gltf::json::{self, Index};
use std::collections::HashMap;

/// Decodes each image when a texture first needs it.
pub(super) struct Images<'a> {
    document: &'a GltfDocument,
    accessors: &'a Accessors<'a>,
    resources: Resources<'a>,
    textures: Vec<Texture>,
    /// The model's texture by image index and wrapping; `None` for an unusable image.
    decoded: HashMap<(Index<json::Image>, [bool; 2]), Option<u32>>,
    pixels_left: u64,
}

/// Pixel limit for all images together: half a gigabyte.
const MOST_PIXELS: u64 = 128 << 20;

impl<'a> Images<'a> {
    pub fn new(document: &'a GltfDocument, accessors: &'a Accessors<'a>, resources: Resources<'a>) -> Self {
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
        // A canceled import is not shown, so its textures may be missing.
        if self.resources.progress().is_canceled() {
            return None;
        }
        let texture = match self.decode(image) {
            Ok(Decoded { width, height, rgba, written }) => {
                if written != [width, height] {
                    warnings.add(&self.location(image), WarningKind::ImageReduced { written, kept: [width, height] });
                }
                self.textures.push(Texture { width, height, rgba, repeat });
                Some(self.textures.len() as u32 - 1)
            }
            Err(cause) => {
                warnings.add(&self.location(image), WarningKind::ImageDropped { cause });
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

    fn location(&self, image: Index<json::Image>) -> Location {
        let index = image.value();
        let name = self.document.root.images.get(index).and_then(|image| image.name.as_deref());
        Location::named("image", index, name)
    }

    fn decode(&mut self, index: Index<json::Image>) -> Result<Decoded, String> {
        let image = self.document.root.images.get(index.value()).ok_or("the file has no such image")?;
        let budget = self.accessors.budget();
        let (loaded, viewed);
        let bytes: &[u8] = match (image.buffer_view, &image.uri) {
            (Some(view), _) => {
                viewed = self.accessors.view_bytes(view).map_err(|fault| format!("its buffer view {fault}"))?;
                &viewed
            }
            (None, Some(uri)) => {
                loaded = self.resources.load(uri).map_err(|fault| fault.to_string())?;
                self.resources.settle(budget).map_err(|fault| fault.to_string())?;
                &loaded
            }
            (None, None) => return Err("it names neither a file nor a buffer view".to_owned()),
        };
        if bytes.starts_with(KTX2) {
            return Err("KTX2 (KHR_texture_basisu) is not read; export the textures as PNG, JPEG or WebP".to_owned());
        }
        decoded(bytes, budget, &mut self.pixels_left)
    }
}

/// An image, perhaps made smaller.
pub(super) struct Decoded {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
    /// Width and height in the file.
    pub written: [u32; 2],
}

/// First bytes of a KTX2 file.
const KTX2: &[u8] = b"\xabKTX 20\xbb\r\n\x1a\n";

/// The image of a texture: its WebP image if it has one (EXT_texture_webp), otherwise its plain one. The image of
/// KHR_texture_basisu is taken only to give a clear warning.
fn image_of(texture: &json::Texture) -> Option<Index<json::Image>> {
    let extensions = texture.extensions.as_ref().map(|extensions| &extensions.others);
    let of = |name: &str| {
        let index = extensions.and_then(|others| others.get(name)?.get("source")?.as_u64());
        index.and_then(|index| u32::try_from(index).ok()).map(Index::new)
    };
    let plain = Some(texture.source).filter(|source| source.value() != NO_INDEX as usize);
    of("EXT_texture_webp").or(plain).or_else(|| of("KHR_texture_basisu"))
}
