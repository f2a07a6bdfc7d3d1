import { createCipheriv } from "node:crypto";
import { copyFile, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";

import { type Ffmpeg, findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { runFfmpeg } from "#adapters/ffmpeg/run.ts";

import { captionRecipes } from "./caption-clip-recipes.ts";
import { clipKey, originKey } from "./clip-key.ts";
import type { Recipe } from "./clip-parts.ts";
import { noisyPicture, recipes as usual } from "./clip-recipes.ts";
import { codecRecipes } from "./codec-clip-recipes.ts";
import { colourRecipes } from "./colour-clip-recipes.ts";
import { hostileRecipes } from "./hostile-clip-recipes.ts";
import { keptFile } from "./kept-file.ts";
import { oddRecipes } from "./odd-clip-recipes.ts";
import { soundRecipes } from "./sound-clip-recipes.ts";
import { timingRecipes } from "./timing-clip-recipes.ts";
import { writers } from "./written-clips.ts";

const recipes = {
  ...usual,
  ...codecRecipes,
  ...oddRecipes,
  ...hostileRecipes,
  ...soundRecipes,
  ...colourRecipes,
  ...timingRecipes,
  ...captionRecipes,
};
type ClipName = keyof typeof recipes;

/**
 * Path of a small test video or invalid file, created by ffmpeg on first use and kept in `.cache/clips`. Read
 * only: copy it to change it.
 */
export async function clip(name: ClipName): Promise<string> {
  return make(recipes[name]);
}

/** Path of a playable 1080p H.264 MP4 (30 fps, no audio) of `bytes` bytes, within 3 %. Takes seconds. */
export async function large(bytes: number): Promise<string> {
  const seconds = 16;
  const base = await make({ file: "noisy.mp4", args: noisyPicture(seconds) });
  const wanted = ((bytes / (await stat(base)).size) * seconds).toFixed(1);
  return keptFile(`large-${wanted}s.mp4`, originKey([base, wanted]), (target) =>
    ffmpeg(["-stream_loop", "-1", "-i", base, "-t", wanted, "-c", "copy", target]),
  );
}

/**
 * Path of a playable minute of H.264 with exactly `bytes` bytes: a large upload that costs little to decode. The file ends
 * with a box of type `free` (ISO/IEC 14496-12, 8.1.2), filled with the same random bytes each time.
 */
export async function padded(bytes: number): Promise<string> {
  const base = await clip("h264-minute-of-10-fps");
  return keptFile(`padded-${bytes}.mp4`, originKey([base, bytes]), async (target) => {
    const content = await readFile(base);
    const header = Buffer.alloc(8);
    header.writeUInt32BE(bytes - content.length);
    header.write("free", 4, "latin1");
    const random = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16));
    const filling = random.update(Buffer.alloc(bytes - content.length - header.length));
    await writeFile(target, Buffer.concat([content, header, filling]));
  });
}

async function make(recipe: Recipe): Promise<string> {
  const from = recipe.from === undefined ? null : await make(source(recipe.from));
  const parts = await Promise.all((recipe.parts ?? []).map((name) => make(source(name))));
  const key = clipKey({ recipe, from, parts, ffmpeg: (await chosenFfmpeg()).version });
  return keptFile(recipe.file, key, async (target) => {
    if (recipe.text !== undefined) return writeFile(target, recipe.text);
    if (recipe.written) {
      const bytes = from === null ? Buffer.alloc(0) : await readFile(from);
      return writeFile(target, writers[recipe.written](bytes));
    }
    if (recipe.parts) return join(parts, target);
    const input = from === null ? [] : [...(recipe.inputArgs ?? []), "-i", from];
    if (recipe.args) return ffmpeg([...input, ...recipe.args, target]);
    if (from === null) throw new TypeError(`${recipe.file} has neither arguments nor a source`);
    if (recipe.patches) return writeFile(target, patched(await readFile(from), recipe.patches));
    await copyFile(from, target);
    return truncate(target, Math.floor((await stat(from)).size * (recipe.share ?? 1)));
  });
}

async function join(parts: readonly string[], target: string): Promise<void> {
  const list = `${target}.txt`;
  await writeFile(list, parts.map((part) => `file '${part}'\n`).join(""));
  try {
    await ffmpeg(["-f", "concat", "-safe", "0", "-i", list, "-c", "copy", target]);
  } finally {
    await rm(list, { force: true });
  }
}

function patched(bytes: Buffer, patches: NonNullable<Recipe["patches"]>): Buffer {
  for (const { box, at, bytes: replacement, every = false } of patches) {
    let found = bytes.indexOf(box, 0, "latin1");
    if (found < 0) throw new TypeError(`The clip has no ${box}`);
    while (found >= 0) {
      bytes.write(replacement, found + at, "hex");
      found = every ? bytes.indexOf(box, found + 1, "latin1") : -1;
    }
  }
  return bytes;
}

function source(name: string): Recipe {
  const found = Object.entries(recipes).find(([known]) => known === name);
  if (!found) throw new TypeError(`There is no clip ${name}`);
  return found[1];
}

let search: Promise<Ffmpeg> | undefined;

function chosenFfmpeg(): Promise<Ffmpeg> {
  search ??= findFfmpeg(process.env).then(({ ffmpeg, explanation }) => {
    if (!ffmpeg) throw new Error(explanation);
    return ffmpeg;
  });
  return search;
}

async function ffmpeg(args: string[]): Promise<void> {
  await runFfmpeg(await chosenFfmpeg(), { args, timeLimitSeconds: 600, niceness: 0 });
}
