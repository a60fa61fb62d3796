//! Features of a move: clause 11. All are computed for the acting player from what that player sees.

use super::Taunt;
use super::deeds::{Deed, DeedId};
use super::fight::team;
use super::moves::{Guard, GuardCost, KeepCharges, MoveCard, MoveId};
use super::rules::{Mode, Scope};
use super::state::{Fighter, Move, Phase};
use super::view::View;
use crate::model::{Appraise, Feature, Seat, Seats, features};

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

impl Appraise for Taunt {
    const FEATURES: &'static [Feature] = FEATURES;

    fn appraise(&self, view: &View<'_>, menu: &[Move], rows: &mut [f64]) {
        let eyes = Eyes::open(self, view);
        for (mv, row) in menu.iter().zip(rows.as_chunks_mut().0) {
            match *mv {
                Move::Card(card) => match view.open.phase {
                    Phase::Select(_) if !view.open.spirits.has(view.seat) => eyes.weigh(card, false, row),
                    Phase::Combo => {
                        eyes.weigh(card, true, row);
                        row[QUEUE_MORE] = 1.0;
                        row[QUEUED] = count(view.secret.queue.len());
                    }
                    // A Spirit's card and a monster's deck have no features of their own.
                    _ => {}
                },
                Move::Yes if matches!(view.open.phase, Phase::Burn(_)) => row[CHARGES_GAINED] = 1.0,
                Move::Yes => row[GIFT_ALLY] = 1.0,
                Move::Pass(to) if self.rules.mode == Mode::Team && team(view.seat).has(to) => {
                    row[GIFT_ALLY] = 1.0;
                }
                Move::Pass(_) => row[GIFT_ENEMY] = 1.0,
                Move::Place(1) => row[GO_FIRST] = 1.0,
                Move::Near => {
                    row[CHOOSE_NEAR] = 1.0;
                    row[CLOSES] = f64::from(!eyes.is_near_target());
                }
                Move::Far => row[OPENS] = f64::from(eyes.is_near_target()),
                Move::Left | Move::Right | Move::Both => {
                    let [left, right] = Taunt::neighbours(view.open.standing, view.seat);
                    let flipped = match mv {
                        Move::Left => Seats::only(left),
                        Move::Right => Seats::only(right),
                        _ => Seats::only(left).with(right),
                    };
                    eyes.move_past(flipped, row);
                }
                Move::Nothing | Move::Stop | Move::Monster(_) | Move::No | Move::Place(_) | Move::Keep => {}
            }
        }
    }
}

/// What the acting player sees at a glance.
struct Eyes<'v> {
    game: &'v Taunt,
    view: &'v View<'v>,
    own: &'v Fighter,
    near: Seats,
    contacts: Seats,
    /// Contacts that are neither knocked down nor locked.
    ready: Seats,
    /// Some contact can hit now.
    in_danger: bool,
    /// The level that a card would have.
    level: u8,
}

impl<'v> Eyes<'v> {
    fn open(game: &'v Taunt, view: &'v View<'v>) -> Self {
        let open = view.open;
        let own = &open.fighters[view.seat];
        let contacts = open.contacts[view.seat];
        let ready = contacts.minus(open.down.union(open.locked));
        let mut level = own.charges + u8::from(view.secret.burns);
        for place in view.secret.queue.places().take(if open.phase == Phase::Combo { 13 } else { 0 }) {
            let deck = &view.decks[usize::from(own.active) % view.decks.len()];
            if let Some(card) = deck.get(place) {
                let card = game.card(*card);
                level += card.gain_charge + card.combo_charge;
            }
        }
        let mut eyes = Self {
            game,
            view,
            own,
            near: open.near[view.seat],
            contacts,
            ready,
            in_danger: false,
            level: level.min(game.rules.max_charges),
        };
        eyes.in_danger = ready.into_iter().any(|seat| eyes.can_be_hit_by(seat));
        eyes
    }

    /// All features of a card that is selected, or queued in a combo.
    fn weigh(&self, card_id: MoveId, queueing: bool, row: &mut Row) {
        let (rules, card) = (&self.game.rules, self.game.card(card_id));
        let deed = &self.game.deeds[DeedId::new(card_id, self.level)];
        let targets = deed.targets(self.near, self.contacts);
        let near_threat = !self.ready.both(self.near).is_empty();
        if targets.is_empty() {
            row[OUT_OF_REACH] = f64::from(card.is_attack());
        } else {
            row[DAMAGE_DEALT] = f64::from(deed.damage);
            row[BREAKS_COMBO] = f64::from(!targets.both(self.view.open.combos).is_empty());
            let worst = |seat: &Seat| {
                let damage = self.view.open.fighters[*seat].damage;
                if rules.wampires.enabled { u8::MAX - damage } else { damage }
            };
            if let Some(target) = targets.into_iter().max_by_key(worst) {
                let (peril, finishes) = self.peril(deed, target);
                row[PERIL_DEALT] = peril;
                row[FINISHES] = f64::from(finishes);
            }
        }
        let spends = match card.keep_charges {
            KeepCharges::Never => true,
            KeepCharges::OnMiss => !targets.is_empty(),
            KeepCharges::Always => false,
        };
        row[CHARGES_SPENT] = if spends && !queueing { f64::from(self.level) } else { 0.0 };
        let gain = card.gain_charge + if queueing { card.combo_charge } else { 0 };
        row[CHARGES_GAINED] = f64::from(gain.min(rules.max_charges.saturating_sub(self.level)));
        row[SPEED] = (8.0 - f64::from(card.order)) / 8.0;
        let threshold = card.interrupted_by[self.game.zone(self.own)];
        row[FRAGILE] = f64::from((1..=3).contains(&threshold) && self.in_danger);
        if card.guard != Guard::None {
            row[GUARDS] = f64::from(!self.ready.is_empty());
            row[GUARD_RUIN] = f64::from(self.ready.into_iter().any(|seat| self.is_ruined_by(card, seat)));
        }
        row[BEATS_GUARD] = f64::from(card.unblockable);
        if card.re_enable {
            let disabled = self.view.disabled;
            let n_cards = match rules.monsters.scope {
                Scope::Monster if rules.mode == Mode::Monsters => disabled.count_of(self.own.active),
                _ => disabled.count(),
            };
            row[CARDS_HEALED] = f64::from(n_cards);
        }
        if card.change_position {
            self.move_past(self.contacts, row);
        }
        row[TAUNTS] = f64::from(card.starts_combo);
        let waits = card.gain_charge > 0 || card.re_enable || card.starts_combo;
        row[SAFE_TURN] = f64::from(waits && !near_threat);
        row[REPEATS] = f64::from(self.own.last == Some(card_id));
    }

    /// The target's cards that a hit would disable, and whether that defeats it.
    fn peril(&self, deed: &Deed, target: Seat) -> (f64, bool) {
        let (game, rules) = (self.game, &self.game.rules);
        let mut hurt = self.view.open.fighters[target];
        if rules.wampires.enabled {
            hurt.damage = hurt.damage.saturating_sub(deed.damage);
            let n_letters = deed.cells[game.zone(&hurt)].len();
            return (0.0, n_letters > usize::from(hurt.damage / rules.wampires.blood_per_peril));
        }
        hurt.damage = game.kit(hurt.character).critical.min(hurt.damage + deed.damage);
        let known = &self.view.known[target][usize::from(hurt.active % 3)];
        let mut n_unknown = known.size - known.cards.len();
        let mut peril = 0.0;
        let cell = deed.cells[game.zone(&hurt)];
        for (nth, letter) in cell.letters().enumerate() {
            let is_it = |card: &MoveId| game.card(*card).letter.is_in(letter.bit());
            let n_enabled = known.cards.iter().filter(|card| is_it(card)).count();
            let n_disabled = known.disabled.iter().filter(|lost| is_it(&lost.card)).count();
            let n_before = cell.first(nth).letters().filter(|before| *before == letter).count();
            if n_enabled > n_disabled + n_before {
                peril += 1.0;
            } else if n_unknown > 0 {
                n_unknown -= 1;
                peril += 0.5;
            }
        }
        let n_disabled = match rules.monsters.scope {
            Scope::Monster if rules.mode == Mode::Monsters => known.disabled.len(),
            _ => self.view.known[target].iter().map(|known| known.disabled.len()).sum(),
        };
        let limit = f64::from(game.kit(hurt.character).peril_limit);
        (peril, peril > 0.0 && count(n_disabled) + peril >= limit)
    }

    /// Does this contact perhaps hold a card that hits from where it stands?
    fn can_be_hit_by(&self, seat: Seat) -> bool {
        let fighter = &self.view.open.fighters[seat];
        let known = &self.view.known[seat][usize::from(fighter.active % 3)];
        let (near, me) = (self.near.has(seat), Seats::only(self.view.seat));
        let hits = |card: &MoveId| {
            let deed = &self.game.deeds[DeedId::new(*card, fighter.charges)];
            !deed.targets(if near { me } else { Seats::NONE }, me).is_empty()
                && !known.disabled.iter().any(|lost| lost.card == *card)
        };
        known.size > known.cards.len() || known.cards.iter().any(hits)
    }

    /// Would stopping an attack at this contact's present ↑ knock the guard down?
    fn is_ruined_by(&self, card: &MoveCard, seat: Seat) -> bool {
        let attack = self.view.open.fighters[seat].charges;
        let cost = match card.guard_cost {
            GuardCost::Difference => self.game.rules.block_cost(self.level, attack),
            GuardCost::AttackLevel => attack + self.game.rules.block_extra,
        };
        cost > self.own.tokens
    }

    /// Position changes towards these fighters.
    fn move_past(&self, others: Seats, row: &mut Row) {
        row[OPENS] = f64::from(!others.both(self.near).is_empty());
        row[CLOSES] = f64::from(!others.minus(self.near).is_empty());
    }

    /// Is the target of a choice of Position Near?
    fn is_near_target(&self) -> bool {
        matches!(self.view.open.phase, Phase::Position { target, .. } if self.near.has(target))
    }
}

/// Counts of cards are at most 36.
fn count(n_cards: usize) -> f64 {
    f64::from(u32::try_from(n_cards).unwrap_or(u32::MAX))
}
