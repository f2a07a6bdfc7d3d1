import { formatMediaTime } from "#core/time.ts";

/** Numbers and times in the sentences of findings. */

/** Rounded to a number of digits after the point, with a true minus sign: `−14.2`. */
export function decimal(value: number, digits = 1): string {
  return value
    .toFixed(digits)
    .replace(/^-(?=[0.]*$)/, "")
    .replace("-", "−");
}

/** A length: `2 seconds`, `0.4 seconds`, `1:35` from one minute on. */
export function lengthText(seconds: number): string {
  if (seconds >= 60) return formatMediaTime(seconds);
  const text = String(Number(seconds.toFixed(seconds < 10 ? 1 : 0)));
  return `${text} ${text === "1" ? "second" : "seconds"}`;
}

/** The frames of a finding as `frameText` states them: `0:12 – 0:15`, or that it is about the whole video. */
export function rangeText(
  range: { from: number; to: number } | null,
  frameText: (frame: number) => string,
): string {
  if (!range) return "whole video";
  const from = frameText(range.from);
  return range.to > range.from ? `${from} – ${frameText(range.to)}` : from;
}

/** Words joined for a sentence: `H.264`, `H.264 or ProRes`. */
export function alternatives(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words);
}
