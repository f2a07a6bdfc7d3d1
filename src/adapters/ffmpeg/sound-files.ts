import { inputArgs } from "./clock.ts";
import type { ProbeFacts, SoundTrack } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { timeLimit } from "./output-file.ts";
import { options, runFfmpeg } from "./run.ts";
import { trackArgs } from "./sound-args.ts";

export interface SoundFilesOrder {
  /** A local file. */
  source: string;
  /** For the outputs. The caller removes it, also after a failure. */
  folder: string;
  facts: ProbeFacts;
  signal?: AbortSignal;
}

export interface SoundFile extends Pick<SoundTrack, "language" | "title"> {
  /** Name of its MP4 file, whose time zero is that of the first frame. */
  file: string;
  /** Number of the track among those that can be heard, from 1. */
  track: number;
}

/** Tracks that can be chosen besides the sound that is heard without a choice. */
const maxFiles = 16;

/** The tracks that can be chosen: all of several ones that are mixed, otherwise those after the first. */
function choosable({ sound }: ProbeFacts): { track: SoundTrack; number: number }[] {
  const { tracks = [], mixed = false } = sound ?? {};
  if (tracks.length < 2) return [];
  return tracks
    .map((track, at) => ({ track, number: at + 1 }))
    .slice(mixed ? 0 : 1)
    .slice(0, maxFiles);
}

/**
 * Writes each sound track of a video that can be chosen as an AAC file, all in one pass. Rejects with the `AdapterError`s of
 * `runFfmpeg`.
 */
export async function makeSoundFiles(ffmpeg: Ffmpeg, order: SoundFilesOrder): Promise<SoundFile[]> {
  const { source, folder, facts, signal } = order;
  const made = choosable(facts).map(({ track, number }) => {
    const { index, language, title, channels } = track;
    return { index, channels, language, title, track: number, file: `sound-${number}.m4a` };
  });
  if (made.length === 0) return [];
  const outputs = made.flatMap(({ index, channels, file }) => [
    ...trackArgs(facts, index),
    ...options({ "c:a": "aac", "b:a": channels === 1 ? "96k" : "128k", ac: Math.min(channels, 2) }),
    ...options({ map_metadata: -1, map_chapters: -1, movflags: "+faststart", f: "mp4" }),
    file,
  ]);
  await runFfmpeg(ffmpeg, {
    args: [...inputArgs(facts, source), ...outputs],
    cwd: folder,
    signal,
    timeLimitSeconds: timeLimit(facts),
    turnKey: source,
  });
  return made.map(({ file, track, language, title }) => ({ file, track, language, title }));
}
