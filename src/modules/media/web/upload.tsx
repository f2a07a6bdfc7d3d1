import { useCallback, useEffect, useRef, useState } from "react";

import type { OpenUpload } from "../contract.ts";
import { sendFile, type Sending, takeBack } from "./resumable-upload.ts";

export type UploadPhase = "idle" | "opening" | "sending" | "waiting" | "elsewhere" | "finishing" | "paused";

export interface UploadState {
  phase: UploadPhase;
  /** What the server has. */
  sentBytes: number;
  totalBytes: number;
  /** Over the last seconds; 0 until there is something to measure. */
  bytesPerSecond: number;
}

const idle: UploadState = { phase: "idle", sentBytes: 0, totalBytes: 0, bytesPerSecond: 0 };
const measuredMilliseconds = 5000;

interface Ends {
  done: () => void;
  failed: (message: string) => void;
  /**
   * The upload was left in the middle: what sent it is no longer on the page. One of which every byte has arrived is
   * `done` instead, whatever has become of the reply: a video that is soon ready takes its upload off the page.
   */
  left: (fileName: string) => void;
}

interface CurrentUpload {
  /** Null until the server has opened it. */
  sending: Sending | null;
  leave: () => Promise<void>;
}

/** One upload of one file: opened by the caller, sent, paused, continued, cancelled. */
export function useUpload({ done, failed, left }: Ends) {
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
  const change = (next: Partial<UploadState>) => setState((before) => ({ ...before, ...next }));
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

  const start = async (file: File, open: () => Promise<OpenUpload>) => {
    setState({ ...idle, phase: "opening", totalBytes: file.size });
    samples.current = [];
    const mine: CurrentUpload = {
      sending: null,
      leave: async () => {
        current.current = null;
        const hasArrived = await mine.sending?.leave();
        if (!hasArrived) left(file.name);
      },
    };
    current.current = mine;
    const isOver = () => current.current !== mine;
    try {
      const upload = await open();
      if (isOver()) return;
      change({ phase: "sending", sentBytes: upload.received });
      mine.sending = sendFile(file, upload, {
        progress: (sentBytes) => change({ phase: "sending", sentBytes, bytesPerSecond: measure(sentBytes) }),
        waiting: () => change({ phase: "waiting", bytesPerSecond: 0 }),
        elsewhere: () => change({ phase: "elsewhere", bytesPerSecond: 0 }),
        finishing: () => change({ phase: "finishing", bytesPerSecond: 0 }),
        done: () => {
          end();
          done();
        },
        failed: (message) => {
          end();
          failed(message);
        },
      });
    } catch (error) {
      if (isOver()) return;
      end();
      failed(error instanceof Error ? error.message : String(error));
    }
  };
  const pause = () => {
    current.current?.sending?.pause();
    change({ phase: "paused", bytesPerSecond: 0 });
  };
  const resume = () => {
    samples.current = [];
    current.current?.sending?.resume();
    change({ phase: "sending" });
  };
  const cancel = async () => {
    await current.current?.sending?.cancel().catch(() => undefined);
    end();
  };
  return { state, busy, start, pause, resume, cancel };
}

/** Gives up an upload that is not being sent from here. */
export async function discardUpload(uploadUrl: string): Promise<void> {
  await takeBack(uploadUrl);
}

function useWarningBeforeLeaving(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [busy]);
}
