import { second } from "../time.ts";
import { createSleepDetector } from "./sleep-detector.ts";

/** Milliseconds. */
const checkInterval = second;
/** Connections that browsers open to one host over HTTP/1.1. */
const connections = 6;
/** Milliseconds after the first response in which all other living connections respond as well. */
const graceTime = 500;
/** Timeout of the first and of later probes in milliseconds; slow networks need more time. */
const [firstTimeout, maxTimeout] = [2 * second, 12 * second];

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let sleep = new AbortController();

/**
 * Runs `notify` after the computer has slept, as soon as the server responds. Connections that died during sleep can
 * otherwise remain unnoticed for 15 minutes. Returns the function that unsubscribes.
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

/** Aborted after sleep (while there are listeners): requests sent before may never get a response. */
export function sleepSignal(): AbortSignal {
  return sleep.signal;
}

function watch(): ReturnType<typeof setInterval> {
  const hasSlept = createSleepDetector(Date.now);
  let isProbing = false;
  const check = async () => {
    if (!hasSlept(document.hidden)) return;
    sleep.abort();
    sleep = new AbortController();
    if (isProbing) return;
    isProbing = true;
    await untilReachable();
    isProbing = false;
    for (const notify of listeners) notify();
  };
  return setInterval(() => void check(), checkInterval);
}

/**
 * Waits until the server responds. The browser would reuse dead connections for the next requests; each of them gets a
 * probe here, and is closed when the probe is aborted.
 */
async function untilReachable(): Promise<void> {
  for (let timeout = firstTimeout; listeners.size > 0; timeout = Math.min(timeout * 2, maxTimeout)) {
    const probes = new AbortController();
    const signal = AbortSignal.any([probes.signal, AbortSignal.timeout(timeout)]);
    const probe = () => fetch("/api/v1/health", { method: "HEAD", cache: "no-store", signal });
    const response = await Promise.any(Array.from({ length: connections }, probe)).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, response ? graceTime : timeout / 4));
    probes.abort();
    if (response) return;
  }
}
