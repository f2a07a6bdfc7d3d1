import { frameAt, type FrameRange, type Rate } from "#modules/media/rules/frames.ts";

import type { CheckedPart, Interval } from "./facts.ts";
import { type FindingKind, type FindingValues, type Kind, kinds, type KindValues } from "./kinds.ts";

/** A finding about a file; `range` has the first and the last frame that it is about, null for the whole video. */
export interface Finding {
  kind: FindingKind;
  range: FrameRange | null;
  values: FindingValues;
}

/** A finding with the key that it keeps in later versions and evaluations. */
export interface KeyedFinding extends Finding {
  key: string;
}

function definition(kind: FindingKind): Kind<FindingValues> {
  const erased: unknown = kinds[kind];
  return erased as Kind<FindingValues>;
}

export function finding<K extends FindingKind>(
  kind: K,
  values: KindValues<K>,
  range: FrameRange | null = null,
): Finding {
  return { kind, range, values: values as FindingValues };
}

/** The finding as a sentence that states the consequence. */
export function findingText({ kind, values }: Pick<Finding, "kind" | "values">): string {
  return definition(kind).text(values);
}

/** The name of a finding's kind: `Black picture`. */
export function findingLabel({ kind }: Pick<Finding, "kind">): string {
  return definition(kind).label;
}

/** The part of the version that a finding is about. */
export function findingPart({ kind }: Pick<Finding, "kind">): CheckedPart {
  return definition(kind).part;
}

/** Whether two findings of two versions are about the same thing, apart from their ranges. */
export function isSameKind(one: Finding, other: Finding): boolean {
  return one.kind === other.kind && definition(one.kind).same(one.values, other.values);
}

/** Frame rate, frames and seconds of a video. */
export interface Timing {
  rate: Rate;
  frames: number;
  seconds: number;
}

/** The frames that are shown during seconds after the first frame; at least one, within the video. */
export function framesDuring({ from, to }: Interval, { rate, frames }: Timing): Interval {
  const perSecond = rate.num / rate.den;
  const first = Math.min(frames - 1, frameAt(from, { rate, startSeconds: 0 }));
  return { from: first, to: Math.min(frames, Math.max(first + 1, Math.ceil(to * perSecond - 1e-6))) };
}

/** The first and last frame, and the values `at`, `length` and `places` in seconds. */
function placeInVideo({ from, to }: Interval, { rate }: Timing, places = 1) {
  const perSecond = rate.num / rate.den;
  return {
    range: { from, to: to - 1 },
    place: { at: from / perSecond, length: (to - from) / perSecond, places },
  };
}

/** Findings of a kind in a version; more than these are gathered in one. */
const maxPlaces = 12;

/** A finding for each range, or one for all of them if there are many. */
export function perPlace<R extends Interval>(
  ranges: readonly R[],
  timing: Timing,
  make: (
    place: ReturnType<typeof placeInVideo>["place"],
    range: FrameRange,
    those: readonly [R, ...R[]],
  ) => Finding,
): Finding[] {
  const [first, ...more] = ranges;
  if (!first) return [];
  if (ranges.length <= maxPlaces) {
    return ranges.map((each) => {
      const { place, range } = placeInVideo(each, timing);
      return make(place, range, [each]);
    });
  }
  const all = { from: first.from, to: Math.max(...ranges.map(({ to }) => to)) };
  const { place, range } = placeInVideo(all, timing, ranges.length);
  return [make(place, range, [first, ...more])];
}

/** Ranges in order, those with a gap of at most `gap` joined. */
export function joinRanges(ranges: readonly Interval[], gap = 0): Interval[] {
  const result: Interval[] = [];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last && from - last.to <= gap) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

/** The parts of `ranges` that are in none of `others`. */
export function subtractRanges(ranges: readonly Interval[], others: readonly Interval[]): Interval[] {
  const removed = joinRanges(others);
  return joinRanges(ranges).flatMap((range) => {
    const parts: Interval[] = [];
    let { from } = range;
    for (const other of removed) {
      if (other.to <= from || other.from >= range.to) continue;
      if (other.from > from) parts.push({ from, to: other.from });
      from = Math.max(from, other.to);
    }
    if (from < range.to) parts.push({ from, to: range.to });
    return parts;
  });
}

/** Length of all ranges. */
export function totalLength(ranges: readonly Interval[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0);
}
