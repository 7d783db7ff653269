//! Keys as plain data.

/// A key with the modifiers that are held with it. The table writes it as `Ctrl+Alt+Shift+S`, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys<'a> {
    /// Ctrl, or Command on a Mac.
    pub ctrl: bool,
    pub alt: bool,
    pub shift: bool,
    /// egui's name of the key, but `Page Down`, `Page Up`, `,`, `.` and `/`; `?` for a typed question mark.
    pub key: &'a str,
}

impl<'a> Keys<'a> {
    /// Reads keys as the table writes them.
    pub fn parse(mut text: &'a str) -> Self {
        let mut strips = |prefix| text.strip_prefix(prefix).inspect(|rest| text = *rest).is_some();
        let (ctrl, alt, shift) = (strips("Ctrl+"), strips("Alt+"), strips("Shift+"));
        Self { ctrl, alt, shift, key: text }
    }

    /// Whether these keys are among the pressed ones. Alt and Shift may be held in addition, because some keyboards need
    /// them to type the key. Ctrl may not, and Alt not with Ctrl.
    pub(super) fn fits(self, pressed: Keys<'_>) -> bool {
        let fits_alt = self.alt == pressed.alt || (pressed.alt && !self.ctrl);
        self.key == pressed.key && self.ctrl == pressed.ctrl && fits_alt && self.shift <= pressed.shift
    }

    pub(super) fn modifiers(self) -> u8 {
        u8::from(self.ctrl) + u8::from(self.alt) + u8::from(self.shift)
    }
}
