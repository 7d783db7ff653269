//! One motion of a scene: the moving value, its start and end, and how it starts and stops.

use serde::{Deserialize, Serialize};
use std::f32::consts::PI;

/// Longest motion, in seconds, from its first moment to its last.
const LONGEST_SECONDS: f32 = 24.0 * 3600.0;

/// A motion from a start to an end, and back if it returns. Times are counted from the moment when the motion begins to
/// play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Motion {
    pub kind: MotionKind,
    /// Duration of one way, from the start to the end, without the rests.
    pub seconds: f32,
    #[serde(default)]
    pub ease: Ease,
    /// Duration of the rest at the start, and then of the rest at the end.
    #[serde(default)]
    pub rest_seconds: f32,
    /// Whether the motion returns to its start, so that it can be repeated without a jump.
    #[serde(default)]
    pub there_and_back: bool,
    /// Whether it begins again at its end, as a walk does. A film repeats such a motion until it fills the time of a
    /// scene without one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeats: bool,
}

/// The moving value, and its range. Each kind has one value that changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum MotionKind {
    /// The camera turns around its target. Positive degrees turn the model clockwise as seen from above.
    Turntable { degrees: f32 },
    /// One value of a joint, in the syntax of `--set`: `rx`, `ry` and `rz` in degrees, `tx`, `lsx`, `hxy` and so on.
    Joint { joint: String, channel: String, from: f32, to: f32 },
    /// A clip, from one of its times to another, in seconds. `name` is the clip's name or its index from 0.
    Clip { name: String, from: f32, to: f32 },
    /// The divider of a wipe, as a fraction of the picture's width from the left.
    Wipe { from: f32, to: f32 },
    /// The visibility of the other method over the pane's own: 0 shows the pane's own, 1 the other.
    CrossFade { from: f32, to: f32 },
}

/// Speed profile of a motion: how it starts and stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ease {
    /// Moves at constant speed.
    Linear,
    /// Starts and stops slowly, like half a swing of a pendulum.
    #[default]
    Smooth,
}

impl Ease {
    pub const ALL: [Self; 2] = [Self::Linear, Self::Smooth];

    /// Name on the command line and in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Smooth => "smooth",
        }
    }

    /// The eased fraction of the way, from 0 to 1, after the fraction `time` of one way's duration.
    pub fn phase(self, time: f32) -> f32 {
        let time = time.clamp(0.0, 1.0);
        match self {
            Self::Linear => time,
            // Exact at the middle and at both ends.
            Self::Smooth => 0.5 - 0.5 * (PI * time).cos(),
        }
    }
}

impl MotionKind {
    /// The value that moves, at a phase from 0 (start) to 1 (end): degrees of a turntable, the value of a joint's
    /// channel, seconds of a clip, or a fraction.
    pub fn value_at(&self, phase: f32) -> f32 {
        let (from, to) = self.ends();
        // Exact at both ends.
        from * (1.0 - phase) + to * phase
    }

    fn ends(&self) -> (f32, f32) {
        match *self {
            Self::Turntable { degrees } => (0.0, degrees),
            Self::Joint { from, to, .. }
            | Self::Clip { from, to, .. }
            | Self::Wipe { from, to }
            | Self::CrossFade { from, to } => (from, to),
        }
    }

    /// Whether the end shows the same picture as the start: whole turns.
    fn ends_where_it_starts(&self) -> bool {
        matches!(*self, Self::Turntable { degrees } if degrees != 0.0 && degrees % 360.0 == 0.0)
    }
}

impl Motion {
    /// One way at constant speed, without rests.
    pub fn once(kind: MotionKind, seconds: f32) -> Self {
        Self { kind, seconds, ease: Ease::Linear, rest_seconds: 0.0, there_and_back: false, repeats: false }
    }

    /// Whether its ends are finite and its durations are usable, which they may not be in a file.
    pub fn is_playable(&self) -> bool {
        let (from, to) = self.kind.ends();
        let is_duration = |seconds: f32| (0.0..=LONGEST_SECONDS).contains(&seconds);
        let is_value = |value: f32| value.abs() <= 1e9;
        is_value(from) && is_value(to) && is_duration(self.seconds) && is_duration(self.rest_seconds)
    }

    /// Total duration, with the rests and the way back.
    pub fn total_seconds(&self) -> f32 {
        let one_way = self.one_way_seconds() + self.rest();
        if self.there_and_back { 2.0 * one_way } else { one_way + self.rest() }
    }

    /// Whether the moment after the last one is the first one again: the motion can be repeated without a jump, or is
    /// meant to be repeated.
    pub fn loops(&self) -> bool {
        self.repeats || self.there_and_back || self.kind.ends_where_it_starts()
    }

    /// The phase after some time, from 0 (start) to 1 (end). Rests at the start, moves, rests at the end, and moves
    /// back if the motion returns. Begins again after the end if it repeats, and otherwise holds its last phase.
    pub fn phase_at(&self, elapsed_seconds: f32) -> f32 {
        let (one_way, rest) = (self.one_way_seconds(), self.rest());
        let elapsed = if elapsed_seconds.is_finite() { elapsed_seconds.max(0.0) } else { 0.0 };
        let total = self.total_seconds();
        let elapsed = if self.repeats && total > 0.0 { elapsed.rem_euclid(total) } else { elapsed };
        let share = |since: f32| if one_way > 0.0 { since / one_way } else { f32::from(since >= 0.0) };
        let back_from = rest + one_way + rest;
        if self.there_and_back && elapsed >= back_from {
            self.ease.phase(1.0 - share(elapsed - back_from))
        } else {
            self.ease.phase(share(elapsed - rest))
        }
    }

    /// Like [`Self::phase_at`], starting again at the end.
    pub fn repeated_phase_at(&self, elapsed_seconds: f32) -> f32 {
        let total = self.total_seconds();
        self.phase_at(if total > 0.0 { elapsed_seconds.rem_euclid(total) } else { 0.0 })
    }

    /// The moving value after some time: see [`MotionKind::value_at`].
    pub fn value_at(&self, elapsed_seconds: f32) -> f32 {
        self.kind.value_at(self.phase_at(elapsed_seconds))
    }

    fn one_way_seconds(&self) -> f32 {
        within_range(self.seconds)
    }

    fn rest(&self) -> f32 {
        within_range(self.rest_seconds)
    }
}

/// A duration as a file may contain it, made usable.
fn within_range(seconds: f32) -> f32 {
    if seconds.is_finite() { seconds.clamp(0.0, LONGEST_SECONDS) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sweep(there_and_back: bool, rest_seconds: f32, ease: Ease) -> Motion {
        let kind = MotionKind::Joint { joint: "elbow".to_owned(), channel: "rx".to_owned(), from: 20.0, to: 180.0 };
        Motion { seconds: 2.0, ease, rest_seconds, there_and_back, ..Motion::once(kind, 2.0) }
    }

    /// Rest 0 to 0.5, move to 2.5, rest to 3.
    #[test]
    fn one_way_with_rests_by_hand() {
        let motion = sweep(false, 0.5, Ease::Linear);
        assert_eq!(motion.total_seconds(), 3.0);
        let phases = [-1.0, 0.0, 0.5, 1.0, 1.5, 2.5, 2.75, 3.0, 99.0].map(|elapsed| motion.phase_at(elapsed));
        assert_eq!(phases, [0.0, 0.0, 0.0, 0.25, 0.5, 1.0, 1.0, 1.0, 1.0]);
        let values = [0.0, 1.0, 1.5, 3.0].map(|elapsed| motion.value_at(elapsed));
        assert_eq!(values, [20.0, 60.0, 100.0, 180.0]);
        assert!(!motion.loops());
    }

    /// Rest 0 to 0.5, move to 2.5, rest to 3, back to 5.
    #[test]
    fn there_and_back_ends_where_it_starts() {
        let motion = sweep(true, 0.5, Ease::Linear);
        assert_eq!(motion.total_seconds(), 5.0);
        let phases = [0.25, 1.5, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 7.0].map(|elapsed| motion.phase_at(elapsed));
        assert_eq!(phases, [0.0, 0.5, 1.0, 1.0, 0.75, 0.5, 0.25, 0.0, 0.0]);
        assert!(motion.loops());
        assert_eq!(motion.repeated_phase_at(5.0 + 1.5), 0.5);
        assert_eq!(motion.repeated_phase_at(-1.0), motion.phase_at(4.0));
    }

    /// 0.5 - 0.5 cos(pi t): at a quarter and a third of the time.
    #[test]
    fn a_smooth_motion_starts_and_stops_slowly() {
        let phases = [0.0, 0.25, 1.0 / 3.0, 0.5, 1.0].map(|time| Ease::Smooth.phase(time));
        let expected = [0.0, 0.146_446_6, 0.25, 0.5, 1.0];
        assert!(phases.iter().zip(expected).all(|(phase, expected)| (phase - expected).abs() < 1e-6), "{phases:?}");
        let motion = sweep(true, 0.0, Ease::Smooth);
        for step in 0..=20 {
            let away = 0.1 * step as f32;
            assert!((motion.phase_at(away) - motion.phase_at(4.0 - away)).abs() < 1e-5, "{away}");
        }
    }

    #[test]
    fn whole_turns_loop() {
        let turn = |degrees| Motion { kind: MotionKind::Turntable { degrees }, ..sweep(false, 0.0, Ease::Linear) };
        assert!([360.0, -720.0].iter().all(|&degrees| turn(degrees).loops()));
        assert!([180.0, 0.0, 359.9].iter().all(|&degrees| !turn(degrees).loops()));
        assert_eq!(turn(-90.0).value_at(1.0), -45.0);
    }

    /// A walk of two seconds: 1.25 rounds after 2.5 s.
    #[test]
    fn a_motion_that_repeats_begins_again() {
        let kind = MotionKind::Clip { name: "walk".to_owned(), from: 0.0, to: 1.0 };
        let walk = Motion { repeats: true, ..Motion::once(kind, 2.0) };
        assert_eq!([0.5, 1.5, 2.5, 4.0].map(|elapsed| walk.phase_at(elapsed)), [0.25, 0.75, 0.25, 0.0]);
        assert!(walk.loops() && !Motion { repeats: false, ..walk.clone() }.loops());
        let text = serde_json::to_string(&walk).unwrap();
        assert!(text.contains("\"repeats\":true"), "{text}");
        assert_eq!(serde_json::from_str::<Motion>(&text).unwrap(), walk);
        let once = serde_json::to_string(&Motion { repeats: false, ..walk }).unwrap();
        assert!(!once.contains("repeats"), "{once}");
    }

    #[test]
    fn a_motion_without_time_is_at_its_end() {
        let still = Motion { seconds: 0.0, ..sweep(false, 0.0, Ease::Smooth) };
        assert_eq!((still.total_seconds(), still.phase_at(0.0)), (0.0, 1.0));
        let damaged = Motion { seconds: f32::NAN, rest_seconds: f32::INFINITY, ..still };
        assert_eq!((damaged.total_seconds(), damaged.phase_at(f32::NAN)), (0.0, 1.0));
        assert_eq!(damaged.repeated_phase_at(3.0), 1.0);
    }

    #[test]
    fn files_name_what_they_mean_and_nothing_else() {
        let text = r#"{"kind": {"joint": {"joint": "elbow", "channel": "rx", "from": 20, "to": 180}},
                       "seconds": 2, "rest-seconds": 0.5, "there-and-back": true}"#;
        let motion: Motion = serde_json::from_str(text).unwrap();
        assert_eq!(motion, sweep(true, 0.5, Ease::Smooth));
        let again: Motion = serde_json::from_str(&serde_json::to_string(&motion).unwrap()).unwrap();
        assert_eq!(again, motion);
        let fade: Motion =
            serde_json::from_str(r#"{"kind": {"cross-fade": {"from": 0, "to": 1}}, "seconds": 1}"#).unwrap();
        assert_eq!(fade.kind, MotionKind::CrossFade { from: 0.0, to: 1.0 });
        for wrong in [
            r#"{"kind": {"turntable": {"degrees": 360, "speed": 2}}, "seconds": 1}"#,
            r#"{"kind": {"turntable": {"degrees": 360}}, "seconds": 1, "loop": true}"#,
            r#"{"kind": {"orbit": {"degrees": 360}}, "seconds": 1}"#,
            r#"{"kind": {"turntable": {"degrees": 360}}, "seconds": 1, "ease": "bouncy"}"#,
        ] {
            assert!(serde_json::from_str::<Motion>(wrong).is_err(), "{wrong}");
        }
    }
}
