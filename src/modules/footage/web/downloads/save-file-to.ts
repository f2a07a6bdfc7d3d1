import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

import type { DownloadFile } from "#modules/footage/contract/files.ts";

/** A reason for which a file was not saved, as a sentence for the user. */
export class SaveFailure extends Error {}

/** Bytes read at a time from a file in the folder. */
const sliceBytes = 4 * 1024 * 1024;

interface SaveOptions {
  root: FileSystemDirectoryHandle;
  signal: AbortSignal;
  /** Called with the number of bytes that were received or checked; negative before they are received again. */
  onBytes: (bytes: number) => void;
}

/**
 * Saves a file below a folder and verifies its SHA-256. One that is there with the same content is kept. Content with another SHA-256
 * never gets the file's name: the browser replaces a file only when its writer is closed.
 */
export async function saveFileTo(file: DownloadFile, options: SaveOptions): Promise<void> {
  const { folder, name } = await openFolder(options.root, file.path);
  if (await isThere(folder, name, file, options)) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await receive(await folder.getFileHandle(name, { create: true }), file, options);
      return;
    } catch (error) {
      // The browser has created an empty file for the writer.
      await folder.removeEntry(name).catch(() => undefined);
      if (options.signal.aborted || attempt === 2) throw error;
    }
  }
}

async function openFolder(root: FileSystemDirectoryHandle, path: string) {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  let folder = root;
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
  return { folder, name };
}

/** Whether the file is there already. Throws if it is another one, which belongs to the user. */
async function isThere(
  folder: FileSystemDirectoryHandle,
  name: string,
  { bytes, sha256: wanted }: DownloadFile,
  { onBytes, signal }: SaveOptions,
): Promise<boolean> {
  const handle = await folder.getFileHandle(name).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "NotFoundError") return null;
    throw error;
  });
  const stored = await handle?.getFile();
  // An empty one is left by a save that was interrupted.
  if (!stored || (stored.size === 0 && bytes > 0)) return false;
  if (stored.size === bytes && (await fileDigest(stored, signal)) === wanted) {
    onBytes(bytes);
    return true;
  }
  throw new SaveFailure("The folder has another file with this name. Move it away or choose another folder.");
}

async function fileDigest(file: File, signal: AbortSignal): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += sliceBytes) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await file.slice(start, start + sliceBytes).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}

async function receive(handle: FileSystemFileHandle, file: DownloadFile, { onBytes, signal }: SaveOptions) {
  const response = await fetch(file.url, { signal, credentials: "include" });
  if (!response.ok || !response.body) {
    throw new SaveFailure("The server didn't send this file. Reload the page and save it again.");
  }
  const writer = await handle.createWritable();
  const hash = sha256.create();
  let received = 0;
  try {
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      hash.update(value);
      await writer.write(value);
      received += value.length;
      onBytes(value.length);
    }
    if (bytesToHex(hash.digest()) !== file.sha256) {
      throw new SaveFailure("The received bytes have another SHA-256. Save it again.");
    }
    await writer.close();
  } catch (error) {
    onBytes(-received);
    await writer.abort().catch(() => undefined);
    throw error;
  }
}
