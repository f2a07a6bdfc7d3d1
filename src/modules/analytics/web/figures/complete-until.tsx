import type { CompleteDay } from "#modules/analytics/contract/figures.ts";
import { Moment } from "#ui/timecode.tsx";

import { formatCalendarDay, formatZone, isMidnight } from "./format-figures.ts";

/** Until when figures are complete, for the viewer: the end of a day of the platform, in the viewer's time zone. */
export function CompleteUntil({ complete: { day, endsAt, timeZone } }: { complete: CompleteDay }) {
  const end = new Date(endsAt);
  const dayName = <span className="numerals text-sm whitespace-nowrap">{formatCalendarDay(day, true)}</span>;
  return (
    <p className="text-pretty text-soft">
      {isMidnight(end) ? (
        <>Complete until the end of {dayName}. </>
      ) : (
        <>
          Complete until <Moment at={end} form="deadline" />, the end of {dayName} in {formatZone(timeZone)}
          .{" "}
        </>
      )}
      Later views are not included yet.
    </p>
  );
}
