import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { commonError } from "#core/error.ts";
import { second } from "#core/time.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

import type { MediaDependencies } from "../dependencies.ts";
import type { Upload } from "../tables.ts";
import { takeBackLease } from "./lease.ts";

interface ActiveRequest {
  /** The browser page that sends it. */
  sender: string | null;
  request: IncomingMessage;
  abort: AbortController;
  done: Promise<void>;
}

/** The requests of this process that are appending, at most one for each upload. */
export function createActiveRequests(dependencies: Pick<MediaDependencies, "run" | "read" | "lock">) {
  const active = new Map<string, ActiveRequest>();
  let stopping = false;

  const requireRunning = (): void => {
    if (stopping) throw commonError("unavailable", { retryAfterSeconds: 1 });
  };

  const interrupt = async (uploadId: string): Promise<void> => {
    const current = active.get(uploadId);
    current?.abort.abort(new Error("Another request took over."));
    await current?.done;
  };

  return {
    /** Throws `unavailable` once `stop` has been called. */
    requireRunning,

    /** Aborts the request that is appending to the upload, if any. */
    interrupt,

    /** Resolves when no request is appending to the upload. */
    end: async (uploadId: string): Promise<void> => active.get(uploadId)?.done,

    /** Replaces an active request of the same sender or a dead connection; otherwise throws `upload_busy`. */
    waitForTurn: async (uploadId: string, upload: Upload | null, sender: string | null): Promise<void> => {
      const current = active.get(uploadId);
      if (!current) return upload?.writer ? takeBackLease(dependencies, { uploadId, sender }) : undefined;
      if (sender !== null && current.sender === sender) return interrupt(uploadId);

      const before = current.request.socket.bytesRead;
      const ended = await Promise.race([current.done.then(() => true), delay(second, false, { ref: false })]);
      if (ended) return;
      if (current.request.socket.bytesRead !== before || current.request.isPaused()) {
        throw mediaError("upload_busy", { retryAfterSeconds: 1 });
      }
      await interrupt(uploadId);
    },

    /** Does the work of a request, which is active from when it calls `begin` until the work has ended. */
    run: async <T>(
      uploadId: string,
      request: Omit<ActiveRequest, "done">,
      work: (begin: () => void) => Promise<T>,
    ): Promise<T> => {
      const { promise: done, resolve } = Promise.withResolvers<void>();
      const begin = () => {
        requireRunning();
        active.set(uploadId, { ...request, done });
      };
      try {
        return await work(begin);
      } finally {
        if (active.get(uploadId)?.done === done) active.delete(uploadId);
        resolve();
      }
    },

    /** Ends all requests, whose senders continue elsewhere, and accepts no more. */
    stop: async (): Promise<void> => {
      stopping = true;
      const requests = [...active.values()];
      for (const { abort } of requests) abort.abort(new Error("The server is stopping."));
      await Promise.all(requests.map(({ done }) => done));
    },
  };
}
