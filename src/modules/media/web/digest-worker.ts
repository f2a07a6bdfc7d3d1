import { hashOf } from "./hash-of.ts";

/** What the worker is told: first the file, then, as often as it changes, how far it may read, in bytes. */
export type DigestOrder = { file: File } | { allowed: number };
/** What it answers, once: SHA-256 in hex; null for a file that can't be read any more. */
export type DigestAnswer = string | null;

let allowed = 0;
let waiting: { end: number; goOn: () => void } | null = null;

addEventListener("message", ({ data }: MessageEvent<DigestOrder>) => {
  if ("file" in data) {
    void hashOf(data.file, allowance).then(
      (digest) => notifyClients(digest),
      () => notifyClients(null),
    );
  } else {
    allowed = data.allowed;
    goOnIfAllowed();
  }
});

function allowance(end: number): Promise<void> {
  return new Promise((goOn) => {
    waiting = { end, goOn };
    goOnIfAllowed();
  });
}

function goOnIfAllowed(): void {
  if (waiting && waiting.end <= allowed) waiting.goOn();
}

function notifyClients(answer: DigestAnswer): void {
  postMessage(answer);
}
