import type { FileFacts, PictureMeasures, SoundMeasures } from "#modules/checks/rules/facts.ts";

/** A file of 100 seconds at 25 frames per second, of which the rules find nothing. */
export const goodFile: FileFacts = {
  width: 1920,
  height: 1080,
  rate: { num: 25, den: 1 },
  constantRate: true,
  durationSeconds: 100,
  codec: "avc",
  soundTracks: 1,
  colour: { matrix: "bt709", hdr: null, fullRange: false },
  interlaced: false,
};

export const goodSound = {
  channels: 2,
  seconds: 100,
  integrated: -14,
  range: 6,
  truePeak: -2,
  silences: [],
  clipped: [],
  relations: [],
  endLevel: null,
} satisfies SoundMeasures;

export const goodPicture = {
  frames: 2500,
  black: [],
  frozen: [],
  repeated: 0,
  shortShots: [],
  flashes: [],
  bars: null,
  combed: 0,
} satisfies PictureMeasures;
