import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { inspectOutput, type OutputFile, timeLimit } from "./output-file.ts";
import { createPictureMeter, type PictureReceiver } from "./picture-meter.ts";
import { posterName } from "./picture.ts";
import {
  fileName,
  outputIn,
  playlistName,
  renditionArgs,
  renditionSize,
  segmentSeconds,
} from "./rendition-args.ts";
import { runFfmpeg } from "./run.ts";
import { layOutStoryboard, type Storyboard } from "./storyboard.ts";
import { createMeter, type Waveform } from "./waveform.ts";

export interface RenditionOrder {
  /** A local file. */
  source: string;
  /** An empty folder for the outputs. The caller removes it, also after a failure. */
  folder: string;
  facts: ProbeFacts;
  /** Display height (see `renditionHeight`). */
  height: number;
  /** Progress, 0 to 1. */
  onProgress?: (share: number) => void;
  /** The playlist has its first segment, so playback can start. */
  onFirstSegment?: () => void;
  /** A file of the playlist is complete: `init.mp4`, then the segments, in order. */
  onSegment?: (name: string) => void;
  onPicture?: PictureReceiver | undefined;
  signal?: AbortSignal;
  /** Time limit in seconds; a multiple of the duration by default. */
  timeLimitSeconds?: number;
}

export interface Rendition extends OutputFile {
  /** The complete HLS playlist and the MP4 that replaces it. */
  playlist: string;
  /** Files in the playlist, in order. */
  segments: string[];
  file: string;
  stills: Stills;
}

/**
 * Poster, storyboard and waveform, null where they can't be made; file names in the output folder, which also contains JSON
 * descriptions.
 */
export interface Stills {
  poster: string | null;
  storyboard: Storyboard | null;
  waveform: Waveform | null;
  /** All file names, including descriptions. */
  files: string[];
}

/**
 * Creates a rendition in one run of ffmpeg: an HLS event playlist that can be played while it grows, and an
 * MP4, both starting at zero with the original's frames. Rejects with the `AdapterError`s of `runFfmpeg`.
 */
export async function makeRendition(ffmpeg: Ffmpeg, order: RenditionOrder): Promise<Rendition> {
  const { facts, folder } = order;
  const size = renditionSize(facts, order.height);
  const storyboard = layOutStoryboard(facts);
  const meter = facts.audio ? createMeter(facts.durationSeconds) : null;
  const picture = order.onPicture && createPictureMeter(facts);

  const ended = new AbortController();
  const files: string[] = [];
  const watcher = watchPlaylist(folder, ended.signal, (name) => {
    files.push(name);
    order.onSegment?.(name);
    if (name === "segment00000.m4s") order.onFirstSegment?.();
    // ffmpeg reports no progress before every output has begun, and a storyboard's first sheet is late.
    const seconds = (files.length - 1) * segmentSeconds;
    order.onProgress?.(Math.min(1, seconds / Math.max(facts.durationSeconds, segmentSeconds)));
  });
  // Awaited below; prevents an unhandled rejection until then.
  watcher.catch(() => {});
  try {
    await runFfmpeg(ffmpeg, {
      args: renditionArgs(
        { source: order.source, facts, ...size, storyboard, measures: picture !== undefined },
        ffmpeg,
      ),
      cwd: folder,
      signal: order.signal,
      timeLimitSeconds: order.timeLimitSeconds ?? timeLimit(facts),
      turnKey: order.source,
      onData: meter?.take,
      receivers: picture?.receivers,
    });
  } finally {
    ended.abort();
    await watcher;
  }
  if (picture) await order.onPicture?.(picture.finish());

  return {
    ...(await inspectOutput(outputIn(folder, fileName), facts)),
    playlist: playlistName,
    segments: files,
    file: fileName,
    stills: await describeStills(folder, storyboard, meter?.finish() ?? null),
  };
}

/** Writes the JSON descriptions of the stills in the folder: ffmpeg also succeeds where it has no frame for a file. */
export async function describeStills(
  folder: string,
  planned: Storyboard,
  waveform: Waveform | null,
): Promise<Stills> {
  const written = new Set(await readdir(folder));
  const poster = written.has(posterName) ? posterName : null;
  const storyboard = planned.sheets.every((sheet) => written.has(sheet)) ? planned : null;
  const descriptions = {
    ...(storyboard && { "storyboard.json": storyboard }),
    ...(waveform && { "waveform.json": waveform }),
  };
  for (const [name, content] of Object.entries(descriptions)) {
    await writeFile(path.join(folder, name), JSON.stringify(content));
  }
  const files = [...(poster ? [poster] : []), ...(storyboard?.sheets ?? []), ...Object.keys(descriptions)];
  return { poster, storyboard, waveform, files };
}

/**
 * Calls `onFile` once for each file in the growing playlist. ffmpeg renames playlist and segments when they
 * are complete.
 */
async function watchPlaylist(
  folder: string,
  ended: AbortSignal,
  onFile: (name: string) => void,
): Promise<void> {
  const playlist = path.join(folder, playlistName);
  let reported = 0;
  let seen = 0;
  for (let last = false; ;) {
    const changed = await stat(playlist).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (changed > seen) {
      seen = changed;
      const names = (await readFile(playlist, "utf8")).match(/init\.mp4|segment\d+\.m4s/g) ?? [];
      for (const name of names.slice(reported)) onFile(name);
      reported = names.length;
    }
    if (last) return;
    await wait(reported === 0 ? 20 : 250, undefined, { signal: ended }).catch(() => {});
    last = ended.aborted;
  }
}
