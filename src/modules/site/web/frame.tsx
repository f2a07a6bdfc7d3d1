import { classNames } from "#ui/class-names.ts";

/** A frame of a day on film: `at` is how much of the day is behind, 0 to 1. */
export function Frame({ at, className }: { at: number; className?: string }) {
  const hue = 30 + at * 60;
  const light = 0.62 - 0.42 * Math.sin(Math.PI * Math.min(1, Math.max(0, (at - 0.1) / 0.75)));
  return (
    <span
      className={classNames("block rounded-xs", className)}
      style={{
        background: `linear-gradient(oklch(${light} 0.05 ${hue}), oklch(${light * 0.55} 0.035 ${hue + 150}))`,
      }}
    />
  );
}
