//! The members of a round robin (bots, characters or decks), and the two line-ups of a pair.

use super::super::options::{each_once, refuse};
use super::Options;
use crate::config::addresses::{CHARACTER, FIGHTERS, characters};
use crate::config::bots::{NamedBot, find};
use crate::config::digest::games_digest;
use crate::config::{ArgSource, Plan, PlanOptions, apply_by, config_error, tree};
use crate::model::settings::{ConfigErrors, Node, clipped, nearest};
use crate::model::{Seat, Seats};
use crate::report::plain;
use crate::simulation::seat_swap::seatings;
use crate::simulation::{Lineup, Simulation};

/// Maximum number of members, which have 120 pairs.
const MOST: usize = 16;
/// The table of the sides' decks.
const DECK: &str = "deck";

/// What the members are.
pub(crate) enum Kind {
    /// Bots.
    Bots(Vec<NamedBot>),
    /// Characters, all played by the plan's bot.
    Characters,
    /// Decks, all played by the plan's bot: for each member and seat, the key of the seat's deck and its cards.
    Decks(Vec<Vec<(String, Node)>>),
}

impl Kind {
    /// Its name in the files.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Bots(_) => "bot",
            Self::Characters => CHARACTER,
            Self::Decks(_) => "deck",
        }
    }
}

/// The members of a round robin.
pub(crate) struct Members {
    /// What they are.
    pub kind: Kind,
    /// Their names, all different.
    pub names: Vec<String>,
    /// The arguments that named them.
    pub requested: Vec<String>,
    /// Their contents, for the digest.
    contents: Vec<String>,
}

impl Members {
    /// The characters or decks of the options, or else these bots.
    ///
    /// # Errors
    /// A member is unknown or named twice, or there are too few or too many.
    pub(super) fn read(
        plan: &Plan,
        plan_options: &PlanOptions,
        options: &Options,
        bots: Vec<NamedBot>,
    ) -> Result<Self, ConfigErrors> {
        let (option, members) = if !options.characters.is_empty() {
            ("--characters", Self::characters(plan, &options.characters)?)
        } else if !options.decks.is_empty() {
            ("--decks", Self::decks(plan, plan_options, &options.decks)?)
        } else {
            let all = |text: fn(&NamedBot) -> &String| bots.iter().map(|bot| text(bot).clone()).collect();
            let (names, requested, contents) =
                (all(|bot| &bot.name), all(|bot| &bot.requested), all(|bot| &bot.content));
            ("--bots", Self { names, requested, contents, kind: Kind::Bots(bots) })
        };
        let names = &members.names;
        each_once(option, names)?;
        let only = names.first();
        match names.len() {
            0 | 1 => refuse(
                option,
                only.map_or("no members".into(), |name| format!("\"{}\" only", clipped(name))),
                "at least two",
            ),
            n if n > MOST => refuse(option, format!("{n} members"), format!("at most {MOST}")),
            _ => Ok(members),
        }
    }

    /// Two characters, or two bots: those of the line-ups of the plan, or by name.
    ///
    /// # Errors
    /// A member is unknown, or several bots would play the characters.
    pub(crate) fn pair(plan: &Plan, names: &[String; 2]) -> Result<Self, ConfigErrors> {
        if characters(&plan.rules, &plan.tree).contains(&names[0]) {
            return Self::characters(plan, names);
        }
        let bot = |name: &String| match plan.lineups.get(name).and_then(|bots| bots.first()) {
            Some(bot) => Ok(bot.clone()),
            None => find(name, &plan.game, &ArgSource::by("--bots")),
        };
        // The address names the bots.
        let bots = names.iter().map(bot).collect::<Result<Vec<_>, _>>()?;
        let contents = bots.iter().map(|bot| bot.content.clone()).collect();
        Ok(Self { kind: Kind::Bots(bots), names: names.to_vec(), requested: names.to_vec(), contents })
    }

    /// The names for people: characters as the rulebook spells them, files without their folders unless two then have the same
    /// name.
    pub(super) fn shown(&self) -> Vec<String> {
        let name = |name: &String| match self.kind {
            Kind::Characters => plain::thing(name),
            Kind::Bots(_) | Kind::Decks(_) => plain::words_of_file(name),
        };
        let names: Vec<String> = self.names.iter().map(name).collect();
        if each_once("", &names).is_ok() { names } else { self.names.clone() }
    }

    fn characters(plan: &Plan, wanted: &[String]) -> Result<Self, ConfigErrors> {
        let known = &characters(&plan.rules, &plan.tree);
        if known.is_empty() {
            let found = format!("characters in {}", plan.game.title);
            let expected =
                format!("a game whose seats choose characters (`{FIGHTERS}`), in a mode with characters");
            return Err(ConfigErrors(vec![config_error("--characters", "", found, expected)]));
        }
        has_one_bot(plan)?;
        let names = if wanted == ["all"] { known.clone() } else { wanted.to_vec() };
        let wrong = |name: &&String| !known.contains(name);
        let unknown = names.iter().filter(wrong).map(|name| {
            let expected = format!("one of: {}, or `all`", known.join(", "));
            let mut error =
                config_error("--characters", "", format!("the character \"{}\"", clipped(name)), expected);
            error.hint = nearest(name, known.iter().map(String::as_str));
            error
        });
        let errors: Vec<_> = unknown.collect();
        if !errors.is_empty() {
            return Err(ConfigErrors(errors));
        }
        Ok(Self { kind: Kind::Characters, requested: names.clone(), contents: names.clone(), names })
    }

    fn decks(plan: &Plan, plan_options: &PlanOptions, configs: &[String]) -> Result<Self, ConfigErrors> {
        let simulation = plan.simulation();
        let schema = simulation.schema();
        let sides = schema
            .sides
            .and_then(|group| simulation.keys(group).map(|keys| (&schema.groups[group].keys, keys)));
        let deck = |tree: &Node, seat: usize| {
            let (names, keys) = sides?;
            let side = names.get(keys[Seat::new(seat)]?)?;
            Some((format!("{DECK}.{side}"), tree.get(DECK)?.get(side)?.clone()))
        };
        let decks =
            |tree: &Node| (0..plan.players()).map(|seat| deck(tree, seat)).collect::<Option<Vec<_>>>();
        if decks(&plan.tree).is_none() {
            let found = format!("decks in {}", plan.game.title);
            let expected = format!("a game in which every side has its own deck (`{DECK}`)");
            return Err(ConfigErrors(vec![config_error("--decks", "", found, expected)]));
        }
        has_one_bot(plan)?;
        let (mut names, mut contents, mut all, mut errors) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for config in configs {
            match of_rules(config, plan, plan_options) {
                Ok(other) => {
                    let deck = other.tree.get(DECK).unwrap_or(&other.tree);
                    contents.push(games_digest(&plan.game, deck, plan.players(), &[], 0, 0));
                    all.extend(decks(&other.tree));
                    names.push(other.name);
                }
                Err(ConfigErrors(more)) => errors.extend(more),
            }
        }
        if !errors.is_empty() {
            return Err(ConfigErrors(errors));
        }
        Ok(Self { kind: Kind::Decks(all), names, requested: configs.to_vec(), contents })
    }

    /// The games digest of a round robin. It covers the plan, the bots that play all members, and the members.
    pub(super) fn digest(&self, plan: &Plan) -> String {
        let bots = plan.bots.iter().map(|bot| bot.content.as_str());
        let members = self.contents.iter().map(String::as_str);
        let all: Vec<&str> = bots.chain([self.kind.name()]).chain(members).collect();
        games_digest(&plan.game, &plan.tree, plan.players(), &all, plan.seed, plan.games)
    }

    /// The two simulations of a pair, with `one` in every second seat starting at seat 0, and at seat 1.
    ///
    /// # Errors
    /// The rules reject them.
    pub(crate) fn simulations(
        &self,
        plan: &Plan,
        one: usize,
        other: usize,
    ) -> Result<[Box<dyn Simulation>; 2], ConfigErrors> {
        let [here, there] = seatings(plan.players());
        let simulation = |first: Seats| {
            let members =
                (0..plan.players()).map(|seat| if first.has(Seat::new(seat)) { one } else { other });
            let mut tree = plan.tree.clone();
            let bots: Vec<_> = match &self.kind {
                Kind::Bots(bots) => members.map(|member| &bots[member]).collect(),
                Kind::Characters => {
                    let fighters: Vec<_> =
                        members.map(|member| format!("{:?}", self.names[member])).collect();
                    let set = format!("{FIGHTERS}=[{}]", fighters.join(","));
                    apply_by("--characters", &[], &mut tree, &set)
                        .map_err(|error| ConfigErrors(vec![error]))?;
                    plan.bots.iter().collect()
                }
                Kind::Decks(decks) => {
                    for (seat, member) in members.enumerate() {
                        let Some((path, deck)) = decks.get(member).and_then(|deck| deck.get(seat)) else {
                            continue;
                        };
                        tree::set(&mut tree, path, deck.clone())
                            .map_err(|error| ConfigErrors(vec![error]))?;
                    }
                    plan.bots.iter().collect()
                }
            };
            let bots: Vec<_> = bots.into_iter().map(|bot| (bot.name.clone(), bot.bot.clone())).collect();
            let rules = plan.game.rules(&tree)?;
            Ok(rules.simulation(Lineup::of_each(&bots), plan.seed))
        };
        Ok([simulation(here)?, simulation(there)?])
    }
}

/// Checks that the same bot plays all characters or decks.
fn has_one_bot(plan: &Plan) -> Result<(), ConfigErrors> {
    match plan.lineup().len() {
        1 => Ok(()),
        n => refuse("--bots", format!("{n} bots"), "one bot; it plays all members"),
    }
}

/// Reads a config whose decks are a member, and checks that its rules are those of the plan.
///
/// All errors of the config, or a rule that differs (and would be ignored).
/// All errors of the config, or a rule that differs: it would not be played.
fn of_rules(config: &str, plan: &Plan, plan_options: &PlanOptions) -> Result<Plan, ConfigErrors> {
    let plan_options = PlanOptions {
        players: plan_options.players,
        cards: plan_options.cards.clone(),
        set: plan_options.set.clone(),
        ..PlanOptions::of(&plan_options.catalogue)
    };
    let other = Plan::new(config, &plan_options)?;
    let refuse = |key: &str, found: String, expected: String| {
        Err(ConfigErrors(vec![config_error(&format!("--decks: {}", clipped(config)), key, found, expected)]))
    };
    if other.game.id != plan.game.id {
        return refuse("game", other.game.id.into(), plan.game.id.into());
    }
    if rules(&other) == rules(plan) {
        return Ok(other);
    }
    let shown = |plan: &Plan, path: &str| plan.value(path).map_or_else(|| "nothing".into(), Node::shown);
    let mut paths = other.rules.settings().iter().map(|setting| setting.path.as_str());
    let path = paths.find(|path| !path.starts_with(DECK) && shown(&other, path) != shown(plan, path));
    let path = path.unwrap_or_default();
    let expected = format!("{} as in CONFIG; only decks may differ", shown(plan, path));
    refuse(path, shown(&other, path), expected)
}

/// A digest of all settings except decks.
fn rules(plan: &Plan) -> String {
    let mut tree = plan.tree.clone();
    tree::remove(&mut tree, DECK);
    games_digest(&plan.game, &tree, plan.players(), &[], 0, 0)
}
