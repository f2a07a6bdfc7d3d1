import { useMemo, useState } from "react";

import type { VideoResults } from "#modules/analytics/contract/videos.ts";
import { maxComparedVideos } from "#modules/analytics/rules/comparison.ts";
import { exportName } from "#modules/analytics/rules/file-names.ts";
import { LineChart } from "#ui/charts/line-chart.tsx";
import { SelectField } from "#ui/select-field.tsx";

import { ExportButton } from "../figures/export-button.tsx";
import { completeText, formatCalendarDay, formatCount, formatZone } from "../figures/format-figures.ts";
import { dayFigures } from "./day-figures.ts";
import { drawLineChart } from "./line-picture.tsx";

/** A figure by day since the publication. */
export function DaysSection({
  results: { title, publication, days, completeUntil },
}: {
  results: VideoResults;
}) {
  const figures = useMemo(() => dayFigures(days), [days]);
  const [chosen, setChosen] = useState("views");
  const figure = figures.find(({ value }) => value === chosen) ?? figures[0];
  const data = useMemo(
    () =>
      figure && {
        positions: days.map(({ day, age }) => ({ at: age, name: formatCalendarDay(day, days.length > 300) })),
        lines: [{ name: figure.label, values: days.map(figure.of) }],
        format: figure.format,
        leastStep: figure.leastStep,
      },
    [figure, days],
  );
  if (!figure || !data) return null;
  const zone = completeUntil && formatZone(completeUntil.timeZone);
  const subtitle = zone ? `${figure.label} by day (${zone})` : `${figure.label} by day`;
  const draw = async () => ({
    name: exportName("png", title, publication.platform, figure.label),
    file: await drawLineChart({ title, subtitle, note: completeText(completeUntil) }, data),
  });
  return (
    <section aria-labelledby="by-day" className="mt-10">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="by-day" className="font-heading text-xl max-sm:mr-auto">
          By day
        </h2>
        <span className="text-sm text-soft max-sm:order-last max-sm:w-full sm:mr-auto">
          {zone && `Days in ${zone}`}
        </span>
        <SelectField
          label="Stat"
          hideLabel
          options={figures}
          value={figure.value}
          onChange={(event) => setChosen(event.target.value)}
        />
        <ExportButton label="PNG" make={draw} />
      </div>
      <LineChart label={`${figure.label} by day`} positionsName="Day" data={data} />
    </section>
  );
}

/** Views until each age, compared with the creator's other videos when these were as old. */
export function ComparisonSection({
  results: { comparison, title, publication, completeUntil },
}: {
  results: VideoResults;
}) {
  const data = useMemo(() => {
    if (!comparison) return null;
    const { growth } = comparison;
    return {
      positions: growth.map(({ age }) => ({ at: age, name: `Day ${age}` })),
      lines: [
        { name: "This video", values: growth.map(({ views }) => views) },
        { name: "Median", values: growth.map(({ median }) => median) },
      ],
      band: {
        name: "Middle 50% of your videos",
        lower: growth.map(({ lower }) => lower),
        upper: growth.map(({ upper }) => upper),
      },
      format: formatCount,
    };
  }, [comparison]);
  if (!comparison || !data) return null;
  const subtitle = "Views at the same age as other videos";
  const draw = async () => ({
    name: exportName("png", title, publication.platform, "comparison"),
    file: await drawLineChart({ title, subtitle, note: completeText(completeUntil) }, data),
  });
  const { videos, age, views } = comparison;
  return (
    <section aria-labelledby="compared" className="mt-10">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="compared" className="mr-auto font-heading text-xl">
          At the same age as your other videos
        </h2>
        <ExportButton label="PNG" make={draw} />
      </div>
      <p className="mb-3 text-soft">
        {differenceText(views)} after {age === 1 ? "1 day" : `${age} days`}; compared with{" "}
        {videos === maxComparedVideos
          ? `the ${videos} videos published closest to it`
          : `${videos} ${videos === 1 ? "other video" : "other videos"}`}
        .
      </p>
      <LineChart label="Views compared with other videos at the same age" positionsName="Age" data={data} />
    </section>
  );
}

/** The distance of a figure from the median: `24% more views than the median`. */
function differenceText({ value, median }: { value: number; median: number }): string {
  if (median === 0) return `${formatCount(value)} views`;
  const percent = Math.round((value / median - 1) * 100);
  if (percent === 0) return "As many views as the median";
  return `${Math.abs(percent)}% ${percent > 0 ? "more" : "fewer"} views than the median`;
}
