import { digestOfFile } from "./file-digest.ts";

/** Messages to the worker: the file once, then how many bytes it may read, as often as that changes. */
export type DigestRequest = { file: File } | { allowed: number };
/** The worker's only message: the SHA-256 in hex; null for a file that can no longer be read. */
export type DigestResponse = string | null;

let allowed = 0;
let waiting: { end: number; resume: () => void } | null = null;

addEventListener("message", ({ data }: MessageEvent<DigestRequest>) => {
  if ("file" in data) {
    void digestOfFile(data.file, waitUntilAllowed).then(
      (digest) => respond(digest),
      () => respond(null),
    );
  } else {
    allowed = data.allowed;
    resumeIfAllowed();
  }
});

function waitUntilAllowed(end: number): Promise<void> {
  return new Promise((resume) => {
    waiting = { end, resume };
    resumeIfAllowed();
  });
}

function resumeIfAllowed(): void {
  if (waiting && waiting.end <= allowed) waiting.resume();
}

function respond(response: DigestResponse): void {
  postMessage(response);
}
