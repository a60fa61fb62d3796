//! The events of a game, and their words in a story.

use super::cards::{Face, Kind};
use super::decisions::Action;
use super::report::Counters;
use super::rules::Tie;
use crate::model::{self, CardEvent, Outcome, Seat};
use std::fmt;

/// Something that happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A Numbered card is dealt in set-up.
    Opening {
        /// Whose.
        seat: Seat,
        /// The card.
        face: Face,
    },
    /// A card is discarded without any event.
    Unread {
        /// The card.
        face: Face,
    },
    /// A turn begins.
    Turn {
        /// From 1.
        number: u32,
        /// Whose.
        seat: Seat,
        /// Its character.
        character: CharacterStats,
    },
    /// A player draws without announcing an action.
    Forfeits {
        /// Who.
        seat: Seat,
    },
    /// A player announces an action.
    Announced {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
    },
    /// A card is taken off the Deck.
    Drawn {
        /// For whom.
        seat: Seat,
        /// The card.
        face: Face,
    },
    /// The Discard pile becomes the Deck.
    Reshuffled {
        /// Cards of the new Deck.
        n_cards: usize,
        /// What stays on the Discard pile.
        top: Option<Face>,
    },
    /// An Ace, Jack, Queen or Joker has its event.
    Special {
        /// Whose.
        seat: Seat,
        /// The card.
        face: Face,
    },
    /// A fight with a Numbered card or a King.
    Fought {
        /// Who fights.
        seat: Seat,
        /// The card.
        face: Face,
        /// The attack used.
        attack: i32,
        /// The card's value.
        value: i32,
        /// The fighter's Luck.
        luck: i32,
        /// What a tie is.
        tie: Tie,
        /// Captured?
        won: bool,
    },
    /// Damage is marked.
    Hurt {
        /// Whose.
        seat: Seat,
        /// How much.
        damage: u16,
        /// Health left.
        hp: i32,
    },
    /// Damage is removed, as far as there was any.
    Healed {
        /// Whose.
        seat: Seat,
        /// How much.
        healed: u16,
    },
    /// A King is discarded to stop Stabby Jack.
    JackStopped {
        /// Whose.
        seat: Seat,
        /// The King.
        king: Face,
    },
    /// A player steals from the Queen.
    Steals {
        /// Who.
        seat: Seat,
    },
    /// Luck is checked against a stolen card.
    LuckChecked {
        /// Whose.
        seat: Seat,
        /// The card.
        face: Face,
        /// The thief's Luck.
        luck: i32,
        /// The card's value.
        value: i32,
        /// Stolen?
        stolen: bool,
    },
    /// A captured monster is paid.
    Paid {
        /// By whom.
        seat: Seat,
        /// The card.
        face: Face,
        /// What it is worth.
        points: u8,
    },
    /// A card becomes an additional Attribute.
    LeveledUp {
        /// Whose.
        seat: Seat,
        /// The card.
        face: Face,
        /// By what.
        source: Source,
    },
    /// A drawn card replaces an Attribute.
    Replaced {
        /// Whose.
        seat: Seat,
        /// The drawn card.
        face: Face,
        /// The Attribute.
        old: Face,
    },
    /// A drawn card is discarded, by choice or because there is no room.
    DiscardedDrawn {
        /// The card.
        face: Face,
    },
    /// An Ace finds no two cards to swap.
    NothingToSwap,
    /// Two Attributes change places.
    Swapped {
        /// Who swaps.
        seat: Seat,
        /// What is given.
        give: Face,
        /// Whom with.
        with: Seat,
        /// What is taken.
        take: Face,
    },
    /// A character dies.
    Died {
        /// Whose.
        seat: Seat,
        /// Of what.
        cause: Cause,
        /// In another player's turn?
        off_turn: bool,
    },
    /// A card becomes an Attribute of a character that is born again.
    Born {
        /// Whose.
        seat: Seat,
        /// The card.
        face: Face,
    },
    /// EVENT of clause 4: something has changed, so somebody may have won.
    Happened {
        /// What.
        event: TurnEvent,
    },
    /// The end.
    Over {
        /// How.
        outcome: Outcome,
    },
}

/// A character in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharacterStats {
    /// Level.
    pub level: u8,
    /// Health left.
    pub hp: i32,
    /// Undamaged Health.
    pub full_hp: i32,
    /// Luck.
    pub luck: i32,
    /// Black Attack.
    pub black: i32,
    /// Red Attack.
    pub red: i32,
    /// Monster Points.
    pub points: u16,
}

/// What a character dies of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A fight lost to a Numbered card.
    Fight,
    /// A fight lost to a King.
    King,
    /// Stabby Jack.
    Jack,
    /// A Heart replaced in Training.
    Train,
    /// A Heart swapped.
    Swap,
    /// A Heart replaced at the maximum Level.
    FullReplace,
}

impl Cause {
    /// The spec's ids, by place.
    pub(super) const IDS: [&'static str; 6] = ["fight", "king", "jack", "train", "swap", "full-replace"];

    /// The EVENT that this cause brings about, whether or not somebody dies.
    pub(super) const fn event(self) -> TurnEvent {
        match self {
            Self::Fight => TurnEvent::DamageFight,
            Self::King => TurnEvent::DamageKing,
            Self::Jack => TurnEvent::DamageJack,
            Self::Train => TurnEvent::Train,
            Self::Swap => TurnEvent::Swap,
            Self::FullReplace => TurnEvent::FullReplace,
        }
    }
}

/// What a Level is gained by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Monster Points.
    Points,
    /// A theft from the Queen.
    Queen,
    /// A Joker.
    Joker,
}

impl Source {
    /// The spec's ids, by place.
    pub(super) const IDS: [&'static str; 3] = ["points", "queen", "joker"];

    pub(super) const fn event(self) -> TurnEvent {
        match self {
            Self::Points => TurnEvent::LevelUpPoints,
            Self::Queen => TurnEvent::LevelUpQueen,
            Self::Joker => TurnEvent::LevelUpJoker,
        }
    }
}

/// What can happen in a turn so that somebody wins: an EVENT of clause 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TurnEvent {
    /// A Numbered card is captured.
    Capture,
    /// A King is captured.
    CaptureKing,
    /// Training.
    Train,
    /// A swap.
    Swap,
    /// A replacement at the maximum Level.
    FullReplace,
    /// A bought Level.
    LevelUpPoints,
    /// A stolen Level.
    LevelUpQueen,
    /// A Joker's Level.
    LevelUpJoker,
    /// A day in bed.
    HealBed,
    /// A blessing.
    HealQueen,
    /// A King discarded.
    JackStopped,
    /// A fight lost.
    DamageFight,
    /// A fight lost to a King.
    DamageKing,
    /// A stab.
    DamageJack,
    /// A death, the rebirth still to come.
    Death,
    /// Nothing.
    #[default]
    Nothing,
}

impl TurnEvent {
    /// The spec's ids, by place.
    #[rustfmt::skip]
    pub(super) const IDS: [&'static str; 16] = [
        "capture", "capture-king", "train", "swap", "full-replace",
        "level-up-points", "level-up-queen", "level-up-joker", "heal-bed", "heal-queen", "jack-stopped",
        "damage-fight", "damage-king", "damage-jack", "death", "none",
    ];
}

/// The events of the card report, in order.
pub(super) const CARD_EVENTS: [&str; 3] = ["opening", "drawn", "played"];
const OPENING: usize = 0;
const DRAWN: usize = 1;
const PLAYED: usize = 2;

impl model::Event for Event {
    type Counters = Counters;

    #[inline(always)]
    fn card(&self) -> Option<CardEvent> {
        let (event, seat, face) = match *self {
            Self::Opening { seat, face } => (OPENING, seat, face),
            Self::Drawn { seat, face } => (DRAWN, seat, face),
            Self::Fought { seat, face, won: true, .. }
            | Self::Special { seat, face }
            | Self::LeveledUp { seat, face, .. }
            | Self::Replaced { seat, face, .. }
            | Self::Born { seat, face } => (PLAYED, seat, face),
            _ => return None,
        };
        Some(CardEvent { seat, card: face.place(), event })
    }
}

impl Event {
    pub(super) fn describe(&self, story: &mut dyn fmt::Write) -> fmt::Result {
        match *self {
            Self::Opening { seat, face } => writeln!(story, "Seat {seat} is dealt {}.", face.id()),
            Self::Unread { face } => writeln!(story, "  {} is discarded unread.", face.id()),
            Self::Turn { number, seat, character } => {
                writeln!(story, "\nTurn {number}, seat {seat}: {character}")
            }
            Self::Forfeits { seat } => writeln!(story, "  Seat {seat} forgets to announce an action."),
            Self::Announced { action, .. } => writeln!(
                story,
                "  {}",
                match action {
                    Action::Fight => "\"Fight\"",
                    Action::Train => "\"Train\"",
                    Action::StayInBed => "\"Stay In Bed\"",
                    Action::LevelUp => "\"Level Up\"",
                }
            ),
            Self::Drawn { seat, face } => writeln!(story, "  Seat {seat} draws {}.", face.id()),
            Self::Reshuffled { n_cards, top } => {
                write!(story, "  The Deck is empty: {n_cards} Discards are shuffled into it")?;
                match top {
                    Some(face) => writeln!(story, ", {} stays.", face.id()),
                    None => writeln!(story, "."),
                }
            }
            Self::Special { face, .. } => writeln!(story, "  {}", heading(face)),
            Self::Fought { face, attack, value, luck, tie, won, .. } => {
                write!(story, "  Attack {attack} against {} ({value})", face.id())?;
                if attack == value {
                    write!(story, ", a tie")?;
                    if tie == Tie::Luck {
                        write!(story, ", with {luck} LP")?;
                    }
                }
                writeln!(story, ": {}.", if won { "captured" } else { "lost, and discarded" })
            }
            Self::Hurt { seat, damage, hp } => {
                writeln!(story, "  Seat {seat} takes {damage} Damage: {hp} HP.")
            }
            Self::Healed { seat, healed, .. } => writeln!(story, "  Seat {seat} heals {healed}."),
            Self::JackStopped { seat, king } => {
                writeln!(story, "  Seat {seat} discards {}: no stab.", king.id())
            }
            Self::Steals { seat } => writeln!(story, "  Seat {seat} steals from the Queen."),
            Self::LuckChecked { face, luck, value, stolen, .. } => {
                let end = if stolen { "stolen" } else { "not stolen, and discarded" };
                writeln!(story, "  Luck {luck} against {} ({value}): {end}.", face.id())
            }
            Self::Paid { face, points, .. } => writeln!(story, "  {} is paid ({points} MP).", face.id()),
            Self::LeveledUp { seat, face, .. } => {
                writeln!(story, "  Seat {seat} Levels Up: {} is added.", face.id())
            }
            Self::Replaced { face, old, .. } => {
                writeln!(story, "  {} replaces {}, which is discarded.", face.id(), old.id())
            }
            Self::DiscardedDrawn { face } => writeln!(story, "  {} is discarded.", face.id()),
            Self::NothingToSwap => writeln!(story, "  No two cards can be swapped."),
            Self::Swapped { seat, give, with, take } => {
                writeln!(story, "  Seat {seat} gives {} to seat {with} for {}.", give.id(), take.id())
            }
            Self::Died { seat, .. } => {
                writeln!(story, "  Seat {seat} dies: monsters and Attributes are discarded.")
            }
            Self::Born { seat, face } => writeln!(story, "  Seat {seat} is born with {}.", face.id()),
            Self::Happened { .. } => Ok(()),
            Self::Over { outcome } => match outcome.winners().lowest() {
                Some(seat) => writeln!(story, "\nSeat {seat} wins."),
                None => writeln!(story, "\nA stalemate."),
            },
        }
    }
}

/// What the story says when a Special has its event.
fn heading(face: Face) -> &'static str {
    match face.kind() {
        Kind::Ace => "The Ace: an Attribute must be swapped.",
        Kind::Jack => "Stabby Jack!",
        Kind::Queen => "The Queen: a blessing, or a theft.",
        Kind::Joker => "The Joker: a free Level Up.",
        Kind::Numbered | Kind::King => "",
    }
}

impl fmt::Display for CharacterStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, hp, full_hp, luck, black, red, points } = self;
        write!(f, "L{level}, {hp} of {full_hp} HP, {luck} LP, {black} BA, {red} RA, {points} MP")
    }
}
