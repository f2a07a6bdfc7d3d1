import { memo } from "react";

import type { GuideKind, Guides } from "#modules/media/contract/guides.ts";
import {
  applicableGuides,
  areaPath,
  guideHeight,
  guidePath,
  hasGuides,
  maskArea,
  outsidePath,
  shortsArea,
} from "#modules/media/rules/guides.ts";

interface GuidesViewProps {
  guides: Guides;
  /** Width of the picture divided by its height. */
  aspect: number;
}

/** Guides over a picture, which is as large as its box allows. */
export const GuidesView = memo(function GuidesView({ guides, aspect }: GuidesViewProps) {
  const { kinds, maskRatio } = applicableGuides(guides, aspect);
  if (!hasGuides({ kinds, maskRatio })) return null;
  const mask = maskRatio === null ? null : maskArea(maskRatio, aspect);
  const covered = kinds.includes("shorts") ? shortsArea(aspect) : null;
  return (
    <svg
      aria-hidden
      data-guides
      data-saved-with-frame
      viewBox={`0 0 ${guideHeight * aspect} ${guideHeight}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      {covered && (
        <path d={outsidePath(covered, aspect)} fillRule="evenodd" className="fill-[rgb(0_0_0/0.45)]" />
      )}
      {mask && (
        <>
          <path d={outsidePath(mask, aspect)} fillRule="evenodd" className="fill-[rgb(0_0_0/0.75)]" />
          <Line d={areaPath(mask, aspect)} />
        </>
      )}
      {kinds.map((kind) => (
        <Line key={kind} kind={kind} d={guidePath(kind, aspect)} />
      ))}
    </svg>
  );
});

/** A light line with a dark casing, which is visible on all pictures and as thin at every size. */
function Line({ kind, d }: { kind?: GuideKind; d: string }) {
  const line = { d, fill: "none", vectorEffect: "non-scaling-stroke" } as const;
  return (
    <g data-guide={kind ?? "mask"}>
      <path {...line} className="stroke-[rgb(0_0_0/0.55)]" strokeWidth={3} />
      <path {...line} className="stroke-[rgb(255_255_255/0.9)]" strokeWidth={1} />
    </g>
  );
}
