import { expect, it } from "vitest";

import type { SoundTrack } from "./facts.ts";
import { withSilentTracks } from "./sound-facts.ts";

const track = (index: number): SoundTrack => ({
  index,
  codec: "pcm-s16le",
  codecString: null,
  channels: 1,
  sampleRate: 48_000,
  startSeconds: 0,
  language: null,
  title: null,
});

/** Number of tracks, the silent ones, and whether all are heard on both sides. */
const table = [
  [2, [], false],
  [2, [0], true],
  [2, [1], true],
  [2, [0, 1], false],
  [3, [0], false],
  [3, [0, 2], true],
  [4, [2, 3], false],
  [4, [0, 2], true],
  [4, [0, 1, 2], true],
  [8, [2, 3, 4, 5, 6, 7], false],
] as const;

it.each(table)("%i tracks with %j silent: no side of the mix is silent", (count, silent, centred) => {
  const tracks = Array.from({ length: count }, (_, index) => track(index));
  const sound = withSilentTracks({ tracks, mixed: true }, new Set(silent));
  expect(sound.centred ?? false).toBe(centred);
});
