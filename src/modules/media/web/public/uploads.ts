import { useEffect, useEffectEvent } from "react";
import { create } from "zustand";

import { onUserLeft } from "#core/web/personal-storage.ts";
import { keepScreenOn } from "#core/web/screen-wake-lock.ts";

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

/** An upload of this page, whatever screen it shows: of the next version of a task, or of files for it. */
export interface RunningUpload extends UploadView {
  /** `versionKey` or `filesKey`: each task has at most one upload of either kind. */
  key: string;
  taskId: number;
  /** Title and path of the place that the file is for. */
  title: string;
  path: string;
  /** The file of a version with its type as its content says; null for files of a task. */
  video: { file: File; type: string } | null;
  /** Number of the files of a task; null for a version. */
  files: { done: number; total: number } | null;
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

export function versionKey(taskId: number): string {
  return `version-${taskId}`;
}

export function filesKey(taskId: number): string {
  return `files-${taskId}`;
}

/** The upload of a version that this page is sending, or that has failed; null if there is none. */
export function useRunningUpload(taskId: number): RunningUpload | null {
  return useUploads(({ uploads }) => uploads.find(({ key }) => key === versionKey(taskId)) ?? null);
}

export function changeUpload(key: string, next: Partial<RunningUpload>): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.key === key ? { ...upload, ...next } : upload)),
  }));
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
export function dismissUpload(key: string): void {
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.key !== key) }));
}

/** Browsers ask before they close a page that is uploading. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

let releaseScreen: (() => void) | null = null;

useUploads.subscribe(({ uploads }) => {
  if (uploads.some(({ phase }) => phase !== "failed")) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
  // A computer that sleeps doesn't send.
  if (uploads.some(({ phase }) => phase !== "failed" && phase !== "paused")) releaseScreen ??= keepScreenOn();
  else {
    releaseScreen?.();
    releaseScreen = null;
  }
});
