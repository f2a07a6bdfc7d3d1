import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { readFrameNumbers } from "#testing/clip-frames.ts";
import { clip } from "#testing/clips.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";
import { sampled } from "#testing/tier.ts";

import { createVideoTools } from "./video-tools.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "frame-still-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(everyFfmpeg)("the still of a frame, ffmpeg $version from $from", (ffmpeg) => {
  const tools = createVideoTools(ffmpeg);

  const clips = [
    ["h264"],
    ["h264-25"],
    ["joined"],
    ["vp9"],
    ["starts-late"],
    ["h264-all-key-frames"],
  ] as const;
  it.each(sampled(clips, ["joined", "vp9"]))("shows exactly that frame (%s)", async (name) => {
    const source = await clip(name);
    const found = await tools.probe(source);
    if (!found.ok) throw new Error(found.message);
    const { facts } = found;
    const shown = (await readFrameNumbers(ffmpeg, source)).slice(-facts.video.frames);
    const wanted = [0, 1, 2, 23, 24, facts.video.frames - 1];
    const numbers: number[] = [];
    for (const frame of wanted) {
      const still = await tools.makeFrameStill({ source, folder, facts, frame, width: 480 });
      numbers.push(...(still === null ? [] : await readFrameNumbers(ffmpeg, still)));
    }
    expect(numbers).toEqual(wanted.map((frame) => shown[frame]));
  });

  it("is missing after the last frame", async () => {
    const source = await clip("h264");
    const found = await tools.probe(source);
    if (!found.ok) throw new Error(found.message);
    const { facts } = found;
    const frame = facts.video.frames;
    expect(await tools.makeFrameStill({ source, folder, facts, frame, width: 480 })).toBeNull();
  });
});
