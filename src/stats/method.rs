//! How intervals are made: the names that reports give, and what they mean.

/// Declares the methods: variant, name, meaning.
macro_rules! methods {
    ($($variant:ident = $name:literal: $meaning:literal;)+) => {
        /// How an interval was made.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Method {
            $(#[doc = $meaning] $variant,)+
        }

        impl Method {
            /// All of them, in the order in which they are documented.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// As it is named in reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// What it is, in a line of Markdown.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning),+ }
            }
        }
    };
}

methods! {
    Wilson = "wilson":
        "Wilson's score interval of a plain rate (Brown, Cai & DasGupta 2001, *Statistical Science* 16). Also for \
         shares of a win and for several seats of one game where nothing varies, with the games as n";
    Jeffreys = "jeffreys": "Jeffreys' interval of a plain rate: quantiles of Beta(W + ½, n − W + ½)";
    ClopperPearson = "clopper-pearson":
        "the exact interval of a plain rate: it never covers less often than it says";
    Normal = "normal":
        "mean ± z·s/√n, for seats that can share a win: their score is a fraction, and s is its standard deviation";
    Ratio = "ratio":
        "the ratio of two totals with the game as the unit, for rows in which several seats of one game stand, \
         since these depend on each other";
    T = "t": "mean ± t·s/√n, with the quantile of Student's t distribution";
    OrderStatistics = "order-statistics":
        "a quantile, between two of the observed values some ranks below and above it (Conover 1999, *Practical \
         Nonparametric Statistics*)";
    Clustered = "clustered":
        "a difference of two win shares with the game as the unit (Liang & Zeger 1986, *Biometrika* 73)";
    BetaBinomialCs = "beta-binomial-cs":
        "the number of games was not fixed beforehand: a confidence sequence for a rate, which holds at every look \
         at once (Robbins 1970; Howard, Ramdas, McAuliffe & Sekhon 2021, *Annals of Statistics* 49)";
    AsymptoticCs = "asymptotic-cs":
        "the same for means, ratios, differences and strengths (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, arXiv \
         2103.06476); a p-value beside it holds at every look at once, too";
    PairedT = "paired-t": "Student's t interval of the differences of paired games";
    PairedRatio = "paired-ratio":
        "a difference of two ratios over paired games, by their linearised residuals";
    FewDifferences = "few-differences":
        "a share of which fewer than 30 pairs differ: ± the exact upper bound of how many do";
    Equal = "equal": "both sides play every game alike: the difference is exactly 0";
    BothSteps = "both-steps":
        "a slope: as wide as the intervals of the steps down and up together, never too narrow whatever the two \
         have in common";
    WilsonDeals = "wilson-deals":
        "Wilson's score interval of a mean score of deals, with as many games as would vary as much as the deals did \
         if each were independent of all others and either won or lost (Korn & Graubard 1998, *Survey Methodology* \
         24); one a deal where fewer than 30 deals differ from the most common score";
    Hessian = "hessian":
        "a strength by maximum likelihood, ± z standard errors by the curvature of the likelihood of as many games \
         as for `wilson-deals`";
    Resampling = "resampling":
        "the middle of what 999 fields come to whose deals are drawn at random, pair by pair, from those that were \
         played";
    Bootstrap = "bootstrap":
        "the middle of what 999 runs come to whose deals are drawn at random from those that were played (Efron 1979, \
         *Annals of Statistics* 7)";
}
