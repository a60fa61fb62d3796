//! Interval methods: their names in reports and their meanings.

/// Declares the methods: variant, name, meaning.
macro_rules! methods {
    ($($variant:ident = $name:literal: $meaning:literal;)+) => {
        /// An interval method.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Method {
            $(#[doc = $meaning] $variant,)+
        }

        impl Method {
            /// All methods, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name in reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The meaning, in a line of Markdown.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning),+ }
            }
        }
    };
}

methods! {
    Wilson = "wilson":
        "Wilson's score interval of a rate (Brown, Cai & DasGupta 2001, *Statistical Science* 16). With at most 3 wins, the \
         lower end is that of their modified interval, which covers rare wins: the quantile 1 − level of the gamma \
         distribution whose shape is the number of wins, divided by n; likewise the upper end with at most 3 losses. \
         Also used for shared wins and for rows with several seats per game if nothing varies, with n = games";
    Jeffreys = "jeffreys": "Jeffreys interval of a rate: quantiles of Beta(W + ½, n − W + ½)";
    ClopperPearson = "clopper-pearson":
        "exact interval of a rate; conservative: its coverage is at least its level";
    Normal = "normal":
        "mean ± z·s/√n, for seats that can share a win; s is the standard deviation of the score";
    Ratio = "ratio":
        "ratio of two totals with the game as the unit, for rows with several seats per game, because these seats are \
         not independent";
    T = "t": "mean ± t·s/√n, with the quantile of Student's t distribution";
    OrderStatistics = "order-statistics":
        "a quantile, between two order statistics (Conover 1999, *Practical Nonparametric Statistics*)";
    Clustered = "clustered":
        "difference of two win shares with the game as the unit (Liang & Zeger 1986, *Biometrika* 73)";
    Newcombe = "newcombe":
        "difference of two win shares if the seats with or without the event have fewer than 30 wins or losses: from the \
         exact bounds of both shares (Newcombe 1998, *Statistics in Medicine* 17; Zou & Donner 2008, *Statistics in Medicine* \
         27), wider if the seats of a game depend on each other, or if the event has not been seen in every seat or side";
    BetaBinomialCs = "beta-binomial-cs":
        "confidence sequence of a rate or of a difference of rates, valid at all looks simultaneously; used if the number of games was not fixed \
         beforehand (Robbins 1970; Howard, Ramdas, McAuliffe & Sekhon 2021, *Annals of Statistics* 49)";
    AsymptoticCs = "asymptotic-cs":
        "confidence sequence of a mean, ratio, difference or strength, tightest around the number of games asked for or 16,384, \
         whichever is less (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, arXiv 2103.06476); a p-value beside it is valid at \
         all looks simultaneously, too";
    PairedT = "paired-t": "Student's t interval of the differences between paired games";
    PairedRatio = "paired-ratio":
        "difference of two ratios over paired games, from linearised residuals";
    FewDifferences = "few-differences":
        "difference of shares if fewer than 30 pairs differ, or do not change as most do: from the exact bounds on the \
         share of pairs that only A wins and on the share that only B wins (Newcombe 1998, *Statistics in Medicine* 17; Zou & Donner 2008, *Statistics in \
         Medicine* 27), or if pairs can differ by different parts of a win, from gamma bounds on the wins that are gained \
         and lost (Fay & Feuer 1997, *Statistics in Medicine* 16). It excludes 0 only if p < 5 % (at 95 %)";
    Constant = "constant": "the same in every game: the scores of all seats, which add up to one win, or the length of 30 games or \
         more. The interval of the mean length allows for games that were not played: from the exact bound on the share of \
         those that differ (Clopper & Pearson 1934, *Biometrika* 26), and the length of the longest possible game";
    Equal = "equal": "both sides play identical games, so the difference is exactly 0";
    BothFigures = "both-figures":
        "difference of two figures; its interval is as wide as those of both together, each at half the error, so it is \
         conservative, whether or not the games are paired";
    BothSteps = "both-steps":
        "slope; its interval is as wide as those of both steps together, so it is conservative";
    WilsonDeals = "wilson-deals":
        "Wilson score interval of the mean score of deals, with the effective number of games: that of independent wins \
         and losses with the same variance (Korn & Graubard 1998, *Survey Methodology* 24). If fewer than 30 deals differ \
         from the most common score, the effective number is that of the deals";
    Sandwich = "sandwich":
        "maximum-likelihood strength ± z standard errors from the variance of the scores of each pair, which hold even if \
         strengths do not explain the scores (Huber 1967; White 1982, *Econometrica* 50). If fewer than 30 deals of a pair \
         differ from the most common score, its variance is that of deals won or lost";
    Resampling = "resampling":
        "percentile interval of 999 resampled fields; the deals of each pair are resampled";
    Jackknife = "jackknife":
        "jackknife over deals of the logarithm of F, the mean square between deals divided by that within (Miller 1974, \
         *Biometrika* 61)";
}
