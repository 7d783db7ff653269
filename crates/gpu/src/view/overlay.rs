//! The table of overlays. The command line, talks, sessions, menus, the history and the drawing read it;
//! `viewport/layers.rs` says how each is drawn.

use super::table::table;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The facts about an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlayRow {
    /// Name on the command line and in talks.
    pub id: &'static str,
    /// Addition to the id in the help of `--overlay`, or empty.
    pub note: &'static str,
    /// The label in menus. In lower case, the name in the history and in Ctrl+K.
    pub label: &'static str,
    /// Description for the tooltip in menus.
    pub description: &'static str,
    /// Whether it is on the ground, not on the skin.
    pub is_on_ground: bool,
    /// Whether pictures have it unless they say otherwise.
    pub is_usual: bool,
}

const ROW: OverlayRow =
    OverlayRow { id: "", note: "", label: "", description: "", is_on_ground: false, is_usual: false };

table! {
    /// A drawing in addition to the skin.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Overlay of OverlayRow {
        /// Grid lines on the ground.
        Grid => OverlayRow {
            id: "grid",
            label: "Grid",
            description: "Grid on the ground",
            is_on_ground: true,
            is_usual: true,
            ..ROW
        };
        /// Joints and bones, visible through the skin.
        Skeleton => OverlayRow {
            id: "skeleton",
            label: "Skeleton",
            description: "Joints and bones, drawn through the skin",
            ..ROW
        };
        /// The local axes of the joints, visible through the skin.
        Axes => OverlayRow {
            id: "axes",
            note: "(of the joints: x red, y green, z blue)",
            label: "Joint axes",
            description: "Local axes of the joints: x red, y green, z blue",
            ..ROW
        };
        /// Centers of rotation, for `cor` on a model that has them; the skeleton then uses the paper's colors.
        Centers => OverlayRow {
            id: "centers",
            note: "(of rotation, under cor and cor-procrustes)",
            label: "Centers of rotation",
            description: "Centers of rotation, in panes that use CoR",
            ..ROW
        };
        /// The edges of the visible triangles.
        Wireframe => OverlayRow {
            id: "wireframe",
            label: "Wireframe",
            description: "Edges of the triangles",
            ..ROW
        };
        /// The normals of the vertices, as the method turns them.
        Normals => OverlayRow {
            id: "normals",
            note: "(of the vertices, as the method turns them)",
            label: "Vertex normals",
            description: "Normals of the vertices, as the method turns them",
            ..ROW
        };
        /// The soft shadow where the skin is close to the ground.
        Shadow => OverlayRow {
            id: "shadow",
            label: "Ground shadow",
            description: "Shadow where the skin is near the ground",
            is_on_ground: true,
            is_usual: true,
            ..ROW
        };
    }
}

impl Overlay {
    /// Name on the command line and in talks.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// Name in the middle of a sentence.
    pub fn name(self) -> String {
        self.row().label.to_lowercase()
    }

    /// All overlays, those on the skin first: the order of menus.
    pub fn in_menus() -> impl Iterator<Item = Self> {
        let on_ground = |wanted: bool| Self::ALL.into_iter().filter(move |one| one.row().is_on_ground == wanted);
        on_ground(false).chain(on_ground(true))
    }

    /// All overlays, those on the ground first: the order of talks.
    pub fn in_talks() -> impl Iterator<Item = Self> {
        let on_ground = |wanted: bool| Self::ALL.into_iter().filter(move |one| one.row().is_on_ground == wanted);
        on_ground(true).chain(on_ground(false))
    }

    /// Key in session files.
    fn key(self) -> &'static str {
        match self {
            // The id that older versions wrote.
            Self::Shadow => "contact_shadow",
            other => other.id(),
        }
    }
}

/// A set of overlays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Overlays(u32);

impl Default for Overlays {
    /// The usual overlays.
    fn default() -> Self {
        Overlay::ALL.into_iter().filter(|one| one.row().is_usual).collect()
    }
}

impl FromIterator<Overlay> for Overlays {
    fn from_iter<T: IntoIterator<Item = Overlay>>(overlays: T) -> Self {
        overlays.into_iter().fold(Self::NONE, |shown, overlay| shown.with(overlay, true))
    }
}

impl Overlays {
    /// No overlays: the skin alone.
    pub const NONE: Self = Self(0);

    /// One overlay alone.
    pub const fn only(overlay: Overlay) -> Self {
        Self(1 << overlay as u32)
    }

    /// Whether the set contains an overlay.
    pub const fn has(self, overlay: Overlay) -> bool {
        self.0 & Self::only(overlay).0 != 0
    }

    /// The set with or without an overlay.
    #[must_use]
    pub const fn with(self, overlay: Overlay, shown: bool) -> Self {
        let others = self.0 & !Self::only(overlay).0;
        Self(if shown { others | Self::only(overlay).0 } else { others })
    }

    /// The overlays of the set, in table order.
    pub fn iter(self) -> impl Iterator<Item = Overlay> {
        Overlay::ALL.into_iter().filter(move |overlay| self.has(*overlay))
    }
}

/// In session files: whether each overlay is shown, by its key.
impl Serialize for Overlays {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Overlay::ALL.map(|overlay| (overlay.key(), self.has(overlay))))
    }
}

/// Missing overlays are shown if they are usual. Unknown ones are ignored.
impl<'de> Deserialize<'de> for Overlays {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OverlaysVisitor)
    }
}

struct OverlaysVisitor;

impl<'de> Visitor<'de> for OverlaysVisitor {
    type Value = Overlays;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a map of overlays")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Overlays, A::Error> {
        let mut overlays = Overlays::default();
        while let Some(key) = map.next_key::<String>()? {
            match Overlay::ALL.into_iter().find(|overlay| overlay.key() == key) {
                Some(overlay) => overlays = overlays.with(overlay, map.next_value()?),
                None => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        Ok(overlays)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::{Error, MapDeserializer, StrDeserializer};

    #[test]
    fn ids_are_the_names_in_talks_and_labels_are_unique() {
        for overlay in Overlay::ALL {
            let in_talks = Overlay::deserialize(StrDeserializer::<Error>::new(overlay.id()));
            assert_eq!(in_talks, Ok(overlay));
            let same = Overlay::ALL.into_iter().filter(|other| other.name() == overlay.name());
            assert_eq!(same.count(), 1, "{overlay:?}");
            assert!(!overlay.row().description.is_empty(), "{overlay:?}");
        }
        for mut order in [Overlay::in_menus().collect::<Vec<_>>(), Overlay::in_talks().collect()] {
            order.sort_by_key(|overlay| *overlay as u32);
            assert_eq!(order, Overlay::ALL);
        }
    }

    #[test]
    fn a_set_has_what_was_added_last() {
        let shown: Overlays = [Overlay::Wireframe, Overlay::Grid].into_iter().collect();
        assert_eq!(shown.iter().collect::<Vec<_>>(), [Overlay::Grid, Overlay::Wireframe]);
        let hidden = shown.with(Overlay::Grid, false).with(Overlay::Grid, false);
        assert_eq!(hidden, Overlays::only(Overlay::Wireframe));
        assert_eq!(hidden.with(Overlay::Wireframe, false), Overlays::NONE);
    }

    #[test]
    fn session_files_keep_their_keys() {
        let read = |saved: &[(&'static str, bool)]| {
            Overlays::deserialize(MapDeserializer::<_, Error>::new(saved.iter().copied())).unwrap()
        };
        let saved =
            [("grid", true), ("contact_shadow", false), ("skeleton", true), ("wireframe", false), ("centers", true)];
        assert_eq!(read(&saved).iter().collect::<Vec<_>>(), [Overlay::Grid, Overlay::Skeleton, Overlay::Centers]);
        let of_another_version = [("grid", false), ("of_another_version", true)];
        assert_eq!(read(&of_another_version), Overlays::only(Overlay::Shadow));
    }
}
