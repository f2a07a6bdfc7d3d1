import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { createQueue } from "#core/server/queue.ts";
import { exportError } from "#modules/feedback/contract/export.ts";
import type { ExportFormatId } from "#modules/feedback/rules/export-formats.ts";

import type { CommentExport } from "./comment-export.ts";
import { writers } from "./writers.ts";

export interface FileToWrite {
  format: ExportFormatId;
  input: CommentExport;
}

/** Threads need memory, so one runs at a time. */
const threads = createQueue({ concurrency: 1, perOwner: 2, total: 32 });

/**
 * The content of an export's file. A `large` one is written by a thread, so that the server responds to others meanwhile.
 * Throws `exports_busy` while two others of the user, or too many of all users, are being written.
 */
export async function writeFile(
  { large, ...file }: FileToWrite & { large: boolean },
  personId: number,
): Promise<string | Uint8Array> {
  if (!large) return writers[file.format](file.input);
  const written = threads.run(`person:${personId}`, () => writeInThread(file));
  if (!written) throw exportError("exports_busy", { retryAfterSeconds: 5 });
  return written;
}

async function writeInThread(file: FileToWrite): Promise<Uint8Array> {
  const thread = new Worker(new URL("writer-thread.ts", import.meta.url), { workerData: file });
  const [content]: unknown[] = await once(thread, "message");
  if (!(content instanceof Uint8Array)) throw new Error("The thread has written no file.");
  return content;
}
