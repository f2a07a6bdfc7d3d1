import { formatMediaTime } from "#core/time.ts";
import { type DeliverySpecification, newSpecification } from "#modules/checks/rules/specification.ts";
import type { Rate } from "#modules/media/rules/frames.ts";

/** The fields of the form; empty texts demand nothing. */
export interface SpecificationValues {
  width: string;
  height: string;
  aspect: string;
  /** `30000/1001`. */
  frameRate: string;
  constantRate: boolean;
  /** Seconds or a media time: `90`, `1:30`. */
  minSeconds: string;
  maxSeconds: string;
  loudness: string;
  tolerance: string;
  maxTruePeak: string;
  codecs: readonly string[];
}

/** Exact rates that are in use, by name. */
export const frameRates = [
  ["23.976", "24000/1001"],
  ["24", "24/1"],
  ["25", "25/1"],
  ["29.97", "30000/1001"],
  ["30", "30/1"],
  ["50", "50/1"],
  ["59.94", "60000/1001"],
  ["60", "60/1"],
] as const;

/** The rate that a value of `frameRates` states. */
export function parseRate(text: string): Rate {
  const [num = 0, den = 1] = text.split("/").map(Number);
  return { num, den };
}

export function valuesFrom(specification: DeliverySpecification): SpecificationValues {
  const { width, height, aspect, frameRate, minSeconds, maxSeconds, loudness, maxTruePeak } = specification;
  const text = (value: number | undefined) => String(value ?? "").replace("-", "−");
  const time = (seconds: number | undefined) => (seconds === undefined ? "" : formatMediaTime(seconds));
  return {
    width: text(width),
    height: text(height),
    aspect: aspect ?? "",
    frameRate: frameRate ? `${frameRate.num}/${frameRate.den}` : "",
    constantRate: specification.constantRate ?? false,
    minSeconds: time(minSeconds),
    maxSeconds: time(maxSeconds),
    loudness: text(loudness?.target),
    tolerance: text(loudness?.tolerance),
    maxTruePeak: text(maxTruePeak),
    codecs: specification.codecs ?? [],
  };
}

export type SpecificationProblems = Partial<Record<keyof SpecificationValues, string>>;

/** LU around the target where the form has none. */
const usualTolerance = 1;

/** The specification that the fields state, or the problem of each field. */
export function readValues(
  values: SpecificationValues,
): { specification: DeliverySpecification } | { problems: SpecificationProblems } {
  const { width, height, aspect, frameRate, constantRate, codecs } = values;
  const target = readNumber(values.loudness);
  const input = {
    width: readNumber(width),
    height: readNumber(height),
    aspect: aspect.replaceAll(/\s/g, "").replaceAll(",", ".") || undefined,
    frameRate: frameRate === "" ? undefined : parseRate(frameRate),
    constantRate: constantRate || undefined,
    minSeconds: readTime(values.minSeconds),
    maxSeconds: readTime(values.maxSeconds),
    loudness:
      target === undefined
        ? undefined
        : { target, tolerance: readNumber(values.tolerance) ?? usualTolerance },
    maxTruePeak: readNumber(values.maxTruePeak),
    codecs: codecs.length > 0 ? codecs : undefined,
  };
  const parsed = newSpecification.safeParse(input);
  if (parsed.success) return { specification: parsed.data };
  const problems: SpecificationProblems = {};
  for (const { path, message, code } of parsed.error.issues) {
    const field = (path[1] === "tolerance" ? path[1] : path[0]) as keyof SpecificationValues;
    const isTime = field === "minSeconds" || field === "maxSeconds";
    const unreadable = isTime ? "Enter a length such as 1:30." : "Enter a number.";
    problems[field] ??= code === "invalid_type" ? unreadable : message;
  }
  return { problems };
}

/** A number with any minus sign and decimal point; undefined for an empty text, NaN for one that is no number. */
function readNumber(text: string): number | undefined {
  const trimmed = text.trim().replace("−", "-").replace(",", ".");
  return trimmed === "" ? undefined : Number(trimmed);
}

/** Seconds of `90`, `1:30` or `1:02:03`; undefined for an empty text, NaN for another one. */
function readTime(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (!/^\d+(:[0-5]?\d){0,2}$/.test(trimmed)) return Number.NaN;
  return trimmed.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
