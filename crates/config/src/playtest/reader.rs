//! The games of a sheet, with a row for each game or for each player of each game.

use super::super::cards::{Reading, Sheet, SheetRow, id_of};
use super::cells::{
    by_number, contribution, counts_parts, flag, is_same, key_of, list, whole, without_winner,
};
use super::{Field, LONGEST_VERSION, Log, LoggedGame, PLAYERS, some};
use crate::model::settings::{ConfigError, Origin, clipped, is_formula, nearest};
use crate::model::words::counted;
use crate::model::{
    BySeat, CardSpec, Group, MAX_SEATS, MetricKind, MetricSpec, Outcome, Ratio, Seat, Seats, StatSchema,
};
use crate::stats::tally::Keys;
use std::collections::{BTreeMap, BTreeSet};

/// The start of what to type if names of winners are not known.
const NO_PLAYERS: &str = "; names need a column with all players from the first one on: ";

/// Reads the games of a sheet.
pub(super) struct Reader<'r> {
    pub schema: &'r StatSchema,
    pub sheet: &'r Sheet,
    pub fields: &'r [Option<Field>],
    pub reading: &'r Reading,
    /// The version of the games that are read, if not all are.
    pub wanted: Option<&'r str>,
    pub log: &'r mut Log,
    pub errors: &'r mut Vec<ConfigError>,
    /// The numbers of players that the rules do not have, and of their games.
    pub others: &'r mut BTreeMap<usize, u64>,
    /// The title of the column that probably names the players.
    pub players: &'r str,
    /// Those who began a game, by name in lower case, and whether they and the winners are at most two people.
    pub starters: BTreeMap<String, &'r str>,
    pub are_two: bool,
}

/// A player of a game, as noted.
#[derive(Clone, Default)]
struct Noted<'r> {
    name: Option<&'r str>,
    /// The key in each group, with its cell.
    keys: Vec<Option<usize>>,
    won: Option<bool>,
}

impl<'r> Reader<'r> {
    pub(super) fn read(&mut self) {
        let named = |field| {
            let place = self.place(field);
            let cells = self.sheet.rows.iter().filter_map(move |row| Some(row.cell(place?)));
            cells.filter(|cell| !cell.is_empty()).map(|cell| (cell.to_lowercase(), cell))
        };
        let starters: BTreeMap<String, &'r str> = named(Field::First).collect();
        let winners = named(Field::Winner).filter(|(_, cell)| without_winner(cell).is_none());
        self.are_two = starters.clone().into_iter().chain(winners).collect::<BTreeMap<_, _>>().len() <= 2;
        self.starters = starters;
        let game = self.place(Field::Game);
        let mut games: Vec<Vec<&'r SheetRow>> = Vec::new();
        let mut by_id = BTreeMap::<&str, usize>::new();
        for row in &self.sheet.rows {
            let id = game.map_or("", |index| row.cell(index));
            match by_id.get(id).filter(|_| !id.is_empty()) {
                Some(index) => games[*index].push(row),
                None => {
                    by_id.insert(id, games.len());
                    games.push(vec![row]);
                }
            }
        }
        // One column is missing for many games: its error, and in how many more rows.
        let mut missing: Option<(usize, u64)> = None;
        let first = self.log.games.len();
        for rows in games {
            match self.game(&rows) {
                Ok(Some(game)) => self.log.games.push(game),
                Ok(None) => {}
                Err(error) => match &mut missing {
                    Some((_, n)) if error.expected.contains(NO_PLAYERS) => *n += 1,
                    _ => {
                        if error.expected.contains(NO_PLAYERS) {
                            missing = Some((self.errors.len(), 0));
                        }
                        self.errors.push(*error);
                    }
                },
            }
        }
        if let Some((index, n)) = missing.filter(|(_, n)| *n > 0) {
            self.errors[index].found += &format!(", and names in {}", counted(n, "more rows"));
        }
        let without: Vec<String> = self.log.games[first..]
            .iter()
            .filter(|game| game.outcome.is_none())
            .map(|game| game.at.to_string())
            .collect();
        if !without.is_empty() && without.len() < self.log.games.len() - first {
            let n = counted(without.len() as u64, "games");
            let (file, places) = (&self.sheet.file, some(&without));
            let warning = format!("{file}: {n} without a winner, left out where one is needed: {places}");
            self.log.warnings.push(warning);
        }
    }

    fn place(&self, field: Field) -> Option<usize> {
        self.fields.iter().position(|known| *known == Some(field))
    }

    fn has(&self, field: Field) -> bool {
        self.place(field).is_some()
    }

    /// The cell of a game: the first one that is not empty. All rows of a game have the same.
    fn cell(
        &self,
        rows: &[&'r SheetRow],
        field: Field,
    ) -> Result<Option<(Origin, &'r str)>, Box<ConfigError>> {
        let Some(index) = self.place(field) else { return Ok(None) };
        let cells = rows.iter().map(|row| (self.sheet.at(row, index), row.cell(index)));
        let mut cells = cells.filter(|(_, cell)| !cell.is_empty());
        let Some((at, cell)) = cells.next() else { return Ok(None) };
        match cells.find(|(_, other)| !is_same(other, cell)) {
            Some((other_at, other)) => {
                let expected = format!("\"{}\" as in another row of this game ({at})", clipped(cell));
                Err(self.error(&other_at, field, format!("\"{}\"", clipped(other)), expected))
            }
            None => Ok(Some((at, cell))),
        }
    }

    fn title(&self, field: Field) -> String {
        let title = self.place(field).and_then(|index| self.sheet.titles.get(index));
        title.map(|title| format!("column {}", clipped(title))).unwrap_or_default()
    }

    fn error(
        &self,
        at: &Origin,
        field: Field,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Box<ConfigError> {
        Box::new(ConfigError::at(at, self.title(field), found, expected))
    }

    fn quoted(
        &self,
        (at, cell): (&Origin, &str),
        field: Field,
        expected: impl Into<String>,
    ) -> Box<ConfigError> {
        self.error(at, field, format!("\"{}\"", clipped(cell)), expected)
    }

    /// A game; `None` for one of another number of players.
    fn game(&mut self, rows: &[&'r SheetRow]) -> Result<Option<LoggedGame>, Box<ConfigError>> {
        let Some(first) = rows.first() else { return Ok(None) };
        let schema = self.schema;
        let at = self.sheet.at(first, 0);
        let version = self.version(rows)?;
        if self.wanted.is_some() && version.as_deref() != self.wanted {
            return Ok(None);
        }
        let is_by_player = [Field::Player, Field::Seat, Field::Won].into_iter().any(|field| self.has(field));
        if let (false, Some(again)) = (is_by_player, rows.get(1)) {
            let at = self.sheet.at(again, self.place(Field::Game).unwrap_or(0));
            let expected = "each game once, or a column player, seat or won with a row for each player";
            return Err(self.error(&at, Field::Game, "a game that is noted twice", expected));
        }
        let (noted, order) = if is_by_player { self.by_player(rows)? } else { self.by_game(rows)? };
        let n_players = noted.len();
        if n_players != schema.players {
            *self.others.entry(n_players).or_default() += 1;
            return Ok(None);
        }
        // The keys of the seats.
        let mut keys: Vec<Keys> = Vec::new();
        for (index, group) in schema.groups.iter().enumerate() {
            let of_seat = |seat: Seat| {
                let noted = order.get(seat.index()).and_then(|nth| noted.get(*nth));
                noted.and_then(|noted| noted.keys.get(index).copied().flatten())
            };
            keys.push(BySeat::from_fn(|seat| group.key_of(seat.index()).or_else(|| of_seat(seat))));
        }
        let outcome = self.outcome(rows, &noted, &order, &keys)?;
        let mut people = BySeat::<Option<usize>>::default();
        for (seat, nth) in order.iter().enumerate().take(MAX_SEATS) {
            if let Some(name) = noted.get(*nth).and_then(|noted| noted.name) {
                people[Seat::new(seat)] = Some(self.person(name));
            }
        }
        let mut metrics = Vec::new();
        for (index, metric) in schema.metrics.iter().enumerate() {
            metrics.push(self.metric(rows, Field::Metric(index), metric)?);
        }
        let mut cards = Vec::new();
        for event in 0..schema.events.len() {
            cards.push(self.cards(rows, event)?);
        }
        Ok(Some(LoggedGame {
            at,
            version,
            deal: self.deal(rows)?,
            outcome,
            keys,
            length: self.length(rows)?,
            metrics,
            cards,
            people,
        }))
    }

    /// The number of a player by name.
    fn person(&mut self, name: &str) -> usize {
        let people = &mut self.log.people;
        people.iter().position(|known| is_same(known, name)).unwrap_or_else(|| {
            people.push(name.to_owned());
            people.len() - 1
        })
    }

    /// The players of a game with a row for each, and the nth player of each seat.
    fn by_player(&self, rows: &[&'r SheetRow]) -> Result<(Vec<Noted<'r>>, Vec<usize>), Box<ConfigError>> {
        let mut noted = Vec::new();
        let mut seats = Vec::new();
        for row in rows {
            let of = |field| {
                let index = self.place(field)?;
                Some((self.sheet.at(row, index), row.cell(index))).filter(|(_, cell)| !cell.is_empty())
            };
            let mut keys = Vec::new();
            for (index, group) in self.schema.groups.iter().enumerate() {
                let field = Field::Group(index);
                keys.push(match of(field) {
                    Some((at, cell)) => Some(self.key(group, (&at, cell), field)?),
                    None => None,
                });
            }
            let won = match of(Field::Won) {
                Some((at, cell)) => {
                    Some(flag(cell).ok_or_else(|| self.quoted((&at, cell), Field::Won, "yes or no"))?)
                }
                None => None,
            };
            seats.push(match of(Field::Seat) {
                Some((at, cell)) => {
                    let seat = whole(cell).and_then(|seat| usize::try_from(seat).ok());
                    let seat = seat.filter(|seat| (1..=rows.len()).contains(seat)).ok_or_else(|| {
                        let expected = format!("a number from 1, the first player, to {}", rows.len());
                        self.quoted((&at, cell), Field::Seat, expected)
                    })?;
                    if seats.contains(&Some(seat - 1)) {
                        return Err(self.quoted((&at, cell), Field::Seat, "each seat of a game once"));
                    }
                    Some(seat - 1)
                }
                None => None,
            });
            noted.push(Noted { name: of(Field::Player).map(|(_, cell)| cell), keys, won });
        }
        let by_seat = |seat: usize| seats.iter().position(|known| *known == Some(seat));
        let order: Option<Vec<usize>> = (0..noted.len()).map(by_seat).collect();
        let order = match order {
            Some(order) => order,
            None => self.order(rows, &noted)?,
        };
        Ok((noted, order))
    }

    /// The same of a game with one row.
    fn by_game(&self, rows: &[&'r SheetRow]) -> Result<(Vec<Noted<'r>>, Vec<usize>), Box<ConfigError>> {
        let players = self.cell(rows, Field::Players)?;
        let names = players.as_ref().filter(|(_, cell)| whole(cell).is_none()).map(|(_, cell)| list(cell));
        let n_noted = players.as_ref().and_then(|(_, cell)| usize::try_from(whole(cell)?).ok());
        let n_players = names.as_ref().map(Vec::len).or(n_noted).unwrap_or(self.schema.players);
        if let Some((at, cell)) = players.as_ref().filter(|_| !(1..=MAX_SEATS).contains(&n_players)) {
            let expected = format!("1 to {MAX_SEATS} names, or their number: Ann; Ben");
            return Err(self.quoted((at, cell), Field::Players, expected));
        }
        let mut noted =
            vec![Noted { keys: vec![None; self.schema.groups.len()], ..Noted::default() }; n_players];
        for (noted, name) in noted.iter_mut().zip(names.into_iter().flatten()) {
            noted.name = Some(name);
        }
        for (index, group) in self.schema.groups.iter().enumerate() {
            let field = Field::Group(index);
            let Some((at, cell)) = self.cell(rows, field)? else { continue };
            let keys = list(cell);
            if keys.len() != n_players {
                let expected = format!("{n_players}, one for each player");
                return Err(self.error(&at, field, counted(keys.len() as u64, "names"), expected));
            }
            for (noted, key) in noted.iter_mut().zip(keys) {
                noted.keys[index] = Some(self.key(group, (&at, key), field)?);
            }
        }
        let order = self.order(rows, &noted)?;
        Ok((noted, order))
    }

    /// The nth player of each seat: by the sides that the rules give to seats, or from the first player on.
    fn order(&self, rows: &[&'r SheetRow], noted: &[Noted<'r>]) -> Result<Vec<usize>, Box<ConfigError>> {
        for (index, group) in
            self.schema.groups.iter().enumerate().filter(|_| noted.len() == self.schema.players)
        {
            let with_key = |seat: usize| {
                noted.iter().position(|noted| noted.keys.get(index) == Some(&group.key_of(seat)))
            };
            let order: Option<Vec<usize>> = (0..noted.len()).map(with_key).collect();
            if let Some(order) = order.filter(|_| group.has_key_for_each_seat()) {
                return Ok(order);
            }
        }
        let n = noted.len();
        let from = |first: usize| (0..n).map(|seat| (first + seat) % n.max(1)).collect();
        let Some((at, cell)) = self.cell(rows, Field::First)? else { return Ok(from(0)) };
        let by_name = noted.iter().position(|noted| noted.name.is_some_and(|name| is_same(name, cell)));
        let by_number = || usize::try_from(whole(cell)?).ok()?.checked_sub(1).filter(|first| *first < n);
        let is_named = noted.iter().any(|noted| noted.name.is_some());
        match by_name.or_else(by_number) {
            Some(first) => Ok(from(first)),
            // Without names, this is the name of the first player.
            None if !is_named => Ok(from(0)),
            None => {
                let names: Vec<&str> = noted.iter().filter_map(|noted| noted.name).collect();
                let expected = "one of the players of this game";
                let hint = nearest(cell, names);
                Err(Box::new(ConfigError { hint, ..*self.quoted((&at, cell), Field::First, expected) }))
            }
        }
    }

    /// The key of a group with this name.
    fn key(&self, group: &Group, cell: (&Origin, &str), field: Field) -> Result<usize, Box<ConfigError>> {
        key_of(group, cell.1).ok_or_else(|| {
            let hint = nearest(cell.1, group.keys.iter().map(String::as_str));
            Box::new(ConfigError {
                hint,
                ..*self.quoted(cell, field, format!("one of: {}", some(&group.keys)))
            })
        })
    }

    /// How a game ended.
    fn outcome(
        &self,
        rows: &[&'r SheetRow],
        noted: &[Noted<'r>],
        order: &[usize],
        keys: &[Keys],
    ) -> Result<Option<Outcome>, Box<ConfigError>> {
        let seat_of = |nth: usize| order.iter().position(|known| *known == nth).map(Seat::new);
        let Some((at, cell)) = self.cell(rows, Field::Winner)? else {
            let winners: Seats =
                (0..noted.len()).filter(|nth| noted[*nth].won == Some(true)).filter_map(seat_of).collect();
            if !winners.is_empty() {
                return Ok(Some(self.won_by(winners)));
            }
            let is_known = noted.iter().all(|noted| noted.won.is_some());
            return match rows.first().filter(|_| is_known && !noted.is_empty()) {
                Some(row) => {
                    let at = self.sheet.at(row, self.place(Field::Won).unwrap_or(0));
                    let expected = "a winner, or a column winner with draw, nobody or stalemate";
                    Err(self.error(&at, Field::Won, "a game that nobody won", expected))
                }
                None => Ok(None),
            };
        };
        if let Some(outcome) = without_winner(cell) {
            return Ok(Some(outcome));
        }
        // A name may have a comma.
        let is_player = noted.iter().any(|noted| noted.name.is_some_and(|name| is_same(name, cell)));
        let names = if is_player || self.began(cell) { vec![cell] } else { list(cell) };
        if names.len() > noted.len() {
            let found = format!("{} winners", names.len());
            let expected = format!("at most {}, the players of this game", noted.len());
            return Err(self.error(&at, Field::Winner, found, expected));
        }
        let first = self.cell(rows, Field::First)?;
        let mut winners = Seats::NONE;
        for name in names {
            let by_name = noted.iter().position(|noted| noted.name.is_some_and(|known| is_same(known, name)));
            let seats = by_name.and_then(seat_of).map(Seats::only);
            let seats = seats.or_else(|| self.by_key(name, keys, noted.len()));
            let seats = seats.or_else(|| by_number(name, noted.len()));
            let seats = seats.or_else(|| self.by_first(name, first.as_ref().map(|(_, cell)| *cell), noted));
            winners = winners.union(seats.ok_or_else(|| self.unknown_winner((&at, name), noted))?);
        }
        Ok(Some(self.won_by(winners)))
    }

    /// A member of a team wins with the team.
    fn won_by(&self, winners: Seats) -> Outcome {
        let seats = Seats::first(self.schema.players);
        for group in self.schema.groups.iter().filter(|group| group.teams) {
            let key = |seat: Seat| group.key_of(seat.index());
            let own = |team| seats.into_iter().filter(|seat| key(*seat) == team).collect::<Seats>();
            let teams: BTreeSet<Option<usize>> = winners.into_iter().map(key).collect();
            if let (Some(Some(team)), 1) = (teams.first(), teams.len()) {
                return Outcome::Win(own(Some(*team)));
            }
        }
        Outcome::won_by(winners)
    }

    /// The seats of the side, character or team with this name.
    fn by_key(&self, name: &str, keys: &[Keys], players: usize) -> Option<Seats> {
        let groups = self.schema.groups.iter().zip(keys);
        groups.into_iter().find_map(|(group, keys)| {
            // Teams have numbers as keys, like seats.
            let team = name.to_lowercase();
            let team = team.strip_prefix("team ").and_then(|nth| whole(nth)?.checked_sub(1));
            let key = match group.teams {
                true => {
                    group.keys.iter().position(|key| team.is_some_and(|team| *key == team.to_string()))?
                }
                false => key_of(group, name)?,
            };
            let seats = Seats::first(players).into_iter().filter(|seat| keys[*seat] == Some(key));
            Some(seats.collect::<Seats>()).filter(|seats| !seats.is_empty())
        })
    }

    /// Whether somebody of this name began a game of this log.
    fn began(&self, name: &str) -> bool {
        self.starters.contains_key(&name.to_lowercase())
    }

    /// The winner of a game of two in which only the first player is named. Any other name could be misspelt: it is the second
    /// player only if it began another game, or if the log has only two names.
    fn by_first(&self, name: &str, first: Option<&str>, noted: &[Noted<'_>]) -> Option<Seats> {
        let first = first.filter(|_| noted.iter().all(|noted| noted.name.is_none()))?;
        if is_same(first, name) {
            return Some(Seats::only(Seat::FIRST));
        }
        let is_known = self.began(name) || self.are_two && nearest(name, [first]).is_none();
        (is_known && noted.len() == 2).then_some(Seats::only(Seat::SECOND))
    }

    fn unknown_winner(&self, cell: (&Origin, &str), noted: &[Noted<'r>]) -> Box<ConfigError> {
        let groups = self.schema.groups.iter().filter(|group| !group.teams);
        let keys = groups.flat_map(|group| &group.keys).map(String::as_str);
        let names: Vec<&str> = noted.iter().filter_map(|noted| noted.name).collect();
        let ends = ["draw", "nobody", "stalemate"];
        let starters = self.starters.values().copied();
        let known: Vec<&str> = names.iter().copied().chain(starters).chain(keys).chain(ends).collect();
        let hint = nearest(cell.1, known.iter().copied());
        let more = match names.is_empty() {
            true => format!("{NO_PLAYERS}{}", self.reading.typed(&[(PLAYERS, self.players)])),
            false => String::new(),
        };
        let known: Vec<String> = known.into_iter().map(clipped).collect();
        let numbers = format!("1 to {}", noted.len());
        let expected = format!("{numbers}, {}{more}", some(&known));
        Box::new(ConfigError { hint, ..*self.quoted(cell, Field::Winner, expected) })
    }

    fn version(&self, rows: &[&'r SheetRow]) -> Result<Option<String>, Box<ConfigError>> {
        let Some((at, cell)) = self.cell(rows, Field::Version)? else { return Ok(None) };
        let is_long = cell.chars().count() > LONGEST_VERSION;
        if is_long || is_formula(cell) || cell.chars().any(char::is_control) {
            let expected = format!("at most {LONGEST_VERSION} characters on one line, no formula");
            return Err(self.quoted((&at, cell), Field::Version, expected));
        }
        Ok(Some(cell.to_owned()))
    }

    fn deal(&self, rows: &[&'r SheetRow]) -> Result<Option<u64>, Box<ConfigError>> {
        let Some((at, cell)) = self.cell(rows, Field::Deal)? else { return Ok(None) };
        let expected = "the number of a deal, from 1";
        let deal = whole(cell).filter(|deal| *deal > 0);
        deal.map(Some).ok_or_else(|| self.quoted((&at, cell), Field::Deal, expected))
    }

    fn length(&self, rows: &[&'r SheetRow]) -> Result<Option<u64>, Box<ConfigError>> {
        let Some((at, cell)) = self.cell(rows, Field::Length)? else { return Ok(None) };
        let StatSchema { unit, longest, .. } = *self.schema;
        let most = longest.unwrap_or(1_000_000);
        let length = whole(cell).filter(|length| *length <= most);
        length.map(Some).ok_or_else(|| {
            self.quoted(
                (&at, cell),
                Field::Length,
                format!("a number of {unit}, at most {most} by these rules"),
            )
        })
    }

    fn metric(
        &self,
        rows: &[&'r SheetRow],
        field: Field,
        metric: &MetricSpec,
    ) -> Result<Option<Ratio>, Box<ConfigError>> {
        let Some((at, cell)) = self.cell(rows, field)? else { return Ok(None) };
        let expected = match metric.kind {
            MetricKind::Share => "yes or no",
            MetricKind::Mean => "a whole number",
            MetricKind::Ratio if counts_parts(metric) => "two whole numbers, such as 3/7",
            MetricKind::Ratio => "a whole number, or two such as 3/7",
        };
        let parsed = contribution(metric, cell);
        parsed
            .map(Some)
            .ok_or_else(|| self.quoted((&at, cell), field, format!("{expected} ({})", metric.meaning)))
    }

    /// The cards to which an event happened, in all rows of a game.
    fn cards(
        &self,
        rows: &[&'r SheetRow],
        event: usize,
    ) -> Result<Option<BTreeSet<usize>>, Box<ConfigError>> {
        let field = Field::Event(event);
        let Some(index) = self.place(field) else { return Ok(None) };
        let mut cards: Option<BTreeSet<usize>> = None;
        for row in rows.iter().filter(|row| !row.cell(index).is_empty()) {
            let (at, cell) = (self.sheet.at(row, index), row.cell(index));
            let cards = cards.get_or_insert_default();
            if ["none", "-", "0"].contains(&cell.to_lowercase().as_str()) {
                continue;
            }
            for name in list(cell) {
                cards.insert(self.card((&at, name), field, event)?);
            }
        }
        Ok(cards)
    }

    fn card(&self, cell: (&Origin, &str), field: Field, event: usize) -> Result<usize, Box<ConfigError>> {
        let can = |card: &CardSpec| card.events >> event & 1 == 1;
        let all = &self.schema.cards;
        let id = id_of(cell.1, |id| all.iter().any(|card| card.id == id), 0);
        let found = all.iter().position(|card| can(card) && (card.id == id || is_same(&card.id, cell.1)));
        found.ok_or_else(|| {
            let known: Vec<String> =
                all.iter().filter(|card| can(card)).map(|card| card.id.clone()).collect();
            let hint = nearest(cell.1, known.iter().map(String::as_str));
            Box::new(ConfigError { hint, ..*self.quoted(cell, field, format!("cards: {}", some(&known))) })
        })
    }
}
