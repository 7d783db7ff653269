//! A zlib stream that several threads compress, for pictures: on one thread, this took a sixth of the time of `render`.

use crate::work::map_each;
use flate2::{Compress, Compression, FlushCompress, Status};
use simd_adler32::Adler32;

/// Bytes that one thread compresses. The size does not depend on the number of threads, so that all machines write the
/// same file. Each strip starts without the previous data, which adds less than a hundredth to the file.
const STRIP: usize = 1 << 19;

/// Header of zlib: a window of 32 KiB, and the usual effort.
const HEADER: [u8; 2] = [0x78, 0x9C];

/// Compresses bytes at a level from 1 to 9. The parts belong together, in order.
pub(super) fn zlib_strips(bytes: &[u8], level: u32) -> Vec<Vec<u8>> {
    // Without bytes there is one empty strip, which ends the stream.
    let count = bytes.len().div_ceil(STRIP).max(1);
    let strip = |index: usize| &bytes[index * STRIP..((index + 1) * STRIP).min(bytes.len())];
    // In rayon's pool a picture would wait behind the centers of rotation.
    let mut strips = map_each(count, |index| deflated(strip(index), level, index + 1 == count));
    let mut checksum = Adler32::new();
    checksum.write(bytes);
    strips[0].splice(0..0, HEADER);
    strips[count - 1].extend_from_slice(&checksum.finish().to_be_bytes());
    strips
}

/// A strip deflated without a header, up to a whole byte, so that another strip can follow.
fn deflated(strip: &[u8], level: u32, is_last: bool) -> Vec<u8> {
    let flush = if is_last { FlushCompress::Finish } else { FlushCompress::Sync };
    let mut deflate = Compress::new(Compression::new(level), false);
    let mut into = Vec::with_capacity(strip.len() / 4 + 64);
    loop {
        let from = deflate.total_in() as usize;
        // Deflating in memory cannot fail, except with a wrong dictionary.
        let status = deflate.compress_vec(&strip[from..], &mut into, flush).unwrap_or(Status::StreamEnd);
        let has_room = into.len() < into.capacity();
        if status == Status::StreamEnd || (!is_last && has_room && deflate.total_in() as usize == strip.len()) {
            return into;
        }
        into.reserve(into.capacity());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    #[test]
    fn another_decoder_reads_what_was_compressed() {
        let noise = |index: usize| ((index * index).wrapping_mul(2_654_435_761) >> 13) as u8;
        for count in [0, 1, 1000, STRIP - 1, STRIP, STRIP + 1, 3 * STRIP + 17] {
            for bytes in [vec![7; count], (0..count).map(noise).collect()] {
                let strips = zlib_strips(&bytes, 6);
                assert_eq!(strips.len(), count.div_ceil(STRIP).max(1));
                // The decoder compares the checksum.
                let (stream, mut read) = (strips.concat(), Vec::new());
                let mut decoder = ZlibDecoder::new(&stream[..]);
                decoder.read_to_end(&mut read).unwrap();
                assert_eq!((read == bytes, decoder.total_in()), (true, stream.len() as u64), "{count}");
            }
        }
    }

    #[test]
    fn strips_cost_little() {
        let bytes: Vec<u8> = (0..4 * STRIP).map(|index| (index / 700 + index % 5) as u8).collect();
        let whole = deflated(&bytes, 6, true).len();
        let strips: usize = zlib_strips(&bytes, 6).iter().map(Vec::len).sum();
        assert!(strips as f64 <= 1.02 * whole as f64, "{strips} {whole}");
    }
}
