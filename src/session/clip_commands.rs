//! Choosing and playing a clip.

use super::playback::Repeat;
use super::state::State;

impl State {
    pub(super) fn set_clip(&mut self, clip: Option<usize>) {
        let count = self.documents.first.as_ref().map_or(0, |document| document.model.clips.len());
        self.edit.clip = clip.filter(|&clip| clip < count);
        self.playback.time_seconds = 0.0;
        self.playback.playing &= self.edit.clip.is_some();
        self.refresh_pose();
    }

    pub(super) fn set_playing(&mut self, playing: bool) {
        let ended = self.playback.time_seconds >= self.clip_duration_seconds();
        if playing && ended && self.playback.repeat == Repeat::Once {
            self.playback.time_seconds = 0.0;
        }
        self.playback.playing = playing && self.edit.clip.is_some();
    }

    pub(super) fn play_or_pause(&mut self) {
        let playing = !self.playback.playing;
        if self.edit.clip.is_none() {
            self.set_clip(Some(0));
        }
        self.set_playing(playing);
    }

    pub(super) fn seek(&mut self, seconds: f32) {
        self.playback.time_seconds = seconds.clamp(0.0, self.clip_duration_seconds());
        self.refresh_pose();
    }

    pub(super) fn step_frames(&mut self, frames: i32) {
        self.playback.playing = false;
        self.playback.time_seconds = self.playback.stepped(frames, self.clip_duration_seconds());
        self.refresh_pose();
    }
}
