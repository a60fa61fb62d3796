//! Set-up, defeat, and the end of a fight, of a series and of the game: clauses 3, T4, 6.10 and 7.

use super::Taunt;
use super::characters::Character;
use super::rules::{Cast, Mode, StartPosition};
use super::state::{Disabled, Fighter, Now, Open, Phase, Secret, State};
use super::story::{Event, Positions};
use crate::model::{BySeat, Observer, Outcome, Pile, RngStream, Seat, Seats};

impl Taunt {
    /// Clause 3: characters, decks, and the first fight.
    pub(super) fn set_up(&self, rng: &mut RngStream, observer: &mut impl Observer<Event>) -> State {
        let open = Open {
            phase: Phase::Lead,
            turn: 0,
            fight: 0,
            wins: [0; 2],
            fighters: BySeat::default(),
            standing: Seats::NONE,
            spirits: Seats::NONE,
            down: Seats::NONE,
            combos: Seats::NONE,
            locked: Seats::NONE,
            locks: Seats::NONE,
            near: BySeat::default(),
            contacts: BySeat::default(),
            now: Now::default(),
            losing: BySeat::default(),
        };
        let mut state = State {
            open,
            disabled: BySeat::default(),
            secrets: BySeat::default(),
            trainers: self.fixed_trainers(),
            asked: Seats::NONE,
        };
        self.cast_characters(&mut state, rng, observer);
        if self.drafters.is_empty() {
            self.own_cards(&state, observer);
            self.begin_fight(&mut state, Seats::NONE, observer);
        } else {
            state.ask(self.drafters, Phase::Partition { picks: 0 });
        }
        state
    }

    /// Clause 3.1: seats with named characters first, then random ones among the characters used least.
    fn cast_characters(&self, state: &mut State, rng: &mut RngStream, observer: &mut impl Observer<Event>) {
        let seats = || Seats::first(self.rules.players).into_iter();
        // The number of seats that play each of the characters, of which there are at most 255.
        let mut used = [0_u8; 256];
        let used = &mut used[..self.rules.characters.len().min(256)];
        let mut takes = |used: &mut [u8], seat: Seat, character: usize| {
            used.get_mut(character).into_iter().for_each(|n_seats| *n_seats += 1);
            state.open.fighters[seat].character = u8::try_from(character).unwrap_or(0);
        };
        for seat in seats() {
            if let Cast::Named(character) = self.rules.fighters[seat.index()] {
                takes(used, seat, character);
            }
        }
        // The characters that can be drawn next, in order.
        let mut free = Pile::<u8, 256>::new();
        for seat in seats().filter(|seat| self.rules.fighters[seat.index()] == Cast::Random) {
            if free.is_empty() {
                let least = used.iter().copied().min().filter(|_| !self.rules.duplicates).unwrap_or(u8::MAX);
                for (character, n_seats) in (0..=u8::MAX).zip(&*used) {
                    if *n_seats <= least {
                        free.push(character);
                    }
                }
            }
            let drawn = rng.below(free.len());
            let character = if self.rules.duplicates { free[drawn] } else { free.remove(drawn) };
            takes(used, seat, character.into());
        }
        for seat in seats() {
            observer.on_event(Event::Sits { who: state.who(seat) });
        }
        if !self.rules.mode.is_for_two() {
            observer.on_event(Event::Seating);
        }
    }

    /// Reports the cards that every player owns, and those of the first hands.
    pub(super) fn own_cards(&self, state: &State, observer: &mut impl Observer<Event>) {
        for seat in Seats::first(self.rules.players) {
            if self.rules.mode == Mode::Monsters {
                for deck in &state.trainers[seat.index() & 1].decks {
                    deck.cards().iter().for_each(|card| observer.on_event(Event::Owns { seat, card: *card }));
                }
                for card in &self.rules.monsters.switches {
                    observer.on_event(Event::Owns { seat, card: *card });
                    observer.on_event(Event::Opens { seat, card: *card });
                }
            } else {
                for card in self.deck(state, seat).cards() {
                    observer.on_event(Event::Owns { seat, card: *card });
                    observer.on_event(Event::Opens { seat, card: *card });
                }
            }
        }
    }

    /// Clause 3.3: the start of a fight, up to its first decision. `keepers` keep their damage (or blood)
    /// from the last fight.
    pub(super) fn begin_fight(&self, state: &mut State, keepers: Seats, observer: &mut impl Observer<Event>) {
        let everybody = Seats::first(self.rules.players);
        let open = &mut state.open;
        open.fight += 1;
        observer.on_event(Event::Fight { number: open.fight });
        open.standing = everybody;
        open.spirits = Seats::NONE;
        open.down = Seats::NONE;
        open.combos = Seats::NONE;
        open.locked = Seats::NONE;
        open.locks = Seats::NONE;
        open.near = BySeat::default();
        open.contacts = BySeat::default();
        open.now = Now::default();
        for seat in everybody {
            let character = state.open.fighters[seat].character;
            let (rules, extra) = (&self.rules, self.rules.extra_damage[seat]);
            let unhurt = if self.is_wampire(seat) {
                rules.wampires.blood.saturating_sub(extra)
            } else {
                self.character(character).critical().min(extra)
            };
            let damage = if keepers.has(seat) { state.open.fighters[seat].damage } else { unhurt };
            let charges = rules.start_charges + rules.extra_charges[seat];
            let tokens = self.most_tokens(seat, character);
            if extra + rules.extra_charges[seat] + rules.extra_tokens[seat] > 0 {
                observer.on_event(Event::Starts { who: state.who(seat), damage, charges, tokens });
            }
            state.open.fighters[seat] = Fighter { character, damage, charges, tokens, ..Fighter::default() };
            state.disabled[seat] = Disabled::default();
            state.secrets[seat] = Secret::default();
        }
        self.set_positions(&mut state.open);
        if self.rules.mode == Mode::Monsters {
            state.ask(everybody, Phase::Lead);
        } else {
            self.begin_turn(state, observer);
        }
    }

    /// All Positions at the start; in the Dojo, the teams start in different halves.
    fn set_positions(&self, open: &mut Open) {
        self.set_contacts(open);
        if self.rules.mode == Mode::Team {
            let far = self.rules.start_position == StartPosition::Far;
            for seat in open.standing {
                open.near[seat] = if far { team(seat) } else { open.standing }.without(seat);
            }
        }
    }

    /// The Positions, for the story.
    pub(super) fn positions(&self, open: &Open) -> Positions {
        let standing = open.standing;
        let near = match self.rules.mode {
            Mode::Duel | Mode::Monsters => Seats::NONE,
            Mode::Team => standing.lowest().map_or(standing, |one| open.near[one].with(one).both(standing)),
            Mode::FreeForAll | Mode::LastStanding => {
                let next = |seat: Seat| Self::neighbours(standing, seat)[1];
                standing.into_iter().filter(|seat| open.near[*seat].has(next(*seat))).collect()
            }
        };
        Positions { standing, near }
    }

    /// The pairs that share a Position. New neighbours start with the initial Position.
    fn set_contacts(&self, open: &mut Open) {
        let standing = open.standing;
        let near = self.rules.start_position == StartPosition::Near;
        for seat in standing {
            let opponents = match self.rules.mode {
                Mode::Team => standing.both(team(seat.next(4))),
                Mode::Duel | Mode::Monsters => standing.without(seat),
                Mode::FreeForAll | Mode::LastStanding => {
                    let [left, right] = Self::neighbours(standing, seat);
                    Seats::only(left).with(right)
                }
            };
            if self.rules.mode != Mode::Team {
                for other in opponents.minus(open.contacts[seat]) {
                    let set = open.near[seat];
                    open.near[seat] = if near { set.with(other) } else { set.without(other) };
                }
            }
            open.contacts[seat] = opponents;
        }
    }

    /// The living neighbours in the circle, left (previous) and right (next); a single fighter is its own
    /// neighbour.
    pub(super) fn neighbours(standing: Seats, seat: Seat) -> [Seat; 2] {
        let above = standing.from(seat).without(seat);
        let below = standing.minus(standing.from(seat));
        let or_round = |side: Seats| if side.is_empty() { standing } else { side };
        [or_round(below).highest(), or_round(above).lowest()].map(|other| other.unwrap_or(seat))
    }

    /// T4: defeats all fighters who have reached the limit, simultaneously. Returns whether the turn
    /// continues.
    pub(super) fn defeat(
        &self,
        state: &mut State,
        fallen: Seats,
        observer: &mut impl Observer<Event>,
    ) -> bool {
        let mut credited = Seats::NONE;
        for seat in fallen {
            let fighter = state.open.fighters[seat];
            credited = credited.union(fighter.felled_by).union(fighter.reflected_by);
            observer.on_event(Event::Defeated { who: state.who(seat), zone: self.zone(seat, &fighter) });
            let parts = fighter.felled_by.len() + fighter.reflected_by.len();
            for by in fighter.felled_by {
                let card = state.open.fighters[by].revealed.card();
                observer.on_event(Event::Finishes { by: state.who(by), card, parts, reflected: false });
            }
            for by in fighter.reflected_by {
                observer.on_event(Event::Finishes {
                    by: state.who(by),
                    card: fighter.revealed.card(),
                    parts,
                    reflected: true,
                });
            }
        }
        let open = &mut state.open;
        let alive = open.standing.minus(fallen);
        open.standing = alive;
        let outcome = match self.rules.mode {
            Mode::Duel | Mode::Monsters => {
                self.end_fight(state, alive, observer);
                return false;
            }
            Mode::FreeForAll => {
                let winners = credited.both(alive);
                Some(if winners.is_empty() { Outcome::Draw } else { Outcome::won_by(winners) })
            }
            Mode::LastStanding => match alive.len() {
                0 => Some(Outcome::Draw),
                1 => Some(Outcome::Win(alive)),
                _ => None,
            },
            Mode::Team => {
                let teams = [team(Seat::FIRST), team(Seat::SECOND)];
                match teams.map(|team| alive.both(team).is_empty()) {
                    [true, true] => Some(Outcome::Draw),
                    [true, false] => Some(Outcome::Win(teams[1])),
                    [false, true] => Some(Outcome::Win(teams[0])),
                    [false, false] => None,
                }
            }
        };
        if let Some(outcome) = outcome {
            end_game(state, outcome, observer);
            return false;
        }
        if self.rules.mode == Mode::Team && self.rules.team_spirits {
            open.spirits = open.spirits.union(fallen);
        }
        open.down = open.down.both(alive);
        open.combos = open.combos.both(alive);
        for seat in fallen {
            open.fighters[seat].queued = 0;
            open.contacts[seat] = Seats::NONE;
            state.secrets[seat] = Secret::default();
        }
        self.set_contacts(&mut state.open);
        true
    }

    /// Clause 7, the two-player modes: a fight is won or drawn.
    fn end_fight(&self, state: &mut State, alive: Seats, observer: &mut impl Observer<Event>) {
        let winner = alive.lowest();
        if let Some(seat) = winner {
            state.open.wins[seat.index() & 1] += 1;
            if state.open.wins[seat.index() & 1] >= self.rules.series_wins {
                return end_game(state, Outcome::Win(alive), observer);
            }
            observer.on_event(Event::FightWon { who: state.who(seat) });
        } else if self.rules.series_wins == 1 {
            return end_game(state, Outcome::Draw, observer);
        } else {
            observer.on_event(Event::FightDrawn);
        }
        if state.open.turn >= self.rules.max_turns {
            return end_game(state, Outcome::Stalemate, observer);
        }
        let keepers = if self.rules.winner_keeps_damage { alive } else { Seats::NONE };
        self.begin_fight(state, keepers, observer);
    }

    /// Whether this seat is a Wampire.
    #[inline]
    pub(super) fn is_wampire(&self, seat: Seat) -> bool {
        self.rules.wampires.seats.has(seat)
    }

    /// The most block tokens of a seat that plays this character.
    pub(super) fn most_tokens(&self, seat: Seat, character: u8) -> u8 {
        self.character(character).block_tokens + self.rules.extra_tokens[seat]
    }

    /// The character with this index among those that can be played.
    pub(super) fn character(&self, place: u8) -> &Character {
        &self.rules.characters[usize::from(place)]
    }
}

/// The two seats of a team: 0 and 2, or 1 and 3.
pub(super) fn team(seat: Seat) -> Seats {
    Seats::only(seat).with(Seat::new(seat.index() ^ 2))
}

/// The game is over.
pub(super) fn end_game(state: &mut State, outcome: Outcome, observer: &mut impl Observer<Event>) {
    observer.on_event(Event::Over { outcome });
    state.ask(Seats::NONE, Phase::Over(outcome));
}
