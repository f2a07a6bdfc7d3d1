import { type Ref, type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";

import type { FrameRange, FrameTimes } from "#modules/media/rules/frames.ts";
import { classNames } from "#ui/class-names.ts";
import { toggleMute, togglePlay } from "#ui/player/media-commands.ts";
import type { MediaRef, SoundRef } from "#ui/player/media-state.ts";
import { type PlayerCommands, usePlayerKeys } from "#ui/player/player-keys.ts";
import { useFullscreen } from "#ui/player/use-fullscreen.ts";
import { useShuttle } from "#ui/player/use-shuttle.ts";

import { useBlurSliders } from "../playback/use-blur-sliders.ts";
import { type Loop, useLoop } from "../playback/use-loop.ts";
import type { Frames } from "./use-frames.ts";

/** Controls a `VideoPlayer`. Frames are counted from 0. */
export interface VideoPlayerHandle {
  /** Pauses and seeks to a frame, clamped to the video. */
  seek: (frame: number) => void;
  pause: () => void;
  /** The displayed frame or, while a seek is in progress, the one being sought. */
  currentFrame: () => number;
  /** Sets or clears the loop. */
  loop: (range: FrameRange | null) => void;
  /** Starts or ends the loop at the displayed frame. */
  startLoop: () => void;
  endLoop: () => void;
}

/** A player with its video, for what controls it more closely. */
export interface ControlledPlayer extends VideoPlayerHandle {
  video: PlayedVideo;
}

/** A video in a player. */
export interface PlayedVideo {
  media: MediaRef;
  /** The element whose sound is muted. */
  audible: SoundRef;
  frames: Frames;
  /** Null while the rate is unknown. */
  times: FrameTimes | null;
  /** Number of the last frame. */
  last: number;
}

interface ControlledVideo extends PlayedVideo {
  /** Frames of a second; 1 while the rate is unknown. */
  second: number;
}

interface PlayerControlsOptions {
  ref: Ref<ControlledPlayer> | undefined;
  /** Shown in full screen instead of the player alone. */
  stage: RefObject<HTMLElement | null> | undefined;
  onFrame: ((frame: number) => void) | undefined;
  onLoop: ((range: FrameRange | null) => void) | undefined;
  /** Further commands by key; stays the same between renders. */
  more?: PlayerCommands["more"] | undefined;
}

export interface PlayerControls {
  video: ControlledVideo;
  root: RefObject<HTMLElement | null>;
  loop: Loop;
  full: boolean;
  /** Gives the picture the space of the player. */
  pictureClass: string;
  toggleFull: () => void;
  /** Whether the list of shortcuts is open. */
  listsShortcuts: boolean;
  setListsShortcuts: (open: boolean) => void;
}

/** Keyboard shortcuts, loop, full screen and handle of a player; reports displayed frames. */
export function usePlayerControls(video: ControlledVideo, options: PlayerControlsOptions): PlayerControls {
  const { media, audible, frames, times, last, second } = video;
  const { ref, stage, onFrame, onLoop, more } = options;
  const root = useRef<HTMLElement>(null);
  const { seek, current, subscribe, displayed } = frames;
  useEffect(() => {
    const report = () => {
      const frame = displayed();
      if (frame !== null) onFrame?.(frame);
    };
    report();
    return subscribe(report);
  }, [subscribe, displayed, onFrame]);
  const loop = useLoop(media, frames, last, onLoop);
  const { change, start, end } = loop;
  useImperativeHandle(
    ref,
    () => ({
      seek,
      currentFrame: current,
      pause: () => media.current?.pause(),
      loop: change,
      startLoop: start,
      endLoop: end,
      video: { media, audible, frames, times, last },
    }),
    [seek, current, change, start, end, media, audible, frames, times, last],
  );
  const { full, toggleFull } = useFullscreen(stage ?? root);
  const [listsShortcuts, setListsShortcuts] = useState(false);
  const shuttle = useShuttle(media);
  const commands = useMemo(
    () => ({
      ...shuttle,
      togglePlay: () => togglePlay(media),
      step: (direction: 1 | -1, big: boolean) => frames.step(direction * (big ? second : 1)),
      toStart: () => seek(0),
      toEnd: () => seek(last),
      startLoop: loop.start,
      endLoop: loop.end,
      clearLoop: loop.clear,
      toggleMute: () => toggleMute(audible),
      toggleFull,
      showShortcuts: () => setListsShortcuts(true),
      ...(more && { more }),
    }),
    [shuttle, media, audible, frames, second, seek, last, loop.start, loop.end, loop.clear, toggleFull, more],
  );
  usePlayerKeys(root, commands, "page");
  useBlurSliders(root);
  const pictureClass = classNames(fillsWide, full && fillsFull);
  return { video, root, loop, full, pictureClass, toggleFull, listsShortcuts, setListsShortcuts };
}

const fillsWide =
  "beside:min-h-48 low:min-h-40 beside:flex-1 beside:[--player-height:100cqh] beside:[container-type:size] wide:min-h-64";
const fillsFull = "md:min-h-40 md:flex-1 md:[--player-height:100cqh] md:[container-type:size]";
