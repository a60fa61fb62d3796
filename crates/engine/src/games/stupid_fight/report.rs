//! The reports: clause 9.

use super::StupidFight;
use super::cards::Attack;
use super::damage::Row;
use super::moves::name_of;
use super::state::Source;
use super::story::{CARD_EVENTS, Event, Found, Use};
use crate::model::{
    CardSpec, Choice, GameEnd, Group, Measures, Metric, Observer, Outcome, PlayerGroup, Ratio, SeatOrder,
    Seats,
};

type End<'a> = GameEnd<'a, StupidFight>;
type Figure = Metric<StupidFight>;

/// The counters of one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    attacks: u32,
    attack_cards: u32,
    converted: u32,
    dodged: u32,
    blocked: u32,
    run_away_cards: u32,
    /// By [`Row`].
    landed: [u32; 3],
    /// By [`Source`].
    ran_away: [u32; 6],
    /// By [`Attack`].
    dealt: [u32; 3],
    /// By [`Source`].
    damage: [u32; 6],
    /// By [`Source`].
    killed: [u32; 6],
    specials: u32,
    taunt_cards: u32,
    triggered_taunts: u32,
    torsos_broken: u32,
    parts_ripped: u32,
    stolen: u32,
    trashed: u32,
    split_lost: u32,
    torso_charity: u32,
    idled: bool,
    all_at_once: bool,
    joined: bool,
    first_out: Seats,
}

impl Observer<Event> for Counters {
    // With inlining, an event that is constructed here costs only its counted fields.
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        match event {
            Event::Starts { found, .. } => self.torso_charity += u32::from(found != Found::Own),
            Event::Played { how, .. } => {
                self.specials += u32::from(how == Use::Special);
                self.taunt_cards += u32::from(how == Use::Taunt);
            }
            Event::Thrown { converted, .. } => self.converted += u32::from(converted),
            Event::Commits { cards, .. } => {
                self.attacks += 1;
                self.attack_cards += u32::from(cards);
            }
            Event::Removed { block: true, .. } => self.blocked += 1,
            Event::Removed { block: false, .. } => self.dodged += 1,
            Event::RanAway { from, cards, .. } => {
                self.ran_away[from as usize] += 1;
                self.run_away_cards += u32::from(cards);
            }
            Event::Lands { thrown, row, damage } => {
                self.landed[row as usize] += 1;
                self.dealt[thrown.attack() as usize] += u32::from(damage);
            }
            Event::Owes { amount, source, .. } => self.damage[source as usize] += u32::from(amount),
            Event::Dying { source, .. } => self.killed[source as usize] += 1,
            Event::Out { seats } if self.first_out.is_empty() => self.first_out = seats,
            Event::Stolen { .. } => self.stolen += 1,
            Event::Ripped { .. } => self.parts_ripped += 1,
            Event::Trashed { .. } => self.trashed += 1,
            Event::Broken { .. } => self.torsos_broken += 1,
            Event::SplitLost { cards, .. } => self.split_lost += u32::from(cards),
            Event::Taunts { .. } => self.triggered_taunts += 1,
            Event::Joins { .. } => self.joined = true,
            Event::Idles => self.idled = true,
            Event::Over { outcome } => self.all_at_once = outcome == Outcome::AllLose && !self.idled,
            _ => {}
        }
    }
}

impl StupidFight {
    pub(super) fn report(&self) -> Measures<Self> {
        let cards = self.cards.iter().map(|card| CardSpec {
            id: card.id.clone(),
            events: 0b1111,
            copies: vec![Some(u32::from(card.copies))],
        });
        Measures {
            players: self.rules.players,
            // The seats are numbered after it is known who begins.
            seat_order: SeatOrder::InTurn,
            length: ("turns", |state| u64::from(state.table.turns)),
            longest: Some(self.rules.max_turns.into()),
            groups: vec![PlayerGroup {
                group: Group {
                    name: "character",
                    keys: self.index.torsos.iter().map(|id| self.card(id).id.clone()).collect(),
                    teams: false,
                    seats: None,
                },
                key: |game, state, seat| game.index.torsos.rank(state.table.player(seat).character),
            }],
            sides: None,
            events: CARD_EVENTS.to_vec(),
            // Most opening cards are drawn in a player's first turn, after others have played.
            deals_opening: false,
            cards: cards.collect(),
            replacement: "it is blank in the player's hand: it counts as health, cannot be played, and can be \
                          thrown only as a converted punch; torsos stay as they are",
            metrics: self.metrics(),
        }
    }

    fn metrics(&self) -> Vec<Metric<Self>> {
        let mut metrics = vec![
            Metric::mean(
                "rounds-mean",
                "rounds",
                "number of the round in which the game ends",
                |end: &End| end.state.table.round.into(),
            ),
            Figure::per_game("attacks", "per game", "attacks", |counters| counters.attacks),
            Figure::per_game("attack-cards", "cards", "attack cards in them", |counters| {
                counters.attack_cards
            }),
            Figure::per_game(
                "converted",
                "cards",
                "attack cards that were converted to punches",
                |counters| counters.converted,
            ),
            Figure::per_game("dodged", "cards", "attack cards removed by dodging", |counters| {
                counters.dodged
            }),
            Figure::per_game("blocked", "cards", "attack cards removed by blocking", |counters| {
                counters.blocked
            }),
            Figure::per_game("run-away-cards", "cards", "attack cards removed by running away", |counters| {
                counters.run_away_cards
            }),
        ];
        for (name, row) in Row::ALL {
            let meaning = format!("attack cards left whose victim was {name}");
            metrics.push(Figure::per_game(format!("landed-{name}"), "cards", meaning, |counters| {
                counters.landed[*row as usize]
            }));
        }
        for (source, what) in [
            (Source::Attack, "an attack"),
            (Source::Taunt, "a taunt"),
            (Source::Black, "another black card"),
            (Source::Special, "a special"),
        ] {
            let id = format!("run-away-from-{}", name_of(source));
            let meaning = format!("Run Away cards used against {what}");
            metrics.push(Figure::per_game(id, "cards", meaning, move |counters| {
                counters.ran_away[source as usize]
            }));
        }
        for (name, attack) in Attack::ALL {
            let meaning = format!("damage due by {name} attack cards");
            metrics.push(Figure::per_game(format!("dealt-{name}"), "damage", meaning, |counters| {
                counters.dealt[*attack as usize]
            }));
        }
        for (name, source) in Source::ALL {
            let meaning = format!("damage due by {}, paid or not", dealer(*source));
            metrics.push(Figure::per_game(format!("damage-{name}"), "damage", meaning, |counters| {
                counters.damage[*source as usize]
            }));
        }
        for (name, source) in Source::ALL {
            let meaning = format!("players who could not pay damage by {}", dealer(*source));
            metrics.push(Figure::per_game(format!("killed-by-{name}"), "players", meaning, |counters| {
                counters.killed[*source as usize]
            }));
        }
        metrics.extend([
            Figure::per_game("specials", "cards", "! cards played", |counters| counters.specials),
            Figure::per_game("taunt-cards", "cards", "taunt cards played", |counters| counters.taunt_cards),
            Figure::per_game(
                "triggered-taunts",
                "per game",
                "taunts set off by attacks that had a useful effect",
                |counters| counters.triggered_taunts,
            ),
            Figure::per_game("torsos-broken", "per game", "torsos broken", |counters| counters.torsos_broken),
            Figure::per_game("parts-ripped", "cards", "limbs ripped off", |counters| counters.parts_ripped),
            Figure::per_game("stolen", "cards", "cards stolen from decks, hands and bodies", |counters| {
                counters.stolen
            }),
            Figure::per_game(
                "trashed-from-hand",
                "cards",
                "cards of the hand lost to effects that trash them",
                |counters| counters.trashed,
            ),
            Figure::per_game(
                "split-lost",
                "cards",
                "cards of the stacks lost by splitting, trashed or stolen",
                |counters| counters.split_lost,
            ),
            Metric::share("ended-by-idling", "games that end because nothing moves any more", |end: &End| {
                Ratio::whether(end.counters.idled, true)
            }),
            Metric::share(
                "ended-by-simultaneous",
                "games in which all remaining players lose at once",
                |end: &End| Ratio::whether(end.counters.all_at_once, true),
            ),
            Metric::ratio(
                "winner-health",
                "cards",
                "health of the winner at the end of a won game",
                |end: &End| {
                    let winner = end.outcome.winners().lowest();
                    let health = winner.map_or(0, |seat| end.game.health(&end.state.table, seat));
                    Ratio::of(health, u8::from(winner.is_some()))
                },
            ),
        ]);
        for seat in Seats::first(self.rules.players) {
            metrics.push(Metric::share(
                format!("first-out-{seat}"),
                format!("games in which seat {seat} is among the first to be defeated"),
                move |end: &End| Ratio::whether(end.counters.first_out.has(seat), true),
            ));
        }
        metrics.push(Figure::per_game(
            "torso-charity",
            "cards",
            "torsos given, or taken from the box, for players without one",
            |counters| counters.torso_charity,
        ));
        metrics.push(Metric::share("joined", "games in which somebody walks up and joins", |end: &End| {
            Ratio::whether(end.counters.joined, true)
        }));
        metrics
    }
}

/// The source of damage, worded for a metric's meaning.
const fn dealer(source: Source) -> &'static str {
    match source {
        Source::Attack => "white cards",
        Source::Extra => "extra effects of parts",
        Source::Taunt => "taunts",
        Source::Black => "black cards that are not taunts",
        Source::Special => "specials",
        Source::EmptyDeck => "an empty deck",
    }
}
