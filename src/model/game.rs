//! What a game is: rules as a value, a state that owns no heap, and one way to play on.

use super::chance::{ChanceStreams, RngStream};
use super::observer::{Event, Observer};
use super::seat::{BySeat, Seat, Seats};
use super::settings::Section;
use super::strategy::{BotState, Decisions};
use std::fmt::{self, Debug};

/// One whole win, in 840ths: a number that 1 to 8 sharers divide (all but 9, which no game seats).
pub const SHARE: u32 = 840;

/// The rules of one game, checked and ready to deal: a value, not a singleton. What an
/// implementation promises is held by the laws that the tests apply to every game of the shelf.
pub trait Game: Sized + Send + Sync + 'static {
    /// The game's id, kebab-case.
    const ID: &'static str;
    /// The sources of chance that have a stream of their own, at most
    /// [`MAX_SOURCES`](super::chance::MAX_SOURCES).
    const SOURCES: usize;
    /// The longest menu under any accepted config.
    const MENU: usize;
    /// The whole truth. Owns no heap: `needs_drop` is false.
    type State: Clone + PartialEq + Debug + Send;
    /// What one seat may know; whatever of the state it borrows, it shows no more than that.
    type View<'a>: PartialEq + Debug;
    /// One seat's choice, a few bytes. The default is never played.
    type Move: Copy + Eq + Debug + Default + Send + Sync;
    /// Something worth counting or telling.
    type Event: Event;

    /// Reads the game's own tables of a config and checks them, noting every fault in the
    /// section. What is returned beside noted faults is never played.
    fn read(settings: &Section<'_>) -> Self;
    /// How many players sit down (seats 0 to `players` − 1).
    fn players(&self) -> usize;
    /// Lays the table for one game, and deals unless that is left to [`Game::set_up`].
    fn lay<W: Observer<Self::Event>>(&self, chance: &mut ChanceStreams, observer: &mut W) -> Self::State;
    /// What laying the table left to do: a game whose state is large deals where it lies, because a dealt
    /// one would be copied.
    #[inline(always)]
    fn set_up<W: Observer<Self::Event>>(&self, _: &mut Self::State, _: &mut ChanceStreams, _: &mut W) {}
    /// Both: a game that can begin.
    #[inline(always)]
    fn new_game<W: Observer<Self::Event>>(
        &self,
        chance: &mut ChanceStreams,
        observer: &mut W,
    ) -> Self::State {
        let mut state = self.lay(chance, observer);
        Game::set_up(self, &mut state, chance, observer);
        state
    }
    /// Who must choose now, or how it ended. A function of the state alone.
    fn status(&self, state: &Self::State) -> Status;
    /// The seat that must choose now, where a game can tell at once that it is one alone.
    #[inline]
    fn alone(&self, _: &Self::State) -> Option<Seat> {
        None
    }
    /// What the seat may know: the information policy of the game.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;
    /// The spec's name of the decision that the seat, one of those that must choose, takes now.
    fn decision(&self, state: &Self::State, seat: Seat) -> &'static str;
    /// The legal moves of a seat that must choose: pushed on an empty menu, never none, all
    /// different, in the order of the spec. A single one is taken without asking.
    fn moves(&self, state: &Self::State, seat: Seat, menu: &mut Vec<Self::Move>);
    /// A uniformly random move of that menu ([`RngStream::pick`] of its length is its place) and how
    /// many moves there are, where the game can tell without writing the menu.
    #[inline]
    fn at_random(&self, _: &Self::State, _: Seat, _: &mut RngStream) -> Option<(Self::Move, usize)> {
        None
    }
    /// Plays on from the choices of all seats that had to choose, to the next choice or the end.
    fn play<W: Observer<Self::Event>>(
        &self,
        state: &mut Self::State,
        chosen: &JointMove<Self::Move>,
        chance: &mut ChanceStreams,
        observer: &mut W,
    );
    /// Plays a game that was just dealt to its end, every choice made at random by the seat's mind: just as
    /// if each were asked for. `None`, and nothing is changed, where the game cannot do so without coming
    /// back for every choice.
    #[inline]
    fn play_out<W: Observer<Self::Event>>(
        &self,
        _: &mut Self::State,
        _: &mut BySeat<BotState>,
        _: &mut ChanceStreams,
        _: &mut W,
    ) -> Option<(Outcome, Decisions)> {
        None
    }
    /// Deals again everything that the seat cannot know, uniformly over what its view allows.
    /// Sorts the unseen first: a function of (view, dice), and `view` and `moves` stay as they
    /// are.
    fn determinize(&self, state: &mut Self::State, seat: Seat, chance: &mut ChanceStreams);
    /// The spec's id of a move (`five`, `attack:2`).
    fn name_move(&self, mv: Self::Move) -> String;
    /// Tells an event as one or more lines of a story; nothing, if it only counts.
    ///
    /// # Errors
    /// Only those of the writer.
    fn describe(&self, event: &Self::Event, story: &mut dyn fmt::Write) -> fmt::Result;
}

/// Who must choose now (one seat, or several at once, from the same information), or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// These seats choose; nobody sees another's choice before all have chosen.
    Choose(Seats),
    /// The game is over.
    Over(Outcome),
}

/// The choices of all seats that had to choose.
#[derive(Clone, Copy, Debug)]
pub struct JointMove<M> {
    seats: Seats,
    moves: BySeat<M>,
    /// Who has chosen last, and what: the choice of a seat that is alone never leaves its register.
    last: (Seat, M),
}

impl<M: Copy + Default> JointMove<M> {
    /// Nobody has chosen.
    #[must_use]
    pub fn nothing() -> Self {
        Self { seats: Seats::NONE, moves: BySeat::default(), last: (Seat::FIRST, M::default()) }
    }

    /// One seat has chosen.
    #[must_use]
    pub fn one(seat: Seat, mv: M) -> Self {
        let mut chosen = Self::nothing();
        chosen.set(seat, mv);
        chosen
    }

    /// Notes a seat's choice.
    #[inline]
    pub fn set(&mut self, seat: Seat, mv: M) {
        self.seats = self.seats.with(seat);
        self.moves[seat] = mv;
        self.last = (seat, mv);
    }

    /// Forgets all choices.
    #[inline]
    pub fn clear(&mut self) {
        self.seats = Seats::NONE;
    }

    /// Who has chosen.
    #[must_use]
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// What the seat chose, if it had to.
    #[inline]
    #[must_use]
    pub fn get(&self, seat: Seat) -> Option<M> {
        self.seats.has(seat).then(|| self.moves[seat])
    }

    /// What this seat chose, which had to choose. (What it chose some turns ago, if it had not.)
    #[inline]
    #[must_use]
    pub fn by(&self, seat: Seat) -> M {
        debug_assert!(self.seats.has(seat), "{seat:?} has not chosen");
        self.moves[seat]
    }

    /// The choice of the only seat that had to choose.
    #[inline]
    #[must_use]
    pub fn only(&self) -> M {
        self.alone().1
    }

    /// The only seat that had to choose, and its choice.
    #[inline]
    #[must_use]
    pub fn alone(&self) -> (Seat, M) {
        debug_assert!(self.seats.len() == 1, "{:?} have chosen", self.seats);
        self.last
    }
}

/// How a game ended. The five kinds are counted apart and never folded into one another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// One seat, or one team, won. A team's members share the win evenly.
    Win(Seats),
    /// Several seats won together and share the win evenly.
    Shared(Seats),
    /// Nobody is preferred.
    Draw,
    /// Everybody lost.
    AllLose,
    /// The cap on rounds or turns was reached.
    Stalemate,
}

/// As it stands in a sentence.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winners: Vec<String> = self.winners().into_iter().map(|seat| seat.to_string()).collect();
        match (self, winners.as_slice()) {
            (Self::Draw, _) => write!(f, "a draw"),
            (Self::AllLose, _) => write!(f, "nobody winning"),
            (Self::Stalemate, _) => write!(f, "a stalemate"),
            (_, [seat]) => write!(f, "a win of seat {seat}"),
            (_, seats) => write!(f, "a win of seats {}", seats.join(", ")),
        }
    }
}

impl Outcome {
    /// The names of the five kinds, in the order of [`Outcome::kind`].
    pub const KINDS: [&'static str; 5] = ["win", "shared", "draw", "nobody", "stalemate"];

    /// These seats win: alone, or shared if they are several.
    #[must_use]
    pub const fn won_by(seats: Seats) -> Self {
        if seats.len() > 1 { Self::Shared(seats) } else { Self::Win(seats) }
    }

    /// The place of this kind in [`Outcome::KINDS`].
    #[must_use]
    pub const fn kind(self) -> usize {
        match self {
            Self::Win(_) => 0,
            Self::Shared(_) => 1,
            Self::Draw => 2,
            Self::AllLose => 3,
            Self::Stalemate => 4,
        }
    }

    /// The seats that won.
    #[must_use]
    pub const fn winners(self) -> Seats {
        match self {
            Self::Win(seats) | Self::Shared(seats) => seats,
            Self::Draw | Self::AllLose | Self::Stalemate => Seats::NONE,
        }
    }

    /// The seat's share of the win, in [`SHARE`]ths.
    #[must_use]
    pub fn share(self, seat: Seat) -> u32 {
        let winners = self.winners();
        if winners.has(seat) { [0, 840, 420, 280, 210, 168, 140, 120, 105][winners.len()] } else { 0 }
    }

    /// What it is worth to a seat of so many, in [`SHARE`]ths of a win: where nobody wins, as much as to anybody
    /// else.
    #[must_use]
    pub fn utility(self, seat: Seat, players: usize) -> u32 {
        let even = SHARE / u32::try_from(players).unwrap_or(1).max(1);
        if self.winners().is_empty() { even } else { self.share(seat) }
    }

    /// These seats' shares of the win, together.
    #[must_use]
    pub fn shares(self, seats: Seats) -> u32 {
        seats.into_iter().map(|seat| self.share(seat)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(debug_assertions)]
    #[test]
    #[should_panic(expected = "seat 1 has not chosen")]
    fn a_choice_of_a_seat_that_had_none_is_told_by_tests() {
        let _ = JointMove::one(Seat::FIRST, 7).by(Seat::SECOND);
    }

    #[test]
    fn a_win_is_divided_without_rest() {
        for sharers in 1..=8 {
            let outcome = Outcome::won_by(Seats::first(sharers));
            let total: u32 = Seats::first(8).into_iter().map(|seat| outcome.share(seat)).sum();
            assert_eq!(total, SHARE);
            assert_eq!(Outcome::KINDS[outcome.kind()], if sharers == 1 { "win" } else { "shared" });
        }
    }
}
