import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { clip } from "#testing/clips.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";
import { sampled } from "#testing/tier.ts";

import type { ProbeFacts } from "./facts.ts";
import { options, runFfmpeg, sourceArgs } from "./run.ts";
import { createVideoTools } from "./video-tools.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "sound-"));
});
afterAll(() => rm(root, { recursive: true }));

const tones = [440, 880, 1320, 1760];

/** The share of a tone in samples, by the Goertzel algorithm. */
function amplitude(samples: Float64Array, frequency: number): number {
  const turn = (2 * Math.PI * frequency) / 8000;
  let [real, imaginary] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    real += sample * Math.cos(turn * at);
    imaginary += sample * Math.sin(turn * at);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

/** Stereo samples of 16 bits of a file's first sound track, at 8 kHz. */
async function decoded(
  ffmpeg: { path: string },
  file: string,
  part: Record<string, number>,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await runFfmpeg(ffmpeg, {
    args: [
      ...sourceArgs(file),
      ...options({ map: "0:a:0?", ac: 2, ar: 8000, ...part, f: "s16le" }),
      "pipe:3",
    ],
    timeLimitSeconds: 60,
    onData: (chunk) => void chunks.push(chunk),
  }).catch((error: unknown) => {
    if (chunks.length > 0) throw error;
  });
  return Buffer.concat(chunks);
}

/** The tones on the left and on the right of a video, or null for a silent one. */
async function heard(ffmpeg: { path: string }, file: string) {
  const bytes = await decoded(ffmpeg, file, { ss: 0.5, t: 1 });
  if (bytes.length === 0) return null;
  const side = (offset: number) =>
    Float64Array.from({ length: Math.floor(bytes.length / 4) }, (_, n) => bytes.readInt16LE(n * 4 + offset));
  const [left, right] = [side(0), side(2)];
  const found = (samples: Float64Array) => tones.filter((tone) => amplitude(samples, tone) > 300);
  return { left: found(left), right: found(right) };
}

const both = (...found: number[]) => ({ left: found, right: found });
const [first, second, third, fourth] = [440, 880, 1320, 1760] as const;

/** Clip, how it is played, the positions of the tracks that can be heard, and what is heard in a rendition. */
const table = [
  ["empty-sound", "original", [], null],
  ["empty-sound-fragmented", "rendition", [], null],
  ["empty-sound-prores", "rendition", [], null],
  ["empty-sound-matroska", "rendition", [], null],
  ["empty-sound-first", "rendition", [1], both(second)],
  ["mono-two-mxf", "rendition", [0, 1], { left: [first], right: [second] }],
  ["mono-two-aac", "rendition", [0, 1], { left: [first], right: [second] }],
  ["mono-two-matroska", "rendition", [0, 1], { left: [first], right: [second] }],
  ["mono-two-avi", "rendition", [0, 1], { left: [first], right: [second] }],
  ["mono-first-silent", "rendition", [0, 1], both(second)],
  ["mono-three", "rendition", [0, 1, 2], { left: [first, third], right: [second, third] }],
  ["mono-four-mxf", "rendition", [0, 1, 2, 3], { left: [first, third], right: [second, fourth] }],
  ["mono-two-languages", "original", [0, 1], both(first)],
  ["second-is-default", "rendition", [1, 0], both(second)],
  ["stereo-and-commentary", "rendition", [0, 1], both(first)],
  ["stereo-two-languages", "rendition", [0, 1], both(first)],
  ["unknown-sound-first", "rendition", [1], both(second)],
  ["unknown-sound-last", "rendition", [0], both(first)],
  ["unknown-sound-only", "original", [], null],
  ["surround-ac3", "rendition", [0], undefined],
] as const;

/** Clip, and the tracks that can be chosen: number, language, title and tones. */
const choices = [
  ["mono-two-aac", [1, 2].map((track) => [track, null, null, [tones[track - 1]]])],
  [
    "mono-first-silent",
    [
      [1, null, null, []],
      [2, null, null, [second]],
    ],
  ],
  ["mono-two-languages", [[2, expect.stringMatching(/ger|deu/), null, [second]]]],
  ["stereo-two-languages", [[2, "deu", null, [second]]]],
  ["stereo-and-commentary", [[2, null, "Commentary", [second]]]],
  ["second-is-default", [[2, null, null, [first]]]],
  ["unknown-sound-first", []],
  ["empty-sound-first", []],
] as const;

describe.each(everyFfmpeg)("sound, ffmpeg $version from $from", (ffmpeg) => {
  const tools = createVideoTools(ffmpeg);
  const factsOf = async (source: string): Promise<ProbeFacts> => {
    const found = await tools.probe(source);
    if (!found.ok) throw new Error(found.message);
    return found.facts;
  };

  it.each(sampled(table, ["empty-sound", "mono-four-mxf", "unknown-sound-first"]))(
    "of %s (%s)",
    async (name, plays, tracks, expected) => {
      const source = await clip(name);
      const facts = await factsOf(source);
      expect(tools.plan(facts).kind).toBe(plays);
      expect(facts.sound?.tracks.map(({ index }) => index)).toEqual(tracks);
      expect(facts.audio === null).toBe(tracks.length === 0);
      const folder = await mkdtemp(path.join(root, "made-"));
      const made = await tools.makeRendition({ source, folder, facts, height: 180 });
      expect(made).toMatchObject({ frames: 60, framesMatch: true });
      expect(made.stills.waveform === null).toBe(facts.audio === null);
      if (expected === undefined) return;
      expect(await heard(ffmpeg, path.join(folder, made.file))).toEqual(expected);
      const heights = new Map([["light.mp4", 90]]);
      await tools.makeDeferredFiles({ source, folder, facts, heights });
      expect(await heard(ffmpeg, path.join(folder, "light.mp4"))).toEqual(expected);
    },
  );

  it.each(sampled(choices, ["mono-first-silent", "stereo-two-languages"]))(
    "that can be chosen of %s",
    async (name, expected) => {
      const source = await clip(name);
      const facts = await factsOf(source);
      const folder = await mkdtemp(path.join(root, "chosen-"));
      const made = await tools.makeSoundFiles({ source, folder, facts });
      const found = [];
      for (const { file, track, language, title } of made) {
        found.push([track, language, title, (await heard(ffmpeg, path.join(folder, file)))?.left]);
      }
      expect(found).toEqual(expected);
    },
  );

  it("that can be chosen begins with the first frame", async () => {
    const source = await clip("second-track-late");
    const folder = await mkdtemp(path.join(root, "late-"));
    const [made] = await tools.makeSoundFiles({ source, folder, facts: await factsOf(source) });
    const bytes = await decoded(ffmpeg, path.join(folder, made?.file ?? ""), {});
    const samples = Array.from({ length: bytes.length / 4 }, (_, n) => Math.abs(bytes.readInt16LE(n * 4)));
    const onset = samples.findIndex((sample) => sample > 1000) / 8000;
    expect(Math.abs(onset - 0.5)).toBeLessThan(0.03);
  });

  it("tracks have their languages and titles", async () => {
    const named = async (name: "mono-two-languages" | "stereo-and-commentary" | "stereo-two-languages") =>
      (await factsOf(await clip(name))).sound?.tracks.map(({ language, title }) => title ?? language);
    expect(await named("mono-two-languages")).toEqual(
      ["eng", "ger"].map((code) => expect.stringMatching(code === "eng" ? /eng/ : /ger|deu/)),
    );
    expect(await named("stereo-and-commentary")).toEqual([null, "Commentary"]);
    expect(await named("stereo-two-languages")).toEqual(["fra", "deu"]);
  });

  it("a remote file is read as a whole only where ffmpeg has to try its sound", async () => {
    const remote = async (name: "mono-two-languages" | "mono-two-aac" | "unknown-sound-first") => {
      const bytes = await readFile(await clip(name));
      const read = async (start: number, end: number) => bytes.subarray(start, end);
      return tools.probeRemote({ bytes: bytes.length, read });
    };
    expect(await remote("mono-two-languages")).toMatchObject({
      ok: true,
      facts: { sound: { mixed: false } },
    });
    // One of the mixed tracks may be silent.
    expect(await remote("mono-two-aac")).toBeNull();
    expect(await remote("unknown-sound-first")).toBeNull();
  });
});
