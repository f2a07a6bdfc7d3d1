import { useMemo } from "react";

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
  const count = Math.max(1, Math.min(maxBars, peaks.length));
  let d = "";
  for (let bar = 0; bar < count; bar++) {
    const section = peaks.slice(
      Math.floor((bar * peaks.length) / count),
      Math.max(1, Math.floor(((bar + 1) * peaks.length) / count)),
    );
    const height = Math.max(2, Math.min(96, Math.max(0, ...section)));
    d += `M${bar + 0.25} ${50 - height / 2}h.5v${height}h-.5z`;
  }
  return { d, count };
}
