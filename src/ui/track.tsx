import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";
import { Playhead } from "./playhead.tsx";

export type TrackTone = "idle" | "live" | "done";

export interface TrackProps {
  /** Names of the steps, in order; all have the same width. */
  steps: readonly string[];
  /** Position of the playhead: index of the step plus its completed fraction, 0 to `steps.length`. */
  position: number;
  /** `live` while something runs or needs action, `done` at the end. */
  tone?: TrackTone;
  /** Text alternative; decorative when empty. */
  label: string;
  /** `full` shows the names of the steps; `compact` is the line only. */
  variant?: "full" | "compact";
  /** `full` only: content below the line, crossed by the playhead's stem. */
  children?: ReactNode;
  className?: string;
}

const tones: Record<TrackTone, string> = { idle: "text-ink", live: "text-tally", done: "text-go" };

export function Track({
  steps,
  position,
  tone = "idle",
  label,
  variant = "compact",
  children,
  className,
}: TrackProps) {
  const at = Math.min(Math.max(position, 0), steps.length);
  const percent = `${(at / steps.length) * 100}%`;
  const line = <TrackLine count={steps.length} played={at / steps.length} />;
  const head = (
    <span
      className={classNames("absolute inset-y-0 transition-[left] duration-250", tones[tone])}
      style={{ left: percent }}
    >
      <Playhead className="h-full" />
    </span>
  );
  if (variant === "compact") {
    return (
      <span className={classNames("relative block h-6", className)}>
        <span className="sr-only">{label}</span>
        <span className="absolute inset-x-0 top-3.5">{line}</span>
        {head}
      </span>
    );
  }
  return (
    <div className={classNames("@container", className)}>
      <StepNames
        steps={steps}
        current={Math.min(Math.floor(at), steps.length - 1)}
        tone={tone}
        label={label}
      />
      <div className="relative pt-3.5 pb-2">
        {line}
        {children && <div className="pt-6">{children}</div>}
        {head}
      </div>
    </div>
  );
}

function TrackLine({ count, played }: { count: number; played: number }) {
  return (
    <span className="relative block h-0.5 bg-line">
      <span
        className="absolute inset-y-0 left-0 bg-ink transition-[width] duration-250"
        style={{ width: `${played * 100}%` }}
      />
      {Array.from({ length: count + 1 }, (_, tick) => (
        <span
          key={tick}
          className={classNames(
            "absolute -top-1 h-2.5 w-0.5 -translate-x-1/2",
            tick / count <= played ? "bg-ink" : "bg-edge",
          )}
          style={{ left: `${(tick / count) * 100}%` }}
        />
      ))}
    </span>
  );
}

interface StepNamesProps {
  steps: readonly string[];
  current: number;
  tone: TrackTone;
  label: string;
}

/** All names where they fit, otherwise the current one and its number. */
function StepNames({ steps, current, tone, label }: StepNamesProps) {
  return (
    <ol aria-label={label} className="numerals flex text-sm">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className={classNames(
            "flex-1 justify-between pr-2",
            index === current ? classNames("flex", tones[tone]) : "hidden @xl:flex",
            index < current && "text-soft",
            index > current && "text-faint",
          )}
        >
          {step}
          {index === current && (
            <span className="text-soft @xl:hidden">
              {index + 1} of {steps.length}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
