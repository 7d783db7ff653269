//! JSON schemas of the documents, made from their types. `UPDATE_DOCS=1 cargo test --lib schemas` writes them to
//! `docs/schemas`; look at what changed before you commit it.

use super::document::{JsonDocument, ReportKind};
use super::{
    bake, bench, centers, claims, clips, compare, doctor, golden, info, measure, models, palette, probe, scene_report,
    shader, stress,
};
use crate::checks::{FileCheck, RulesText};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// The name of a kind of document, and its schema.
fn schema<R: ReportKind<Models: JsonSchema> + JsonSchema>() -> (&'static str, Schema) {
    let generator = || SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator().into_root_schema_for::<JsonDocument<'static, R>>();
    let description = R::json_schema(&mut generator()).get("description").cloned().unwrap_or_default();
    schema.insert("title".to_owned(), R::KIND.into());
    schema.insert("description".to_owned(), description);
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert(R::KIND.to_owned(), json!({"description": "Version of this layout.", "const": R::VERSION}));
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.insert(0, R::KIND.into());
    }
    (R::KIND, schema)
}

/// The schema of a line or a file of its own, of a type that is both written and read.
fn plain<T: JsonSchema>(name: &'static str) -> (&'static str, Schema) {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), name.into());
    (name, schema)
}

fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        plain::<FileCheck>("skinscope_check"),
        plain::<RulesText>("skinscope_rules"),
        schema::<bake::report::BakeReport>(),
        schema::<bench::report::BenchReport<'_>>(),
        schema::<centers::CentersReport<'_>>(),
        schema::<claims::report::ClaimsReport>(),
        schema::<clips::report::ClipsReport<'_>>(),
        schema::<compare::report::CompareReport>(),
        schema::<compare::sweep::CompareSweepReport<'_>>(),
        schema::<compare::stored::StoredSkinsReport<'_>>(),
        schema::<doctor::report::DoctorReport>(),
        schema::<golden::report::GoldenReport<'_>>(),
        schema::<info::Info<'_>>(),
        schema::<measure::report::MeasureReport<'_>>(),
        schema::<measure::sweep::SweepReport<'_>>(),
        schema::<models::ModelsReport>(),
        schema::<palette::report::PaletteReport<'_>>(),
        schema::<probe::report::ProbeReport<'_>>(),
        schema::<scene_report::ScenesReport<'_>>(),
        schema::<shader::report::ShaderReport<'_>>(),
        schema::<stress::report::StressTestReport<'_>>(),
        schema::<stress::two_models::StressPairReport>(),
    ]
}

#[test]
fn the_schemas_of_the_docs_are_made_from_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas");
    let schemas = schemas();
    let names: BTreeSet<String> = schemas.iter().map(|(kind, _)| format!("{kind}.json")).collect();
    for (kind, schema) in &schemas {
        let path = folder.join(format!("{kind}.json"));
        let text = serde_json::to_string_pretty(schema).unwrap() + "\n";
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == text, "{} differs from the types; UPDATE_DOCS=1 rewrites it", path.display());
    }
    let written = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(written.collect::<BTreeSet<_>>(), names, "each kind has one schema");
}
