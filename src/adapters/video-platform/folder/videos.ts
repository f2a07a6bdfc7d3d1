import { createHash } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { z } from "zod";

import { openChunk } from "../chunk-source.ts";
import type { Chunk } from "../chunk-transfer.ts";
import type { PlatformLog } from "../http.ts";
import { platformError } from "../platform-error.ts";
import {
  captionFormat,
  changedDetails,
  detailsText,
  isPicture,
  parseDetails,
  pictureExtensions,
  storedVideo,
} from "../stored-details.ts";
import {
  captionKeyOf,
  detailsKeyOf,
  isVideo,
  isVideoKey,
  keyStart,
  newVideoKey,
  stemOf,
} from "../stored-names.ts";
import {
  type LostUpload,
  matchesOf,
  type RecentUpload,
  type Received,
  type SessionRequest,
  type UnstoredUpload,
} from "../upload.ts";
import type { CaptionTrack, Thumbnail, VideoChange, VideoState } from "../video.ts";
import {
  hiddenPrefix,
  namesBeside,
  onDisk,
  pathIn,
  prepareFolder,
  readText,
  removeBeside,
  type Root,
  statOf,
  syncFolder,
  writeWhole,
} from "./files.ts";

/** A folder below a root, empty or ending with a slash. */
export interface Place {
  root: Root;
  folder: string;
  log: PlatformLog;
}

const sessionShape = z.object({ id: z.string().min(1), title: z.string(), part: z.string().min(1) });
type Session = z.output<typeof sessionShape>;

const maxFileBytes = 256 * 1024 ** 3;

/** Begins an upload: a hidden file beside the video that it becomes. */
export async function openSession(
  place: Place,
  { metadata, reference, bytes, type }: SessionRequest,
): Promise<{ sessionUri: string }> {
  const { root, folder } = place;
  const { title } = metadata;
  if (bytes <= 0 || bytes > maxFileBytes) throw platformError("file_size", root.name);
  await prepareFolder(root, folder);
  const session = { id: newVideoKey(folder, { title, reference, type }), title, part: partOf(reference) };
  const path = await pathIn(root, session.id);
  await onDisk(root, async () => {
    await (await open(join(dirname(path), partName(session.part, 0)), "wx")).close();
    await syncFolder(dirname(path));
  });
  return { sessionUri: JSON.stringify(session satisfies Session) };
}

/** The bytes that the disk has confirmed, or the video. */
export async function sessionStatus(
  place: Place,
  { sessionUri, bytes }: { sessionUri: string; bytes: number },
): Promise<Received | { gone: true }> {
  const { root } = place;
  const session = readSession(sessionUri);
  const path = await pathIn(root, session.id);
  const received = await confirmedBytes(root, path, session);
  if (received !== null) {
    return received < bytes ? { received } : { video: await complete(root, path, { session, bytes }) };
  }
  const stored = await statOf(root, path);
  if (stored?.bytes !== bytes) return { gone: true };
  return { video: await finishedVideo(root, session) };
}

/** Writes one chunk, and waits for the disk; the last one completes the upload. */
export async function sendChunk(place: Place, chunk: Chunk): Promise<Received> {
  const { root } = place;
  const session = readSession(chunk.sessionUri);
  const path = await pathIn(root, session.id);
  const received = await confirmedBytes(root, path, session);
  if (received === null) throw platformError("session_gone", root.name);
  if (received !== chunk.start) throw platformError("range_refused", root.name);
  const before = join(dirname(path), partName(session.part, received));
  await writeChunk(place, before, chunk);
  await onDisk(root, async () => {
    // The name says how much of the file is certain: a kill before this line repeats the chunk.
    await rename(before, join(dirname(path), partName(session.part, chunk.end)));
    await syncFolder(dirname(path));
  });
  if (chunk.end < chunk.bytes) return { received: chunk.end };
  return { video: await complete(root, path, { session, bytes: chunk.bytes }) };
}

async function writeChunk({ root, log }: Place, file: string, chunk: Chunk): Promise<void> {
  const { start, end, bytes, body, inspect, onSent, signal } = chunk;
  const source = openChunk(
    { addresses: root, log },
    { body, start, end, bytes, inspect, onSent: (sent) => onSent?.(sent) },
  );
  try {
    await onDisk(root, async () => {
      const handle = await open(file, "r+");
      try {
        let at = start;
        for await (const slice of source.slices) {
          signal.throwIfAborted();
          for (let written = 0; written < slice.byteLength;) {
            const { bytesWritten } = await handle.write(slice, written, slice.byteLength - written, at);
            written += bytesWritten;
            at += bytesWritten;
          }
        }
        await handle.truncate(end);
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
  } finally {
    await source.close();
  }
}

/** Ends an unfinished upload and deletes its bytes. */
export async function discardSession({ root }: Place, sessionUri: string): Promise<void> {
  const session = readSession(sessionUri);
  await discard(root, await pathIn(root, session.id), session.part);
}

/** Ends the upload with the reference of this one. */
export async function discardUnstored({ root, folder }: Place, upload: UnstoredUpload): Promise<void> {
  await discard(root, await pathIn(root, newVideoKey(folder, upload)), partOf(upload.reference));
}

async function discard(root: Root, path: string, part: string): Promise<void> {
  const parts = (await namesBeside(root, path)).filter((name) => bytesOfPart(name, part) !== null);
  await removeBeside(root, path, parts);
  // Stored by an upload that ended before its video had a name.
  if ((await statOf(root, path)) === null) await removeBeside(root, path, [detailsKeyOf(path)]);
}

/** The videos in the folder that match an upload whose session is gone. */
export async function findUpload({ root, folder }: Place, lost: LostUpload): Promise<RecentUpload[]> {
  const start = keyStart(folder, lost.title);
  const found: RecentUpload[] = [];
  for (const name of await namesBeside(root, await pathIn(root, `${folder}${hiddenPrefix}`))) {
    const id = `${folder}${name}`;
    const stored = isVideoKey(id, start) ? await statOf(root, await pathIn(root, id)) : null;
    if (stored === null) continue;
    found.push({ videoId: id, title: lost.title, createdAt: stored.changedAt, fileBytes: stored.bytes });
  }
  return matchesOf(lost, found);
}

function readSession(sessionUri: string): Session {
  return sessionShape.parse(JSON.parse(sessionUri));
}

/** The name of an unfinished file without its confirmed bytes. */
function partOf(reference: string): string {
  return hiddenPrefix + createHash("sha256").update(reference).digest("hex").slice(0, 32);
}

function partName(part: string, confirmed: number): string {
  return `${part}.${confirmed}.part`;
}

/** The confirmed bytes in the name of an unfinished file; null for any other file. */
function bytesOfPart(name: string, part: string): number | null {
  const confirmed = /^\.(\d+)\.part$/.exec(name.slice(part.length))?.[1];
  return name.startsWith(part) && confirmed !== undefined ? Number(confirmed) : null;
}

/** The confirmed bytes of an upload; null if it is no longer unfinished. */
async function confirmedBytes(root: Root, path: string, { part }: Session): Promise<number | null> {
  for (const name of await namesBeside(root, path)) {
    const confirmed = bytesOfPart(name, part);
    if (confirmed !== null) return confirmed;
  }
  return null;
}

/** Gives a finished file its name. Its title is stored first, so that no video is without one. */
async function complete(root: Root, path: string, { session, bytes }: { session: Session; bytes: number }) {
  const { title } = session;
  const details = changedDetails(parseDetails(""), { title });
  await writeWhole(root, join(root.path, detailsKeyOf(session.id)), detailsText(details));
  await onDisk(root, async () => {
    await rename(join(dirname(path), partName(session.part, bytes)), path);
    await syncFolder(dirname(path));
  });
  return finishedVideo(root, session);
}

async function finishedVideo(root: Root, { id }: Session) {
  const video = await readVideo(root, id);
  if (video === null) throw platformError("outcome_unknown", root.name);
  return video;
}

/** The state of a video; null when it was deleted. Its details are those of the file beside it. */
export async function readVideo(root: Root, id: string): Promise<VideoState | null> {
  return (await findVideo(root, id)) === null ? null : storedVideo(id, await readDetails(root, id));
}

/** Writes the changed details and returns the resulting state. Also throws `video_not_found`. */
export async function updateVideo(root: Root, id: string, change: VideoChange): Promise<VideoState> {
  await requireVideo(root, id);
  const details = changedDetails(await readDetails(root, id), change);
  await writeWhole(root, await pathIn(root, detailsKeyOf(id)), detailsText(details));
  return storedVideo(id, details);
}

/** Stores a picture beside a video. Also throws `thumbnail_invalid` and `video_not_found`. */
export async function setThumbnail(root: Root, id: string, { body, type }: Thumbnail): Promise<void> {
  if (!isPicture(body)) throw platformError("thumbnail_invalid", root.name);
  const path = await requireVideo(root, id);
  const [extension, other] = pictureExtensions(type);
  await writeWhole(root, await pathIn(root, `${stemOf(id)}${extension}`), body);
  await removeBeside(root, path, [`${stemOf(basename(id))}${other}`]);
}

/** Stores captions beside a video. Also throws `video_not_found`. */
export async function addCaption(root: Root, id: string, track: CaptionTrack): Promise<void> {
  await requireVideo(root, id);
  const [extension] = captionFormat(track);
  await writeWhole(root, await pathIn(root, captionKeyOf(id, track, extension)), track.content);
}

/** Deletes a video and the files beside it. */
export async function deleteVideo(root: Root, id: string): Promise<void> {
  if (!isVideo(id)) return;
  const path = await pathIn(root, id);
  const start = `${stemOf(basename(id))}.`;
  await removeBeside(
    root,
    path,
    (await namesBeside(root, path)).filter((name) => name.startsWith(start)),
  );
}

/** The path of a video that this adapter has stored; null when it was deleted. */
async function findVideo(root: Root, id: string): Promise<string | null> {
  if (!isVideo(id)) return null;
  const path = await pathIn(root, id);
  return (await statOf(root, path)) && path;
}

async function requireVideo(root: Root, id: string): Promise<string> {
  const path = await findVideo(root, id);
  if (path === null) throw platformError("video_not_found", root.name);
  return path;
}

async function readDetails(root: Root, id: string) {
  return parseDetails(await readText(root, await pathIn(root, detailsKeyOf(id))));
}
