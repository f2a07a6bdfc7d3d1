import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { clip } from "#testing/clips.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";
import { sampled } from "#testing/tier.ts";

import { options, runFfmpeg, sourceArgs } from "./run.ts";
import { createVideoTools } from "./video-tools.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "colours-"));
});
afterAll(() => rm(root, { recursive: true }));

/** Red, green and blue in the middle of the first frame, by the tags of the file, as browsers read them. */
async function colourOf(ffmpeg: { path: string }, file: string): Promise<number[]> {
  const chunks: Buffer[] = [];
  const middle = "crop=2:2:iw/2:ih/2,scale=1:1:flags=accurate_rnd+full_chroma_int,format=rgb24";
  await runFfmpeg(ffmpeg, {
    args: [...sourceArgs(file), ...options({ vf: middle, "frames:v": 1, f: "rawvideo" }), "pipe:3"],
    timeLimitSeconds: 60,
    onData: (chunk) => void chunks.push(chunk),
  });
  return [...Buffer.concat(chunks)];
}

async function colourOfPicture(file: string, tile: { left: number; top: number }): Promise<number[]> {
  const pixel = await sharp(file)
    .extract({ ...tile, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return [...pixel.subarray(0, 3)];
}

const green = [48, 160, 82];
const red = [192, 48, 32];

const table = [
  ["full-range-matroska", "rendition", green],
  ["full-range-mp4", "original", green],
  ["full-range-hd", "rendition", green],
  ["full-range-601", "rendition", green],
  ["full-range-mjpeg", "rendition", green],
  ["limited-709", "rendition", green],
  ["wide-hevc", "rendition", red],
  ["wide-hevc-ts", "rendition", red],
  ["wide-h264", "original", red],
  ["wide-prores", "rendition", red],
] as const;

describe.each(everyFfmpeg)("colours, ffmpeg $version from $from", (ffmpeg) => {
  const tools = createVideoTools(ffmpeg);

  it.each(sampled(table, ["full-range-matroska", "wide-hevc"]))(
    "of %s (%s) are the same in renditions and stills",
    async (name, plays, expected) => {
      const source = await clip(name);
      const probe = await tools.probe(source);
      if (!probe.ok) throw new Error(probe.message);
      const { facts } = probe;
      expect(tools.plan(facts).kind).toBe(plays);
      const folder = await mkdtemp(path.join(root, "made-"));
      const order = { source, folder, facts };
      await tools.makeRendition({ ...order, height: tools.renditionHeight(facts) });
      await tools.makeDeferredFiles({ ...order, heights: new Map([["light.mp4", 90]]) });
      const stills = await mkdtemp(path.join(root, "stills-"));
      if (plays === "original") await tools.makeStills({ ...order, folder: stills });
      const still = await tools.makeFrameStill({ ...order, frame: 3, width: 160 });
      const middle = { left: 80, top: 45 };
      const seen = {
        rendition: await colourOf(ffmpeg, path.join(folder, "video.mp4")),
        light: await colourOf(ffmpeg, path.join(folder, "light.mp4")),
        poster: await colourOfPicture(path.join(folder, "poster.jpg"), middle),
        storyboard: await colourOfPicture(path.join(folder, "storyboard001.jpg"), middle),
        ...(plays === "original" && {
          posterOfOriginal: await colourOfPicture(path.join(stills, "poster.jpg"), middle),
        }),
        frame: await colourOfPicture(still ?? "", middle),
      };
      for (const [where, colour] of Object.entries(seen)) {
        const difference = Math.max(...expected.map((value, at) => Math.abs(value - (colour[at] ?? 999))));
        expect(difference, `${where}: ${colour.join(", ")}`).toBeLessThanOrEqual(5);
      }
    },
  );
});
