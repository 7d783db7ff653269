/// Where the clip stands. Not undone: time flows on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    pub playing: bool,
    pub time_seconds: f32,
    pub looping: bool,
    pub speed: f32,
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: false, time_seconds: 0.0, looping: true, speed: 1.0 }
    }
}

impl Playback {
    /// Moves on by the time since the last frame; stops at the end where it does not loop.
    pub fn advance(&mut self, elapsed_seconds: f32, duration_seconds: f32) {
        if !self.playing {
            return;
        }
        self.time_seconds += elapsed_seconds * self.speed;
        if self.time_seconds <= duration_seconds {
            return;
        }
        if self.looping && duration_seconds > 0.0 {
            self.time_seconds %= duration_seconds;
        } else {
            self.time_seconds = duration_seconds;
            self.playing = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_or_stops_at_the_end() {
        let mut playback = Playback { playing: true, ..Playback::default() };
        playback.advance(2.5, 2.0);
        assert_eq!((playback.time_seconds, playback.playing), (0.5, true));
        playback.looping = false;
        playback.advance(9.0, 2.0);
        assert_eq!((playback.time_seconds, playback.playing), (2.0, false));
        playback.playing = true;
        playback.looping = true;
        playback.advance(1.0, 0.0);
        assert!(!playback.playing, "a clip of one key cannot run");
    }
}
