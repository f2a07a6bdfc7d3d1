import { Keyboard } from "lucide-react";
import {
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";

import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { toggleMute, togglePlay } from "#ui/player/media-commands.ts";
import { usePlayerKeys } from "#ui/player/player-keys.ts";
import { PlayerPicture } from "#ui/player/player-picture.tsx";
import type { Shortcut } from "#ui/player/shortcut-list.tsx";
import {
  FullscreenButton,
  MediaClock,
  PlayButton,
  PlayerSelect,
  SpeedSelect,
  VolumeControl,
} from "#ui/player/transport.tsx";
import { useFullscreen } from "#ui/player/use-fullscreen.ts";
import { useShuttle } from "#ui/player/use-shuttle.ts";

import type { Playback } from "../contract.ts";
import { type FrameRange, framesPerSecond, lastFrame } from "../rules/frames.ts";
import { LoopControls, StepControls } from "./frame-controls.tsx";
import { Format, FrameClock, Preparing, qualities, QualityNote } from "./player-details.tsx";
import type { TimelineChapter } from "./timeline-chapters.tsx";
import type { TimelineMark } from "./timeline-marks.tsx";
import { Timeline } from "./timeline.tsx";
import { useBlurSliders } from "./use-blur-sliders.ts";
import { useFrames } from "./use-frames.ts";
import { useLoop } from "./use-loop.ts";
import { usePlaybackPosition } from "./use-playback-position.ts";
import { usePlaylist } from "./use-playlist.ts";
import { type QualityChoice, useQualityChoice } from "./use-quality-choice.ts";
import { useSlowConnection } from "./use-slow-connection.ts";
import { useStableUrl } from "./use-stable-url.ts";
import { timecodeSources, useTimecode } from "./use-timecode.ts";

/** Controls a `VideoPlayer`. Frames are counted from 0. */
export interface VideoPlayerHandle {
  /** Pauses and seeks to a frame, clamped to the video. */
  seek: (frame: number) => void;
  pause: () => void;
  /** The displayed frame or, while a seek is in progress, the one being sought. */
  currentFrame: () => number;
  /** Sets or clears the loop. */
  loop: (range: FrameRange | null) => void;
}

export interface VideoPlayerProps {
  playback: Playback;
  title: string;
  /** Refetches the playback: URLs may have expired, or the rendition may have been replaced. */
  onRefresh: () => void;
  ref?: Ref<VideoPlayerHandle>;
  /** The frame to start at, and to seek to when it changes. */
  startFrame?: number | undefined;
  /** Rendered over the picture with exactly its area at every size, also in full screen. */
  overlay?: ReactNode;
  /** Points and ranges below the timeline. Keep the array while nothing changes. */
  marks?: readonly TimelineMark[] | undefined;
  onSelectMark?: ((id: string) => void) | undefined;
  /** Shown below the timeline. */
  chapters?: readonly TimelineChapter[] | undefined;
  /** Called with each displayed frame, also during playback: at up to the frame rate. */
  onFrame?: ((frame: number) => void) | undefined;
  /** Called with the loop that the user sets with I, O and its handles, or null when it is cleared. */
  onLoop?: ((range: FrameRange | null) => void) | undefined;
  /** Further controls before that of the full screen. */
  controls?: ReactNode;
  /** Shortcuts of other components for the list of shortcuts. */
  shortcuts?: readonly Shortcut[] | undefined;
  /** The element shown in full screen instead of the player alone, such as the player with a panel beside it. */
  stage?: RefObject<HTMLElement | null>;
}

const PlayerShortcuts = lazy(async () => ({
  default: (await import("./player-shortcuts.tsx")).PlayerShortcuts,
}));

const noMarks: readonly TimelineMark[] = [];

/**
 * Plays a video, the same one until it is unmounted, with frame accuracy: its file, or else the rendition that is still being encoded. Keyboard shortcuts work
 * on the whole page (`player-shortcuts.tsx`).
 */
export function VideoPlayer(props: VideoPlayerProps) {
  const { playback, title, onRefresh, ref, startFrame = 0, overlay, onFrame, stage } = props;
  const media = useRef<HTMLVideoElement>(null);
  const root = useRef<HTMLElement>(null);
  const { fileUrl, lightUrl, playlistUrl, posterUrl, videoId, width, height, rate } = playback;
  const [choice, choose] = useQualityChoice();
  const quality: QualityChoice = lightUrl === null ? "full" : choice;
  const file = useStableUrl(quality === "light" ? lightUrl : fileUrl, `${videoId} ${quality}`, onRefresh);
  const playlist = useStableUrl(playlistUrl, videoId, onRefresh);
  const startSeconds = quality === "light" ? 0 : playback.startSeconds;
  const times = useMemo(() => rate && { rate, startSeconds }, [rate, startSeconds]);
  const { timecodeOf, ...timecodes } = useTimecode(playback);
  const frames = useFrames(media, times, playback.frames);
  const { seek, current, subscribe, displayed } = frames;
  const isKnown = times !== null;
  const latestSeek = useRef(seek);
  useEffect(() => {
    latestSeek.current = seek;
  }, [seek]);
  useEffect(() => {
    if (isKnown) latestSeek.current(startFrame);
  }, [isKnown, startFrame]);
  usePlaylist(media, file.url ? null : playlist.url, playlist.renewIfOld);
  usePlaybackPosition(media, file.url, startSeconds);
  const isSlow = useSlowConnection(media, file.url);
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    const report = () => {
      const frame = displayed();
      if (frame === null) return;
      if (frame !== startFrame) setMoved(true);
      onFrame?.(frame);
    };
    report();
    return subscribe(report);
  }, [subscribe, displayed, startFrame, onFrame]);
  const last = lastFrame(playback);
  const loop = useLoop(media, frames, last, props.onLoop);
  const { change } = loop;
  useImperativeHandle(
    ref,
    () => ({ seek, currentFrame: current, pause: () => media.current?.pause(), loop: change }),
    [seek, current, change],
  );
  const { full, toggleFull } = useFullscreen(stage ?? root);
  const [listsShortcuts, setListsShortcuts] = useState(false);
  const shuttle = useShuttle(media);
  const commands = useMemo(
    () => ({
      ...shuttle,
      togglePlay: () => togglePlay(media),
      step: (direction: 1 | -1, big: boolean) =>
        frames.step(direction * (big && rate ? framesPerSecond(rate) : 1)),
      toStart: () => seek(0),
      toEnd: () => seek(last),
      startLoop: loop.start,
      endLoop: loop.end,
      clearLoop: loop.clear,
      toggleMute: () => toggleMute(media),
      toggleFull,
      showShortcuts: () => setListsShortcuts(true),
    }),
    [shuttle, frames, seek, last, rate, loop.start, loop.end, loop.clear, toggleFull],
  );
  usePlayerKeys(root, commands, "page");
  useBlurSliders(root);
  return (
    <section
      ref={root}
      aria-label={`Player: ${title}`}
      data-theme={full ? "dark" : undefined}
      className={classNames(
        "flex flex-col text-ink wide:min-h-0 wide:flex-1",
        full && "bg-picture md:min-h-0 md:flex-1",
      )}
    >
      <PlayerPicture
        mediaRef={media}
        src={file.url ?? undefined}
        poster={posterUrl ?? undefined}
        title={title}
        isMoved={isMoved}
        onError={file.renewIfOld}
        onRetry={file.renew}
        className={classNames(fillsWide, full && fillsFull)}
        {...(width && height && { aspect: width / height })}
      >
        {overlay}
      </PlayerPicture>
      <div data-player-controls className="pt-2">
        <Timeline
          mediaRef={media}
          playback={playback}
          times={times}
          timecodeOf={timecodeOf}
          marks={props.marks ?? noMarks}
          onSelectMark={props.onSelectMark}
          chapters={props.chapters}
          loop={loop}
          last={last}
          onSeek={seek}
        />
        <div className="mt-1 flex flex-wrap items-center gap-x-1">
          {rate ? (
            <>
              <StepControls mediaRef={media} frames={frames} second={framesPerSecond(rate)} />
              <FrameClock frames={frames} count={playback.frames} timecodeOf={timecodeOf} />
              <LoopControls loop={loop} />
            </>
          ) : (
            <>
              <PlayButton mediaRef={media} />
              <MediaClock mediaRef={media} />
            </>
          )}
          <VolumeControl mediaRef={media} />
          <span className="ml-auto flex items-center gap-1">
            {rate && <Format rate={rate} width={width} height={height} />}
            {playback.startTimecode !== null && (
              <PlayerSelect
                label="Timecode"
                value={timecodes.source}
                options={timecodeSources}
                onChange={timecodes.choose}
              />
            )}
            {lightUrl && (
              <PlayerSelect label="Quality" value={quality} options={qualities} onChange={choose} />
            )}
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
        {!fileUrl && playlistUrl && <Preparing share={playback.prepared} />}
        {lightUrl && <QualityNote quality={quality} isSlow={isSlow} onChoose={choose} />}
      </div>
      <Suspense>
        {listsShortcuts && (
          <PlayerShortcuts onClose={() => setListsShortcuts(false)} more={props.shortcuts ?? []} />
        )}
      </Suspense>
    </section>
  );
}

const fillsWide = "wide:min-h-64 wide:flex-1 wide:[--player-height:100cqh] wide:[container-type:size]";
const fillsFull = "md:min-h-40 md:flex-1 md:[--player-height:100cqh] md:[container-type:size]";
