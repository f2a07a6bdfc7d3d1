import { second } from "#core/time.ts";

import type { Clock } from "./clock.ts";

/** Exchanges at the start and the milliseconds between them, then between later ones. */
const [firstExchanges, firstInterval, laterInterval] = [12, 50, 20 * second];
/** Milliseconds after which an exchange is given up. It would be of no use. */
const timeout = 5 * second;

/**
 * Keeps a clock in step with the server until it is stopped. `onExchange` is called after each exchange; `restart` begins again, after
 * the clock may have stood still or the connection has changed.
 */
export function syncClock(
  clock: Clock,
  readTime: (signal: AbortSignal) => Promise<number>,
  onExchange: () => void,
): { restart: () => void; stop: () => void } {
  let run = new AbortController();
  const exchange = async (signal: AbortSignal) => {
    const sent = performance.now();
    const time = await readTime(AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
    const answered = performance.now();
    if (signal.aborted) return;
    clock.add({ sent, time, answered });
    onExchange();
  };
  const repeat = async ({ signal }: AbortController) => {
    for (let count = 1; !signal.aborted; count += 1) {
      await exchange(signal).catch(() => undefined);
      const interval = count < firstExchanges ? firstInterval : laterInterval;
      // Without any exchange there is nothing to follow by.
      await new Promise((resolve) => setTimeout(resolve, clock.roundTrip() === null ? second : interval));
    }
  };
  const restart = () => {
    run.abort();
    run = new AbortController();
    void repeat(run);
  };
  restart();
  return { restart, stop: () => run.abort() };
}
