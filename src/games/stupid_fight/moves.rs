//! Clause 5: what is legal at each decision, and carrying it out.

use super::attack::{Defences, looks};
use super::cards::{Colour, Id, Ids, Kind, Slot, Slots, Special, Target};
use super::damage::Payment;
use super::deeds::Reach;
use super::look::Look;
use super::state::{Hand, Held, Player, Stage, Table};
use super::story::Event;
use super::{Bout, StupidFight};
use crate::model::{Choice, Seat, Watch};

/// One choice of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Move {
    /// Ends the own turn.
    #[default]
    EndTurn,
    /// Plays a part, a black card or a ! card.
    Play(Id),
    /// Begins an attack on a player.
    Attack(Seat),
    /// Chooses whom a card or special touches.
    Target(Seat),
    /// Chooses the part whose special starts.
    Special(Slot),
    /// Chooses the limb that is stolen or ripped off.
    Limb(Slot),
    /// Adds a card to the combo.
    Throw(Id),
    /// Completes the combo.
    Commit,
    /// Throws from this part, as printed.
    From(Slot),
    /// Throws from this part, converted to a basic punch.
    Convert(Slot),
    /// Throws in this colour.
    In(Colour),
    /// Lets it happen.
    Accept,
    /// Uses a card to dodge one attack card.
    Dodge(Id),
    /// Uses a card to block one attack card.
    Block(Id),
    /// Uses a Run Away.
    RunAway(Id),
    /// Removes an attack card that looks like this.
    Against(Look),
    /// Pays with a card of the hand.
    PayHand(Id),
    /// Pays with a limb.
    PayPart(Slot),
    /// Pays the rest off the deck.
    DeckRest,
    /// Trashes a card of the hand.
    Trash(Id),
    /// Makes a top stack of so many cards.
    Split(u8),
    /// The top stack is lost.
    LoseTop,
    /// The bottom stack is lost.
    LoseBottom,
    /// Gives so many cards.
    Gift(u8),
}

impl Move {
    /// Its name in the words of the spec.
    pub(super) fn name<'n>(self, card: impl Fn(Id) -> &'n str) -> String {
        match self {
            Self::EndTurn => "end-turn".into(),
            Self::Play(id) => format!("play:{}", card(id)),
            Self::Attack(seat) => format!("attack:{seat}"),
            Self::Target(seat) => format!("target:{seat}"),
            Self::Special(slot) | Self::Limb(slot) => slot.name().into(),
            Self::Throw(id) => card(id).into(),
            Self::Commit => "commit".into(),
            Self::From(slot) => slot.name().into(),
            Self::Convert(slot) => format!("punch:{}", slot.name()),
            Self::In(colour) => name_of(colour).into(),
            Self::Accept => "accept".into(),
            Self::Dodge(id) => format!("dodge:{}", card(id)),
            Self::Block(id) => format!("block:{}", card(id)),
            Self::RunAway(id) => format!("run-away:{}", card(id)),
            Self::Against(look) => look.name(),
            Self::PayHand(id) => format!("hand:{}", card(id)),
            Self::PayPart(slot) => format!("part:{}", slot.name()),
            Self::DeckRest => "deck-rest".into(),
            Self::Trash(id) => card(id).into(),
            Self::Split(cards) | Self::Gift(cards) => cards.to_string(),
            Self::LoseTop => "top".into(),
            Self::LoseBottom => "bottom".into(),
        }
    }
}

/// The name of a value of a closed set.
pub(super) fn name_of<T: Choice + PartialEq>(value: T) -> &'static str {
    T::ALL.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

impl Look {
    /// How it is told: `red-punch:left-arm`, with its icons.
    pub(super) fn name(self) -> String {
        let colour = self.colour().map_or("plain", name_of);
        let mut name = format!("{colour}-{}:{}", name_of(self.attack()), self.slot().name());
        for (place, icon) in ["+shield-break", "+no-dodge"].into_iter().enumerate() {
            if self.icons() >> place & 1 == 1 {
                name += icon;
            }
        }
        name
    }
}

/// The spec's name of the decision that is due.
pub(super) fn decision(table: &Table, held: Held) -> &'static str {
    match (table.stage, held) {
        (Stage::Main | Stage::Over(_), _) => "main",
        (Stage::Target, _) => "target",
        (Stage::Special(_), _) => "special",
        (Stage::Limb { .. }, _) => "slot",
        (Stage::Throw, Held::Nothing) => "combo-card",
        (Stage::Throw, Held::Card(_)) => "combo-limb",
        (Stage::Throw, Held::From(..)) => "combo-colour",
        (Stage::Defend, _) => "defend",
        (Stage::Against { .. }, _) => "defend-against",
        (Stage::React, _) => "react",
        (Stage::Pay { .. }, _) => "pay",
        (Stage::TrashHand { .. }, _) => "trash-hand",
        (Stage::Split(_), _) => "split",
        (Stage::Lose { .. }, _) => "split-choice",
        (Stage::Gift(_), _) => "gift",
    }
}

/// Lists a move for each bit of a word, four at once: that they are no more can be predicted mostly,
/// how many they are cannot.
#[inline]
fn list_bits(menu: &mut Vec<Move>, mut word: u64, mv: impl Fn(usize) -> Move) {
    loop {
        let mut len = menu.len();
        menu.extend_from_slice(&[(); 4].map(|()| {
            let place = word.trailing_zeros() as usize;
            len += usize::from(word != 0);
            word &= word.wrapping_sub(1);
            mv(place)
        }));
        menu.truncate(len);
        if word == 0 {
            return;
        }
    }
}

/// Lists a move for each of these ids.
#[inline]
fn list(menu: &mut Vec<Move>, ids: Ids, mv: impl Fn(Id) -> Move) {
    let [low, high] = ids.words();
    list_bits(menu, low, |place| mv(Id::at(place)));
    if high != 0 {
        list_bits(menu, high, |place| mv(Id::at(64 + place)));
    }
}

/// The payments with each set of limbs, and how many they are.
static LIMBS: [([Move; 4], u8); 16] = {
    let mut all = [([Move::EndTurn; 4], 0); 16];
    let mut limbs = 0;
    while limbs < all.len() {
        let (moves, n_moves) = &mut all[limbs];
        let mut place = 0;
        while place < 4 {
            if limbs >> place & 1 == 1 {
                moves[*n_moves as usize] = Move::PayPart(Slot::at(place + 1));
                *n_moves += 1;
            }
            place += 1;
        }
        limbs += 1;
    }
    all
};

/// Lists the payments with these limbs.
#[inline]
fn list_limbs(menu: &mut Vec<Move>, limbs: Slots) {
    let (moves, n_moves) = &LIMBS[usize::from(limbs.0 >> 1) % LIMBS.len()];
    let len = menu.len() + usize::from(*n_moves);
    menu.extend_from_slice(moves);
    menu.truncate(len);
}

/// Lists a move, if it is legal.
#[inline]
fn list_if(menu: &mut Vec<Move>, mv: Move, legal: bool) {
    let len = menu.len() + usize::from(legal);
    menu.push(mv);
    menu.truncate(len);
}

impl StupidFight {
    /// The legal moves of whoever must choose: a function of the table, the chooser's hand, and
    /// what it holds.
    #[inline]
    pub(super) fn legal(&self, table: &Table, hand: &Hand, held: Held, menu: &mut Vec<Move>) {
        match table.stage {
            Stage::Main => self.main(table, hand, menu),
            Stage::Throw => self.combo(table, hand, held, menu),
            Stage::Pay { seat, .. } => self.payments(table.player(seat), hand, menu),
            Stage::Defend => self.parries(table, hand, menu),
            _ => self.seldom(table, hand, menu),
        }
    }

    #[inline(never)]
    fn payments(&self, player: &Player, hand: &Hand, menu: &mut Vec<Move>) {
        if self.rules.pay_from_hand {
            list(menu, hand.ids, Move::PayHand);
        }
        if self.rules.pay_from_parts {
            list_limbs(menu, player.limbs());
        }
        list_if(menu, Move::DeckRest, player.deck > 0);
    }

    #[inline(never)]
    fn parries(&self, table: &Table, hand: &Hand, menu: &mut Vec<Move>) {
        let Defences { dodge, block, run_away } = self.defences(table);
        menu.push(Move::Accept);
        let usable = self.usable(table, hand);
        // Most hands hold no such card.
        if !dodge.union(block).union(run_away).both(usable).is_empty() {
            menu.extend(dodge.both(usable).iter().map(Move::Dodge));
            menu.extend(block.both(usable).iter().map(Move::Block));
            menu.extend(run_away.both(usable).iter().map(Move::RunAway));
        }
    }

    /// What is legal at the follow-ups of a few cards.
    #[inline(never)]
    fn seldom(&self, table: &Table, hand: &Hand, menu: &mut Vec<Move>) {
        match table.stage {
            Stage::Target => {
                let script = table.deed.script;
                menu.extend(self.touched(table, Target::One, script).into_iter().map(Move::Target));
            }
            Stage::Special(_) => {
                let own = table.player(table.current);
                let reach = self.reach(table, own.hand);
                let starts = own.body.specials.iter().filter(|slot| self.starts(own, *slot, reach));
                menu.extend(starts.map(Move::Special));
            }
            Stage::Limb { slots, .. } => menu.extend(slots.iter().map(Move::Limb)),
            Stage::Against { .. } => menu.extend(looks(&table.combo).map(Move::Against)),
            Stage::React => {
                menu.push(Move::Accept);
                list(menu, self.uses.run_away.both(self.usable(table, hand)), Move::RunAway);
            }
            Stage::TrashHand { .. } => list(menu, hand.ids, Move::Trash),
            Stage::Split(_) => {
                let deck = u16::from(table.player(table.deed.victim).deck);
                let mut last = 0;
                for eighths in 1..=4 {
                    // Half of at most 240.
                    let top = u8::try_from(deck * eighths / 8).unwrap_or(u8::MAX).max(1);
                    if top > last {
                        menu.push(Move::Split(top));
                    }
                    last = top;
                }
            }
            Stage::Lose { .. } => menu.extend([Move::LoseTop, Move::LoseBottom]),
            Stage::Gift(seat) => {
                let (rules, deck) = (&self.rules, table.player(seat).deck);
                menu.extend((rules.join_gift_min.min(deck)..=rules.join_gift_max.min(deck)).map(Move::Gift));
            }
            // Listed above; and at the end nobody chooses.
            Stage::Main | Stage::Throw | Stage::Pay { .. } | Stage::Defend | Stage::Over(_) => {}
        }
    }

    /// The cards of the hand that are not blank.
    #[inline]
    fn usable(&self, table: &Table, hand: &Hand) -> Ids {
        match self.blank {
            Some((seat, id)) => hand.ids.without_if(id, seat == table.chooser()),
            None => hand.ids,
        }
    }

    #[inline(never)]
    fn main(&self, table: &Table, hand: &Hand, menu: &mut Vec<Move>) {
        let own = table.player(table.current);
        let usable = self.usable(table, hand);
        let mut playable = usable.both(self.uses.parts);
        let mute = self.rules.taunt_needs_head && !own.has(Slot::Head);
        let black = usable.both(if mute { self.uses.silent } else { self.uses.black });
        let marks = usable.both(self.uses.activate);
        if !black.union(marks).is_empty() {
            let reach = self.reach(table, own.hand.saturating_sub(1));
            black.iter().for_each(|id| {
                let face = self.face(id);
                playable.add_if(id, reach.has(face.target, face.script));
            });
            let mut specials = own.body.specials.iter();
            if !marks.is_empty() && specials.any(|slot| self.starts(own, slot, reach)) {
                playable = playable.union(marks);
            }
        }
        list(menu, playable, Move::Play);
        if table.round > self.rules.peace_rounds && !hand.ids.both(self.throwable(table)).is_empty() {
            table.opponents().into_iter().for_each(|seat| menu.push(Move::Attack(seat)));
        }
        menu.push(Move::EndTurn);
    }

    /// Can the special of this part start?
    pub(super) fn starts(&self, own: &Player, slot: Slot, reach: Reach) -> bool {
        match self.card(own.parts[slot.index()]).special {
            Some(Special::Immediate { target, script }) => reach.has(target, script),
            Some(Special::Ongoing) => own.marks[slot.index()].is_none(),
            None => false,
        }
    }

    #[inline(never)]
    fn combo(&self, table: &Table, hand: &Hand, held: Held, menu: &mut Vec<Move>) {
        match held {
            Held::Nothing => {
                list(menu, hand.ids.both(self.throwable(table)), Move::Throw);
                list_if(menu, Move::Commit, !table.combo.is_empty());
            }
            Held::Card(id) => {
                let ways = self.ways(table, id);
                ways.printed.iter().for_each(|slot| menu.push(Move::From(slot)));
                ways.converted.iter().for_each(|slot| menu.push(Move::Convert(slot)));
            }
            Held::From(_, slot, _) => {
                let burst = table.player(table.current).body.burst[slot.index()];
                burst.iter().for_each(|colour| menu.push(Move::In(colour)));
            }
        }
    }
}

impl<W: Watch<Event>> Bout<'_, W> {
    /// Plays on from a choice to the next one, or to the end.
    #[inline]
    pub(super) fn carry_out(&mut self, mv: Move) {
        let seat = self.state.table.current;
        match mv {
            Move::EndTurn => self.end_turn(),
            Move::Play(id) => {
                let kind = self.game.face(id).kind;
                match kind.slot() {
                    Some(slot) => self.put_on(seat, id, slot),
                    None if kind == Kind::Activate => self.play_mark(seat, id),
                    None => self.play_black(seat, id),
                }
            }
            Move::Attack(victim) => self.begin_attack(victim),
            Move::Target(victim) => self.aim(victim),
            Move::Special(slot) => self.activate(slot),
            Move::Limb(slot) => self.dismember(slot),
            Move::Throw(id) => self.pick(id),
            Move::Commit => self.commit(),
            Move::From(slot) | Move::Convert(slot) => {
                if let Held::Card(id) = self.state.held {
                    self.throw_from(id, slot, matches!(mv, Move::Convert(_)));
                }
            }
            Move::In(colour) => {
                if let Held::From(id, slot, converted) = self.state.held {
                    self.throw(id, slot, Some(colour), converted);
                }
            }
            Move::Accept if self.state.table.stage == Stage::Defend => self.land(),
            Move::Accept => self.go_on(),
            Move::Dodge(id) => self.parry(id, false),
            Move::Block(id) => self.parry(id, true),
            Move::RunAway(id) if self.state.table.stage == Stage::Defend => self.run_from_attack(id),
            Move::RunAway(id) => self.run_from_deed(id),
            Move::Against(look) => {
                if let Stage::Against { block } = self.state.table.stage {
                    self.remove(look, block);
                }
            }
            Move::PayHand(id) => self.pay(Payment::Hand(id)),
            Move::PayPart(slot) => self.pay(Payment::Part(slot)),
            Move::DeckRest => self.pay(Payment::DeckRest),
            Move::Trash(id) => self.trash_hand(id),
            Move::Split(top) => self.split(top),
            Move::LoseTop => self.lose_stack(true),
            Move::LoseBottom => self.lose_stack(false),
            Move::Gift(cards) => self.give(cards),
        }
    }
}
