use crate::view::Diagram;
use std::str::FromStr;

/// `NAME[:JOINT]`: a diagram and its joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramChoice {
    pub diagram: Diagram,
    /// Joint by name or `#index`. If absent, the joint that the pose turns most.
    pub joint: Option<String>,
}

impl FromStr for DiagramChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, joint) = match text.split_once(':') {
            Some((name, joint)) if !joint.is_empty() => (name, Some(joint.to_owned())),
            // A colon without a joint makes the name invalid.
            _ => (text, None),
        };
        let diagram = Diagram::from_id(name).ok_or_else(|| {
            let ids: Vec<&str> = Diagram::ALL.into_iter().map(Diagram::id).collect();
            format!("write one of {}, with :JOINT behind it for the diagram of one joint", ids.join(", "))
        })?;
        Ok(Self { diagram, joint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_is_of_a_joint_or_chooses_one() {
        let choice = |text: &str| text.parse::<DiagramChoice>();
        assert_eq!(choice("screw"), Ok(DiagramChoice { diagram: Diagram::Screw, joint: None }));
        let elbow = DiagramChoice { diagram: Diagram::Sphere, joint: Some("elbow:left".to_owned()) };
        assert_eq!(choice("sphere:elbow:left"), Ok(elbow));
        for wrong in ["", "balls", "screw:"] {
            assert!(choice(wrong).unwrap_err().contains("rotation-translation"), "{wrong}");
        }
    }
}
