use super::av1::{Av1, Packet};
use super::mp4_boxes::{Track, boxed, file_type, movie};
use super::{FilmError, FilmSettings, FilmWriter, FrameRate};
use image::RgbaImage;
use std::io::{Seek, SeekFrom, Write};

/// Least side in pixels that the encoder accepts.
const SHORTEST_SIDE: u32 = 16;

/// Room in bytes for the headers before the frames, without the parts that grow with the number of frames.
const HEADER_ROOM: u32 = 1024;

/// Largest length and time that the headers can represent.
const LARGEST: u64 = u32::MAX as u64;

/// Size of a film in MP4: even sides. Frames are padded on the right and below.
pub fn film_size(size: [u32; 2]) -> [u32; 2] {
    size.map(|side| side.next_multiple_of(2).max(SHORTEST_SIDE))
}

/// Writes an MP4 file of AV1 video. Its headers are at the beginning, so that players need not load all of it to start.
///
/// # Errors
/// If the encoder refuses the size or the rate, or the file cannot be written.
pub fn mp4_writer<'w, W: Write + Seek + 'w>(
    mut out: W,
    settings: &FilmSettings,
) -> Result<Box<dyn FilmWriter + 'w>, FilmError> {
    let size = film_size(settings.size);
    let encoder = Av1::new(size, settings.rate)?;
    // Four bytes for each frame's size and, at most, four for its number among the key frames.
    let header_room = HEADER_ROOM + 8 * settings.frames;
    let mut start = vec![0; header_room as usize];
    // The length of the data is not known yet, and may need 64 bits.
    start.extend(1u32.to_be_bytes());
    start.extend(b"mdat");
    start.extend([0; 8]);
    out.write_all(&start)?;
    let track = Track {
        size,
        timescale: settings.rate.units_per_second(),
        units_per_frame: FrameRate::UNITS_PER_FRAME,
        sample_sizes: Vec::new(),
        sync_samples: Vec::new(),
        data_offset: start.len() as u32,
        sample_entry: Vec::new(),
    };
    Ok(Box::new(Mp4 { out, encoder, track, header_room, data_length: 0 }))
}

struct Mp4<W> {
    out: W,
    encoder: Av1,
    track: Track,
    header_room: u32,
    data_length: u64,
}

impl<W: Write + Seek> FilmWriter for Mp4<W> {
    fn add(&mut self, frame: &RgbaImage) -> Result<(), FilmError> {
        let packets = self.encoder.add(&padded(frame, self.track.size))?;
        self.write(packets)
    }

    fn finish(mut self: Box<Self>) -> Result<(), FilmError> {
        let packets = self.encoder.finish()?;
        self.write(packets)?;
        self.track.sample_entry = self.encoder.sample_entry();
        let duration = self.track.sample_sizes.len() as u64 * u64::from(self.track.units_per_frame);
        let mut headers = [file_type(), movie(&self.track)].concat();
        let left = (self.header_room as usize).checked_sub(headers.len() + 8).ok_or(FilmError::TooLarge)?;
        if duration > LARGEST {
            return Err(FilmError::TooLarge);
        }
        headers.extend(boxed(b"free", vec![0; left]));
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&headers)?;
        let length_of_data_box = self.data_length + 16;
        self.out.seek(SeekFrom::Current(8))?;
        self.out.write_all(&length_of_data_box.to_be_bytes())?;
        Ok(self.out.flush()?)
    }
}

impl<W: Write> Mp4<W> {
    fn write(&mut self, packets: Vec<Packet>) -> Result<(), FilmError> {
        for Packet { data, is_key } in packets {
            self.out.write_all(&data)?;
            self.data_length += data.len() as u64;
            self.track.sample_sizes.push(u32::try_from(data.len()).ok().ok_or(FilmError::TooLarge)?);
            if is_key {
                self.track.sync_samples.push(self.track.sample_sizes.len() as u32);
            }
        }
        Ok(())
    }
}

/// The frame with its last column and row repeated.
fn padded(frame: &RgbaImage, [width, height]: [u32; 2]) -> RgbaImage {
    if frame.dimensions() == (width, height) {
        return frame.clone();
    }
    let (last_x, last_y) = (frame.width() - 1, frame.height() - 1);
    RgbaImage::from_fn(width, height, |x, y| *frame.get_pixel(x.min(last_x), y.min(last_y)))
}
