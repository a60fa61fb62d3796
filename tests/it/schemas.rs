//! JSON against its schema.

use serde_json::Value;

/// Checks that the value follows the schema, including the formats of its texts. `source` names it if it does not.
#[cfg(feature = "schemas")]
pub(crate) fn assert_follows(schema: &Value, json: &Value, source: &[&str]) {
    let schema = jsonschema::options().should_validate_formats(true).build(schema).expect("a schema");
    let errors = schema.iter_errors(json).map(|error| format!("{}: {error}", error.instance_path()));
    assert_eq!(errors.collect::<Vec<_>>(), Vec::<String>::new(), "{source:?}");
}

/// Checks nothing, because the validator takes long to compile. `just check` has the feature.
#[cfg(not(feature = "schemas"))]
pub(crate) fn assert_follows(_: &Value, _: &Value, _: &[&str]) {}
