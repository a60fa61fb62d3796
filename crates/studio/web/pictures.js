// The games to choose from: a picture of the table of each, and what it is about.

/** A card at a place, turned by some degrees, with a sign. */
const card = (x, y, turn, sign = "", look = "") => `<g transform="translate(${x} ${y}) rotate(${turn})"><rect class="paper" x="-15" y="-21" width="30" height="42" rx="4"/><text class="sign ${look}" y="6">${sign}</text></g>`;
const disc = (x, y, r, look) => `<circle class="${look}" cx="${x}" cy="${y}" r="${r}"/>`;
const person = (x, y, look) => `${disc(x, y - 12, 8, look)}<path class="${look}" d="M${x - 14} ${y + 14}a14 14 0 0 1 28 0Z"/>`;

const KNIFE = '<path class="steel" d="M104 62l46-26-34 34Z"/><path class="grip" d="M104 62l12 8-20 14-8-8Z"/>';
const PICTURES = {
  "knife-fight": card(40, 92, -12, "7") + card(66, 88, 0, "Q") + card(92, 92, 12, "2") + card(152, 38, -12, "K", "red") + card(178, 34, 0, "9", "red") + card(204, 38, 12, "A", "red") + KNIFE,
  "stabby-jack": disc(120, 64, 44, "felt") + card(120, 62, -6, "J", "red") + card(66, 40, -14, "♣") + card(176, 40, 14, "♠") + card(72, 96, 10, "♥", "red") + card(170, 96, -10, "♦", "red") + '<path class="steel" d="M132 20l7 36-12-2Z"/>',
  fight: '<ellipse class="felt" cx="120" cy="70" rx="92" ry="40"/><path class="grip" d="M120 30l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1Z"/>' + card(60, 82, -8, "12") + card(104, 92, -3, "6") + card(148, 92, 3, "9", "red") + card(190, 82, 8, "15", "red"),
  taunt: person(66, 62, "one") + person(176, 62, "two") + '<path class="line" d="M92 62h58" stroke-dasharray="4 6"/>' + card(42, 106, -4, "▲") + card(78, 106, 2, "●") + card(164, 106, -2, "⊘", "red") + card(200, 106, 4, "♥", "red") + disc(112, 44, 5, "grip") + disc(126, 44, 5, "grip") + disc(140, 44, 5, "felt"),
  "stupid-fight": '<rect class="paper" x="96" y="46" width="48" height="44" rx="4"/><rect class="paper" x="102" y="8" width="36" height="34" rx="4"/><rect class="paper" x="50" y="46" width="42" height="26" rx="4"/><rect class="paper" x="148" y="46" width="42" height="26" rx="4"/><rect class="paper" x="96" y="94" width="48" height="30" rx="4"/>' + disc(113, 24, 3, "ink") + disc(127, 24, 3, "ink") + '<path class="line" d="M112 33q8 5 16 0M60 64l8-10M170 54l10 10M108 100v18M132 100v18"/>' + disc(120, 68, 9, "two"),
  own: card(84, 70, -10) + card(120, 64, 0) + card(156, 70, 10) + '<path class="line" d="M110 64h20M120 54v20"/><path class="grip" d="M168 112l34-34 8 8-34 34-11 3Z"/>',
};

const ABOUT = {
  "knife-fight": ["The lower number hits. Bleed, parry, and outlast the other deck.", "2 players"],
  "stabby-jack": ["Fight monsters, train, and stab whoever is ahead.", "2 to 8 players"],
  fight: ["Sixty Warriors, seven Arenas, and a card hidden under each.", "2 to 5 players"],
  taunt: ["Reveal moves at once: the fast hit first, the bold charge.", "2 to 8 players"],
  "stupid-fight": ["Build a body, and hit the others with it.", "2 to 6 players"],
  own: ["Describe a duel in a few lines, and play it at once.", "your rules"],
};

/** The picture of a game; a described one has that of any game. */
export const pictureOf = (id) => `<svg viewBox="0 0 240 132" aria-hidden="true">${PICTURES[id] ?? PICTURES.own}</svg>`;

/** What a game is about, and for how many players. */
export const aboutGame = (id) => ABOUT[id] ?? ["", ""];
