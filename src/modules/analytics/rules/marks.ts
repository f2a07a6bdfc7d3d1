/** A part of a retention curve of a hundred intervals in which it falls or rises steeply. */
export interface CurveMark {
  kind: "drop" | "rise";
  /** The first interval of the part and the one after the last, from 0 to 100. */
  start: number;
  end: number;
  /** The curve before and at the end of it. */
  before: number;
  after: number;
  /** Relative to `before`: -0.38 if 38 % of those who watched left. */
  change: number;
}

/** Changes from one interval to the next below this are noise. */
const leastStep = 0.015;
/** Smaller changes of those who watch are not worth a mark. */
const leastChange = 0.03;
const marksOfKind = 3;

/** The steepest parts of a curve in their order, at most three drops and three rises. Changes in the same direction in adjacent intervals are one. */
export function curveMarks(curve: readonly number[]): CurveMark[] {
  const steps = curve.map((value, index) => (index === 0 ? 0 : value - (curve[index - 1] ?? value)));
  const usual = median(steps.map(Math.abs)) ?? 0;
  const threshold = Math.max(leastStep, 2 * usual);
  const marks: CurveMark[] = [];
  for (let at = 1; at < steps.length; at += 1) {
    const step = steps[at] ?? 0;
    if (Math.abs(step) < threshold) continue;
    const start = at;
    while (Math.abs(steps[at + 1] ?? 0) >= threshold && Math.sign(steps[at + 1] ?? 0) === Math.sign(step))
      at += 1;
    const before = curve[start - 1] ?? 0;
    const after = curve[at] ?? 0;
    const change = before === 0 ? 0 : (after - before) / before;
    if (Math.abs(change) < leastChange) continue;
    marks.push({ kind: step < 0 ? "drop" : "rise", start, end: at + 1, before, after, change });
  }
  const steepest = (kind: CurveMark["kind"]) =>
    marks
      .filter((mark) => mark.kind === kind)
      .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
      .slice(0, marksOfKind);
  return [...steepest("drop"), ...steepest("rise")].toSorted((one, other) => one.start - other.start);
}

/** The first frame of an interval. */
export function frameOfInterval(interval: number, frames: number): number {
  return Math.floor((interval * frames) / 100);
}

/** The value in the middle of the sorted values; the mean of two if their number is even. Null without any. */
export function median(values: readonly number[]): number | null {
  return quantile(values, 0.5);
}

/** The interpolated value below which this share of the values is; null without any. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const [lower, upper] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return lower + (upper - lower) * (at - Math.floor(at));
}
