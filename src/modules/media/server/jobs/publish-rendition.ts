import { createReadStream } from "node:fs";
import { access, readFile } from "node:fs/promises";
import path from "node:path";

import type { Stills } from "#adapters/ffmpeg/rendition.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

import { playlistName, posterKey, renditionFolder, renditionName, videoFolder } from "../keys.ts";

/** Brings what ffmpeg makes in a local folder into the store while it is being made. */
export interface RenditionPublisher {
  /** A file of the playlist is complete; it is stored, and then named by the stored playlist. */
  add: (name: string) => void;
  /** Resolves when everything added so far is stored; rejects when something could not be. */
  settled: () => Promise<void>;
}

/**
 * Stores the pieces of a growing rendition in their order. The stored playlist never names a piece that is not stored,
 * and never shrinks: work that begins again after a crash catches up first. `onPlayable` runs once the stored playlist
 * names a segment, `onPoster` once the poster is stored.
 */
export async function publishRendition(parts: {
  storage: ObjectStorage;
  videoId: string;
  folder: string;
  onPlayable: () => Promise<void>;
  onPoster: () => Promise<void>;
  /** Something could not be stored: what is made from now on is lost. */
  onFailure: (error: unknown) => void;
}): Promise<RenditionPublisher> {
  const { storage, videoId, folder } = parts;
  const target = renditionFolder(videoId);
  let published = namesIn(await textOf(storage, `${target}/${playlistName}`)).length;
  let added = 0;
  let playable = false;
  let poster = false;

  const take = async (name: string) => {
    await storeFile(storage, path.join(folder, name), `${target}/${name}`);
    added++;
    // Before its first segment a playlist is of no use to anybody.
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
      // The pieces after a lost one are not tried.
      work = work.then(() => take(name));
      work.catch(parts.onFailure);
    },
    settled: () => work,
  };
}

/** Stores the whole playlist and the file that replaces it. */
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

export async function storeFile(storage: ObjectStorage, file: string, key: string): Promise<void> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  try {
    await storage.put(key, source);
  } finally {
    source.destroy();
  }
}

async function textOf(storage: ObjectStorage, key: string): Promise<string> {
  if (!(await storage.stat(key))) return "";
  const pieces: Buffer[] = [];
  for await (const piece of await storage.read(key)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function namesIn(playlist: string): string[] {
  return playlist.match(/init\.mp4|segment\d+\.m4s/g) ?? [];
}

/** The playlist as it was when `name` was its newest piece. */
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
