import { classNames } from "./class-names.ts";
import { Playhead } from "./playhead.tsx";

interface ProgressBarProps {
  /** 0 to 100; null while the total is unknown. */
  percent: number | null;
  /** The part of `percent` that is final; the rest is drawn fainter. */
  confirmedPercent?: number;
  /** Accessible name. */
  label: string;
  /** Read instead of the percentage: "1.42 GB of 2.12 GB". */
  valueText?: string;
  tone?: "idle" | "live" | "done";
  className?: string;
}

const tones = { idle: "text-ink", live: "text-tally", done: "text-go" };

/** A dashed line for an unknown total. */
const unmeasured = "bg-[repeating-linear-gradient(to_right,currentColor_0_0.5rem,transparent_0_1rem)]";

/** A progress bar with a playhead. */
export function ProgressBar(props: ProgressBarProps) {
  const { percent, confirmedPercent, label, valueText, tone = "live", className } = props;
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
          <>
            <span
              className={classNames(
                "absolute inset-y-0 left-0 transition-[width] duration-250",
                confirmedPercent === undefined ? "bg-ink" : "bg-faint",
              )}
              style={{ width: `${at}%` }}
            />
            {confirmedPercent !== undefined && (
              <span
                className="absolute inset-y-0 left-0 bg-ink transition-[width] duration-250"
                style={{ width: `${Math.min(at, confirmedPercent)}%` }}
              />
            )}
          </>
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
