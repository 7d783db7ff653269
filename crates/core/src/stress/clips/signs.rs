use crate::measure::SMALLEST_INFLUENCE;
use crate::model::{Influence, Model, SkinKind};
use crate::skinning::{JointPalette, SkinningSettings, canonical_sign, influence_signs};
use glam::Quat;

/// The rotations of one frame with the signs that they are blended with, relative to the heaviest of each vertex: one
/// after the other for all influences of all skinned primitives.
pub(super) struct SignedTurns(Vec<Quat>);

impl SignedTurns {
    /// `None` if the method blends no quaternions.
    pub fn of(model: &Model, palettes: &[JointPalette], settings: SkinningSettings) -> Option<Self> {
        if !settings.method.blends_quaternions() {
            return None;
        }
        let mode = settings.antipodality().sign_mode();
        let skinned = model.primitives.iter().filter(|p| model.skins[p.skin as usize].kind == SkinKind::Skinned);
        let mut turns = Vec::new();
        for primitive in skinned {
            let motions = &palettes[primitive.skin as usize].motions;
            for influences in primitive.influences.iter() {
                let signs = influence_signs(influences, motions, mode);
                let signed = |(influence, sign): (&Influence, f32)| {
                    let turn = motions[influence.joint as usize].real;
                    turn * (sign * canonical_sign(turn))
                };
                let mut signed = influences.iter().zip(signs).map(signed);
                let Some(heaviest) = signed.next() else { continue };
                turns.push(Quat::IDENTITY);
                turns.extend(signed.map(|turn| heaviest.conjugate() * turn));
            }
        }
        Some(Self(turns))
    }

    /// Number of vertices of which an influence has another sign than before: it goes on from the other side.
    pub fn changed_from(&self, model: &Model, before: &Self) -> usize {
        let mut pairs = self.0.iter().zip(&before.0);
        let skinned = model.primitives.iter().filter(|p| model.skins[p.skin as usize].kind == SkinKind::Skinned);
        let mut changed = 0;
        for primitive in skinned {
            for influences in primitive.influences.iter() {
                let of_vertex = influences.iter().zip(pairs.by_ref());
                let jumps = of_vertex.filter(|(influence, (now, before))| {
                    f64::from(influence.weight.abs()) > SMALLEST_INFLUENCE && now.dot(**before) < 0.0
                });
                changed += usize::from(jumps.count() > 0);
            }
        }
        changed
    }
}
