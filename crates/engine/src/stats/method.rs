//! The methods of intervals.

/// Declares the methods: the name that reports use, its meaning, and the computations behind it.
macro_rules! methods {
    ($($name:literal: $meaning:literal [$($(#[$doc:meta])* $variant:ident),+];)+) => {
        /// How an interval was computed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Method {
            $($($(#[$doc])* $variant,)+)+
        }

        impl Method {
            /// The name in reports, and its meaning in a line of Markdown, in the order of the documentation.
            pub const NAMES: &'static [(&'static str, &'static str)] = &[$(($name, $meaning)),+];

            /// The name in reports. Computations that a reader need not tell apart share one.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$variant)|+ => $name),+ }
            }
        }
    };
}

methods! {
    "wilson": "Wilson's score interval of a rate (Brown, Cai & DasGupta 2001, *Statistical Science* 16). With at most 3 wins, the \
               lower end is the quantile 1 − level of the gamma distribution whose shape is the number of wins, divided by n, \
               which covers rare wins; likewise the upper end with at most 3 losses. If several seats of a game are in the row, \
               or deals are played in several seats, n is the number of independent wins and losses with the same variance \
               (Korn & Graubard 1998, *Survey Methodology* 24), or the number of games or deals if hardly anything varies" [
        /// Of games.
        Wilson,
        /// Of deals that are played in several seats.
        WilsonDeals
    ];
    "jeffreys": "Jeffreys interval of a rate: quantiles of Beta(W + ½, n − W + ½)" [
        /// Of games.
        Jeffreys
    ];
    "clopper-pearson": "exact interval of a rate; conservative: its coverage is at least its level" [
        /// Of games.
        ClopperPearson
    ];
    "standard-error": "value ± standard error × quantile of the normal distribution, or of Student's t for means. The game or the \
                       deal is the unit, so what its seats, rounds or paired games have in common is allowed for (Liang & Zeger \
                       1986, *Biometrika* 73; for strengths Huber 1967; White 1982, *Econometrica* 50)" [
        /// A mean share.
        Normal,
        /// A mean.
        T,
        /// A ratio of two totals.
        Ratio,
        /// A difference between seats with and without an event.
        Clustered,
        /// A mean difference between paired games.
        PairedT,
        /// A difference of two ratios over paired games, from linearised residuals.
        PairedRatio,
        /// A strength.
        Sandwich
    ];
    "exact": "difference of two shares if few games tell them apart: from the exact bounds of both shares, or of the shares of \
              pairs that only one side wins (Newcombe 1998, *Statistics in Medicine* 17; Zou & Donner 2008, *Statistics in \
              Medicine* 27), or if pairs can differ by different parts of a win, from gamma bounds on the wins gained and lost \
              (Fay & Feuer 1997, *Statistics in Medicine* 16)" [
        /// Between seats with and without an event.
        Newcombe,
        /// Between paired games.
        FewDifferences
    ];
    "sequence": "confidence sequence, valid at all looks simultaneously: used if the number of games was not fixed beforehand \
                 (of rates: Robbins 1970; Howard, Ramdas, McAuliffe & Sekhon 2021, *Annals of Statistics* 49; of all others, \
                 tightest around the number of games asked for or 16,384, whichever is less: Waudby-Smith, Arbour, Sinha, \
                 Kennedy & Ramdas, arXiv 2103.06476)" [
        /// Of a rate, or of a difference of rates.
        BetaBinomialCs,
        /// Of a mean, ratio, difference or strength.
        AsymptoticCs
    ];
    "constant": "what cannot vary: the score of all seats together, and figures that \
                 were the same in 30 games or more. The interval of a mean length allows for games that were not played: from \
                 the exact bound on the share of those that differ (Clopper & Pearson 1934, *Biometrika* 26), and the length of \
                 the longest possible game" [
        /// A figure that does not vary.
        Constant
    ];
    "equal": "both sides play identical games, so the difference is exactly 0" [
        /// A difference between identical games.
        Equal
    ];
    "both": "difference or slope of two figures; its interval is as wide as those of both together, so it is conservative" [
        /// A difference of two figures, each at half the error.
        BothFigures,
        /// A slope over two steps.
        BothSteps
    ];
    "order-statistics": "a quantile, between two order statistics (Conover 1999, *Practical Nonparametric Statistics*)" [
        /// A quantile.
        OrderStatistics
    ];
    "resampling": "percentile interval of 999 resampled fields; the deals of each pair are resampled" [
        /// A field.
        Resampling
    ];
    "jackknife": "jackknife over deals of the logarithm of F, the mean square between deals divided by that within (Miller 1974, \
                  *Biometrika* 61)" [
        /// A share of the variance.
        Jackknife
    ];
}
