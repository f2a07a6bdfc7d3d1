import type { Packets } from "./packet-index.ts";

/** Packets for a decoded frame above which they have one field each. */
const minPackets = 1.5;

/**
 * Whether packets contain fields instead of frames, as those of interlaced H.264 in transport streams (AVCHD): by the times of
 * the first decoded frames, in seconds.
 */
export function haveFields({ tickSeconds, decoded }: Packets, frames: readonly number[]): boolean {
  const [first, last] = [frames[0], frames.at(-1)];
  if (first === undefined || last === undefined || frames.length < 3) return false;
  const until = (decoded[0] ?? 0) + (last - first) / tickSeconds;
  const packets = decoded.filter((tick) => tick < until - 1).length;
  return packets >= minPackets * (frames.length - 1);
}

/** Joins each two fields to a frame. A file may contain frames too, whose packets last twice as long. */
export function joinFields(packets: Packets): Packets {
  const { decoded, presented, flags, durations } = packets;
  const field = durations.reduce((least, ticks) => (ticks > 0 ? Math.min(least, ticks) : least), Infinity);
  const joined: Packets = { ...packets, decoded: [], presented: [], flags: [], durations: [] };
  const isField = (n: number) => (durations[n] ?? Infinity) < field * minPackets;
  for (let n = 0; n < decoded.length; n += 1) {
    const at = decoded[n] ?? 0;
    // The other field of a damaged frame may be missing.
    const isPair = isField(n) && isField(n + 1) && (decoded[n + 1] ?? Infinity) - at < field * minPackets;
    joined.decoded.push(at);
    joined.presented.push(presented[n] ?? Number.NaN);
    joined.flags.push(flags[n] ?? 0);
    joined.durations.push(isField(n) ? 2 * field : (durations[n] ?? 0));
    if (isPair) n += 1;
  }
  return joined;
}
