//! Features of a move: clause 11. A "change" is after minus before, by the certain effect of the move.
//! Probabilities look one card ahead, over the known cards of the Deck.

use super::StabbyJack;
use super::cards::{Bag, Face, Faces};
use super::decisions::{Action, Move, kings};
use super::state::{Character, Phase, Scores};
use super::view::View;
use crate::model::{FeatureRows, MAX_SEATS, Seat, features};

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
    pub(super) fn weigh(&self, view: &View<'_>, menu: &[Move], rows: &mut FeatureRows<'_>) {
        let own = &view.characters[view.seat];
        let mut before = Thought {
            game: self,
            view,
            own,
            rivals: Rivals::default(),
            standing: Ratings::default(),
            outlook: Outlook::default(),
        };
        match view.phase {
            Phase::Action | Phase::Queen { .. } => before.outlook = self.outlook(view, own),
            _ => {
                before.rivals = self.rivals(self.others(view, view.seat));
                before.standing = self.standing(own, &before.rivals);
            }
        }
        for (mv, row) in menu.iter().zip(rows.rows()) {
            before.appraise(*mv, row);
        }
    }
}

/// Monster Points / 10, the unit of features.
const TENTHS: [f64; 10] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// Expectations about the next card.
#[derive(Default)]
struct Outlook {
    /// In a Fight: points, Damage, death.
    fight: Chances,
    /// In Training or a theft, in which only Kings and Jacks count.
    other: Chances,
    /// The probability of winning a Luck check; computed only at a Queen.
    stolen: f64,
}

/// Expectations over the next card.
#[derive(Clone, Copy, Default)]
struct Chances {
    points: f64,
    hit: f64,
    death: f64,
}

/// The characters that a character is compared with.
#[derive(Default)]
struct Rivals {
    /// Their highest Luck.
    luck: i32,
    /// Their HP; for unused seats, more than any attack.
    hps: [i32; MAX_SEATS],
    /// Their number.
    count: f64,
}

/// The features of the player's own character.
#[derive(Default)]
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
    fn others<'v>(&self, view: &View<'v>, seat: Seat) -> impl Iterator<Item = &'v Scores> + use<'v> {
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
        let rules = &self.rules;
        let (next, n_cards) = next_cards(view, rules.keep_top_discard);
        let (numbered, beatable) = (Faces::NUMBERED.both(next.faces()), self.beatable(own));
        let chances = |faces: Faces, damage: u16| self.chances(own, &next, faces, beatable, damage);
        let shielded = rules.king_stops_jack && !kings(own).is_empty();
        let kings = chances(Faces::KINGS, rules.king_damage);
        let other = kings.and(chances(Faces::JACKS, if shielded { 0 } else { rules.jack_damage }));
        let fight = chances(numbered, rules.fight_damage).and(other);
        let steals = |face: &Face| rules.steals(own.luck(), i32::from(rules.cards[*face].value));
        let n_stolen: u32 = match view.phase {
            Phase::Queen { .. } => numbered.filter(steals).map(|face| u32::from(next.count(face))).sum(),
            _ => 0,
        };
        let n_cards = u16::try_from(n_cards.max(1)).map_or(f64::MAX, f64::from);
        Outlook {
            fight: fight.over(n_cards),
            other: other.over(n_cards),
            stolen: f64::from(n_stolen) / n_cards,
        }
    }

    /// Expectations if the next card is one of these faces, weighted by copies: points if it can be beaten,
    /// otherwise Damage.
    #[inline]
    fn chances(&self, own: &Scores, next: &Bag, faces: Faces, beatable: Faces, damage: u16) -> Chances {
        let points = faces.both(beatable).fold(0.0, |points, face| {
            points
                + f64::from(next.count(face))
                    * TENTHS[usize::from(self.rules.cards[face].points) % TENTHS.len()]
        });
        let n_lost: u32 = faces.minus(beatable).map(|face| u32::from(next.count(face))).sum();
        let dies = damage > 0 && self.is_dead(&Scores { damage: own.damage + damage, ..*own });
        let n_lost = f64::from(n_lost);
        Chances { points, hit: n_lost * f64::from(damage), death: n_lost * f64::from(dies) }
    }
}

impl Chances {
    fn and(self, more: Self) -> Self {
        Self { points: self.points + more.points, hit: self.hit + more.hit, death: self.death + more.death }
    }

    fn over(self, n_cards: f64) -> Self {
        Self { points: self.points / n_cards, hit: self.hit / n_cards, death: self.death / n_cards }
    }

    fn write(&self, own: &Scores, row: &mut Row) {
        row[POINTS] = self.points;
        row[HIT] = self.hit;
        row[DEATH] = self.death;
        row[DEATH_COST] = self.death * points(own);
    }
}

/// The position and its ratings before a move.
struct Thought<'t> {
    game: &'t StabbyJack,
    view: &'t View<'t>,
    own: &'t Character,
    rivals: Rivals,
    standing: Ratings,
    outlook: Outlook,
}

impl Thought<'_> {
    fn appraise(&self, mv: Move, row: &mut Row) {
        let (rules, own) = (&self.game.rules, self.own);
        let value = |face: Face| f64::from(rules.cards[face].value);
        match (self.view.phase, mv) {
            (Phase::Action, Move::Action(action)) => self.action(action, row),
            (Phase::Queen { .. }, Move::Bless) => self.heal(rules.queen_heal, row),
            (Phase::Queen { .. }, Move::Steal) => {
                self.outlook.other.write(own, row);
                let full = own.level >= rules.max_level;
                row[LEVEL] = self.outlook.stolen * if full { 0.3 } else { 1.0 };
            }
            (Phase::Jack { damage }, Move::TakeStab) => {
                row[HIT] = f64::from(damage);
                self.change(row, |own| own.damage += damage);
            }
            (Phase::Jack { .. }, Move::Card(king)) => self.change(row, |own| own.release(rules.cards[king])),
            (Phase::Pay { .. }, Move::Card(face)) => {
                row[CARD_VALUE] = -value(face) / 10.0;
                self.change(row, |own| own.release(rules.cards[face]));
            }
            (Phase::TrainReplace { drawn } | Phase::FullReplace { drawn, .. }, Move::Card(old)) => {
                row[CARD_VALUE] = (value(drawn) - value(old)) / 10.0;
                self.change(row, |own| own.replace(old, drawn, &rules.cards));
            }
            (Phase::SwapGive { .. }, Move::Card(give)) => {
                // The card taken in return may compensate the cost, so nothing is certain yet.
                let mut after = own.scores;
                after.lose(give, rules.cards[give]);
                self.compare(&after, &self.rivals, row);
            }
            (Phase::SwapWith { .. }, Move::Seat(seat)) => row[THREAT] = self.threat(seat),
            (Phase::SwapTake { give, with, .. }, Move::Card(take)) => self.swap(give, with, take, row),
            // Discarding the drawn card or declining the swap changes nothing.
            _ => {}
        }
    }

    fn action(&self, action: Action, row: &mut Row) {
        let (game, own) = (self.game, self.own);
        match action {
            Action::Train => {
                self.outlook.other.write(own, row);
                let weakest = own.attributes.faces().map(|face| game.rules.cards[face].value).min();
                let unmet = f64::from(!game.has_luck(own, self.others()))
                    + f64::from(!game.has_attack(own, self.others()));
                row[TRAIN_ROOM] = 1.0 - weakest.map_or(f64::MAX, f64::from) / 10.0;
                row[TRAIN_NEED] = unmet / 2.0;
            }
            Action::StayInBed => {
                row[IDLE] = f64::from(own.damage == 0);
                self.heal(game.rules.bed_heal, row);
            }
            Action::LevelUp => {
                let cost = u16::from(game.rules.level_up_cost).min(own.points);
                row[LEVEL] = 1.0;
                row[POINTS] = points(&Scores { points: own.points - cost, ..own.scores }) - points(own);
            }
            Action::Fight => {
                self.outlook.fight.write(own, row);
                row[FIGHT_NEED] = f64::from(!game.has_points(own));
            }
        }
    }

    fn others(&self) -> impl Iterator<Item = &Scores> {
        self.game.others(self.view, self.view.seat)
    }

    fn heal(&self, most: u16, row: &mut Row) {
        let healed = most.min(self.own.damage);
        let hp = f64::from(self.game.hp(self.own));
        row[HEALS] = f64::from(healed);
        row[FRAIL] = f64::from(healed) * (4.0 - hp).max(0.0) / 4.0;
        let after = Scores { damage: self.own.damage - healed, ..self.own.scores };
        row[HEALTH] = self.game.health(&after) - self.game.health(self.own);
        self.decide(&after, || self.others(), row);
    }

    /// The row of a move that changes only the player's own character.
    #[inline]
    fn change(&self, row: &mut Row, change: impl FnOnce(&mut Scores)) {
        let mut after = self.own.scores;
        change(&mut after);
        self.compare(&after, &self.rivals, row);
        self.decide(&after, || self.others(), row);
    }

    fn swap(&self, give: Face, with: Seat, take: Face, row: &mut Row) {
        let theirs = self.view.characters[with].scores;
        let (mut own, mut other) = (self.own.scores, theirs);
        own.replace(give, take, &self.game.rules.cards);
        other.replace(take, give, &self.game.rules.cards);
        row[HARM] = self.weight(&theirs) - self.weight(&other);
        let others = || {
            let others = self.game.seats().without(self.view.seat).into_iter();
            others.map(|seat| if seat == with { &other } else { &self.view.characters[seat].scores })
        };
        self.compare(&own, &self.game.rivals(others()), row);
        self.decide(&own, others, row);
        // The character that replaces a dead one is unknown.
        if self.game.is_dead(&other) {
            row[WIN] = 0.0;
        }
    }

    fn compare(&self, after: &Scores, rivals: &Rivals, row: &mut Row) {
        let (before, after) = (&self.standing, self.game.standing(after, rivals));
        row[POINTS] = after.points - before.points;
        row[LUCK_LEAD] = after.luck_lead - before.luck_lead;
        row[ATTACK] = after.attack - before.attack;
        row[REACH] = after.reach - before.reach;
        row[BEATS] = after.beats - before.beats;
        row[HEALTH] = after.health - before.health;
    }

    /// Whether the player's own character certainly dies, or wins, in this state.
    fn decide<'c, R: Iterator<Item = &'c Scores>>(
        &self,
        after: &Scores,
        others: impl Fn() -> R,
        row: &mut Row,
    ) {
        if self.game.is_dead(after) {
            row[DEATH] = 1.0;
            row[DEATH_COST] = points(self.own);
        } else {
            row[WIN] = f64::from(self.game.qualifies(after, others));
        }
    }

    fn weight(&self, character: &Scores) -> f64 {
        f64::from(character.luck()) / 10.0
            + f64::from(character.best_attack()) / 10.0
            + self.game.health(character)
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

/// The cards of which one is drawn next, and their number.
fn next_cards(view: &View<'_>, keep_top: bool) -> (Bag, usize) {
    if view.deck.len() > 0 {
        return (view.deck.cards(), view.deck.len());
    }
    let n_kept = usize::from(keep_top && view.discard.len() > 1);
    let shuffled = &view.discard[..view.discard.len() - n_kept];
    (shuffled.iter().copied().collect(), shuffled.len())
}

/// min(MP, 12)/10.
fn points(character: &Scores) -> f64 {
    f64::from(character.points.min(12)) / 10.0
}
