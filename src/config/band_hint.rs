//! The band that was probably meant by a target that has none.

use crate::model::settings::{Node, Value};

/// The band that a value means which is not a band: `4-12`, `[4, 12]`, or a number.
pub(super) fn band_of(value: &Value) -> String {
    let number = |node: &Node| match node.value {
        Value::Int(_) | Value::Float(_) => Some(node.shown()),
        _ => None,
    };
    let ends = match value {
        Value::Text(text) => {
            let two = ["..", "-", "–", " to "].into_iter().find_map(|between| text.split_once(between));
            let two = two.map(|(low, high)| (low.trim().to_owned(), high.trim().to_owned()));
            two.filter(|(low, high)| low.parse::<f64>().is_ok() && high.parse::<f64>().is_ok())
        }
        Value::List(items) => match &items[..] {
            [low, high] => number(low).zip(number(high)),
            _ => None,
        },
        _ => None,
    };
    match (ends, value) {
        (Some((low, high)), _) => format!("a band: {{ min = {low}, max = {high} }}"),
        (None, Value::Int(at)) => {
            format!("a band: {{ at = {at}, within = … }}, {{ min = … }} or {{ max = … }}")
        }
        (None, Value::Float(at)) => {
            format!("a band: {{ at = {at}, within = … }}, {{ min = … }} or {{ max = … }}")
        }
        _ => "a band: { at = 0.5, within = 0.01 }, { min = 6, max = 12 }, or one of min and max".into(),
    }
}
