//! The events, and their lines of the story.

use super::cards::Rank;
use super::rules::Clash;
use crate::model::words::{counted, ending, listed};
use crate::model::{self, CardEvent, Observer, Outcome, Seat, Seats};
use std::fmt;

/// An event that is counted or printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A round begins.
    Round {
        /// From 1.
        number: u16,
    },
    /// A card is dealt in set-up.
    Opening {
        /// The player.
        seat: Seat,
        /// The card.
        rank: Rank,
    },
    /// A card moves from deck to hand.
    Drawn {
        /// The player.
        seat: Seat,
        /// The card.
        rank: Rank,
    },
    /// A card is laid out.
    Played {
        /// The player.
        seat: Seat,
        /// The card.
        rank: Rank,
        /// Whether it follows a King.
        follows: bool,
    },
    /// Two Kings cancel each other.
    KingsCancel,
    /// A Jack cancels a King.
    KingCancelled {
        /// The owner of the King.
        seat: Seat,
    },
    /// A King makes a Jack or Joker useless.
    Baited {
        /// The owner of the spent card.
        seat: Seat,
        /// The card.
        rank: Rank,
    },
    /// A King has no follow-up.
    KingAlone {
        /// The owner of the King.
        seat: Seat,
    },
    /// A player may follow a King, and does not.
    KingUnfollowed {
        /// The owner of the King.
        seat: Seat,
    },
    /// The fronts clash.
    Clash {
        /// Black's front, then red's.
        fronts: [Rank; 2],
        /// The result.
        clash: Clash,
    },
    /// A Queen finds no wound to dress.
    NoWound {
        /// Her player.
        seat: Seat,
        /// Whether she blocks the number that attacks her.
        blocks: bool,
    },
    /// A Queen may dress a wound, and does not.
    NotDressed {
        /// Her player.
        seat: Seat,
    },
    /// A Queen removes a card from her player's damage pile.
    Dressed {
        /// The player.
        seat: Seat,
        /// The card.
        rank: Rank,
        /// Its damage.
        damage: u16,
    },
    /// A card lands on a damage pile.
    Wounds {
        /// The owner of the card.
        owner: Seat,
        /// The target pile.
        on: Seat,
        /// The card.
        rank: Rank,
    },
    /// All cards of the clash have landed.
    Landed,
    /// A card bleeds from deck to discard.
    Bled {
        /// The player.
        seat: Seat,
        /// The card.
        rank: Rank,
    },
    /// A card that was laid out is shuffled into its owner's deck.
    Returned {
        /// The player.
        seat: Seat,
        /// The card.
        rank: Rank,
    },
    /// A player after the aftermath.
    After {
        /// The player.
        seat: Seat,
        /// Sum of the damage pile.
        damage: u16,
        /// Cards left in the deck.
        deck: usize,
        /// Whether the player ran out this round.
        dead: bool,
    },
    /// The game ends.
    Over {
        /// The outcome.
        outcome: Outcome,
    },
}

/// The events of the card report, in order.
pub(super) const CARD_EVENTS: [&str; 5] = ["opening", "drawn", "played", "bled", "wounds"];

impl model::Event for Event {
    type Counters = Counters;

    #[inline]
    fn card(&self) -> Option<CardEvent> {
        let (event, seat, rank) = match *self {
            Self::Opening { seat, rank } => (0, seat, rank),
            Self::Drawn { seat, rank } => (1, seat, rank),
            Self::Played { seat, rank, .. } => (2, seat, rank),
            Self::Bled { seat, rank } => (3, seat, rank),
            Self::Wounds { owner, rank, .. } => (4, owner, rank),
            _ => return None,
        };
        Some(CardEvent { seat, card: rank.index(), event })
    }
}

fn name(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "Black" } else { "Red" }
}

fn front(rank: Rank) -> &'static str {
    if rank == Rank::ALONE { "a king alone" } else { rank.id() }
}

impl Event {
    pub(super) fn describe(&self, story: &mut dyn fmt::Write) -> fmt::Result {
        match *self {
            Self::Round { number } => writeln!(story, "\nRound {number}"),
            // Opening cards are printed by `Drawn`.
            Self::Opening { .. } | Self::Landed => Ok(()),
            Self::Drawn { seat, rank } => writeln!(story, "  {} draws {}.", name(seat), rank.id()),
            Self::Played { seat, rank, follows: false } => {
                writeln!(story, "  {} plays {}.", name(seat), rank.id())
            }
            Self::Played { seat, rank, follows: true } => {
                writeln!(story, "  {} follows the King with {}.", name(seat), rank.id())
            }
            Self::KingsCancel => writeln!(story, "  The Kings cancel each other."),
            Self::KingCancelled { seat } => writeln!(story, "  The Jack cancels {}'s King.", name(seat)),
            Self::Baited { seat, rank } => {
                writeln!(story, "  {}'s {} is baited and spent.", name(seat), rank.id())
            }
            Self::KingAlone { seat } => {
                writeln!(story, "  {} has nothing to follow the King with.", name(seat))
            }
            Self::KingUnfollowed { seat } => writeln!(story, "  {} does not follow the King.", name(seat)),
            Self::NotDressed { seat } => writeln!(story, "  {}'s Queen dresses no wound.", name(seat)),
            Self::Returned { seat, rank } => {
                writeln!(story, "  {}'s {} is shuffled into the deck.", name(seat), rank.id())
            }
            Self::Clash { fronts: [black, red], clash } => {
                let fronts = [black, red];
                let what = if clash.has(Clash::TIE) {
                    ": a tie"
                } else if clash.has(Clash::BLACK_PARRIES) || clash.has(Clash::RED_PARRIES) {
                    ": parried"
                } else if clash.has(Clash::BLACK_REFLECTS) || clash.has(Clash::RED_REFLECTS) {
                    ": reflected"
                } else if fronts.contains(&Rank::QUEEN) && fronts.contains(&Rank::JACK) {
                    ": the Jack nullifies the Queen"
                } else if clash.has(Clash::QUEEN) && !clash.has(Clash::DRESSES) {
                    ": without an attack the Queen does nothing"
                } else {
                    ""
                };
                writeln!(story, "  {} meets {}{what}.", front(black), front(red))
            }
            Self::NoWound { seat, blocks } => {
                let end = if blocks { ", but blocks the attack" } else { "" };
                writeln!(story, "  {}'s Queen has no wound to dress{end}.", name(seat))
            }
            Self::Dressed { seat, rank, damage } => {
                writeln!(
                    story,
                    "  {} dresses a wound: {} ({damage} damage) comes off.",
                    name(seat),
                    rank.id()
                )
            }
            Self::Wounds { owner, on, rank } if owner == on => {
                writeln!(story, "  {}'s own {} lands on {}'s damage pile.", name(owner), rank.id(), name(on))
            }
            Self::Wounds { owner, on, rank } => {
                writeln!(story, "  {}'s {} lands on {}'s damage pile.", name(owner), rank.id(), name(on))
            }
            Self::Bled { seat, rank } => writeln!(story, "  {} bleeds {}.", name(seat), rank.id()),
            Self::After { seat, damage, deck, dead } => {
                let end = if dead { ", and bleeds to death" } else { "" };
                // A deck has at most 120 cards.
                let cards = counted(u8::try_from(deck).unwrap_or(u8::MAX), "cards");
                writeln!(story, "  {}: damage {damage}, {cards} in the deck{end}.", name(seat))
            }
            Self::Over { outcome: Outcome::Win(seats) } => {
                writeln!(story, "\n{} wins.", listed(seats.into_iter().map(name)))
            }
            Self::Over { outcome } => writeln!(story, "\n{}", ending(outcome)),
        }
    }
}

/// The counters of one game, besides its cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Clashes of two numbers of unequal strength, and of equal strength.
    pub(super) strikes: u16,
    pub(super) ties: u16,
    /// Numbers nullified by a Jack, and numbers reflected by a Joker.
    pub(super) parries: u16,
    pub(super) reflects: u16,
    pub(super) jokers_played: u16,
    pub(super) healed: u32,
    /// The seats hit in the first clash with a hit.
    pub(super) first_blood: Seats,
    /// The seats hit in this clash.
    hit: Seats,
}

impl Observer<Event> for Counters {
    #[inline]
    fn on_event(&mut self, event: Event) {
        match event {
            Event::Played { rank, .. } => self.jokers_played += u16::from(rank == Rank::JOKER),
            Event::Clash { clash, .. } => {
                let count = |what| u16::from(clash.has(what));
                self.strikes += count(Clash::STRIKE);
                self.ties += count(Clash::TIE);
                self.parries += count(Clash::BLACK_PARRIES) + count(Clash::RED_PARRIES);
                self.reflects += count(Clash::BLACK_REFLECTS) + count(Clash::RED_REFLECTS);
            }
            Event::Dressed { damage, .. } => self.healed += u32::from(damage),
            Event::Wounds { on, .. } => self.hit = self.hit.with(on),
            Event::Landed => {
                if self.first_blood.is_empty() {
                    self.first_blood = self.hit;
                }
                self.hit = Seats::NONE;
            }
            _ => {}
        }
    }
}
