import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { AppError } from "#core/error.ts";
import type { Run } from "#core/server/context.ts";
import { idleCheck } from "#core/server/idle-timeout.ts";
import { after, second } from "#core/time.ts";
import { mediaError } from "#modules/media/contract.ts";

import { acquireLease, releaseLease, renewLease } from "./queries.ts";

/** Leases are stored in the video's row, so they exclude requests of all processes; a crashed one's lease expires. */
const leaseLength = 10 * second;
const renewEvery = 3 * second;

interface LeasedRequest {
  videoId: string;
  /** Bytes that are stored before. */
  offset: number;
  request: IncomingMessage;
  abort: AbortController;
  /** Returns the stored bytes; throws an `AppError` once the sender may not continue: one request may take hours. */
  check: () => Promise<number>;
}

/**
 * Runs `append` as the upload's only writer, and records the stored bytes meanwhile and at its end. Aborts it when the
 * lease is lost, the sender is silent, or `check` throws. Throws `upload_busy` while another lease is active.
 */
export async function withLease(
  run: Run,
  leased: LeasedRequest,
  append: () => Promise<number>,
): Promise<number> {
  const { videoId, offset, request, abort, check } = leased;
  const writer = randomUUID();
  const acquired = await run(null, (ctx) =>
    acquireLease(ctx.tx, { videoId, writer, now: ctx.now, until: after(ctx.now, leaseLength) }),
  );
  if (!acquired) throw mediaError("upload_busy", { retryAfterSeconds: 2 });

  let until = Date.now() + leaseLength;
  let stored = offset;
  const isIdle = idleCheck(request);
  const renew = async () => {
    if (isIdle()) abort.abort(new Error("The sender is silent."));
    const renewed = await run(null, (ctx) =>
      renewLease(ctx.tx, { videoId, writer, received: stored, until: after(ctx.now, leaseLength) }),
    );
    if (renewed) until = Date.now() + leaseLength;
    else abort.abort(new Error("The upload has ended, or another process took over."));
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
    await run(null, (ctx) => releaseLease(ctx.tx, { videoId, writer, received }));
  }
}
