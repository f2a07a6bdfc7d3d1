import { type Finding, isSameKind, type KeyedFinding } from "./findings.ts";

/** Findings of a version with the rate and length of its video, in which their ranges are compared. */
interface Ranges {
  framesPerSecond: number;
  seconds: number;
}
export interface VersionFindings extends Ranges {
  version: number;
  findings: readonly KeyedFinding[];
}

/** Ranges of one length: they differ by no more than this, or by this share of the longer one. */
const lengthSeconds = 0.25;
const lengthShare = 0.1;
/** Ranges are shifted by cuts before them: by the change of the video's length, and this much more. */
const shiftSeconds = 60;

/**
 * Gives findings the keys of the same findings in earlier evaluations, the first of which is that of the same version, so that what
 * people said about them stays. Findings of the whole video match by kind and values. Those of ranges match by kind, values and
 * length, in order, the nearest ones where several could: a cut before a range shifts it. New ones get keys of their own.
 */
export function withKeys(
  judged: readonly Finding[],
  now: Ranges & { version: number },
  earlier: readonly VersionFindings[],
): KeyedFinding[] {
  const keys = new Map<Finding, string>();
  const used = new Set<string>();
  for (const former of earlier) {
    const open = judged.filter((each) => !keys.has(each));
    const candidates = former.findings.filter(({ key }) => !used.has(key));
    for (const [each, { key }] of pairs(open, candidates, { now, former })) {
      keys.set(each, key);
      used.add(key);
    }
  }
  let next = 1;
  return judged.map((each) => {
    let key = keys.get(each);
    while (key === undefined) {
      const candidate = `${each.kind}-${now.version}-${next}`;
      next += 1;
      if (!used.has(candidate)) key = candidate;
    }
    used.add(key);
    return { kind: each.kind, range: each.range, values: each.values, key };
  });
}

interface Compared {
  now: Ranges;
  former: Ranges;
}
type Pair = readonly [Finding, KeyedFinding];

function pairs(
  findings: readonly Finding[],
  former: readonly KeyedFinding[],
  compared: Compared,
): readonly Pair[] {
  const wholePairs = findings.flatMap((each): Pair[] => {
    const match = each.range ? undefined : former.find((other) => !other.range && isSameKind(each, other));
    return match ? [[each, match]] : [];
  });
  const kinds = new Set(findings.filter(({ range }) => range).map(({ kind }) => kind));
  const rangePairs = [...kinds].flatMap((kind) => {
    const withRange = <F extends Finding>(list: readonly F[]) =>
      list.filter((each) => each.kind === kind && each.range);
    return align(withRange(findings), withRange(former), compared);
  });
  return [...wholePairs, ...rangePairs];
}

/** The pairs in order with the most matches, of those with the nearest ranges. */
function align(
  findings: readonly Finding[],
  former: readonly KeyedFinding[],
  compared: Compared,
): readonly Pair[] {
  interface Alignment {
    score: number;
    pairs: readonly Pair[];
  }
  const none: Alignment = { score: 0, pairs: [] };
  let above: Alignment[] = Array.from({ length: former.length + 1 }, () => none);
  for (const each of findings) {
    const row: Alignment[] = [none];
    for (const [index, other] of former.entries()) {
      const skipped = [above[index + 1] ?? none, row[index] ?? none];
      const score = matchScore(each, other, compared);
      const before = above[index] ?? none;
      const matched =
        score === null
          ? none
          : { score: before.score + score, pairs: [...before.pairs, [each, other] as const] };
      row.push([...skipped, matched].reduce((best, one) => (one.score > best.score ? one : best)));
    }
    above = row;
  }
  return above.at(-1)?.pairs ?? [];
}

/** 1 to 2, the higher the nearer the ranges are; null for findings that are not the same. */
function matchScore(one: Finding, other: Finding, { now, former }: Compared): number | null {
  if (!one.range || !other.range || !isSameKind(one, other)) return null;
  const seconds = ({ from, to }: { from: number; to: number }, { framesPerSecond }: Ranges) => ({
    from: from / framesPerSecond,
    length: (to - from + 1) / framesPerSecond,
  });
  const [here, there] = [seconds(one.range, now), seconds(other.range, former)];
  const tolerance = Math.max(lengthSeconds, Math.max(here.length, there.length) * lengthShare);
  const shift = Math.abs(here.from - there.from);
  const isFar = shift > Math.abs(now.seconds - former.seconds) + shiftSeconds;
  if (Math.abs(here.length - there.length) > tolerance || isFar) return null;
  return 1 + 1 / (1 + shift);
}
