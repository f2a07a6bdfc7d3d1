import { Minus, Plus } from "lucide-react";

import type { ComparisonMode } from "#modules/review/rules/comparison.ts";
import { IconButton } from "#ui/icon-button.tsx";

import { modes } from "./modes.ts";

interface ModeButtonsProps {
  mode: ComparisonMode;
  /** Whether there is space for two pictures side by side. */
  hasSide: boolean;
  onChoose: (mode: ComparisonMode) => void;
}

/** Chooses how the versions are compared. */
export function ModeButtons({ mode, hasSide, onChoose }: ModeButtonsProps) {
  return (
    <fieldset aria-label="Comparison" className="flex overflow-hidden rounded-sm border">
      {modes.map(
        ({ value, label }) =>
          (hasSide || value !== "side") && (
            <button
              key={value}
              type="button"
              aria-pressed={value === mode}
              data-passes-space={value === mode || undefined}
              onClick={() => onChoose(value)}
              className="min-h-9 px-2.5 text-sm whitespace-nowrap text-soft focus-visible:-outline-offset-2 enabled-hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink pointer-coarse:min-h-11"
            >
              {label}
            </button>
          ),
      )}
    </fieldset>
  );
}

interface OffsetControlProps {
  /** Number of the version that is moved. */
  version: number;
  offset: number;
  onMove: (by: 1 | -1) => void;
  onReset: () => void;
}

const icon = "size-4";

/** Moves a version by frames, for versions that begin differently. */
export function OffsetControl({ version, offset, onMove, onReset }: OffsetControlProps) {
  const frames = Math.abs(offset) === 1 ? "frame" : "frames";
  return (
    <fieldset aria-label={`Offset of version ${version}`} className="flex items-center text-sm">
      <span className="text-soft">v{version} offset</span>
      <IconButton
        size="small"
        label="Offset one frame back"
        icon={<Minus className={icon} />}
        onClick={() => onMove(-1)}
      />
      <button
        type="button"
        title="Reset the offset"
        disabled={offset === 0}
        onClick={onReset}
        className="numerals min-h-8 min-w-8 rounded-sm text-ink enabled-hover:bg-raised pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        <span aria-hidden>{offset > 0 ? `+${offset}` : offset}</span>
        <span className="sr-only">
          {offset} {frames}. Reset the offset
        </span>
      </button>
      <IconButton
        size="small"
        label="Offset one frame forward"
        icon={<Plus className={icon} />}
        onClick={() => onMove(1)}
      />
    </fieldset>
  );
}
