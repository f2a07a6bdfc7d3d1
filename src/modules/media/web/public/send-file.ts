import { randomId } from "#core/web/secure-context.ts";
import { sleepSignal } from "#core/web/wake-detection.ts";
import { finishingState } from "#modules/media/rules/limits.ts";

import { smallFileBytes, startDigest } from "../uploads/digest.ts";
import type { UploadStatus } from "../uploads/upload-machine.ts";
import { sendFile, terminateUpload, type UploadSender } from "../uploads/upload-sender.ts";

export type { UploadSender, UploadStatus };

type OpenUpload = Parameters<typeof sendFile>[1];

/** Timeout in milliseconds of the request with a small file, after which it is continued in another one. */
const smallFileTimeout = 30_000;

/** Sends a file to an open upload: a small one in a single request, others or what is left of it with the tus protocol. */
export function sendToUpload(
  file: File,
  upload: OpenUpload,
  onStatus: (status: UploadStatus) => void,
): UploadSender {
  // Empty requests have no body for the server to read.
  const isSmall = file.size > 0 && file.size <= smallFileBytes && upload.received === 0;
  return isSmall ? sendSmallFile(file, upload, onStatus) : sendFile(file, upload, onStatus);
}

/** The SHA-256 of a file in hex; null if it was changed or moved. */
export async function fileSha256(file: File): Promise<string | null> {
  const digest = startDigest(file);
  digest.allow(file.size);
  return digest.result;
}

/** Deletes the stored bytes of an upload. */
export async function endUpload(uploadUrl: string): Promise<void> {
  await terminateUpload(uploadUrl);
}

function sendSmallFile(
  file: File,
  upload: OpenUpload,
  onStatus: (status: UploadStatus) => void,
): UploadSender {
  const ending = new AbortController();
  let sender: UploadSender | null = null;
  let isPaused = false;
  const send = async () => {
    const isSent = await sendAtOnce(file, upload.uploadUrl, ending.signal);
    if (ending.signal.aborted) return;
    if (isSent) return onStatus({ status: "done" });
    sender = sendFile(file, upload, onStatus);
    if (isPaused) sender.pause();
  };
  void send();
  return {
    pause: () => {
      isPaused = true;
      sender?.pause();
    },
    resume: () => {
      isPaused = false;
      sender?.resume();
    },
    leave: async () => {
      ending.abort();
      return (await sender?.leave()) ?? false;
    },
    cancel: async () => {
      ending.abort();
      await (sender ? sender.cancel() : terminateUpload(upload.uploadUrl));
    },
  };
}

/** Sends a whole file in one request, with its SHA-256. False if it has to be continued, or can't be read. */
async function sendAtOnce(file: File, uploadUrl: string, ending: AbortSignal): Promise<boolean> {
  const sha256 = await fileSha256(file);
  if (sha256 === null || ending.aborted) return false;
  const response = await fetch(uploadUrl, {
    method: "PATCH",
    headers: {
      "content-type": "application/offset+octet-stream",
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "upload-sender": randomId(),
      "upload-sha256": sha256,
    },
    body: file,
    signal: AbortSignal.any([ending, AbortSignal.timeout(smallFileTimeout), sleepSignal()]),
  }).catch(() => null);
  return (
    response?.ok === true &&
    Number(response.headers.get("upload-offset")) === file.size &&
    response.headers.get("upload-state") !== finishingState
  );
}
