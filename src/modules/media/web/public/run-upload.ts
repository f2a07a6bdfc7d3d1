import { shownMessage } from "#core/shown-message.ts";
import type { OpenUpload } from "#modules/media/contract/videos.ts";

import type { UploadStatus } from "../uploads/upload-machine.ts";
import { sendFile, terminateUpload, type UploadSender } from "../uploads/upload-sender.ts";
import { speedometer } from "./speedometer.ts";
import { changeUpload, dismissUpload, type RunningUpload, useUploads, versionKey } from "./uploads.ts";

interface NewUpload extends Pick<RunningUpload, "taskId" | "title" | "path"> {
  file: File;
  /** Its type as its content says. */
  type: string;
  /** Opens the upload on the server, or finds the unfinished one of the same file. */
  open: () => Promise<OpenUpload>;
  done: () => void;
  failed: (message: string) => void;
  /**
   * The upload was stopped because its user logged out. `done` is called instead if every byte is stored, even without
   * the last response.
   */
  left: () => void;
}

/** Uploads a file. It continues while the user works on other screens, until it is complete, cancelled or the page closes. */
export async function runUpload(upload: NewUpload): Promise<void> {
  const { taskId, title, path, file, type, open, done, failed, left } = upload;
  let sender: UploadSender | null = null;
  let isEnded = false;
  const measure = speedometer();

  const key = versionKey(taskId);
  const change = (next: Partial<RunningUpload>) => {
    if (!isEnded) changeUpload(key, next);
  };
  const end = () => {
    if (!isEnded) dismissUpload(key);
    isEnded = true;
  };
  const fail = (message: string) => {
    change({ phase: "failed", failure: message, bytesPerSecond: 0 });
    isEnded = true;
    failed(message);
  };
  const show = (status: UploadStatus) => {
    switch (status.status) {
      case "progress": {
        const { received: sentBytes } = status;
        return change({ phase: "sending", sentBytes, bytesPerSecond: measure.add(sentBytes) });
      }
      case "done":
        end();
        useUploads.setState({ completed: { taskId } });
        return done();
      case "failed":
        return fail(status.message);
      default:
        return change({ phase: status.status, bytesPerSecond: 0 });
    }
  };

  const running: RunningUpload = {
    key,
    taskId,
    title,
    path,
    video: { file, type },
    files: null,
    phase: "opening",
    sentBytes: 0,
    totalBytes: file.size,
    bytesPerSecond: 0,
    failure: null,
    pause: () => {
      sender?.pause();
      change({ phase: "paused", bytesPerSecond: 0 });
    },
    resume: () => {
      measure.reset();
      sender?.resume();
      change({ phase: "sending" });
    },
    cancel: async () => {
      await sender?.cancel().catch(() => undefined);
      end();
    },
    leave: async () => {
      const wasFailed = isEnded;
      end();
      dismissUpload(key);
      const isComplete = await sender?.leave();
      if (!isComplete && !wasFailed) left();
    },
  };
  dismissUpload(key);
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, running] }));
  try {
    const opened = await open();
    if (isEnded) return;
    change({ phase: "sending", sentBytes: opened.received });
    sender = sendFile(file, opened, show);
  } catch (error) {
    if (!isEnded) fail(shownMessage(error));
  }
}

/** Deletes the stored bytes of an upload that this page is not sending. */
export async function discardUpload(uploadUrl: string): Promise<void> {
  await terminateUpload(uploadUrl);
}
