#!/usr/bin/env node
// A bot that plays any legal move: Crapette, Spit and Kroket, over CGP/1 on stdin and stdout.
//
// Build: nothing to build. Node 14 or newer.
// Run:   node random_bot.js
// Match: cardgames match kroket greedy "js=node random_bot.js"
//
// It needs no rules: each `go` lists the legal moves. Node writes to a pipe at once, so there is nothing to
// flush. Unknown commands are passed over, and so is `stop`: every `go` has been answered by then.
"use strict";

const say = (text) => process.stdout.write(text + "\n");

// mulberry32, because Math.random() cannot be seeded.
let state = (Date.now() ^ (process.pid << 16)) >>> 0;
function below(bound) {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
}

// The commitment in `newgame` differs from game to game, so a match that is played again is the same match.
function seed(text) {
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619) >>> 0;
}

const answers = {
  cgp: () => say("id name random.js\nid author cardgames\ngames crapette spit kroket\ncgpok 1"),
  isready: () => say("readyok"),
  ping: (words) => say(`pong ${words[1]}`),
  newgame: (words) => {
    if (words.includes("commit")) state = 2166136261;
    seed(words.join(" "));
  },
  go: (words) => {
    const moves = words.slice(words.indexOf("moves") + 1);
    say(`bestmove ${moves[below(moves.length)]} ${words[1]}`);
  },
  quit: () => process.exit(0),
};

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const words = line.trim().split(/\s+/);
    if (Object.hasOwn(answers, words[0])) answers[words[0]](words);
  });
