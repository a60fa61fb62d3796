//! Features of a move: clause 11.

mod impact;

use super::StupidFight;
use super::attack::distinct;
use super::body::{Body, PartStatus};
use super::cards::{Colours, Id, Kind, Loss, Slot, Special, Target};
use super::moves::Move;
use super::state::{Phase, Picked, Player};
use super::thrown_card::ThrownCard;
use super::view::View;
use crate::model::{BySeat, FeatureRow, FeatureRows, Seat, features};
use std::cell::OnceCell;

features! {
    DAMAGE_EXPECTED = "damage-expected": "damage of this card or attack as the victim's colours stand";
    DAMAGE_WASTED = "damage-wasted": "1 if the damage would be 0";
    KILLS = "kills": "1 if the damage (of the combo with this card) is above the victim's health";
    OVERKILL = "overkill": "damage above the victim's health + 1";
    TARGET_HEALTH = "target-health": "victim's health / largest health of all opponents";
    TARGET_WEAK = "target-weak": "share of the own burst colours to which the victim is weak";
    FILLS_SLOT = "fills-slot": "1 if a part goes into an empty slot, or on a broken torso";
    REPLACES_PART = "replaces-part": "1 if a working part is trashed for it";
    NEW_SHIELDS = "new-shields": "shield colours gained";
    NEW_WEAKNESSES = "new-weaknesses": "weak colours gained";
    ADDS_ICON = "adds-icon": "1 if the card brings a new icon into a combo of 2 or more";
    CARD_BURNED = "card-burned": "1 if a card is converted into a punch";
    DAMAGE_AVOIDED = "damage-avoided": "damage or loss that this defence card takes away";
    USES_RUN_AWAY = "uses-run-away": "1 if a Run Away is spent";
    CARDS_STOLEN = "cards-stolen": "cards the effect moves to the own deck";
    VICTIM_LOSES = "victim-loses": "cards the effect takes from the victim, damage apart";
    SELF_DAMAGE = "self-damage": "damage the effect does to its own player";
    PAYS_DECK = "pays-deck": "1 if the deck pays";
    PAYS_HAND_DEAD = "pays-hand-dead":
        "1 if a card goes that could not be used now, or only in place of a part";
    PAYS_HAND_USEFUL = "pays-hand-useful": "1 if a card goes that could be used now";
    PAYS_LIMB = "pays-limb": "1 if a limb pays";
    SPLIT_EVENNESS = "split-evenness": "1 - difference of the stacks / deck";
    ENDS_TURN = "ends-turn": "1 for ending the turn, and for completing a combo";
}

impl StupidFight {
    pub(super) fn weigh(&self, view: &View<'_>, moves: &[Move], rows: &mut impl FeatureRows) {
        let appraiser = Appraiser {
            game: self,
            view,
            wants_weak: rows.wanted().has(TARGET_WEAK),
            opponents: OnceCell::new(),
            combo: OnceCell::new(),
            avoidable: OnceCell::new(),
            colours: OnceCell::new(),
        };
        rows.fill(moves, |mv, row| appraiser.appraise(mv, row));
    }
}

/// Computes the features of the moves of a menu. Values that several moves need are computed once.
struct Appraiser<'e> {
    game: &'e StupidFight,
    view: &'e View<'e>,
    wants_weak: bool,
    opponents: OnceCell<Opponents>,
    /// The damage of the combo.
    combo: OnceCell<u16>,
    /// The highest damage that removing one of its cards avoids.
    avoidable: OnceCell<u16>,
    /// The shield and weak colours of the player's own parts, by slot.
    colours: OnceCell<[(Colours, Colours); 5]>,
}

/// Values that are the same for all attacks and targets of a menu.
struct Opponents {
    /// The largest health of an opponent.
    largest: u16,
    /// The player's own burst colours.
    bursts: Colours,
    /// The damage to each opponent of all cards that could be thrown.
    attacks: BySeat<u16>,
}

impl Appraiser<'_> {
    fn own(&self) -> &Player {
        self.view.table.player(self.view.seat)
    }

    /// Number of cards in the player's hand after playing a card.
    fn n_hand_then(&self) -> u8 {
        self.view.table.n_hand[self.view.seat].saturating_sub(1)
    }

    fn appraise(&self, mv: Move, row: &mut impl FeatureRow) {
        let table = self.view.table;
        match mv {
            Move::EndTurn | Move::Commit => row.add(ENDS_TURN, 1.0),
            Move::Play(id) => self.play(id, row),
            Move::Attack(seat) => {
                let damage = self.opponents().attacks[seat];
                write_damage(damage, row);
                write_blow(damage, self.game.health(table, seat), row);
                self.victim(seat, row);
            }
            Move::Target(seat) => {
                self.write(self.impact_on(table.resolution.script, seat), row);
                self.victim(seat, row);
            }
            Move::Special(slot) => self.special(slot, row),
            Move::Limb(_) => {
                row.add(VICTIM_LOSES, 1.0);
                row.add(CARDS_STOLEN, f64::from(matches!(table.phase, Phase::Limb { steal: true, .. })));
            }
            Move::Throw(id) => {
                let ways = self.game.ways(table, id);
                let best = ways.iter().map(|(slot, converted)| self.best_colour(id, slot, converted));
                if let Some((thrown, damage)) = best.max_by_key(|(_, damage)| *damage) {
                    self.throw(thrown, damage, row);
                }
                row.add(CARD_BURNED, f64::from(ways.printed.is_empty()));
            }
            Move::From(slot) | Move::Convert(slot) => {
                if let Picked::Card(id) = self.view.picked {
                    let converted = matches!(mv, Move::Convert(_));
                    let (thrown, damage) = self.best_colour(id, slot, converted);
                    self.throw(thrown, damage, row);
                    row.add(CARD_BURNED, f64::from(converted));
                }
            }
            Move::In(colour) => {
                if let Picked::From(id, slot, converted) = self.view.picked {
                    let thrown = self.game.thrown(id, slot, Some(colour), converted);
                    self.throw(thrown, self.damage_of(thrown), row);
                    row.add(CARD_BURNED, f64::from(converted));
                }
            }
            Move::Dodge(_) | Move::Block(_) => {
                let avoidable = self.avoidable.get_or_init(|| {
                    let least = distinct(&table.combo).map(|thrown| self.combo_without(thrown)).min();
                    self.combo() - least.unwrap_or(0)
                });
                // Further attack cards of the same dodge avoid at most as much each.
                let n_removed = match mv {
                    Move::Dodge(_) => u16::from(self.game.rules.cards_per_dodge),
                    _ => 1,
                };
                row.add(DAMAGE_AVOIDED, f64::from((avoidable * n_removed).min(self.combo())));
            }
            Move::Against(thrown) => {
                let left = self.combo_without(thrown);
                row.add(DAMAGE_AVOIDED, f64::from(self.combo().saturating_sub(left)));
            }
            Move::RunAway(_) => {
                let avoided = match table.phase {
                    Phase::Defend => self.combo(),
                    _ => self.impact_on(table.resolution.script, self.view.seat).sum(),
                };
                row.add(DAMAGE_AVOIDED, f64::from(avoided));
                row.add(USES_RUN_AWAY, 1.0);
            }
            Move::PayHand(id) | Move::Trash(id) => {
                let useful = self.is_useful(id);
                row.add(PAYS_HAND_USEFUL, f64::from(useful));
                row.add(PAYS_HAND_DEAD, f64::from(!useful));
            }
            Move::PayPart(_) => row.add(PAYS_LIMB, 1.0),
            Move::DeckRest => row.add(PAYS_DECK, 1.0),
            Move::Split(top) => {
                let deck = table.n_deck[self.view.seat].max(1);
                let apart = deck.saturating_sub(top).abs_diff(top);
                row.add(SPLIT_EVENNESS, 1.0 - f64::from(apart) / f64::from(deck));
            }
            Move::LoseTop | Move::LoseBottom => {
                if let Phase::Lose { top, loss } = table.phase {
                    let deck = table.n_deck[table.resolution.victim];
                    let lost = if mv == Move::LoseTop { top } else { deck.saturating_sub(top) };
                    row.add(VICTIM_LOSES, f64::from(lost));
                    row.add(CARDS_STOLEN, f64::from(if loss == Loss::Steal { lost } else { 0 }));
                }
            }
            Move::Accept | Move::Gift(_) => {}
        }
    }

    /// The features of a victim.
    fn victim(&self, seat: Seat, row: &mut impl FeatureRow) {
        let (table, opponents) = (self.view.table, self.opponents());
        row.add(
            TARGET_HEALTH,
            f64::from(self.game.health(table, seat)) / f64::from(opponents.largest.max(1)),
        );
        if !self.wants_weak {
            return;
        }
        let weak = opponents.bursts.iter().filter(|colour| table.player(seat).is_weak(Some(*colour))).count();
        let share = u8::try_from(weak).map_or(0.0, f64::from) / f64::from(opponents.bursts.len().max(1));
        row.add(TARGET_WEAK, share);
    }

    fn opponents(&self) -> &Opponents {
        self.opponents.get_or_init(|| {
            let table = self.view.table;
            let healths = table.opponents().into_iter().map(|seat| self.game.health(table, seat));
            Opponents {
                largest: healths.max().unwrap_or(0),
                bursts: self.own().body.burst.iter().fold(Colours::default(), |all, one| all.union(*one)),
                attacks: if table.phase == Phase::Main { self.attacks() } else { BySeat::default() },
            }
        })
    }

    /// The damage to each opponent of all cards that could be thrown, each in its best way.
    fn attacks(&self) -> BySeat<u16> {
        let (game, table, hand) = (self.game, self.view.table, self.view.hand);
        let mut left = match game.rules.max_attack_cards {
            0 => u8::MAX,
            most => most.saturating_sub(table.thrown),
        };
        let mut damage = BySeat::default();
        for id in hand.ids.both(game.throwable(table)).iter() {
            let copies = hand.counts[id.index()].min(left);
            left -= copies;
            let mut best = BySeat::default();
            for (slot, converted) in game.ways(table, id).iter() {
                for colour in self.own().body.burst[slot.index()].carried() {
                    let thrown = game.thrown(id, slot, colour, converted);
                    for seat in table.opponents() {
                        let (_, damage) = game.hit(thrown, thrown.icons(), table.player(seat));
                        best[seat] = damage.max(best[seat]);
                    }
                }
            }
            for seat in table.opponents() {
                damage[seat] += u16::from(best[seat]) * u16::from(copies);
            }
        }
        damage
    }

    /// The appearance of the combo's cards.
    fn combo_cards(&self) -> impl Iterator<Item = ThrownCard> {
        self.view.table.combo.iter().map(|throw| throw.thrown)
    }

    /// The damage of attack cards with these appearances, in a combo with these icons.
    fn damage(&self, distinct: impl Iterator<Item = ThrownCard>, icons: u8) -> u16 {
        let victim = self.view.table.player(self.view.table.victim);
        distinct.map(|thrown| u16::from(self.game.hit(thrown, icons, victim).1)).sum()
    }

    /// The damage of the current combo.
    fn combo(&self) -> u16 {
        *self.combo.get_or_init(|| self.damage(self.combo_cards(), self.view.table.icons()))
    }

    /// The combo's damage without the first card with this appearance.
    fn combo_without(&self, thrown: ThrownCard) -> u16 {
        let skipped = self.combo_cards().position(|other| other == thrown);
        let left = || self.combo_cards().enumerate().filter(|(index, _)| Some(*index) != skipped);
        let icons = left().fold(0, |icons, (_, thrown)| icons | thrown.icons());
        self.damage(left().map(|(_, thrown)| thrown), icons)
    }

    /// The damage of a card that joins the combo.
    fn damage_of(&self, thrown: ThrownCard) -> u16 {
        self.damage(std::iter::once(thrown), self.view.table.icons() | thrown.icons())
    }

    /// The colour with the highest damage.
    fn best_colour(&self, id: Id, slot: Slot, converted: bool) -> (ThrownCard, u16) {
        let distinct = self.own().body.burst[slot.index()].carried();
        let distinct = distinct.map(|colour| self.game.thrown(id, slot, colour, converted));
        let plain = self.game.thrown(id, slot, None, converted);
        distinct
            .map(|thrown| (thrown, self.damage_of(thrown)))
            .max_by_key(|(_, damage)| *damage)
            .unwrap_or((plain, 0))
    }

    /// The features of a card that joins the combo in this way.
    fn throw(&self, thrown: ThrownCard, damage: u16, row: &mut impl FeatureRow) {
        let table = self.view.table;
        write_damage(damage, row);
        let new_icons = thrown.icons() & !table.icons() != 0;
        let others = if new_icons {
            self.damage(self.combo_cards(), table.icons() | thrown.icons())
        } else {
            self.combo()
        };
        write_blow(others + damage, self.game.health(table, table.victim), row);
        row.add(ADDS_ICON, f64::from(!table.combo.is_empty() && new_icons));
    }

    fn play(&self, id: Id, row: &mut impl FeatureRow) {
        let card = self.game.card(id);
        let own = self.own();
        match card.kind.slot() {
            Some(slot) => {
                let fills = self.fills(slot);
                row.add(FILLS_SLOT, f64::from(fills));
                row.add(REPLACES_PART, f64::from(!fills));
                self.change(slot, self.game.part(id, PartStatus::Plain), row);
            }
            None if card.kind == Kind::Activate => {
                let reach = self.game.reach(self.view.table, self.n_hand_then());
                let starts = |slot: &Slot| self.game.starts(own, *slot, reach);
                let best = own.body.specials.iter().filter(starts).max_by_key(|slot| self.promise(*slot));
                if let Some(slot) = best {
                    self.special(slot, row);
                }
            }
            None => self.effects(card.target, card.script, row),
        }
    }

    /// Whether a part would fill an empty slot, rather than replace a working part.
    fn fills(&self, slot: Slot) -> bool {
        !self.own().has(slot) || slot == Slot::Torso && self.own().is_broken()
    }

    /// The colours that the player's body gains from this part in this slot.
    fn change(&self, slot: Slot, part: &Body, row: &mut impl FeatureRow) {
        let own = self.own();
        let colours = self.colours.get_or_init(|| {
            Slot::ALL.map(|slot| {
                let part = self.game.part(own.parts[slot.index()], own.status(slot));
                (part.shield, part.weak)
            })
        });
        let (mut shield, mut weak) = (part.shield, part.weak);
        for other in Slot::ALL.into_iter().filter(|other| *other != slot) {
            shield = shield.union(colours[other.index()].0);
            weak = weak.union(colours[other.index()].1);
        }
        let gained = |old: Colours, new: Colours| Colours(new.0 & !old.0).len();
        row.add(NEW_SHIELDS, f64::from(gained(own.body.shield, shield)));
        row.add(NEW_WEAKNESSES, f64::from(gained(own.body.weak, weak)));
    }

    /// The features of starting the special of a part.
    fn special(&self, slot: Slot, row: &mut impl FeatureRow) {
        match self.game.card(self.own().parts[slot.index()]).special {
            Some(Special::Immediate { target, script }) => self.effects(target, script, row),
            Some(Special::Ongoing) => {
                let part = self.own().parts[slot.index()];
                self.change(slot, self.game.part(part, PartStatus::Active), row);
            }
            None => {}
        }
    }

    /// The number of cards that the special of a part would take from others.
    fn promise(&self, slot: Slot) -> u16 {
        match self.game.card(self.own().parts[slot.index()]).special {
            Some(Special::Immediate { target, script }) => self.impact(target, script).sum(),
            _ => 0,
        }
    }

    /// Whether this card of the player's hand could be thrown, played or used in defence now, other than to
    /// replace a working part.
    fn is_useful(&self, id: Id) -> bool {
        let (game, own, card) = (self.game, self.own(), self.game.card(id));
        if !own.body.any_card_punch.is_empty() {
            return true;
        }
        if let Some((attack, slots)) = card.kind.attack() {
            let defends = (own.body.dodge_with | own.body.block_with) >> attack as u8 & 1 == 1;
            return defends || !own.body.slots.both(slots).is_empty();
        }
        match card.kind {
            Kind::RunAway => true,
            Kind::Dodge => {
                let freely = !game.rules.dodge_needs_legs || !own.body.dodge_without_legs.is_empty();
                let with = (own.body.dodge_with | own.body.block_with) >> 3 & 1 == 1;
                freely || with || own.has(Slot::Legs)
            }
            Kind::Activate => !own.body.specials.is_empty(),
            Kind::Black => {
                let mute = card.taunt && game.rules.taunt_needs_head && !own.has(Slot::Head);
                let table = self.view.table;
                let others = table.living.without(self.view.seat).into_iter();
                let touched = |seat: Seat| game.can_touch(card.script, table, seat);
                !mute
                    && match card.target {
                        Target::Own => {
                            card.script.requires.meet(game.exposed(table, self.view.seat, self.n_hand_then()))
                        }
                        _ => others.into_iter().any(touched),
                    }
            }
            kind => kind.slot().is_some_and(|slot| self.fills(slot)),
        }
    }
}

/// The damage of a card or attack.
fn write_damage(damage: u16, row: &mut impl FeatureRow) {
    row.add(DAMAGE_EXPECTED, f64::from(damage));
    row.add(DAMAGE_WASTED, f64::from(damage == 0));
}

/// Whether the damage defeats the victim, and by how much it exceeds the victim's health.
fn write_blow(damage: u16, health: u16, row: &mut impl FeatureRow) {
    row.add(KILLS, f64::from(damage > health));
    row.add(OVERKILL, f64::from(damage.saturating_sub(health + 1)));
}
