import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

import type { Run } from "#foundation/server/context.ts";
import { silenceOf } from "#foundation/server/silence.ts";
import { after, second } from "#foundation/time.ts";

import { mediaFailure } from "../contract.ts";
import { releaseWriter, takeWriter } from "./store/uploads.ts";

/** A request's right to append. It stands in the row, so that it holds among processes; a crashed one's runs out. */
const leaseLength = 10 * second;
const renewEvery = 3 * second;

/**
 * Runs `append` as the only writer of an upload and notes the bytes that it leaves stored. Aborts it when the lease is
 * lost or the sender has fallen silent. Throws `upload_busy` while another writer's lease runs.
 */
export async function withLease(
  run: Run,
  held: { videoId: string; request: IncomingMessage; abort: AbortController },
  append: () => Promise<number>,
): Promise<number> {
  const { videoId, request, abort } = held;
  const writer = randomUUID();
  const take = () =>
    run(null, (ctx) =>
      takeWriter(ctx.tx, { videoId, writer, now: ctx.now, until: after(ctx.now, leaseLength) }),
    );
  if (!(await take())) throw mediaFailure("upload_busy", { retryAfterSeconds: 2 });

  let until = Date.now() + leaseLength;
  const isSilent = silenceOf(request);
  const renew = async () => {
    if (isSilent()) abort.abort(new Error("The sender has fallen silent."));
    if (await take()) until = Date.now() + leaseLength;
    else abort.abort(new Error("The upload has ended, or another process took over."));
  };
  const timer = setInterval(() => {
    renew().catch(() => {
      if (Date.now() > until) abort.abort(new Error("The lease could not be renewed."));
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
