import { formatCalendarDay } from "./format-figures.ts";

/** The last day whose figures are complete. */
export function CompleteUntil({ day }: { day: string }) {
  return (
    <span>
      Complete until <span className="numerals text-sm">{formatCalendarDay(day, true)}</span>
    </span>
  );
}
