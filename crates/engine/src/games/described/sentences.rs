//! Sentences: the lines of a description, read into statements. A sentence uses the names that the description defines;
//! every name that it does not define is refused with the name that was probably meant.

mod lines;
mod sentence;
mod vocabulary;

pub(super) use self::lines::chosen_names;
use self::lines::{Fault, Line, Read, fault, lines};
use self::sentence::Sentence;
#[cfg(test)]
pub(super) use self::vocabulary::FORMS;
pub(super) use self::vocabulary::{EVENTS, RESERVED, is_verb};
use super::names::{Causes, Names};
use super::statements::{Choice, Cond, Statement};
use crate::model::settings::Item;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// Maximum number of lines, each counted as often as it is used.
pub(super) const MOST_LINES: usize = 2000;

/// Maximum number of lines of a list.
pub(super) const LONGEST_LIST: usize = 400;

/// Maximum number of repetitions of a `repeat`.
const MOST_REPEATS: i32 = 100;

/// Maximum depth of blocks and of parentheses.
const DEEPEST: usize = 12;

/// The statements of lists of lines.
pub(super) struct Reader<'n, 's> {
    pub(super) names: &'n Names,
    causes: Causes<'s>,
    /// The unknown names without a similar one: each is reported once.
    unknown: RefCell<BTreeSet<String>>,
    /// Whether a sentence that can name a chosen card has a fault.
    lacks_choice: Cell<bool>,
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
            lacks_choice: Cell::new(false),
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
            let is_chosen = tables.is_empty() && self.lacks_choice.get();
            if self.causes.explain(&name, tables, none) || is_chosen || !is_new {
                return;
            }
        }
        if let Some(first) = line.words.first() {
            let is_other = !is_verb(first) && line.words.contains(&"from");
            self.lacks_choice
                .set(self.lacks_choice.get() || is_other || ["choose", "pass", "turn"].contains(first));
        }
        if fault.form {
            let forms = line.words.first().map_or_else(String::new, |first| vocabulary::forms(first));
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
                self.lacks_choice.set(true);
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
