import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { lookAtMade, type MadeFile, timeLimit } from "./made-file.ts";
import { posterName } from "./picture.ts";
import { fileName, playlistName, renditionArgs, renditionSize, segmentSeconds } from "./rendition-args.ts";
import { runFfmpeg } from "./run.ts";
import { layOutStoryboard, type Storyboard } from "./storyboard.ts";
import { createMeter, type Waveform } from "./waveform.ts";

export interface RenditionOrder {
  /** A local file. */
  source: string;
  /** An empty folder that takes the outputs; it is the caller's, also after a failure. */
  folder: string;
  facts: ProbeFacts;
  /** Lines of the picture as shown (see `renditionHeight`). */
  height: number;
  /** Share that is done, 0 to 1. */
  onProgress?: (share: number) => void;
  /** The playlist names its first segment: watching can begin. */
  onFirstSegment?: () => void;
  /** A file of the playlist is complete: `init.mp4`, then the segments, in order. */
  onSegment?: (name: string) => void;
  signal?: AbortSignal;
  /** How long it may take; a multiple of the duration unless told otherwise. */
  timeLimitSeconds?: number;
}

export interface Rendition extends MadeFile {
  /** HLS playlist, complete by now, and the MP4 that replaces it. */
  playlist: string;
  /** Files that the playlist names, in order. */
  segments: string[];
  file: string;
  stills: Stills;
}

/** Pictures and sound of a video at a glance; names of files in the order's folder, where JSON twins lie as well. */
export interface Stills {
  poster: string;
  storyboard: Storyboard;
  waveform: Waveform | null;
  /** Names of all files of these, descriptions included. */
  files: string[];
}

/**
 * Makes one rendition in one run of ffmpeg: an HLS event playlist that can be watched while it grows and an MP4 for
 * afterwards, both starting at zero with the original's frames. Rejects with the `AdapterError`s of `runFfmpeg`.
 */
export async function makeRendition(ffmpeg: Ffmpeg, order: RenditionOrder): Promise<Rendition> {
  const { facts, folder } = order;
  const size = renditionSize(facts, order.height);
  const storyboard = layOutStoryboard(facts);
  const meter = facts.audio ? createMeter(facts.durationSeconds) : null;

  const ended = new AbortController();
  const files: string[] = [];
  const following = followPlaylist(folder, ended.signal, (name) => {
    files.push(name);
    order.onSegment?.(name);
    if (name === "segment00000.m4s") order.onFirstSegment?.();
    // ffmpeg's own report waits until every output has begun, and the first sheet of a storyboard comes late.
    const seconds = (files.length - 1) * segmentSeconds;
    order.onProgress?.(Math.min(1, seconds / Math.max(facts.durationSeconds, segmentSeconds)));
  });
  // Awaited below; until then a failing callback must not count as unhandled.
  following.catch(() => {});
  try {
    await runFfmpeg(ffmpeg, {
      args: renditionArgs({ source: order.source, facts, ...size, storyboard }, ffmpeg),
      cwd: folder,
      signal: order.signal,
      timeLimitSeconds: order.timeLimitSeconds ?? timeLimit(facts),
      ...(meter ? { onData: meter.take } : {}),
    });
  } finally {
    ended.abort();
    await following;
  }

  return {
    ...(await lookAtMade(path.join(folder, fileName), facts)),
    playlist: playlistName,
    segments: files,
    file: fileName,
    stills: await describeStills(folder, storyboard, meter?.finish() ?? null),
  };
}

/** Writes the stills' descriptions beside them. */
export async function describeStills(
  folder: string,
  storyboard: Storyboard,
  waveform: Waveform | null,
): Promise<Stills> {
  const descriptions = { "storyboard.json": storyboard, ...(waveform ? { "waveform.json": waveform } : {}) };
  for (const [name, content] of Object.entries(descriptions)) {
    await writeFile(path.join(folder, name), JSON.stringify(content));
  }
  const files = [posterName, ...storyboard.sheets, ...Object.keys(descriptions)];
  return { poster: posterName, storyboard, waveform, files };
}

/** Tells each file that the growing playlist names, once. ffmpeg renames playlist and segments into place when whole. */
async function followPlaylist(
  folder: string,
  ended: AbortSignal,
  notifyClients: (name: string) => void,
): Promise<void> {
  const playlist = path.join(folder, playlistName);
  let told = 0;
  let seen = 0;
  for (let last = false; ;) {
    const changed = await stat(playlist).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (changed > seen) {
      seen = changed;
      const names = (await readFile(playlist, "utf8")).match(/init\.mp4|segment\d+\.m4s/g) ?? [];
      for (const name of names.slice(told)) notifyClients(name);
      told = names.length;
    }
    if (last) return;
    await wait(told === 0 ? 20 : 250, undefined, { signal: ended }).catch(() => {});
    last = ended.aborted;
  }
}
