//! The things on a table as one seat sees them, for a page that draws them.

use super::seat::Seat;
use std::fmt::Display;

/// What a seat sees of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Where the game is: `Round 3`.
    pub title: String,
    /// What belongs to each player, and what belongs to nobody.
    pub areas: Vec<Area>,
}

/// What belongs to one player, or to nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Whose it is; `None` if it belongs to nobody.
    pub seat: Option<Seat>,
    /// The name of the character, or empty.
    pub name: String,
    /// Counters: name and number.
    pub counters: Vec<(String, String)>,
    /// Hands and piles: name and cards.
    pub zones: Vec<(String, Vec<LaidCard>)>,
}

/// Equal cards of a zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaidCard {
    /// The id of the card; `None` face down.
    pub id: Option<String>,
    /// What else the seat knows of it: `power 7`, or the back of a card that is face down.
    pub note: String,
    /// Their number.
    pub copies: u64,
}

impl Layout {
    /// Adds what belongs to this seat.
    pub fn area(&mut self, seat: impl Into<Option<Seat>>, name: impl Into<String>) -> &mut Area {
        self.areas.push(Area { seat: seat.into(), name: name.into(), ..Area::default() });
        let last = self.areas.len() - 1;
        &mut self.areas[last]
    }

    /// The table with all hands open, from what each seat sees: everything of a seat as the seat itself sees it.
    #[must_use]
    pub fn with_open_hands(mut seats: Vec<Self>) -> Self {
        let mut own: Vec<Area> = Vec::new();
        for (seat, layout) in seats.iter_mut().enumerate() {
            let of_seat =
                layout.areas.iter().position(|area| area.seat.is_some_and(|owner| owner.index() == seat));
            own.extend(of_seat.map(|at| layout.areas[at].clone()));
        }
        let mut first = if seats.is_empty() { Self::default() } else { seats.swap_remove(0) };
        for area in first.areas.iter_mut().filter(|area| area.seat.is_some()) {
            if let Some(open) = own.iter().find(|open| open.seat == area.seat) {
                area.clone_from(open);
            }
        }
        first
    }
}

impl Area {
    /// Adds a counter.
    pub fn counter(&mut self, name: &str, number: impl Display) -> &mut Self {
        self.counters.push((name.into(), number.to_string()));
        self
    }

    /// Adds a hand or a pile. Its equal cards are counted together; their order is not shown.
    pub fn zone(&mut self, name: &str, cards: impl IntoIterator<Item = LaidCard>) -> &mut Self {
        let mut zone: Vec<LaidCard> = Vec::new();
        for card in cards.into_iter().filter(|card| card.copies > 0) {
            match zone.iter_mut().find(|known| known.id == card.id && known.note == card.note) {
                Some(known) => known.copies += card.copies,
                None => zone.push(card),
            }
        }
        self.zones.push((name.into(), zone));
        self
    }
}

impl LaidCard {
    /// An open card.
    pub fn open(id: impl Display) -> Self {
        Self { id: Some(id.to_string()), note: String::new(), copies: 1 }
    }

    /// Cards that lie face down.
    pub fn face_down(copies: impl TryInto<u64>) -> Self {
        Self { id: None, note: String::new(), copies: copies.try_into().unwrap_or_default() }
    }

    /// The same card with a note.
    #[must_use]
    pub fn noted(self, note: impl Display) -> Self {
        Self { note: note.to_string(), ..self }
    }

    /// This number of them.
    #[must_use]
    pub fn times(self, copies: impl TryInto<u64>) -> Self {
        Self { copies: copies.try_into().unwrap_or_default(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_hands_are_those_that_their_owners_see() {
        let seen_by = |viewer: usize| {
            let mut layout = Layout { title: "Round 1".into(), ..Layout::default() };
            for seat in [viewer, 1 - viewer] {
                let hand = [LaidCard::open("ace"), LaidCard::open("ten"), LaidCard::open("ace")];
                let area = layout.area(Seat::new(seat), "");
                if seat == viewer {
                    area.zone("hand", hand)
                } else {
                    area.zone("hand", [LaidCard::face_down(3_u8)])
                };
            }
            layout.area(None, "").zone("deck", [LaidCard::face_down(20_u8)]);
            layout
        };
        let open = Layout::with_open_hands(vec![seen_by(0), seen_by(1)]);
        let hand = [LaidCard::open("ace").times(2_u8), LaidCard::open("ten")];
        let hands: Vec<_> = open.areas.iter().filter(|area| area.seat.is_some()).collect();
        assert_eq!(hands.len(), 2);
        assert!(hands.iter().all(|area| area.zones[0].1 == hand), "{open:?}");
        assert_eq!(open.areas[2].zones[0].1[0].id, None, "nobody sees the deck");
        assert_eq!(Layout::with_open_hands(Vec::new()), Layout::default());
    }
}
