use crate::measure::{Measurements, Reading};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Numbers of figures by their ids, in JSON. Missing ones are null.
pub(super) struct Values(pub Vec<(Reading, Option<f64>)>);

impl Values {
    pub fn of(readings: impl Iterator<Item = Reading>, measured: &Measurements<'_>) -> Self {
        Self(readings.map(|reading| (reading, reading.value(measured))).collect())
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.add_to(&mut map)?;
        map.end()
    }
}

impl Values {
    /// Adds a field for each number.
    pub fn add_to<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.0.iter().try_for_each(|(reading, value)| match value {
            Some(value) if reading.figure.unit().is_count() => map.serialize_entry(&reading.id(), &(*value as u64)),
            _ => map.serialize_entry(&reading.id(), value),
        })
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Values {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Values".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object", "additionalProperties": { "type": ["number", "null"] } })
    }
}
