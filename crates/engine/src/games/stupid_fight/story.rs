//! The events of a game, and their texts in a story.

use super::cards::Id;
use super::damage::Row;
use super::moves::name_of;
use super::report::Counters;
use super::state::Source;
use super::thrown_card::ThrownCard;
use crate::model::words::{counted, ending, listed};
use crate::model::{self, CardEvent, Outcome, Seat, Seats};
use std::fmt;

/// The use of a card from the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Put into play.
    Part,
    /// Played as a black card.
    Black,
    /// Played as a taunt.
    Taunt,
    /// Played as a ! card.
    Special,
    /// Thrown.
    Throw,
    /// Removes an attack card: a dodge.
    Dodge,
    /// Removes an attack card: no dodge.
    Block,
    /// Its player runs away.
    RunAway,
}

/// The origin of a starting torso.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The player's own stack.
    Own,
    /// Charity.
    Given(Seat),
    /// The box.
    Boxed,
}

/// The zone from which a card is paid or stolen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// The hand.
    Hand,
    /// The top of the deck.
    Deck,
    /// A limb in play.
    Body,
}

impl Zone {
    const fn name(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::Deck => "deck",
            Self::Body => "body",
        }
    }
}

/// An event. The fields are the words of the sentence above each event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are the words of the sentence above each event")]
pub enum Event {
    /// A player starts with a torso.
    Starts { seat: Seat, card: Id, found: Found },
    /// A drawn card belongs to the opening; not printed.
    Opening { seat: Seat, card: Id },
    /// A player draws a card.
    Drawn { seat: Seat, card: Id },
    /// A turn begins.
    Status { seat: Seat, round: u16, number: u16 },
    /// A player plays or uses a card of its hand.
    Played { seat: Seat, card: Id, how: Use },
    /// A card in play goes to the trash for another.
    Replaced { seat: Seat, card: Id },
    /// A ! card beside a part is set aside.
    SetAside { seat: Seat, card: Id },
    /// A player starts the special of a part.
    Activates { seat: Seat, card: Id },
    /// A player attacks another.
    Attacks { seat: Seat, victim: Seat },
    /// A card is thrown.
    Thrown { seat: Seat, card: Id, thrown: ThrownCard, converted: bool },
    /// A combo is complete.
    Commits { seat: Seat, victim: Seat, cards: u8 },
    /// An attack card is dodged or blocked.
    Removed { seat: Seat, thrown: ThrownCard, block: bool },
    /// A player runs away.
    RanAway { seat: Seat, from: Source, cards: u8 },
    /// An attack card lands.
    Lands { thrown: ThrownCard, row: Row, damage: u8 },
    /// The trash is shuffled, and some of its cards become a player's deck.
    Reshuffles { seat: Seat, cards: u8 },
    /// A player takes damage.
    Owes { seat: Seat, amount: u16, source: Source },
    /// A player pays with a card.
    Paid { seat: Seat, card: Id, from: Zone },
    /// A player cannot pay.
    Dying { seat: Seat, source: Source },
    /// These players are defeated simultaneously.
    Out { seats: Seats },
    /// A player chooses the victim of its card.
    Aims { seat: Seat, victim: Seat },
    /// A card is stolen.
    Stolen { from: Seat, to: Seat, card: Id, zone: Zone },
    /// A limb is ripped off.
    Ripped { seat: Seat, card: Id },
    /// A card of the hand is trashed.
    Trashed { seat: Seat, card: Id },
    /// A torso is broken.
    Broken { seat: Seat, card: Id },
    /// A deck is split.
    Splits { seat: Seat, top: u8, bottom: u8 },
    /// One of the stacks is lost.
    SplitLost { seat: Seat, cards: u8, lose_top: bool, stolen: bool },
    /// An attack triggers a taunt.
    Taunts { seat: Seat, victim: Seat },
    /// A player gives cards to the joining player.
    Gives { seat: Seat, cards: u8 },
    /// A player joins.
    Joins { seat: Seat, cards: u8 },
    /// No player can join, because no torso is left.
    NobodyJoins,
    /// There was no progress for too long.
    Idles,
    /// The game is over.
    Over { outcome: Outcome },
}

/// The events of the card report, in order.
pub(super) const CARD_EVENTS: [&str; 4] = ["drawn", "opening", "played", "paid"];

impl model::Event for Event {
    type Counters = Counters;

    #[inline]
    fn card(&self) -> Option<CardEvent> {
        let (event, seat, card) = match *self {
            Self::Drawn { seat, card } => (0, seat, card),
            Self::Opening { seat, card } | Self::Starts { seat, card, .. } => (1, seat, card),
            Self::Played { seat, card, .. } => (2, seat, card),
            Self::Paid { seat, card, .. } => (3, seat, card),
            _ => return None,
        };
        Some(CardEvent { seat, card: card.index(), event })
    }
}

impl Event {
    pub(super) fn describe<'n>(&self, card: impl Fn(Id) -> &'n str, to: &mut dyn fmt::Write) -> fmt::Result {
        match *self {
            Self::Starts { seat, card: id, found } => match found {
                Found::Own => writeln!(to, "Seat {seat} finds {}.", card(id)),
                Found::Given(giver) => {
                    writeln!(to, "Seat {seat} has no torso; seat {giver} gives {}.", card(id))
                }
                Found::Boxed => writeln!(to, "Seat {seat} has no torso; the box gives {}.", card(id)),
            },
            Self::Status { seat, round, number } => {
                writeln!(to, "\nTurn {number} (round {round}): seat {seat}")
            }
            Self::Drawn { seat, card: id } => writeln!(to, "  Seat {seat} draws {}.", card(id)),
            Self::Played { seat, card: id, how } => {
                let id = card(id);
                match how {
                    Use::Part => writeln!(to, "  Seat {seat} puts on {id}."),
                    Use::Black | Use::Special => writeln!(to, "  Seat {seat} plays {id}."),
                    Use::Taunt => writeln!(to, "  Seat {seat} taunts with {id}."),
                    Use::Dodge => writeln!(to, "    Seat {seat} dodges with {id}."),
                    Use::Block => writeln!(to, "    Seat {seat} blocks with {id}."),
                    Use::RunAway => writeln!(to, "    Seat {seat} runs away with {id}."),
                    // `Thrown` describes it.
                    Use::Throw => Ok(()),
                }
            }
            Self::Replaced { seat, card: id } => {
                writeln!(to, "    {} of seat {seat} goes to the trash.", card(id))
            }
            Self::SetAside { seat, card: id } => {
                writeln!(to, "    {} of seat {seat} is set aside.", card(id))
            }
            Self::Activates { seat, card: id } => {
                writeln!(to, "    Seat {seat} starts the special of {}.", card(id))
            }
            Self::Attacks { seat, victim } => writeln!(to, "  Seat {seat} attacks seat {victim}."),
            Self::Thrown { seat, card: id, thrown, converted } => {
                let how = if converted { " face down" } else { "" };
                writeln!(to, "    Seat {seat} throws {}{how}: {thrown}.", card(id))
            }
            Self::Removed { seat, thrown, block } => {
                let how = if block { "blocked" } else { "dodged" };
                writeln!(to, "    {thrown} is {how} by seat {seat}.")
            }
            Self::RanAway { seat, from: Source::Attack, cards } => {
                writeln!(to, "    Seat {seat} escapes from {}.", counted(cards, "attack cards"))
            }
            Self::RanAway { seat, from, .. } => {
                writeln!(to, "    Nothing happens to seat {seat} ({}).", name_of(from))
            }
            Self::Lands { thrown, row, damage } => {
                writeln!(to, "    {thrown} lands ({}): {damage} damage.", name_of(row))
            }
            Self::Reshuffles { seat, cards } => {
                writeln!(
                    to,
                    "  Seat {seat} shuffles the trash and takes {} as its deck.",
                    counted(cards, "cards")
                )
            }
            Self::Owes { seat, amount, source } => {
                writeln!(to, "    Seat {seat} takes {amount} damage ({}).", name_of(source))
            }
            Self::Paid { seat, card: id, from } => {
                writeln!(to, "      Seat {seat} pays {} from the {}.", card(id), from.name())
            }
            Self::Dying { seat, source } => {
                writeln!(to, "    Seat {seat} cannot pay ({}).", name_of(source))
            }
            Self::Out { seats } => {
                let (who, are) = if seats.len() == 1 { ("Seat", "is") } else { ("Seats", "are") };
                writeln!(to, "  {who} {} {are} not THE BEST.", listed(seats))
            }
            Self::Aims { seat, victim } => writeln!(to, "    Seat {seat} means seat {victim}."),
            Self::Stolen { from, to: thief, card: id, zone } => {
                writeln!(to, "    Seat {thief} steals {} from the {} of seat {from}.", card(id), zone.name())
            }
            Self::Ripped { seat, card: id } => writeln!(to, "    Seat {seat} loses {}.", card(id)),
            Self::Trashed { seat, card: id } => writeln!(to, "    Seat {seat} trashes {}.", card(id)),
            Self::Broken { seat, card: id } => {
                writeln!(to, "    {} lies on the torso of seat {seat}: it is broken.", card(id))
            }
            Self::Splits { seat, top, bottom } => {
                writeln!(to, "    Seat {seat} splits its deck: {top} on top, {bottom} below.")
            }
            Self::SplitLost { seat, cards, lose_top, stolen } => {
                let stack = if lose_top { "top" } else { "bottom" };
                let how = if stolen { "stolen" } else { "trashed" };
                writeln!(to, "    The {stack} stack of seat {seat} ({}) is {how}.", counted(cards, "cards"))
            }
            Self::Taunts { seat, victim } => {
                writeln!(to, "  The attack of seat {seat} taunts seat {victim}.")
            }
            Self::Gives { seat, cards } => writeln!(to, "  Seat {seat} gives {}.", counted(cards, "cards")),
            Self::Joins { seat, cards } => {
                writeln!(to, "\nSeat {seat} walks up and joins with a deck of {}.", counted(cards, "cards"))
            }
            Self::NobodyJoins => writeln!(to, "\nNo torso is left: nobody joins."),
            Self::Idles => writeln!(to, "\nNobody can go on."),
            Self::Over { outcome } => writeln!(to, "\n{}", ending(outcome)),
            // `Drawn` describes an opening card; the following events describe a combo.
            Self::Opening { .. } | Self::Commits { .. } => Ok(()),
        }
    }
}
