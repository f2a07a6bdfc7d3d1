import { formatMediaTime } from "#core/time.ts";
import type { CheckReport } from "#modules/checks/contract/checks.ts";
import { codecNames, type DeliverySpecification } from "#modules/checks/rules/specification.ts";
import { decimal } from "#modules/checks/rules/texts.ts";
import { rateName } from "#modules/media/rules/frames.ts";

import { specificationRows } from "../specifications/specification-rows.ts";

type Measured = CheckReport["measured"];

/** Measured values of a version beside what the delivery specification asks for. */
export function MeasuredValues({ measured, specification }: Pick<CheckReport, "measured" | "specification">) {
  const demands = new Map(specificationRows(specification).map(({ key, value }) => [key, value]));
  return (
    <section aria-label="Measured values" className="px-4 pt-4 pb-2">
      <table className="w-full text-sm">
        <thead className={demands.size === 0 ? "sr-only" : undefined}>
          <tr className="text-left text-soft">
            <th scope="col" className="pb-1 font-normal">
              Measured
            </th>
            <th scope="col" className="pb-1 font-normal">
              <span className="sr-only">Value</span>
            </th>
            {demands.size > 0 && (
              <th scope="col" className="pb-1 text-right font-normal">
                Specified
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows(measured).map(({ name, value, demand }) => (
            <tr key={name} className="border-t align-baseline">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal text-soft">
                {name}
              </th>
              <td className="numerals py-1.5">{value || <NotMeasured />}</td>
              {demands.size > 0 && (
                <td className="numerals py-1.5 pl-2 text-right text-soft">{demand && demands.get(demand)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface Row {
  name: string;
  value: string | false | null;
  /** The row of the specification that it is compared with. */
  demand?: keyof DeliverySpecification;
}

function rows(measured: Measured): Row[] {
  const { width, height, rate, constantRate, durationSeconds, codec, loudness, loudnessRange, truePeak } =
    measured;
  const names: Record<string, string> = codecNames;
  const unit = (value: number | null, name: string) => value !== null && `${decimal(value)} ${name}`;
  return [
    { name: "Loudness", value: unit(loudness, "LUFS"), demand: "loudness" },
    { name: "Loudness range", value: unit(loudnessRange, "LU") },
    { name: "True peak", value: unit(truePeak, "dBTP"), demand: "maxTruePeak" },
    { name: "Picture size", value: width !== null && `${width} × ${height}`, demand: "width" },
    {
      name: "Frame rate",
      value: rate && `${rateName(rate)}${constantRate === false ? " (varies)" : ""}`,
      demand: "frameRate",
    },
    {
      name: "Length",
      value: durationSeconds !== null && formatMediaTime(durationSeconds),
      demand: "minSeconds",
    },
    { name: "Codec", value: codec !== null && (names[codec] ?? codec), demand: "codecs" },
  ];
}

function NotMeasured() {
  return (
    <>
      <span aria-hidden className="text-faint">
        –
      </span>
      <span className="sr-only">not measured</span>
    </>
  );
}
