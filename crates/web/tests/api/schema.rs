//! Just enough of JSON Schema to hold the API's document to its answers. What it does not know it refuses, so that no
//! part of the document goes unchecked.

use serde_json::Value;

/// Words that say nothing about the shape.
const COMMENTS: &[&str] = &["description", "title", "examples", "example", "default", "format"];

/// What is wrong with a value, if anything. References are looked up in the document.
pub fn wrong(document: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let Some(keywords) = schema.as_object() else { return Some(format!("{at}: the schema is no object")) };
    for (keyword, argument) in keywords {
        let wrong = match keyword.as_str() {
            "$ref" => {
                let name = argument.as_str().and_then(|name| name.strip_prefix('#')).unwrap_or("");
                match document.pointer(name) {
                    Some(schema) => wrong(document, schema, value, at),
                    None => Some(format!("{at}: there is no {argument} in the document")),
                }
            }
            "type" => (!has_type(argument, value)).then(|| format!("{at}: {value} is no {argument}")),
            "enum" => (!argument.as_array()?.contains(value)).then(|| format!("{at}: {value} is none of {argument}")),
            "const" => (argument != value).then(|| format!("{at}: {value} is not {argument}")),
            "properties" => argument.as_object()?.iter().find_map(|(name, schema)| {
                value.get(name).and_then(|value| wrong(document, schema, value, &format!("{at}/{name}")))
            }),
            "required" => {
                let missing = argument.as_array()?.iter().filter_map(Value::as_str);
                let mut missing = missing.filter(|name| value.is_object() && value.get(name).is_none());
                missing.next().map(|name| format!("{at}: '{name}' is missing in {value}"))
            }
            "additionalProperties" => value.as_object().and_then(|object| {
                let known = schema["properties"].as_object();
                let mut others =
                    object.iter().filter(|(name, _)| !known.is_some_and(|known| known.contains_key(*name)));
                match argument {
                    Value::Bool(true) => None,
                    Value::Bool(false) => others.next().map(|(name, _)| format!("{at}: '{name}' is not in the schema")),
                    schema => others.find_map(|(name, value)| wrong(document, schema, value, &format!("{at}/{name}"))),
                }
            }),
            "items" => value.as_array().and_then(|items| {
                let mut items = items.iter().enumerate();
                items.find_map(|(index, item)| wrong(document, argument, item, &format!("{at}/{index}")))
            }),
            "minItems" => value
                .as_array()
                .filter(|items| (items.len() as u64) < argument.as_u64().unwrap_or(0))
                .map(|_| format!("{at}: fewer than {argument}")),
            "maxItems" => value
                .as_array()
                .filter(|items| items.len() as u64 > argument.as_u64().unwrap_or(0))
                .map(|_| format!("{at}: more than {argument}")),
            "minimum" => value
                .as_f64()
                .filter(|number| *number < argument.as_f64().unwrap_or(0.0))
                .map(|_| format!("{at}: {value} is less than {argument}")),
            "oneOf" => {
                let failures: Vec<Option<String>> =
                    argument.as_array()?.iter().map(|schema| wrong(document, schema, value, at)).collect();
                match failures.iter().filter(|failure| failure.is_none()).count() {
                    1 => None,
                    fit => Some(format!("{at}: {fit} of the shapes fit {value}: {failures:?}")),
                }
            }
            "allOf" => argument.as_array()?.iter().find_map(|schema| wrong(document, schema, value, at)),
            comment if COMMENTS.contains(&comment) => None,
            unknown => Some(format!("{at}: the keyword '{unknown}' is not checked")),
        };
        if wrong.is_some() {
            return wrong;
        }
    }
    None
}

fn has_type(types: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    match types {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        _ => false,
    }
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let document =
        serde_json::json!({"shapes": {"pair": {"type": "array", "items": {"type": "integer"}, "minItems": 2}}});
    let schema = serde_json::json!({"type": "object", "required": ["pair"], "additionalProperties": false,
        "properties": {"pair": {"$ref": "#/shapes/pair"}, "kind": {"enum": ["a", null]}}});
    let right = |value: Value| wrong(&document, &schema, &value, "").is_none();
    assert!(right(serde_json::json!({"pair": [1, 2]})));
    assert!(right(serde_json::json!({"pair": [1, 2], "kind": null})));
    assert!(!right(serde_json::json!({"pair": [1]})));
    assert!(!right(serde_json::json!({"pair": [1, "2"]})));
    assert!(!right(serde_json::json!({"kind": "a"})));
    assert!(!right(serde_json::json!({"pair": [1, 2], "kind": "b"})));
    assert!(!right(serde_json::json!({"pair": [1, 2], "more": 1})));
    assert!(wrong(&document, &serde_json::json!({"pattern": "x"}), &Value::Null, "").is_some());
}
