import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { AppError } from "#core/error.ts";
import type { Run } from "#core/server/context.ts";
import { idleCheck } from "#core/server/idle-timeout.ts";
import { after, second } from "#core/time.ts";

import { mediaError } from "../contract.ts";
import { releaseWriter, renewWriter, takeWriter } from "./store/uploads.ts";

/** A request's right to append. It stands in the row, so that it holds among processes; a crashed one's runs out. */
const leaseLength = 10 * second;
const renewEvery = 3 * second;

/** Who appends to which upload. */
export interface Held {
  videoId: string;
  /** Bytes that are stored before. */
  offset: number;
  request: IncomingMessage;
  abort: AbortController;
  /** Bytes stored by now. Throws a `AppError` where the sender may send no more: one request may take hours. */
  look: () => Promise<number>;
}

/**
 * Runs `append` as the only writer of an upload and notes the bytes that are stored, on the way and at its end. Aborts it
 * when the lease is lost, the sender has fallen silent or may send no more. Throws `upload_busy` while another writer's
 * lease runs.
 */
export async function withLease(run: Run, held: Held, append: () => Promise<number>): Promise<number> {
  const { videoId, offset, request, abort, look } = held;
  const writer = randomUUID();
  const taken = await run(null, (ctx) =>
    takeWriter(ctx.tx, { videoId, writer, now: ctx.now, until: after(ctx.now, leaseLength) }),
  );
  if (!taken) throw mediaError("upload_busy", { retryAfterSeconds: 2 });

  let until = Date.now() + leaseLength;
  let stored = offset;
  const isSilent = idleCheck(request);
  const renew = async () => {
    if (isSilent()) abort.abort(new Error("The sender has fallen silent."));
    const renewed = await run(null, (ctx) =>
      renewWriter(ctx.tx, { videoId, writer, received: stored, until: after(ctx.now, leaseLength) }),
    );
    if (renewed) until = Date.now() + leaseLength;
    else abort.abort(new Error("The upload has ended, or another process took over."));
    stored = await look();
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
    await run(null, (ctx) => releaseWriter(ctx.tx, { videoId, writer, received }));
  }
}
