/** A vertical axis from 0. */
export interface Axis {
  /** The value at its top. */
  max: number;
  /** The values of its lines, from 0 to `max`. */
  ticks: number[];
}

const roundSteps = [1, 2, 2.5, 5, 10];

/** An axis up to the first round value from `highest` on, with at most four intervals of at least `leastStep`. */
export function axisUntil(highest: number, leastStep = 1): Axis {
  const wanted = Math.max(highest, leastStep) / 4;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const round = roundSteps.map((step) => step * power).find((step) => step >= wanted - power * 1e-9);
  const step = Math.max(leastStep, round ?? wanted);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return { max: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}
