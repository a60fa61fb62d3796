//! Features of a move: clause 11. All are computed from the acting player's view.

use super::Taunt;
use super::fight::team;
use super::moves::{Guard, KeepCharges, LevelledMove, MAX_DECK, MoveCard, MoveEffect, MoveId};
use super::rules::{Mode, Scope};
use super::state::{Fighter, Move, Phase};
use super::view::{InPlay, View};
use crate::model::{FeatureRow, FeatureRows, Seat, Seats, features};

features! {
    DAMAGE_DEALT = "damage-dealt": "damage of a hit at the card's level, if a contact is in reach now";
    OUT_OF_REACH = "out-of-reach": "1 for an Attack with no contact in reach now";
    PERIL_DEALT = "peril-dealt":
        "enabled cards of the target that a hit would disable; unknown ones count a half";
    FINISHES = "finishes": "1 if that reaches the target's Peril Limit (or KO's a Wampire)";
    CHARGES_SPENT = "charges-spent": "charge tokens that the card would spend";
    CHARGES_GAINED = "charges-gained": "charge tokens that the choice gains";
    SPEED = "speed": "(8 - order) / 8";
    FRAGILE = "fragile": "1 if a hit of 3 damage would interrupt it and a contact can hit now";
    GUARDS = "guards": "1 for a guard, 0 if every contact is knocked down or locked";
    GUARD_RUIN = "guard-ruin":
        "1 if stopping an attack at a contact's present charge would knock its player down";
    BEATS_GUARD = "beats-guard": "1 if guards do not stop it";
    CARDS_HEALED = "cards-healed": "own disabled cards that it re-enables";
    CLOSES = "closes": "1 if it would change Far to Near";
    OPENS = "opens": "1 if it would change Near to Far";
    TAUNTS = "taunts": "1 for TAUNT";
    SAFE_TURN = "safe-turn": "1 for Charge, Heal and TAUNT if no contact can hit (but with Shoot from afar)";
    BREAKS_COMBO = "breaks-combo": "1 if it can hit a contact that is in a combo";
    REPEATS = "repeats": "1 for the card of the last turn";
    QUEUE_MORE = "queue-more": "1 for queueing a card in a combo, 0 for stopping";
    QUEUED = "queued": "cards queued so far, when queueing another";
    CHOOSE_NEAR = "choose-near": "1 for choosing Near";
    GO_FIRST = "go-first": "1 for the first place in a tie";
    GIFT_ALLY = "gift-ally": "1 for passing charge to a teammate";
    GIFT_ENEMY = "gift-enemy": "1 for passing charge to an opponent";
}

impl Taunt {
    pub(super) fn weigh(&self, view: &View<'_>, moves: &[Move], rows: &mut impl FeatureRows) {
        let outlook = Outlook::new(self, view, rows);
        rows.fill(moves, |mv, row| {
            match mv {
                Move::Card(card) => match view.open.phase {
                    Phase::Select if !view.open.spirits.has(view.seat) => {
                        outlook.weigh_card(card, false, row);
                    }
                    Phase::Combo => {
                        outlook.weigh_card(card, true, row);
                        row.add(QUEUE_MORE, 1.0);
                        row.add(QUEUED, count(view.secret.queue.len()));
                    }
                    // The cards of a Spirit and the deck of a monster have no features.
                    _ => {}
                },
                Move::Yes if view.open.phase == Phase::Burn => row.add(CHARGES_GAINED, 1.0),
                Move::Yes => row.add(GIFT_ALLY, 1.0),
                Move::Pass(to) if self.rules.mode == Mode::Team && team(view.seat).has(to) => {
                    row.add(GIFT_ALLY, 1.0);
                }
                Move::Pass(_) => row.add(GIFT_ENEMY, 1.0),
                Move::Place(1) => row.add(GO_FIRST, 1.0),
                Move::Near => {
                    row.add(CLOSES, f64::from(!outlook.is_near_target()));
                    row.add(CHOOSE_NEAR, 1.0);
                }
                Move::Far => row.add(OPENS, f64::from(outlook.is_near_target())),
                Move::Left | Move::Right | Move::Both => {
                    let [left, right] = Self::neighbours(view.open.standing, view.seat);
                    let flipped = match mv {
                        Move::Left => Seats::only(left),
                        Move::Right => Seats::only(right),
                        _ => Seats::only(left).with(right),
                    };
                    outlook.move_past(flipped, row);
                }
                Move::Nothing | Move::Stop | Move::Monster(_) | Move::No | Move::Place(_) | Move::Keep => {}
            }
        });
    }
}

/// The part of the evaluation that is the same for all moves of a menu.
struct Outlook<'v> {
    game: &'v Taunt,
    view: &'v View<'v>,
    own: &'v Fighter,
    near: Seats,
    contacts: Seats,
    /// The known part of the contacts' decks in play.
    in_play: [Option<InPlay<'v>>; 2],
    /// Contacts that are neither knocked down nor locked.
    ready: Seats,
    /// Whether one of them is Near.
    is_threatened: bool,
    /// The player's own zone of the Danger Track.
    zone: usize,
    /// Whether some contact can hit now.
    in_danger: bool,
    /// The level of a card played now.
    level: u8,
    /// Cards that a card re-enables which re-enables all.
    n_disabled: f64,
    /// The card of the last turn, as a set.
    last: u32,
    /// Whether a weight uses the effect of a hit on the target's cards.
    wants_peril: bool,
}

impl<'v> Outlook<'v> {
    fn new(game: &'v Taunt, view: &'v View<'v>, rows: &impl FeatureRows) -> Self {
        let open = view.open;
        let own = &open.fighters[view.seat];
        let contacts = open.contacts[view.seat];
        let ready = contacts.minus(open.down.union(open.locked));
        let mut level = own.charges + u8::from(view.secret.burns);
        if open.phase == Phase::Combo {
            let deck = &view.decks[usize::from(own.active) % view.decks.len()];
            for place in view.secret.queue.places().filter(|place| *place < MAX_DECK) {
                let card = game.card(deck.card(place));
                level += card.gain_charge + card.combo_charge;
            }
        }
        let level = level.min(game.rules.max_charges);
        let n_disabled = match game.rules.monsters.scope {
            _ if !rows.wanted().has(CARDS_HEALED) => 0,
            Scope::Monster if game.has_monsters() => view.disabled.count_of(own.active),
            _ => view.disabled.count(),
        };
        let mut outlook = Self {
            game,
            view,
            own,
            near: open.near[view.seat],
            contacts,
            in_play: [None; 2],
            ready,
            is_threatened: !ready.both(open.near[view.seat]).is_empty(),
            zone: game.zone(view.seat, own),
            in_danger: false,
            level,
            n_disabled: f64::from(n_disabled),
            last: own.last.map_or(0, MoveId::bit),
            wants_peril: rows.wanted().has(PERIL_DEALT) || rows.wanted().has(FINISHES),
        };
        if matches!(open.phase, Phase::Select | Phase::Combo) {
            let wants_danger = rows.wanted().has(FRAGILE);
            if outlook.wants_peril || wants_danger {
                for (deck, seat) in outlook.in_play.iter_mut().zip(contacts) {
                    *deck = Some(view.in_play(seat));
                }
            }
            outlook.in_danger = wants_danger && outlook.is_in_danger();
        }
        outlook
    }

    /// Whether some contact can hit now with a card that it may have.
    fn is_in_danger(&self) -> bool {
        self.in_play.iter().flatten().filter(|deck| self.ready.has(deck.seat)).any(|deck| {
            let level = self.view.open.fighters[deck.seat].charges;
            let is_near = self.near.has(deck.seat);
            let hits = |card: MoveId| {
                let effect = &self.game.rules.moves.card_at(LevelledMove::new(card, level)).effect;
                let hits = if is_near { effect.hits_near } else { effect.hits_far };
                hits && !deck.is_disabled(card)
            };
            deck.n_unknown > 0 || deck.enabled().any(hits)
        })
    }

    /// All features of a card that is selected, or queued in a combo.
    fn weigh_card(&self, card_id: MoveId, queueing: bool, row: &mut impl FeatureRow) {
        let rules = &self.game.rules;
        let card = rules.moves.card_at(LevelledMove::new(card_id, self.level));
        let effect = &card.effect;
        let targets = effect.targets(self.near, self.contacts);
        let (hits, is_free) = (!targets.is_empty(), !self.ready.is_empty());
        let facts = [queueing, hits, is_free, self.is_threatened];
        let levelled = LevelledMove::new(card_id, self.level).index();
        row.add_all(facts.iter().fold(levelled, |key, fact| key << 1 | usize::from(*fact)), |row| {
            row.add(DAMAGE_DEALT, if hits { f64::from(effect.damage) } else { 0.0 });
            row.add(OUT_OF_REACH, f64::from(!hits && card.is_attack()));
            let keeps = match card.keep_charges {
                KeepCharges::Never => false,
                KeepCharges::OnMiss => !hits,
                KeepCharges::Always => true,
            };
            row.add(CHARGES_SPENT, if keeps || queueing { 0.0 } else { f64::from(self.level) });
            let gain = card.gain_charge + if queueing { card.combo_charge } else { 0 };
            row.add(CHARGES_GAINED, f64::from(gain.min(rules.max_charges.saturating_sub(self.level))));
            row.add(SPEED, (8.0 - f64::from(card.order)) / 8.0);
            row.add(GUARDS, f64::from(card.guard != Guard::None && is_free));
            row.add(BEATS_GUARD, f64::from(card.unblockable));
            row.add(TAUNTS, f64::from(card.starts_combo));
            let waits = card.gain_charge > 0 || card.re_enable || card.starts_combo;
            row.add(SAFE_TURN, f64::from(waits && !self.is_threatened));
        });
        if hits {
            row.add(BREAKS_COMBO, f64::from(!targets.both(self.view.open.combos).is_empty()));
            let worst = |seat: &Seat| {
                let damage = self.view.open.fighters[*seat].damage;
                if self.game.is_wampire(*seat) { u8::MAX - damage } else { damage }
            };
            if self.wants_peril
                && let Some(target) = targets.into_iter().max_by_key(worst)
            {
                let (peril, finishes) = self.peril(effect, target);
                row.add(PERIL_DEALT, peril);
                row.add(FINISHES, f64::from(finishes));
            }
        }
        let threshold = card.interrupted_by[self.zone % 4];
        row.add(FRAGILE, f64::from((1..=3).contains(&threshold) & self.in_danger));
        if card.guard != Guard::None {
            row.add(GUARD_RUIN, f64::from(self.ready.into_iter().any(|seat| self.is_ruined_by(card, seat))));
        }
        if card.re_enable {
            row.add(CARDS_HEALED, self.n_disabled);
        }
        if card.change_position {
            self.move_past(self.contacts, row);
        }
        row.add(REPEATS, f64::from(self.last & card_id.bit() != 0));
    }

    /// The target's cards that a hit would disable, and whether that defeats it.
    fn peril(&self, effect: &MoveEffect, target: Seat) -> (f64, bool) {
        let (game, rules) = (self.game, &self.game.rules);
        let mut hurt = self.view.open.fighters[target];
        if game.is_wampire(target) {
            hurt.damage = hurt.damage.saturating_sub(effect.damage);
            let n_letters = effect.cells[game.zone(target, &hurt) % 4].len();
            return (0.0, n_letters > usize::from(hurt.damage / rules.wampires.blood_per_peril));
        }
        hurt.damage = game.character(hurt.character).critical().min(hurt.damage + effect.damage);
        let Some(deck) = self.in_play.iter().flatten().find(|deck| deck.seat == target) else {
            return (0.0, false);
        };
        let mut n_unknown = deck.n_unknown;
        let mut peril = 0.0;
        let cell = effect.cells[game.zone(target, &hurt) % 4];
        let mut enabled = deck.enabled;
        for letter in cell.letters() {
            let places = deck.places_of_letter(letter) & enabled;
            if places != 0 {
                enabled &= !(places & places.wrapping_neg());
                peril += 1.0;
            } else if n_unknown > 0 {
                n_unknown -= 1;
                peril += 0.5;
            }
        }
        let n_disabled = match rules.monsters.scope {
            Scope::Monster if rules.mode == Mode::Monsters => deck.n_disabled(),
            _ => self.view.n_disabled(target),
        };
        let limit = f64::from(game.peril_limit(&hurt));
        (peril, peril > 0.0 && count(n_disabled) + peril >= limit)
    }

    /// Whether stopping an attack at this contact's current ↑ would knock the guard down.
    fn is_ruined_by(&self, card: &MoveCard, seat: Seat) -> bool {
        let attack = self.view.open.fighters[seat].charges;
        self.game.guard_cost(card, self.level, attack) > self.own.tokens
    }

    /// Changes of Position relative to these fighters.
    fn move_past(&self, others: Seats, row: &mut impl FeatureRow) {
        row.add(OPENS, f64::from(!others.both(self.near).is_empty()));
        row.add(CLOSES, f64::from(!others.minus(self.near).is_empty()));
    }

    /// Whether the target of a choice of Position is Near.
    fn is_near_target(&self) -> bool {
        matches!(self.view.open.phase, Phase::Position { target, .. } if self.near.has(target))
    }
}

/// Counts of cards are at most 36.
fn count(n_cards: usize) -> f64 {
    f64::from(u32::try_from(n_cards).unwrap_or(u32::MAX))
}
