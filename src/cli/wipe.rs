use super::own_methods::method_of;
use crate::math::parse_number;
use crate::panes::Comparison;
use crate::skinning::{SkinningMethod, UnknownId};
use std::str::FromStr;

/// Counterpart of a compared picture: another method, or the second of two models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherSkin {
    Method(SkinningMethod),
    Model,
}

impl OtherSkin {
    /// The method, unless the counterpart is the second model.
    pub fn method(self) -> Option<SkinningMethod> {
        if let Self::Method(method) = self { Some(method) } else { None }
    }
}

impl FromStr for OtherSkin {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        if text.trim() == "model" { Ok(Self::Model) } else { method_of(text.trim()).map(Self::Method) }
    }
}

/// `METHOD[@SHARE]` or `model[@SHARE]`: the counterpart to the right of a wipe's divider, and the divider's position,
/// for commands that take two models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OtherWipe {
    pub other: OtherSkin,
    /// The fraction of a pane's width to the left of the divider, from 0 to 1.
    pub divider: f32,
}

impl FromStr for OtherWipe {
    type Err = WipeError;

    fn from_str(text: &str) -> Result<Self, WipeError> {
        let (other, divider) = split_divider(text)?;
        Ok(Self { other: other.parse()?, divider })
    }
}

/// `METHOD[@SHARE]`: the method to the right of a wipe's divider, and the divider's position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wipe {
    pub method: SkinningMethod,
    /// The fraction of a pane's width to the left of the divider, from 0 to 1.
    pub divider: f32,
}

impl From<Wipe> for OtherWipe {
    fn from(Wipe { method, divider }: Wipe) -> Self {
        Self { other: OtherSkin::Method(method), divider }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum WipeError {
    #[error(transparent)]
    Method(#[from] UnknownId),
    #[error("{0:?} is not a position for the divider; write a number from 0 (left) to 1 (right), such as dqs@0.7")]
    Divider(String),
}

impl FromStr for Wipe {
    type Err = WipeError;

    fn from_str(text: &str) -> Result<Self, WipeError> {
        let (method, divider) = split_divider(text)?;
        Ok(Self { method: method_of(method.trim())?, divider })
    }
}

/// Counterpart, and the divider's position, which is in the middle by default.
fn split_divider(text: &str) -> Result<(&str, f32), WipeError> {
    let Some((other, share)) = text.split_once('@') else { return Ok((text, Comparison::default().divider)) };
    let divider = parse_number(share).ok().filter(|share: &f32| (0.0..=1.0).contains(share));
    Ok((other, divider.ok_or_else(|| WipeError::Divider(share.trim().to_owned()))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_divider_is_in_the_middle_or_where_it_is_put() {
        let wipe = |text: &str| text.parse::<Wipe>();
        assert_eq!(wipe("dqs").unwrap(), Wipe { method: SkinningMethod::Dqs, divider: 0.5 });
        assert_eq!(wipe("cor@0.7").unwrap(), Wipe { method: SkinningMethod::Cor, divider: 0.7 });
        assert_eq!([wipe("lbs@0"), wipe("lbs@1")].map(|wipe| wipe.unwrap().divider), [0.0, 1.0]);
        for wrong in ["dqs@", "dqs@-0.1", "dqs@1.01", "dqs@NaN", "dqs@inf", "dqs@left", "dqs@0.5@0.5"] {
            assert!(wipe(wrong).unwrap_err().to_string().contains("from 0 (left) to 1 (right)"), "{wrong}");
        }
        assert!(wipe("dqz@0.5").is_err() && wipe("@0.5").is_err() && wipe("model").is_err());
    }

    #[test]
    fn the_second_model_is_called_model() {
        assert_eq!("model@0.25".parse::<OtherWipe>().unwrap(), OtherWipe { other: OtherSkin::Model, divider: 0.25 });
        let dqs = OtherSkin::Method(SkinningMethod::Dqs);
        assert_eq!("dqs".parse::<OtherWipe>().unwrap(), OtherWipe { other: dqs, divider: 0.5 });
        assert!("models".parse::<OtherSkin>().is_err() && "model@2".parse::<OtherWipe>().is_err());
    }
}
