import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** What the worker is told: first the file, then, as often as it changes, how far it may read, in bytes. */
export type DigestOrder = { file: File } | { allowed: number };
/** What it answers, once: SHA-256 in hex; null for a file that can't be read any more. */
export type DigestAnswer = string | null;

/** Read at a time, in bytes. */
const slice = 4 * 1024 * 1024;

let allowed = 0;
let waiting: { end: number; goOn: () => void } | null = null;

addEventListener("message", ({ data }: MessageEvent<DigestOrder>) => {
  if ("file" in data) {
    void hashOf(data.file).then(
      (digest) => tell(digest),
      () => tell(null),
    );
  } else {
    allowed = data.allowed;
    goOnIfAllowed();
  }
});

/** Slice by slice: how far a stream is read ahead while nobody takes from it is left to each browser. */
async function hashOf(file: File): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += slice) {
    const end = Math.min(start + slice, file.size);
    await allowance(end);
    hash.update(new Uint8Array(await file.slice(start, end).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}

function allowance(end: number): Promise<void> {
  return new Promise((goOn) => {
    waiting = { end, goOn };
    goOnIfAllowed();
  });
}

function goOnIfAllowed(): void {
  if (waiting && waiting.end <= allowed) waiting.goOn();
}

function tell(answer: DigestAnswer): void {
  postMessage(answer);
}
