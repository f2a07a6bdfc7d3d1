import { uploadProgress } from "#modules/publishing/realtime-messages.ts";
import { percentSent } from "#modules/publishing/rules/progress.ts";

import type { Log, PublishingDependencies } from "../dependencies.ts";
import { changeInProgress } from "../queries.ts";

/** Shortest time between realtime messages, in milliseconds. */
const notifyInterval = 250;
/** Shortest time between writes to the row, in milliseconds. */
const writeInterval = 1000;

/** Reports the progress of an upload to clients and the database. */
export interface ProgressReporter {
  /** Bytes from the start of the file that were sent. */
  sent: (bytes: number) => void;
  /** Bytes from the start of the file that the platform has confirmed. */
  confirmed: (bytes: number) => void;
  /** Sends the last report; later ones are ignored. */
  close: () => Promise<void>;
}

export function createProgressReporter(
  { run, notifyClients, log }: Pick<PublishingDependencies, "run" | "notifyClients" | "log">,
  upload: { id: string; taskId: number; bytes: number; people: readonly number[] },
): ProgressReporter {
  const { id, taskId, bytes: totalBytes, people } = upload;
  const notified = throttle(notifyInterval, log, async (sentBytes) => {
    const percent = percentSent(sentBytes, totalBytes);
    notifyClients(people, uploadProgress, { taskId, deliveryId: id, percent, sentBytes, totalBytes });
  });
  const written = throttle(writeInterval, log, (sentBytes) =>
    run(null, async (ctx) => {
      await changeInProgress(ctx.tx, { id, step: "upload" }, { sentBytes });
    }),
  );
  return {
    sent: notified.report,
    confirmed: written.report,
    close: async () => {
      await Promise.all([notified.close(), written.close()]);
    },
  };
}

/** Passes the newest value on at most once per `interval` milliseconds, one at a time; always the last one. */
function throttle(interval: number, log: Log, pass: (value: number) => Promise<void>) {
  let pending: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  function flush(): void {
    timer = null;
    if (pending === null) return;
    const value = pending;
    pending = null;
    running = running
      .then(() => pass(value))
      .catch((error: unknown) => log.warn({ err: error }, "Upload progress was not reported"));
    timer = setTimeout(flush, interval);
  }

  return {
    report: (value: number) => {
      pending = value;
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
