import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { readFrameNumbers } from "#testing/clip-frames.ts";
import { clip } from "#testing/clips.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";
import { sampled } from "#testing/tier.ts";

import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import type { Rendition } from "./rendition.ts";
import { createVideoTools, type VideoTools } from "./video-tools.ts";

type ClipName = Parameters<typeof clip>[0];

let root: string;
let ffmpeg: Ffmpeg;
let tools: VideoTools;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "rendition-"));
});
afterAll(() => rm(root, { recursive: true }));

async function factsOf(source: string): Promise<ProbeFacts> {
  const found = await tools.probe(source);
  if (!found.ok) throw new Error(found.message);
  return found.facts;
}

interface Made {
  rendition: Rendition;
  folder: string;
  file: string;
  facts: ProbeFacts;
}

async function render(name: ClipName, height?: number): Promise<Made> {
  const source = await clip(name);
  const facts = await factsOf(source);
  const folder = await mkdtemp(path.join(root, "made-"));
  const lines =
    height ?? (tools.plan(facts).kind === "rendition" ? tools.renditionHeight(facts) : facts.video.height);
  const rendition = await tools.makeRendition({ source, folder, facts, height: lines });
  return {
    rendition,
    folder,
    file: path.join(folder, rendition.file),
    facts: await factsOf(path.join(folder, rendition.file)),
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Name, width, height, frames and rate of the rendition. */
const conversions = [
  ["prores", 640, 360, 48, 24_000, 1001],
  ["h264-in-matroska", 640, 360, 60, 30_000, 1001],
  ["h264-in-transport-stream", 640, 360, 60, 30, 1],
  ["h264-10-bit", 640, 360, 60, 30, 1],
  ["hevc", 640, 360, 60, 30, 1],
  ["hevc-hdr", 640, 360, 60, 30, 1],
  ["starts-late", 640, 360, 60, 30, 1],
  ["h264-fragmented", 640, 360, 60, 30, 1],
  ["vp9-odd-size", 640, 360, 60, 30, 1],
  ["prores-silent", 360, 640, 60, 30, 1],
  ["mxf", 640, 360, 50, 25, 1],
] as const;

describe.each(everyFfmpeg)("makeRendition, ffmpeg $version from $from", (one) => {
  beforeAll(() => {
    ffmpeg = one;
    tools = createVideoTools(one);
  });

  it.each(sampled(conversions, ["hevc-hdr", "vp9-odd-size"]))(
    "converts %s for browsers, frame by frame",
    async (name, width, height, frames, num, den) => {
      const { rendition, folder, file, facts } = await render(name);
      expect(rendition).toMatchObject({ width, height, frames, framesMatch: true });
      expect(facts.video).toMatchObject({
        codec: "avc",
        bitDepth: 8,
        chroma: "4:2:0",
        hdr: null,
        rotation: 0,
        width,
        height,
        frames,
        rate: { num, den },
        constantRate: true,
        startSeconds: 0,
      });
      expect(tools.plan(facts)).toMatchObject({ kind: "original" });
      expect(await readFrameNumbers(ffmpeg, file)).toEqual(upTo(frames));
      expect(await readFrameNumbers(ffmpeg, path.join(folder, rendition.playlist))).toEqual(upTo(frames));
      expect(rendition.stills.waveform === null).toBe(name === "prores-silent");
    },
  );

  it("makes a variable rate constant without shifting frames", async () => {
    const { rendition, facts, file } = await render("variable-rate");
    expect(rendition).toMatchObject({ frames: 83, expectedFrames: 83, framesMatch: true });
    expect(facts.video).toMatchObject({ constantRate: true, rate: { num: 30, den: 1 } });
    const shown = await readFrameNumbers(ffmpeg, file);
    // Frames 3 to 9 of every 20 are missing from the clip, so the frame before them repeats.
    expect(shown).toEqual(upTo(83).map((n) => (n % 20 >= 3 && n % 20 <= 9 ? n - (n % 20) + 2 : n)));
  });

  it("applies edit lists", async () => {
    const { rendition, file } = await render("edit-list");
    expect(rendition.framesMatch).toBe(true);
    expect((await readFrameNumbers(ffmpeg, file)).slice(0, 3)).toEqual([39, 40, 41]);
  });

  it("applies the rotation", async () => {
    const { rendition, facts } = await render("rotated", 320);
    expect(rendition).toMatchObject({ width: 180, height: 320 });
    expect(facts.video).toMatchObject({ width: 180, height: 320, rotation: 0 });
  });

  it("keeps audio and video in sync when the source starts late", async () => {
    const { facts } = await render("starts-late");
    expect(facts.audio).toMatchObject({ codec: "aac", channels: 2 });
    expect(Math.abs(facts.audio?.startSeconds ?? 1)).toBeLessThan(0.022);
    const { rendition } = await render("starts-late");
    const loud = rendition.stills.waveform?.peaks
      .map((peak, at) => (peak > 25 ? at : -1))
      .filter((at) => at >= 0);
    // The test tone beeps at every full second, 20 peaks apart.
    expect(loud).toEqual(expect.arrayContaining([0, 20]));
    expect(loud?.every((at) => at % 20 <= 2)).toBe(true);
  });

  it("keeps audio and video in sync when the picture starts after the sound", async () => {
    const { rendition, facts, file } = await render("sound-shortly-first");
    expect(facts.video.startSeconds).toBe(0);
    expect(await readFrameNumbers(ffmpeg, file)).toEqual(upTo(60));
    const loud = rendition.stills.waveform?.peaks.findIndex((peak) => peak > 25);
    // The second beep, at 1 s, is 0.8 s after the first frame; 20 peaks are one second.
    expect(loud).toBe(16);
  });

  it("can be played while it is being created, and reports progress", async () => {
    const source = await clip("h264-small-minute");
    const folder = await mkdtemp(path.join(root, "made-"));
    const reported: string[] = [];
    const shares: number[] = [];
    let early = { playlist: "", done: true };
    const reading: Promise<void>[] = [];
    const rendition = await tools.makeRendition({
      source,
      folder,
      height: 90,
      facts: await factsOf(source),
      onSegment: (name) => reported.push(name),
      onProgress: (share) => shares.push(share),
      onFirstSegment: () => {
        const read = async () => {
          const playlist = await readFile(path.join(folder, "index.m3u8"), "utf8");
          early = {
            playlist,
            done: await stat(path.join(folder, "segment00029.m4s")).then(
              () => true,
              () => false,
            ),
          };
        };
        reading.push(read());
      },
    });
    await Promise.all(reading);
    expect(early.playlist).toContain("#EXT-X-PLAYLIST-TYPE:EVENT");
    expect(early.playlist).toContain("segment00000.m4s");
    expect(early).toMatchObject({ done: false });
    const segments = upTo(30).map((n) => `segment${String(n).padStart(5, "0")}.m4s`);
    expect(reported).toEqual(["init.mp4", ...segments]);
    expect(rendition.segments).toEqual(reported);
    expect(await readFile(path.join(folder, rendition.playlist), "utf8")).toContain("#EXT-X-ENDLIST");
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(new Set(shares).size).toBe(31);
    expect(rendition).toMatchObject({ frames: 1200, expectedFrames: 1200, framesMatch: true });
  });

  it("stops on its signal", async () => {
    const source = await clip("h264-60s");
    const folder = await mkdtemp(path.join(root, "made-"));
    const stop = new AbortController();
    const making = tools.makeRendition({
      source,
      folder,
      height: 180,
      facts: await factsOf(source),
      signal: stop.signal,
      onFirstSegment: () => stop.abort(),
    });
    await expect(making).rejects.toMatchObject({ code: "stopped" });
  });

  it("reports missing frames", async () => {
    const source = await clip("prores");
    const facts = await factsOf(source);
    const folder = await mkdtemp(path.join(root, "made-"));
    const more = { ...facts, video: { ...facts.video, frames: 50 } };
    const rendition = await tools.makeRendition({ source, folder, facts: more, height: 180 });
    expect(rendition).toMatchObject({ frames: 48, expectedFrames: 50, framesMatch: false });
  });

  it("can be followed by files of other sizes with the same frames, from one decoding pass", async () => {
    const source = await clip("variable-rate");
    const facts = await factsOf(source);
    const folder = await mkdtemp(path.join(root, "made-"));
    const heights = new Map([
      ["sharp.mp4", 180],
      ["light.mp4", 90],
    ]);
    const made = await tools.makeDeferredFiles({ source, folder, facts, heights });
    const shown = await readFrameNumbers(ffmpeg, path.join(folder, "sharp.mp4"));
    for (const [name, height] of heights) {
      expect(made.get(name)).toMatchObject({ height, frames: 83, framesMatch: true });
      const one = await factsOf(path.join(folder, name));
      expect(one).toMatchObject({ video: { height, startSeconds: 0 }, audio: { codec: "aac" } });
    }
    const { rendition, folder: watched } = await render("variable-rate");
    expect(shown).toEqual(await readFrameNumbers(ffmpeg, path.join(watched, rendition.file)));
  });

  it("reports that ffmpeg is missing", async () => {
    const source = await clip("h264");
    const facts = await factsOf(source);
    const without = createVideoTools(null);
    const making = without.makeRendition({ source, folder: root, facts, height: 180 });
    await expect(making).rejects.toMatchObject({ code: "ffmpeg_missing", kind: "needs-user" });
    expect(await without.probe(source)).toMatchObject({ ok: true });
  });
});
