//! From statements to operations. Every block is compiled for each player, so that an operation names its player, and all
//! jumps but those of `repeat` and of the next round lead forward.

use super::names::{Names, Sight};
use super::state::NOTHING;
use super::statements::{Calc, CardRef, Comparison, Cond, Expr, Statement, Who, ZoneRef};
use crate::model::{Outcome, Seat, Seats};

/// A zone of a player, and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) seat: u8,
    /// Its index in the list of zones.
    pub(super) zone: u8,
    /// Its index among those with an order, or among the others.
    pub(super) index: u8,
    pub(super) pile: bool,
    pub(super) own: bool,
}

impl Place {
    /// For a zone that there is not.
    pub(super) const NONE: Self = Self { seat: 0, zone: 0, index: 0, pile: false, own: false };
}

/// A number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Operand {
    Known(i32),
    Counter(u8, u8),
    /// A number of a chosen card.
    Of(u8, u8, u8),
    Size(u8, u8, bool),
    Round,
    Scratch(u8),
}

/// Where a result goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Target {
    Counter(u8, u8),
    Scratch(u8),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Test {
    /// The first number minus the second one is within these limits.
    Within(Operand, Operand, i32, i32),
    Kind(u8, u8, u64),
    /// No card is chosen.
    Nothing(u8, u8),
    Has(Place, u64),
}

/// What drawing a card is to the card report.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Drawn {
    /// Before the first round.
    Opening,
    ByPlayer,
    /// The card goes to a zone of both players.
    ByNobody,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Op {
    Jump(u16),
    /// Jumps if the test has this result.
    Branch(Test, bool, u16),
    Set(Target, Operand),
    Calc(Target, Calc, Operand, Operand),
    SetCard(u8, u8, u8),
    /// The chosen card of a seat becomes that of another one.
    CopyCard([u8; 2], [u8; 2]),
    MayChoose(u8, u8),
    Ask(u8),
    Draw {
        cards: Operand,
        from: Place,
        to: Place,
        refill: Option<Place>,
        drawn: Drawn,
    },
    TurnUp {
        seat: u8,
        from: Place,
        to: Place,
        chosen: u8,
        event: Option<u8>,
    },
    MoveCard {
        seat: u8,
        chosen: u8,
        from: Place,
        to: Place,
        event: Option<u8>,
    },
    MoveTop {
        cards: Operand,
        from: Place,
        to: Place,
        event: Option<u8>,
    },
    MoveAll {
        from: Place,
        to: Place,
        under: bool,
        event: Option<u8>,
    },
    Shuffle(Place),
    Count(u8, Operand),
    End(Outcome),
    Better(u8, bool),
    Again,
    /// The next `repeat` begins.
    Begin,
    /// Jumps if it was repeated this often.
    AtMost(u8, u16),
    NextRound,
    /// The end of what is done before the first round.
    Dealt,
}

impl Op {
    /// Whether the next operation may follow.
    const fn goes_on(self) -> bool {
        !matches!(self, Self::Jump(_) | Self::End(_) | Self::Better(..) | Self::NextRound | Self::Dealt)
    }

    /// Where it may lead instead.
    const fn leads_to(&mut self) -> Option<&mut u16> {
        match self {
            Self::Jump(to) | Self::Branch(_, _, to) | Self::AtMost(_, to) => Some(to),
            _ => None,
        }
    }
}

/// The operations of a description.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) ops: Vec<Op>,
    /// Where a round begins, by the player whose turn it is.
    pub(super) round: [u16; 2],
    /// Where the end after the last round begins.
    pub(super) limit: [u16; 2],
}

impl Program {
    /// The same program without operations that are never reached, such as those of a ruling that is not chosen, and without
    /// jumps to what comes next.
    fn shortened(self) -> Self {
        let end_of = |mut to: u16| {
            for _ in 0..self.ops.len() {
                let Some(Op::Jump(further)) = self.ops.get(usize::from(to)) else { break };
                to = *further;
            }
            to
        };
        let starts = || [0].into_iter().chain(self.round).chain(self.limit);
        let mut reached = vec![false; self.ops.len()];
        let mut open: Vec<u16> = starts().map(end_of).collect();
        while let Some(at) = open.pop() {
            let Some(mut op) = self.ops.get(usize::from(at)).copied() else { continue };
            if !std::mem::replace(&mut reached[usize::from(at)], true) {
                open.extend(
                    op.goes_on()
                        .then(|| end_of(at + 1))
                        .into_iter()
                        .chain(op.leads_to().map(|to| end_of(*to))),
                );
            }
        }
        let kept: Vec<u16> = (0..).zip(&reached).filter(|(_, reached)| **reached).map(|(at, _)| at).collect();
        let (mut ops, mut places) = (Vec::new(), vec![0; self.ops.len()]);
        for (index, at) in kept.iter().enumerate() {
            places[usize::from(*at)] = u16::try_from(ops.len()).unwrap_or(u16::MAX);
            let op = self.ops[usize::from(*at)];
            ops.push(op);
            if op.goes_on() && kept.get(index + 1) != Some(&end_of(at + 1)) {
                ops.push(Op::Jump(end_of(at + 1)));
            }
        }
        let place = |to: u16| places[usize::from(end_of(to))];
        for op in &mut ops {
            if let Some(to) = op.leads_to() {
                *to = place(*to);
            }
        }
        Self { ops, round: self.round.map(place), limit: self.limit.map(place) }
    }

    /// The most steps that a round, or the end after the last one, can take: those of a `repeat` count as often as it repeats,
    /// and an operation that moves cards counts as much as moving some of them takes.
    pub(super) fn most_steps(&self) -> u32 {
        const CARDS: u32 = 200;
        let (mut steps, mut until, mut times) = (0_u32, 0, 1);
        for (at, op) in self.ops.iter().enumerate() {
            if at >= until {
                times = 1;
            }
            let cost = match op {
                Op::Draw { .. }
                | Op::MoveTop { .. }
                | Op::MoveAll { .. }
                | Op::MoveCard { .. }
                | Op::Shuffle(_) => CARDS,
                _ => 1,
            };
            steps = steps.saturating_add(cost * times);
            if let Op::AtMost(most, to) = *op {
                (until, times) = (usize::from(to), u32::from(most).max(1));
            }
        }
        steps.max(1)
    }
}

/// Maximum number of steps of a game, which takes about a second at most.
pub(super) const MOST_STEPS: u32 = 50_000_000;

/// Maximum number of operations.
pub(super) const MOST_OPS: usize = 30_000;

/// Numbers of a sentence that are kept while it is computed.
pub(super) const SCRATCH: usize = 64;

pub(super) struct Compiler<'n> {
    names: &'n Names,
    ops: Vec<Op>,
    scratch: u8,
    opening: bool,
}

impl<'n> Compiler<'n> {
    pub(super) const fn new(names: &'n Names) -> Self {
        Self { names, ops: Vec::new(), scratch: 0, opening: false }
    }

    /// The program of these lists; `None` if it is too long.
    pub(super) fn program(
        mut self,
        start: &[Statement],
        round: &[Statement],
        limit: &[Statement],
        has_turns: bool,
    ) -> Option<Program> {
        self.opening = true;
        self.block(start, None);
        self.ops.push(Op::Dealt);
        self.opening = false;
        let mut program = Program::default();
        for turn in 0..if has_turns { 2 } else { 1 } {
            let seat = has_turns.then_some(turn);
            let [begin, end] =
                [(round, Op::NextRound), (limit, Op::End(Outcome::Stalemate))].map(|(statements, last)| {
                    let begin = self.here();
                    self.block(statements, seat);
                    self.ops.push(last);
                    begin
                });
            for of in turn..if has_turns { turn + 1 } else { 2 } {
                program.round[of] = begin;
                program.limit[of] = end;
            }
        }
        program.ops = self.ops;
        (program.ops.len() <= MOST_OPS).then(|| program.shortened())
    }

    fn here(&self) -> u16 {
        u16::try_from(self.ops.len()).unwrap_or(u16::MAX)
    }

    fn patch(&mut self, jumps: &[usize]) {
        let here = self.here();
        for jump in jumps {
            if let Some(to) = self.ops.get_mut(*jump).and_then(Op::leads_to) {
                *to = here;
            }
        }
    }

    fn push(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    /// A sentence without a player is read with the first one: it names no player.
    pub(super) fn seat(who: Who, seat: Option<usize>) -> u8 {
        let seat = seat.unwrap_or(0);
        u8::from((seat == 1) != (who == Who::Foe))
    }

    pub(super) fn place(names: &Names, zone: usize, seat: u8) -> Place {
        let of = &names.zones[zone];
        let before = names.zones[..zone].iter().filter(|other| other.pile == of.pile).count();
        let byte = |number: usize| u8::try_from(number).unwrap_or(0);
        let seat = if of.shared { 0 } else { seat };
        Place { seat, zone: byte(zone), index: byte(before), pile: of.pile, own: of.sight == Sight::Own }
    }

    fn zone(&self, ZoneRef(who, zone): ZoneRef, seat: Option<usize>) -> Place {
        Self::place(self.names, zone, Self::seat(who, seat))
    }

    fn block(&mut self, statements: &[Statement], seat: Option<usize>) {
        for statement in statements {
            if self.ops.len() > MOST_OPS {
                return;
            }
            self.scratch = 0;
            self.statement(statement, seat);
        }
    }

    fn statement(&mut self, statement: &Statement, seat: Option<usize>) {
        let byte = |number: usize| u8::try_from(number).unwrap_or(0);
        let event = |event: &Option<usize>| event.map(byte);
        match statement {
            Statement::Each(body) => {
                self.block(body, Some(0));
                self.block(body, Some(1));
            }
            Statement::If(cond, body, otherwise) => {
                let no = self.test(cond, seat, false);
                self.block(body, seat);
                if otherwise.is_empty() {
                    self.patch(&no);
                } else {
                    let end = self.push(Op::Jump(0));
                    self.patch(&no);
                    self.block(otherwise, seat);
                    self.patch(&[end]);
                }
            }
            Statement::Repeat(most, cond, body) => {
                self.push(Op::Begin);
                let again = self.here();
                let mut out = self.test(cond, seat, false);
                out.push(self.push(Op::AtMost(*most, 0)));
                self.block(body, seat);
                self.push(Op::Jump(again));
                self.patch(&out);
            }
            Statement::Choose { choice, chosen, when } => {
                for chooser in 0..2 {
                    if seat.is_some_and(|seat| seat != chooser) {
                        continue;
                    }
                    let no = self.test(when, Some(chooser), false);
                    self.push(Op::MayChoose(byte(chooser), byte(*choice)));
                    if !no.is_empty() {
                        let end = self.push(Op::Jump(0));
                        self.patch(&no);
                        self.push(Op::SetCard(byte(chooser), byte(*chosen), NOTHING));
                        self.patch(&[end]);
                    }
                }
                self.push(Op::Ask(byte(*choice)));
            }
            Statement::SetCard(who, chosen, kind) => {
                self.push(Op::SetCard(Self::seat(*who, seat), byte(*chosen), *kind));
            }
            Statement::CopyCard([to, from]) => {
                let [to, from] = [to, from].map(|(who, chosen)| [Self::seat(*who, seat), byte(*chosen)]);
                self.push(Op::CopyCard(to, from));
            }
            Statement::Set(who, counter, expr) => {
                let target = Target::Counter(Self::seat(*who, seat), byte(*counter));
                match expr {
                    Expr::Calc(calc, one, other) if expr.known().is_none() => {
                        let [one, other] = [one, other].map(|expr| self.operand(expr, seat));
                        self.push(Op::Calc(target, *calc, one, other));
                    }
                    _ => {
                        let value = self.operand(expr, seat);
                        self.push(Op::Set(target, value));
                    }
                }
            }
            Statement::Draw { cards, from, to, refill } => {
                let cards = self.operand(cards, seat);
                let refill = refill.map(|zone| self.zone(zone, seat));
                let drawn = match self.names.zones[to.1].shared {
                    true => Drawn::ByNobody,
                    false if self.opening => Drawn::Opening,
                    false => Drawn::ByPlayer,
                };
                let (from, to) = (self.zone(*from, seat), self.zone(*to, seat));
                self.push(Op::Draw { cards, from, to, refill, drawn });
            }
            Statement::TurnUp { from, to, chosen, event: of } => {
                let (from, to) = (self.zone(*from, seat), self.zone(*to, seat));
                let seat = Self::seat(Who::My, seat);
                self.push(Op::TurnUp { seat, from, to, chosen: byte(*chosen), event: event(of) });
            }
            Statement::MoveCard { card, from, to, event: of } => {
                let CardRef::Chosen(who, chosen) = card else { return };
                let (from, to) = (self.zone(*from, seat), self.zone(*to, seat));
                let op = Op::MoveCard {
                    seat: Self::seat(*who, seat),
                    chosen: byte(*chosen),
                    from,
                    to,
                    event: event(of),
                };
                self.push(op);
            }
            Statement::MoveTop { cards, from, to, event: of } => {
                let cards = self.operand(cards, seat);
                let (from, to) = (self.zone(*from, seat), self.zone(*to, seat));
                self.push(Op::MoveTop { cards, from, to, event: event(of) });
            }
            Statement::MoveAll { from, to, under, event: of } => {
                let (from, to) = (self.zone(*from, seat), self.zone(*to, seat));
                self.push(Op::MoveAll { from, to, under: *under, event: event(of) });
            }
            Statement::Shuffle(zone) => {
                let place = self.zone(*zone, seat);
                self.push(Op::Shuffle(place));
            }
            Statement::Count(tally, by) => {
                let by = self.operand(by, seat);
                self.push(Op::Count(byte(*tally), by));
            }
            Statement::Win(who) => {
                let winner = Seat::new(usize::from(Self::seat(*who, seat)));
                self.push(Op::End(Outcome::Win(Seats::only(winner))));
            }
            Statement::End(outcome) => {
                self.push(Op::End(*outcome));
            }
            Statement::Better { counter, lower } => {
                self.push(Op::Better(byte(*counter), *lower));
            }
            Statement::Again => {
                self.push(Op::Again);
            }
        }
    }

    fn operand(&mut self, expr: &Expr, seat: Option<usize>) -> Operand {
        let byte = |number: usize| u8::try_from(number).unwrap_or(0);
        if let Some(known) = expr.known() {
            return Operand::Known(known[seat.unwrap_or(0) % 2]);
        }
        match expr {
            Expr::Counter(who, counter) => Operand::Counter(Self::seat(*who, seat), byte(*counter)),
            Expr::Of(number, CardRef::Chosen(who, chosen)) => {
                Operand::Of(byte(*number), Self::seat(*who, seat), byte(*chosen))
            }
            Expr::Size(zone) => {
                let Place { seat, index, pile, .. } = self.zone(*zone, seat);
                Operand::Size(seat, index, pile)
            }
            Expr::Calc(calc, one, other) => {
                let before = self.scratch;
                let [one, other] = [one, other].map(|expr| self.operand(expr, seat));
                self.scratch = before + 1;
                self.push(Op::Calc(Target::Scratch(before), *calc, one, other));
                Operand::Scratch(before)
            }
            // `it` is known when a choice is read.
            Expr::Round | Expr::Known(_) | Expr::Of(_, CardRef::It) => Operand::Round,
        }
    }

    /// Jumps, whose places are returned, if the condition has this result; otherwise the next operation follows.
    fn test(&mut self, cond: &Cond, seat: Option<usize>, result: bool) -> Vec<usize> {
        if self.ops.len() > MOST_OPS {
            return Vec::new();
        }
        let byte = |number: usize| u8::try_from(number).unwrap_or(0);
        let test = match cond {
            Cond::Known(known) => {
                return if *known == result { vec![self.push(Op::Jump(0))] } else { Vec::new() };
            }
            Cond::Not(cond) => return self.test(cond, seat, !result),
            Cond::And(one, other) => return self.pair([(one, seat), (other, seat)], result, false),
            Cond::Or(one, other) => return self.pair([(one, seat), (other, seat)], result, true),
            Cond::Either(cond) => return self.pair([(cond, Some(0)), (cond, Some(1))], result, true),
            Cond::Both(cond) => return self.pair([(cond, Some(0)), (cond, Some(1))], result, false),
            Cond::Compare(one, comparison, other) => {
                if let (Some(one), Some(other)) = (one.known(), other.known()) {
                    let seat = seat.unwrap_or(0) % 2;
                    return self.test(&Cond::Known(comparison.holds(one[seat], other[seat])), None, result);
                }
                let scratch = self.scratch;
                let [one, other] = [one, other].map(|expr| self.operand(expr, seat));
                self.scratch = scratch;
                let [low, high] = comparison.limits();
                let result = result != (*comparison == Comparison::Other);
                return vec![self.push(Op::Branch(Test::Within(one, other, low, high), result, 0))];
            }
            Cond::Kind(CardRef::Chosen(who, chosen), kinds) => {
                Test::Kind(Self::seat(*who, seat), byte(*chosen), *kinds)
            }
            Cond::Nothing(CardRef::Chosen(who, chosen)) => {
                Test::Nothing(Self::seat(*who, seat), byte(*chosen))
            }
            Cond::Kind(CardRef::It, _) | Cond::Nothing(CardRef::It) => return Vec::new(),
            Cond::Has(zone, kinds) => Test::Has(self.zone(*zone, seat), *kinds),
        };
        vec![self.push(Op::Branch(test, result, 0))]
    }

    /// The jumps of two conditions of which one (`any`), or both, must hold.
    fn pair(&mut self, conds: [(&Cond, Option<usize>); 2], result: bool, any: bool) -> Vec<usize> {
        let [(one, of_one), (other, of_other)] = conds;
        if result == any {
            let mut jumps = self.test(one, of_one, result);
            jumps.extend(self.test(other, of_other, result));
            return jumps;
        }
        let out = self.test(one, of_one, !result);
        let jumps = self.test(other, of_other, result);
        self.patch(&out);
        jumps
    }

    /// For each zone of each seat (`2 * zone + seat`), the pool of cards that it shares with others: cards move between
    /// them without being seen.
    pub(super) fn pools(names: &Names, program: &Program) -> [u8; 2 * super::state::MOST_ZONES] {
        let mut pools: [u8; 2 * super::state::MOST_ZONES] =
            std::array::from_fn(|index| u8::try_from(index).unwrap_or(0));
        let is_secret = |place: Place| names.zones[usize::from(place.zone)].sight != Sight::Open;
        for op in &program.ops {
            let (Op::Draw { from, to, .. } | Op::MoveTop { from, to, .. } | Op::MoveAll { from, to, .. }) =
                *op
            else {
                continue;
            };
            if is_secret(from) && is_secret(to) {
                let [from, to] = [from, to].map(|place| pools[usize::from(2 * place.zone + place.seat)]);
                pools.iter_mut().filter(|pool| **pool == to).for_each(|pool| *pool = from);
            }
        }
        pools
    }
}
