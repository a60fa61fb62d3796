//! Figures for people in one style: `42.4 %`, `+6.3 points (+6.1 to +6.6)`, `6.36 rounds`. The decimals are those that the
//! width of the interval supports.

use super::show::signed;
use super::table::fixed;
use undercard_engine::stats::Interval;

/// The unit in which a figure is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity<'u> {
    /// A share in percent; its changes are in percentage points.
    Share,
    /// A difference of shares, in percentage points.
    Points,
    /// A number of this unit: `rounds`, `per game`.
    Number(&'u str),
}

impl<'u> Quantity<'u> {
    /// The quantity with this unit, as `unit` columns have it.
    #[must_use]
    pub fn of(unit: &'u str) -> Self {
        if unit == "share" { Self::Share } else { Self::Number(unit) }
    }

    /// Whether this is a share, or a difference of shares.
    #[must_use]
    pub const fn is_share(self) -> bool {
        matches!(self, Self::Share | Self::Points)
    }

    const fn scale(self) -> f64 {
        match self {
            Self::Share | Self::Points => 100.0,
            Self::Number(_) => 1.0,
        }
    }

    /// The number of decimals of a figure whose interval is this wide.
    fn decimals(self, width: Option<f64>) -> usize {
        let Some(width) = width.map(|width| self.scale() * width).filter(|width| *width > 0.0) else {
            return if matches!(self, Self::Number(_)) { 2 } else { 1 };
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 4")]
        let decimals = (-width.log10().floor()).clamp(1.0, 4.0) as usize;
        decimals
    }

    /// A value without unit.
    #[must_use]
    pub fn bare(self, value: f64, width: Option<f64>) -> String {
        let decimals = self.decimals(width);
        match self {
            Self::Points => signed(100.0 * value, decimals),
            Self::Share | Self::Number(_) => fixed(self.scale() * value, decimals),
        }
    }

    /// A value with its unit.
    #[must_use]
    pub fn value(self, value: f64, width: Option<f64>) -> String {
        let unit = match self {
            Self::Share => " %",
            Self::Points => " points",
            Self::Number(_) => "",
        };
        format!("{}{unit}{}", self.bare(value, width), self.unit_of_number())
    }

    fn unit_of_number(self) -> String {
        match self {
            Self::Number(unit) if !unit.is_empty() => format!(" {unit}"),
            _ => String::new(),
        }
    }

    /// The ends of an interval, without unit.
    #[must_use]
    pub fn interval(self, interval: Interval) -> String {
        let width = Some(interval.high - interval.low);
        format!("{} to {}", self.bare(interval.low, width), self.bare(interval.high, width))
    }

    /// A change without unit: always with its sign, unless it rounds to 0.
    #[must_use]
    pub fn bare_change(self, change: f64, width: Option<f64>) -> String {
        signed(self.scale() * change, self.decimals(width))
    }

    /// A change with its unit.
    #[must_use]
    pub fn change(self, change: f64, width: Option<f64>) -> String {
        let unit = if self.scale() > 1.0 { " points" } else { "" };
        format!("{}{unit}", self.bare_change(change, width))
    }

    /// A change with its unit, as a table has it.
    #[must_use]
    pub fn short_change(self, change: f64, width: Option<f64>) -> String {
        self.change(change, width).replace(" points", " pp")
    }

    /// The width by which the decimals of a change with this interval are chosen. An end that excludes 0 is not shown as 0.
    #[must_use]
    pub fn resolution(interval: Interval) -> f64 {
        let width = interval.high - interval.low;
        if interval.contains(0.0) { width } else { width.min(interval.low.abs()).min(interval.high.abs()) }
    }

    /// The ends of the interval of a change, without unit.
    #[must_use]
    pub fn change_interval(self, interval: Interval) -> String {
        let width = Some(Self::resolution(interval));
        format!("{} to {}", self.bare_change(interval.low, width), self.bare_change(interval.high, width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_follow_from_the_interval() {
        let change = |quantity: Quantity<'_>, change, low, high| {
            let ends = Interval::new(low, high).expect("an interval");
            let width = Some(Quantity::resolution(ends));
            format!("{} ({})", quantity.change(change, width), quantity.change_interval(ends))
        };
        assert_eq!(change(Quantity::Share, -0.0586, -0.0614, -0.0559), "-5.9 points (-6.1 to -5.6)");
        assert_eq!(change(Quantity::of("rounds"), 0.0593, 0.0531, 0.0654), "+0.06 (+0.05 to +0.07)");
        assert_eq!(change(Quantity::Share, 0.0, -0.1, 0.1), "0.0 points (-10.0 to +10.0)");
        // An end beside 0 is not 0.
        assert_eq!(change(Quantity::of("rounds"), 0.01, 0.004, 0.016), "+0.010 (+0.004 to +0.016)");
        assert_eq!(Quantity::Share.value(0.4242, Some(0.0055)), "42.4 %");
        assert_eq!(Quantity::Share.value(0.4242, None), "42.4 %");
        assert_eq!(Quantity::Points.value(0.029, Some(0.006)), "+2.9 points");
        assert_eq!(Quantity::Number("rounds").value(6.3591, Some(0.012)), "6.36 rounds");
        assert_eq!(Quantity::Number("").value(6.3591, Some(0.0)), "6.36");
    }
}
