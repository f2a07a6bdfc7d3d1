import { useMemo, useRef, useState, type ReactNode } from "react";

import { classNames } from "../class-names.ts";
import { seekBy, toggleMute, togglePlay } from "./media-commands.ts";
import type { MediaRef } from "./media-state.ts";
import { usePlayerKeys } from "./player-keys.ts";
import { PlayerPicture, type PlayerPictureProps } from "./player-picture.tsx";
import { SeekBar } from "./seek-bar.tsx";
import {
  CaptionsButton,
  FullscreenButton,
  MediaClock,
  PlayButton,
  SpeedSelect,
  VolumeControl,
} from "./transport.tsx";
import { useFullscreen } from "./use-fullscreen.ts";
import { useShuttle } from "./use-shuttle.ts";

interface PlayerProps extends Omit<PlayerPictureProps, "mediaRef" | "children"> {
  /** Gives access to the video element. */
  mediaRef?: MediaRef;
  /** Scope of the keyboard shortcuts: inside the player (default) or the whole page. */
  keys?: "player" | "page";
  /** Controls at the right end of the bar. */
  end?: ReactNode;
  className?: string;
}

const smallStep = 5;
const bigStep = 15;

/**
 * A complete player. Custom players combine its parts: `PlayerPicture`, `SeekBar`, the controls of `transport.tsx`,
 * `useShuttle` and `usePlayerKeys`.
 */
export function Player({ mediaRef: outerRef, keys = "player", end, className, ...picture }: PlayerProps) {
  const ownRef = useRef<HTMLVideoElement>(null);
  const mediaRef = outerRef ?? ownRef;
  const root = useRef<HTMLElement>(null);
  const { full, toggleFull } = useFullscreen(root);
  const shuttle = useShuttle(mediaRef);
  const [captioned, setCaptioned] = useState(false);
  const commands = useMemo(
    () => ({
      ...shuttle,
      togglePlay: () => togglePlay(mediaRef),
      step: (direction: 1 | -1, big: boolean) => seekBy(mediaRef, direction * (big ? bigStep : smallStep)),
      toggleMute: () => toggleMute(mediaRef),
      toggleFull,
    }),
    [shuttle, mediaRef, toggleFull],
  );
  usePlayerKeys(root, commands, keys);
  return (
    <section
      ref={root}
      data-arrow-keys
      aria-label={`Player: ${picture.title}`}
      data-theme={full ? "dark" : undefined}
      className={classNames(
        "flex flex-col text-ink",
        full && "justify-between bg-picture [--player-height:calc(100dvh-5.5rem)]",
        className,
      )}
    >
      <PlayerPicture {...picture} captions={captioned ? picture.captions : undefined} mediaRef={mediaRef} />
      <div className={classNames("pt-1", full && "px-4 pb-2")}>
        <SeekBar mediaRef={mediaRef} />
        <div className="flex flex-wrap items-center gap-1">
          <PlayButton mediaRef={mediaRef} />
          <VolumeControl mediaRef={mediaRef} />
          <MediaClock mediaRef={mediaRef} />
          <span className="ml-auto flex items-center gap-1">
            {end}
            {picture.captions && (
              <CaptionsButton shown={captioned} onToggle={() => setCaptioned(!captioned)} />
            )}
            <SpeedSelect mediaRef={mediaRef} />
            <FullscreenButton full={full} onToggle={toggleFull} />
          </span>
        </div>
      </div>
    </section>
  );
}
