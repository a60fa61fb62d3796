//! `mix`: several bots, of which one plays each game, for players who are not all alike.

use super::Bot;
use crate::model::GameSeed;

/// Several bots. Each game is played by one of them, drawn anew, and by the same one in all seats that have this mix.
#[derive(Clone, Debug)]
pub struct Mix {
    first: Box<Bot>,
    /// The others and their shares of the games; the first one plays the rest.
    others: Vec<(f64, Bot)>,
    key: u32,
}

impl Mix {
    /// Plays this share of the games with each of the others, and the rest with the first one.
    #[must_use]
    pub fn new(first: Bot, others: Vec<(f64, Bot)>) -> Self {
        let bits = |key: u32, share: f64| {
            let [a, b, c, d, rest @ ..] = share.to_bits().to_le_bytes();
            key.rotate_left(7) ^ u32::from_le_bytes([a, b, c, d]) ^ u32::from_le_bytes(rest)
        };
        let key = others.iter().fold(0, |key, (share, _)| bits(key, *share));
        Self { first: Box::new(first), others, key }
    }

    /// The bots, the first one first.
    pub(super) fn bots(&self) -> impl Iterator<Item = &Bot> {
        std::iter::once(&*self.first).chain(self.others.iter().map(|(_, bot)| bot))
    }

    /// The bot that plays most games.
    #[must_use]
    pub fn most_frequent(&self) -> &Bot {
        let rest = 1.0 - self.others.iter().map(|(share, _)| share).sum::<f64>();
        let others = self.others.iter().map(|(share, bot)| (*share, bot));
        others.fold((rest, &*self.first), |most, other| if other.0 > most.0 { other } else { most }).1
    }

    /// The number of the bot that plays a game, and the bot.
    pub(super) fn of_game(&self, game_seed: GameSeed) -> (usize, &Bot) {
        let mut left = game_seed.of_mix(self.key);
        let drawn = self.others.iter().position(|(share, _)| {
            left -= share;
            left < 0.0
        });
        drawn.map_or((0, &*self.first), |nth| (1 + nth, &self.others[nth].1))
    }
}
