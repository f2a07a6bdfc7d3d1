import { expect, it } from "vitest";

import { finding, type Finding } from "./findings.ts";
import { withKeys } from "./matching.ts";

const ranges = { framesPerSecond: 25, seconds: 100 };
const place = { at: 0, length: 0, places: 1 };
const black = (from: number, frames: number) => finding("black", place, { from, to: from + frames - 1 });
const silent = (channel: string, from: number, frames: number) =>
  finding("silent_channel", { ...place, channel, whole: 0 }, { from, to: from + frames - 1 });

/** Keys of the second version's findings after those of the first. */
function keysAfter(first: Finding[], second: Finding[], seconds = 100): string[] {
  const one = withKeys(first, { version: 1, ...ranges }, []);
  const earlier = [{ version: 1, findings: one, ...ranges }];
  return withKeys(second, { version: 2, framesPerSecond: 25, seconds }, earlier).map(({ key }) => key);
}

it("keeps the keys of the same ranges, also after a cut before them", () => {
  expect(keysAfter([black(500, 50), black(1000, 80)], [black(400, 50), black(900, 80)])).toEqual([
    "black-1-1",
    "black-1-2",
  ]);
});

it("gives ranges of another length, another channel or another kind a new key", () => {
  expect(keysAfter([black(500, 50)], [black(500, 100)])).toEqual(["black-2-1"]);
  const frozen = finding("frozen", place, { from: 500, to: 549 });
  expect(keysAfter([black(500, 50)], [frozen])).toEqual(["frozen-2-1"]);
  expect(keysAfter([silent("left", 500, 50)], [silent("right", 500, 50)])).toEqual(["silent_channel-2-1"]);
});

it("matches the nearest of several ranges, in order", () => {
  const [first, second, third] = [black(200, 50), black(800, 50), black(1600, 50)];
  expect(keysAfter([first, second, third], [black(790, 50)])).toEqual(["black-1-2"]);
  expect(keysAfter([first, second], [black(200, 50), black(500, 50), black(800, 50)])).toEqual([
    "black-1-1",
    "black-2-1",
    "black-1-2",
  ]);
});

it("matches nothing that no cut can have shifted that far", () => {
  expect(keysAfter([black(100, 50)], [black(2000, 50)])).toEqual(["black-2-1"]);
  expect(keysAfter([black(100, 50)], [black(2000, 50)], 200)).toEqual(["black-1-1"]);
});

it("matches findings of the whole video by their values", () => {
  const loud = (integrated: number) => finding("loud", { integrated, louder: integrated + 14 });
  expect(keysAfter([loud(-9)], [loud(-9.4)])).toEqual(["loud-1-1"]);
  expect(keysAfter([loud(-9)], [loud(-5)])).toEqual(["loud-2-1"]);
});

it("gives a key once, also if an earlier evaluation and the previous version have it", () => {
  const keyed = (from: number) => [Object.assign(black(from, 50), { key: "black-1-1" })];
  const earlier = [
    { version: 2, findings: keyed(500), ...ranges },
    { version: 1, findings: keyed(900), ...ranges },
  ];
  const again = withKeys([black(500, 50), black(900, 50)], { version: 2, ...ranges }, earlier);
  expect(again.map(({ key }) => key)).toEqual(["black-1-1", "black-2-1"]);
});

it("keeps keys when a version is evaluated again, and gives each key once", () => {
  const newFindings = withKeys([black(500, 50)], { version: 2, ...ranges }, []);
  const again = withKeys([black(100, 50), black(500, 50)], { version: 2, ...ranges }, [
    { version: 2, findings: newFindings, ...ranges },
  ]);
  expect(again.map(({ key }) => key)).toEqual(["black-2-2", "black-2-1"]);
});
