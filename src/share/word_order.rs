//! Reordering of the bytes of 32-bit words in a section, so that they compress well. `assets/pages/pictures.js` reads
//! them.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::borrow::Cow;
use std::io::Write;

/// Least size of a section that is reordered.
const LEAST_BYTES: usize = 4096;

/// Bytes of a section by which its order is chosen.
const LOOKED_AT: usize = 1 << 20;

/// Order of the bytes of words of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordOrder {
    /// The order in memory.
    Plain,
    /// The lowest byte of all words, then the second one and so on, of the difference between each word and the word
    /// that is `distance` words before it, modulo 2^32. At a distance of zero, the words themselves are taken.
    Planes { distance: usize },
}

impl WordOrder {
    /// All orders. Their distances suit different parts of a page: words alone; steps of a slider and indices; centers
    /// of rotation; vertices.
    const ALL: [Self; 5] = [
        Self::Plain,
        Self::Planes { distance: 0 },
        Self::Planes { distance: 1 },
        Self::Planes { distance: 3 },
        Self::Planes { distance: 8 },
    ];

    pub fn best_for(section: &[u8]) -> Self {
        if section.len() < LEAST_BYTES || !section.len().is_multiple_of(4) {
            return Self::Plain;
        }
        let beginning = &section[..section.len().min(LOOKED_AT)];
        Self::ALL.into_iter().min_by_key(|order| compressed_bytes(&order.apply(beginning))).unwrap_or(Self::Plain)
    }

    /// Number in the data of a page.
    pub fn number(self) -> usize {
        match self {
            Self::Plain => 0,
            Self::Planes { distance } => distance + 1,
        }
    }

    pub fn from_number(number: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.number() == number)
    }

    /// The bytes in this order. Their count is a multiple of four, unless the order is the plain one.
    pub fn apply(self, section: &[u8]) -> Cow<'_, [u8]> {
        let Self::Planes { distance } = self else { return Cow::Borrowed(section) };
        let words = words_of(section);
        let before = |index: usize| index.checked_sub(distance).filter(|_| distance > 0).map_or(0, |at| words[at]);
        let differences: Vec<u32> = (0..words.len()).map(|index| words[index].wrapping_sub(before(index))).collect();
        let plane = |plane: usize| differences.iter().map(move |word| word.to_le_bytes()[plane]);
        Cow::Owned((0..4).flat_map(plane).collect())
    }

    /// Original bytes that were given to [`Self::apply`].
    pub fn undo(self, bytes: &[u8]) -> Vec<u8> {
        let Self::Planes { distance } = self else { return bytes.to_vec() };
        let count = bytes.len() / 4;
        let mut words: Vec<u32> = (0..count)
            .map(|index| u32::from_le_bytes([0, 1, 2, 3].map(|plane| bytes[plane * count + index])))
            .collect();
        if distance > 0 {
            (distance..count).for_each(|index| words[index] = words[index].wrapping_add(words[index - distance]));
        }
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}

fn words_of(section: &[u8]) -> Vec<u32> {
    section.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

fn compressed_bytes(bytes: &[u8]) -> usize {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_or(usize::MAX, |compressed| compressed.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_can_be_undone() {
        let section: Vec<u8> = (0..4000u32).flat_map(|index| (index * index * 77).to_le_bytes()).collect();
        for order in WordOrder::ALL {
            assert_eq!(order.undo(&order.apply(&section)), section, "{order:?}");
            assert_eq!(WordOrder::from_number(order.number()), Some(order));
        }
        assert_eq!(&*WordOrder::Planes { distance: 1 }.apply(&[7, 0, 1, 0, 9, 0, 0, 0]), [7, 2, 0, 0, 1, 255, 0, 255]);
        assert_eq!(WordOrder::from_number(7), None);
    }

    #[test]
    fn what_rises_steadily_is_written_as_differences() {
        let indices: Vec<u8> = (0..4000u32).flat_map(|index| (3 * index + index % 5).to_le_bytes()).collect();
        assert_ne!(WordOrder::best_for(&indices), WordOrder::Plain);
        assert_eq!(WordOrder::best_for(&indices[..4001]), WordOrder::Plain);
        assert_eq!(WordOrder::best_for(b"short"), WordOrder::Plain);
    }
}
