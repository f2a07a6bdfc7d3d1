import { setTimeout as sleep } from "node:timers/promises";

import { backoffSeconds, type Patience } from "#modules/publishing/rules/piece-size.ts";

import { DeliveryError, readFailure, type SortedFailure } from "../errors.ts";
import type { Log } from "../parts.ts";

/**
 * Repeats `attempt` while it fails in ways that may pass by themselves, waiting longer each time. The attempt calls
 * `progressed` when it has got further, which starts the count anew. Throws the last failure when patience ends.
 */
export async function patiently<T>(
  calm: { patience: Patience; stop: AbortSignal; log: Log; taskId: number },
  attempt: (progressed: () => void) => Promise<T>,
): Promise<T> {
  const { patience, stop, log, taskId } = calm;
  let defineErrors = 0;
  for (;;) {
    stop.throwIfAborted();
    try {
      return await attempt(() => {
        defineErrors = 0;
      });
    } catch (error) {
      stop.throwIfAborted();
      const failure = readFailure(error) ?? unexpected(error, calm);
      if (failure.kind !== "retry") throw failure;
      defineErrors += 1;
      const askedSeconds = failure.retryAfterSeconds;
      const seconds = backoffSeconds({ defineErrors, askedSeconds, random: Math.random() }, patience);
      if (seconds === null) throw failure;
      log.info(
        { taskId, code: failure.code, defineErrors, seconds },
        "The platform is asked again in a while.",
      );
      await sleep(seconds * patience.second, undefined, { signal: stop });
    }
  }
}

/** A defect or a database that is away: it may pass, and where it doesn't the task must not be stuck. */
function unexpected(error: unknown, { log, taskId }: { log: Log; taskId: number }): SortedFailure {
  log.warn({ err: error, taskId }, "A delivery met an unexpected failure.");
  return new DeliveryError({ kind: "retry", code: "unexpected", message: "Something broke on our side." });
}
