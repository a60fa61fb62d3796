//! Drawing: the deal, the Deck, the Discard pile, births. Clauses 3, 4 and 6.6.

use super::cards::{Face, Faces};
use super::state::{Stage, State};
use super::story::Event;
use super::{DECK, StabbyJack};
use crate::model::{BySeat, Dice, Pile, Seat, Seats, Watch};

impl StabbyJack {
    /// Clause 3: each player is dealt Numbered cards; Specials are discarded unread.
    pub(super) fn set_up<W: Watch<Event>>(&self, dice: &mut Dice, watch: &mut W) -> State {
        let mut state = State {
            deck: self.deck,
            discard: Pile::new(),
            characters: BySeat::default(),
            rich: Seats::NONE,
            able: BySeat::default(),
            swappable: Faces::default(),
            active: Seat::FIRST,
            turn: 1,
            stage: Stage::Action,
        };
        dice.source(DECK).shuffle(&mut state.deck);
        for seat in self.seats() {
            while state.characters[seat].level < self.rules.start_level {
                // The Deck holds Numbered cards for everybody: `Rules::check`.
                let Some(face) = state.deck.pop() else { break };
                if self.may_keep(seat, face) && face.is_numbered() {
                    state.characters[seat].gain(face, self.rules.cards[face]);
                    watch.saw(Event::Opening { seat, face });
                } else {
                    state.discard.push(face);
                    watch.saw(Event::Unread { face });
                }
            }
        }
        self.first_turn(&mut state, dice, watch);
        state
    }

    /// Draws the top card of the Deck for a seat.
    #[inline(always)]
    pub(super) fn draw<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Face> {
        if state.deck.is_empty() {
            self.reshuffle(state, dice, watch);
        }
        let face = self.draw_top(state, seat, watch)?;
        match self.without {
            None => Some(face),
            Some(_) => self.keep_or_not(state, seat, face, dice, watch),
        }
    }

    /// Draws the top card, if there is one.
    #[inline(always)]
    pub(super) fn draw_top<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        watch: &mut W,
    ) -> Option<Face> {
        let face = state.deck.pop()?;
        watch.saw(Event::Drawn { seat, face });
        Some(face)
    }

    /// Does the seat play with this face?
    #[inline]
    fn may_keep(&self, seat: Seat, face: Face) -> bool {
        self.without != Some((seat, face))
    }

    /// A face that the seat plays without: it is discarded unread, and another card drawn, unless
    /// there is none.
    #[cold]
    fn keep_or_not<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        face: Face,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Face> {
        let any_other = || state.deck.iter().chain(state.discard.iter()).any(|other| *other != face);
        if self.may_keep(seat, face) || !any_other() {
            return Some(face);
        }
        state.discard.push(face);
        watch.saw(Event::Unread { face });
        self.draw(state, seat, dice, watch)
    }

    /// The Deck is empty: the Discard pile becomes the Deck, all but its top card, unless that is
    /// its only one. Cards are drawn at random, so that nothing needs to be shuffled.
    #[cold]
    fn reshuffle<W: Watch<Event>>(&self, state: &mut State, dice: &mut Dice, watch: &mut W) {
        let top =
            if self.rules.keep_top_discard && state.discard.len() > 1 { state.discard.pop() } else { None };
        state.deck = state.discard;
        dice.source(DECK).shuffle(&mut state.deck);
        state.discard.clear();
        if let Some(face) = top {
            state.discard.push(face);
        }
        watch.saw(Event::Reshuffled { n_cards: state.deck.len(), top });
    }

    /// Draws until a Numbered card appears, and discards the Specials unread; nothing is drawn if
    /// neither pile has a Numbered card.
    pub(super) fn draw_numbered<W: Watch<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        dice: &mut Dice,
        watch: &mut W,
    ) -> Option<Face> {
        if !self.holds_numbered(state, seat) {
            return None;
        }
        loop {
            let face = self.draw(state, seat, dice, watch)?;
            if face.is_numbered() {
                return Some(face);
            }
            state.discard.push(face);
            watch.saw(Event::Unread { face });
        }
    }

    /// Has the Deck or the Discard pile a Numbered card that the seat may keep?
    #[inline]
    pub(super) fn holds_numbered(&self, state: &State, seat: Seat) -> bool {
        let fits = |face: &Face| face.is_numbered() & self.may_keep(seat, *face);
        // Four cards nearly always hold one, and to look at all four is quicker than to guess which.
        let some =
            state.deck.last_chunk::<4>().is_some_and(|some| some.map(|face| fits(&face)).contains(&true));
        some || self.search_numbered(state, fits)
    }

    #[cold]
    fn search_numbered(&self, state: &State, fits: impl Fn(&Face) -> bool) -> bool {
        state.deck.iter().chain(state.discard.iter()).any(fits)
    }
}
