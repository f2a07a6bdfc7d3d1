import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { type AnnouncedResult, footageEndpoints } from "#modules/footage/contract/files.ts";
import { finishingState, maxFilesAtOnce } from "#modules/media/rules/limits.ts";

import type { Client } from "./client.ts";

/** A file that a test sends to a task. */
export interface TestFile {
  path: string;
  content: Buffer;
}

/** A user who sends files to a server, which may be restarted at another address. */
export interface FileSender {
  client: Client;
  cookie: string;
  serverUrl: () => string;
}

type OpenFile = Extract<AnnouncedResult, { result: "send" }>;

/** Files that are sent at once, and bytes of a request, which are fewer than in browsers. */
const [parallel, pieceBytes] = [4, 512 * 1024];
const lastModified = 1_700_000_000_000;

/** Milliseconds between two tries while the server can't be reached or is busy. */
const retryDelay = 30;

/** Repeats a request until the server responds. The test's time limit ends it. */
export async function untilResponse(request: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await request().catch(() => null);
    if (response && response.status < 500 && response.status !== 423) return response;
    await wait(retryDelay);
  }
}

/**
 * Sends files to a task as the browser does, with their SHA-256, and continues after every failure. Announces all of them again
 * at the end, as after a reload. Resolves with the ids by path; without those that the server has ended or refused.
 */
export async function sendFootage(
  sender: FileSender,
  taskId: number,
  files: readonly TestFile[],
): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for (let first = 0; first < files.length; first += maxFilesAtOnce) {
    const batch = files.slice(first, first + maxFilesAtOnce);
    const queue = await announce(sender, taskId, batch);
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        if (next.result.result === "send") await sendFile(sender, next.file, next.result);
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    for (const { file, result } of await announce(sender, taskId, batch)) {
      if (result.result === "present") stored.set(file.path, result.fileId);
    }
  }
  return stored;
}

async function announce(
  { client }: FileSender,
  taskId: number,
  files: readonly TestFile[],
): Promise<{ file: TestFile; result: AnnouncedResult }[]> {
  const body = {
    files: files.map(({ path, content }) => ({ path, bytes: content.length, lastModified })),
  };
  const { status, data } = await client.call(footageEndpoints.beginFiles, {
    params: { id: String(taskId) },
    body,
  });
  if (status !== 200) return [];
  return files.flatMap((file, at) => {
    const result = data[at];
    return result ? [{ file, result }] : [];
  });
}

/** Sends what is missing of a file. Throws if the server has lost bytes that it had confirmed. */
async function sendFile(
  { cookie, serverUrl }: FileSender,
  { path, content }: TestFile,
  { uploadUrl, received }: OpenFile,
): Promise<void> {
  const url = () => serverUrl() + uploadUrl;
  const headers = { cookie, "tus-resumable": "1.0.0", "upload-sender": randomUUID() };
  const isStored = (response: Response | null) =>
    Number(response?.headers.get("upload-offset")) === content.length &&
    response?.headers.get("upload-state") !== finishingState;
  let confirmed = received;
  // Like the browser, sends new files without asking. Asking for the offset of an empty file completes it.
  for (let isNew = received === 0 && content.length > 0; ; isNew = false) {
    const head = isNew ? null : await untilResponse(() => fetch(url(), { method: "HEAD", headers }));
    if (head && !head.ok) return;
    const offset = Number(head?.headers.get("upload-offset") ?? 0);
    if (offset < confirmed) throw new Error(`${path} has ${offset} of ${confirmed} confirmed bytes.`);
    if (head && isStored(head)) break;
    const sent = await fetch(url(), {
      method: "PATCH",
      headers: {
        ...headers,
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
      },
      body: new Uint8Array(content.subarray(offset, offset + pieceBytes)),
    }).catch(() => null);
    if (sent?.status === 204 && isStored(sent)) break;
    confirmed = sent?.status === 204 ? Number(sent.headers.get("upload-offset")) : offset;
  }
  const body = JSON.stringify({ sha256: createHash("sha256").update(content).digest("hex") });
  const digestHeaders = { ...headers, "content-type": "application/json" };
  await untilResponse(() => fetch(`${url()}/digest`, { method: "PUT", headers: digestHeaders, body }));
}
