//! The band that was probably meant by a target that has none.

use crate::model::settings::{Node, Value};

/// The key of a band that another word means.
pub(super) fn key_meant(word: &str) -> Option<&'static str> {
    Some(match word {
        "below" | "under" | "less" | "most" | "at-most" | "upper" | "high" | "top" | "maximum" | "to" => {
            "max"
        }
        "above" | "over" | "more" | "least" | "at-least" | "lower" | "low" | "minimum" | "from" => "min",
        "target" | "value" | "goal" | "around" | "about" | "near" | "equals" | "is" | "mean" => "at",
        "tolerance" | "plus-minus" | "delta" | "margin" | "spread" | "error" | "range" => "within",
        "players" | "line-ups" | "lineups" | "strategy" | "strategies" => "bots",
        _ => return None,
    })
}

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
    if let Value::Text(text) = value {
        let number =
            |text: &str| text.trim().trim_start_matches('=').trim().trim_end_matches(['%', ' ']).to_owned();
        let unit = if text.contains('%') { "%" } else { "" };
        let quote = if unit.is_empty() { "" } else { "\"" };
        let limits = [("<", "max"), (">", "min"), ("at most", "max"), ("at least", "min")];
        let limit =
            limits.iter().find_map(|(sign, key)| Some((*key, number(text.trim().strip_prefix(sign)?))));
        if let Some((key, end)) = limit.filter(|(_, end)| end.parse::<f64>().is_ok()) {
            return format!("a band: {{ {key} = {quote}{end}{unit}{quote} }}");
        }
    }
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
