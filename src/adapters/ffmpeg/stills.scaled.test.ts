import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { readFrameNumbers } from "#testing/clip-frames.ts";
import { clip } from "#testing/clips.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";

import type { ProbeFacts, SoundTrack } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import type { Stills } from "./rendition.ts";
import { createVideoTools, type VideoTools } from "./video-tools.ts";

let root: string;
let ffmpeg: Ffmpeg;
let tools: VideoTools;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "stills-"));
});
afterAll(() => rm(root, { recursive: true }));

async function stillsOf(name: Parameters<typeof clip>[0], by: "stills" | "rendition") {
  const source = await clip(name);
  const found = await tools.probe(source);
  if (!found.ok) throw new Error(found.message);
  const folder = await mkdtemp(path.join(root, "made-"));
  const { facts } = found;
  const order = { source, folder, facts };
  const stills =
    by === "stills"
      ? await tools.makeStills(order)
      : (await tools.makeRendition({ ...order, height: 180 })).stills;
  if (!stills) throw new Error("No stills were made");
  return { stills, folder };
}

/** The number of the frame that each tile shows. */
async function tileNumbers(folder: string, { storyboard }: Stills): Promise<number[]> {
  if (!storyboard) return [];
  const tiles = `${storyboard.columns}x${storyboard.rows}`;
  const sheets = storyboard.sheets.map((sheet) => readFrameNumbers(ffmpeg, path.join(folder, sheet), tiles));
  return (await Promise.all(sheets)).flat().slice(0, storyboard.count);
}

describe.each(everyFfmpeg)("stills, ffmpeg $version from $from", (one) => {
  beforeAll(() => {
    ffmpeg = one;
    tools = createVideoTools(one);
  });

  it.each([
    ["h264", "stills", [0, 30]],
    ["h264-index-at-end", "stills", [0, 30]],
    ["vp9", "stills", [0, 30]],
    ["h264-all-key-frames", "stills", [0, 30]],
    ["prores", "rendition", [0, 23]],
    ["h264-in-matroska", "rendition", [0, 29]],
    ["starts-late", "rendition", [0, 30]],
  ] as const)("show %s at every second (%s)", async (name, by, expected) => {
    const { stills, folder } = await stillsOf(name, by);
    expect(stills.storyboard).toMatchObject({ intervalSeconds: 1, tileWidth: 160, tileHeight: 90, rows: 1 });
    expect(await tileNumbers(folder, stills)).toEqual(expected);
    const [poster] = await readFrameNumbers(ffmpeg, path.join(folder, stills.poster ?? "none"));
    expect(poster).toBeGreaterThan(20);
    expect(poster).toBeLessThan(35);
    expect(JSON.parse(await readFile(path.join(folder, "storyboard.json"), "utf8"))).toEqual(
      stills.storyboard,
    );
    expect(JSON.parse(await readFile(path.join(folder, "waveform.json"), "utf8"))).toEqual(stills.waveform);
    // The test tone is loud at every full second and quiet in between.
    const [first, middle] = [0, 10].map((at) => stills.waveform?.peaks[at]);
    expect(first).toBeGreaterThan(25);
    expect(middle).toBeLessThan(20);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(stills.files));
    expect((await readdir(folder)).filter((file) => file.startsWith("tile"))).toEqual([]);
  });

  it.each([
    ["joined", [0, 30, 60, 90], 60],
    ["sound-shortly-first", [0, 30], 30],
    ["vp9-long-after-sound", [0, 30], 30],
  ] as const)("count from the first picture of %s, which starts late", async (name, tiles, atPoster) => {
    const { stills, folder } = await stillsOf(name, "stills");
    expect(await tileNumbers(folder, stills)).toEqual(tiles);
    expect(await readFrameNumbers(ffmpeg, path.join(folder, stills.poster ?? "none"))).toEqual([atPoster]);
    // The bar that shows the waveform counts from the file's start, where its sound begins.
    expect(stills.waveform?.peaks[0]).toBeGreaterThan(10);
  });

  it("fill several rows of a sheet for a minute", async () => {
    const { stills, folder } = await stillsOf("h264-60s", "stills");
    expect(stills.storyboard).toMatchObject({
      count: 60,
      columns: 10,
      rows: 6,
      sheets: ["storyboard001.jpg"],
    });
    expect(await tileNumbers(folder, stills)).toEqual(Array.from({ length: 60 }, (_, n) => n * 30));
    expect(stills.waveform?.peaksPerSecond).toBe(20);
    expect(stills.waveform?.peaks.length).toBeGreaterThanOrEqual(1200);
  });

  it("show exactly the time of each tile where key frames are seconds apart", async () => {
    const { stills, folder } = await stillsOf("h264-few-key-frames", "stills");
    expect(await tileNumbers(folder, stills)).toEqual([0, 30, 60, 90]);
  });

  it("are each made although others can't be", async () => {
    const source = await clip("h264");
    const probed = await tools.probe(source);
    if (!probed.ok) throw new Error(probed.message);
    const { facts } = probed;
    const make = async (change: Partial<ProbeFacts>) => {
      const folder = await mkdtemp(path.join(root, "made-"));
      const stills = await tools.makeStills({ source, folder, facts: { ...facts, ...change } });
      expect((await readdir(folder)).sort()).toEqual(stills.files.toSorted());
      return stills.files;
    };
    const track = { ...facts.sound?.tracks[0], index: 7 } as SoundTrack;
    expect(await make({ sound: { tracks: [track], mixed: true } })).toEqual([
      "poster.jpg",
      "storyboard001.jpg",
      "storyboard.json",
    ]);
    const video = { ...facts.video, stream: "v:7" };
    expect(await make({ video })).toEqual(["waveform.json"]);
    await expect(make({ video, audio: null })).rejects.toMatchObject({ kind: "permanent" });
  });

  it("have a poster where no frame begins at its time or later", async () => {
    const { stills } = await stillsOf("held-last-frame", "stills");
    expect(stills.poster).toBe("poster.jpg");
    expect(stills.files).toContain("poster.jpg");
  });

  it("have no waveform without audio, and are rotated", async () => {
    const { stills, folder } = await stillsOf("silent-portrait", "stills");
    expect(stills.waveform).toBeNull();
    expect(stills.storyboard).toMatchObject({ tileWidth: 90, tileHeight: 160 });
    expect((await readdir(folder)).sort()).toEqual(["poster.jpg", "storyboard.json", "storyboard001.jpg"]);
    const rotated = await stillsOf("rotated", "stills");
    expect(rotated.stills.storyboard).toMatchObject({ tileWidth: 90, tileHeight: 160 });
  });
});
