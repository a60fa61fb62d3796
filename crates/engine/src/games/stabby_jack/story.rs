//! The events of a game, and their texts in a story.

use super::cards::{Face, Kind};
use super::decisions::Action;
use super::report::Counters;
use super::rules::Tie;
use crate::model::words::{counted, ending};
use crate::model::{self, CardEvent, Outcome, Seat};
use std::fmt;

/// An event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A Numbered card is dealt in set-up.
    Opening {
        /// The player.
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
        /// The player.
        seat: Seat,
        /// Its character.
        character: CharacterStats,
    },
    /// A player draws without announcing an action.
    Forfeits {
        /// The player.
        seat: Seat,
    },
    /// A player announces an action.
    Announced {
        /// The player.
        seat: Seat,
        /// The action.
        action: Action,
    },
    /// A card is drawn from the Deck.
    Drawn {
        /// The acting player.
        seat: Seat,
        /// The card.
        face: Face,
    },
    /// The Discard pile becomes the Deck.
    Reshuffled {
        /// Cards of the new Deck.
        n_cards: usize,
        /// The card that stays on the Discard pile.
        top: Option<Face>,
    },
    /// An Ace, Jack, Queen or Joker triggers its event.
    Special {
        /// The player.
        seat: Seat,
        /// The card.
        face: Face,
        /// Whether the swap of an Ace is optional.
        optional: bool,
    },
    /// A fight with a Numbered card or a King.
    Fought {
        /// The player who fights.
        seat: Seat,
        /// The card.
        face: Face,
        /// The attack used.
        attack: i32,
        /// The card's value.
        value: i32,
        /// The fighter's Luck.
        luck: i32,
        /// The treatment of a tie.
        tie: Tie,
        /// Whether the card is captured.
        won: bool,
    },
    /// Damage is marked.
    Hurt {
        /// The player.
        seat: Seat,
        /// The amount.
        damage: u16,
        /// Health left.
        hp: i32,
    },
    /// Damage is removed, if there is any.
    Healed {
        /// The player.
        seat: Seat,
        /// The amount.
        healed: u16,
    },
    /// A King is discarded to stop Stabby Jack.
    JackStopped {
        /// The player.
        seat: Seat,
        /// The King.
        king: Face,
        /// The Damage that is left.
        left: u16,
    },
    /// A player steals from the Queen.
    Steals {
        /// The player.
        seat: Seat,
    },
    /// Luck is checked against a stolen card.
    LuckChecked {
        /// The player.
        seat: Seat,
        /// The card.
        face: Face,
        /// The thief's Luck.
        luck: i32,
        /// The card's value.
        value: i32,
        /// Whether the card is stolen.
        stolen: bool,
    },
    /// A captured monster is paid.
    Paid {
        /// The acting player.
        seat: Seat,
        /// The card.
        face: Face,
        /// Its Monster Points.
        points: u8,
    },
    /// A card becomes an additional Attribute.
    LeveledUp {
        /// The player.
        seat: Seat,
        /// The card.
        face: Face,
        /// How the Level is gained.
        source: Source,
    },
    /// A drawn card replaces an Attribute.
    Replaced {
        /// The player.
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
    /// There are no two cards that an Ace could swap.
    NothingToSwap,
    /// Two Attributes are swapped.
    Swapped {
        /// The player who swaps.
        seat: Seat,
        /// The card given.
        give: Face,
        /// The other player.
        with: Seat,
        /// The card taken.
        take: Face,
    },
    /// A character dies.
    Died {
        /// The player.
        seat: Seat,
        /// The cause of death.
        cause: Cause,
        /// Whether it is another player's turn.
        off_turn: bool,
    },
    /// A card becomes an Attribute of a reborn character.
    Born {
        /// The player.
        seat: Seat,
        /// The card.
        face: Face,
    },
    /// EVENT of clause 4: a change after which somebody may have won.
    Happened {
        /// The change.
        event: TurnEvent,
    },
    /// The game ends.
    Over {
        /// The outcome.
        outcome: Outcome,
    },
}

/// The numbers of a character.
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

/// The cause of a death.
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
    /// The ids, by index.
    pub(super) const IDS: [&'static str; 6] = ["fight", "king", "jack", "train", "swap", "full-replace"];

    /// The EVENT of this cause, whether or not the character dies.
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

/// How a Level is gained.
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
    /// The ids, by index.
    pub(super) const IDS: [&'static str; 3] = ["points", "queen", "joker"];

    pub(super) const fn event(self) -> TurnEvent {
        match self {
            Self::Points => TurnEvent::LevelUpPoints,
            Self::Queen => TurnEvent::LevelUpQueen,
            Self::Joker => TurnEvent::LevelUpJoker,
        }
    }
}

/// An EVENT of clause 4: a change in a turn after which somebody may have won.
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
    /// A death, before the rebirth.
    Death,
    /// No event.
    #[default]
    Nothing,
}

impl TurnEvent {
    /// The ids, by index.
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
            | Self::Special { seat, face, .. }
            | Self::LeveledUp { seat, face, .. }
            | Self::Replaced { seat, face, .. }
            | Self::Born { seat, face } => (PLAYED, seat, face),
            _ => return None,
        };
        Some(CardEvent { seat, card: face.index(), event })
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
            Self::Announced { seat, action } => writeln!(
                story,
                "  Seat {seat} announces {}.",
                match action {
                    Action::Fight => "\"Fight\"",
                    Action::Train => "\"Train\"",
                    Action::StayInBed => "\"Stay In Bed\"",
                    Action::LevelUp => "\"Level Up\"",
                }
            ),
            Self::Drawn { seat, face } => writeln!(story, "  Seat {seat} draws {}.", face.id()),
            Self::Reshuffled { n_cards, top } => {
                let cards = counted(u32::try_from(n_cards).unwrap_or(u32::MAX), "cards");
                write!(story, "  The Deck is empty: the Discard pile of {cards} becomes the Deck")?;
                match top {
                    Some(face) => writeln!(story, "; {} stays.", face.id()),
                    None => writeln!(story, "."),
                }
            }
            Self::Special { seat, face, optional } => writeln!(story, "  {}", special(seat, face, optional)),
            Self::Fought { seat, face, attack, value, luck, tie, won } => {
                write!(story, "  Seat {seat} attacks {} ({value}) with {attack}", face.id())?;
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
            Self::JackStopped { seat, king, left: 0 } => {
                writeln!(story, "  Seat {seat} discards {}: no stab.", king.id())
            }
            Self::JackStopped { seat, king, left } => {
                writeln!(story, "  Seat {seat} discards {}: {left} Damage left.", king.id())
            }
            Self::Steals { seat } => writeln!(story, "  Seat {seat} steals from the Queen."),
            Self::LuckChecked { seat, face, luck, value, stolen } => {
                let end = if stolen { "stolen" } else { "not stolen, and discarded" };
                writeln!(story, "  Seat {seat} tries {} ({value}) with {luck} LP: {end}.", face.id())
            }
            Self::Paid { seat, face, points } => {
                writeln!(story, "  Seat {seat} pays {} ({points} MP).", face.id())
            }
            Self::LeveledUp { seat, face, source } => {
                let by = match source {
                    Source::Points => "with Monster Points",
                    Source::Queen => "by theft",
                    Source::Joker => "by the Joker",
                };
                writeln!(story, "  Seat {seat} Levels Up {by}: {} is added.", face.id())
            }
            Self::Replaced { seat, face, old } => {
                writeln!(story, "  {} replaces {} of seat {seat}, which is discarded.", face.id(), old.id())
            }
            Self::DiscardedDrawn { face } => writeln!(story, "  {} is discarded.", face.id()),
            Self::NothingToSwap => writeln!(story, "  No two cards can be swapped."),
            Self::Swapped { seat, give, with, take } => {
                writeln!(story, "  Seat {seat} gives {} to seat {with} for {}.", give.id(), take.id())
            }
            Self::Died { seat, cause, .. } => {
                let why = match cause {
                    Cause::Fight => "in a fight",
                    Cause::King => "in a fight with a King",
                    Cause::Jack => "by Stabby Jack",
                    Cause::Train => "by Training",
                    Cause::Swap => "by a swap",
                    Cause::FullReplace => "by a Level Up",
                };
                writeln!(story, "  Seat {seat} dies {why}: monsters and Attributes are discarded.")
            }
            Self::Born { seat, face } => writeln!(story, "  Seat {seat} is born with {}.", face.id()),
            Self::Happened { .. } => Ok(()),
            Self::Over { outcome } => writeln!(story, "\n{}", ending(outcome)),
        }
    }
}

/// What a Special offers or does.
fn special(seat: Seat, face: Face, optional: bool) -> String {
    let id = face.id();
    let may = if optional { "may" } else { "must" };
    match face.kind() {
        Kind::Ace => format!("The Ace ({id}): seat {seat} {may} swap an Attribute."),
        Kind::Jack => format!("Stabby Jack ({id}) attacks seat {seat}."),
        Kind::Queen => format!("The Queen ({id}) offers seat {seat} a blessing or a theft."),
        Kind::Joker => format!("The Joker gives seat {seat} a free Level Up."),
        Kind::Numbered | Kind::King => String::new(),
    }
}

impl fmt::Display for CharacterStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, hp, full_hp, luck, black, red, points } = self;
        write!(f, "L{level}, {hp} of {full_hp} HP, {luck} LP, {black} BA, {red} RA, {points} MP")
    }
}
