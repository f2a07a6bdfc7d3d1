import { second } from "../time.ts";
import { createSleepDetector } from "./sleep-detector.ts";

/** Between two looks at the clock, in milliseconds. */
const lookEvery = second;
/** As many connections as browsers open to one server by HTTP/1.1. */
const connections = 6;
/** What lives has answered soon after the first answer, in milliseconds. */
const soon = 500;
/** How long first questions wait for an answer, and later ones at most, in milliseconds: a slow line needs more time. */
const [firstLimit, longestLimit] = [2 * second, 12 * second];

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let sleep = new AbortController();

/**
 * Runs `notify` after this computer has slept, as soon as the server can be reached: connections that died meanwhile need
 * not say so for a quarter of an hour. Returns the way to stop.
 */
export function onWake(notify: () => void): () => void {
  listeners.add(notify);
  timer ??= watch();
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Aborted when this computer has slept, while anybody listens: what was asked before may never be answered. */
export function sleepSignal(): AbortSignal {
  return sleep.signal;
}

function watch(): ReturnType<typeof setInterval> {
  const hasSlept = createSleepDetector(Date.now);
  let isReaching = false;
  const look = async () => {
    if (!hasSlept(document.hidden)) return;
    sleep.abort();
    sleep = new AbortController();
    if (isReaching) return;
    isReaching = true;
    await reach();
    isReaching = false;
    for (const notify of listeners) notify();
  };
  return setInterval(() => void look(), lookEvery);
}

/**
 * Waits until the server answers. A browser would hold up whatever is asked next on connections that are dead without
 * having said so: each of these gets a question here, and ends with it.
 */
async function reach(): Promise<void> {
  for (let limit = firstLimit; listeners.size > 0; limit = Math.min(limit * 2, longestLimit)) {
    const questions = new AbortController();
    const signal = AbortSignal.any([questions.signal, AbortSignal.timeout(limit)]);
    const ask = () => fetch("/api/v1/health", { method: "HEAD", cache: "no-store", signal });
    const answer = await Promise.any(Array.from({ length: connections }, ask)).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, answer ? soon : limit / 4));
    questions.abort();
    if (answer) return;
  }
}
