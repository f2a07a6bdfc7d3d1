import type { DigestAnswer, DigestOrder } from "./digest-worker.ts";

/** The SHA-256 of a file, computed by a worker that reads it behind its upload (docs/decisions/0017). */
export interface Digest {
  /** The worker may read to this byte. */
  allow: (bytes: number) => void;
  /** In hex; null for a file that can't be read any more. Never settles after `stop`. */
  result: Promise<string | null>;
  stop: () => void;
}

export function digestOf(file: File): Digest {
  const worker = new Worker(new URL("./digest-worker.ts", import.meta.url), { type: "module" });
  const order = (next: DigestOrder) => worker.postMessage(next, []);
  const result = new Promise<string | null>((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<DigestAnswer>) => resolve(data));
    worker.addEventListener("error", () => resolve(null));
  }).finally(() => worker.terminate());
  order({ file });
  return { allow: (bytes) => order({ allowed: bytes }), result, stop: () => worker.terminate() };
}

/** Waits in milliseconds before another try to say a digest, for about as long as the server takes it. */
const waits = [1000, 5000, ...Array.from({ length: 120 }, () => 30_000), null];
/** A try that takes longer, in milliseconds, may be on a dead connection. */
const answerWithin = 20_000;

/**
 * Says to the server what a file's SHA-256 is, once it has all of its bytes. Nobody waits for it: where the server can't
 * be told, or the file can't be read, the upload counts as before.
 */
export async function sayDigest(uploadUrl: string, result: Digest["result"]): Promise<void> {
  const sha256 = await result;
  if (sha256 === null) return;
  for (const wait of waits) {
    const answer = await fetch(`${uploadUrl}/digest`, {
      method: "PUT",
      headers: { "content-type": "application/json", "tus-resumable": "1.0.0" },
      body: JSON.stringify({ sha256 }),
      keepalive: true,
      signal: AbortSignal.timeout(answerWithin),
    }).catch(() => null);
    if ((answer && answer.status < 500) || wait === null) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
