import { Transform } from "node:stream";

/** Properties of one direction of a network connection. Times are in milliseconds. */
export interface LineQuality {
  /** From sending to receiving. */
  delay: number;
  /** Each chunk needs up to this much less or more than `delay`, with equal probability. */
  jitter: number;
  /** The share of chunks that are lost, from 0 to 1. TCP repeats them after a timeout, and everything sent later waits for them. */
  loss: number;
}

/** The retransmission timeout of Linux in addition to the round trip (TCP_RTO_MIN). */
const shortestTimeout = 200;
/** Bytes on their way, like the window of a TCP connection. */
const capacity = 256 * 1024;

/**
 * One direction of a TCP connection over a bad line: bytes arrive later, but complete and in order. Null passes them on at once. The
 * first bytes wait for another round trip, in which TCP connects, if `connects`.
 */
export function delayedBytes(
  quality: () => LineQuality | null,
  { connects = false, random = Math.random }: { connects?: boolean; random?: () => number } = {},
): Transform {
  const underway: { chunk: Buffer; due: number }[] = [];
  let bytes = 0;
  let isFirst = connects;
  let timer: NodeJS.Timeout | null = null;
  let accept: (() => void) | null = null;
  let finish: (() => void) | null = null;

  const transit = ({ delay, jitter, loss }: LineQuality) => {
    const once = () => delay + jitter * (2 * random() - 1);
    const connecting = isFirst ? once() + once() : 0;
    const repeating = random() < loss ? shortestTimeout + 2 * delay : 0;
    return once() + connecting + repeating;
  };
  const deliver = () => {
    timer = null;
    const now = performance.now();
    // In order: later chunks wait for the first one.
    while (underway[0] && underway[0].due <= now) {
      const { chunk } = underway.shift() ?? {};
      bytes -= chunk?.length ?? 0;
      line.push(chunk);
    }
    if (underway[0]) timer = setTimeout(deliver, Math.max(1, Math.ceil(underway[0].due - now)));
    else finish?.();
    if (bytes < capacity) {
      accept?.();
      accept = null;
    }
  };
  const line = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const current = quality();
      underway.push({ chunk, due: performance.now() + (current ? transit(current) : 0) });
      isFirst = false;
      bytes += chunk.length;
      accept = () => done();
      if (timer === null) deliver();
      else if (bytes < capacity && line.readableLength < line.readableHighWaterMark) {
        accept = null;
        done();
      }
    },
    flush(done) {
      if (underway.length === 0) done();
      else finish = done;
    },
    destroy(error, done) {
      if (timer) clearTimeout(timer);
      done(error);
    },
  });
  return line;
}
