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
export function percentOf({ sentBytes, totalBytes }: UploadView): number {
  return totalBytes === 0 ? 0 : (sentBytes / totalBytes) * 100;
}

/** A file that this page is uploading, whatever screen it shows. */
export interface RunningUpload extends UploadView {
  /** The owner of the uploaded video, such as `task:12`; one file at a time is uploaded for it. */
  owner: string;
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
  completed: { owner: string } | null;
}

/** The uploads of this page. The code that sends them is loaded with the first one. */
export const useUploads = create<Uploads>(() => ({ uploads: [], completed: null }));

/** The upload for an owner that this page is sending, or that has failed; null if there is none. */
export function useRunningUpload(owner: string): RunningUpload | null {
  return useUploads(({ uploads }) => uploads.find((upload) => upload.owner === owner) ?? null);
}

/** Calls `onDone` when an upload for an owner is complete. */
export function useUploadDone(owner: string, onDone: () => void): void {
  const done = useEffectEvent(onDone);
  useEffect(
    () =>
      useUploads.subscribe(({ completed }, before) => {
        if (completed !== before.completed && completed?.owner === owner) done();
      }),
    [owner],
  );
}

// What one user uploads doesn't continue for the next one. What is stored stays, and the same file continues.
onUserLeft(() => {
  for (const upload of useUploads.getState().uploads) void upload.leave();
});

/** Forgets a failed upload. */
export function dismissUpload(owner: string): void {
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.owner !== owner) }));
}
