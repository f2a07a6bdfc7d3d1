import { ChevronDown, ZoomIn, ZoomOut } from "lucide-react";
import type { ComponentProps } from "react";

import { Menu } from "#ui/menu.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";

import { PlayerMenu } from "../public/player-menu.tsx";
import { useZoomPercent, type Zoom } from "../public/use-zoom.ts";
import { useIsZoomed } from "../public/view-control.ts";

/** Whether the controls have space for the zoom; otherwise it is in the menu of settings. */
export function useHasZoomButton(): boolean {
  return useMediaQuery("(width >= 480px) and (height >= 36rem), (width >= 1100px)");
}

/** Menu items that enlarge the picture, with percentages of the source pixels. */
function useZoomItems(zoom: Zoom): ComponentProps<typeof Menu>["items"] {
  const percent = useZoomPercent(zoom);
  const isZoomed = useIsZoomed(zoom.control);
  const group = "Zoom";
  const possible = [100, 200, 400].filter((level) => level >= Math.round(zoom.fit()));
  const levels = possible.map((level) => ({
    group,
    label: `${level}%`,
    checked: isZoomed && percent === level,
    onSelect: () => zoom.zoomToPercent(level),
  }));
  return [
    { group, label: "Fit", checked: !isZoomed, onSelect: zoom.showWhole },
    ...levels,
    { group, label: "Zoom in", icon: ZoomIn, onSelect: () => zoom.step(1), staysOpen: true },
    { group, label: "Zoom out", icon: ZoomOut, onSelect: () => zoom.step(-1), staysOpen: true },
  ];
}

interface SettingsWithZoomProps extends ComponentProps<typeof PlayerMenu> {
  zoom: Zoom;
}

/** The menu of settings, with the zoom in little space. */
export function SettingsWithZoom({ zoom, actions, ...menu }: SettingsWithZoomProps) {
  const items = useZoomItems(zoom).map(({ icon: _icon, ...item }) => Object.assign(item, { compact: true }));
  return <PlayerMenu actions={[...actions, ...items]} {...menu} />;
}

/** The percentage of the source pixels, with a menu that enlarges the picture. */
export function ZoomMenu({ zoom }: { zoom: Zoom }) {
  const percent = useZoomPercent(zoom);
  return (
    <Menu
      items={useZoomItems(zoom)}
      trigger={
        <button
          type="button"
          title="Zoom"
          aria-label={`Zoom: ${percent}%`}
          className="numerals flex min-h-10 min-w-18 items-center justify-end rounded-sm pl-2 text-sm text-soft enabled-hover:bg-raised enabled-hover:text-ink pointer-coarse:min-h-11 @max-[72rem]/player:min-w-14 @max-[72rem]/player:justify-center @max-[72rem]/player:px-2"
        >
          {percent}%
          <ChevronDown aria-hidden className="mx-2 size-3.5 @max-[72rem]/player:hidden" />
        </button>
      }
    />
  );
}
