import type { DigestRequest, DigestResponse } from "./digest-worker.ts";
import { digestOfFile } from "./file-digest.ts";

/** Files of up to this size, in bytes, are hashed without a worker: starting one takes longer. */
export const smallFileBytes = 1024 * 1024;

/** The SHA-256 of a file, computed by a worker that reads it behind its upload (docs/decisions/0013-digests-and-chunks.md). */
export interface Digest {
  /** Lets the worker read up to this byte. */
  allow: (bytes: number) => void;
  /** In hex; null for a file that can no longer be read. Never settles after `stop`. */
  result: Promise<string | null>;
  stop: () => void;
}

export function startDigest(file: File): Digest {
  return file.size <= smallFileBytes ? digestHere(file) : digestInWorker(file);
}

function digestHere(file: File): Digest {
  const allowed = Promise.withResolvers<void>();
  const result = digestOfFile(file, () => allowed.promise).catch(() => null);
  const allow = (bytes: number) => {
    if (bytes >= file.size) allowed.resolve();
  };
  return { allow, result, stop: () => undefined };
}

function digestInWorker(file: File): Digest {
  const worker = new Worker(new URL("./digest-worker.ts", import.meta.url), { type: "module" });
  const send = (request: DigestRequest) => worker.postMessage(request, []);
  const result = new Promise<string | null>((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<DigestResponse>) => resolve(data));
    worker.addEventListener("error", () => resolve(null));
  }).finally(() => worker.terminate());
  send({ file });
  return { allow: (bytes) => send({ allowed: bytes }), result, stop: () => worker.terminate() };
}

/** Waits in milliseconds between tries to send a digest, for about as long as the server accepts it. */
const retryDelays = [1000, 5000, ...Array.from({ length: 120 }, () => 30_000), null];
/** Timeout of a try in milliseconds, after which its connection may be dead. */
const responseTimeout = 20_000;

/**
 * Sends the SHA-256 of a completely uploaded file to the server. Resolves without an error where that fails or the file
 * can't be read: the digest is optional.
 */
export async function reportDigest(uploadUrl: string, result: Digest["result"]): Promise<void> {
  const sha256 = await result;
  if (sha256 === null) return;
  for (const delay of retryDelays) {
    const response = await fetch(`${uploadUrl}/digest`, {
      method: "PUT",
      headers: { "content-type": "application/json", "tus-resumable": "1.0.0" },
      body: JSON.stringify({ sha256 }),
      keepalive: true,
      signal: AbortSignal.timeout(responseTimeout),
    }).catch(() => null);
    if ((response && response.status < 500) || delay === null) return;
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}
