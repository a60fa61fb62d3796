//! Features of a move: clause 11. A "change" is after minus before, by the certain effect of the move.
//! Probabilities look one card ahead, over the known cards of the Deck.

use super::StabbyJack;
use super::cards::{Face, KINDS, Kind};
use super::decisions::{Action, Move, kings};
use super::state::{Character, Phase, Scores};
use super::view::View;
use crate::model::{FeatureRow, FeatureRows, MAX_SEATS, Seat, features};
use std::ops::Deref;

features! {
    WIN = "win": "1 if the action surely makes this seat win";
    POINTS = "points": "change of min(MP, 12)/10; expected points/10 from the next card of a chain";
    HIT = "hit": "expected Damage from the next card, or the Damage of take-stab";
    DEATH = "death": "chance that the own character dies by that";
    DEATH_COST = "death-cost": "death × min(MP, 12)/10";
    HEALS = "heals": "HP really healed";
    FRAIL = "frail": "heals × max(0, 4 - HP)/4";
    IDLE = "idle": "1 for stay-in-bed without Damage";
    LUCK_LEAD = "luck-lead": "change of (LP - best other LP, between -10 and 10)/10";
    ATTACK = "attack": "change of max(BA, RA)/10";
    REACH = "reach": "change of the share of other characters whose HP is at most max(BA, RA)";
    BEATS = "beats": "change of the share of the 36 Numbered faces that the attack beats without Luck";
    HEALTH = "health": "change of min(HP, 20)/10";
    LEVEL = "level":
        "1 for level-up; for steal the chance of a successful check (× 0.3 at the maximum Level)";
    TRAIN_ROOM = "train-room": "for train: 1 - (value of the weakest own Attribute)/10";
    TRAIN_NEED = "train-need": "for train: how many of goals 2 and 3 are unmet, /2";
    FIGHT_NEED = "fight-need": "for fight: 1 while MP is below the goal";
    CARD_VALUE = "card-value":
        "(value gained - value given up)/10 in a replacement; -(value)/10 of a paid card";
    THREAT = "threat": "for swap-with: that seat's min(MP, 12)/10 + its met goals/3";
    HARM = "harm": "for swap-take: how much that seat's LP/10 + max(BA, RA)/10 + min(HP, 20)/10 falls";
}

impl StabbyJack {
    pub(super) fn weigh(&self, view: &View<'_>, menu: &[Move], rows: &mut impl FeatureRows) {
        match view.phase {
            Phase::Action => self.weigh_actions(view, menu, rows),
            Phase::Queen { .. } => self.weigh_queen(view, menu, rows),
            Phase::Jack { .. } | Phase::Pay { .. } => self.weigh_losses(view, menu, rows),
            _ => self.weigh_swaps(view, menu, rows),
        }
    }

    // Separate functions, because the compiler prepares what any of the moves needs.
    #[inline(never)]
    fn weigh_actions(&self, view: &View<'_>, menu: &[Move], rows: &mut impl FeatureRows) {
        let own = &view.characters[view.seat];
        let (outlook, turn) = (self.outlook(view, own), Turn { game: self, view, own });
        rows.fill(menu, |mv, row| match mv {
            Move::Action(Action::Fight) => {
                outlook.fight.write(own, row);
                row.add(FIGHT_NEED, f64::from(!self.has_points(own)));
            }
            Move::Action(Action::Train) => {
                outlook.other.write(own, row);
                let weakest = own.attributes.faces().map(|face| self.rules.cards[face].value).min();
                let unmet = f64::from(!self.has_luck(own, turn.others()))
                    + f64::from(!self.has_attack(own, turn.others()));
                row.add(TRAIN_ROOM, 1.0 - weakest.map_or(f64::MAX, f64::from) / 10.0);
                row.add(TRAIN_NEED, unmet / 2.0);
            }
            Move::Action(Action::StayInBed) => {
                turn.heal(self.rules.bed_heal, f64::from(own.damage == 0), row);
            }
            Move::Action(Action::LevelUp) => {
                let cost = u16::from(self.rules.level_up_cost).min(own.points);
                row.add(POINTS, points(&Scores { points: own.points - cost, ..own.scores }) - points(own));
                row.add(LEVEL, 1.0);
            }
            _ => {}
        });
    }

    #[inline(never)]
    fn weigh_queen(&self, view: &View<'_>, menu: &[Move], rows: &mut impl FeatureRows) {
        let own = &view.characters[view.seat];
        let outlook = self.outlook(view, own);
        rows.fill(menu, |mv, row| match mv {
            Move::Bless => Turn { game: self, view, own }.heal(self.rules.queen_heal, 0.0, row),
            Move::Steal => {
                outlook.other.write(own, row);
                let full = own.level >= self.rules.max_level;
                row.add(LEVEL, outlook.stolen * if full { 0.3 } else { 1.0 });
            }
            _ => {}
        });
    }

    /// Payments and Stabby Jack, which change only points and Damage.
    #[inline(never)]
    fn weigh_losses(&self, view: &View<'_>, menu: &[Move], rows: &mut impl FeatureRows) {
        let own = &view.characters[view.seat];
        let turn = Turn { game: self, view, own };
        rows.fill(menu, |mv, row| {
            let mut after = own.scores;
            match (view.phase, mv) {
                (Phase::Jack { damage }, Move::TakeStab) => {
                    after.damage += damage;
                    row.add(HIT, f64::from(damage));
                }
                (_, Move::Card(face)) => {
                    after.release(self.rules.cards[face]);
                    row.add(POINTS, points(&after) - points(own));
                }
                _ => return,
            }
            turn.decide(&after, true, || turn.others(), row);
            row.add(HEALTH, self.health(&after) - self.health(own));
            if let (Phase::Pay { .. }, Move::Card(face)) = (view.phase, mv) {
                row.add(CARD_VALUE, -f64::from(self.rules.cards[face].value) / 10.0);
            }
        });
    }

    /// Training and swaps.
    #[inline(never)]
    fn weigh_swaps(&self, view: &View<'_>, menu: &[Move], rows: &mut impl FeatureRows) {
        let own = &view.characters[view.seat];
        let turn = Turn { game: self, view, own };
        let rivals = self.rivals(turn.others());
        let before = Thought { standing: self.standing(own, &rivals), turn, rivals };
        let (rules, value) = (&self.rules, |face: Face| f64::from(self.rules.cards[face].value));
        match view.phase {
            Phase::TrainReplace { drawn } | Phase::FullReplace { drawn, .. } => rows.fill(menu, |mv, row| {
                // Discarding the drawn card changes nothing.
                let Move::Card(old) = mv else { return };
                let mut after = own.scores;
                after.replace(old, drawn, &rules.cards);
                before.decide(&after, true, || before.others(), row);
                before.compare(&after, &before.rivals, row);
                row.add(CARD_VALUE, (value(drawn) - value(old)) / 10.0);
            }),
            Phase::SwapGive { .. } => rows.fill(menu, |mv, row| {
                // Nor does declining the swap.
                let Move::Card(give) = mv else { return };
                // The card taken in return may compensate the cost, so nothing is certain yet.
                let mut after = own.scores;
                after.lose(give, rules.cards[give]);
                before.compare(&after, &before.rivals, row);
            }),
            Phase::SwapWith { .. } => rows.fill(menu, |mv, row| {
                let Move::Seat(seat) = mv else { return };
                row.add(THREAT, before.threat(seat));
            }),
            Phase::SwapTake { give, with, .. } => rows.fill(menu, |mv, row| {
                let Move::Card(take) = mv else { return };
                before.swap(give, with, take, row);
            }),
            _ => {}
        }
    }
}

/// Expectations about the next card.
struct Outlook {
    /// In a Fight: points, Damage, death.
    fight: Chances<f64>,
    /// In Training or a theft, in which only Kings and Jacks count.
    other: Chances<f64>,
    /// The probability of winning a Luck check; computed only at a Queen.
    stolen: f64,
}

/// Sums over the possible next cards, or their means: points / 10, Damage, death.
#[derive(Clone, Copy)]
struct Chances<T> {
    points: T,
    hit: T,
    death: T,
}

/// The characters that a character is compared with.
struct Rivals {
    /// Their highest Luck.
    luck: i32,
    /// Their HP; for unused seats, more than any attack.
    hps: [i32; MAX_SEATS],
    /// Their number.
    count: f64,
}

/// The features of the player's own character.
struct Ratings {
    points: f64,
    luck_lead: f64,
    attack: f64,
    reach: f64,
    beats: f64,
    health: f64,
}

impl StabbyJack {
    /// The characters of the other seats.
    pub(super) fn others<'v>(
        &self,
        view: &View<'v>,
        seat: Seat,
    ) -> impl Iterator<Item = &'v Scores> + use<'v> {
        let characters = view.characters;
        self.seats().without(seat).into_iter().map(|other| &*characters[other])
    }

    fn rivals<'c>(&self, others: impl Iterator<Item = &'c Scores>) -> Rivals {
        let mut rivals = Rivals { luck: 0, hps: [i32::MAX; MAX_SEATS], count: 0.0 };
        for (rival, hp) in others.zip(&mut rivals.hps) {
            rivals.luck = rivals.luck.max(rival.luck());
            *hp = self.hp(rival);
            rivals.count += 1.0;
        }
        rivals
    }

    #[inline]
    fn standing(&self, own: &Scores, rivals: &Rivals) -> Ratings {
        let attack = own.best_attack();
        let n_reached: u32 = rivals.hps.iter().map(|hp| u32::from(*hp <= attack)).sum();
        Ratings {
            points: points(own),
            luck_lead: f64::from((own.luck() - rivals.luck).clamp(-10, 10)) / 10.0,
            attack: f64::from(attack) / 10.0,
            reach: f64::from(n_reached) / rivals.count,
            beats: f64::from(self.win_table.n_beaten(own)) / 36.0,
            health: self.health(own),
        }
    }

    /// min(HP, 20)/10.
    fn health(&self, character: &Scores) -> f64 {
        f64::from(self.hp(character).min(20)) / 10.0
    }

    /// Expectations about the next card, over the cards of the Deck (or the cards that will be shuffled into
    /// it).
    fn outlook(&self, view: &View<'_>, own: &Character) -> Outlook {
        let (rules, beatable) = (&self.rules, self.beatable(own));
        let next = next_cards(view, rules.keep_top_discard);
        // By kind: the points of cards that can be beaten, and the number of the others.
        let (mut points, mut lost, mut n_stolen) = ([0; KINDS], [0; KINDS], 0);
        for face in next {
            let (kind, is_beaten) = (face.kind() as usize, u32::from(beatable.has(*face)));
            points[kind] += is_beaten * u32::from(rules.cards[*face].points);
            lost[kind] += 1 - is_beaten;
        }
        if matches!(view.phase, Phase::Queen { .. }) {
            let steals = |face: &&Face| rules.steals(own.luck(), i32::from(rules.cards[**face].value));
            n_stolen = next.iter().filter(|face| face.is_numbered()).filter(steals).count();
        }
        let chances = |kind: Kind, damage: u16| {
            let dies = damage > 0 && self.is_dead(&Scores { damage: own.damage + damage, ..own.scores });
            let (points, lost) = (points[kind as usize], lost[kind as usize]);
            Chances { points, hit: lost * u32::from(damage), death: lost * u32::from(dies) }
        };
        let shielded = rules.king_stops_jack && !kings(own).is_empty();
        let kings = chances(Kind::King, rules.king_damage);
        let other = kings.and(chances(Kind::Jack, if shielded { 0 } else { rules.jack_damage }));
        let fight = chances(Kind::Numbered, rules.fight_damage).and(other);
        let n_cards = u16::try_from(next.len().max(1)).map_or(f64::MAX, f64::from);
        let n_stolen = u16::try_from(n_stolen).map_or(f64::MAX, f64::from);
        Outlook { fight: fight.over(n_cards), other: other.over(n_cards), stolen: n_stolen / n_cards }
    }
}

impl Chances<u32> {
    fn and(self, more: Self) -> Self {
        Self { points: self.points + more.points, hit: self.hit + more.hit, death: self.death + more.death }
    }

    fn over(self, n_cards: f64) -> Chances<f64> {
        let share = |sum| f64::from(sum) / n_cards;
        Chances { points: share(self.points) / 10.0, hit: share(self.hit), death: share(self.death) }
    }
}

impl Chances<f64> {
    fn write(&self, own: &Scores, row: &mut impl FeatureRow) {
        row.add(POINTS, self.points);
        row.add(HIT, self.hit);
        row.add(DEATH, self.death);
        row.add(DEATH_COST, self.death * points(own));
    }
}

/// The position before a move.
struct Turn<'t> {
    game: &'t StabbyJack,
    view: &'t View<'t>,
    own: &'t Character,
}

/// The same with its ratings.
struct Thought<'t> {
    turn: Turn<'t>,
    rivals: Rivals,
    standing: Ratings,
}

impl<'t> Deref for Thought<'t> {
    type Target = Turn<'t>;
    fn deref(&self) -> &Turn<'t> {
        &self.turn
    }
}

impl Thought<'_> {
    fn swap(&self, give: Face, with: Seat, take: Face, row: &mut impl FeatureRow) {
        let theirs = self.view.characters[with].scores;
        let (mut own, mut other) = (self.own.scores, theirs);
        own.replace(give, take, &self.game.rules.cards);
        other.replace(take, give, &self.game.rules.cards);
        let others = || {
            let others = self.game.seats().without(self.view.seat).into_iter();
            others.map(|seat| if seat == with { &other } else { &self.view.characters[seat].scores })
        };
        // The character that replaces a dead one is unknown.
        self.decide(&own, !self.game.is_dead(&other), others, row);
        self.compare(&own, &self.game.rivals(others()), row);
        row.add(HARM, self.weight(&theirs) - self.weight(&other));
    }

    fn compare(&self, after: &Scores, rivals: &Rivals, row: &mut impl FeatureRow) {
        let (before, after) = (&self.standing, self.game.standing(after, rivals));
        row.add(POINTS, after.points - before.points);
        row.add(LUCK_LEAD, after.luck_lead - before.luck_lead);
        row.add(ATTACK, after.attack - before.attack);
        row.add(REACH, after.reach - before.reach);
        row.add(BEATS, after.beats - before.beats);
        row.add(HEALTH, after.health - before.health);
    }

    fn weight(&self, character: &Scores) -> f64 {
        f64::from(character.luck()) / 10.0
            + f64::from(character.best_attack()) / 10.0
            + self.game.health(character)
    }
}

impl<'t> Turn<'t> {
    fn others(&self) -> impl Iterator<Item = &'t Scores> + use<'t> {
        self.game.others(self.view, self.view.seat)
    }

    fn heal(&self, most: u16, idle: f64, row: &mut impl FeatureRow) {
        let healed = most.min(self.own.damage);
        let hp = f64::from(self.game.hp(self.own));
        let after = Scores { damage: self.own.damage - healed, ..self.own.scores };
        self.decide(&after, true, || self.others(), row);
        row.add(HEALS, f64::from(healed));
        row.add(FRAIL, f64::from(healed) * (4.0 - hp).max(0.0) / 4.0);
        row.add(IDLE, idle);
        row.add(HEALTH, self.game.health(&after) - self.game.health(self.own));
    }

    /// Whether the player's own character certainly dies, or wins, in this state.
    fn decide<'c, R: Iterator<Item = &'c Scores>>(
        &self,
        after: &Scores,
        others_stay: bool,
        others: impl Fn() -> R,
        row: &mut impl FeatureRow,
    ) {
        if self.game.is_dead(after) {
            row.add(DEATH, 1.0);
            row.add(DEATH_COST, points(self.own));
        } else if others_stay {
            row.add(WIN, f64::from(self.game.qualifies(after, others)));
        }
    }

    fn threat(&self, seat: Seat) -> f64 {
        let (game, character) = (self.game, &self.view.characters[seat]);
        let rivals = || game.others(self.view, seat);
        let met = f64::from(game.has_points(character))
            + f64::from(game.has_luck(character, rivals()))
            + f64::from(game.has_attack(character, rivals()));
        points(character) + met / 3.0
    }
}

/// The cards of which one is drawn next, in no order that counts.
fn next_cards<'v>(view: &View<'v>, keep_top: bool) -> &'v [Face] {
    if view.deck.len() > 0 {
        return view.deck.any_order();
    }
    let n_kept = usize::from(keep_top && view.discard.len() > 1);
    &view.discard[..view.discard.len() - n_kept]
}

/// min(MP, 12)/10.
fn points(character: &Scores) -> f64 {
    f64::from(character.points.min(12)) / 10.0
}
