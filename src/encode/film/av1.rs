//! AV1, a royalty-free codec, encoded by rav1e.

use super::dither::threshold;
use super::mp4_boxes::{boxed, visual_sample_entry};
use super::{FilmError, FrameRate};
use image::RgbaImage;
use rav1e::color::{ColorDescription, ColorPrimaries, MatrixCoefficients, TransferCharacteristics};
use rav1e::prelude::*;
use rayon::prelude::*;

/// Quantizer from 0, lossless, to 255, the worst. At this value, neither dark gradients nor the edges of the skin show
/// blocks.
const QUANTIZER: usize = 24;

/// Speed from 0, the best quality, to 10, the fastest.
const SPEED: u8 = 10;

/// Seconds between frames that can be decoded without others, so that a player can jump.
const SECONDS_BETWEEN_KEY_FRAMES: f64 = 2.0;

/// Count of independent parts of a frame, which are coded in parallel. It is constant, so that the bytes are the same
/// on every computer.
const TILES: usize = 4;

/// The packed data of one frame.
pub(super) struct Packet {
    pub data: Vec<u8>,
    pub is_key: bool,
}

pub(super) struct Av1 {
    context: Context<u8>,
    size: [u32; 2],
    level: u8,
    /// Header of the whole sequence, known with the first frame.
    sequence_header: Vec<u8>,
}

impl Av1 {
    /// Creates an encoder. `size` has even sides of at least 16 pixels.
    pub fn new(size: [u32; 2], rate: FrameRate) -> Result<Self, FilmError> {
        let (seconds, frames) = rate.frame_seconds();
        let between_key_frames = (rate.per_second() * SECONDS_BETWEEN_KEY_FRAMES).round().max(1.0) as u64;
        let level = level(size, rate.per_second());
        let mut config = EncoderConfig::with_speed_preset(SPEED);
        config.width = size[0] as usize;
        config.height = size[1] as usize;
        config.time_base = Rational::new(u64::from(seconds), u64::from(frames));
        config.chroma_sampling = ChromaSampling::Cs420;
        config.pixel_range = PixelRange::Limited;
        config.color_description = Some(ColorDescription {
            color_primaries: ColorPrimaries::BT709,
            transfer_characteristics: TransferCharacteristics::BT709,
            matrix_coefficients: MatrixCoefficients::BT709,
        });
        config.level_idx = Some(level);
        config.min_key_frame_interval = between_key_frames;
        config.max_key_frame_interval = between_key_frames;
        config.speed_settings.scene_detection_mode = SceneDetectionSpeed::None;
        // Frames leave in the order in which they come.
        config.low_latency = true;
        config.quantizer = QUANTIZER;
        config.tiles = TILES;
        let context = Config::new().with_encoder_config(config).new_context().map_err(failed)?;
        Ok(Self { context, size, level, sequence_header: Vec::new() })
    }

    /// Takes a frame of the encoder's size. Its packet may come later.
    pub fn add(&mut self, frame: &RgbaImage) -> Result<Vec<Packet>, FilmError> {
        let [luma, blue, red] = planes(frame);
        let mut coded = self.context.new_frame();
        let width = self.size[0] as usize;
        coded.planes[0].copy_from_raw_u8(&luma, width, 1);
        coded.planes[1].copy_from_raw_u8(&blue, width / 2, 1);
        coded.planes[2].copy_from_raw_u8(&red, width / 2, 1);
        self.context.send_frame(coded).map_err(failed)?;
        self.packets()
    }

    /// Packets that are still to come.
    pub fn finish(&mut self) -> Result<Vec<Packet>, FilmError> {
        self.context.flush();
        self.packets()
    }

    fn packets(&mut self) -> Result<Vec<Packet>, FilmError> {
        let mut packets = Vec::new();
        loop {
            match self.context.receive_packet() {
                Ok(packet) => {
                    let is_key = packet.frame_type == FrameType::KEY;
                    if is_key && self.sequence_header.is_empty() {
                        self.sequence_header = units(&packet.data)
                            .filter(|unit| unit.kind == SEQUENCE_HEADER)
                            .flat_map(|unit| unit.bytes.iter().copied())
                            .collect();
                    }
                    // In MP4, the samples themselves delimit frames.
                    let kept = units(&packet.data).filter(|unit| unit.kind != TEMPORAL_DELIMITER);
                    let data = kept.flat_map(|unit| unit.bytes.iter().copied()).collect();
                    packets.push(Packet { data, is_key });
                }
                Err(EncoderStatus::Encoded) => {}
                Err(EncoderStatus::NeedMoreData | EncoderStatus::LimitReached) => return Ok(packets),
                Err(status) => return Err(failed(status)),
            }
        }
    }

    /// Description of the track. Known after the first packet.
    pub fn sample_entry(&self) -> Vec<u8> {
        const MARKER_AND_VERSION: u8 = 0x81;
        const SUBSAMPLED_IN_BOTH_DIRECTIONS: u8 = 0b1100;
        let profile = 0;
        let mut config = vec![MARKER_AND_VERSION, profile << 5 | self.level, SUBSAMPLED_IN_BOTH_DIRECTIONS, 0];
        config.extend(&self.sequence_header);
        visual_sample_entry(b"av01", self.size, &boxed(b"av1C", config))
    }
}

#[allow(clippy::needless_pass_by_value, reason = "errors are passed by value to map_err")]
fn failed(error: impl ToString) -> FilmError {
    FilmError::Av1(error.to_string())
}

const SEQUENCE_HEADER: u8 = 1;
const TEMPORAL_DELIMITER: u8 = 2;

/// One open bitstream unit with its header.
struct Unit<'a> {
    kind: u8,
    bytes: &'a [u8],
}

/// Units of a packet. Each states its size.
fn units(mut bytes: &[u8]) -> impl Iterator<Item = Unit<'_>> {
    std::iter::from_fn(move || {
        let &header = bytes.first()?;
        let has_extension = header & 0b100 != 0;
        let start = if has_extension { 2 } else { 1 };
        // The size in groups of seven bits, the lowest ones first.
        let mut size = 0;
        let mut length = 0;
        loop {
            let byte = *bytes.get(start + length)?;
            size |= usize::from(byte & 0x7F) << (7 * length);
            length += 1;
            if byte & 0x80 == 0 || length == 8 {
                break;
            }
        }
        let (unit, rest) = bytes.split_at_checked(start + length + size)?;
        bytes = rest;
        Some(Unit { kind: header >> 3 & 0xF, bytes: unit })
    })
}

/// Level of the AV1 specification (annex A.3) that a decoder must support for this number of pixels, their sides, and
/// pixels a second.
fn level([width, height]: [u32; 2], frames_per_second: f64) -> u8 {
    /// Level, pixels, width, height, pixels a second.
    type Level = (u8, f64, [u32; 2], f64);
    const LEVELS: [Level; 12] = [
        (0, 147_456.0, [2048, 1152], 4_423_680.0),
        (1, 278_784.0, [2816, 1584], 8_363_520.0),
        (4, 665_856.0, [4352, 2448], 19_975_680.0),
        (5, 1_065_024.0, [5504, 3096], 31_950_720.0),
        (8, 2_359_296.0, [6144, 3456], 70_778_880.0),
        (9, 2_359_296.0, [6144, 3456], 141_557_760.0),
        (12, 8_912_896.0, [8192, 4352], 267_386_880.0),
        (13, 8_912_896.0, [8192, 4352], 534_773_760.0),
        (14, 8_912_896.0, [8192, 4352], 1_069_547_520.0),
        (16, 35_651_584.0, [16384, 8704], 1_069_547_520.0),
        (17, 35_651_584.0, [16384, 8704], 2_139_095_040.0),
        (18, 35_651_584.0, [16384, 8704], 4_278_190_080.0),
    ];
    const UNLIMITED: u8 = 31;
    let pixels = f64::from(width) * f64::from(height);
    let fits = |&(_, most, [widest, highest], most_a_second): &Level| {
        width <= widest && height <= highest && pixels <= most && pixels * frames_per_second <= most_a_second
    };
    LEVELS.iter().find(|level| fits(level)).map_or(UNLIMITED, |level| level.0)
}

/// Luma, and blue and red chroma at half the width and height: BT.709 in limited range. Dithered, because a dark gradient
/// spans only two or three steps of chroma, and plain rounding would tint whole areas.
fn planes(frame: &RgbaImage) -> [Vec<u8>; 3] {
    let (width, height) = (frame.width() as usize, frame.height() as usize);
    let pixels = frame.as_raw();
    let luma = |place: usize| {
        let rgb = [0, 1, 2].map(|channel| f32::from(pixels[4 * place + channel]));
        let value = 16.0 + 0.182_586 * rgb[0] + 0.614_231 * rgb[1] + 0.062_007 * rgb[2];
        dithered(value, place % width, place / width)
    };
    let chroma = |weights: [f32; 3]| -> Vec<u8> {
        let value = |place: usize| {
            let [x, y] = [place % (width / 2), place / (width / 2)];
            let corners = [0, 1, width, width + 1].map(|corner| 4 * (2 * y * width + 2 * x + corner));
            let sum = |channel: usize| corners.iter().map(|corner| f32::from(pixels[corner + channel])).sum::<f32>();
            let weighted: f32 = (0..3).map(|channel| weights[channel] * sum(channel) / 4.0).sum();
            dithered(128.0 + weighted, x, y)
        };
        (0..width / 2 * (height / 2)).into_par_iter().with_min_len(4096).map(value).collect()
    };
    let luma = (0..width * height).into_par_iter().with_min_len(4096).map(luma).collect();
    [luma, chroma([-0.100_644, -0.338_572, 0.439_216]), chroma([0.439_216, -0.398_942, -0.040_274])]
}

/// A fractional value as whole steps, so that the mean of an area is kept.
fn dithered(value: f32, x: usize, y: usize) -> u8 {
    // A value within the error of the weights counts as exact.
    let exact = value.round();
    if (value - exact).abs() < 0.01 { exact as u8 } else { (value + threshold(x, y)).floor() as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    /// The ends of the limited range, and two colors at full saturation, from BT.709: Y 31.8 and 62.6, Cb 240 and 102.3,
    /// Cr 117.7 and 240.
    #[test]
    fn colors_by_hand() {
        let means = |rgb: [u8; 3]| {
            let [red, green, blue] = rgb;
            let planes = planes(&RgbaImage::from_pixel(16, 16, Rgba([red, green, blue, 255])));
            planes.map(|plane| plane.iter().map(|value| f32::from(*value)).sum::<f32>() / plane.len() as f32)
        };
        let close = |rgb, expected: [f32; 3]| {
            let found = means(rgb);
            assert!(found.iter().zip(expected).all(|(found, value)| (found - value).abs() < 0.06), "{found:?}");
        };
        assert_eq!([means([0; 3]), means([255; 3])], [[16.0, 128.0, 128.0], [235.0, 128.0, 128.0]]);
        close([0, 0, 255], [31.81, 240.0, 117.73]);
        close([255, 0, 0], [62.56, 102.34, 240.0]);
    }

    #[test]
    fn the_fraction_of_a_dark_tint_is_kept() {
        let tint = |blue: u8| planes(&RgbaImage::from_pixel(16, 16, Rgba([20, 20, blue, 255])));
        let mean = |blue| tint(blue)[1].iter().map(|value| f32::from(*value)).sum::<f32>() / 64.0;
        // 0.439 of a step for each step of blue.
        assert!((mean(21) - 128.44).abs() < 0.02 && (mean(22) - 128.88).abs() < 0.02, "{} {}", mean(21), mean(22));
    }

    #[test]
    fn levels_of_common_sizes() {
        assert_eq!(level([1280, 720], 30.0), 5);
        assert_eq!(level([1920, 1080], 30.0), 8);
        assert_eq!(level([1920, 1080], 60.0), 9);
        assert_eq!(level([3840, 2160], 30.0), 12);
        assert_eq!(level([8192, 8192], 30.0), 31);
        assert_eq!(level([6400, 360], 30.0), 12, "too wide for 4.0");
        assert_eq!(level([90, 1200], 30.0), 1, "too high for 2.0");
    }

    #[test]
    fn units_are_told_apart() {
        // A temporal delimiter without content, a sequence header with two bytes, a frame with 130.
        let mut bytes = vec![0x12, 0x00, 0x0A, 0x02, 7, 8, 0x32, 0x82, 0x01];
        bytes.extend([9; 130]);
        let found: Vec<(u8, usize)> = units(&bytes).map(|unit| (unit.kind, unit.bytes.len())).collect();
        assert_eq!(found, [(TEMPORAL_DELIMITER, 2), (SEQUENCE_HEADER, 4), (6, 133)]);
        assert_eq!(units(&bytes[..20]).count(), 2, "the last unit is not whole");
    }
}
