import { ChevronDown, ZoomIn, ZoomOut } from "lucide-react";

import { formatPercent } from "#ui/format.ts";
import { Menu } from "#ui/menu.tsx";

import { useZoomPercent, type Zoom } from "../public/use-zoom.ts";
import { useIsZoomed } from "../public/view-control.ts";

/** The percentage of the source pixels, with a menu that enlarges the picture. */
export function ZoomMenu({ zoom }: { zoom: Zoom }) {
  const percent = useZoomPercent(zoom);
  const isZoomed = useIsZoomed(zoom.control);
  const levels = [100, 200, 400].map((level) => ({
    label: formatPercent(level),
    checked: isZoomed && percent === level,
    onSelect: () => zoom.zoomToPercent(level),
  }));
  return (
    <Menu
      items={[
        { label: "Fit", checked: !isZoomed, onSelect: zoom.showWhole },
        ...levels,
        { group: "Steps", label: "Zoom in", icon: ZoomIn, onSelect: () => zoom.step(1), staysOpen: true },
        { group: "Steps", label: "Zoom out", icon: ZoomOut, onSelect: () => zoom.step(-1), staysOpen: true },
      ]}
      trigger={
        <button
          type="button"
          title="Zoom"
          aria-label={`Zoom: ${formatPercent(percent)}`}
          className="numerals flex min-h-10 min-w-12 items-center justify-end rounded-sm text-xs text-soft enabled-hover:bg-raised enabled-hover:text-ink pointer-coarse:min-h-11 sm:min-w-18 sm:pl-2 sm:text-sm"
        >
          {formatPercent(percent)}
          <ChevronDown aria-hidden className="ml-0.5 size-3.5 sm:mx-2" />
        </button>
      }
    />
  );
}
