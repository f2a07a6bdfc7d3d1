import { day as dayLength } from "#core/time.ts";
import { chartDays, storageKinds, type StorageReport } from "#modules/operators/contract/figures.ts";
import { formatBytes } from "#ui/format.ts";

type Day = StorageReport["days"][number];

const [width, height] = [900, 160];
const gap = 4;

/** Stored bytes of each of the last days as bars, with a table for assistive technology. */
export function GrowthChart({ days }: { days: readonly Day[] }) {
  const totals = days.map(({ day, bytes }) => ({
    day,
    bytes: storageKinds.reduce((all, kind) => all + bytes[kind], 0),
  }));
  const last = totals.at(-1);
  const first = totals[0];
  if (!last || !first) return <p className="border-b py-3 text-sm text-soft">No sizes are recorded yet.</p>;
  const top = Math.max(1, ...totals.map(({ bytes }) => bytes));
  const step = width / chartDays;
  const end = Date.parse(last.day);
  const change = last.bytes - first.bytes;
  return (
    <figure className="border-b py-4">
      <div className="flex gap-3">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-40 min-w-0 flex-1"
          aria-hidden
        >
          <line
            x1="0"
            x2={width}
            y1="0.5"
            y2="0.5"
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
          {totals.map(({ day, bytes }) => {
            const age = Math.round((end - Date.parse(day)) / dayLength);
            const barHeight = Math.max(bytes > 0 ? 2 : 0, (bytes / top) * (height - 1));
            return (
              <rect
                key={day}
                x={(chartDays - 1 - age) * step + gap / 2}
                width={step - gap}
                y={height - barHeight}
                height={barHeight}
                className={day === last.day ? "fill-ink" : "fill-soft"}
              >
                <title>{`${day}: ${formatBytes(bytes)}`}</title>
              </rect>
            );
          })}
          <line
            x1="0"
            x2={width}
            y1={height - 0.5}
            y2={height - 0.5}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <div className="flex w-18 flex-col justify-between font-mono text-xs text-soft">
          <span>{formatBytes(top)}</span>
          <span>0 B</span>
        </div>
      </div>
      <figcaption className="mt-2 text-sm text-soft">
        {totals.length === 1
          ? "Recorded since today. A bar is added each day."
          : `${change < 0 ? "−" : "+"}${formatBytes(Math.abs(change))} since ${first.day}`}
      </figcaption>
      <table className="sr-only">
        <caption>Stored bytes by day</caption>
        <tbody>
          {totals.map(({ day, bytes }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
