import { Upload } from "tus-js-client";

import { canRead } from "#core/web/readable-file.ts";
import { randomId } from "#core/web/secure-context.ts";
import { onWake, sleepSignal } from "#core/web/wake-detection.ts";
import type { OpenUpload } from "#modules/media/contract/videos.ts";
import { finishingState } from "#modules/media/rules/limits.ts";

import { startDigest, reportDigest } from "./digest.ts";
import { errorMessage, errorStatus, unreadableFile } from "./upload-errors.ts";
import {
  initialUpload,
  type ServerProgress,
  type Step,
  step,
  type UploadEffect,
  type UploadEvent,
  type UploadStatus,
} from "./upload-machine.ts";

/**
 * Waits between retries in milliseconds; counted again from the start whenever the server has stored more bytes. Long
 * enough for a laptop that is closed overnight.
 */
const retryDelays = [0, 500, 1000, 2000, 4000, ...Array.from({ length: 20_000 }, () => 5000)];
/** Time between two polls of the stored bytes in milliseconds: a browser only knows what has left it. */
const pollEvery = 1000;
/** Timeout of a poll in milliseconds: its connection may be dead, and the next poll uses another. */
const pollTimeout = 8000;

export interface UploadSender {
  pause: () => void;
  resume: () => void;
  /** Stops sending; stored bytes stay. True if that is the whole file, which is then reported as `done`. */
  leave: () => Promise<boolean>;
  /** Stops sending and deletes the stored bytes. */
  cancel: () => Promise<void>;
}

/** Deletes the stored bytes of an upload. */
export async function terminateUpload(uploadUrl: string): Promise<void> {
  await Upload.terminate(uploadUrl, { retryDelays: null });
}

/**
 * Sends a file to an opened upload with the tus protocol, from the server's offset. Performs the effects of
 * `upload-machine.ts`, which makes all decisions.
 */
export function sendFile(
  file: File,
  { uploadUrl, received: startOffset }: Pick<OpenUpload, "uploadUrl" | "received">,
  onStatus: (status: UploadStatus) => void,
): UploadSender {
  let state = initialUpload({ fileSize: file.size, startOffset, at: now() });
  const digest = startDigest(file);

  const dispatch = (event: UploadEvent): Step => {
    const next = step(state, event);
    state = next.state;
    for (const effect of next.effects) perform(effect);
    return next;
  };

  const upload = createUpload(file, uploadUrl, dispatch);

  const checkFile = async (): Promise<boolean> => {
    const isReadable = await canRead(file);
    if (!isReadable) dispatch({ type: "file_unreadable" });
    return isReadable;
  };
  const explain = async (message: string) =>
    onStatus({ status: "failed", message: (await canRead(file)) ? message : unreadableFile });

  // One poll at a time: on a dead network they would use all connections that a browser opens to one server.
  let isPolling = false;
  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    try {
      if (!(await checkFile())) return;
      const sentBefore = state.sentTo;
      const result = await serverProgress(uploadUrl);
      dispatch({ type: "polled", result, sentBefore, at: now() });
    } finally {
      isPolling = false;
    }
  };

  const timer = setInterval(() => void dispatch({ type: "poll_due", at: now() }), pollEvery);
  const stopWakeDetection = onWake(() => void dispatch({ type: "woke" }));
  const handleOnline = () => void dispatch({ type: "online" });
  window.addEventListener("online", handleOnline);
  const close = () => {
    clearInterval(timer);
    stopWakeDetection();
    window.removeEventListener("online", handleOnline);
    void upload.abort();
  };

  const perform = (effect: UploadEffect): void => {
    switch (effect.type) {
      case "start":
        return upload.start();
      case "abort":
        return void upload.abort();
      case "restart":
        return void upload.abort().then(() => upload.start());
      case "poll":
        return void poll();
      case "check_file":
        return void checkFile();
      case "explain":
        return void explain(effect.message);
      case "close":
        return close();
      case "allow_digest":
        return digest.allow(effect.bytes);
      case "report_digest":
        return void reportDigest(uploadUrl, digest.result);
      case "stop_digest":
        return digest.stop();
      case "notify":
        return onStatus(effect.status);
      case "retry":
    }
  };

  upload.start();
  return {
    pause: () => void dispatch({ type: "pause" }),
    resume: () => void dispatch({ type: "resume" }),
    leave: async () => {
      dispatch({ type: "leave" });
      const result = await serverProgress(uploadUrl);
      const isComplete = typeof result === "object" && result.received === file.size;
      dispatch({ type: "left", isComplete });
      return isComplete;
    },
    cancel: async () => {
      dispatch({ type: "cancel" });
      await terminateUpload(uploadUrl);
    },
  };
}

/** The upload of the tus client, which dispatches its progress and its failures. */
function createUpload(file: File, uploadUrl: string, dispatch: (event: UploadEvent) => Step): Upload {
  return new Upload(file, {
    uploadUrl,
    chunkSize: Number.POSITIVE_INFINITY,
    fileReader: {
      openFile: async () => ({
        size: file.size,
        slice: async (start) => {
          const body = dispatch({ type: "body_requested", start }).state.body.current;
          const value = body?.isWhole ? file : file.slice(start, body?.end);
          return { value, done: start + value.size === file.size };
        },
        close: () => {},
      }),
    },
    retryDelays,
    storeFingerprintForResuming: false,
    // Checks the lock before a body is sent, because some browsers can't read a response while they send.
    // The server lets this page replace its own last request at once, also if that was interrupted unnoticed.
    headers: { "Upload-Lock": "check", "Upload-Sender": randomId() },
    onBeforeRequest: (request) => {
      const offset = request.getHeader("Upload-Offset");
      dispatch({ type: "request_started", offset: offset === undefined ? null : Number(offset) });
    },
    onAfterResponse: (_request, response) => {
      const finishing = response.getHeader("Upload-State") === finishingState;
      dispatch({ type: "response_received", status: response.getStatus(), finishing, at: now() });
    },
    onProgress: (sentTo) => void dispatch({ type: "bytes_sent", sentTo }),
    onChunkComplete: (_size, received) => void dispatch({ type: "bytes_stored", received, at: now() }),
    onShouldRetry: (error) => {
      const { effects } = dispatch({ type: "request_failed", status: errorStatus(error) });
      return effects.some(({ type }) => type === "retry");
    },
    onSuccess: () => void dispatch({ type: "all_sent" }),
    onError: (error) => void dispatch({ type: "retries_ended", message: errorMessage(error) }),
  });
}

/** Milliseconds since the page was opened. */
function now(): number {
  return performance.now();
}

/** The stored bytes of an upload; "timeout" without a response in time, "unavailable" after any other failure. */
async function serverProgress(uploadUrl: string): Promise<ServerProgress | "timeout" | "unavailable"> {
  const timeout = AbortSignal.timeout(pollTimeout);
  const signal = AbortSignal.any([timeout, sleepSignal()]);
  const headers = { "tus-resumable": "1.0.0" };
  const response = await fetch(uploadUrl, { method: "HEAD", headers, signal }).catch(() => null);
  if (!response && timeout.aborted) return "timeout";
  const offset = response?.ok ? response.headers.get("upload-offset") : null;
  if (!response || offset === null) return "unavailable";
  return { received: Number(offset), finishing: response.headers.get("upload-state") === finishingState };
}
