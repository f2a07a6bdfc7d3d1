import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";

import { classNames } from "#ui/class-names.ts";
import { toggleMute, togglePlay } from "#ui/player/media-commands.ts";
import { usePlayerKeys } from "#ui/player/player-keys.ts";
import { PlayerPicture } from "#ui/player/player-picture.tsx";
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
import { framesPerSecond } from "../rules/frames.ts";
import { Format, FrameClock, Preparing, qualities, QualityNote } from "./player-details.tsx";
import type { TimelineMark } from "./timeline-marks.tsx";
import { Timeline } from "./timeline.tsx";
import { useFrames } from "./use-frames.ts";
import { usePlaybackPosition } from "./use-playback-position.ts";
import { usePlaylist } from "./use-playlist.ts";
import { type QualityChoice, useQualityChoice } from "./use-quality-choice.ts";
import { useSlowConnection } from "./use-slow-connection.ts";
import { useStableUrl } from "./use-stable-url.ts";

/** Controls a `VideoPlayer`. Frames are counted from 0. */
export interface VideoPlayerHandle {
  /** Pauses and seeks to a frame, clamped to the video. */
  seek: (frame: number) => void;
  pause: () => void;
  /** The displayed frame or, while a seek is in progress, the one being sought. */
  currentFrame: () => number;
}

interface VideoPlayerProps {
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
  /** Called with each displayed frame, also during playback: at up to the frame rate. */
  onFrame?: ((frame: number) => void) | undefined;
  /** The element shown in full screen instead of the player alone, such as the player with a panel beside it. */
  stage?: RefObject<HTMLElement | null>;
}

const noMarks: readonly TimelineMark[] = [];

/**
 * Plays a video, the same one until it is unmounted, with frame accuracy: its file, or else the rendition that is still being encoded. Keyboard shortcuts work
 * on the whole page: space, J K L, arrow keys for frames, with Shift for seconds, M, F.
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
  useImperativeHandle(ref, () => ({ seek, currentFrame: current, pause: () => media.current?.pause() }), [
    seek,
    current,
  ]);
  useEffect(() => {
    if (!onFrame) return;
    const report = () => {
      const frame = displayed();
      if (frame !== null) onFrame(frame);
    };
    report();
    return subscribe(report);
  }, [subscribe, displayed, onFrame]);
  const { full, toggleFull } = useFullscreen(stage ?? root);
  const shuttle = useShuttle(media);
  const commands = useMemo(
    () => ({
      ...shuttle,
      togglePlay: () => togglePlay(media),
      step: (direction: 1 | -1, big: boolean) =>
        frames.step(direction * (big && rate ? framesPerSecond(rate) : 1)),
      toggleMute: () => toggleMute(media),
      toggleFull,
    }),
    [shuttle, frames, rate, toggleFull],
  );
  usePlayerKeys(root, commands, "page");
  useBlurSliders(root);
  return (
    <section
      ref={root}
      aria-label={`Player: ${title}`}
      data-theme={full ? "dark" : undefined}
      className={classNames(
        "flex flex-col text-ink",
        full && "justify-between bg-picture [--player-height:calc(100dvh-8rem)]",
      )}
    >
      <PlayerPicture
        mediaRef={media}
        src={file.url ?? undefined}
        poster={posterUrl ?? undefined}
        title={title}
        onError={file.renewIfOld}
        onRetry={file.renew}
        {...(width && height && { aspect: width / height })}
      >
        {overlay}
      </PlayerPicture>
      <div className={classNames("pt-2", full && "px-4 pb-2")}>
        <Timeline
          mediaRef={media}
          playback={playback}
          times={times}
          marks={props.marks ?? noMarks}
          onSelectMark={props.onSelectMark}
        />
        <div className="mt-1 flex flex-wrap items-center gap-x-1">
          <PlayButton mediaRef={media} />
          <VolumeControl mediaRef={media} />
          {rate ? (
            <FrameClock frames={frames} count={playback.frames} rate={rate} />
          ) : (
            <MediaClock mediaRef={media} />
          )}
          <span className="ml-auto flex items-center gap-1">
            {rate && <Format rate={rate} width={width} height={height} />}
            {lightUrl && (
              <PlayerSelect label="Quality" value={quality} options={qualities} onChange={choose} />
            )}
            <SpeedSelect mediaRef={media} />
            <FullscreenButton full={full} onToggle={toggleFull} />
          </span>
        </div>
        {!fileUrl && playlistUrl && <Preparing share={playback.prepared} />}
        {lightUrl && <QualityNote quality={quality} isSlow={isSlow} onChoose={choose} />}
      </div>
    </section>
  );
}

/** Removes the focus from a slider after pointer use, so that the arrow keys step by frames again. */
function useBlurSliders(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = root.current;
    const blur = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === "range") target.blur();
    };
    section?.addEventListener("pointerup", blur);
    return () => section?.removeEventListener("pointerup", blur);
  }, [root]);
}
