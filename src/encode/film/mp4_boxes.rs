//! The boxes of an MP4 file (ISO/IEC 14496-12) with one video track. All times in headers are zero, so that the same
//! film gives the same bytes.

/// Properties of a track for the headers.
#[derive(Clone, Debug)]
pub(super) struct Track {
    pub size: [u32; 2],
    /// Units of time per second.
    pub timescale: u32,
    pub units_per_frame: u32,
    /// Size of each frame's data.
    pub sample_sizes: Vec<u32>,
    /// Frames that can be decoded without others, from 1.
    pub sync_samples: Vec<u32>,
    /// Position of the frames' data in the file. The data of all frames are contiguous.
    pub data_offset: u32,
    /// Description of how to decode the frames.
    pub sample_entry: Vec<u8>,
}

/// A transformation that changes nothing.
const IDENTITY: [u32; 9] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];

const LANGUAGE_UNDETERMINED: u16 = 0x55C4;

/// A box: its length, its name, its content.
pub(super) fn boxed(name: &[u8; 4], content: impl AsRef<[u8]>) -> Vec<u8> {
    let content = content.as_ref();
    let mut bytes = (content.len() as u32 + 8).to_be_bytes().to_vec();
    bytes.extend(name);
    bytes.extend(content);
    bytes
}

/// A box that begins with a version and flags.
fn full(name: &[u8; 4], flags: u32, numbers: &[u32]) -> Vec<u8> {
    boxed(name, bytes_of(&[&[flags], numbers].concat()))
}

fn bytes_of(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// The first box of a file.
pub(super) fn file_type() -> Vec<u8> {
    boxed(b"ftyp", [b"isom".as_slice(), &512u32.to_be_bytes(), b"isomav01iso2mp41"].concat())
}

/// The box that describes how to play the track.
pub(super) fn movie(track: &Track) -> Vec<u8> {
    let duration = u32::try_from(track.sample_sizes.len()).unwrap_or(u32::MAX).saturating_mul(track.units_per_frame);
    let next_track = 2;
    let header =
        [&[0, 0, track.timescale, duration, 0x1_0000, 0x0100_0000, 0, 0][..], &IDENTITY, &[0; 6], &[next_track]]
            .concat();
    boxed(b"moov", [full(b"mvhd", 0, &header), track_box(track, duration)].concat())
}

fn track_box(track: &Track, duration: u32) -> Vec<u8> {
    const ENABLED_AND_IN_MOVIE: u32 = 3;
    let [width, height] = track.size;
    let header = [&[0, 0, 1, 0, duration, 0, 0, 0, 0][..], &IDENTITY, &[width << 16, height << 16]].concat();
    let header = full(b"tkhd", ENABLED_AND_IN_MOVIE, &header);
    boxed(b"trak", [header, media(track, duration)].concat())
}

fn media(track: &Track, duration: u32) -> Vec<u8> {
    let header = full(b"mdhd", 0, &[0, 0, track.timescale, duration, u32::from(LANGUAGE_UNDETERMINED) << 16]);
    let handler = [&bytes_of(&[0, 0])[..], b"vide", &bytes_of(&[0; 3]), b"VideoHandler\0"].concat();
    let handler = boxed(b"hdlr", handler);
    let video = full(b"vmhd", 1, &[0, 0]);
    let here = full(b"url ", 1, &[]);
    let data = boxed(b"dinf", boxed(b"dref", [bytes_of(&[0, 1]), here].concat()));
    let information = boxed(b"minf", [video, data, sample_table(track)].concat());
    boxed(b"mdia", [header, handler, information].concat())
}

fn sample_table(track: &Track) -> Vec<u8> {
    let count = track.sample_sizes.len() as u32;
    let description = boxed(b"stsd", [bytes_of(&[0, 1]), track.sample_entry.clone()].concat());
    let times = full(b"stts", 0, &[1, count, track.units_per_frame]);
    let sync = full(b"stss", 0, &[&[track.sync_samples.len() as u32][..], &track.sync_samples].concat());
    // All frames lie in one chunk.
    let chunks = full(b"stsc", 0, &[1, 1, count, 1]);
    let sizes = full(b"stsz", 0, &[&[0, count][..], &track.sample_sizes].concat());
    let offsets = full(b"stco", 0, &[1, track.data_offset]);
    boxed(b"stbl", [description, times, sync, chunks, sizes, offsets].concat())
}

/// Description of video, with the boxes of its codec.
pub(super) fn visual_sample_entry(name: &[u8; 4], [width, height]: [u32; 2], codec_boxes: &[u8]) -> Vec<u8> {
    const PIXELS_PER_INCH: u32 = 72 << 16;
    let mut content = bytes_of(&[0, 1, 0, 0, 0, 0]);
    content.extend(bytes_of(&[width << 16 | height, PIXELS_PER_INCH, PIXELS_PER_INCH, 0]));
    content.extend(1u16.to_be_bytes());
    content.extend([0; 32]);
    // 24 bits a pixel, and no color table.
    content.extend([0x00, 0x18, 0xFF, 0xFF]);
    content.extend(codec_boxes);
    // Colors as in BT.709, in limited range, and square pixels.
    content.extend(boxed(b"colr", [b"nclx".as_slice(), &[0, 1, 0, 1, 0, 1, 0]].concat()));
    content.extend(boxed(b"pasp", bytes_of(&[1, 1])));
    boxed(name, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boxes directly in some content: name and content.
    fn boxes(mut bytes: &[u8]) -> Vec<(String, &[u8])> {
        let mut found = Vec::new();
        while !bytes.is_empty() {
            let length = u32::from_be_bytes(bytes[..4].try_into().unwrap()) as usize;
            found.push((String::from_utf8(bytes[4..8].to_vec()).unwrap(), &bytes[8..length]));
            bytes = &bytes[length..];
        }
        found
    }

    fn inside<'a>(bytes: &'a [u8], path: &[&str]) -> &'a [u8] {
        path.iter().fold(bytes, |bytes, name| {
            boxes(bytes).into_iter().find(|(found, _)| found == name).unwrap_or_else(|| panic!("no {name}")).1
        })
    }

    #[test]
    fn boxes_have_the_lengths_of_the_standard() {
        let entry = visual_sample_entry(b"av01", [1280, 720], &[]);
        let track = Track {
            size: [1280, 720],
            timescale: 30_000,
            units_per_frame: 1000,
            sample_sizes: vec![100, 20, 30],
            sync_samples: vec![1],
            data_offset: 2000,
            sample_entry: entry,
        };
        let movie = movie(&track);
        let names =
            |path: &[&str]| -> Vec<String> { boxes(inside(&movie, path)).into_iter().map(|(name, _)| name).collect() };
        assert_eq!(names(&["moov"]), ["mvhd", "trak"]);
        assert_eq!(names(&["moov", "trak", "mdia", "minf", "stbl"]), ["stsd", "stts", "stss", "stsc", "stsz", "stco"]);
        // With the eight bytes of the box's own header: 108, 92, 32, 20.
        assert_eq!(inside(&movie, &["moov", "mvhd"]).len(), 100);
        assert_eq!(inside(&movie, &["moov", "trak", "tkhd"]).len(), 84);
        assert_eq!(inside(&movie, &["moov", "trak", "mdia", "mdhd"]).len(), 24);
        assert_eq!(inside(&movie, &["moov", "trak", "mdia", "minf", "vmhd"]).len(), 12);
        let duration = &inside(&movie, &["moov", "mvhd"])[16..20];
        assert_eq!(duration, 3000u32.to_be_bytes());
        let entry = &inside(&movie, &["moov", "trak", "mdia", "minf", "stbl", "stsd"])[8..];
        let (name, content) = &boxes(entry)[0];
        // 78 bytes of a visual sample entry, then boxes.
        assert_eq!((name.as_str(), boxes(&content[78..])[0].0.as_str()), ("av01", "colr"));
        assert_eq!(content[24..28], [0x05, 0x00, 0x02, 0xD0]);
    }
}
