import { second } from "#core/time.ts";
import { deliveryChanged, uploadProgress } from "#modules/publishing/realtime-messages.ts";
import { percentSent, stallSeconds } from "#modules/publishing/rules/progress.ts";
import { changeInProgress, findInProgress } from "#modules/publishing/server/deliveries/queries.ts";
import type { Log, PublishingDependencies } from "#modules/publishing/server/dependencies.ts";

/** Shortest time between realtime messages, in milliseconds. */
const notifyInterval = 250;
/** Shortest time between writes to the row, in milliseconds. */
const writeInterval = 1000;
/** Time between looks at the row, which notice a cancellation while no byte is sent; in milliseconds. */
const lookInterval = 2000;

/** Reports the progress of an upload to clients and the database. */
export interface ProgressReporter {
  /** Bytes from the start of the file that were sent. */
  sent: (bytes: number) => void;
  /** Bytes from the start of the file that the platform has confirmed. */
  confirmed: (bytes: number) => void;
  /** Sends the last report; later ones are ignored. */
  close: () => Promise<void>;
}

interface Bytes {
  sentBytes: number;
  confirmedBytes: number;
}

interface ReportedUpload {
  id: string;
  taskId: number;
  /** Size of the file. */
  bytes: number;
  /** The last known figures. */
  reached: Bytes;
  /** Users who are notified, read each time: their access may end during the upload. */
  people: () => Promise<readonly number[]>;
  /** Called when the delivery is no longer uploading, as after its cancellation. */
  onEnded: () => void;
}

export function createProgressReporter(
  { run, read, notifyClients, log }: Pick<PublishingDependencies, "run" | "read" | "notifyClients" | "log">,
  { id, taskId, bytes: totalBytes, reached, people, onEnded }: ReportedUpload,
): ProgressReporter {
  let now = reached;
  const notified = throttle(notifyInterval, log, async (bytes) => {
    const percent = percentSent(bytes.sentBytes, totalBytes);
    notifyClients(await people(), uploadProgress, { taskId, deliveryId: id, percent, ...bytes, totalBytes });
  });
  const written = throttle(writeInterval, log, async (bytes) => {
    const uploading = await run(null, (ctx) =>
      changeInProgress(ctx.tx, { id, step: "upload" }, { ...bytes, sentAt: ctx.now }),
    );
    if (!uploading) onEnded();
  });
  const reportStall = async () => notifyClients(await people(), deliveryChanged, { taskId, deliveryId: id });
  const stall = setTimeout(() => {
    reportStall().catch((error: unknown) => log.warn({ err: error }, "A stalled upload was not reported"));
  }, stallSeconds * second);
  let closed = false;
  const endIfEnded = async () => {
    const row = await read(null, (ctx) => findInProgress(ctx.tx, id));
    if (!closed && row?.step !== "upload") onEnded();
  };
  const look = setInterval(() => {
    endIfEnded().catch((error: unknown) => log.warn({ err: error }, "The delivery was not read"));
  }, lookInterval);
  function report(change: Partial<Bytes>): void {
    now = { ...now, ...change };
    notified.report(now);
    written.report(now);
  }
  return {
    sent: (sentBytes) => {
      stall.refresh();
      report({ sentBytes });
    },
    confirmed: (bytes) => report({ sentBytes: bytes, confirmedBytes: bytes }),
    close: async () => {
      closed = true;
      clearInterval(look);
      clearTimeout(stall);
      await Promise.all([notified.close(), written.close()]);
    },
  };
}

/** Passes the newest value on at most once per `interval` milliseconds, one at a time; always the last one. */
function throttle(interval: number, log: Log, pass: (value: Bytes) => Promise<void>) {
  let pending: Bytes | null = null;
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
    report: (value: Bytes) => {
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
