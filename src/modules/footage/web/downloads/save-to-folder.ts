import { call } from "#core/web/client.ts";
import { type Download, type DownloadFile, footageEndpoints } from "#modules/footage/contract/files.ts";
import { sha256Sums, sha256SumsName } from "#modules/footage/rules/checksums.ts";

import { SaveFailure, saveFileTo } from "./save-file-to.ts";

/** Files up to this size are saved several at a time. */
const smallBytes = 64 * 1024 * 1024;
const smallAtOnce = 3;

export interface SaveProgress {
  savedFiles: number;
  /** Bytes that were received and written, or were there. */
  bytes: number;
  failures: readonly { path: string; reason: string }[];
}

interface SaveToFolder {
  taskId: number;
  download: Download;
  root: FileSystemDirectoryHandle;
  signal: AbortSignal;
  onProgress: (progress: SaveProgress) => void;
}

/** Saves all files of a download below a folder, with a list of their checksums. Rejects only when it is aborted or can't start. */
export async function saveToFolder({
  taskId,
  download,
  root,
  signal,
  onProgress,
}: SaveToFolder): Promise<SaveProgress> {
  const files = await listFiles(taskId, download.id, signal);
  let progress: SaveProgress = { savedFiles: 0, bytes: 0, failures: [] };
  const update = (change: Partial<SaveProgress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const saved = new Set<DownloadFile>();
  const save = async (file: DownloadFile) => {
    try {
      await saveFileTo(file, {
        root,
        signal,
        onBytes: (bytes) => update({ bytes: progress.bytes + bytes }),
      });
      saved.add(file);
      update({ savedFiles: progress.savedFiles + 1 });
    } catch (error) {
      signal.throwIfAborted();
      update({ failures: [...progress.failures, { path: file.path, reason: failureReason(error) }] });
    }
  };
  await runAll(
    files.filter(({ bytes }) => bytes <= smallBytes),
    smallAtOnce,
    save,
  );
  await runAll(
    files.filter(({ bytes }) => bytes > smallBytes),
    1,
    save,
  );
  await writeSums(
    root,
    files.filter((file) => saved.has(file)),
  );
  return progress;
}

async function listFiles(taskId: number, downloadId: string, signal: AbortSignal): Promise<DownloadFile[]> {
  const files: DownloadFile[] = [];
  let cursor: string | undefined;
  do {
    const input = { params: { id: taskId, downloadId }, query: { cursor } };
    const page = await call(footageEndpoints.downloadFiles, input, { signal });
    files.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return files;
}

async function runAll<T>(
  items: readonly T[],
  atOnce: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const work = async () => {
    for (const item of queue) await run(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function failureReason(error: unknown): string {
  if (error instanceof SaveFailure) return error.message;
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return "The disk is full. Free some space and save it again.";
  if (name === "NotAllowedError") return "The browser may no longer write to this folder. Choose it again.";
  if (error instanceof TypeError) return "The connection was lost. Save it again.";
  return "The browser couldn't write this file. Save it again, or choose another folder.";
}

async function writeSums(root: FileSystemDirectoryHandle, files: readonly DownloadFile[]): Promise<void> {
  // A file of the task with this name is not overwritten.
  if (files.length === 0 || files.some(({ path }) => path === sha256SumsName)) return;
  const handle = await root.getFileHandle(sha256SumsName, { create: true });
  const writer = await handle.createWritable();
  await writer.write(sha256Sums(files));
  await writer.close();
}
