import { expect, it } from "vitest";

import { type Expected, type PlayerEvent, type PlayerFacts, recognizeChange } from "./own-changes.ts";

const limits = { last: 749, near: 8 };
const base = { speed: 1, loop: null, isOwnStart: false };
const paused: Expected = { kind: "paused", frame: 100, ...base };
const starting: Expected = { kind: "starting", frame: 100, ...base };
const running: Expected = { kind: "running", frame: 100, ...base };
const looping: Expected = { kind: "running", frame: 149, ...base, loop: { from: 50, to: 150 } };

const still: PlayerFacts = { paused: true, ended: false, frame: 100, speed: 1, isHidden: false };
const moving: PlayerFacts = { ...still, paused: false };

const nothing: [string, PlayerEvent, PlayerFacts, Expected][] = [
  ["following plays", "play", moving, running],
  ["following pauses", "pause", still, paused],
  ["following pauses until the start", "pause", still, starting],
  ["following seeks while paused", "seek", still, paused],
  ["following corrects the speed, which controls don't show", "speed", moving, running],
  ["a second participant presses Play until the start", "play", moving, starting],
  ["following has paused before the event of its play arrives", "play", still, paused],
  ["following plays again before the event of its pause arrives", "pause", moving, running],
  ["a start that has begun is cancelled", "cancel", moving, running],
  ["the video ends", "pause", { ...still, ended: true }, running],
  ["the browser pauses a video in the background", "pause", { ...still, isHidden: true }, running],
  ["the player repeats the loop", "seek", { ...moving, frame: 50 }, looping],
  ["a seek ends near the room", "seek", { ...moving, frame: 105 }, running],
];
it.each(nothing)("is not the user: %s", (_name, event, facts, expected) => {
  expect(recognizeChange(event, facts, expected, limits)).toBeNull();
});

const changes: [string, PlayerEvent, PlayerFacts, Expected, object][] = [
  ["plays", "play", { ...moving, frame: 102 }, paused, { playing: true, frame: 100 }],
  ["stops a start", "play", moving, { ...starting, isOwnStart: true }, { playing: false, frame: 100 }],
  ["cancels the start of another participant", "cancel", still, starting, { playing: false, frame: 100 }],
  [
    "plays at the end",
    "play",
    { ...moving, frame: 749 },
    { ...paused, frame: 749 },
    { playing: true, frame: 0 },
  ],
  ["pauses", "pause", still, running, { playing: false, frame: 100 }],
  ["pauses by a step", "pause", { ...still, frame: 99 }, running, { playing: false, frame: 99 }],
  ["steps", "seek", { ...still, frame: 101 }, paused, { playing: false, frame: 101 }],
  ["seeks until the start", "seek", { ...still, frame: 300 }, starting, { frame: 300 }],
  ["seeks while it plays", "seek", { ...moving, frame: 300 }, running, { frame: 300 }],
  ["seeks out of the loop", "seek", { ...moving, frame: 300 }, looping, { frame: 300 }],
  ["chooses a speed", "speed", { ...moving, speed: 2 }, running, { speed: 2 }],
  ["chooses a speed that rooms don't have", "speed", { ...moving, speed: 0.1 }, running, { speed: 0.25 }],
];
it.each(changes)("is the user: %s", (_name, event, facts, expected, change) => {
  expect(recognizeChange(event, facts, expected, limits)).toEqual(change);
});
