import { rm, stat } from "node:fs/promises";
import { join } from "node:path";

import { type Ffmpeg, findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { runFfmpeg } from "#adapters/ffmpeg/run.ts";

/** Length of the repeated part. */
const partSeconds = 8;

/**
 * Creates an H.264 MP4 (1280×720, 30 fps, no audio) that browsers play as it is, of about `bytes` bytes or of
 * `seconds`, by repeating one encoded part. With a key frame every 2 s, steps need no light rendition.
 */
export async function makeVideo(
  folder: string,
  wanted: { name: string; megabits: number } & ({ bytes: number } | { seconds: number }),
): Promise<{ path: string; bytes: number }> {
  const base = join(folder, `part-${wanted.name}`);
  const rate = `${wanted.megabits}M`;
  await ffmpeg([
    ...["-f", "lavfi", "-i", `testsrc2=size=1280x720:rate=30:duration=${partSeconds},noise=alls=30:allf=t`],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "60", "-pix_fmt", "yuv420p"],
    ...["-b:v", rate, "-maxrate", rate, "-bufsize", rate, base],
  ]);
  const seconds =
    "seconds" in wanted ? wanted.seconds : (wanted.bytes / (await stat(base)).size) * partSeconds;
  const path = join(folder, wanted.name);
  await ffmpeg(["-stream_loop", "-1", "-i", base, "-t", seconds.toFixed(3), "-c", "copy", path]);
  await rm(base);
  return { path, bytes: (await stat(path)).size };
}

const codecArgs = {
  prores: ["-c:v", "prores_ks", "-profile:v", "2", "-pix_fmt", "yuv422p10le"],
  hevc: [
    "-c:v",
    "libx265",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p10le",
    "-tag:v",
    "hvc1",
    "-b:v",
    "12M",
  ],
};
export type UnplayableCodec = keyof typeof codecArgs;

/** Creates a QuickTime file (1920×1080, 25 fps, no audio) that browsers can't play without conversion. */
export async function makeUnplayableVideo(
  folder: string,
  coding: UnplayableCodec,
  seconds: number,
): Promise<{ path: string; bytes: number; type: string }> {
  const base = join(folder, `part-${coding}.mov`);
  await ffmpeg([
    ...["-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=25:duration=4,noise=alls=12:allf=t"],
    ...[...codecArgs[coding], base],
  ]);
  const path = join(folder, `${coding}.mov`);
  await ffmpeg(["-stream_loop", "-1", "-i", base, "-t", String(seconds), "-c", "copy", path]);
  await rm(base);
  return { path, bytes: (await stat(path)).size, type: "video/quicktime" };
}

/** Runs ffmpeg at normal priority. */
export async function ffmpeg(args: string[], cwd?: string): Promise<void> {
  const found = await installedFfmpeg();
  await runFfmpeg(found, { args, ...(cwd && { cwd }), timeLimitSeconds: 600, niceness: 0 });
}

export async function installedFfmpeg(): Promise<Ffmpeg> {
  const { ffmpeg: found, explanation } = await findFfmpeg(process.env);
  if (!found) throw new Error(`The benchmark files are created with ffmpeg. ${explanation}`);
  return found;
}
