//! What sentences mean: numbers, conditions and statements.

use super::names::Names;
use crate::model::Outcome;

/// The player of the sentence, or the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    My,
    Foe,
}

/// A card that a sentence names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CardRef {
    /// The card with this name that a player chose.
    Chosen(Who, usize),
    /// The card that a choice is about.
    It,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Calc {
    Add,
    Subtract,
    Multiply,
    Down,
    Up,
    Nearest,
    Least,
    Most,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    Other,
    AtLeast,
    More,
}

/// A number.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    /// One for each seat.
    Known([i32; 2]),
    Counter(Who, usize),
    /// A number of a card.
    Of(usize, CardRef),
    Size(ZoneRef),
    Round,
    Calc(Calc, Box<Expr>, Box<Expr>),
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cond {
    Known(bool),
    Compare(Expr, Comparison, Expr),
    /// The card is one of these kinds.
    Kind(CardRef, u64),
    /// There is no card.
    Nothing(CardRef),
    /// The zone has a card of these kinds.
    Has(ZoneRef, u64),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
    /// It holds for one of the players at least, or for both.
    Either(Box<Cond>),
    Both(Box<Cond>),
}

/// A zone of a player. A shared one is the same for both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ZoneRef(pub(super) Who, pub(super) usize);

/// Where a choice offers to pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pass {
    Never,
    First,
    Last,
}

/// A decision of a description.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Choice {
    pub(super) name: &'static str,
    pub(super) from: usize,
    pub(super) to: Option<usize>,
    /// The name under which the chosen card is known.
    pub(super) chosen: usize,
    /// The kinds that it can offer.
    pub(super) kinds: u64,
    /// What decides in a game which of these it offers.
    pub(super) that: Option<Cond>,
    pub(super) pass: Pass,
}

impl Choice {
    /// No choice, for states in which nobody chooses.
    pub(super) const NONE: Self =
        Self { name: "", from: 0, to: None, chosen: 0, kinds: 0, that: None, pass: Pass::Last };
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Statement {
    Each(Vec<Statement>),
    If(Cond, Vec<Statement>, Vec<Statement>),
    Repeat(u8, Cond, Vec<Statement>),
    /// The index of a choice, the name of its card, and who chooses; the others have no card of this name.
    Choose {
        choice: usize,
        chosen: usize,
        when: Cond,
    },
    SetCard(Who, usize, u8),
    /// The first chosen card becomes the second one.
    CopyCard([(Who, usize); 2]),
    Set(Who, usize, Expr),
    Draw {
        cards: Expr,
        from: ZoneRef,
        to: ZoneRef,
        refill: Option<ZoneRef>,
    },
    TurnUp {
        from: ZoneRef,
        to: ZoneRef,
        chosen: usize,
        event: Option<usize>,
    },
    MoveCard {
        card: CardRef,
        from: ZoneRef,
        to: ZoneRef,
        event: Option<usize>,
    },
    MoveTop {
        cards: Expr,
        from: ZoneRef,
        to: ZoneRef,
        event: Option<usize>,
    },
    MoveAll {
        from: ZoneRef,
        to: ZoneRef,
        under: bool,
        event: Option<usize>,
    },
    Shuffle(ZoneRef),
    Count(usize, Expr),
    Win(Who),
    End(Outcome),
    /// The player with the higher, or the lower, counter wins.
    Better {
        counter: usize,
        lower: bool,
    },
    Again,
}

impl Statement {
    /// The counter by which a sentence decides who wins, and whether the lower one does. A mark is 0 again every round.
    pub(super) fn better(&self, names: &Names) -> Option<(usize, bool)> {
        match self {
            Self::Better { counter, lower } => {
                names.counters.get(*counter).filter(|counter| !counter.mark).map(|_| (*counter, *lower))
            }
            Self::Each(body) | Self::Repeat(.., body) => {
                body.iter().find_map(|statement| statement.better(names))
            }
            Self::If(_, body, otherwise) => {
                body.iter().chain(otherwise).find_map(|statement| statement.better(names))
            }
            _ => None,
        }
    }
}

impl Expr {
    /// Its value for each seat, if it does not depend on the game.
    pub(super) fn known(&self) -> Option<[i32; 2]> {
        match self {
            Self::Known(numbers) => Some(*numbers),
            Self::Calc(calc, one, other) => {
                let ([a, b], [c, d]) = (one.known()?, other.known()?);
                Some([calc.of(a, c), calc.of(b, d)])
            }
            _ => None,
        }
    }
}

/// Counters and results stay within this.
const LARGEST: i32 = 1_000_000;

impl Calc {
    /// The result. Divisors are 1 at least.
    #[inline]
    pub(super) fn of(self, one: i32, other: i32) -> i32 {
        let divisor = other.max(1);
        let result = match self {
            Self::Add => one.saturating_add(other),
            Self::Subtract => one.saturating_sub(other),
            Self::Multiply => one.saturating_mul(other),
            Self::Down => one.div_euclid(divisor),
            Self::Up => -(-one).div_euclid(divisor),
            Self::Nearest => (2 * one + divisor).div_euclid(2 * divisor),
            Self::Least => one.min(other),
            Self::Most => one.max(other),
        };
        result.clamp(-LARGEST, LARGEST)
    }
}

impl Comparison {
    /// The limits of the difference of two numbers for which it holds, or, for `Other`, does not hold.
    pub(super) const fn limits(self) -> [i32; 2] {
        match self {
            Self::Less => [i32::MIN, -1],
            Self::AtMost => [i32::MIN, 0],
            Self::Equal | Self::Other => [0, 0],
            Self::AtLeast => [0, i32::MAX],
            Self::More => [1, i32::MAX],
        }
    }

    pub(super) fn holds(self, one: i32, other: i32) -> bool {
        let ([low, high], difference) = (self.limits(), one.saturating_sub(other));
        (low <= difference && difference <= high) != (self == Self::Other)
    }
}
