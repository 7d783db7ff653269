use super::SkinningMethod;
use super::method::METHODS;
use super::own_method::{OwnFile, OwnMethod};
use super::own_numbers::NumberRange;
use super::palette_list::{ListsRead, PaletteList};
use super::rest_data::RestData;
use super::settings::{Antipodality, UnknownId, find_by_id};
use std::borrow::Cow;

/// Properties of a method: all that distinguishes it from the others and that the program needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodRow {
    /// The method that the row describes.
    pub method: SkinningMethod,
    /// The name on the command line, which is also the name of the shader and of its CPU twin.
    pub id: &'static str,
    /// The abbreviation, for headers and legends.
    pub short_name: &'static str,
    /// The full name.
    pub long_name: &'static str,
    /// The idea that it is a form of, by which menus group methods.
    pub idea: MethodIdea,
    /// Two lines for panels: the method's effect and its known artifacts.
    pub summary: &'static str,
    /// The description next to pictures.
    pub card: MethodCard,
    /// Whether a joint's scale and shear affect the skin; the other methods drop them and use the rigid part alone.
    pub scales: bool,
    /// Whether scale and shear are blended in a phase of their own, before the rigid motions.
    pub has_first_phase: bool,
    /// Whether [`super::SkinningSettings::blend`] changes the result.
    pub takes_blend: bool,
    /// The choice of signs in the method's paper. `None` if the sign of a joint's quaternion does not change the result.
    pub signs: Option<Antipodality>,
    /// Data at rest that the method reads of each vertex besides position, normal and influences.
    pub reads: Option<RestData>,
    /// The lists of the palette that the shader reads.
    pub lists: ListsRead,
    /// The method's color on dark ground, as 0xRRGGBB. No two methods share a color, and nothing else has one of them.
    pub dark_rgb: u32,
    /// On light ground.
    pub light_rgb: u32,
    /// Style of the method's curves: color alone cannot tell the methods apart, and papers are printed in gray.
    pub line: (Dash, Marker),
}

/// What methods that belong together blend or build on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodIdea {
    /// Matrices.
    Linear,
    /// Rigid motions as dual quaternions.
    DualQuaternions,
    /// Rotations about centers that belong to the vertices.
    Centers,
    /// The surface, smoothed.
    Smoothing,
    /// What came before these; its artifacts are shown on purpose.
    Historic,
    /// Whatever a person brings.
    Own,
}

impl MethodIdea {
    /// All ideas, in menu order.
    pub const ALL: [Self; 6] =
        [Self::Linear, Self::DualQuaternions, Self::Centers, Self::Smoothing, Self::Historic, Self::Own];

    /// The heading in menus.
    pub fn label(self) -> &'static str {
        match self {
            Self::Linear => "Linear",
            Self::DualQuaternions => "Dual quaternions",
            Self::Centers => "Centers of rotation",
            Self::Smoothing => "Smoothing",
            Self::Historic => "Historic",
            Self::Own => "Yours",
        }
    }

    /// Its methods, in menu order.
    pub fn methods(self) -> impl Iterator<Item = SkinningMethod> {
        SkinningMethod::known().into_iter().filter(move |method| method.row().idea == self)
    }
}

/// Dashes of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// An unbroken line.
    Solid,
    /// Long dashes.
    Long,
    /// Long dashes and dots in turn.
    LongDot,
    /// Dots.
    Dots,
}

impl Dash {
    /// All dashes.
    pub const ALL: [Self; 4] = [Self::Solid, Self::Long, Self::LongDot, Self::Dots];
}

/// Shape of the markers on a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A square that stands on a corner.
    Diamond,
}

impl Marker {
    /// All markers.
    pub const ALL: [Self; 4] = [Self::Circle, Self::Square, Self::Triangle, Self::Diamond];
}

/// A human-readable description of a method, shown next to the pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodCard {
    /// The formula as computed, one line per step, with `_` before subscripts. v' is the skinned vertex, w_i a weight, C_i
    /// a joint's transform, which takes o_i to f_i, U_i its rotation, P_i its stretch, C'_i and C''_i its two phases, q_i
    /// and d_i the parts of its unit dual quaternion, R the rotation of the vertex.
    pub formula: &'static str,
    /// Kavan 2007, section 3.1: rigid joints give every vertex a rigid motion.
    pub rigid_result: bool,
    /// Same section: the result does not depend on the position of the origin.
    pub coordinate_invariant: bool,
    /// Same section: two rotations blend along the shortest path.
    pub shortest_path: bool,
    /// The cost per vertex in the shaders, from the figures of `docs/cost.md`. For the bytes per joint, see `gpu::palette_bytes_per_joint`.
    pub cost: &'static str,
    /// Known artifacts.
    pub breaks: &'static str,
    /// Paper and section.
    pub source: &'static str,
}

/// A property that methods are compared by, as a user reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodProperty {
    /// The name, such as "Rigid result".
    pub name: &'static str,
    /// What it says, as a sentence without its full stop.
    pub meaning: &'static str,
    /// Whether the method has it.
    pub holds: bool,
}

impl MethodCard {
    /// The properties of Kavan 2007, section 3.1.
    pub fn properties(&self) -> [MethodProperty; 3] {
        let property = |name, meaning, holds| MethodProperty { name, meaning, holds };
        [
            property("Rigid result", "If all joints move rigidly, so does every vertex", self.rigid_result),
            property(
                "Coordinate invariant",
                "The result does not depend on the choice of origin",
                self.coordinate_invariant,
            ),
            property("Shortest path", "Two rotations are blended along the shorter path", self.shortest_path),
        ]
    }
}

impl SkinningMethod {
    /// All methods, in menu order.
    pub const ALL: [Self; METHODS.len()] = {
        let mut all = [Self::Lbs; METHODS.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = METHODS[index].method;
            index += 1;
        }
        all
    };

    /// All methods that can be chosen now, in menu order: the built-in ones, then those that were defined.
    pub fn known() -> Vec<Self> {
        Self::ALL.into_iter().chain(OwnMethod::defined()).collect()
    }

    /// The index of its row in [`METHODS`]; `None` if it is not built in.
    pub(super) const fn place(self) -> Option<usize> {
        Some(match self {
            Self::Lbs => 0,
            Self::Dqs => 1,
            Self::TwoPhaseDqs => 2,
            Self::Cor => 3,
            Self::CorProcrustes => 4,
            Self::DirectQuaternion => 5,
            Self::QuaternionTranslation => 6,
            Self::LogMatrix => 7,
            Self::Spherical => 8,
            Self::Dib => 9,
            Self::LbsDqs => 10,
            Self::BulgeFreeDqs => 11,
            Self::PreserveVolume => 12,
            Self::WeightedLbsDqs => 13,
            Self::DeltaMush => 14,
            Self::DirectDeltaMush => 15,
            Self::Own(_) => return None,
        })
    }

    /// Everything about the method.
    pub fn row(self) -> &'static MethodRow {
        match self {
            // Its row stays in the table as long as the process.
            Self::Own(own) => own.row().unwrap_or(&METHODS[0]),
            _ => &METHODS[self.place().unwrap_or_default()],
        }
    }

    /// The method of an [`Self::id`], or of a file, a path that ends in .wgsl, or a name, `=` and one that ends in .npy, which need not be loaded yet.
    ///
    /// # Errors
    /// If there is no such id. The error lists all ids.
    pub fn from_id(id: &str) -> Result<Self, UnknownId> {
        let built_in = find_by_id(&Self::ALL, Self::id, "method", id);
        let own =
            || if OwnFile::of(id).is_some() { OwnMethod::named(id.trim()).ok() } else { OwnMethod::find(id.trim()) };
        built_in.or_else(|error| own().ok_or(error))
    }

    /// The method `places` further down the menu, or up if negative; after the last comes the first.
    pub fn at_distance(self, places: isize) -> Self {
        let all = Self::known();
        let index = all.iter().position(|method| *method == self).unwrap_or_default() as isize;
        all[(index + places).rem_euclid(all.len() as isize) as usize]
    }

    /// The name on the command line and in files, see [`MethodRow::id`].
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The version of what defines it: of a file that was read again, a later one. Zero if it is built in.
    pub fn revision(self) -> u32 {
        if let Self::Own(own) = self { own.revision() } else { 0 }
    }

    /// The numbers that a person chooses for it, if it is not built in and declares any.
    pub fn numbers(self) -> Vec<NumberRange> {
        let Self::Own(own) = self else { return Vec::new() };
        own.definition().map(|definition| definition.numbers.clone()).unwrap_or_default()
    }

    /// The head of a column: the id, or the name of a method that is not built in, whose id is a path.
    pub fn column(self) -> &'static str {
        if matches!(self, Self::Own(_)) { self.short_name() } else { self.id() }
    }

    /// The abbreviation with the full name in brackets, unless both are one.
    pub fn full_name(self) -> String {
        match (self.short_name(), self.long_name()) {
            (short, long) if short == long => short.to_owned(),
            (short, long) => format!("{short} ({long})"),
        }
    }

    /// A part of the names of files: the id, or the name of a method that is not built in, without what names cannot have.
    pub fn file_part(self) -> String {
        self.column()
            .chars()
            .map(|letter| if letter.is_alphanumeric() || letter == '-' { letter } else { '_' })
            .collect()
    }

    /// The abbreviation, for headers and legends.
    pub fn short_name(self) -> &'static str {
        self.row().short_name
    }

    /// The full name.
    pub fn long_name(self) -> &'static str {
        self.row().long_name
    }

    /// Whether a joint's scale and shear affect the skin, see [`MethodRow::scales`].
    pub fn scales(self) -> bool {
        self.row().scales
    }

    /// Whether scale and shear are blended before the rigid motions, see [`MethodRow::has_first_phase`].
    pub fn has_first_phase(self) -> bool {
        self.row().has_first_phase
    }

    /// Whether [`SkinningSettings::blend`](super::SkinningSettings::blend) changes the result.
    pub fn takes_blend(self) -> bool {
        self.row().takes_blend
    }

    /// Data at rest that the method reads of each vertex besides position, normal and influences.
    pub fn rest_data(self) -> Option<RestData> {
        self.row().reads
    }

    /// Whether the method rotates about precomputed centers of rotation.
    pub fn needs_centers(self) -> bool {
        self.rest_data().is_some_and(RestData::is_of_centers)
    }

    /// Whether the method also uses the covariance of the skin about each center.
    pub fn needs_covariances(self) -> bool {
        self.rest_data() == Some(RestData::Covariances)
    }

    /// Whether the method rotates about a center for each set of joints, which belongs to a pose.
    pub fn needs_joint_sets(self) -> bool {
        self.rest_data() == Some(RestData::JointSets)
    }

    /// Whether its palettes hold a list that those of other methods lack, see [`PaletteList::is_of_one_method`], or what its
    /// twin looks up.
    pub fn has_own_palette(self) -> bool {
        self.is_skinned_before() || self.row().lists.into_iter().flatten().any(PaletteList::is_of_one_method)
    }

    /// Whether the sign of a joint's quaternion changes the result, so that antipodality matters.
    pub fn blends_quaternions(self) -> bool {
        self.row().signs.is_some()
    }

    /// The mode of the method's source: the running sum for `cor`, whose blend is the (+) operator (Le & Hodgins 2016,
    /// algorithm 1), and for `preserve-volume`, and otherwise the heaviest influence (Kavan 2008, algorithm 2).
    pub fn default_antipodality(self) -> Antipodality {
        self.row().signs.unwrap_or(Antipodality::PerVertex)
    }

    /// The method's shader, relative to the repository.
    pub fn shader_path(self) -> String {
        format!("shaders/skinning/{}.wgsl", self.id().replace('-', "_"))
    }
}

impl TryFrom<Cow<'_, str>> for SkinningMethod {
    type Error = UnknownId;

    fn try_from(id: Cow<'_, str>) -> Result<Self, UnknownId> {
        Self::from_id(&id)
    }
}

impl From<SkinningMethod> for &'static str {
    fn from(method: SkinningMethod) -> Self {
        method.id()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_menu_is_a_circle() {
        assert_eq!(SkinningMethod::Lbs.at_distance(1), SkinningMethod::Dqs);
        for method in SkinningMethod::ALL {
            assert_eq!(method.at_distance(1).at_distance(-1), method);
        }
        // Other tests add methods at the end meanwhile.
        let before_first = SkinningMethod::Lbs.at_distance(-1);
        let last = SkinningMethod::ALL[SkinningMethod::ALL.len() - 1];
        assert!(before_first == last || matches!(before_first, SkinningMethod::Own(_)));
    }

    #[test]
    fn every_method_is_under_one_idea() {
        let built_in = MethodIdea::ALL.into_iter().filter(|idea| *idea != MethodIdea::Own);
        let of_ideas: Vec<SkinningMethod> = built_in.flat_map(MethodIdea::methods).collect();
        assert_eq!(of_ideas.len(), SkinningMethod::ALL.len());
        assert!(SkinningMethod::ALL.iter().all(|method| of_ideas.contains(method)));
    }

    #[test]
    fn cards_are_full_and_agree_with_the_method_about_scale() {
        for method in SkinningMethod::ALL {
            let card = method.row().card;
            for text in [card.formula, card.cost, card.breaks, card.source] {
                assert!(text.len() > 8 && !text.ends_with('.'), "{}: {text}", method.id());
            }
            assert_eq!(card.breaks.contains("ignores scale"), !method.scales(), "{}", method.id());
        }
    }

    #[test]
    fn every_method_has_its_shader() {
        for method in SkinningMethod::ALL {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(method.shader_path());
            assert!(path.is_file(), "{}", path.display());
        }
    }
}
