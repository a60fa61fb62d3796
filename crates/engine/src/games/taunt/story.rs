//! The events, and their lines of the story.

use super::Taunt;
use super::characters::ZONES;
use super::deck::Deck;
use super::fight::team;
use super::moves::MoveId;
use super::report::Counters;
use super::rules::Mode;
use super::state::{Move, Phase, State};
use super::view::{KnownDecks, View};
use crate::model::words::{counted, ending, listed, seats as of_seats};
use crate::model::{self, CardEvent, LaidCard, Layout, Outcome, Seat, Seats};
use std::fmt;

/// A player, for the story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Who {
    /// The seat.
    pub seat: Seat,
    /// The character's index among those that can be played.
    pub character: u8,
}

/// The Positions in a circle or a Dojo, for the story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Positions {
    /// The fighters that are not defeated.
    pub standing: Seats,
    /// Those Near their next neighbour in the circle, or those in the half of the lowest seat.
    pub near: Seats,
}

impl State {
    /// The player of a seat.
    pub(super) fn who(&self, seat: Seat) -> Who {
        Who { seat, character: self.open.fighters[seat].character }
    }
}

/// An event that is counted or printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "who: the player; the rest says itself with the variant")]
pub enum Event {
    /// A player takes a seat.
    Sits { who: Who },
    /// Where everybody sits, if there are more than two players.
    Seating,
    /// A trainer puts a card into a monster's deck.
    Trains { who: Who, monster: u8, card: MoveId },
    /// A card belongs to a player at the start of the game.
    Owns { seat: Seat, card: MoveId },
    /// A card is in the first hand.
    Opens { seat: Seat, card: MoveId },
    /// A fight begins.
    Fight { number: u32 },
    /// A fighter with a handicap starts a fight with this damage (or blood), ↑ and tokens.
    Starts { who: Who, damage: u8, charges: u8, tokens: u8 },
    /// A trainer leads with a monster.
    Leads { who: Who, monster: u8 },
    /// A turn begins.
    Status { number: u32, near: bool, positions: Positions },
    /// A Wampire burns blood for ↑.
    Burns { who: Who, blood: u8, left: u8 },
    /// A card is revealed.
    Reveals { who: Who, card: MoveId, level: u8, attack: bool, queued: bool },
    /// A fighter plays nothing.
    Idles { who: Who, down: bool },
    /// A Team Spirit shows a card.
    Haunts { who: Who, card: MoveId },
    /// A block chooses its place in a tie.
    TakesPlace { who: Who, place: u8 },
    /// A move executes.
    Executes { who: Who, card: MoveId },
    /// Another monster becomes active.
    Switches { who: Who, monster: u8 },
    /// A runner is immune to a hit.
    Immune { who: Who, target: Who },
    /// A hit, guarded or not.
    Hits { who: Who, target: Who, card: MoveId },
    /// A guard pays for a hit.
    Stops { who: Who, cost: u8, tokens: u8 },
    /// A fighter is knocked down.
    KnockedDown { who: Who },
    /// A fighter's Attacks are locked for the next turn.
    Locks { who: Who },
    /// ♥ of a blow; `left` is the damage (or blood) after it.
    Hurts { who: Who, damage: u8, left: u8, reflected: bool },
    /// A Wampire gains stolen blood.
    Steals { who: Who, blood: u8 },
    /// A card is disabled.
    Disables { who: Who, card: MoveId },
    /// A move is interrupted.
    Interrupts { who: Who, card: MoveId },
    /// A combo is broken.
    ComboBreaks { who: Who },
    /// ↑ are lost.
    LosesCharge { who: Who, charges: u8 },
    /// Position is chosen.
    Position { who: Who, target: Who, near: bool },
    /// A Run changes halves.
    Runs { who: Who },
    /// A Run changes the Position towards another.
    RunsPast { who: Who, other: Who, near: bool, cancelled: bool },
    /// ↑ are gained.
    Gains { who: Who, charges: u8 },
    /// All ↑ are spent.
    Spends { who: Who },
    /// Disabled cards are re-enabled.
    ReEnables { who: Who, n_cards: u32 },
    /// ♥ are healed, tokens regained.
    Heals { who: Who, damage: u8, tokens: u8 },
    /// A fighter is defeated, in this zone.
    Defeated { who: Who, zone: usize },
    /// A move contributes to a defeat, as one of `parts`.
    Finishes { by: Who, card: MoveId, parts: usize, reflected: bool },
    /// ↑ is passed.
    Passes { who: Who, to: Who },
    /// A Spirit gives ↑.
    Gives { who: Who, to: Who },
    /// A combo is complete.
    ComboDone { who: Who },
    /// A combo begins.
    ComboBegins { who: Who, n_cards: u8 },
    /// A knocked-down fighter regains tokens.
    Regains { who: Who, tokens: u8, up: bool },
    /// A card recovers over time.
    Recovers { who: Who, card: MoveId },
    /// A fight of a series is won.
    FightWon { who: Who },
    /// A fight of a series is drawn.
    FightDrawn,
    /// The game ends.
    Over { outcome: Outcome },
}

/// The events of the card report, in order.
pub(super) const CARD_EVENTS: [&str; 7] =
    ["opening", "drawn", "played", "executed", "hit", "interrupted", "disabled"];

impl model::Event for Event {
    type Counters = Counters;

    #[inline(always)]
    fn card(&self) -> Option<CardEvent> {
        let (event, seat, card) = match *self {
            Self::Opens { seat, card } => (0, seat, card),
            Self::Owns { seat, card } => (1, seat, card),
            Self::Reveals { who, card, .. } => (2, who.seat, card),
            Self::Executes { who, card } => (3, who.seat, card),
            Self::Hits { who, card, .. } => (4, who.seat, card),
            Self::Interrupts { who, card } => (5, who.seat, card),
            Self::Disables { who, card } => (6, who.seat, card),
            _ => return None,
        };
        Some(CardEvent { seat, card: card.index(), event })
    }
}

impl Taunt {
    /// A move's id.
    pub(super) fn id_of(&self, card: MoveId) -> &str {
        self.rules.moves.ids.get(card.index()).map_or("nothing", String::as_str)
    }

    fn named(&self, card: MoveId) -> &str {
        self.rules.moves.names.get(card.index()).map_or("nothing", String::as_str)
    }

    fn called(&self, who: Who) -> String {
        format!("{} (seat {})", self.character(who.character).name, who.seat)
    }

    /// What a player sees, in lines.
    pub(super) fn describe_seen(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        let open = view.open;
        if let Phase::Partition { picks } = open.phase {
            let (picks, size) = (usize::from(picks), self.rules.monsters.deck_size.max(1));
            let (monster, card) = (1 + picks / size, 1 + picks % size);
            writeln!(text, "Card {card} of {size} for monster {monster} of {}", self.rules.monsters.count)?;
            return self.describe_decks(view, text);
        }
        writeln!(text, "Fight {}, turn {}", open.fight, open.turn)?;
        for seat in open.standing {
            let fighter = &open.fighters[seat];
            let name = &self.character(fighter.character).name;
            let whose =
                if seat == view.seat { format!("You ({name})") } else { format!("{name} (seat {seat})") };
            let what = if self.is_wampire(seat) { "blood" } else { "damage" };
            let tokens = counted(fighter.tokens, "block tokens");
            write!(text, "{whose}: {what} {}, {} ↑, {tokens}", fighter.damage, fighter.charges)?;
            let near = open.near[seat];
            if !near.is_empty() {
                write!(text, ", Near {}", of_seats(near))?;
            }
            if open.down.has(seat) {
                write!(text, ", knocked down")?;
            }
            if open.combos.has(seat) {
                write!(text, ", in a taunting combo of {}", counted(fighter.queued, "cards"))?;
            }
            let disabled = view.n_disabled(seat);
            if disabled > 0 {
                write!(text, ", disabled: {}", counted(disabled as u64, "cards"))?;
            }
            if let Some(last) = fighter.last {
                write!(text, ", last revealed {}", self.named(last))?;
            }
            writeln!(text)?;
        }
        if self.has_monsters() { self.describe_decks(view, text) } else { Ok(()) }
    }

    /// The cards of the player's own monsters, and those that the other trainer has shown, in lines.
    fn describe_decks(&self, view: &View<'_>, text: &mut dyn fmt::Write) -> fmt::Result {
        let KnownDecks::Listed(known) = &view.known else { return Ok(()) };
        let is_building = matches!(view.open.phase, Phase::Partition { .. });
        let has_led = !is_building && view.open.phase != Phase::Lead;
        let count = usize::from(self.rules.monsters.count);
        for seat in Seats::first(self.rules.players) {
            let is_own = seat == view.seat;
            for (nth, known) in known[seat].iter().enumerate().take(count) {
                let all =
                    if is_own { view.decks.get(nth).map_or(&[][..], Deck::cards) } else { &known.cards };
                let mut names: Vec<&str> = all.iter().map(|card| self.named(*card)).collect();
                let n_unseen = known.size.saturating_sub(all.len());
                let unseen = counted(n_unseen as u64, "unseen cards");
                names.extend((n_unseen > 0).then_some(&*unseen));
                if names.is_empty() || is_building && !is_own {
                    continue;
                }
                let monster = 1 + nth;
                let whose = if is_own {
                    format!("Your monster {monster}")
                } else {
                    format!("Monster {monster} of seat {seat}")
                };
                let is_active = usize::from(view.open.fighters[seat].active) == nth && has_led;
                let active = if is_active { " (active)" } else { "" };
                write!(text, "{whose}{active}: {}", names.join(", "))?;
                let disabled: Vec<&str> = known.disabled.iter().map(|lost| self.named(lost.card)).collect();
                if !disabled.is_empty() {
                    write!(text, "; disabled: {}", disabled.join(", "))?;
                }
                writeln!(text)?;
            }
        }
        Ok(())
    }

    /// The view as cards, piles and counters.
    pub(super) fn lay_out_seen(&self, view: &View<'_>, table: &mut Layout) {
        let open_table = view.open;
        let open = |card: MoveId| LaidCard::open(self.id_of(card));
        table.title = match open_table.phase {
            Phase::Partition { .. } => "Building the monsters".into(),
            _ => format!("Fight {}, turn {}", open_table.fight, open_table.turn),
        };
        let n_decks = if self.has_monsters() { usize::from(self.rules.monsters.count) } else { 1 };
        for seat in Seats::first(self.rules.players) {
            let fighter = &open_table.fighters[seat];
            let is_standing = open_table.standing.has(seat);
            let name = &self.character(fighter.character).name;
            let area = table.area(seat, if is_standing { name.clone() } else { format!("{name}, defeated") });
            area.counter(if self.is_wampire(seat) { "blood" } else { "damage" }, fighter.damage);
            area.counter("↑", fighter.charges).counter("block tokens", fighter.tokens);
            let near = open_table.near[seat];
            if !near.is_empty() {
                area.counter("Near", of_seats(near));
            }
            if open_table.down.has(seat) {
                area.counter("knocked down", "yes");
            }
            if open_table.combos.has(seat) {
                area.zone("taunting combo", [LaidCard::face_down(fighter.queued)]);
            }
            area.zone("last revealed", fighter.last.map(open));
            let of_deck = |name: &str, nth: usize| {
                if n_decks == 1 { name.into() } else { format!("{name} of monster {}", nth + 1) }
            };
            match &view.known {
                KnownDecks::Fighters { decks, disabled } => {
                    let cards = decks[usize::from(fighter.character)].cards();
                    let [lost, ..] = disabled[seat].cards;
                    let with = |is_lost: u16| {
                        let of = move |(place, card): (usize, &MoveId)| {
                            (lost >> place & 1 == is_lost).then_some(*card)
                        };
                        cards.iter().enumerate().filter_map(of).map(open)
                    };
                    area.zone("cards", with(0)).zone("disabled", with(1));
                }
                KnownDecks::Listed(known) => {
                    for (nth, known) in known[seat].iter().enumerate().take(n_decks) {
                        let own = view.decks.get(nth).filter(|_| seat == view.seat).map(Deck::cards);
                        let mut cards: Vec<MoveId> =
                            own.map_or_else(|| known.cards.iter().copied().collect(), Into::into);
                        let n_unseen = known.size.saturating_sub(cards.len());
                        for lost in known.disabled.iter() {
                            if let Some(at) = cards.iter().position(|card| *card == lost.card) {
                                cards.swap_remove(at);
                            }
                        }
                        let unseen = LaidCard::face_down(n_unseen);
                        area.zone(&of_deck("cards", nth), cards.into_iter().map(open).chain([unseen]));
                        area.zone(
                            &of_deck("disabled", nth),
                            known.disabled.iter().map(|lost| open(lost.card)),
                        );
                    }
                }
            }
        }
    }

    /// Writes the id of a move.
    pub(super) fn describe_move(&self, mv: Move, text: &mut dyn fmt::Write) -> fmt::Result {
        match mv {
            Move::Nothing => text.write_str("nothing"),
            Move::Card(id) => text.write_str(self.id_of(id)),
            Move::Stop => text.write_str("stop"),
            Move::Monster(monster) => write!(text, "monster-{}", monster + 1),
            Move::No => text.write_str("no"),
            Move::Yes => text.write_str("yes"),
            Move::Place(place) => write!(text, "place-{place}"),
            Move::Left => text.write_str("left"),
            Move::Right => text.write_str("right"),
            Move::Both => text.write_str("both"),
            Move::Near => text.write_str("near"),
            Move::Far => text.write_str("far"),
            Move::Keep => text.write_str("keep"),
            Move::Pass(seat) => write!(text, "pass:seat:{seat}"),
        }
    }

    /// Writes an event as lines of a story.
    pub(super) fn describe_event(&self, event: &Event, story: &mut dyn fmt::Write) -> fmt::Result {
        let (name, card_name) = (|who| self.called(who), |card| self.named(card));
        let is_wampire = |who: Who| self.is_wampire(who.seat);
        let side = |near| if near { "Near" } else { "Far" };
        match *event {
            Event::Sits { who } => {
                writeln!(story, "Seat {} plays {}.", who.seat, self.character(who.character).name)
            }
            Event::Trains { who, monster, card } => {
                let monster = monster + 1;
                writeln!(story, "{} puts {} into the deck of monster {monster}.", name(who), card_name(card))
            }
            Event::Seating => writeln!(story, "{}", self.seating()),
            Event::Owns { .. } | Event::Opens { .. } => Ok(()),
            Event::Fight { number } => writeln!(story, "\nFight {number}"),
            Event::Starts { who, damage, charges, tokens } => {
                let (now, name) = (if is_wampire(who) { "blood" } else { "damage" }, name(who));
                let tokens = counted(tokens, "tokens");
                writeln!(
                    story,
                    "{name} starts with {damage} {now}, {} and {tokens}.",
                    counted(charges, "charges")
                )
            }
            Event::Leads { who, monster } => {
                writeln!(story, "{} leads with monster {}.", name(who), monster + 1)
            }
            Event::Status { number, near, .. } if self.rules.mode.is_for_two() => {
                writeln!(story, "\nTurn {number}, {}", side(near))
            }
            Event::Status { number, positions, .. } => {
                writeln!(story, "\nTurn {number}: {}", self.positions_text(positions))
            }
            Event::Burns { who, blood, left } => {
                writeln!(story, "  {} burns {blood} blood for a charge: {left} left.", name(who))
            }
            Event::Reveals { who, card, level, queued, .. } => {
                let how = if queued { ", taunting" } else { "" };
                writeln!(story, "  {} reveals {} L{level}{how}.", name(who), card_name(card))
            }
            Event::Idles { who, down } => {
                let why = if down { "is knocked down" } else { "has no card to play" };
                writeln!(story, "  {} {why}.", name(who))
            }
            Event::Haunts { who, card } => {
                writeln!(story, "  The Team Spirit {} shows {}.", name(who), card_name(card))
            }
            Event::TakesPlace { who, place } => {
                writeln!(story, "  {} takes place {place} in the tie.", name(who))
            }
            Event::Executes { who, card } => writeln!(story, "  {}: {}.", name(who), card_name(card)),
            Event::Switches { who, monster } => {
                writeln!(story, "    Monster {} of {} comes out.", monster + 1, name(who))
            }
            Event::Immune { who, target } => {
                writeln!(story, "    {} is immune to {}.", name(target), name(who))
            }
            Event::Hits { who, target, card } => {
                writeln!(story, "    {} of {} hits {}.", card_name(card), name(who), name(target))
            }
            Event::Stops { who, cost, tokens } => {
                writeln!(story, "    {} guards for {}: {tokens} left.", name(who), counted(cost, "tokens"))
            }
            Event::KnockedDown { who } => writeln!(story, "    {} is knocked down.", name(who)),
            Event::Locks { who } => {
                writeln!(story, "    {} may not select Attacks in the next turn.", name(who))
            }
            Event::Hurts { who, damage, left, reflected } => {
                let (thrown, now) = (
                    if reflected { " thrown back" } else { "" },
                    if is_wampire(who) { "blood left" } else { "damage" },
                );
                writeln!(story, "    {} takes {damage} ♥{thrown}: {left} {now}.", name(who))
            }
            Event::Steals { who, blood } => writeln!(story, "    {} steals blood: {blood}.", name(who)),
            Event::Disables { who, card } => {
                writeln!(story, "    Peril: {} of {} is disabled.", card_name(card), name(who))
            }
            Event::Interrupts { who, card } => {
                writeln!(story, "    {} of {} is interrupted.", card_name(card), name(who))
            }
            Event::ComboBreaks { who } => writeln!(story, "    The combo of {} is broken.", name(who)),
            Event::LosesCharge { who, charges } => {
                writeln!(story, "    {} loses charge: {charges} left.", name(who))
            }
            Event::Position { who, target, near } => {
                writeln!(story, "    {} chooses {} towards {}.", name(who), side(near), name(target))
            }
            Event::Runs { who } => writeln!(story, "    {} changes halves.", name(who)),
            Event::RunsPast { who, other, near, cancelled } => {
                let how = if cancelled { "stays" } else { "is now" };
                writeln!(story, "    {} runs: {how} {} with {}.", name(who), side(near), name(other))
            }
            Event::Gains { who, charges } => writeln!(story, "  {} gains charge: {charges}.", name(who)),
            Event::Spends { who } => writeln!(story, "    {} spends all charge.", name(who)),
            Event::ReEnables { who, n_cards } => {
                writeln!(story, "    {} re-enables {}.", name(who), counted(n_cards, "cards"))
            }
            Event::Heals { who, damage, tokens } => {
                let now = if is_wampire(who) { "blood" } else { "damage" };
                writeln!(story, "    {} heals: {damage} {now}, {}.", name(who), counted(tokens, "tokens"))
            }
            Event::Defeated { who, zone } => {
                writeln!(story, "  {} is defeated ({}).", name(who), ZONES[zone.min(3)])
            }
            Event::Finishes { by, card, parts, reflected } => {
                let how = if reflected { ", throwing back" } else { ", with" };
                let of = if parts > 1 { format!(", one of {parts} moves") } else { String::new() };
                writeln!(story, "    By {}{how} {}{of}.", name(by), card_name(card))
            }
            Event::Passes { who, to } => writeln!(story, "  {} passes a charge to {}.", name(who), name(to)),
            Event::Gives { who, to } => writeln!(story, "  {} gives a charge to {}.", name(who), name(to)),
            Event::ComboDone { who } => writeln!(story, "  {} has completed the combo.", name(who)),
            Event::ComboBegins { who, n_cards } => {
                let are = if n_cards == 1 { "is" } else { "are" };
                writeln!(story, "  {} taunts: {} {are} queued.", name(who), counted(n_cards, "cards"))
            }
            Event::Regains { who, tokens, up } => {
                let how = if up { " and is up again" } else { "" };
                writeln!(story, "  {} has {}{how}.", name(who), counted(tokens, "tokens"))
            }
            Event::Recovers { who, card } => {
                writeln!(story, "  {} of {} recovers.", card_name(card), name(who))
            }
            Event::FightWon { who } => writeln!(story, "{} wins the fight.", name(who)),
            Event::FightDrawn => writeln!(story, "The fight is drawn."),
            Event::Over { outcome } => writeln!(story, "\n{}", ending(outcome)),
        }
    }

    /// Who plays against whom, and where everybody sits. Nobody begins.
    fn seating(&self) -> String {
        let all = Seats::first(self.rules.players);
        let who = match self.rules.mode {
            Mode::Team => {
                let [one, other] = [team(Seat::FIRST), team(Seat::SECOND)].map(listed);
                format!("Seats {one} play against seats {other}")
            }
            _ => format!("Seats {} sit in this order in a circle", listed(all)),
        };
        format!("{who}. All select at the same time.")
    }

    /// The Positions of a turn with more than two players.
    fn positions_text(&self, Positions { standing, near }: Positions) -> String {
        if self.rules.mode == Mode::Team {
            let far = standing.minus(near);
            return match far.is_empty() {
                true => format!("{} in the same half", of_seats(near)),
                false => format!("{} in one half, {} in the other", of_seats(near), of_seats(far)),
            };
        }
        let next = |seat| Self::neighbours(standing, seat)[1];
        let pair = |seat: Seat| {
            let side = if near.has(seat) { "Near" } else { "Far" };
            format!("{} {side}", of_seats(Seats::only(seat).with(next(seat))))
        };
        let is_first = |seat: &Seat| standing.len() > 2 || Some(*seat) == standing.lowest();
        standing.into_iter().filter(is_first).map(pair).collect::<Vec<_>>().join(", ")
    }
}
