import { Upload } from "tus-js-client";

import { onWake, sleepSignal } from "#core/web/wake-detection.ts";

import type { OpenUpload } from "../contract.ts";
import { finishingState } from "../rules.ts";
import { digestOf, sayDigest } from "./digest.ts";
import { standstillSince } from "./standstill.ts";
import { busy, isPassing, sentenceOf, statusOf } from "./upload-failures.ts";
import { portionsOf } from "./upload-portions.ts";

/**
 * Waits between tries in milliseconds; the count begins anew whenever the server has taken more bytes. A laptop that is
 * closed overnight finds its way back.
 */
const waits = [0, 500, 1000, 2000, 4000, ...Array.from({ length: 20_000 }, () => 5000)];

/** The server is asked this often for what it has, in milliseconds: a browser only knows what has left it. */
const askEvery = 1000;
/** An answer that takes longer, in milliseconds, is not waited for: its connection may be dead, the next one is another. */
const answerWithin = 8000;
/**
 * Bytes a second from which the file is hashed after its last byte: 1 Gbit/s, near what one core can hash. On a faster
 * line browser, disk and server have no time to spare.
 */
const fastLine = 125e6;
/** A refused upload asks for its turn anew within this, in milliseconds; until then what arrives is another's. */
const turnAfter = 8000;

/** Told while a file is on its way. */
export interface Listener {
  /** Bytes that the server has. */
  progress: (receivedBytes: number) => void;
  /** The line is gone or the server does not answer; sending goes on by itself. */
  waiting: () => void;
  /** Another window or browser sends the same file; this one takes over when that one stops. */
  elsewhere: () => void;
  /** The server has all bytes and is putting the file together. */
  finishing: () => void;
  done: () => void;
  failed: (message: string) => void;
}

export interface Sending {
  pause: () => void;
  resume: () => void;
  /** Sends no more; what the server has stays. True where that is the whole file, of which `done` is then told. */
  leave: () => Promise<boolean>;
  /** Takes back what the server has received. */
  cancel: () => Promise<void>;
}

/** Takes back what the server has received of an upload that nobody is sending from here. */
export async function takeBack(uploadUrl: string): Promise<void> {
  await Upload.terminate(uploadUrl, { retryDelays: null });
}

/** Sends a file to an opened upload by tus, from the byte that the server is at. */
export function sendFile(file: File, upload: OpenUpload, listener: Listener): Sending {
  let paused = false;
  let refusedAt = -Infinity;
  const isRefused = () => performance.now() - refusedAt < turnAfter;
  /** Up to which byte the file has left the browser. */
  let left = 0;
  /** The server has said that it needs nothing more, and still has to put the file together. */
  let isFinishing = false;
  /** Every byte was sent; only the questions go on. */
  let isSent = false;
  const portions = portionsOf(file);
  const digest = digestOf(file);
  const standstill = standstillSince(() => performance.now());
  const began = performance.now();
  const progress = (received: number) => {
    const seconds = (performance.now() - began) / 1000;
    if (received - upload.received < fastLine * seconds) digest.allow(received);
    listener.progress(received);
  };
  const sending = new Upload(file, {
    uploadUrl: upload.uploadUrl,
    ...portions.reading,
    retryDelays: waits,
    storeFingerprintForResuming: false,
    // Asked for before a body is sent, so that no browser has to read an answer while it still sends.
    headers: { "Upload-Turn": "wanted" },
    // Nothing of a new body has left yet, though more of the one before may have than has arrived.
    onBeforeRequest: (request) => {
      const offset = request.getHeader("Upload-Offset");
      if (offset !== undefined) left = Number(offset);
    },
    onAfterResponse: (_request, answer) => {
      refusedAt = answer.getStatus() === busy ? performance.now() : -Infinity;
      isFinishing = answer.getHeader("Upload-State") === finishingState;
    },
    onProgress: (sent) => (left = sent),
    onChunkComplete: (_piece, received) => progress(received),
    onShouldRetry: (error) => {
      const status = statusOf(error);
      const goesSmaller = portions.failed(status, left);
      if (!goesSmaller && !isPassing(status)) return false;
      if (status === busy) listener.elsewhere();
      else if (!goesSmaller) listener.waiting();
      // A file that has changed looks like a lost line: the browser refuses to read it, and nothing is sent.
      if (status === 0) void endIfUnreadable();
      return true;
    },
    onSuccess: () => {
      isSent = true;
      if (isFinishing) listener.finishing();
      else arrived();
    },
    onError: (error) => {
      stop();
      void explain(error);
    },
  });
  /** The line is back: no need to wait for the next try. */
  const goOn = () => {
    standstill.over();
    isSent = false;
    if (!paused) void sending.abort().then(() => sending.start());
  };
  let wasWhole = false;
  const ask = async () => {
    if (paused || isRefused()) return;
    await endIfUnreadable();
    const before = left;
    const answer = await reached(upload.uploadUrl);
    if (paused || isRefused()) return;
    if (answer === "silent" && left === before) listener.waiting();
    // Where nothing is being sent, nobody else finds out why there is no answer.
    if (answer === null && isSent) goOn();
    if (answer === null || answer === "silent") return;
    const { received, finishing } = answer;
    // The reply to the last byte is on its way, unless it has not come by the next question.
    const isWhole = received === file.size && !finishing;
    if (isWhole && wasWhole) return arrived();
    wasWhole = received === file.size;
    progress(received);
    if (finishing) listener.finishing();
    else if (portions.isHeldUp(before, received)) goOn();
    else if (standstill.lasts(left, received)) {
      portions.failed(0, left);
      goOn();
    }
  };
  const stopAsking = repeat(ask, askEvery);
  const stopWatching = onWake(standstill.slept);
  const end = () => {
    paused = true;
    stopAsking();
    stopWatching();
    window.removeEventListener("online", goOn);
    void sending.abort();
  };
  let hasArrived = false;
  const arrived = () => {
    if (hasArrived) return;
    hasArrived = true;
    end();
    digest.allow(file.size);
    void sayDigest(upload.uploadUrl, digest.result);
    listener.done();
  };
  const stop = () => {
    end();
    digest.stop();
  };
  const endIfUnreadable = async () => {
    if (await isReadable(file)) return;
    stop();
    listener.failed(unreadable);
  };
  const explain = async (error: Error) =>
    listener.failed((await isReadable(file)) ? sentenceOf(error) : unreadable);
  window.addEventListener("online", goOn);
  sending.start();
  return {
    pause: () => {
      paused = true;
      void sending.abort();
    },
    resume: () => {
      paused = false;
      standstill.over();
      sending.start();
    },
    leave: async () => {
      end();
      const answer = await reached(upload.uploadUrl);
      const isWhole = answer !== null && answer !== "silent" && answer.received === file.size;
      if (isWhole) arrived();
      else digest.stop();
      return isWhole;
    },
    cancel: async () => {
      stop();
      await takeBack(upload.uploadUrl);
    },
  };
}

/**
 * Does `work` again and again, one at a time: questions on a dead line would take all the connections that a browser opens
 * to one server.
 */
function repeat(work: () => Promise<void>, everyMilliseconds: number): () => void {
  let isWorking = false;
  const timer = setInterval(() => {
    if (isWorking) return;
    isWorking = true;
    void work().finally(() => (isWorking = false));
  }, everyMilliseconds);
  return () => clearInterval(timer);
}

/** How far the server is with an upload, in bytes. */
interface Reached {
  received: number;
  finishing: boolean;
}

/** What the server says of an upload; null while it does not, "silent" where no answer came in time. */
async function reached(uploadUrl: string): Promise<Reached | "silent" | null> {
  const late = AbortSignal.timeout(answerWithin);
  const signal = AbortSignal.any([late, sleepSignal()]);
  const headers = { "tus-resumable": "1.0.0" };
  const answer = await fetch(uploadUrl, { method: "HEAD", headers, signal }).catch(() => null);
  if (!answer && late.aborted) return "silent";
  const offset = answer?.ok ? answer.headers.get("upload-offset") : null;
  if (!answer || offset === null) return null;
  return { received: Number(offset), finishing: answer.headers.get("upload-state") === finishingState };
}

/** False for a file that was changed, moved or deleted after it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

const unreadable = "The file was changed or moved after you chose it. Choose it again.";
