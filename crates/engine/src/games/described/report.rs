//! What a game reports, which follows from the description.

use super::{DescribedGame, State};
use crate::model::words::interned;
use crate::model::{CardSpec, GameEnd, Group, Measures, Metric, PlayerGroup, Ratio, Seat, SeatOrder};

type Figure = Metric<DescribedGame>;

impl DescribedGame {
    pub(super) fn report(&self) -> Measures<Self> {
        let names = &self.names;
        let n_sides = names.sides.len();
        let cards = names.kinds.iter().enumerate().map(|(kind, id)| {
            let copies = names.decks.each_ref().map(|deck| deck.get(kind).map(|copies| u32::from(*copies)));
            let is_shared = names.zones.get(names.deck).is_some_and(|deck| deck.shared);
            let all = if is_shared || copies[0] == copies[1] { copies[0] } else { None };
            let mut of_sides = if is_shared { [None; 2].to_vec() } else { copies.to_vec() };
            of_sides.truncate(n_sides);
            CardSpec {
                id: id.clone(),
                events: (1 << names.events.len()) - 1,
                copies: std::iter::once(all).chain(of_sides).collect(),
            }
        });
        let key = |_: &Self, _: &State, seat: Seat| Some(seat.index());
        let group = Group { name: "side", keys: names.sides.clone(), teams: false, seats: Some(vec![0, 1]) };
        Measures {
            players: 2,
            seat_order: if self.has_turns { SeatOrder::InTurn } else { SeatOrder::AtOnce },
            length: (if self.has_turns { "turns" } else { "rounds" }, |state| u64::from(state.round)),
            longest: Some(self.max_rounds.into()),
            groups: if n_sides > 0 { vec![PlayerGroup { group, key }] } else { Vec::new() },
            sides: (n_sides > 0).then_some(0),
            events: names.events.iter().map(|event| interned(event)).collect(),
            deals_opening: true,
            cards: cards.collect(),
            replacement: self.replacement(),
            metrics: self.metrics(),
        }
    }

    /// What a player has instead of a card, or why no card can be left out.
    fn replacement(&self) -> &'static str {
        let names = &self.names;
        let is_shared = names.zones.get(names.deck).is_some_and(|deck| deck.shared);
        match names.replacement {
            _ if is_shared => "both players draw from one deck, so no card is one player's",
            None => {
                "the description has no replacement; name a kind of card that does nothing above the first table, such as \
                 replacement = \"stumble\""
            }
            Some(_) => {
                "in the player's deck, it becomes the card that the description names as the replacement"
            }
        }
    }

    fn metrics(&self) -> Vec<Figure> {
        let mut metrics = Vec::new();
        for (index, counter) in self.names.counters.iter().enumerate().filter(|(_, counter)| !counter.mark) {
            for (whose, is_winner) in [("winner", true), ("loser", false)] {
                metrics.push(Figure::ratio(
                    format!("{whose}-{}", counter.name),
                    interned(&counter.name),
                    format!("final {} of the {whose}", counter.name),
                    move |end| {
                        of_winner(end, is_winner, |end, seat| {
                            end.state.players[seat.index() & 1].counters[index].into()
                        })
                    },
                ));
            }
        }
        let deck = self.names.deck;
        if self.names.zones.get(deck).is_some_and(|deck| !deck.shared) {
            metrics.push(Figure::ratio(
                "winner-deck-left",
                "cards",
                "cards left in the winner's deck",
                move |end| {
                    of_winner(end, true, |end, seat| {
                        let place = end.game.place(deck, seat);
                        let pile = &end.state.players[seat.index() & 1].piles[usize::from(place.index) & 3];
                        i64::try_from(pile.len()).unwrap_or(0)
                    })
                },
            ));
        }
        for (index, tally) in self.names.tallies.iter().enumerate() {
            let meaning = format!("how often the game counts {tally}");
            metrics.push(Figure::per_game(format!("{tally}-per-game"), "per game", meaning, move |of| {
                of.counts[index]
            }));
        }
        metrics
    }
}

/// A number of the winner, or of the loser; nothing in a game without a winner.
fn of_winner(
    end: &GameEnd<'_, DescribedGame>,
    is_winner: bool,
    number: impl Fn(&GameEnd<'_, DescribedGame>, Seat) -> i64,
) -> Ratio {
    end.outcome.winners().lowest().map_or_else(Ratio::default, |winner| Ratio {
        num: number(end, if is_winner { winner } else { winner.foe() }),
        den: 1,
    })
}
