use super::*;
use proptest::prelude::*;

#[test]
fn numbers_have_fixed_decimals_and_settings_two_columns() {
    let setting = |value: &str| Cell::setting(value).map(|cell| cell.write());
    for (value, number, word) in
        [("9", "9.0000", ""), ("-1", "-1.0000", ""), ("true", "1.0000", ""), ("[4, 5]", "", "[4, 5]")]
    {
        assert_eq!(setting(value), [number, word]);
    }
    let written = |cell: Cell| cell.write();
    assert_eq!(written(Cell::Share(Some(-0.000_000_4))), "0.000000");
    assert_eq!(written(Cell::Share(Some(-0.000_000_6))), "-0.000001");
    assert_eq!(written(Cell::Mean(Some(12.345_67))), "12.3457");
    assert_eq!(written(Cell::Mean(Some(f64::NAN))), "");
    assert_eq!(written(Cell::P(Some(1.2344e-12))), "1.2344e-12");
    assert_eq!(written(Cell::P(Some(0.999_999_9))), "1.000000");
    assert_eq!(written(Cell::P(Some(0.59))), "0.590000");
    assert_eq!([715.0, 714.5].map(|sum| written(Cell::sum(Some(sum)))), ["715", "714.500000"]);
    assert_eq!(written(Cell::P(Some(0.0))), "2.2251e-308");
    assert_eq!(written(Cell::P(None)), "");
    assert_eq!(written(Cell::Count(u64::MAX)), "18446744073709551615");
    for text in ["", "0", "0.250000", "-0.000001", "12.3457", "1.2344e-12", "18446744073709551615"] {
        assert_eq!(Cell::read(text).map(written).as_deref(), Some(text));
    }
    assert_eq!(Cell::read("0.250000"), Some(Cell::Share(Some(0.25))));
    for none in ["x", "NaN", "inf", "1e999", " 1", "0x1", "1,5"] {
        assert_eq!(Cell::read(none), None, "{none}");
    }
}

proptest! {
    #[test]
    fn every_double_can_be_written_with_fixed_decimals(bits: u64, decimals in 4_usize..7) {
        let value = f64::from_bits(bits);
        let cell = if decimals == 4 { Cell::Mean(Some(value)) } else { Cell::Share(Some(value)) };
        let decimals = if decimals == 4 { 4 } else { 6 };
        let text = cell.write();
        if !value.is_finite() {
            prop_assert_eq!(text, "");
            return Ok(());
        }
        let (_, fraction) = text.split_once('.').expect("a point");
        prop_assert_eq!(fraction.len(), decimals);
        prop_assert!(text.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit() || b == b'.'));
        prop_assert!(!(text.starts_with('-') && text.bytes().all(|b| matches!(b, b'-' | b'0' | b'.'))));
        let back: f64 = text.parse().expect("a number");
        let ulp = if decimals == 4 { 1e-4 } else { 1e-6 };
        prop_assert!((back - value).abs() <= 0.500_001 * ulp + 1e-15 * value.abs());
    }

    #[test]
    fn a_p_value_is_never_zero_and_nowhere_a_group_of_thousands(exponent in -320.0_f64..0.0) {
        let p = 10_f64.powf(exponent);
        let text = Cell::P(Some(p)).write();
        let (digits, _) = text.split_once('e').unwrap_or((&text, ""));
        // With three decimals, a spreadsheet that expects a decimal comma reads 4.109e-1 as 410.9.
        let decimals = digits.split_once('.').map(|(whole, part)| (whole.len(), part.len()));
        prop_assert_eq!(decimals, Some((1, if p < 0.001 { 4 } else { 6 })));
        let back: f64 = text.parse().expect("a number");
        prop_assert!(back >= 2.2251e-308 && (p < SMALLEST_P || (back / p - 1.0).abs() < 6e-4));
    }
}
