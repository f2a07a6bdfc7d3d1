import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { AppError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import { idleCheck } from "#core/server/idle-timeout.ts";
import { after, second } from "#core/time.ts";
import { mediaError } from "#modules/media/contract/videos.ts";
import { leaseLength } from "#modules/media/rules/uploads.ts";

import type { MediaDependencies } from "../dependencies.ts";
import { uploadedKinds } from "./kinds.ts";
import { progressReports } from "./progress-reports.ts";
import {
  acquireLease,
  expireLease,
  findActiveLease,
  releaseLease,
  renewLease,
  requestLease,
} from "./queries.ts";

// Leases are stored in the upload's row, so they exclude requests of all processes; a crashed one's lease expires.
/** Interval at which a request renews its lease and learns that its sender waits in another request. */
const renewEvery = 2 * second;
/** Time for which a sender waits for the lease of its own earlier request. */
const takeBackTimeout = 5 * second;

interface LeasedRequest {
  uploadId: string;
  /** The browser page that sends the request, if it has said so. */
  sender: string | null;
  /** Bytes that are stored before. */
  offset: number;
  request: IncomingMessage;
  abort: AbortController;
  /** Throws an `AppError` where the rest of the upload doesn't fit. */
  requireSpace: (ctx: Context) => Promise<void>;
  /** Returns the stored bytes; throws an `AppError` once the sender may not continue: one request may take hours. */
  check: () => Promise<number>;
}

/** Held by the process of a lease, and freed by PostgreSQL when that process dies. */
const writerLock = (writer: string) => `upload ${writer}`;

/**
 * Runs `append` as the upload's only writer, and records the stored bytes meanwhile and at its end. Aborts it when the
 * lease is lost or requested by its sender, the sender is silent, or `check` throws. Throws `upload_busy` while another
 * lease is active.
 */
export async function withLease(
  { run, lock }: Pick<MediaDependencies, "run" | "lock">,
  leased: LeasedRequest,
  append: () => Promise<number>,
): Promise<number> {
  const { uploadId, sender, offset, request, abort, requireSpace, check } = leased;
  const writer = randomUUID();
  let held = await lock(writerLock(writer));
  try {
    const acquired = await run(null, async (ctx) => {
      await requireSpace(ctx);
      const { now } = ctx;
      return acquireLease(ctx.tx, { uploadId, writer, sender, now, until: after(now, leaseLength) });
    });
    if (!acquired) throw mediaError("upload_busy", { retryAfterSeconds: 2 });

    let until = Date.now() + leaseLength;
    let stored = offset;
    const isIdle = idleCheck(request);
    const report = progressReports();
    const renew = async () => {
      if (isIdle()) abort.abort(new Error("The sender is silent."));
      if (held?.lost.aborted) held = await lock(writerLock(writer));
      const renewed = await run(null, async (ctx) => {
        const lease = { uploadId, writer, received: stored, until: after(ctx.now, leaseLength) };
        const row = await renewLease(ctx.tx, lease);
        if (row && report(stored, row.bytes)) await uploadedKinds[row.kind].reportProgress(ctx, row);
        return row;
      });
      if (renewed) until = Date.now() + leaseLength;
      else abort.abort(new Error("The upload has ended, or another process took over."));
      if (renewed?.senderWaits) abort.abort(new Error("Its sender continues in another request."));
      stored = await check();
    };
    const timer = setInterval(() => {
      renew().catch((error: unknown) => {
        if (error instanceof AppError || Date.now() > until) abort.abort(error);
      });
    }, renewEvery);
    let received: number | null = null;
    try {
      received = await append();
      return received;
    } finally {
      clearInterval(timer);
      await run(null, (ctx) => releaseLease(ctx.tx, { uploadId, writer, received }));
    }
  } finally {
    // Fails only with its connection, which frees the lock as well.
    await held?.release().catch(() => undefined);
  }
}

/**
 * Ends the lease of an earlier request of the same sender, in whatever process: at once if that process has died, else
 * by asking it. Returns after a few seconds at the latest, also if the lease is still active, or has another sender.
 */
export async function takeBackLease(
  { run, read, lock }: Pick<MediaDependencies, "run" | "read" | "lock">,
  { uploadId, sender }: { uploadId: string; sender: string | null },
): Promise<void> {
  if (sender === null) return;
  const deadline = Date.now() + takeBackTimeout;
  while (Date.now() < deadline) {
    const lease = await read(null, (ctx) => findActiveLease(ctx.tx, { uploadId, now: ctx.now }));
    if (lease?.sender !== sender) return;
    const { writer } = lease;
    const orphaned = await lock(writerLock(writer));
    if (orphaned) {
      await run(null, (ctx) => expireLease(ctx.tx, { uploadId, writer, now: ctx.now })).finally(() =>
        orphaned.release(),
      );
      return;
    }
    await run(null, (ctx) => requestLease(ctx.tx, { uploadId, writer }));
    await delay(second / 5);
  }
}
