//! The settings, and the tables that the inner loop uses instead of them.

use super::cards::{NUMBERS, RANKS, Rank, Ranks};
use crate::model::{BySeat, Seat, Section, choices};

choices! {
    /// Which number wins the round.
    pub enum Comparison {
        /// The lower (printed).
        LowerWins = "lower-wins",
        /// The higher.
        HigherWins = "higher-wins",
    }
    /// Equal strengths.
    pub enum Tie {
        /// Each card lands on the other player (printed).
        BothHit = "both-hit",
        /// Neither lands.
        NoHit = "no-hit",
    }
    /// Which card lands on the loser.
    pub enum WoundingCard {
        /// The winner's (printed).
        Winner = "winner",
        /// The loser's own.
        Loser = "loser",
        /// Both.
        Both = "both",
    }
    /// What may follow a King.
    pub enum KingFollowUp {
        /// Any card.
        Any = "any",
        /// Any card but a King.
        NoKing = "no-king",
        /// Numbers only.
        Number = "number",
    }
    /// Kings on both sides.
    pub enum BothKings {
        /// Both follow.
        BothFollow = "both-follow",
        /// They cancel each other.
        Cancel = "cancel",
    }
    /// King against Jack.
    pub enum KingVsJack {
        /// The Jack nullifies the follow-up too.
        Parried = "parried",
        /// The King is nullified; nothing follows.
        Cancelled = "cancelled",
        /// The Jack is spent; the follow-up has no opponent.
        Baited = "baited",
    }
    /// King against Joker.
    pub enum KingVsJoker {
        /// The Joker faces the follow-up.
        Reflected = "reflected",
        /// The Joker is spent; the follow-up has no opponent.
        Baited = "baited",
    }
    /// A King without a permitted follow-up.
    pub enum KingAlone {
        /// A number hits its player.
        Exposed = "exposed",
        /// It is harmless.
        Harmless = "harmless",
    }
    /// A Queen that dresses under attack.
    pub enum QueenMode {
        /// The attacking number takes the wound's place (printed).
        Swap = "swap",
        /// The attacking number is discarded too.
        Heal = "heal",
    }
    /// A Queen under attack with no wound to swap.
    pub enum QueenEmptyPile {
        /// The number hits.
        Hit = "hit",
        /// The number is discarded.
        Block = "block",
    }
    /// A Queen not facing a number.
    pub enum QueenWithoutAttack {
        /// She removes a wound.
        Heal = "heal",
        /// She does nothing.
        Nothing = "nothing",
    }
    /// Whether a special card's effect is compulsory.
    pub enum Effect {
        /// It is (printed).
        Must = "must",
        /// The player may decline.
        May = "may",
    }
    /// How many cards a player draws after a round.
    pub enum Refill {
        /// As many as the player laid out (printed).
        AsPlayed = "as-played",
        /// Up to the hand size.
        HandSize = "hand-size",
    }
    /// Where the cards laid out go at the end of the round, except those on damage piles.
    pub enum PlayedCards {
        /// To the discard pile (printed).
        Discarded = "discarded",
        /// They are shuffled into their owner's deck.
        Returned = "returned",
    }
    /// Rounding of the bleed.
    pub enum BleedRounding {
        /// Up (printed).
        Up = "up",
        /// Down.
        Down = "down",
        /// To the nearest, halves up.
        Nearest = "nearest",
    }
    /// Which step of the aftermath comes first.
    pub enum AftermathOrder {
        /// Draw, then bleed (printed).
        DrawThenBleed = "draw-then-bleed",
        /// Bleed, then draw.
        BleedThenDraw = "bleed-then-draw",
    }
    /// When a player runs out in a step.
    pub enum Death {
        /// When the step empties the deck (printed).
        Empty = "empty",
        /// When the step needs more cards than the deck has.
        Short = "short",
    }
    /// When deaths are checked.
    pub enum EndCheck {
        /// After both steps.
        RoundEnd = "round-end",
        /// After each step.
        EachStep = "each-step",
    }
    /// Both dead.
    pub enum BothDead {
        /// A draw.
        Draw = "draw",
        /// Nobody wins.
        Nobody = "nobody",
        /// The smaller damage sum wins.
        LessDamage = "less-damage",
        /// The player who ran out later wins.
        LastToEmpty = "last-to-empty",
    }
}

/// The settings of Knife Fight: clause 8.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Cards in hand at the start of a round.
    pub hand_size: usize,
    /// Cards dealt to each player beyond the hand size.
    pub extra_cards: [usize; 2],
    /// Each player's damage at the start; no card of the damage pile.
    pub extra_damage: [u16; 2],
    /// Copies of each rank in the black deck, then in the red one.
    pub decks: [[usize; RANKS.len()]; 2],
    /// The compared strength, by number rank.
    pub strength: [u32; NUMBERS],
    /// The damage of a card, by number rank.
    pub damage: [u16; NUMBERS],
    /// Which number wins.
    pub comparison: Comparison,
    /// Equal strengths.
    pub tie: Tie,
    /// Which card lands on the loser.
    pub wounding_card: WoundingCard,
    /// What may follow a King.
    pub king_follow_up: KingFollowUp,
    /// Whether a King must be followed.
    pub king_follows: Effect,
    /// Kings on both sides.
    pub both_kings: BothKings,
    /// King against Jack.
    pub king_vs_jack: KingVsJack,
    /// King against Joker.
    pub king_vs_joker: KingVsJoker,
    /// A King without a permitted follow-up.
    pub king_alone: KingAlone,
    /// A Queen that dresses under attack.
    pub queen_mode: QueenMode,
    /// A Queen under attack with no wound.
    pub queen_empty_pile: QueenEmptyPile,
    /// A Queen not facing a number.
    pub queen_without_attack: QueenWithoutAttack,
    /// Whether a Queen must dress a wound.
    pub queen_dresses: Effect,
    /// How many cards a player draws after a round.
    pub refill: Refill,
    /// The hands up to which black and red draw, if they do not draw as many cards as they played.
    pub refill_to: [usize; 2],
    /// Where the cards laid out go.
    pub played_cards: PlayedCards,
    /// Damage sum per bled card.
    pub bleed_divisor: u32,
    /// Rounding of the bleed.
    pub bleed_rounding: BleedRounding,
    /// Draw or bleed first.
    pub aftermath_order: AftermathOrder,
    /// When a player runs out in a step.
    pub death: Death,
    /// When deaths are checked.
    pub end_check: EndCheck,
    /// The outcome if both are dead.
    pub both_dead: BothDead,
    /// Maximum number of rounds.
    pub max_rounds: u16,
}

/// Black's number, then red's.
fn by_colour<T: Copy>(numbers: &BySeat<T>) -> [T; 2] {
    [numbers[Seat::FIRST], numbers[Seat::SECOND]]
}

/// Maximum number of cards in a deck.
pub(super) const MAX_DECK: usize = 120;

impl Rules {
    /// Reads and validates all tables.
    pub(super) fn read(settings: &Section<'_>) -> Self {
        let setup = settings.section("setup");
        let decks = settings.section("deck");
        let cards = settings.section("cards");
        let rules = settings.section("rules");
        let hand_size: usize = setup.int("hand-size", 1..=10);
        let extra_cards = by_colour(&setup.per_seat("extra-cards", 2, 0..=7));
        let extra_damage = by_colour(&setup.per_seat("extra-damage", 2, 0..=60));
        let colours = ["black", "red"];
        let copies = colours.map(|colour| {
            let deck = decks.section(colour);
            RANKS.map(|rank| deck.int::<usize>(rank, 0..=12))
        });
        // Sums are checked only for decks whose cards are individually valid; both decks are reported if both
        // are invalid.
        if !settings.is_faulty() {
            for ((colour, copies), extra) in colours.into_iter().zip(&copies).zip(extra_cards) {
                let (least, total) = (hand_size + extra + 1, copies.iter().sum::<usize>());
                if !(least..=MAX_DECK).contains(&total) {
                    decks.fault(
                        colour,
                        format!("a deck of {total} cards"),
                        format!("{least} to {MAX_DECK} cards in all (one more than the hand at least)"),
                    );
                }
            }
        }
        let refill: Refill = rules.choice("refill");
        let list = rules.item("refill-to");
        let hands = list.items(0..=2);
        if refill == Refill::AsPlayed && !hands.is_empty() {
            list.fault("[], or refill = \"hand-size\"");
        }
        let refill_to = [0, 1].map(|seat| hands.get(seat).map_or(hand_size, |hand| hand.int(1..=10)));
        let numbers = std::array::from_fn(|index| {
            let card = cards.section(RANKS[index]);
            (card.int("strength", 0..=99), card.int("damage", 0..=60))
        });
        Self {
            hand_size,
            extra_cards,
            extra_damage,
            decks: copies,
            strength: numbers.map(|(strength, _)| strength),
            damage: numbers.map(|(_, damage)| damage),
            comparison: rules.choice("comparison"),
            tie: rules.choice("tie"),
            wounding_card: rules.choice("wounding-card"),
            king_follow_up: rules.choice("king-follow-up"),
            king_follows: rules.choice("king-follows"),
            both_kings: rules.choice("both-kings"),
            king_vs_jack: rules.choice("king-vs-jack"),
            king_vs_joker: rules.choice("king-vs-joker"),
            king_alone: rules.choice("king-alone"),
            queen_mode: rules.choice("queen-mode"),
            queen_empty_pile: rules.choice("queen-empty-pile"),
            queen_without_attack: rules.choice("queen-without-attack"),
            queen_dresses: rules.choice("queen-dresses"),
            refill,
            refill_to,
            played_cards: rules.choice("played-cards"),
            bleed_divisor: rules.int::<u32>("bleed-divisor", 1..=60).max(1),
            bleed_rounding: rules.choice("bleed-rounding"),
            aftermath_order: rules.choice("aftermath-order"),
            death: rules.choice("death"),
            end_check: rules.choice("end-check"),
            both_dead: rules.choice("both-dead"),
            max_rounds: rules.int("max-rounds", 1..=1000),
        }
    }

    /// Damage of a number card; 0 for other cards (clause 2).
    pub(super) fn damage_of(&self, rank: Rank) -> u16 {
        self.damage.get(rank.index()).copied().unwrap_or(0)
    }

    /// The bleed of a damage sum, before the deck's size limits it (clause 6.5).
    pub(super) fn bleed(&self, damage: u16) -> usize {
        let (sum, divisor) = (u32::from(damage), self.bleed_divisor);
        let cards = match self.bleed_rounding {
            BleedRounding::Up => sum.div_ceil(divisor),
            BleedRounding::Down => sum / divisor,
            BleedRounding::Nearest => (2 * sum + divisor) / (2 * divisor),
        };
        cards as usize
    }

    /// The minimum damage sum that bleeds this many cards; `None` if no sum in a game does.
    pub(super) fn damage_that_bleeds(&self, cards: usize) -> Option<u16> {
        let (cards, divisor) = (u32::try_from(cards).ok()?, self.bleed_divisor);
        let sum = match self.bleed_rounding {
            _ if cards == 0 => 0,
            BleedRounding::Up => (cards - 1) * divisor + 1,
            BleedRounding::Down => cards * divisor,
            BleedRounding::Nearest => ((2 * cards - 1) * divisor).div_ceil(2),
        };
        u16::try_from(sum).ok()
    }

    /// The ranks that may follow a King: clause 6.1.
    pub(super) fn followers(&self) -> Ranks {
        let follows = |rank: &Rank| match self.king_follow_up {
            KingFollowUp::Any => true,
            KingFollowUp::NoKing => *rank != Rank::KING,
            KingFollowUp::Number => rank.is_number(),
        };
        Rank::all().filter(follows).collect()
    }

    /// The result of black's front against red's: clause 6.2.
    pub(super) fn clash_of(&self, black: Rank, red: Rank) -> Clash {
        let own = self.seen_by(black, red);
        let opp = self.seen_by(red, black);
        let kings = Clash::when(black == Rank::KING || red == Rank::KING, Clash::FEINT);
        let queens = Clash::when(black == Rank::QUEEN || red == Rank::QUEEN, Clash::QUEEN);
        Clash(own.0 | opp.swapped().0 | kings.0 | queens.0)
    }

    /// The part of a clash that one player's front causes; that player counts as black.
    fn seen_by(&self, own: Rank, opp: Rank) -> Clash {
        let harmless = self.king_alone == KingAlone::Harmless;
        let heals = self.queen_without_attack == QueenWithoutAttack::Heal;
        if own == Rank::JACK || opp == Rank::JACK {
            return Clash::when(own == Rank::JACK && opp.is_number(), Clash::BLACK_PARRIES);
        }
        match (own, opp) {
            (n, m) if n.is_number() && m.is_number() => self.compare(n, m),
            (n, Rank::JOKER) if n.is_number() => Clash::BLACK_HITS_BLACK,
            (Rank::JOKER, m) if m.is_number() => Clash::BLACK_REFLECTS,
            (n, Rank::ALONE) if n.is_number() => Clash::when(!harmless, Clash::BLACK_HITS_RED),
            (n, _) if n.is_number() => Clash::BLACK_HITS_RED,
            (Rank::QUEEN, m) if m.is_number() || heals => Clash::BLACK_DRESSES,
            _ => Clash::NONE,
        }
    }

    /// Number against number.
    fn compare(&self, own: Rank, opp: Rank) -> Clash {
        let (s, t) = (self.strength[own.index()], self.strength[opp.index()]);
        if s == t {
            return Clash(Clash::TIE.0 | Clash::when(self.tie == Tie::BothHit, Clash::BLACK_HITS_RED).0);
        }
        let wins = (s < t) == (self.comparison == Comparison::LowerWins);
        let winners = wins && self.wounding_card != WoundingCard::Loser;
        let losers = !wins && self.wounding_card != WoundingCard::Winner;
        let hits =
            Clash::when(winners, Clash::BLACK_HITS_RED).0 | Clash::when(losers, Clash::BLACK_HITS_BLACK).0;
        Clash(Clash::STRIKE.0 | hits)
    }
}

/// The result of a clash: a set of effects. A Queen's dressing also depends on her player's damage pile
/// (clause 6.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clash(u16);

impl Clash {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// Black's card lands on red's pile.
    pub const BLACK_HITS_RED: Self = Self(1);
    /// Red's card lands on black's pile.
    pub const RED_HITS_BLACK: Self = Self(1 << 1);
    /// Black's card lands on black's own pile.
    pub const BLACK_HITS_BLACK: Self = Self(1 << 2);
    /// Red's card lands on red's own pile.
    pub const RED_HITS_RED: Self = Self(1 << 3);
    /// Black's Queen removes a wound, if there is one.
    pub const BLACK_DRESSES: Self = Self(1 << 4);
    /// Red's Queen does.
    pub const RED_DRESSES: Self = Self(1 << 5);
    /// A Queen removes a wound, if there is one.
    pub const DRESSES: Self = Self(Self::BLACK_DRESSES.0 | Self::RED_DRESSES.0);
    /// Black's Jack nullifies a number.
    pub const BLACK_PARRIES: Self = Self(1 << 6);
    /// Red's Jack does.
    pub const RED_PARRIES: Self = Self(1 << 7);
    /// Black's Joker reflects a number.
    pub const BLACK_REFLECTS: Self = Self(1 << 8);
    /// Red's Joker does.
    pub const RED_REFLECTS: Self = Self(1 << 9);
    /// Two numbers of unequal strength.
    pub const STRIKE: Self = Self(1 << 10);
    /// Two numbers of equal strength.
    pub const TIE: Self = Self(1 << 11);
    /// A King is in front: a feint step comes first.
    pub const FEINT: Self = Self(1 << 12);
    /// A Queen is in front.
    pub const QUEEN: Self = Self(1 << 13);
    /// A King or a Queen is in front.
    pub const COURT: Self = Self(Self::FEINT.0 | Self::QUEEN.0);
    const BLACK: u16 = 0b01_0101_0101;

    /// Whether any of these effects is in the set.
    #[must_use]
    pub const fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }

    /// Cards that may land, in this order: the effect, the owner, and the target pile.
    pub(super) const HITS: [(Self, Seat, Seat); 4] = [
        (Self::BLACK_HITS_RED, Seat::FIRST, Seat::SECOND),
        (Self::RED_HITS_BLACK, Seat::SECOND, Seat::FIRST),
        (Self::BLACK_HITS_BLACK, Seat::FIRST, Seat::FIRST),
        (Self::RED_HITS_RED, Seat::SECOND, Seat::SECOND),
    ];

    /// The clash without the effects of the other player's card on this seat.
    pub(super) fn stopped_by(self, seat: Seat) -> Self {
        let hit = if seat == Seat::FIRST { Self::RED_HITS_BLACK } else { Self::BLACK_HITS_RED };
        Self(self.0 & !hit.0)
    }

    /// The Queen's dressing of this seat.
    pub(super) fn dressing(seat: Seat) -> Self {
        if seat == Seat::FIRST { Self::BLACK_DRESSES } else { Self::RED_DRESSES }
    }

    fn when(holds: bool, clash: Self) -> Self {
        if holds { clash } else { Self::NONE }
    }

    /// The same with the colours exchanged.
    pub(super) fn swapped(self) -> Self {
        let both = Self::STRIKE.0 | Self::TIE.0 | Self::FEINT.0 | Self::QUEEN.0;
        Self(self.0 & both | (self.0 & Self::BLACK) << 1 | (self.0 & Self::BLACK << 1) >> 1)
    }
}
