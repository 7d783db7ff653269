/// Numbers out of hostile bytes. Zeros follow where the bytes end.
pub struct Numbers<'a> {
    bytes: &'a [u8],
}

impl<'a> Numbers<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        first
    }

    pub fn u16(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// From zero to `count - 1`.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// From `low` to `high`, both included.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * f32::from(self.u16()) / f32::from(u16::MAX)
    }

    /// The bytes that were not taken yet.
    pub fn rest(self) -> &'a [u8] {
        self.bytes
    }
}
