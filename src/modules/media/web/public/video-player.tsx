import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";

import type { Playback } from "#modules/media/contract/videos.ts";
import { type FrameRange, framesPerSecond, type FrameTimes, lastFrame } from "#modules/media/rules/frames.ts";
import { PlayerPicture } from "#ui/player/player-picture.tsx";
import type { Shortcut } from "#ui/player/shortcut-list.tsx";

import { Format, Preparing, qualities, QualityNote } from "../playback/player-details.tsx";
import { QualitySwitchPicture } from "../playback/quality-switch-picture.tsx";
import { StepPicture } from "../playback/step-picture.tsx";
import { useFrameItems } from "../playback/use-frame-items.ts";
import { type QualityChoice, useQualityChoice } from "../playback/use-quality-choice.ts";
import { useSlowConnection } from "../playback/use-slow-connection.ts";
import { ConversionNote, ConversionOffer, useConversionProgress } from "../preparation/conversion.tsx";
import { GuidesView } from "./guides-view.tsx";
import { Minimap } from "./minimap.tsx";
import { playerSetting } from "./player-menu.tsx";
import { PlayerSection } from "./player-section.tsx";
import type { TimelineChapter } from "./timeline-chapters.tsx";
import type { TimelineMark } from "./timeline-marks.tsx";
import { useCaptions } from "./use-captions.ts";
import { useFrames } from "./use-frames.ts";
import { type GuidesChoice, useGuides } from "./use-guides.ts";
import { loudnessSetting, type LoudnessDisplay } from "./use-loudness-choice.ts";
import { usePlaybackPosition } from "./use-playback-position.ts";
import { type ControlledPlayer, usePlayerControls } from "./use-player-controls.ts";
import { usePlaylist } from "./use-playlist.ts";
import { useSounds } from "./use-sounds.tsx";
import { useStableUrl } from "./use-stable-url.ts";
import { timecodeSources, useTimecode } from "./use-timecode.ts";
import { useZoom } from "./use-zoom.ts";
import { useIsZoomed, type ViewControl } from "./view-control.ts";

export interface VideoPlayerProps {
  playback: Playback;
  title: string;
  /** Refetches the playback: URLs may have expired, or the rendition may have been replaced. */
  onRefresh: () => void;
  /** Has the video converted where this browser can't play it; undefined where it can't be. */
  onConvert?: (() => Promise<unknown>) | undefined;
  ref?: Ref<ControlledPlayer>;
  /** The frame to start at, and to seek to when it changes. */
  startFrame?: number | undefined;
  view: ViewControl;
  /** In the coordinates of the picture, with which it is enlarged; what takes the pointer has `pointer-events-auto`. */
  overlay?: ReactNode;
  /** Over the picture and `overlay`, of the size of the frame, or of the player while the picture is enlarged. */
  screenOverlay?: ReactNode;
  /** Lines over the picture, below the overlay; undefined where none can be chosen. */
  guides?: GuidesChoice | undefined;
  /** Points and ranges in a lane below the timeline; undefined for no lane. Keep the array while nothing changes. */
  marks?: readonly TimelineMark[] | undefined;
  onSelectMark?: ((id: string) => void) | undefined;
  /** Measured ranges in a lane of their own; undefined for no lane. */
  ranges?: readonly TimelineMark[] | undefined;
  onSelectRange?: ((id: string) => void) | undefined;
  /** The loudness below the timeline, which the user shows and hides. */
  loudness?: LoudnessDisplay | undefined;
  /** Shown below the timeline. */
  chapters?: readonly TimelineChapter[] | undefined;
  /** Renders controls over the timeline, at positions of frames in percent. */
  renderOnTimeline?: ((toPercent: (frame: number) => number) => ReactNode) | undefined;
  /** Called with each displayed frame, also during playback: at up to the frame rate. */
  onFrame?: ((frame: number) => void) | undefined;
  /** Called with the loop that the user sets with I, O and its handles, or null when it is cleared. */
  onLoop?: ((range: FrameRange | null) => void) | undefined;
  /** Name of files of saved frames, before their timecode; undefined where frames may not be saved. */
  frameName?: string | undefined;
  /** Further controls before that of the full screen. */
  controls?: ReactNode;
  /** Shortcuts of other components for the list of shortcuts. */
  shortcuts?: readonly Shortcut[] | undefined;
  /** The element shown in full screen instead of the player alone, such as the player with a panel beside it. */
  stage?: RefObject<HTMLElement | null>;
}

/**
 * Plays a video, the same one until it is unmounted, with frame accuracy: its file, or else the rendition that is still
 * being encoded. Before either of them exists, all parts are in their places already. Keyboard shortcuts work on the whole
 * page (`player-shortcuts.tsx`).
 */
export function VideoPlayer(props: VideoPlayerProps) {
  const {
    playback,
    title,
    onRefresh,
    onConvert,
    ref,
    startFrame = 0,
    view,
    onFrame,
    stage,
    loudness,
  } = props;
  const media = useRef<HTMLVideoElement>(null);
  const { fileUrl, lightUrl, playlistUrl, posterUrl, videoId, width, height, rate } = playback;
  const { isOriginal, conversion } = playback;
  const [choice, choose] = useQualityChoice();
  const isZoomed = useIsZoomed(view);
  // The light rendition lacks the details for which the picture is enlarged.
  const quality: QualityChoice = lightUrl === null || isZoomed ? "full" : choice;
  // A converted video is played by its rendition at once, whose frames are at other times.
  const played = `${videoId} ${quality} ${isOriginal ? "original" : "rendition"}`;
  const file = useStableUrl(quality === "light" ? lightUrl : fileUrl, played, onRefresh);
  useConversionProgress(conversion, onRefresh);
  const playlist = useStableUrl(playlistUrl, videoId, onRefresh);
  const startSeconds = quality === "light" ? 0 : playback.startSeconds;
  const times = useFrameTimes(rate, startSeconds);
  const { formatTimecode, ...timecodes } = useTimecode(playback);
  const frames = useFrames(media, times, playback.frames);
  const { seek } = frames;
  const zoom = useZoom({ control: view, sourceWidth: width, media, frames });
  useStartFrame(media, { seek, isKnown: times !== null, startFrame });
  usePlaylist(media, file.url ? null : playlist.url, playlist.renewIfOld);
  usePlaybackPosition(media, file.url, startSeconds);
  const isSlow = useSlowConnection(media, file.url);
  const [isMoved, setMoved] = useState(false);
  const reportFrame = useCallback(
    (frame: number) => {
      if (frame !== startFrame) setMoved(true);
      onFrame?.(frame);
    },
    [startFrame, onFrame],
  );
  const captions = useCaptions(playback.captions, startSeconds);
  const sound = useSounds({ playback, media, startSeconds, onRefresh });
  const second = rate ? framesPerSecond(rate) : 1;
  const aspect = width && height ? width / height : 16 / 9;
  const guides = useGuides(props.guides, aspect);
  const more = useMemo(
    () => ({ ...zoom.commands, ...captions.commands, ...guides?.commands }),
    [zoom, captions.commands, guides?.commands],
  );
  const player = usePlayerControls(
    { media, audible: sound.audible, frames, times, last: lastFrame(playback), second },
    { ref, stage, onFrame: reportFrame, onLoop: props.onLoop, more },
  );
  const frameItems = useFrameItems({
    name: props.frameName,
    url: fileUrl,
    times: rate && { rate, startSeconds: playback.startSeconds },
    frames,
    root: player.root,
    formatTimecode,
    onError: onRefresh,
  });
  const settings = [
    playerSetting(
      "Quality",
      lightUrl === null ? "full" : choice,
      lightUrl === null ? qualities.slice(0, 1) : qualities,
      choose,
    ),
    ...(playback.startTimecode === null
      ? []
      : [playerSetting("Timecode", timecodes.source, timecodeSources, timecodes.choose)]),
    ...(sound.setting ? [sound.setting] : []),
    ...(loudness ? [loudnessSetting(loudness)] : []),
  ];
  return (
    <PlayerSection
      label={`Player: ${title}`}
      player={player}
      zoom={zoom}
      picture={
        <PlayerPicture
          mediaRef={media}
          src={file.url ?? undefined}
          poster={posterUrl ?? undefined}
          title={title}
          isMoved={isMoved}
          captions={captions.shown}
          onError={file.renewIfOld}
          onRetry={file.renew}
          remedy={
            isOriginal && onConvert && <ConversionOffer conversion={conversion} onConvert={onConvert} />
          }
          className={player.pictureClass}
          frameRef={zoom.attach}
          isZoomed={isZoomed}
          layer={
            <>
              {playback.slowSteps && quality === "full" && lightUrl && rate && (
                <StepPicture mediaRef={media} frames={frames} url={lightUrl} rate={rate} />
              )}
              {lightUrl !== null && choice === "light" && (
                <QualitySwitchPicture mediaRef={media} view={view} />
              )}
              {guides && <GuidesView guides={guides.displayed} aspect={aspect} />}
              {props.overlay}
            </>
          }
          {...(width && height && { aspect: width / height })}
        >
          {sound.element}
          {props.screenOverlay}
          {lightUrl && (
            <QualityNote quality={quality} isSlow={isSlow && choice === "full"} onChoose={choose} />
          )}
          <Minimap zoom={zoom} aspect={aspect} />
        </PlayerPicture>
      }
      timeline={{
        playback,
        times,
        formatTimecode,
        marks: props.marks,
        chapters: props.chapters,
        onSelectMark: props.onSelectMark,
        ranges: props.ranges,
        onSelectRange: props.onSelectRange,
        loudness: loudness?.isShown ? loudness : null,
        renderOver: props.renderOnTimeline,
        note: conversion ? (
          <ConversionNote conversion={conversion} />
        ) : (
          !fileUrl && playlistUrl && <Preparing share={playback.prepared} />
        ),
      }}
      captions={captions}
      actions={frameItems}
      settings={settings}
      guides={guides}
      end={rate && <Format rate={rate} width={width} height={height} />}
      controls={props.controls}
      shortcuts={props.shortcuts}
    />
  );
}

/** Null while the rate is unknown. */
function useFrameTimes(rate: Playback["rate"], startSeconds: number): FrameTimes | null {
  const { num, den } = rate ?? { num: 0, den: 1 };
  // The same while the values are: otherwise another response about the video would forget the displayed frame.
  return useMemo(() => (num > 0 ? { rate: { num, den }, startSeconds } : null), [num, den, startSeconds]);
}

interface Start {
  seek: (frame: number) => void;
  /** Whether the times of the frames are known. */
  isKnown: boolean;
  startFrame: number;
}

/** Seeks to the frame to start at, also when it changes. */
function useStartFrame(
  media: RefObject<HTMLVideoElement | null>,
  { seek, isKnown, startFrame }: Start,
): void {
  const onStart = useEffectEvent(seek);
  useEffect(() => {
    // A video that was started before the scripts ran plays on, unless the URL names a frame.
    const isStarted = startFrame === 0 && media.current?.paused === false;
    if (isKnown && !isStarted) onStart(startFrame);
  }, [media, isKnown, startFrame]);
}
