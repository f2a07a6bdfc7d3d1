import { create } from "zustand";

import type { UploadView } from "#modules/media/web/public/uploads.ts";

import type { LeftOutFile, RefusedFile } from "./sending-rules.ts";

/** A file that wasn't sent and can be tried again. */
export interface FailedFile extends RefusedFile {
  id: number;
  /** Whether it was changed or moved while it was read. */
  isChanged: boolean;
  /** Whether this page can read it again without the user choosing it. */
  mayRetry: boolean;
}

/** State of the files that this page sends, or has sent, to a task. */
export interface SendingView extends UploadView {
  title: string;
  isEnded: boolean;
  files: { done: number; total: number };
  leftOut: readonly LeftOutFile[];
  refused: readonly RefusedFile[];
  failed: readonly FailedFile[];
  /** The reason for which sending stopped altogether, or null. */
  failure: string | null;
  /** Stored selections that it sends. */
  selectionIds: readonly string[];
  pause: () => void;
  resume: () => void;
  /** Stops sending. What was sent completely stays. */
  cancel: () => Promise<void>;
  leave: () => Promise<void>;
  retry: (ids: readonly number[]) => void;
  /** Removes the result from the screen. */
  dismiss: () => Promise<void>;
}

/** By task. */
export const useSendings = create<Record<number, SendingView>>(() => ({}));

export function useSending(taskId: number): SendingView | null {
  return useSendings((sendings) => sendings[taskId] ?? null);
}

export function setSending(taskId: number, view: SendingView | null): void {
  const { [taskId]: _, ...others } = useSendings.getState();
  useSendings.setState(view ? { ...others, [taskId]: view } : others, true);
}
