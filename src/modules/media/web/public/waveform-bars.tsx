import { useMemo } from "react";

import { highestValues } from "./highest-values.ts";

/** Maximum number of bars. */
const maxBars = 400;

/** A waveform of peaks from 0 to 100 at equal distances, in the text colour and as large as its container. */
export function WaveformBars({ peaks }: { peaks: readonly number[] }) {
  const path = useMemo(() => waveformPath(peaks), [peaks]);
  return (
    <svg viewBox={`0 0 ${path.count} 100`} preserveAspectRatio="none" aria-hidden className="size-full">
      <path d={path.d} className="fill-current" />
    </svg>
  );
}

/** One path for all bars; each is as high as the loudest peak of its section. */
function waveformPath(peaks: readonly number[]): { d: string; count: number } {
  const bars = highestValues(peaks, maxBars).map((peak, bar) => {
    const height = Math.max(2, Math.min(96, peak));
    return `M${bar + 0.25} ${50 - height / 2}h.5v${height}h-.5z`;
  });
  return { d: bars.join(""), count: bars.length };
}
