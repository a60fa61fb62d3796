//! Sentences: the lines of a description, read into statements. A sentence uses the names that the description defines;
//! every name that it does not define is refused with the name that was probably meant.

mod sentence;
mod vocabulary;

use self::sentence::Sentence;
#[cfg(test)]
pub(super) use self::vocabulary::FORMS;
pub(super) use self::vocabulary::is_verb;
use super::names::{Causes, Names};
use crate::model::Outcome;
use crate::model::settings::{Item, Value as Tree, clipped, nearest};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// Maximum number of lines, each counted as often as it is used.
const MOST_LINES: usize = 2000;

/// Maximum number of repetitions of a `repeat`.
const MOST_REPEATS: i32 = 100;

/// Maximum depth of blocks and of parentheses.
const DEEPEST: usize = 12;

/// The player of the sentence, or the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    My,
    Foe,
}

/// A card that a sentence names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CardRef {
    /// The card with this name that a player chose.
    Chosen(Who, usize),
    /// The card that a choice is about.
    It,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Calc {
    Add,
    Subtract,
    Multiply,
    Down,
    Up,
    Nearest,
    Least,
    Most,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    Other,
    AtLeast,
    More,
}

/// A number.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    /// One for each seat.
    Known([i32; 2]),
    Counter(Who, usize),
    /// A number of a card.
    Of(usize, CardRef),
    Size(ZoneRef),
    Round,
    Calc(Calc, Box<Expr>, Box<Expr>),
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cond {
    Known(bool),
    Compare(Expr, Comparison, Expr),
    /// The card is one of these kinds.
    Kind(CardRef, u32),
    /// The zone has a card of these kinds.
    Has(ZoneRef, u32),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
    /// It holds for one of the players at least, or for both.
    Either(Box<Cond>),
    Both(Box<Cond>),
}

/// A zone of a player. A shared one is the same for both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ZoneRef(pub(super) Who, pub(super) usize);

/// Where a choice offers to pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pass {
    Never,
    First,
    Last,
}

/// A decision of a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) name: &'static str,
    pub(super) from: usize,
    pub(super) to: Option<usize>,
    /// The name under which the chosen card is known.
    pub(super) chosen: usize,
    pub(super) kinds: u32,
    pub(super) pass: Pass,
}

impl Choice {
    /// No choice, for states in which nobody chooses.
    pub(super) const NONE: Self = Self { name: "", from: 0, to: None, chosen: 0, kinds: 0, pass: Pass::Last };
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Statement {
    Each(Vec<Statement>),
    If(Cond, Vec<Statement>, Vec<Statement>),
    Repeat(u8, Cond, Vec<Statement>),
    /// The index of a choice, and who chooses.
    Choose(usize, Cond),
    SetCard(Who, usize, u8),
    Set(Who, usize, Expr),
    Draw {
        cards: Expr,
        from: ZoneRef,
        to: ZoneRef,
        refill: Option<ZoneRef>,
    },
    TurnUp {
        from: ZoneRef,
        to: ZoneRef,
        chosen: usize,
        event: Option<usize>,
    },
    MoveCard {
        card: CardRef,
        from: ZoneRef,
        to: ZoneRef,
        event: Option<usize>,
    },
    MoveTop {
        cards: Expr,
        from: ZoneRef,
        to: ZoneRef,
        event: Option<usize>,
    },
    MoveAll {
        from: ZoneRef,
        to: ZoneRef,
        under: bool,
    },
    Shuffle(ZoneRef),
    Count(usize, Expr),
    Win(Who),
    End(Outcome),
    /// The player with the higher, or the lower, counter wins.
    Better {
        counter: usize,
        lower: bool,
    },
    Again,
}

/// What is wrong with a sentence.
pub(super) struct Fault {
    found: String,
    expected: String,
    hint: Option<String>,
    /// The unknown name, the tables that could define it, and whether they define none at all.
    unknown: Option<(String, &'static [&'static str], bool)>,
    /// Whether the sentence has another form than those of the vocabulary.
    form: bool,
}

type Read<T> = Result<T, Box<Fault>>;

fn fault<T>(found: &str, expected: impl Into<String>) -> Read<T> {
    near(found, &[], expected).map_err(|mut fault| {
        fault.form = false;
        fault
    })
}

/// The error of a word that should have been one of these words or names.
fn near<T>(found: &str, names: &[&str], expected: impl Into<String>) -> Read<T> {
    let (hint, found) = match found {
        "" => (None, "the end of the sentence".into()),
        _ => (nearest(found, names.iter().copied()), format!("\"{}\"", clipped(found))),
    };
    Err(Box::new(Fault { found, expected: expected.into(), form: hint.is_none(), hint, unknown: None }))
}

/// A line: its depth, its words and signs, and its place.
struct Line<'s> {
    depth: usize,
    words: Vec<&'s str>,
    item: Item<'s>,
}

/// The statements of lists of lines.
pub(super) struct Reader<'n, 's> {
    pub(super) names: &'n Names,
    causes: Causes<'s>,
    /// The unknown names without a similar one: each is reported once.
    unknown: RefCell<BTreeSet<String>>,
    /// Named lists of lines, which other lines can use.
    steps: Vec<(&'s str, Vec<Line<'s>>, Cell<bool>)>,
    pub(super) choices: RefCell<Vec<Choice>>,
    n_lines: Cell<usize>,
    has_turns: bool,
}

/// Where lines are.
#[derive(Clone, Copy)]
struct Context {
    /// Whether the sentences are those of one player.
    seated: bool,
    /// Whether they are before the first round, where nobody can choose.
    start: bool,
    depth: usize,
}

/// The lines of a list; faulty ones are reported and left out.
fn lines<'s>(list: &Item<'s>) -> Vec<Line<'s>> {
    let mut lines = Vec::new();
    for item in list.items(0..=400) {
        let whole = match &item.node().value {
            Tree::Text(text) if text.contains('\t') => {
                item.refuse("a tab", "blanks: two more for what belongs to the sentence before", None);
                text.as_str()
            }
            _ => item.sentence(),
        };
        // A tab, which is reported, is probably meant as one step.
        let start = whole.len() - whole.trim_start().len();
        let blanks = whole[..start].chars().map(|blank| if blank == '\t' { 2 } else { 1 }).sum::<usize>();
        let is_text = matches!(&item.node().value, Tree::Text(_));
        match words(whole.trim()) {
            Ok(_) if blanks % 2 == 1 => item.fault("a sentence after an even number of blanks"),
            // What is no sentence at all is reported already.
            Ok(words) if words.is_empty() && is_text && whole.len() == start => item.fault("a sentence"),
            Ok(words) => {
                lines.push(Line { depth: blanks / 2, words, item });
                continue;
            }
            Err(fault) => item.refuse(fault.found, fault.expected, fault.hint),
        }
        // Those inside it are read nevertheless.
        lines.push(Line { depth: blanks.div_ceil(2), words: Vec::new(), item });
    }
    lines
}

/// Words and signs. A word can contain hyphens, so a minus stands between blanks.
fn words(text: &str) -> Read<Vec<&str>> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let length = match first {
            '<' | '>' | '!' if rest.as_bytes().get(1) == Some(&b'=') => 2,
            '<' | '>' | '=' | '(' | ')' | '+' | '*' | '/' | ':' | ',' => 1,
            '-' if rest.len() == 1 || rest.as_bytes()[1] == b' ' => 1,
            _ => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        };
        if length == 0 {
            let word = rest.split_whitespace().next().unwrap_or_default();
            return match first {
                'A'..='Z' => fault(word, format!("small letters: {}", word.to_lowercase())),
                '.' => fault(".", "a sentence without a full stop"),
                '\'' | '\u{2019}' => fault(word, "no apostrophe: \"foe health\" is the foe's health"),
                _ => fault(
                    &first.to_string(),
                    "lower-case words, numbers, and the signs + - * / < <= > >= = != ( ) , :",
                ),
            };
        }
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

/// The names under which chosen cards are known: `card`, and those after `as`.
pub(super) fn chosen_names<'s>(lists: &[Item<'s>]) -> Vec<&'s str> {
    let mut names = vec!["card"];
    for list in lists {
        let Tree::List(items) = &list.node().value else { continue };
        for node in items {
            let Tree::Text(text) = &node.value else { continue };
            let words = words(text).unwrap_or_default();
            for pair in words.windows(3) {
                if pair[1] == "as" && pair[0] != "counted" && !names.contains(&pair[2]) {
                    names.push(pair[2]);
                }
            }
            if let [.., before, "as", name] = words[..]
                && before != "counted"
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
    }
    names
}

impl<'n, 's> Reader<'n, 's> {
    pub(super) fn new(
        names: &'n Names,
        causes: Causes<'s>,
        steps: Vec<(&'s str, Item<'s>)>,
        has_turns: bool,
    ) -> Self {
        let steps = steps.into_iter().map(|(name, list)| (name, lines(&list), Cell::new(false))).collect();
        Self {
            names,
            causes,
            unknown: RefCell::default(),
            steps,
            choices: RefCell::default(),
            n_lines: Cell::new(0),
            has_turns,
        }
    }

    /// Reports a fault, unless it follows from another one.
    fn report(&self, line: &Line<'_>, fault: Fault) {
        let mut expected = fault.expected;
        if let Some((name, tables, none)) = fault.unknown {
            let is_new = fault.hint.is_some() || self.unknown.borrow_mut().insert(name.clone());
            if self.causes.explain(&name, tables, none) || !is_new {
                return;
            }
        }
        if fault.form {
            let forms = vocabulary::forms(&line.words);
            if !forms.is_empty() {
                expected = format!("{expected}; sentences are written like this: {forms}");
            }
        }
        line.item.refuse(fault.found, expected, fault.hint);
    }

    /// The statements of a list of lines.
    pub(super) fn read(&self, list: &Item<'s>, seated: bool, start: bool) -> Vec<Statement> {
        self.block(&lines(list), Context { seated, start, depth: 0 }, &mut Vec::new())
    }

    /// Reports steps that no line uses. If there are faults, a line that uses one may not have been read.
    pub(super) fn report_unused(&self, lists: &[(&'s str, Item<'s>)], is_faulty: bool) {
        for ((name, _, used), (_, list)) in self.steps.iter().zip(lists) {
            if !used.get() && !is_faulty {
                list.refuse(
                    "a step that no sentence does",
                    format!("the sentence \"do {name}\" somewhere"),
                    None,
                );
            }
        }
    }

    fn block(&self, lines: &[Line<'s>], context: Context, doing: &mut Vec<usize>) -> Vec<Statement> {
        let mut statements = Vec::new();
        let Some(depth) = lines.first().map(|line| line.depth) else { return statements };
        let mut at = 0;
        while at < lines.len() {
            let line = &lines[at];
            let end = lines[at + 1..]
                .iter()
                .position(|next| next.depth <= depth)
                .map_or(lines.len(), |n| at + 1 + n);
            let inside = &lines[at + 1..end];
            at = end;
            self.n_lines.set(self.n_lines.get() + 1);
            if self.n_lines.get() > MOST_LINES || context.depth > DEEPEST {
                if self.n_lines.get() <= MOST_LINES + 1 {
                    let expected = format!(
                        "at most {MOST_LINES} sentences with those of all steps, at most {DEEPEST} deep"
                    );
                    line.item.refuse("too many sentences", expected, None);
                    self.n_lines.set(MOST_LINES + 1);
                }
                return statements;
            }
            if line.depth != depth || inside.first().is_some_and(|first| first.depth != depth + 1) {
                let line = if line.depth == depth { &inside[0] } else { line };
                line.item.refuse(
                    format!("a sentence after {} blanks", 2 * line.depth),
                    format!(
                        "{} blanks, or {} after a sentence that ends with \":\"",
                        2 * depth,
                        2 * depth + 2
                    ),
                    None,
                );
                continue;
            }
            if line.words.is_empty() {
                // Perhaps it names the player of those inside it.
                self.block(inside, Context { depth: context.depth + 1, seated: true, ..context }, doing);
            } else if let Err(fault) = self.statement(line, inside, context, doing, &mut statements) {
                self.report(line, *fault);
            } else {
                continue;
            }
            // An `else` may follow.
            statements.push(Statement::If(Cond::Known(false), Vec::new(), Vec::new()));
        }
        statements
    }

    fn statement(
        &self,
        line: &Line<'s>,
        inside: &[Line<'s>],
        context: Context,
        doing: &mut Vec<usize>,
        statements: &mut Vec<Statement>,
    ) -> Read<()> {
        let mut of = Sentence::new(self, &line.words, context);
        let deeper = Context { depth: context.depth + 1, ..context };
        let statement = match of.next() {
            "each" => {
                of.colon(inside)?;
                if context.seated {
                    return fault("each", "no \"each\" where the sentences are those of one player already");
                }
                Statement::Each(self.block(inside, Context { seated: true, ..deeper }, doing))
            }
            "if" => {
                let cond = of.cond()?;
                of.colon(inside)?;
                Statement::If(cond, self.block(inside, deeper, doing), Vec::new())
            }
            "else" => {
                let cond = if of.peek() == "if" {
                    of.next();
                    Some(of.cond()?)
                } else {
                    None
                };
                of.colon(inside)?;
                let body = self.block(inside, deeper, doing);
                let Some(otherwise) = open_else(statements.last_mut()) else {
                    return fault("else", "an \"if\" before it, after as many blanks");
                };
                match cond {
                    Some(cond) => otherwise.push(Statement::If(cond, body, Vec::new())),
                    // A marker that closes the chain.
                    None if body.is_empty() => {
                        otherwise.push(Statement::If(Cond::Known(false), body, Vec::new()));
                    }
                    None => *otherwise = body,
                }
                return Ok(());
            }
            "repeat" => {
                of.words(&["up", "to"])?;
                let most = of.expr()?;
                let Some(most @ 1..=MOST_REPEATS) =
                    most.known().filter(|[a, b]| a == b).map(|[most, _]| most)
                else {
                    return fault(
                        line.words.get(3).unwrap_or(&""),
                        format!("a setting from 1 to {MOST_REPEATS}, the same for both"),
                    );
                };
                of.words(&["times", "while"])?;
                let cond = of.cond()?;
                of.colon(inside)?;
                if doing.len() + context.depth > DEEPEST {
                    return fault("repeat", "fewer sentences in one another");
                }
                let body = self.block(inside, deeper, doing);
                if body.iter().any(has_repeat) {
                    return fault("repeat", "no \"repeat\" in another one");
                }
                Statement::Repeat(u8::try_from(most).unwrap_or(1), cond, body)
            }
            "do" => {
                let names: Vec<&str> = self.steps.iter().map(|(name, ..)| *name).collect();
                let step = of.name(&names, "a step")?;
                of.end()?;
                no_block(inside)?;
                if doing.contains(&step) {
                    return fault(names[step], "a step that does not do itself");
                }
                let (_, lines, used) = &self.steps[step];
                used.set(true);
                doing.push(step);
                statements.extend(self.block(lines, deeper, doing));
                doing.pop();
                return Ok(());
            }
            first => {
                let statement = of.simple(first)?;
                of.end()?;
                no_block(inside)?;
                statement
            }
        };
        statements.push(statement);
        Ok(())
    }
}

fn has_repeat(statement: &Statement) -> bool {
    match statement {
        Statement::Repeat(..) => true,
        Statement::Each(body) => body.iter().any(has_repeat),
        Statement::If(_, body, other) => body.iter().chain(other).any(has_repeat),
        _ => false,
    }
}

fn no_block(inside: &[Line<'_>]) -> Read<()> {
    match inside.first() {
        None => Ok(()),
        Some(line) => fault(
            line.words.first().unwrap_or(&""),
            "a sentence that ends with \":\" before those that belong to it",
        ),
    }
}

/// The empty `else` of the last `if` of a chain.
fn open_else(last: Option<&mut Statement>) -> Option<&mut Vec<Statement>> {
    let Statement::If(_, _, otherwise) = last? else { return None };
    match otherwise.len() {
        0 => Some(otherwise),
        1 if matches!(otherwise[0], Statement::If(..)) => open_else(otherwise.last_mut()),
        _ => None,
    }
}

/// Words that names cannot be.
pub(super) const RESERVED: [&str; 34] = [
    "my",
    "foe",
    "it",
    "and",
    "or",
    "not",
    "is",
    "has",
    "of",
    "nothing",
    "min",
    "max",
    "round",
    "starting",
    "cards",
    "in",
    "either",
    "both",
    "from",
    "to",
    "that",
    "as",
    "when",
    "counted",
    "rounded",
    "refilling",
    "all",
    "under",
    "wins",
    "by",
    "true",
    "false",
    "pass",
    "empty",
];

/// The events that every description has.
pub(super) const EVENTS: [&str; 3] = ["opening", "drawn", "played"];

impl Expr {
    /// Its value for each seat, if it does not depend on the game.
    pub(super) fn known(&self) -> Option<[i32; 2]> {
        match self {
            Self::Known(numbers) => Some(*numbers),
            Self::Calc(calc, one, other) => {
                let ([a, b], [c, d]) = (one.known()?, other.known()?);
                Some([calc.of(a, c), calc.of(b, d)])
            }
            _ => None,
        }
    }
}

/// Counters and results stay within this.
const LARGEST: i64 = 1_000_000;

impl Calc {
    /// The result. Divisors are 1 at least.
    #[inline]
    pub(super) fn of(self, one: i32, other: i32) -> i32 {
        let (one, other) = (i64::from(one), i64::from(other));
        let divisor = other.max(1);
        let result = match self {
            Self::Add => one + other,
            Self::Subtract => one - other,
            Self::Multiply => one * other,
            Self::Down => one.div_euclid(divisor),
            Self::Up => -(-one).div_euclid(divisor),
            Self::Nearest => (2 * one + divisor).div_euclid(2 * divisor),
            Self::Least => one.min(other),
            Self::Most => one.max(other),
        };
        i32::try_from(result.clamp(-LARGEST, LARGEST)).unwrap_or(0)
    }
}

impl Comparison {
    #[inline]
    pub(super) const fn holds(self, one: i32, other: i32) -> bool {
        match self {
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Equal => one == other,
            Self::Other => one != other,
            Self::AtLeast => one >= other,
            Self::More => one > other,
        }
    }
}
