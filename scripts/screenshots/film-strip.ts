import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import sharp from "sharp";

/** As shown by `film-strip.tsx`: frames side by side, each as wide as the widest place for it, in pixels. */
const [frames, width, height] = [24, 112, 224];

/** Writes 24 frames of an MP4 of 8 seconds, cropped to upright ones, as one picture side by side. */
export async function drawFilmStrip(video: Buffer, ffmpeg: string, target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "reelay-strip-"));
  try {
    const file = join(folder, "film.mp4");
    await writeFile(file, video);
    const filter = `fps=${frames}/8,scale=-2:${height},crop=${width}:${height}`;
    const stills = join(folder, "%02d.png");
    await promisify(execFile)(ffmpeg, [...["-v", "error", "-i", file, "-vf", filter], stills]);
    const names = (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();
    if (names.length < frames) throw new Error(`The film has ${names.length} frames instead of ${frames}.`);
    const strip = sharp({ create: { width: frames * width, height, channels: 3, background: "#000" } });
    const placed = names.slice(0, frames).map((name, index) => ({
      input: join(folder, name),
      left: index * width,
      top: 0,
    }));
    await strip.composite(placed).avif({ quality: 45, effort: 6 }).toFile(join(target, "film-strip.avif"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
