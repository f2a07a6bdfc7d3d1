import { useCallback, useEffect, useRef, useState } from "react";

import { shownMessage } from "#core/error.ts";
import type { OpenUpload } from "#modules/media/contract.ts";

import type { UploadStatus } from "../upload-machine.ts";
import { sendFile, terminateUpload, type UploadSender } from "../upload-sender.ts";

export type UploadPhase = "idle" | "opening" | "sending" | "waiting" | "elsewhere" | "finishing" | "paused";

export interface UploadView {
  phase: UploadPhase;
  /** Bytes that the server has stored. */
  sentBytes: number;
  totalBytes: number;
  /** Average of the last seconds; 0 until it can be measured. */
  bytesPerSecond: number;
}

const idle: UploadView = { phase: "idle", sentBytes: 0, totalBytes: 0, bytesPerSecond: 0 };
const measuredMilliseconds = 5000;

interface Callbacks {
  done: () => void;
  failed: (message: string) => void;
  /**
   * The upload was stopped because its component was unmounted. Calls `done` instead if every byte is stored, even
   * without the last response: a video that is soon ready removes its upload from the page.
   */
  left: (fileName: string) => void;
}

interface CurrentUpload {
  /** Null until the server has opened the upload. */
  sender: UploadSender | null;
  leave: () => Promise<void>;
}

/** Sends one file at a time to an upload that the caller opens; it can be paused, resumed and cancelled. */
export function useUpload({ done, failed, left }: Callbacks) {
  const [state, setState] = useState(idle);
  const current = useRef<CurrentUpload | null>(null);
  const samples = useRef<{ at: number; bytes: number }[]>([]);
  const busy = state.phase !== "idle";
  useWarningBeforeLeaving(busy);
  useEffect(() => () => void current.current?.leave(), []);

  const end = useCallback(() => {
    current.current = null;
    setState(idle);
  }, []);
  const change = (next: Partial<UploadView>) => setState((before) => ({ ...before, ...next }));
  const measure = (bytes: number) => {
    const now = performance.now();
    samples.current = [
      ...samples.current.filter(({ at }) => now - at < measuredMilliseconds),
      { at: now, bytes },
    ];
    const first = samples.current[0];
    const seconds = first ? (now - first.at) / 1000 : 0;
    return first && seconds > 0 ? Math.max(0, (bytes - first.bytes) / seconds) : 0;
  };
  const show = (status: UploadStatus) => {
    switch (status.status) {
      case "progress": {
        const { received: sentBytes } = status;
        return change({ phase: "sending", sentBytes, bytesPerSecond: measure(sentBytes) });
      }
      case "done":
        end();
        return done();
      case "failed":
        end();
        return failed(status.message);
      default:
        return change({ phase: status.status, bytesPerSecond: 0 });
    }
  };

  const start = async (file: File, open: () => Promise<OpenUpload>) => {
    setState({ ...idle, phase: "opening", totalBytes: file.size });
    samples.current = [];
    const started: CurrentUpload = {
      sender: null,
      leave: async () => {
        current.current = null;
        const isComplete = await started.sender?.leave();
        if (!isComplete) left(file.name);
      },
    };
    current.current = started;
    const isSuperseded = () => current.current !== started;
    try {
      const upload = await open();
      if (isSuperseded()) return;
      change({ phase: "sending", sentBytes: upload.received });
      started.sender = sendFile(file, upload, show);
    } catch (error) {
      if (isSuperseded()) return;
      end();
      failed(shownMessage(error));
    }
  };
  const pause = () => {
    current.current?.sender?.pause();
    change({ phase: "paused", bytesPerSecond: 0 });
  };
  const resume = () => {
    samples.current = [];
    current.current?.sender?.resume();
    change({ phase: "sending" });
  };
  const cancel = async () => {
    await current.current?.sender?.cancel().catch(() => undefined);
    end();
  };
  return { state, busy, start, pause, resume, cancel };
}

/** Deletes the stored bytes of an upload that this page is not sending. */
export async function discardUpload(uploadUrl: string): Promise<void> {
  await terminateUpload(uploadUrl);
}

function useWarningBeforeLeaving(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [busy]);
}
