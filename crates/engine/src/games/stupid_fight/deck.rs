//! Reads the deck: the tables `[cards.<id>]` of section 2, validated into [`Card`]s. An invalid card is
//! rejected with file, line and key.

use super::cards::{
    Abilities, Attack, CARDS, Card, Colour, Colours, Defence, Effect, IDS, Icon, Kind, Limb, Loss, Requires,
    Script, Slots, Special, Target, TauntWhen,
};
use super::rules::Rules;
use crate::model::settings::Value;
use crate::model::{Choice, Item, Section, choices};

choices! {
    /// The verbs of the instant effects.
    enum Verb {
        Damage = "damage",
        Steal = "steal",
        StealHand = "steal-hand",
        StealPart = "steal-part",
        Rip = "rip",
        TrashHand = "trash-hand",
        Draw = "draw",
        BreakTorso = "break-torso",
        SplitDeck = "split-deck",
    }
    /// The powers of parts.
    enum Power {
        AnyCardPunch = "any-card-punch",
        DodgeWith = "dodge-with",
        BlockWith = "block-with",
        DodgeWithoutLegs = "dodge-without-legs",
        IgnoreAttack = "ignore-attack",
        ExtraDraw = "extra-draw",
        OnHit = "on-hit",
        TauntWhen = "taunt-when",
    }
    /// When a special happens.
    enum When {
        Immediate = "immediate",
        Ongoing = "ongoing",
    }
}

/// The place where effects are listed, which determines the allowed effects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Black(Target),
    Taunt(Target),
    Special(Target),
    /// `on-hit` and `taunt-when`.
    Part,
}

/// All cards, and the list of all their effects.
#[derive(Clone, Debug, Default)]
pub(super) struct Deck {
    pub(super) cards: Vec<Card>,
    pub(super) effects: Vec<Effect>,
}

impl Deck {
    /// Reads and validates `[cards]`.
    pub(super) fn read(settings: &Section<'_>, rules: &Rules) -> Self {
        let section = settings.section("cards");
        let entries = section.entries();
        let mut deck = Self::default();
        let mut n_all = 0;
        for (id, item) in entries.iter().take(IDS) {
            let (mut card, advanced) = deck.card(id, item);
            n_all += usize::from(card.copies);
            if advanced && !rules.advanced {
                card.copies = 0;
            }
            deck.cards.push(card);
        }
        if entries.len() > IDS {
            settings.fault("cards", format!("{} card ids", entries.len()), format!("at most {IDS}"));
        }
        if n_all > CARDS {
            settings.fault("cards", format!("{n_all} cards"), format!("at most {CARDS} copies in all"));
        }
        if !settings.is_faulty() {
            let count = |cards: &dyn Fn(&Card) -> bool| {
                deck.cards.iter().filter(|card| cards(card)).map(|card| usize::from(card.copies)).sum()
            };
            rules.check_stacks(settings, count(&|_| true), count(&|card| card.kind == Kind::Torso));
        }
        deck
    }

    /// One card, and whether it has the blue notch.
    fn card(&mut self, id: &str, item: &Item<'_>) -> (Card, bool) {
        let table = item.section();
        let known: Option<Kind> = deciding(&table, "kind");
        let kind = known.unwrap_or(Kind::ALL[0].1);
        let mut card = Card {
            id: id.to_owned(),
            kind,
            copies: table.int("copies", 0..=40),
            icons: 0,
            taunt: false,
            target: Target::Own,
            script: Script::default(),
            abilities: [Abilities::default(), Abilities::default()],
            special: None,
        };
        let advanced = table.maybe("advanced").is_some_and(|item| item.flag());
        if known.is_none() {
            return (card, advanced);
        }
        if kind.slot().is_some() {
            let rest = Raw::read(self, &table, true);
            let (special, more) = self.special(&table);
            card.abilities = [self.abilities(&[&rest]), self.abilities(&[&rest, &more])];
            card.special = special;
        } else if kind.attack().is_some() {
            card.icons = named::<Icon>(table.maybe("icons"), 0..=2);
        } else if kind == Kind::Black {
            card.taunt = table.maybe("taunt").is_some_and(|item| item.flag());
            card.target = table.choice("target");
            let place = if card.taunt { Place::Taunt } else { Place::Black };
            let effects = self.effects(&table.item("effects"), place(card.target));
            card.script = self.script(&effects);
        }
        (card, advanced)
    }

    /// The special of a part, and the abilities that it adds while it is active.
    fn special(&mut self, table: &Section<'_>) -> (Option<Special>, Raw) {
        let none = (None, Raw::default());
        let Some(item) = table.maybe("special") else { return none };
        // A config cannot remove a printed table, but can disable it.
        if item.is_word("none") {
            return none;
        }
        let special = item.section();
        let Some(when) = deciding::<When>(&special, "when") else { return none };
        let other: &[&'static str] = match when {
            When::Immediate => &["burst", "shield", "powers"],
            When::Ongoing => &["target", "effects"],
        };
        // If a config changes `when`, the printed keys of the other kind remain.
        let files = |key| item.node().get(key).map(|node| &node.at.file);
        for key in other {
            if files(key).is_some_and(|file| files("when") != Some(file)) {
                special.skip(&[key]);
            }
        }
        if when == When::Ongoing {
            return (Some(Special::Ongoing), Raw::read(self, &special, false));
        }
        let target: Target = special.choice("target");
        let effects = self.effects(&special.item("effects"), Place::Special(target));
        (Some(Special::Immediate { target, script: self.script(&effects) }), Raw::default())
    }

    fn effects(&mut self, item: &Item<'_>, place: Place) -> Vec<Effect> {
        let items = item.items(1..=4);
        let alone = items.len() == 1;
        items.iter().filter_map(|item| effect(&item.section(), place, alone)).collect()
    }

    /// Appends effects to the list of all effects.
    fn script(&mut self, effects: &[Effect]) -> Script {
        // At most 128 cards with some 70 effects each, counting specials and parts twice.
        let place = |list: &Vec<Effect>| u16::try_from(list.len()).unwrap_or(u16::MAX);
        let next = place(&self.effects);
        self.effects.extend(effects);
        let requires =
            effects.iter().fold(Requires::default(), |requires, effect| requires.union(effect.requires()));
        Script { next, end: place(&self.effects), requires }
    }

    /// The abilities of a part from several lists of fields and powers.
    fn abilities(&mut self, raws: &[&Raw]) -> Abilities {
        let mut abilities = Abilities::default();
        let mut on_hit = Vec::new();
        for raw in raws {
            abilities.burst = abilities.burst.union(raw.burst);
            abilities.shield = abilities.shield.union(raw.shield);
            abilities.weak = abilities.weak.union(raw.weak);
            for power in &raw.powers {
                match power {
                    RawPower::AnyCardPunch => abilities.any_card_punch = true,
                    RawPower::DodgeWithoutLegs => abilities.dodge_without_legs = true,
                    RawPower::DodgeWith(types) => abilities.dodge_with |= types,
                    RawPower::BlockWith(types) => abilities.block_with |= types,
                    RawPower::IgnoreAttack(types) => abilities.ignore |= types,
                    RawPower::ExtraDraw(amount) => abilities.extra_draw += amount,
                    RawPower::OnHit(effects) => on_hit.extend(effects),
                    RawPower::TauntWhen(types, effects) => {
                        abilities.taunts.push(TauntWhen { types: *types, script: self.script(effects) });
                    }
                }
            }
        }
        abilities.on_hit = self.script(&on_hit);
        abilities
    }
}

/// The fields and powers of a part, or of its ongoing special, as in the config.
#[derive(Default)]
struct Raw {
    burst: Colours,
    shield: Colours,
    weak: Colours,
    powers: Vec<RawPower>,
}

enum RawPower {
    AnyCardPunch,
    DodgeWithoutLegs,
    DodgeWith(u8),
    BlockWith(u8),
    IgnoreAttack(u8),
    ExtraDraw(u16),
    OnHit(Vec<Effect>),
    TauntWhen(u8, Vec<Effect>),
}

impl Raw {
    fn read(deck: &mut Deck, table: &Section<'_>, with_weak: bool) -> Self {
        let colours = |key| Colours(named::<Colour>(table.maybe(key), 0..=6));
        let powers = table.maybe("powers").map_or_else(Vec::new, |item| item.items(0..=4));
        Self {
            burst: colours("burst"),
            shield: colours("shield"),
            weak: if with_weak { colours("weak") } else { Colours::default() },
            powers: powers.iter().filter_map(|item| RawPower::read(deck, &item.section())).collect(),
        }
    }
}

impl RawPower {
    fn read(deck: &mut Deck, table: &Section<'_>) -> Option<Self> {
        let power: Power = deciding(table, "power")?;
        let defences = || named::<Defence>(Some(table.item("types")), 1..=4);
        let attacks = || named::<Attack>(Some(table.item("types")), 1..=3);
        Some(match power {
            Power::AnyCardPunch => Self::AnyCardPunch,
            Power::DodgeWithoutLegs => Self::DodgeWithoutLegs,
            Power::DodgeWith => Self::DodgeWith(defences()),
            Power::BlockWith => Self::BlockWith(defences()),
            Power::IgnoreAttack => Self::IgnoreAttack(attacks()),
            Power::ExtraDraw => Self::ExtraDraw(table.int("amount", 1..=50)),
            Power::OnHit => Self::OnHit(deck.effects(&table.item("effects"), Place::Part)),
            Power::TauntWhen => {
                let types = attacks();
                Self::TauntWhen(types, deck.effects(&table.item("effects"), Place::Part))
            }
        })
    }
}

/// Reads one effect, if it is allowed in this place.
fn effect(table: &Section<'_>, place: Place, alone: bool) -> Option<Effect> {
    let verb: Verb = deciding(table, "do")?;
    let amount = || table.int("amount", 1..=50);
    let slots = || Slots(named::<Limb>(Some(table.item("slots")), 1..=4) << 1);
    let effect = match verb {
        Verb::Damage => Effect::Damage {
            amount: amount(),
            colour: table.maybe("colour").map(|item| item.choice::<Colour>()),
        },
        Verb::Steal => Effect::Steal(amount()),
        Verb::StealHand => Effect::StealHand(amount()),
        Verb::StealPart => Effect::StealPart(slots()),
        Verb::Rip => Effect::Rip(slots()),
        Verb::TrashHand => Effect::TrashHand(amount()),
        Verb::Draw => Effect::Draw(amount()),
        Verb::BreakTorso => Effect::BreakTorso,
        Verb::SplitDeck => Effect::SplitDeck(table.choice::<Loss>("loss")),
    };
    let own_too = matches!(verb, Verb::Damage | Verb::TrashHand);
    let may = match (verb, place) {
        (Verb::Draw, Place::Black(target) | Place::Taunt(target) | Place::Special(target)) => {
            target == Target::Own
        }
        (Verb::BreakTorso, place) => alone && place == Place::Black(Target::One),
        (Verb::SplitDeck, Place::Black(target) | Place::Taunt(target) | Place::Special(target)) => {
            target == Target::One
        }
        (Verb::Draw | Verb::SplitDeck, Place::Part) => false,
        (_, Place::Black(target) | Place::Taunt(target) | Place::Special(target)) => {
            own_too || matches!(target, Target::One | Target::Others)
        }
        (_, Place::Part) => true,
    };
    if !may {
        let expected = match (verb, place) {
            (Verb::BreakTorso, _) => {
                "break-torso only as the single effect of a black card that is no taunt, with target \"one\""
            }
            (Verb::Draw | Verb::SplitDeck, Place::Part) => {
                "for on-hit and taunt-when: damage, steal, steal-hand, steal-part, rip or trash-hand"
            }
            (Verb::Draw, _) => "draw only with target \"self\"",
            (Verb::SplitDeck, _) => "split-deck only with target \"one\"",
            _ => "with target \"self\" or \"all\" only damage and trash-hand (and draw with \"self\")",
        };
        let name = Verb::ALL.iter().find(|(_, known)| *known == verb).map_or("", |(name, _)| name);
        table.fault("do", format!("\"{name}\""), expected);
        return None;
    }
    Some(effect)
}

/// A list of different names, as one bit for each index in the closed set.
fn named<T: Choice + PartialEq>(list: Option<Item<'_>>, lengths: std::ops::RangeInclusive<usize>) -> u8 {
    let items = list.map_or_else(Vec::new, |item| item.items(lengths));
    items.iter().fold(0, |mask, item| {
        let value: T = item.choice();
        let bit = T::ALL.iter().position(|(_, known)| *known == value).map_or(0, |place| 1 << place);
        if mask & bit != 0 && is_named::<T>(item) {
            item.fault("each name only once");
        }
        mask | bit
    })
}

/// The name that decides which other keys a table has; if it is unknown, they are, too, and are not reported.
fn deciding<T: Choice>(table: &Section<'_>, key: &'static str) -> Option<T> {
    let item = table.item(key);
    let name = item.choice();
    if is_named::<T>(&item) {
        return Some(name);
    }
    table.entries();
    None
}

/// Whether the item is one of the names.
fn is_named<T: Choice>(item: &Item<'_>) -> bool {
    matches!(&item.node().value, Value::Text(text) if T::ALL.iter().any(|(name, _)| name == text))
}
