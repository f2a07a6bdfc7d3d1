import type { ComponentProps, ReactNode } from "react";

import type { Playback } from "#modules/media/contract/videos.ts";
import { classNames } from "#ui/class-names.ts";
import type { MenuItem } from "#ui/menu.tsx";
import type { Shortcut } from "#ui/player/shortcut-list.tsx";
import { CaptionsButton, FullscreenButton, SpeedSelect, VolumeControl } from "#ui/player/transport.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";

import { CaptionsControl } from "../playback/captions-control.tsx";
import { LoopControls, spare, StepControls } from "../playback/frame-controls.tsx";
import { FrameClock, ControlsPlaceholder } from "../playback/player-details.tsx";
import { PlayerShortcuts } from "../playback/player-shortcuts.tsx";
import { Timeline } from "../playback/timeline.tsx";
import { SettingsWithZoom, useHasZoomButton, ZoomMenu } from "../playback/zoom-menu.tsx";
import { PlayerMenu, type PlayerSetting } from "./player-menu.tsx";
import { captionShortcut, type useCaptions } from "./use-captions.ts";
import { type GuidesControl, guidesShortcut } from "./use-guides.ts";
import type { PlayerControls } from "./use-player-controls.ts";
import type { Zoom } from "./use-zoom.ts";

interface PlayerSectionProps {
  /** Accessible name. */
  label: string;
  player: PlayerControls;
  zoom: Zoom;
  /** The picture with the class `player.pictureClass`. */
  picture: ReactNode;
  timeline: Omit<ComponentProps<typeof Timeline>, "mediaRef" | "last" | "loop" | "onSeek"> & {
    playback: Playback;
  };
  captions: ReturnType<typeof useCaptions>;
  /** In the menu of settings, before them. */
  actions?: readonly MenuItem[];
  /** In a menu, which also leads to the list of shortcuts. */
  settings: readonly PlayerSetting[];
  /** In the menu of settings; null where none can be chosen. */
  guides: GuidesControl | null;
  /** Before the menu of settings. */
  end?: ReactNode;
  /** Further controls before that of the full screen. */
  controls: ReactNode;
  /** Shortcuts besides those of all players. */
  shortcuts?: readonly Shortcut[] | undefined;
  /** Below the controls. */
  children?: ReactNode;
}

/** A picture with its timeline and a row of controls; in windows below 1280 px that have a panel, and on phones, two rows. */
export function PlayerSection(props: PlayerSectionProps) {
  const { label, player, zoom, picture, timeline, captions, settings, end, shortcuts = [], children } = props;
  const { actions = [], guides } = props;
  const hasZoomButton = useHasZoomButton();
  const hasKeyboard = !useMediaQuery("(pointer: coarse)");
  const { video, root, loop, full, toggleFull, listsShortcuts, setListsShortcuts } = player;
  const { media, audible, frames, last, second } = video;
  const { playback, formatTimecode } = timeline;
  const menu = { actions, settings, guides, onShortcuts: hasKeyboard ? () => setListsShortcuts(true) : null };
  return (
    <section
      ref={root}
      aria-label={label}
      data-theme={full ? "dark" : undefined}
      className={classNames(
        "@container/player flex flex-col text-ink beside:min-h-0 beside:flex-1",
        full && "bg-picture md:min-h-0 md:flex-1",
      )}
    >
      {picture}
      <div data-player-controls className="pt-2 low:pt-1">
        <Timeline {...timeline} mediaRef={media} last={last} loop={loop} onSeek={frames.seek} />
        <div className="mt-1 flex flex-wrap items-center sm:gap-x-1 low:mt-0 low:gap-x-0 @max-[72rem]/player:gap-x-0">
          <StepControls mediaRef={media} frames={frames} second={second} />
          <FrameClock frames={frames} count={playback.frames} last={last} formatTimecode={formatTimecode} />
          <LoopControls loop={loop} />
          <span className={spare}>
            <VolumeControl mediaRef={audible} />
          </span>
          <span className="ml-auto flex items-center sm:gap-1 low:gap-0 @max-[72rem]/player:gap-0">
            {!captions.commands && (
              <ControlsPlaceholder>
                <CaptionsButton shown={false} />
              </ControlsPlaceholder>
            )}
            {end}
            {hasZoomButton ? <PlayerMenu {...menu} /> : <SettingsWithZoom {...menu} zoom={zoom} />}
            {hasZoomButton && <ZoomMenu zoom={zoom} />}
            <SpeedSelect mediaRef={media} />
            <CaptionsControl captions={captions} />
            {props.controls}
            <FullscreenButton full={full} onToggle={toggleFull} />
          </span>
        </div>
        {children}
      </div>
      {listsShortcuts && (
        <PlayerShortcuts
          onClose={() => setListsShortcuts(false)}
          more={[
            ...(captions.commands ? [captionShortcut] : []),
            ...(guides ? [guidesShortcut] : []),
            ...shortcuts,
          ]}
        />
      )}
    </section>
  );
}
