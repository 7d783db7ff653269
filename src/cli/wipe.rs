use crate::math::parse_number;
use crate::panes::Comparison;
use crate::skinning::{SkinningMethod, UnknownId};
use std::str::FromStr;

/// `METHOD[@SHARE]`: the method to the right of a wipe's divider, and the divider's position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wipe {
    pub method: SkinningMethod,
    /// The fraction of a pane's width to the left of the divider, from 0 to 1.
    pub divider: f32,
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
        let (method, divider) = match text.split_once('@') {
            Some((method, share)) => {
                let divider = parse_number(share).ok().filter(|share: &f32| (0.0..=1.0).contains(share));
                (method, divider.ok_or_else(|| WipeError::Divider(share.trim().to_owned()))?)
            }
            None => (text, Comparison::default().divider),
        };
        Ok(Self { method: SkinningMethod::from_id(method.trim())?, divider })
    }
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
        assert!(wipe("dqz@0.5").is_err() && wipe("@0.5").is_err());
    }
}
