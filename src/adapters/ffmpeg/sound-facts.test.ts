import { expect, it } from "vitest";

import type { SoundTrack } from "./facts.ts";
import { parseSoundTracks, soundFacts, withSilentTracks } from "./sound-facts.ts";

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

it("the default track is heard first, unless all are mixed", () => {
  const stereo = (index: number) => ({ ...track(index), channels: 2 });
  const indexes = (tracks: SoundTrack[]) => soundFacts(tracks).sound?.tracks.map(({ index }) => index);
  expect(indexes([stereo(0), { ...stereo(1), isDefault: true }, stereo(2)])).toEqual([1, 0, 2]);
  expect(indexes([track(0), { ...track(1), isDefault: true }])).toEqual([0, 1]);
});

it("the sound of the programme with the picture is heard", () => {
  const described = `Input #0, mpegts, from 'two.ts':
  Program 1
  Stream #0:0[0x100]: Audio: mp2, 48000 Hz, mono, s16p, 64 kb/s
  Program 2
  Stream #0:1[0x101]: Video: h264 (High), yuv420p, 320x180, 25 fps
  Stream #0:2[0x102]: Audio: mp2, 48000 Hz, stereo, s16p, 64 kb/s
`;
  expect(parseSoundTracks(described, 0)).toMatchObject([{ index: 1, channels: 2 }]);
});
