import { classNames } from "./class-names.ts";
import { aheadPath, playedPath, playheadPath, wordPath } from "./logo-paths.ts";

interface LogoProps {
  /** Hides the name. */
  markOnly?: boolean;
  className?: string;
}

/** The logo, 1.6 times as tall as the font size. */
export function Logo({ markOnly = false, className }: LogoProps) {
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not take the page's color.
      role="img"
      aria-label="Reelay"
      viewBox={markOnly ? "0 0 28 24" : "0 0 100 30"}
      className={classNames("h-6 w-auto shrink-0 text-ink", className)}
      fill="currentColor"
    >
      <g transform={markOnly ? undefined : "translate(0 2)"}>
        <path d={playedPath} />
        <path d={aheadPath} opacity={0.45} />
        <path d={playheadPath} className="fill-tally" />
      </g>
      {!markOnly && <path d={wordPath} transform="translate(37.5 0)" />}
    </svg>
  );
}
