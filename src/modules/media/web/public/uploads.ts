import { useEffect, useEffectEvent } from "react";
import { create } from "zustand";

import { onUserLeft } from "#core/web/personal-storage.ts";

export type UploadPhase = "opening" | "sending" | "waiting" | "elsewhere" | "finishing" | "paused" | "failed";

/** Progress of an upload. */
export interface UploadView {
  phase: UploadPhase;
  /** Bytes that the server has stored. */
  sentBytes: number;
  totalBytes: number;
  /** Average of the last seconds; 0 until it can be measured. */
  bytesPerSecond: number;
}

/** 0 to 100. */
export function sentPercent({ sentBytes, totalBytes }: UploadView): number {
  return totalBytes === 0 ? 0 : (sentBytes / totalBytes) * 100;
}

/** A file that this page is uploading, whatever screen it shows. */
export interface RunningUpload extends UploadView {
  /** The task that it is for; one file at a time is uploaded for a task. */
  taskId: number;
  /** Title and path of the place that the file is for. */
  title: string;
  path: string;
  file: File;
  /** Its type as its content says. */
  type: string;
  /** The reason of a failure; it stays until it is dismissed or the upload starts again. */
  failure: string | null;
  pause: () => void;
  resume: () => void;
  /** Stops sending and deletes the stored bytes. */
  cancel: () => Promise<void>;
  /** Stops sending; the stored bytes stay. */
  leave: () => Promise<void>;
}

interface Uploads {
  uploads: readonly RunningUpload[];
  /** The last upload that was completed. */
  completed: { taskId: number } | null;
}

/** The uploads of this page. The code that sends them is loaded with the first one. */
export const useUploads = create<Uploads>(() => ({ uploads: [], completed: null }));

/** The upload for a task that this page is sending, or that has failed; null if there is none. */
export function useRunningUpload(taskId: number): RunningUpload | null {
  return useUploads(({ uploads }) => uploads.find((upload) => upload.taskId === taskId) ?? null);
}

/** Calls `onDone` when an upload for a task is complete. */
export function useUploadDone(taskId: number, onDone: () => void): void {
  const done = useEffectEvent(onDone);
  useEffect(
    () =>
      useUploads.subscribe(({ completed }, before) => {
        if (completed !== before.completed && completed?.taskId === taskId) done();
      }),
    [taskId],
  );
}

// What one user uploads doesn't continue for the next one. What is stored stays, and the same file continues.
onUserLeft(() => {
  for (const upload of useUploads.getState().uploads) void upload.leave();
});

/** Forgets a failed upload. */
export function dismissUpload(taskId: number): void {
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.taskId !== taskId) }));
}
