use super::Measured;
use crate::cli::fail_limits::{Limited, name_of};
use crate::measure::{Figure, Reading, Scope};

/// The names of the numbers of some scopes, each once.
pub(super) fn names<const N: usize>(scopes: [Scope; N]) -> Vec<String> {
    unique(Figure::readings_of(scopes))
}

/// The names of numbers, each once: a figure can have the same around the joint and of the whole skin.
pub(super) fn unique(readings: impl Iterator<Item = Reading>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in readings.map(name_of) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// All numbers of all methods in one pose.
pub(super) fn numbers(measured: &[Measured]) -> Vec<Limited> {
    let of_method = |measured: &Measured| {
        let measurements = measured.measurements();
        let method = measured.settings.method.id();
        let number = |reading: Reading| {
            let at = if reading.scope() == Scope::Joint { "around the joint " } else { "" };
            Some(Limited {
                name: name_of(reading),
                value: reading.value(&measurements)?,
                at: format!("{at}under {method}"),
            })
        };
        Figure::readings_of(super::MEASURED).filter_map(number).collect::<Vec<_>>()
    };
    measured.iter().flat_map(of_method).collect()
}
