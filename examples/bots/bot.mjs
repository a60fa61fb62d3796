// Plays the move with the largest sum of features: undercard run knife-fight --bots "exec:node bot.mjs,random"
import { createInterface } from "node:readline";

const answer = (message) => console.log(JSON.stringify(message));
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const best = (worth) => worth.indexOf(Math.max(...worth));

for await (const line of createInterface({ input: process.stdin })) {
  const { undercard, batch, decisions } = JSON.parse(line);
  if (undercard) answer({ undercard: 1, wants: ["features"], repeatable: true });
  if (decisions) answer({ batch, moves: decisions.map(({ features }) => best(features.map(sum))) });
}
