//! The story of a game, from which a person can check the rules.

use super::cards::{
    ARENAS, Ability, Card, Change, EffectKind, Families, Family, Goal, MOST, Measure, Parity, Who,
};
use super::events::{Event, Reported};
use super::rules::{ArenaTie, FamilyException};
use super::view::{Backs, SeenBoost, View};
use super::{CardName, Fight};
use crate::model::words::{counted, ending, whose};
use crate::model::{Choice, LaidCard, Layout};
use std::fmt;

impl Fight {
    /// Writes an event as lines of a story; nothing if the event is only counted.
    pub(super) fn describe_event(&self, event: &Event, story: &mut dyn fmt::Write) -> fmt::Result {
        let name = |card: Reported| self.name(card.card);
        match *event {
            Event::Opening { seat, card } => {
                writeln!(story, "Seat {seat} is dealt {}.", self.card_text(card.card))
            }
            Event::Drawn { seat, card, opening: false } => {
                writeln!(story, "  Seat {seat} draws {}.", self.card_text(card.card))
            }
            Event::Buried { card } => {
                writeln!(story, "  {} goes from the Reserves to the Graveyard.", self.name(card))
            }
            Event::Renewed => writeln!(story, "  The Graveyard becomes the new Reserves."),
            Event::ShortDraw { seat } => writeln!(story, "  Nothing is left for seat {seat} to draw."),
            Event::Fight { number, arena, next, first } => {
                write!(story, "\nFight {number}: {}", self.arena_text(arena))?;
                if let Some(next) = next {
                    write!(story, "; then {}", self.arena_text(next))?;
                }
                writeln!(story, ". Seat {first} is the 1st player.")
            }
            Event::Main { seat, card, is_exception, .. } => {
                writeln!(
                    story,
                    "  Seat {seat} plays main {}{}.",
                    self.card_text(card.card),
                    self.excused(is_exception)
                )
            }
            Event::Boost { seat, card, is_exception } => {
                let family = self.family_of(card.card).name();
                let excused = self.excused(is_exception);
                writeln!(story, "  Seat {seat} plays boost {} ({family}), face down{excused}.", name(card))
            }
            Event::AllPlayed { taker: Some(seat) } => {
                writeln!(story, "  As they stand, seat {seat} would win.")
            }
            Event::AllPlayed { taker: None } => writeln!(story, "  As they stand, nobody would win."),
            Event::Scored { seat, card } => writeln!(story, "  Seat {seat} scores {}.", name(card)),
            Event::Activated { seat, card } => {
                write!(story, "  Seat {seat} activates {}:", name(card))?;
                self.describe_ability(self.warriors[card.card.index()].ability, story)
            }
            Event::Fizzled { seat } => writeln!(story, "    It does nothing for seat {seat}."),
            Event::Skipped { seat, index } => {
                writeln!(story, "    Seat {seat} skips effect {}.", index + 1)
            }
            Event::ExtraGlory { seat, glory } => writeln!(story, "  Seat {seat} gets {glory} extra Glory."),
            Event::Hit { seat, card, from, to } => {
                writeln!(story, "    {} of seat {seat}: {from} becomes {to}.", self.name(card))
            }
            Event::Killed { seat, card } => writeln!(story, "    {} of seat {seat} is killed.", name(card)),
            Event::Lost { seat, card } => {
                writeln!(story, "    Seat {seat}'s boost {} goes to the Graveyard too.", self.name(card))
            }
            Event::Swapped { seat, old, new } => {
                let power = self.warriors[new.index()].power;
                let (old, new) = (self.name(old), self.name(new));
                writeln!(story, "    Seat {seat} buries {old}; {new} {power} takes its place.")
            }
            Event::Stolen { seat, from, card } => {
                writeln!(story, "    Seat {seat} steals {} from seat {from} and scores it.", name(card))
            }
            Event::TurnedUp { seat, card } => {
                writeln!(story, "    Seat {seat} turns up {}.", self.card_text(card))
            }
            Event::FlippedScored { seat, card } => {
                writeln!(story, "    {} is scored by seat {seat}.", name(card))
            }
            Event::FlippedBuried { seat, card } => {
                writeln!(story, "    {}, turned up by seat {seat}, goes to the Graveyard.", self.name(card))
            }
            Event::Taken { seat, card, arena, tie_broken, .. } => {
                let tie = match self.rules.arena_tie {
                    _ if !tie_broken => "",
                    ArenaTie::FurthestFromFirst => ", a tie that goes to the last in the order of play",
                    ArenaTie::ClosestToFirst | ArenaTie::Nobody => {
                        ", a tie that goes to the first in the order of play"
                    }
                };
                writeln!(story, "  Seat {seat} takes {} with {}{tie}.", self.arena_called(arena), name(card))
            }
            Event::Unclaimed { arena } => writeln!(story, "  Nobody takes {}.", self.arena_called(arena)),
            Event::Glory { seat, arenas, scored, extra } => {
                let total = arenas + scored + extra;
                let sources = format!("{arenas} of Arenas, {scored} of scored Warriors");
                match extra {
                    0 => writeln!(story, "Seat {seat} has {total} Glory: {sources}."),
                    _ => writeln!(story, "Seat {seat} has {total} Glory: {sources}, {extra} extra."),
                }
            }
            Event::Over { outcome } => writeln!(story, "\n{}", ending(outcome)),
            Event::Drawn { opening: true, .. } | Event::Played { .. } => Ok(()),
        }
    }

    /// What a player sees, in lines.
    pub(super) fn describe_seen(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(text, "Fight {}: {}", view.fight, self.arena_text(view.arenas.0))?;
        if let Some(next) = view.arenas.1 {
            writeln!(text, "The next Arena: {}", self.arena_text(next))?;
        }
        let hand: Vec<String> = view.hand.into_iter().map(|card| self.card_text(card)).collect();
        writeln!(text, "In your hand: {}", hand.join(", "))?;
        if let Some(boost) = view.own_boost {
            writeln!(text, "Your boost, face down: {}", self.card_text(boost))?;
        }
        for seat in self.opponents(view.seat).with(view.seat) {
            let main = view.mains[seat].map_or_else(
                || "no main Warrior".to_owned(),
                |main| format!("main {} with power {}", self.name(main.card), main.power),
            );
            let boost = match view.covered.boost(seat) {
                SeenBoost::None => String::new(),
                SeenBoost::FaceDown(family) => format!(", a face-down boost ({})", family.name()),
                SeenBoost::FaceUp(card) => format!(", boost {}", self.name(card)),
            };
            let whose = whose(seat, view.seat);
            let (won, extra) = (u64::from(view.won[seat].count_ones()), view.extra[seat]);
            let (n_hand, n_scored) = (view.covered.n_hand(seat) as u64, view.covered.n_scored(seat) as u64);
            writeln!(
                text,
                "{whose}: {main}{boost}; {} won, {extra} extra Glory, {} scored, {} in hand",
                counted(won, "Arenas"),
                counted(n_scored, "Warriors"),
                counted(n_hand, "cards")
            )?;
        }
        writeln!(text, "Seat {} is the 1st player; {} cards are in the Reserves", view.first, view.n_reserves)
    }

    /// The view as cards, piles and counters.
    pub(super) fn lay_out_seen(&self, view: &View<'_>, table: &mut Layout) {
        let open = |card: Card| {
            let warrior = &self.warriors[card.index()];
            LaidCard::open(self.name(card)).noted(format!("{} {}", warrior.family.name(), warrior.power))
        };
        let backs = |Backs(backs): Backs| {
            let of_family = Family::ALL.iter().zip(backs);
            of_family.map(|((_, family), copies)| LaidCard::face_down(copies).noted(family.name()))
        };
        table.title = format!("Fight {}: {}", view.fight, self.arena_text(view.arenas.0));
        for seat in self.opponents(view.seat).with(view.seat) {
            let area = table.area(seat, if seat == view.first { "1st player" } else { "" });
            area.counter("Arenas won", view.won[seat].count_ones()).counter("extra Glory", view.extra[seat]);
            if seat == view.seat {
                area.zone("hand", view.hand.into_iter().map(open));
            } else {
                area.zone("hand", backs(view.covered.hand(seat)));
            }
            let main = view.mains[seat];
            area.zone("main", main.map(|main| open(main.card).noted(format!("power {}", main.power))));
            let boost = match (view.covered.boost(seat), view.own_boost.filter(|_| seat == view.seat)) {
                (SeenBoost::None, _) => None,
                (SeenBoost::FaceUp(card), _) | (_, Some(card)) => Some(open(card)),
                (SeenBoost::FaceDown(family), None) => Some(LaidCard::face_down(1_u8).noted(family.name())),
            };
            area.zone("boost", boost);
            let scored = view.covered.scored(seat);
            area.zone("scored", scored.known.into_iter().map(open).chain(backs(scored.hidden)));
        }
        let piles = table.area(None, "");
        piles.zone("graveyard", view.graveyard.into_iter().map(open));
        piles.zone("reserves", [LaidCard::face_down(view.n_reserves)]);
        if let Some(next) = view.arenas.1 {
            piles.counter("next Arena", self.arena_text(next));
        }
    }

    fn card_text(&self, card: Card) -> String {
        let warrior = &self.warriors[card.index()];
        format!("{} ({} {})", self.name(card), warrior.family.name(), warrior.power)
    }

    /// The name of a physical Arena: its id, with a number for later copies.
    fn arena_called(&self, arena: u8) -> CardName<'_> {
        let index = usize::from(arena) % ARENAS;
        let copies = self.arenas[..index].iter().filter(|other| other.id == self.arenas[index].id);
        CardName { id: self.arena_name(arena), copy: u8::try_from(copies.count()).unwrap_or(0) + 1 }
    }

    /// An Arena with its Glory and condition.
    fn arena_text(&self, arena: u8) -> String {
        let name = self.arena_called(arena);
        let arena = &self.arenas[usize::from(arena) % ARENAS];
        let goal = match arena.goal {
            Goal::Highest => "highest",
            Goal::Lowest => "lowest",
            Goal::Closest => "closest",
        };
        let measure = match arena.measure {
            Measure::Power => "power",
            Measure::DigitSum => "digit sum",
            Measure::DigitProduct => "digit product",
            Measure::LastDigit => "last digit",
        };
        let mut text = format!("{name} ({} Glory, {goal} {measure}", arena.glory);
        if arena.goal == Goal::Closest {
            text += &format!(" to {}", arena.value);
        }
        match arena.parity {
            Parity::Any => {}
            Parity::Even => text += ", even",
            Parity::Odd => text += ", odd",
        }
        match arena.between {
            (0, MOST) => {}
            (least, MOST) => text += &format!(", {least} or more"),
            (0, most) => text += &format!(", {most} or less"),
            (least, most) => text += &format!(", {least} to {most}"),
        }
        if arena.families != Families::ALL {
            text += &format!(", {} only", family_names(arena.families));
        }
        text + ")"
    }

    fn describe_ability(&self, ability: Ability, story: &mut dyn fmt::Write) -> fmt::Result {
        for (index, effect) in ability.effects().enumerate() {
            let then = if index > 0 { ", then" } else { "" };
            write!(story, "{then} ")?;
            match effect.kind {
                EffectKind::ChangePower(who, change) => {
                    match change {
                        Change::Add(amount) => write!(story, "{amount:+}")?,
                        Change::Scale(percent) => write!(story, "{percent} %")?,
                        Change::ReplaceDigit(from, to) => write!(story, "all {from}s become {to}s")?,
                        Change::MultiplyDigits => write!(story, "digits are multiplied")?,
                        Change::SwitchDigits => write!(story, "digits are switched")?,
                    }
                    let whose = match who {
                        Who::Own => "the own main",
                        Who::One => "one main",
                        Who::OneOpponent => "one opponent's main",
                        Who::Opponents => "the opponents' mains",
                        Who::All => "all mains",
                    };
                    write!(story, " for {whose}")?;
                }
                EffectKind::DrawAndScore(count) => write!(story, "draw {count} and score")?,
                EffectKind::StealBoost => write!(story, "steal a boost")?,
                EffectKind::SwapWithGraveyard => write!(story, "swap the own main with the Graveyard")?,
            }
            if effect.families != Families::ALL {
                write!(story, " [{}]", family_names(effect.families))?;
            }
        }
        writeln!(story, ".")
    }

    /// Why a card may be of the excluded family (`family-exception`).
    fn excused(&self, is_exception: bool) -> &'static str {
        match (is_exception, self.rules.family_exception) {
            (false, _) => "",
            (true, FamilyException::FreePair) => ", not having two cards of other families",
            (true, _) => ", having no other family to play",
        }
    }
}

fn family_names(families: Families) -> String {
    let names = Family::ALL.iter().filter(|(_, family)| families.has(*family));
    names.map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}
