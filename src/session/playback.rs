/// The position within the clip. Not restored by undo, since time moves on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    pub playing: bool,
    pub time_seconds: f32,
    pub repeat: Repeat,
    /// Whether a ping-pong clip is on its way back.
    pub backward: bool,
    pub speed: f32,
}

/// Behavior at the end of a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repeat {
    Once,
    #[default]
    Loop,
    PingPong,
}

/// Frame rate for steps and frame indices. glTF stores only times.
pub const FRAMES_PER_SECOND: f32 = 30.0;

impl Default for Playback {
    fn default() -> Self {
        Self { playing: false, time_seconds: 0.0, repeat: Repeat::default(), backward: false, speed: 1.0 }
    }
}

impl Playback {
    /// Advances by the time since the last frame.
    pub fn advance(&mut self, elapsed_seconds: f32, duration_seconds: f32) {
        if !self.playing {
            return;
        }
        if duration_seconds <= 0.0 {
            (self.playing, self.time_seconds) = (false, 0.0);
            return;
        }
        let step = elapsed_seconds * self.speed;
        match self.repeat {
            Repeat::Loop => self.time_seconds = (self.time_seconds + step).rem_euclid(duration_seconds),
            Repeat::Once => {
                self.time_seconds += step;
                if self.time_seconds >= duration_seconds {
                    (self.playing, self.time_seconds) = (false, duration_seconds);
                }
            }
            Repeat::PingPong => {
                // Back and forth is one cycle of twice the length.
                let there = if self.backward { 2.0 * duration_seconds - self.time_seconds } else { self.time_seconds };
                let round_seconds = (there + step).rem_euclid(2.0 * duration_seconds);
                self.backward = round_seconds > duration_seconds;
                self.time_seconds = if self.backward { 2.0 * duration_seconds - round_seconds } else { round_seconds };
            }
        }
    }

    /// The index of the shown frame.
    pub fn frame(&self) -> usize {
        (self.time_seconds * FRAMES_PER_SECOND).round().max(0.0) as usize
    }

    /// The time that is `frames` away from the current time, within the clip.
    pub fn stepped(&self, frames: i32, duration_seconds: f32) -> f32 {
        let frame = self.frame() as f32 + frames as f32;
        (frame / FRAMES_PER_SECOND).clamp(0.0, duration_seconds)
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
        playback.repeat = Repeat::Once;
        playback.advance(9.0, 2.0);
        assert_eq!((playback.time_seconds, playback.playing), (2.0, false));
        playback.playing = true;
        playback.repeat = Repeat::Loop;
        playback.advance(1.0, 0.0);
        assert!(!playback.playing, "a clip of one key cannot run");
    }

    #[test]
    fn to_and_fro_turns_at_both_ends() {
        let mut playback = Playback { playing: true, repeat: Repeat::PingPong, ..Playback::default() };
        playback.advance(1.5, 2.0);
        playback.advance(1.0, 2.0);
        assert_eq!((playback.time_seconds, playback.backward), (1.5, true));
        playback.advance(1.0, 2.0);
        assert_eq!((playback.time_seconds, playback.backward), (0.5, true));
        playback.advance(1.0, 2.0);
        assert_eq!((playback.time_seconds, playback.backward), (0.5, false));
    }

    #[test]
    fn steps_fall_on_frames_within_the_clip() {
        let playback = Playback { time_seconds: 0.51, ..Playback::default() };
        assert_eq!(playback.frame(), 15);
        assert!((playback.stepped(1, 2.0) - 16.0 / 30.0).abs() < 1e-6);
        assert_eq!(playback.stepped(-99, 2.0), 0.0);
        assert_eq!(playback.stepped(99, 2.0), 2.0);
    }
}
