import { access, open, readFile } from "node:fs/promises";
import path from "node:path";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { Stills } from "#adapters/ffmpeg/rendition.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

import {
  playlistName,
  posterKey,
  renditionFolder,
  renditionName,
  videoFolder,
} from "../videos/object-keys.ts";
import type { VideoChange } from "../videos/queries.ts";
import { readObject } from "../videos/read-object.ts";

/** Copies the output of a running ffmpeg from a local folder to the object store. */
export interface RenditionPublisher {
  /** Stores a complete file of the playlist, then lists it in the stored playlist. */
  add: (name: string) => void;
  /** Resolves when every added file is stored; rejects if storing one has failed. */
  settled: () => Promise<void>;
}

/**
 * Stores the files of a growing rendition in their order. The stored playlist never lists a file that is not stored, and
 * never shrinks: encoding that restarts after a crash catches up first. Calls `onPlayable` once the stored playlist lists
 * a segment, `onPoster` once the poster is stored.
 */
export async function publishRendition(parts: {
  storage: ObjectStorage;
  videoId: string;
  folder: string;
  onPlayable: () => Promise<void>;
  onPoster: () => Promise<void>;
  /** A file could not be stored; the following ones are not stored either. */
  onFailure: (error: unknown) => void;
}): Promise<RenditionPublisher> {
  const { storage, videoId, folder } = parts;
  const target = renditionFolder(videoId);
  const playlist = await readObject(storage, `${target}/${playlistName}`);
  let published = namesIn(playlist?.toString() ?? "").length;
  let added = 0;
  let playable = false;
  let poster = false;

  const take = async (name: string) => {
    await storeFile(storage, path.join(folder, name), `${target}/${name}`);
    added++;
    // Without a segment a playlist can't be played.
    if (added > published && name.startsWith("segment")) {
      const playlist = upTo(name, await readFile(path.join(folder, playlistName), "utf8"));
      await storage.put(`${target}/${playlistName}`, Buffer.from(playlist));
      published = added;
    }
    if (!playable && name.startsWith("segment")) {
      playable = true;
      await parts.onPlayable();
    }
    if (!poster && (await exists(path.join(folder, "poster.jpg")))) {
      poster = true;
      await storeFile(storage, path.join(folder, "poster.jpg"), posterKey(videoId));
      await parts.onPoster();
    }
  };

  let work: Promise<void> = Promise.resolve();
  return {
    add: (name) => {
      work = work.then(() => take(name));
      work.catch(parts.onFailure);
    },
    settled: () => work,
  };
}

/** Stores the complete playlist and the file that replaces it. */
export async function publishFile(storage: ObjectStorage, videoId: string, folder: string): Promise<void> {
  for (const name of [playlistName, renditionName]) {
    await storeFile(storage, path.join(folder, name), `${renditionFolder(videoId)}/${name}`);
  }
}

/** Stores poster, storyboard and waveform. */
export async function publishStills(
  storage: ObjectStorage,
  videoId: string,
  folder: string,
  { files }: Pick<Stills, "files">,
): Promise<void> {
  for (const name of files) {
    await storeFile(storage, path.join(folder, name), `${videoFolder(videoId)}/${name}`);
  }
}

/** Results of preparation with these stills, which were stored at `now`. */
export function stillsResults(
  facts: Pick<ProbeFacts, "audio">,
  { poster, storyboard, waveform }: Stills,
  now: Date,
): Pick<VideoChange, "posterDone" | "stillsDone" | "unmadeStills"> {
  const unmade = [
    ...(storyboard ? [] : (["storyboard"] as const)),
    ...(waveform || !facts.audio ? [] : (["waveform"] as const)),
  ];
  return {
    posterDone: poster === null ? null : now,
    stillsDone: now,
    unmadeStills: unmade.length > 0 ? unmade : null,
  };
}

export async function storeFile(storage: ObjectStorage, file: string, key: string): Promise<void> {
  // Opened first: a stream whose file is deleted before it has opened reports that after nobody listens any more.
  const opened = await open(file);
  const source = opened.createReadStream({ highWaterMark: 1024 * 1024 });
  try {
    await storage.put(key, source);
  } finally {
    source.destroy();
  }
}

function namesIn(playlist: string): string[] {
  return playlist.match(/init\.mp4|segment\d+\.m4s/g) ?? [];
}

/** The playlist up to and including `name`. */
function upTo(name: string, playlist: string): string {
  const end = playlist.indexOf("\n", playlist.indexOf(name));
  return end < 0 ? playlist : playlist.slice(0, end + 1);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
