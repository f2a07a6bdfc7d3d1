import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { readFrameNumbers } from "#testing/clip-frames.ts";
import { clip } from "#testing/clips.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";
import { sampled } from "#testing/tier.ts";

import { makeDeferredFiles } from "./deferred-files.ts";
import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { planPlayback, renditionHeight } from "./plan.ts";
import { probe } from "./probe.ts";
import { makeRendition } from "./rendition.ts";
import { runFfmpeg } from "./run.ts";

type ClipName = Parameters<typeof clip>[0];

async function factsOf(ffmpeg: Ffmpeg, name: ClipName): Promise<ProbeFacts> {
  const found = await probe(await clip(name), { ffmpeg });
  if (!found.ok) throw new Error(`${name} was refused: ${found.message}`);
  return found.facts;
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Numbers of the frames of a recording of `count` frames in which the frame before the gap stays until its end. */
const lost = (count: number, first: number, last: number) =>
  upTo(count).map((n) => (n >= first && n <= last ? first - 1 : n));

/** Frames 0 to 3179 in twos, then each. */
const faster = upTo(3360).map((n) => (n < 3180 ? n - (n % 2) : n));

type Row = readonly [name: ClipName, rate: string, numbers: number[]];

/**
 * Files whose frames have not the times that the first ones promise: frame n of every file made of them is shown at n / rate
 * and shows what the source shows at that time.
 */
const files: readonly Row[] = [
  ["late-loss-matroska", "30/1", lost(1920, 1609, 1698)],
  ["late-loss-webm", "25/1", lost(1600, 1520, 1539)],
  ["late-loss-transport-stream", "30000/1001", lost(1919, 1600, 1750)],
  ["late-loss-flash", "30/1", lost(1920, 1550, 1552)],
  ["late-loss-mp4", "30/1", lost(1920, 1700, 1700)],
  ["empty-chunks", "25/1", lost(1600, 1200, 1249)],
  ["empty-chunks-at-15", "15/1", lost(300, 200, 202)],
  ["late-faster", "60/1", faster],
  ["telecine-transport-stream", "24000/1001", upTo(480)],
  ["film-stream", "24000/1001", upTo(480)],
  ["soft-telecine", "24000/1001", upTo(480)],
  ["soft-telecine-stream", "24000/1001", upTo(480)],
  ["soft-telecine-transport-stream", "24000/1001", upTo(480)],
  ["fields-transport-stream", "25/1", upTo(50)],
  ["fields-stream", "25/1", upTo(50)],
  ["av1-stream", "25/1", upTo(50)],
  ["av1-ivf", "30000/1001", upTo(60)],
  ["telecine-matroska", "24000/1001", upTo(1535)],
  ["clock-wraps", "25/1", upTo(250)],
  ["starts-late-matroska", "25/1", upTo(100)],
  ["starts-early-webm", "25/1", upTo(100)],
  ["two-edits", "30/1", [...upTo(90), ...upTo(90).map((n) => n + 150)]],
  ["ends-early", "30/1", upTo(90)],
  ["proxy-first", "30/1", upTo(120)],
  ["proxy-first-mp4", "30/1", upTo(120)],
  ["held-last-frame", "30/1", lost(150, 60, 149)],
  ["cut-in-fragment", "30/1", upTo(176)],
  ["still-first", "30/1", upTo(120)],
  ["two-descriptions", "30/1", upTo(120)],
  ["two-programmes", "25/1", upTo(100)],
];
const inServerTier: ClipName[] = [
  "soft-telecine",
  "fields-transport-stream",
  "av1-stream",
  "two-edits",
  "proxy-first",
  "held-last-frame",
  "cut-in-fragment",
  "still-first",
  "two-descriptions",
];

/** Files that are played as they are. */
const originals = [
  ["rate-29.97", "30000/1001", 300],
  ["rate-19001/317", "60000/1001", 300],
  ["plain", "30/1", 300],
  ["one-key-frame", "30/1", 600],
  ["one-key-frame-webm", "25/1", 150],
] as const;

describe.each(everyFfmpeg)("frame times, ffmpeg $version from $from", (ffmpeg) => {
  it.each(sampled(files, inServerTier))("of %s are kept to the end", async (name, rate, numbers) => {
    const source = await clip(name);
    const facts = await factsOf(ffmpeg, name);
    expect(`${facts.video.rate.num}/${facts.video.rate.den}`).toBe(rate);
    expect(planPlayback(facts).kind).toBe("rendition");
    const folder = await mkdtemp(path.join(tmpdir(), "timing-"));
    try {
      const made = await makeRendition(ffmpeg, { source, folder, facts, height: renditionHeight(facts) });
      expect(made).toMatchObject({ timesMatch: true, framesMatch: true, frames: numbers.length });
      expect(await readFrameNumbers(ffmpeg, path.join(folder, made.file))).toEqual(numbers);
      const heights = new Map([["light.mp4", 80]]);
      const deferred = await makeDeferredFiles(ffmpeg, { source, folder, facts, heights });
      expect(deferred.get("light.mp4")).toMatchObject({ framesMatch: true, frames: numbers.length });
      expect(await readFrameNumbers(ffmpeg, path.join(folder, "light.mp4"))).toEqual(numbers);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each(originals)("of %s are those of %s", async (name, rate, frames) => {
    const facts = await factsOf(ffmpeg, name);
    expect(planPlayback(facts)).toEqual({ kind: "original" });
    expect(`${facts.video.rate.num}/${facts.video.rate.den}`).toBe(rate);
    expect(facts.video).toMatchObject({ constantRate: true, frames });
  });

  it.each(
    sampled([["sound-first-transport-stream"], ["sound-first-mpeg2"]] as const, [
      "sound-first-transport-stream",
    ]),
  )("of %s are those of its sound", async (name) => {
    const facts = await factsOf(ffmpeg, name);
    const folder = await mkdtemp(path.join(tmpdir(), "timing-"));
    try {
      const order = { source: await clip(name), folder, facts, height: renditionHeight(facts) };
      const { file } = await makeRendition(ffmpeg, order);
      // The sound beeps each second, and the picture begins 0.52 s after it.
      const beeps = await beepsOf(ffmpeg, path.join(folder, file));
      expect(beeps.length).toBeGreaterThan(7);
      for (const [n, beep] of beeps.entries()) expect(Math.abs(beep - (n + 0.48))).toBeLessThan(0.02);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each(sampled([["lost-packets"], ["lost-packets-many-references"]] as const, ["lost-packets"]))(
    "of %s are kept before and after the loss",
    async (name) => {
      const facts = await factsOf(ffmpeg, name);
      const folder = await mkdtemp(path.join(tmpdir(), "timing-"));
      try {
        const order = { source: await clip(name), folder, facts, height: renditionHeight(facts) };
        const { file, ...made } = await makeRendition(ffmpeg, order);
        expect(made).toMatchObject({ timesMatch: true, framesMatch: true, frames: 500 });
        const numbers = await readFrameNumbers(ffmpeg, path.join(folder, file));
        expect(numbers.slice(0, 100)).toEqual(upTo(500).slice(0, 100));
        expect(numbers.slice(-100)).toEqual(upTo(500).slice(-100));
        for (const beep of await beepsOf(ffmpeg, path.join(folder, file))) {
          expect(Math.abs(beep - Math.round(beep))).toBeLessThan(0.03);
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it("of sound whose clock is not that of the picture are those of its packets", async () => {
    const facts = await factsOf(ffmpeg, "fast-sound");
    const folder = await mkdtemp(path.join(tmpdir(), "timing-"));
    try {
      const order = { source: await clip("fast-sound"), folder, facts, height: renditionHeight(facts) };
      const { file } = await makeRendition(ffmpeg, order);
      const beeps = await beepsOf(ffmpeg, path.join(folder, file));
      expect(beeps).toHaveLength(20);
      const first = beeps[0] ?? Number.NaN;
      for (const [n, beep] of beeps.entries()) expect(Math.abs(beep - first - n * 1.005)).toBeLessThan(0.02);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("of a recording that was cut off include the end of its sound", async () => {
    expect((await factsOf(ffmpeg, "cut-in-fragment")).soundSeconds).toBeCloseTo(4, 1);
    expect((await factsOf(ffmpeg, "proxy-first")).soundSeconds).toBeUndefined();
  });

  it("have no rate where they can't be read to the end", async () => {
    const facts = await factsOf(ffmpeg, "late-loss-matroska");
    const unread = await probe(await clip("late-loss-matroska"), { ffmpeg: null });
    if (!unread.ok) throw new Error(unread.message);
    // Without ffmpeg all packets are read more slowly.
    expect(unread.facts.video).toMatchObject({
      rate: facts.video.rate,
      constantRate: false,
      framesCounted: true,
    });
  });

  it.each([
    ["timecode-half-rate", { frames: 1_078_920, perSecond: 30, dropFrame: true }],
    ["timecode-half-rate-mxf", { frames: 1_078_920, perSecond: 30, dropFrame: true }],
    ["timecode-mxf", { frames: 2_157_840, perSecond: 60, dropFrame: true }],
    ["timecode-119.88", { frames: 432_000, perSecond: 120, dropFrame: false }],
  ] as const)("of %s begin with the timecode of its camera", async (name, timecode) => {
    expect((await factsOf(ffmpeg, name)).startTimecode).toEqual(timecode);
  });
});

/** Times of the beeps of `sound` in seconds. */
async function beepsOf(ffmpeg: Ffmpeg, file: string): Promise<number[]> {
  const rate = 8000;
  const chunks: Buffer[] = [];
  const filter = `highpass=f=1500,highpass=f=1500,aresample=${rate}`;
  await runFfmpeg(ffmpeg, {
    args: ["-i", file, "-map", "0:a:0", "-af", filter, "-ac", "1", "-f", "s16le", "pipe:3"],
    timeLimitSeconds: 60,
    onData: (chunk) => chunks.push(chunk),
  });
  const samples = Buffer.concat(chunks);
  const beeps: number[] = [];
  for (let at = 0; at + 1 < samples.length; at += 2) {
    const seconds = at / 2 / rate;
    const isLoud = Math.abs(samples.readInt16LE(at)) > 1000;
    if (isLoud && seconds - (beeps.at(-1) ?? Number.NEGATIVE_INFINITY) > 0.5) beeps.push(seconds);
  }
  return beeps;
}
