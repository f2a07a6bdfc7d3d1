import { describe, expect, it } from "vitest";

import { goodFile, goodPicture, goodSound } from "#testing/check-samples.ts";

import type { FileFacts, PictureMeasures, SoundMeasures } from "./facts.ts";
import { judgeFile } from "./file-rules.ts";
import { findingText } from "./findings.ts";
import { judgeVersion } from "./judge.ts";
import { type DeliverySpecification, newSpecification } from "./specification.ts";

interface Changed {
  file?: Partial<FileFacts>;
  sound?: Partial<SoundMeasures>;
  picture?: Partial<PictureMeasures>;
  specification?: DeliverySpecification;
  previous?: { file?: Partial<FileFacts>; integrated?: number | null };
}

function judge({ file, sound, picture, specification = {}, previous }: Changed) {
  const facts: FileFacts = { ...goodFile, ...file };
  return judgeVersion({
    facts,
    sound: { ...goodSound, ...sound },
    picture: { ...goodPicture, ...picture },
    specification,
    previous: previous
      ? { facts: { ...facts, ...previous.file }, integrated: previous.integrated ?? -14 }
      : null,
  });
}

/** Kinds with the frames of their ranges. */
const summary = (changed: Changed) =>
  judge(changed).map(({ kind, range }) => (range ? `${kind} ${range.from}-${range.to}` : kind));
const texts = (changed: Changed) => judge(changed).map(findingText);

it("finds nothing in a good version", () => {
  expect(summary({})).toEqual([]);
});

it("finds nothing in parts that are not measured", () => {
  const unmeasured = { sound: null, picture: null, specification: {}, previous: null };
  expect(judgeVersion({ facts: goodFile, ...unmeasured })).toEqual([]);
});

describe("loudness", () => {
  it.each([
    [-9.8, ["YouTube will play this 4.2 dB quieter."]],
    [-13.1, []],
    [-18.9, []],
    [-21, ["YouTube doesn't turn quiet videos up: at −21.0 LUFS this sounds quieter than most."]],
  ])("states what YouTube does with %d LUFS", (integrated, expected) => {
    expect(texts({ sound: { integrated } })).toEqual(expected);
  });

  it.each([
    [-23.5, []],
    [-22.4, ["The loudness is −22.4 LUFS; the specification asks for −23.0 ± 0.5."]],
    [-14, ["The loudness is −14.0 LUFS; the specification asks for −23.0 ± 0.5."]],
  ])("compares %d LUFS with a specification instead", (integrated, expected) => {
    const specification = { loudness: { target: -23, tolerance: 0.5 } };
    expect(texts({ sound: { integrated }, specification })).toEqual(expected);
  });

  it("warns of true peaks above −1 dBTP, or above the specified one", () => {
    expect(summary({ sound: { truePeak: -1 } })).toEqual([]);
    expect(texts({ sound: { truePeak: 0.3 } })).toEqual([
      "The true peak of 0.3 dBTP is above −1.0: it can distort when platforms compress the sound.",
    ]);
    expect(summary({ sound: { truePeak: -1.5 }, specification: { maxTruePeak: -2 } })).toEqual(["true_peak"]);
    expect(summary({ sound: { truePeak: 0.3 }, specification: { maxTruePeak: 1 } })).toEqual([]);
  });
});

describe("sound", () => {
  it("finds a missing and a silent track", () => {
    expect(summary({ file: { soundTracks: 0 } })).toEqual(["no_sound"]);
    expect(summary({ sound: { truePeak: null, integrated: null } })).toEqual(["silent"]);
    const noise = { silences: [{ from: 0, to: 99, channel: null }], truePeak: -61, integrated: null };
    expect(summary({ sound: noise })).toEqual(["silent"]);
  });

  it("gathers clipping of one second, and ignores single peaks", () => {
    const clipped = [
      { from: 20.5, to: 20.6, channel: 1, samples: 20 },
      { from: 20, to: 20.1, channel: 0, samples: 40 },
      { from: 60, to: 60.001, channel: 0, samples: 3 },
    ];
    expect(judge({ sound: { clipped } })).toMatchObject([
      { kind: "clipped", range: { from: 500, to: 514 }, values: { samples: 60 } },
    ]);
  });

  it("states many ranges of a kind as one", () => {
    const clipped = Array.from({ length: 40 }, (_, index) => ({
      from: 2 * index,
      to: 2 * index + 0.1,
      channel: 0,
      samples: 10,
    }));
    expect(texts({ sound: { clipped } })).toEqual([
      "The sound is clipped at 40 places between 0:00 and 1:18: it was distorted before it was exported.",
    ]);
  });

  it("finds silence, except at the start and in an end screen", () => {
    const silence = (from: number, to: number) => ({ silences: [{ from, to, channel: null }] });
    expect(summary({ sound: silence(40, 43) })).toEqual(["silence 1000-1074"]);
    expect(summary({ sound: silence(40, 41.5) })).toEqual([]);
    expect(summary({ sound: silence(0, 2.5) })).toEqual([]);
    expect(summary({ sound: silence(0, 4) })).toEqual(["silence 0-99"]);
    expect(summary({ sound: silence(85, 100) })).toEqual([]);
    expect(summary({ sound: silence(75, 100) })).toEqual(["silence 1875-2499"]);
  });

  it("finds a silent channel of stereo sound, also where both are silent for a while", () => {
    const right = (from: number, to: number) => ({ from, to, channel: 1 });
    const both = { from: 30, to: 31, channel: null };
    expect(summary({ sound: { silences: [right(12, 40), both] } })).toEqual(["silent_channel 300-999"]);
    expect(texts({ sound: { silences: [right(12, 40)] } })).toEqual([
      "From 0:12 the right channel is silent for 28 seconds.",
    ]);
    const apart = [right(12, 30), { from: 30, to: 31.5, channel: null }, right(31.5, 40)];
    expect(summary({ sound: { silences: apart } })).toEqual(["silent_channel 300-999"]);
    expect(summary({ sound: { silences: [right(12, 16)] } })).toEqual([]);
    expect(texts({ sound: { silences: [right(0, 100)] } })).toEqual([
      "The right channel is silent: with headphones, one side hears nothing.",
    ]);
    expect(summary({ sound: { channels: 6, silences: [right(0, 100)] } })).toEqual([]);
  });

  it("finds channels that are the same throughout, and inverted ones anywhere", () => {
    const relation = (kind: "identical" | "inverted", from: number, to: number) => ({
      relations: [{ from, to, relation: kind }],
    });
    expect(summary({ sound: relation("identical", 0, 100) })).toEqual(["identical_channels"]);
    expect(summary({ sound: relation("identical", 0, 60) })).toEqual([]);
    expect(summary({ sound: relation("inverted", 10, 12) })).toEqual(["inverted_channels 250-299"]);
  });

  it("finds a click at the end, and sound that goes on after the picture", () => {
    expect(summary({ sound: { endLevel: -12 } })).toEqual(["click_end 2499-2499"]);
    expect(summary({ sound: { endLevel: -45 } })).toEqual([]);
    expect(summary({ sound: { seconds: 102.3 } })).toEqual(["sound_longer 2499-2499"]);
    expect(summary({ sound: { seconds: 100.1 } })).toEqual([]);
  });
});

describe("the picture", () => {
  it("finds black, except in the first and the last second and in dips between scenes", () => {
    const black = (from: number, to: number) => ({ picture: { black: [{ from, to }] } });
    expect(summary(black(1000, 1025))).toEqual(["black 1000-1024"]);
    expect(summary(black(1000, 1024))).toEqual([]);
    expect(summary(black(0, 40))).toEqual([]);
    expect(summary(black(0, 60))).toEqual(["black 0-59"]);
    expect(summary(black(2460, 2500))).toEqual([]);
  });

  it("finds frozen pictures of shots that moved, except in end screens and in videos of repeats", () => {
    const frozen = (from: number, to: number, live = true) => ({ frozen: [{ from, to, live }] });
    expect(summary({ picture: frozen(1000, 1040) })).toEqual(["frozen 1000-1039"]);
    expect(summary({ picture: frozen(1000, 1040, false) })).toEqual([]);
    expect(summary({ picture: { ...frozen(1000, 1040), repeated: 0.5 } })).toEqual([]);
    expect(summary({ picture: frozen(1000, 1020) })).toEqual([]);
    expect(summary({ picture: frozen(2100, 2500) })).toEqual([]);
    expect(summary({ picture: frozen(1500, 2500) })).toEqual(["frozen 1500-2499"]);
    const black = [{ from: 1000, to: 1040 }];
    expect(summary({ picture: { ...frozen(1000, 1040), black } })).toEqual(["black 1000-1039"]);
  });

  it("calls flashing possible", () => {
    expect(texts({ picture: { flashes: [{ from: 500, to: 550, perSecond: 5 }] } })).toEqual([
      "Possible flashing at 0:20 for 2 seconds, up to 5 times a second: it may harm viewers with photosensitive epilepsy.",
    ]);
  });

  it("finds bars, except for those of the specified ratio", () => {
    const picture = { bars: { top: 138, bottom: 138, left: 0, right: 0 } };
    expect(summary({ picture })).toEqual(["bars"]);
    expect(summary({ picture, specification: { aspect: "2.39:1" } })).not.toContain("bars");
  });

  it("finds single shots of up to three frames, except in a montage and in flashes", () => {
    const shot = (from: number, frames: number) => ({ from, to: from + frames });
    expect(summary({ picture: { shortShots: [shot(500, 2)] } })).toEqual(["stray_frames 500-501"]);
    expect(summary({ picture: { shortShots: [shot(500, 4)] } })).toEqual([]);
    expect(summary({ picture: { shortShots: [shot(500, 2), shot(510, 3), shot(520, 5)] } })).toEqual([]);
    const flashes = [{ from: 490, to: 540, perSecond: 6 }];
    expect(summary({ picture: { shortShots: [shot(500, 2)], flashes } })).toEqual(["flashing 490-539"]);
  });

  it("believes the picture rather than the file that it is interlaced", () => {
    expect(summary({ picture: { combed: 0.4 } })).toEqual(["interlaced"]);
    expect(summary({ file: { interlaced: true } })).toEqual([]);
    expect(summary({ file: { interlaced: true }, picture: { combed: null } })).toEqual(["interlaced"]);
  });
});

describe("the file", () => {
  it("finds unlabelled and unusual colours and HDR", () => {
    const colour = { matrix: "bt709", hdr: null, fullRange: false };
    expect(summary({ file: { colour: { ...colour, matrix: null } } })).toEqual(["colour_unlabelled"]);
    expect(summary({ file: { colour: { ...colour, matrix: null }, width: 640, height: 360 } })).toEqual([]);
    expect(texts({ file: { colour: { ...colour, matrix: "smpte170m", fullRange: true } } })).toEqual([
      "The file states the colours of smpte170m and full range, which players that expect BT.709 may show with shifted colours or contrast.",
    ]);
    expect(texts({ file: { colour: { matrix: "bt2020nc", hdr: "pq", fullRange: false } } })).toEqual([
      "The video is HDR (PQ): most viewers see an SDR version that the platform makes of it.",
    ]);
  });

  it("compares the picture size and the aspect ratio with the specification", () => {
    const small = { width: 1280, height: 720 };
    expect(texts({ file: small, specification: { width: 3840, height: 2160 } })).toEqual([
      "The picture is 1280 × 720; the specification asks for 3840 × 2160. It looks softer on large screens.",
    ]);
    expect(texts({ file: small, specification: { height: 1080 } })).toEqual([
      "The picture is 1280 × 720; the specification asks for 1080 pixels of height. It looks softer on large screens.",
    ]);
    expect(summary({ file: small, specification: { aspect: "16:9" } })).toEqual([]);
    expect(summary({ file: { width: 1366, height: 768 }, specification: { aspect: "16:9" } })).toEqual([]);
    expect(summary({ file: small, specification: { aspect: "9:16" } })).toEqual(["aspect_ratio"]);
  });

  it("compares exact frame rates, and only constant ones", () => {
    const specification = { frameRate: { num: 30_000, den: 1001 } };
    const file = { rate: { num: 30, den: 1 } };
    expect(texts({ file, specification })).toEqual([
      "The frame rate is 30; the specification asks for 29.97 DF. Converted, motion stutters.",
    ]);
    expect(summary({ file: { rate: { num: 60_000, den: 2002 } }, specification })).toEqual([]);
    const varies = { ...file, constantRate: false };
    expect(summary({ file: varies, specification })).toEqual([]);
    expect(summary({ file: varies, specification: { constantRate: true } })).toEqual(["variable_rate"]);
  });

  it("compares length and codec", () => {
    expect(texts({ specification: { minSeconds: 120 } })).toEqual([
      "The video lasts 1:40; the specification asks for at least 2:00.",
    ]);
    expect(summary({ specification: { maxSeconds: 60 } })).toEqual(["length"]);
    expect(summary({ specification: { minSeconds: 100.2, maxSeconds: 200 } })).toEqual([]);
    expect(texts({ specification: { codecs: ["prores", "hevc"] } })).toEqual([
      "The video is H.264; the specification asks for ProRes or HEVC.",
    ]);
    expect(summary({ specification: { codecs: ["avc"] } })).toEqual([]);
  });

  it("judges what a browser reads, and nothing that it doesn't", () => {
    const unread = { rate: null, constantRate: null, durationSeconds: null, codec: null };
    const facts = { ...goodFile, ...unread, soundTracks: null, colour: null, interlaced: null };
    const specification = { minSeconds: 200, codecs: ["prores" as const], height: 2160 };
    expect(judgeFile(facts, specification).map(({ kind }) => kind)).toEqual(["picture_size"]);
  });
});

describe("changes against the previous version", () => {
  it("finds another length, rate, size and loudness", () => {
    expect(texts({ previous: { file: { durationSeconds: 130 } } })).toEqual([
      "This version is 30 seconds shorter than the previous one (2:10).",
    ]);
    expect(summary({ previous: { file: { durationSeconds: 104 } } })).toEqual([]);
    expect(
      summary({
        sound: { seconds: 20 },
        file: { durationSeconds: 20 },
        previous: { file: { durationSeconds: 23 } },
      }),
    ).toEqual([]);
    expect(summary({ previous: { file: { rate: { num: 30, den: 1 } } } })).toEqual(["changed_rate"]);
    expect(summary({ previous: { file: { width: 3840, height: 2160 } } })).toEqual(["changed_size"]);
    expect(texts({ sound: { integrated: -16.5 }, previous: { integrated: -14 } })).toEqual([
      "This version is 2.5 LU quieter than the previous one.",
    ]);
    expect(summary({ sound: { integrated: -15.5 }, previous: { integrated: -14 } })).toEqual([]);
  });

  it("states a difference from the specification once", () => {
    const specification = { width: 3840, height: 2160, frameRate: { num: 30, den: 1 } };
    const previous = { file: { width: 3840, height: 2160, rate: { num: 30, den: 1 } } };
    expect(summary({ specification, previous })).toEqual(["picture_size", "frame_rate"]);
  });
});

describe("a specification", () => {
  it.each([
    [{ minSeconds: 60, maxSeconds: 30 }],
    [{ aspect: "16x9" }],
    [{ aspect: "0:9" }],
    [{ loudness: { target: 14, tolerance: 1 } }],
    [{ codecs: [] }],
  ])("refuses %j", (specification) => {
    expect(newSpecification.safeParse(specification).success).toBe(false);
  });

  it("has no demand that nobody made", () => {
    expect(newSpecification.parse({})).toEqual({});
  });
});
