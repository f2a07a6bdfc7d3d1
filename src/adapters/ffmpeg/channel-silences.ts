import { audible, type Block, type Span } from "./sound-block.ts";

const minimumSeconds = 0.3;

type Silence = Span & { channel: number | null };

/** Silences of at least 0.3 s: of all channels (null), and of one while another is heard for as long. */
export function createSilences(channels: number, rate: number) {
  const minimum = rate * minimumSeconds;
  /** By channel, the position after its last audible sample. */
  const quietSince = Array.from({ length: channels }, () => 0);
  const common: Silence[] = [];
  const byChannel: Silence[][] = quietSince.map(() => []);
  const add = (channel: number | null, from: number, to: number) => {
    const list = channel === null ? common : byChannel[channel];
    if (to - from >= minimum) list?.push({ from, to, channel });
  };
  return {
    add({ samples, at, length, position }: Block, loudest: readonly number[]): void {
      const isSilent = (n: number, channel: number) =>
        Math.abs(samples[at + n * channels + channel] ?? 0) < audible;
      const allSince = Math.max(...quietSince);
      let begin = Infinity;
      for (const [channel, peak] of loudest.entries()) {
        if (peak < audible) continue;
        const since = quietSince[channel] ?? 0;
        if (position + length - since >= minimum) {
          let first = 0;
          while (isSilent(first, channel)) first++;
          add(channel, since, position + first);
          begin = Math.min(begin, position + first);
        }
        let last = length - 1;
        while (isSilent(last, channel)) last--;
        quietSince[channel] = position + last + 1;
      }
      if (begin < Infinity) add(null, allSince, begin);
    },
    finish(end: number): Silence[] {
      add(null, Math.max(...quietSince), end);
      for (const [channel, since] of quietSince.entries()) add(channel, since, end);
      return [
        ...common,
        ...byChannel.flatMap((silences) => {
          const lengths = lengthsOutside(silences, common);
          return silences.filter((_, at) => (lengths[at] ?? 0) >= minimum);
        }),
      ];
    },
  };
}

/** The lengths of spans outside of all `others`. Both are in order and without overlaps. */
function lengthsOutside(spans: readonly Span[], others: readonly Span[]): number[] {
  let next = 0;
  return spans.map((span) => {
    let length = span.to - span.from;
    while ((others[next]?.to ?? Infinity) <= span.from) next++;
    for (let at = next; (others[at]?.from ?? Infinity) < span.to; at++) {
      const { from, to } = others[at] ?? span;
      length -= Math.min(to, span.to) - Math.max(from, span.from);
    }
    return length;
  });
}
