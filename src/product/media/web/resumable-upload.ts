import { DetailedError, Upload } from "tus-js-client";

import type { OpenUpload } from "../contract.ts";
import { uploadPiece } from "../rules.ts";

/**
 * Waits between tries in milliseconds; the count begins anew whenever the server has taken more bytes. A laptop that is
 * closed overnight finds its way back.
 */
const waits = [0, 500, 1000, 2000, 4000, ...Array.from({ length: 20_000 }, () => 5000)];

/** Told while a file is on its way. */
export interface Listener {
  /** Bytes that the server has or that are under way to it. */
  progress: (sentBytes: number) => void;
  /** The line is gone or the server does not answer; sending goes on by itself. */
  waiting: () => void;
  done: () => void;
  failed: (message: string) => void;
}

export interface Sending {
  pause: () => void;
  resume: () => void;
  /** Takes back what the server has received. */
  cancel: () => Promise<void>;
}

/** Takes back what the server has received of an upload that nobody is sending from here. */
export async function takeBack(uploadUrl: string): Promise<void> {
  await Upload.terminate(uploadUrl, { retryDelays: null });
}

/** Sends a file to an opened upload by tus, from the byte that the server is at. */
export function sendFile(file: File, upload: OpenUpload, listener: Listener): Sending {
  const sending = new Upload(file, {
    uploadUrl: upload.uploadUrl,
    chunkSize: uploadPiece,
    retryDelays: waits,
    storeFingerprintForResuming: false,
    onProgress: (sentBytes) => listener.progress(sentBytes),
    onShouldRetry: (error) => {
      const status = statusOf(error);
      const passing = status === 0 || status === 409 || status === 423 || status >= 500;
      if (passing) listener.waiting();
      return passing && status !== 507;
    },
    onSuccess: () => {
      stopListening();
      listener.done();
    },
    onError: (error) => {
      stopListening();
      listener.failed(sentenceOf(error));
    },
  });
  const stopListening = () => window.removeEventListener("online", goOn);
  let paused = false;
  /** The line is back: no need to wait for the next try. */
  const goOn = () => {
    if (!paused) void sending.abort().then(() => sending.start());
  };
  window.addEventListener("online", goOn);
  sending.start();
  return {
    pause: () => {
      paused = true;
      void sending.abort();
    },
    resume: () => {
      paused = false;
      sending.start();
    },
    cancel: async () => {
      stopListening();
      await sending.abort(true);
    },
  };
}

function statusOf(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

/** The server's own sentence where it sent one. */
function sentenceOf(error: Error): string {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  try {
    const wire: unknown = JSON.parse(body ?? "");
    if (wire && typeof wire === "object" && "message" in wire && typeof wire.message === "string")
      return wire.message;
  } catch {
    // Not the server's own answer: a proxy's page, or nothing.
  }
  return (
    sentences[statusOf(error)] ??
    "The server stopped answering. Choose the same file again to continue where it stopped."
  );
}

/** For replies without a body: those to HEAD. */
const sentences: Record<number, string> = {
  401: "You are signed out. Log in and choose the same file again to continue.",
  404: "This upload has ended. Choose the file again to start over.",
  410: "This upload has ended. Choose the file again to start over.",
};
