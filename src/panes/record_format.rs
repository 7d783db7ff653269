use std::path::Path;

/// The format of a recording.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordFormat {
    /// AV1 video.
    #[default]
    Mp4,
    /// GIF with 256 colors.
    Gif,
    /// Animated PNG.
    Apng,
    /// PNG, one file per frame.
    Png,
}

/// Feature that a format does not support.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FormatRefusal {
    #[error("mp4 holds no transparency")]
    Transparency,
    #[error("gif shows at most {most} frames a second, not {rate}")]
    RateOfGif { rate: f64, most: u32 },
    #[error("browsers play apng with at most {most} frames a second, not {rate}")]
    RateOfApng { rate: f64, most: f64 },
}

impl RecordFormat {
    pub const ALL: [Self; 4] = [Self::Mp4, Self::Gif, Self::Apng, Self::Png];

    /// The extension of its files, and its name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Mp4 => "mp4",
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Png => "png",
        }
    }

    /// Format for a file name, by its extension.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::ALL.into_iter().find(|format| extension.eq_ignore_ascii_case(format.id()))
    }

    /// Whether it is a single file, which can be written to a pipe.
    pub fn is_one_file(self) -> bool {
        self != Self::Png
    }

    /// Checks a film of this rate, in frames a second.
    ///
    /// # Errors
    /// If the format does not support such a film.
    pub fn check(self, rate: f64, transparent: bool) -> Result<(), FormatRefusal> {
        const MOST_FRAMES_A_SECOND_OF_GIF: u32 = 50;
        // Browsers show a frame of 10 ms or less for 100 ms.
        const MOST_FRAMES_A_SECOND_OF_APNG: f64 = 90.0;
        if self == Self::Mp4 && transparent {
            return Err(FormatRefusal::Transparency);
        }
        if self == Self::Gif && rate > f64::from(MOST_FRAMES_A_SECOND_OF_GIF) {
            return Err(FormatRefusal::RateOfGif { rate, most: MOST_FRAMES_A_SECOND_OF_GIF });
        }
        if self == Self::Apng && rate > MOST_FRAMES_A_SECOND_OF_APNG {
            return Err(FormatRefusal::RateOfApng { rate, most: MOST_FRAMES_A_SECOND_OF_APNG });
        }
        Ok(())
    }
}
