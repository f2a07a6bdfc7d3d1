import { formatMediaTime } from "#core/time.ts";
import { codecNames, type DeliverySpecification } from "#modules/checks/rules/specification.ts";
import { alternatives, decimal } from "#modules/checks/rules/texts.ts";
import { rateName } from "#modules/media/rules/frames.ts";

interface SpecificationRow {
  /** The first field of the demand. */
  key: keyof DeliverySpecification;
  name: string;
  value: string;
}

/** The demands of a specification as texts, in the order of the form; none for an empty specification. */
export function specificationRows(specification: DeliverySpecification): SpecificationRow[] {
  const { width, height, aspect, frameRate, constantRate, loudness, maxTruePeak, codecs } = specification;
  const rows: Record<string, [key: keyof DeliverySpecification, value: string]> = {
    "Picture size": ["width", pictureSize(width, height, aspect)],
    "Frame rate": [
      "frameRate",
      [frameRate ? rateName(frameRate) : "", constantRate ? "constant" : ""].filter(Boolean).join(", "),
    ],
    Length: ["minSeconds", lengthRange(specification)],
    Loudness: [
      "loudness",
      loudness ? `${decimal(loudness.target)} ± ${decimal(loudness.tolerance)} LUFS` : "",
    ],
    "True peak": ["maxTruePeak", maxTruePeak === undefined ? "" : `at most ${decimal(maxTruePeak)} dBTP`],
    Codec: ["codecs", codecs ? alternatives(codecs.map((codec) => codecNames[codec])) : ""],
  };
  return Object.entries(rows).flatMap(([name, [key, value]]) => (value === "" ? [] : [{ key, name, value }]));
}

function pictureSize(
  width: number | undefined,
  height: number | undefined,
  aspect: string | undefined,
): string {
  if (width !== undefined && height !== undefined) return `${width} × ${height}`;
  return [
    width === undefined ? "" : `${width} pixels wide`,
    height === undefined ? "" : `${height} pixels high`,
    aspect ?? "",
  ]
    .filter(Boolean)
    .join(", ");
}

function lengthRange({ minSeconds, maxSeconds }: DeliverySpecification): string {
  const [shortest, longest] = [minSeconds, maxSeconds].map((seconds) =>
    seconds === undefined ? null : formatMediaTime(seconds),
  );
  if (shortest && longest) return `${shortest} – ${longest}`;
  if (shortest) return `at least ${shortest}`;
  return longest ? `at most ${longest}` : "";
}
