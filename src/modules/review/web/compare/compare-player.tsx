import { Keyboard, X } from "lucide-react";
import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";

import type { Playback } from "#modules/media/contract.ts";
import { framesPerSecond } from "#modules/media/rules/frames.ts";
import { LoopControls, StepControls } from "#modules/media/web/frame-controls.tsx";
import { FrameClock } from "#modules/media/web/player-details.tsx";
import { PlayerShortcuts } from "#modules/media/web/player-shortcuts.tsx";
import { Timeline } from "#modules/media/web/timeline.tsx";
import { useBlurSliders } from "#modules/media/web/use-blur-sliders.ts";
import { useLoop } from "#modules/media/web/use-loop.ts";
import { useTimecode } from "#modules/media/web/use-timecode.ts";
import type { VideoPlayerProps } from "#modules/media/web/video-player.tsx";
import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { toggleMute, togglePlay } from "#ui/player/media-commands.ts";
import { usePlayerKeys } from "#ui/player/player-keys.ts";
import { FullscreenButton, PlayerSelect, SpeedSelect, VolumeControl } from "#ui/player/transport.tsx";
import { useFullscreen } from "#ui/player/use-fullscreen.ts";
import { useShuttle } from "#ui/player/use-shuttle.ts";
import { useMediaQuery } from "#ui/use-media-query.ts";

import { ModeButtons, OffsetControl } from "./compare-controls.tsx";
import { ComparedPictures } from "./compared-pictures.tsx";
import { compareShortcuts, type Mode, modes } from "./modes.ts";
import { useComparedFile } from "./use-compared-file.ts";
import { useFollowing } from "./use-following.ts";

interface ComparePlayerProps extends VideoPlayerProps {
  /** Number of the version of `playback`. */
  version: number;
  /** The version it is compared with. */
  other: { version: number; playback: Playback };
  /** The frame that was displayed before the versions were compared; null if there was none. */
  position: RefObject<number | null>;
  onClose: () => void;
}

const noMarks: NonNullable<VideoPlayerProps["marks"]> = [];

/**
 * Plays two versions in step. Timeline, marks, loop and `ref` are those of the reviewed version; the other one shows the
 * frame at the same time, moved by an offset in its frames.
 */
export function ComparePlayer(props: ComparePlayerProps) {
  const { playback, version, other, title, onRefresh, position, onClose } = props;
  const { ref, startFrame = 0, stage, onFrame } = props;
  const root = useRef<HTMLElement>(null);
  const shown = useComparedFile(playback, onRefresh);
  const compared = useComparedFile(other.playback, onRefresh);
  const { media, frames, times, last } = shown.video;
  const { timecodeOf } = useTimecode(playback);
  const [offset, setOffset] = useState(0);
  useFollowing(shown.video, compared.video, offset);
  const isWide = useMediaQuery("(min-width: 720px)");
  const [chosen, setMode] = useState<Mode>("side");
  const mode = chosen === "side" && !isWide ? "wipe" : chosen;
  const [wipe, setWipe] = useState(50);
  const [showsOther, setShowsOther] = useState(false);
  const [heard, setHeard] = useState<"shown" | "other">("shown");
  const audible = heard === "shown" ? media : compared.video.media;
  const { seek, current, subscribe, displayed } = frames;
  useEffect(() => {
    seek(startFrame);
  }, [seek, startFrame]);
  useEffect(() => {
    if (position.current !== null) seek(position.current);
  }, [seek, position]);
  useEffect(() => {
    const report = () => {
      const frame = displayed();
      if (frame !== null) onFrame?.(frame);
    };
    report();
    return subscribe(report);
  }, [subscribe, displayed, onFrame]);
  const loop = useLoop(media, frames, last, props.onLoop);
  const { change } = loop;
  useImperativeHandle(
    ref,
    () => ({ seek, currentFrame: current, pause: () => media.current?.pause(), loop: change }),
    [seek, current, change, media],
  );
  const { full, toggleFull } = useFullscreen(stage ?? root);
  const [listsShortcuts, setListsShortcuts] = useState(false);
  const shuttle = useShuttle(media);
  const second = framesPerSecond(times.rate);
  const hear = (next: "shown" | "other") => {
    const [from, to] = [audible.current, (next === "shown" ? media : compared.video.media).current];
    if (from && to && from !== to) {
      to.volume = from.volume;
      to.muted = from.muted;
      from.muted = true;
    }
    setHeard(next);
  };
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
      more: {
        ...Object.fromEntries(modes.map(({ value }, index) => [String(index + 1), () => setMode(value)])),
        v: () => {
          setMode("toggle");
          setShowsOther((before) => !before);
        },
        "[": () => setOffset((before) => before - 1),
        "]": () => setOffset((before) => before + 1),
      },
    }),
    [shuttle, media, frames, second, seek, last, loop.start, loop.end, loop.clear, audible, toggleFull],
  );
  usePlayerKeys(root, commands, "page");
  useBlurSliders(root);
  return (
    <section
      ref={root}
      aria-label={`Comparison: ${title}`}
      data-theme={full ? "dark" : undefined}
      className={classNames(
        "flex flex-col text-ink wide:min-h-0 wide:flex-1",
        full && "bg-picture md:min-h-0 md:flex-1",
      )}
    >
      <ComparedPictures
        mode={mode}
        shown={{ ...shown, media, frames, version }}
        other={{ ...compared, ...compared.video, version: other.version }}
        title={title}
        aspect={playback.width && playback.height ? playback.width / playback.height : 16 / 9}
        wipe={wipe}
        onWipe={setWipe}
        showsOther={showsOther}
        overlay={props.overlay}
        className={classNames(fillsWide, full && fillsFull)}
      />
      <div data-player-controls className="pt-2">
        <Timeline
          mediaRef={media}
          playback={playback}
          times={times}
          timecodeOf={timecodeOf}
          marks={props.marks ?? noMarks}
          onSelectMark={props.onSelectMark}
          loop={loop}
          last={last}
          onSeek={seek}
        />
        <div className="mt-1 flex flex-wrap items-center gap-x-1">
          <StepControls mediaRef={media} frames={frames} second={second} />
          <FrameClock frames={frames} count={playback.frames} timecodeOf={timecodeOf} />
          <LoopControls loop={loop} />
          <VolumeControl mediaRef={audible} />
          <span className="ml-auto flex items-center gap-1">
            <SpeedSelect mediaRef={media} />
            <IconButton
              label="Keyboard shortcuts"
              icon={<Keyboard className="size-5" />}
              onClick={() => setListsShortcuts(true)}
              className="pointer-coarse:hidden"
            />
            {props.controls}
            <FullscreenButton full={full} onToggle={toggleFull} />
          </span>
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
          <ModeButtons mode={mode} hasSide={isWide} onChoose={setMode} />
          {mode === "toggle" && (
            <button
              type="button"
              onClick={() => setShowsOther(!showsOther)}
              className="numerals min-h-9 rounded-sm border px-3 text-sm enabled-hover:bg-raised pointer-coarse:min-h-11"
            >
              Show v{showsOther ? version : other.version}
            </button>
          )}
          <OffsetControl
            version={other.version}
            offset={offset}
            onMove={(by) => setOffset(offset + by)}
            onReset={() => setOffset(0)}
          />
          <PlayerSelect
            label="Sound"
            value={heard}
            options={[
              { value: "shown", label: `v${version} sound` },
              { value: "other", label: `v${other.version} sound` },
            ]}
            onChange={hear}
          />
          <IconButton
            label="Close the comparison"
            icon={<X className="size-5" />}
            onClick={onClose}
            className="ml-auto"
          />
        </div>
      </div>
      {listsShortcuts && (
        <PlayerShortcuts
          onClose={() => setListsShortcuts(false)}
          more={[...compareShortcuts, ...(props.shortcuts ?? [])]}
        />
      )}
    </section>
  );
}

const fillsWide = "wide:min-h-64 wide:flex-1 wide:[--player-height:100cqh] wide:[container-type:size]";
const fillsFull = "md:min-h-40 md:flex-1 md:[--player-height:100cqh] md:[container-type:size]";
