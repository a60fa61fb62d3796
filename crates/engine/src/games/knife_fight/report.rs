//! The reports: clause 9.

use super::KnifeFight;
use super::cards::{RANKS, Rank};
use super::state::Player;
use super::story::CARD_EVENTS;
use crate::model::{CardSpec, GameEnd, Group, Measures, Metric, PlayerGroup, Ratio, Seat, SeatOrder};

type End<'a> = GameEnd<'a, KnifeFight>;

impl KnifeFight {
    pub(super) fn report(&self) -> Measures<Self> {
        let cards = Rank::all().map(|rank| {
            let [black, red] =
                [0, 1].map(|colour| u32::try_from(self.rules.decks[colour][rank.index()]).ok());
            CardSpec {
                id: RANKS[rank.index()].into(),
                events: if rank.is_number() { 0b11111 } else { 0b01111 },
                copies: vec![if black == red { black } else { None }, black, red],
            }
        });
        Measures {
            players: 2,
            seat_order: SeatOrder::AtOnce,
            length: ("rounds", |state| u64::from(state.round)),
            longest: Some(self.rules.max_rounds.into()),
            groups: vec![PlayerGroup {
                group: Group {
                    name: "side",
                    keys: vec!["black".into(), "red".into()],
                    teams: false,
                    seats: Some(vec![0, 1]),
                },
                key: |_, _, seat| Some(seat.index()),
            }],
            sides: Some(0),
            events: CARD_EVENTS.to_vec(),
            deals_opening: true,
            cards: cards.collect(),
            replacement: "in the player's deck, it becomes the number card, other than itself, whose strength is nearest the \
                          mean strength of the deck's other numbers",
            metrics: metrics(),
        }
    }
}

fn metrics() -> Vec<Metric<KnifeFight>> {
    vec![
        Metric::share("both-dead-share", "games in which both players are dead at the end", |end: &End| {
            Ratio::whether(end.state.players.iter().all(|player| player.ran_out > 0), true)
        }),
        Metric::share(
            "exhaustion-share",
            "games in which a dead player ran out while drawing",
            |end: &End| Ratio::whether(end.state.players.iter().any(|player| player.exhausted), true),
        ),
        Metric::share(
            "first-blood-win-share",
            "share of won games in which the winner was the only player to hit in the first clash with a hit",
            |end: &End| {
                let (winner, hurt) = (end.outcome.winners().lowest(), end.counters.first_blood);
                let unhurt = winner.is_some_and(|seat| !hurt.has(seat));
                Ratio::whether(unhurt, winner.is_some() && hurt.len() == 1)
            },
        ),
        Metric::ratio("winner-damage", "damage", "final damage sum of the winner", |end: &End| {
            of_winner(end, |winner, _| winner.damage.into())
        }),
        Metric::ratio("loser-damage", "damage", "final damage sum of the loser", |end: &End| {
            of_winner(end, |_, loser| loser.damage.into())
        }),
        Metric::ratio("winner-deck-left", "cards", "cards left in the winner's deck", |end: &End| {
            of_winner(end, |winner, _| i64::try_from(winner.deck.len()).unwrap_or(0))
        }),
        Metric::ratio(
            "strikes-per-round",
            "per round",
            "clashes of two numbers of unequal strength",
            |end: &End| Ratio::of(end.counters.strikes, end.state.round),
        ),
        Metric::ratio(
            "ties-per-round",
            "per round",
            "clashes of two numbers of equal strength",
            |end: &End| Ratio::of(end.counters.ties, end.state.round),
        ),
        Metric::<KnifeFight>::per_game(
            "parries-per-game",
            "per game",
            "Jacks that nullified a number",
            |counters| counters.parries,
        ),
        Metric::<KnifeFight>::per_game(
            "reflects-per-game",
            "per game",
            "Jokers that reflected a number",
            |counters| counters.reflects,
        ),
        Metric::ratio(
            "joker-wasted-share",
            "share",
            "Jokers that reflected nothing, of Jokers played",
            |end: &End| {
                let [played, reflected] = [end.counters.jokers_played, end.counters.reflects].map(i64::from);
                Ratio::of(played - reflected, played)
            },
        ),
        Metric::<KnifeFight>::per_game(
            "damage-healed-per-game",
            "damage",
            "damage of the cards that Queens took off",
            |counters| counters.healed,
        ),
    ]
}

/// A number computed from the winner and the loser; nothing in a game without a winner.
fn of_winner(end: &End<'_>, number: impl Fn(&Player, &Player) -> i64) -> Ratio {
    let player = |seat: Seat| &end.state.players[seat.index() & 1];
    end.outcome.winners().lowest().map_or_else(Ratio::default, |winner| Ratio {
        num: number(player(winner), player(winner.foe())),
        den: 1,
    })
}
