import { useMemo } from "react";

import { storageKinds, type StorageReport } from "#modules/operators/contract/figures.ts";
import { LineChart } from "#ui/charts/line-chart.tsx";
import { formatBytes } from "#ui/format.ts";

/** Stored bytes of each of the last days. */
export function GrowthChart({ days }: Pick<StorageReport, "days">) {
  const data = useMemo(() => {
    const values = days.map(({ bytes }) => storageKinds.reduce((all, kind) => all + bytes[kind], 0));
    return {
      positions: days.map(({ day }) => ({ at: Date.parse(day), name: day })),
      lines: [{ name: "Stored", values }],
      format: formatBytes,
    };
  }, [days]);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return <p className="border-b py-3 text-sm text-soft">No sizes are recorded yet.</p>;
  const values = data.lines[0]?.values ?? [];
  const change = (values.at(-1) ?? 0) - (values[0] ?? 0);
  return (
    <div className="border-b py-4">
      <LineChart label="Stored bytes by day" positionsName="Day" data={data} />
      <p className="mt-2 text-sm text-soft">
        {days.length === 1
          ? "Recorded since today. A value is added each day."
          : `${change < 0 ? "−" : "+"}${formatBytes(Math.abs(change))} since ${first.day}`}
      </p>
    </div>
  );
}
