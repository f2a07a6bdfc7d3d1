import { uploadProgress } from "#modules/publishing/contract.ts";
import { percentSent } from "#modules/publishing/rules/progress.ts";

import type { Log, PublishingParts } from "../parts.ts";
import { changeUnderWay } from "../store/deliveries.ts";

/** Live messages are this far apart at least, in milliseconds. */
const liveEvery = 250;
/** Rows are written this far apart at least, in milliseconds. */
const writeEvery = 1000;

/** Tells people and the database how far an upload is. */
export interface Reporter {
  /** Bytes from the start of the file that have been handed to the platform. */
  sent: (bytes: number) => void;
  /** Bytes from the start of the file that the platform has confirmed. */
  confirmed: (bytes: number) => void;
  /** Lets the last report out; nothing is reported after it. */
  close: () => Promise<void>;
}

export function createReporter(
  parts: Pick<PublishingParts, "run" | "log">,
  upload: { taskId: number; bytes: number; people: readonly number[] },
): Reporter {
  const { taskId, bytes: totalBytes, people } = upload;
  const live = atMost(liveEvery, parts.log, (sentBytes) =>
    parts.run(null, async (ctx) => {
      ctx.notifyClients(people, uploadProgress, {
        taskId,
        percent: percentSent(sentBytes, totalBytes),
        sentBytes,
        totalBytes,
      });
    }),
  );
  const written = atMost(writeEvery, parts.log, (sentBytes) =>
    parts.run(null, async (ctx) => {
      await changeUnderWay(ctx.tx, { taskId, step: "upload" }, { sentBytes });
    }),
  );
  return {
    sent: live.report,
    confirmed: written.report,
    close: async () => {
      await Promise.all([live.close(), written.close()]);
    },
  };
}

/** Passes the newest value on at most once in `milliseconds`, one at a time; the last one always. */
function atMost(milliseconds: number, log: Log, pass: (value: number) => Promise<void>) {
  let waiting: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  function flush(): void {
    timer = null;
    if (waiting === null) return;
    const value = waiting;
    waiting = null;
    running = running
      .then(() => pass(value))
      .catch((error: unknown) => log.warn({ err: error }, "Upload progress was not reported."));
    timer = setTimeout(flush, milliseconds);
  }

  return {
    report: (value: number) => {
      waiting = value;
      if (timer === null) flush();
    },
    close: async () => {
      if (timer !== null) clearTimeout(timer);
      flush();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
