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

/** All comments of an export are in memory, and its thread needs more, so one is made at a time. */
const exports = createQueue({ concurrency: 1, perOwner: 2, total: 32 });

/**
 * Makes an export of a user when it is its turn. Throws `exports_busy` while two others of the user, or too many of all users,
 * are unfinished.
 */
export async function queueExport<T>(personId: number, make: () => Promise<T>): Promise<T> {
  const made = exports.run(`person:${personId}`, make);
  if (!made) throw exportError("exports_busy", { retryAfterSeconds: 5 });
  return made;
}

/**
 * The content of an export's file. A `large` one is written by a thread, so that the server responds to others meanwhile. Only
 * for exports whose turn it is.
 */
export async function writeFile({
  large,
  ...file
}: FileToWrite & { large: boolean }): Promise<string | Uint8Array> {
  if (!large) return writers[file.format](file.input);
  return writeInThread(file);
}

async function writeInThread(file: FileToWrite): Promise<Uint8Array> {
  const thread = new Worker(new URL("writer-thread.ts", import.meta.url), {
    workerData: file,
    // Garbage is collected earlier than by default, in less memory.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const [content]: unknown[] = await once(thread, "message");
  if (!(content instanceof Uint8Array)) throw new Error("The thread has written no file.");
  return content;
}
