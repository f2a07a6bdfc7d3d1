import { classNames } from "./class-names.ts";
import { Playhead } from "./playhead.tsx";

interface ProgressBarProps {
  /** 0 to 100; null while how much there is to do is not known. */
  percent: number | null;
  /** What makes progress. */
  label: string;
  /** Said instead of the bare percentage: "1.42 GB of 2.12 GB". */
  valueText?: string;
  tone?: "idle" | "live" | "done";
  className?: string;
}

const tones = { idle: "text-ink", live: "text-tally", done: "text-go" };

/** Dashes, so that it looks unfinished where nothing moves too. */
const unmeasured = "bg-[repeating-linear-gradient(to_right,currentColor_0_0.5rem,transparent_0_1rem)]";

/** Progress is a playhead that moves along its line. */
export function ProgressBar({ percent, label, valueText, tone = "live", className }: ProgressBarProps) {
  const at = percent === null ? 0 : Math.min(100, Math.max(0, percent));
  return (
    <div className={classNames("relative h-6", className)}>
      <progress
        aria-label={label}
        aria-valuetext={valueText}
        max={100}
        {...(percent === null ? {} : { value: at })}
        className="sr-only"
      />
      <span aria-hidden className="absolute inset-x-0 top-3.5 h-0.5 overflow-hidden bg-line">
        {percent === null ? (
          <span className={classNames("absolute inset-0 animate-breathe", unmeasured, tones[tone])} />
        ) : (
          <span
            className="absolute inset-y-0 left-0 bg-ink transition-[width] duration-250"
            style={{ width: `${at}%` }}
          />
        )}
      </span>
      {percent !== null && (
        <span
          className={classNames("absolute inset-y-0 transition-[left] duration-250", tones[tone])}
          style={{ left: `${at}%` }}
        >
          <Playhead className="h-full" />
        </span>
      )}
    </div>
  );
}
