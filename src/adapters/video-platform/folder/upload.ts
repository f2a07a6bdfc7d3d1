import { createHash } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

import { z } from "zod";

import { openChunk } from "../chunk-source.ts";
import type { Chunk } from "../chunk-transfer.ts";
import type { PlatformLog } from "../http.ts";
import { platformError } from "../platform-error.ts";
import { detailsKey, newVideoKey } from "../stored-names.ts";
import { changeDetails, type FileStore, readFinished } from "../stored-videos.ts";
import type { Received, SessionRequest, UnstoredUpload } from "../upload.ts";
import { hiddenPrefix, onDisk, pathIn, prepareFolder, type Root, syncFolder } from "./files.ts";

/** A folder below a root, with its files. */
export interface FolderFiles extends FileStore {
  root: Root;
  log: PlatformLog;
}

/** `part` is the name of the unfinished file beside the video, without its confirmed bytes. */
const sessionShape = z.object({ id: z.string().min(1), title: z.string(), part: z.string().min(1) });
type Session = z.output<typeof sessionShape>;

const maxFileBytes = 256 * 1024 ** 3;

/** Begins an upload: a hidden file beside the video that it becomes. */
export async function openSession(
  place: FolderFiles,
  { metadata: { title }, reference, bytes, type }: SessionRequest,
): Promise<{ sessionUri: string }> {
  const { root, folder } = place;
  if (bytes <= 0 || bytes > maxFileBytes) throw platformError("file_size", root.name);
  await prepareFolder(root, folder);
  const id = newVideoKey(folder, { title, reference, type });
  const session: Session = { id, title, part: partName(reference) };
  const path = await pathIn(root, partKey(session, 0));
  await onDisk(root, async () => {
    await (await open(path, "wx")).close();
    await syncFolder(dirname(path));
  });
  return { sessionUri: JSON.stringify(session) };
}

/** The bytes that the disk has confirmed, or the video. */
export async function sessionStatus(
  place: FolderFiles,
  { sessionUri, bytes }: { sessionUri: string; bytes: number },
): Promise<Received | { gone: true }> {
  const session = readSession(sessionUri);
  const received = await confirmedBytes(place, session);
  if (received !== null) {
    return received < bytes ? { received } : { video: await complete(place, session, bytes) };
  }
  const stored = await place.stat(session.id);
  return stored?.bytes === bytes ? { video: await readFinished(place, session.id) } : { gone: true };
}

/** Writes one chunk, and waits for the disk; the last one completes the upload. */
export async function sendChunk(place: FolderFiles, chunk: Chunk): Promise<Received> {
  const session = readSession(chunk.sessionUri);
  const received = await confirmedBytes(place, session);
  if (received === null) throw platformError("session_gone", place.name);
  if (received !== chunk.start) throw platformError("range_refused", place.name);
  const before = partKey(session, received);
  await writeChunk(place, await pathIn(place.root, before), chunk);
  // The name says how much of the file is certain: a kill before this line repeats the chunk.
  await renameIn(place.root, before, partKey(session, chunk.end));
  if (chunk.end < chunk.bytes) return { received: chunk.end };
  return { video: await complete(place, session, chunk.bytes) };
}

async function writeChunk({ root, log }: FolderFiles, file: string, chunk: Chunk): Promise<void> {
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
export async function discardSession(place: FolderFiles, sessionUri: string): Promise<void> {
  await discard(place, readSession(sessionUri));
}

/** Ends the upload with the reference of this one. */
export async function discardUnstored(place: FolderFiles, upload: UnstoredUpload): Promise<void> {
  await discard(place, { id: newVideoKey(place.folder, upload), part: partName(upload.reference) });
}

async function discard(place: FolderFiles, upload: Part): Promise<void> {
  await place.remove((await listParts(place, upload)).map(({ key }) => key));
  // Stored by an upload that ended before its video had a name.
  if ((await place.stat(upload.id)) === null) await place.remove([detailsKey(upload.id)]);
}

function readSession(sessionUri: string): Session {
  return sessionShape.parse(JSON.parse(sessionUri));
}

function partName(reference: string): string {
  return hiddenPrefix + createHash("sha256").update(reference).digest("hex").slice(0, 32);
}

type Part = Pick<Session, "id" | "part">;

function partKey(session: Part, confirmed: number): string {
  return `${partStart(session)}${confirmed}.part`;
}

function partStart({ id, part }: Part): string {
  return `${id.slice(0, id.lastIndexOf("/") + 1)}${part}.`;
}

/** The unfinished file of an upload, if it has one, with its confirmed bytes. */
async function listParts(place: FolderFiles, session: Part): Promise<{ key: string; confirmed: number }[]> {
  const start = partStart(session);
  return (await place.list(start)).flatMap(({ key }) => {
    const confirmed = /^(\d+)\.part$/.exec(key.slice(start.length))?.[1];
    return confirmed === undefined ? [] : [{ key, confirmed: Number(confirmed) }];
  });
}

/** The confirmed bytes of an upload; null if it is no longer unfinished. */
async function confirmedBytes(place: FolderFiles, session: Session): Promise<number | null> {
  const [part] = await listParts(place, session);
  return part ? part.confirmed : null;
}

/** Gives a finished file its name. Its title is stored first, so that no video is without one. */
async function complete(place: FolderFiles, session: Session, bytes: number) {
  const { id, title } = session;
  await changeDetails(place, id, { title });
  await renameIn(place.root, partKey(session, bytes), id);
  return readFinished(place, id);
}

async function renameIn(root: Root, from: string, to: string): Promise<void> {
  const path = await pathIn(root, to);
  const before = await pathIn(root, from);
  await onDisk(root, async () => {
    await rename(before, path);
    await syncFolder(dirname(path));
  });
}
