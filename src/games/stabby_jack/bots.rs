//! Features of a move: clause 11. "Change" is after minus before, by the sure effect of the move;
//! chances look one card ahead, over the known cards of the Deck.

use super::StabbyJack;
use super::cards::{Face, Kind, PerFace, Suit};
use super::decisions::{Move, kings};
use super::state::{Character, Stage};
use super::view::View;
use crate::model::{Appraise, Feature, Seat, features};

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

impl Appraise for StabbyJack {
    const FEATURES: &'static [Feature] = FEATURES;

    fn appraise(&self, view: &View<'_>, menu: &[Move], rows: &mut [f64]) {
        let table = Table { game: self, view, own: view.characters[view.seat], other: None };
        let outlook = match view.stage {
            Stage::Action | Stage::Queen { .. } => table.outlook(),
            _ => Outlook::default(),
        };
        let before = Thought { table, standing: table.standing(), outlook };
        for (mv, row) in menu.iter().zip(rows.as_chunks_mut().0) {
            before.appraise(*mv, row);
        }
    }
}

/// What the next card may bring.
#[derive(Clone, Copy, Default)]
struct Outlook {
    /// In a Fight: points, Damage, death.
    fight: Chances,
    /// In Training or a theft, where only Kings and Jacks count.
    other: Chances,
    /// A Luck check won.
    stolen: f64,
}

/// Expectations over the next card.
#[derive(Clone, Copy, Default)]
struct Chances {
    points: f64,
    hit: f64,
    death: f64,
}

/// The table as it is, or as it would be after a move.
#[derive(Clone, Copy)]
struct Table<'t> {
    game: &'t StabbyJack,
    view: &'t View<'t>,
    own: Character,
    /// Another character that would be changed too.
    other: Option<(Seat, Character)>,
}

impl Table<'_> {
    fn rivals(&self) -> impl Iterator<Item = &Character> {
        let others = self.game.seats().without(self.view.seat).into_iter();
        others.map(|seat| match &self.other {
            Some((changed, character)) if *changed == seat => character,
            _ => &self.view.characters[seat],
        })
    }

    fn standing(&self) -> Standing {
        Standing {
            points: points(&self.own),
            luck_lead: self.luck_lead(),
            attack: f64::from(self.own.best_attack()) / 10.0,
            reach: self.reach(),
            beats: self.beaten(),
            health: health(self.game, &self.own),
        }
    }

    fn luck_lead(&self) -> f64 {
        let best = self.rivals().map(Character::luck).max().unwrap_or(0);
        (f64::from(self.own.luck()) - f64::from(best)).clamp(-10.0, 10.0) / 10.0
    }

    fn reach(&self) -> f64 {
        let attack = self.own.best_attack();
        let reached = self.rivals().map(|rival| f64::from(self.game.hp(rival) <= attack));
        let (n_reached, n_rivals) = reached.fold((0.0, 0.0), |(sum, n), one| (sum + one, n + 1.0));
        n_reached / n_rivals
    }

    /// The share of the Numbered faces that the own attack beats without Luck.
    fn beaten(&self) -> f64 {
        let beaten = |suit: Suit| {
            let values = &self.game.fought_with[usize::from(suit == Suit::Spades)];
            values.partition_point(|value| *value < self.own.sum(suit))
        };
        let n_beaten = [Suit::Diamonds, Suit::Spades].map(beaten).iter().sum::<usize>();
        f64::from(u32::try_from(n_beaten).unwrap_or(u32::MAX)) / 36.0
    }

    /// What the next card may bring, over the cards of the Deck (or what will be shuffled into it).
    fn outlook(&self) -> Outlook {
        let (game, rules, own) = (self.game, &self.game.rules, &self.own);
        let dies_of = |damage| game.is_dead(&Character { damage: own.damage + damage, ..*own });
        let [by_fight, by_king, by_jack] =
            [rules.fight_damage, rules.king_damage, rules.jack_damage].map(|damage| Chances {
                points: 0.0,
                hit: f64::from(damage),
                death: f64::from(damage > 0 && dies_of(damage)),
            });
        let shielded = rules.king_stops_jack && !kings(&own.monsters).is_empty();
        let mut outlook = Outlook::default();
        let next = next_cards(self.view, rules.keep_top_discard);
        let mut total = 0.0;
        for face in Face::all().filter(|face| next[*face] > 0) {
            let weight = f64::from(next[face]);
            total += weight;
            let card = rules.cards[face];
            let won = Chances { points: f64::from(card.points) / 10.0, ..Chances::default() };
            let (attack, value, luck) = (own.sum(face.fought_with()), i32::from(card.value), own.luck());
            match face.kind() {
                Kind::Numbered => {
                    let won_here = game.foes[face].falls_to(attack, luck);
                    outlook.fight.add(weight, if won_here { &won } else { &by_fight });
                    outlook.stolen += weight * f64::from(game.steals(luck, value));
                }
                Kind::King => {
                    let won_here = game.foes[face].falls_to(attack, luck);
                    outlook.other.add(weight, if won_here { &won } else { &by_king });
                }
                Kind::Jack if !shielded => outlook.other.add(weight, &by_jack),
                _ => {}
            }
        }
        if total > 0.0 {
            let Outlook { fight, other, stolen } = &mut outlook;
            fight.add(1.0, other);
            for chances in [fight, other] {
                chances.points /= total;
                chances.hit /= total;
                chances.death /= total;
            }
            *stolen /= total;
        }
        outlook
    }
}

/// Where the own character stands, as the features see it.
#[derive(Clone, Copy)]
struct Standing {
    points: f64,
    luck_lead: f64,
    attack: f64,
    reach: f64,
    beats: f64,
    health: f64,
}

/// The table as it is, and what is thought of it before a move is.
struct Thought<'t> {
    table: Table<'t>,
    standing: Standing,
    outlook: Outlook,
}

impl Thought<'_> {
    fn appraise(&self, mv: Move, row: &mut Row) {
        let cards = &self.table.game.rules.cards;
        let value = |face: Face| f64::from(cards[face].value);
        match (self.table.view.stage, mv.card(), mv.seat()) {
            (Stage::Action, ..) => self.action(mv, row),
            (Stage::Queen { .. }, ..) if mv == Move::BLESS => {
                self.heal(self.table.game.rules.queen_heal, row);
            }
            (Stage::Queen { .. }, ..) => {
                self.outlook.other.write(&self.table.own, row);
                let full = self.table.own.level >= self.table.game.rules.max_level;
                row[LEVEL] = self.outlook.stolen * if full { 0.3 } else { 1.0 };
            }
            (Stage::Jack, None, _) => {
                let damage = self.table.game.rules.jack_damage;
                row[HIT] = f64::from(damage);
                self.change(row, |own| own.damage += damage);
            }
            (Stage::Jack, Some(king), _) => self.change(row, |own| own.release(king, cards[king])),
            (Stage::Pay { .. }, Some(face), _) => {
                row[CARD_VALUE] = -value(face) / 10.0;
                self.change(row, |own| own.release(face, cards[face]));
            }
            (Stage::TrainReplace { drawn } | Stage::FullReplace { drawn }, Some(old), _) => {
                row[CARD_VALUE] = (value(drawn) - value(old)) / 10.0;
                self.change(row, |own| {
                    own.lose(old, cards[old]);
                    own.gain(drawn, cards[drawn]);
                });
            }
            (Stage::SwapGive, Some(give), _) => {
                // What will be taken for it may make good what it costs: nothing is sure yet.
                let mut after = self.table;
                after.own.lose(give, cards[give]);
                self.compare(&after, row);
            }
            (Stage::SwapWith { .. }, _, Some(seat)) => row[THREAT] = self.threat(seat),
            (Stage::SwapTake { give, with }, Some(take), _) => self.swap(give, with, take, row),
            // Discarding the drawn card or declining the swap changes nothing.
            _ => {}
        }
    }

    fn action(&self, action: Move, row: &mut Row) {
        let rules = &self.table.game.rules;
        match action {
            Move::TRAIN => {
                self.outlook.other.write(&self.table.own, row);
                let values = self.table.own.attributes.faces().map(|face| f64::from(rules.cards[face].value));
                let unmet = f64::from(!self.table.game.has_luck(&self.table.own, self.table.rivals()))
                    + f64::from(!self.table.game.has_attack(&self.table.own, self.table.rivals()));
                row[TRAIN_ROOM] = 1.0 - values.fold(f64::MAX, f64::min) / 10.0;
                row[TRAIN_NEED] = unmet / 2.0;
            }
            Move::STAY_IN_BED => {
                row[IDLE] = f64::from(self.table.own.damage == 0);
                self.heal(rules.bed_heal, row);
            }
            Move::LEVEL_UP => {
                let mut after = self.table.own;
                after.points -= u16::from(rules.level_up_cost).min(after.points);
                row[LEVEL] = 1.0;
                row[POINTS] = points(&after) - points(&self.table.own);
            }
            _ => {
                self.outlook.fight.write(&self.table.own, row);
                row[FIGHT_NEED] = f64::from(!self.table.game.has_points(&self.table.own));
            }
        }
    }

    fn heal(&self, most: u16, row: &mut Row) {
        let healed = most.min(self.table.own.damage);
        let hp = f64::from(self.table.game.hp(&self.table.own));
        row[HEALS] = f64::from(healed);
        row[FRAIL] = f64::from(healed) * (4.0 - hp).max(0.0) / 4.0;
        self.change(row, |own| own.damage -= healed);
    }

    /// The row of a move that changes the own character alone.
    fn change(&self, row: &mut Row, change: impl FnOnce(&mut Character)) {
        let mut after = self.table;
        change(&mut after.own);
        self.decide(&after, false, row);
    }

    fn swap(&self, give: Face, with: Seat, take: Face, row: &mut Row) {
        let cards = &self.table.game.rules.cards;
        let theirs = self.table.view.characters[with];
        let (mut own, mut other) = (self.table.own, theirs);
        own.lose(give, cards[give]);
        own.gain(take, cards[take]);
        other.lose(take, cards[take]);
        other.gain(give, cards[give]);
        row[HARM] = self.weight(&theirs) - self.weight(&other);
        let after = Table { own, other: Some((with, other)), ..self.table };
        self.decide(&after, self.table.game.is_dead(&other), row);
    }

    /// Compares two tables, the later one certain: does the own character die, does it win? Who is
    /// born for another character that dies, nobody knows.
    fn decide(&self, after: &Table<'_>, other_dies: bool, row: &mut Row) {
        self.compare(after, row);
        if self.table.game.is_dead(&after.own) {
            row[DEATH] = 1.0;
            row[DEATH_COST] = points(&self.table.own);
        } else if !other_dies {
            row[WIN] = f64::from(self.table.game.qualifies(&after.own, || after.rivals()));
        }
    }

    fn compare(&self, after: &Table<'_>, row: &mut Row) {
        let (before, after) = (&self.standing, after.standing());
        row[POINTS] = after.points - before.points;
        row[LUCK_LEAD] = after.luck_lead - before.luck_lead;
        row[ATTACK] = after.attack - before.attack;
        row[REACH] = after.reach - before.reach;
        row[BEATS] = after.beats - before.beats;
        row[HEALTH] = after.health - before.health;
    }

    fn weight(&self, character: &Character) -> f64 {
        f64::from(character.luck()) / 10.0
            + f64::from(character.best_attack()) / 10.0
            + health(self.table.game, character)
    }

    fn threat(&self, seat: Seat) -> f64 {
        let character = &self.table.view.characters[seat];
        let rivals = || {
            let others = self.table.game.seats().without(seat).into_iter();
            others.map(|rival| &self.table.view.characters[rival])
        };
        let met = f64::from(self.table.game.has_points(character))
            + f64::from(self.table.game.has_luck(character, rivals()))
            + f64::from(self.table.game.has_attack(character, rivals()));
        points(character) + met / 3.0
    }
}

impl Chances {
    fn add(&mut self, weight: f64, more: &Self) {
        self.points += weight * more.points;
        self.hit += weight * more.hit;
        self.death += weight * more.death;
    }

    fn write(&self, own: &Character, row: &mut Row) {
        row[POINTS] = self.points;
        row[HIT] = self.hit;
        row[DEATH] = self.death;
        row[DEATH_COST] = self.death * points(own);
    }
}

/// The cards of which one is drawn next.
fn next_cards(view: &View<'_>, keep_top: bool) -> PerFace<u8> {
    if Face::all().any(|face| view.deck[face] > 0) {
        return view.deck;
    }
    let n_kept = usize::from(keep_top && view.discard.len() > 1);
    let mut next = PerFace::default();
    for face in &view.discard[..view.discard.len() - n_kept] {
        next[*face] += 1;
    }
    next
}

/// min(MP, 12)/10.
fn points(character: &Character) -> f64 {
    f64::from(character.points.min(12)) / 10.0
}

/// min(HP, 20)/10.
fn health(game: &StabbyJack, character: &Character) -> f64 {
    f64::from(game.hp(character).min(20)) / 10.0
}
