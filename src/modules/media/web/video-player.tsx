import { type RefObject, useEffect, useMemo, useRef } from "react";

import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { formatPercent } from "#ui/format.ts";
import { seekBy, toggleMute, togglePlay } from "#ui/player/media-commands.ts";
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
import { dropsFrames, type Rate, rateName, timecode } from "../rules/frames.ts";
import { Timeline } from "./timeline.tsx";
import { useFrame } from "./use-frame.ts";
import { usePlaybackPosition } from "./use-playback-position.ts";
import { usePlaylist } from "./use-playlist.ts";
import { type QualityChoice, useQualityChoice } from "./use-quality-choice.ts";
import { useSlowConnection } from "./use-slow-connection.ts";
import { useStableUrl } from "./use-stable-url.ts";

interface VideoPlayerProps {
  playback: Playback;
  title: string;
  /** Refetches the playback: URLs may have expired, or the rendition may have been replaced. */
  onRefresh: () => void;
}

/**
 * Plays a video with frame accuracy: its file, or else the rendition that is still being encoded. Keyboard shortcuts work
 * on the whole page: space, J K L, arrow keys for frames, with Shift for seconds, M, F.
 */
export function VideoPlayer({ playback, title, onRefresh }: VideoPlayerProps) {
  const media = useRef<HTMLVideoElement>(null);
  const root = useRef<HTMLElement>(null);
  const { fileUrl, lightUrl, playlistUrl, posterUrl, videoId, width, height, rate } = playback;
  const [choice, choose] = useQualityChoice();
  const quality: QualityChoice = lightUrl === null ? "full" : choice;
  const file = useStableUrl(quality === "light" ? lightUrl : fileUrl, `${videoId} ${quality}`, onRefresh);
  const playlist = useStableUrl(playlistUrl, videoId, onRefresh);
  usePlaylist(media, file.url ? null : playlist.url, playlist.renewIfOld);
  const startSeconds = quality === "light" ? 0 : playback.startSeconds;
  usePlaybackPosition(media, file.url, startSeconds);
  const isSlow = useSlowConnection(media, file.url);
  const times = useMemo(() => rate && { rate, startSeconds }, [rate, startSeconds]);
  const { frame, stepFrames } = useFrame(media, times, playback.frames);
  const { full, toggleFull } = useFullscreen(root);
  const shuttle = useShuttle(media);
  const commands = useMemo(
    () => ({
      ...shuttle,
      togglePlay: () => togglePlay(media),
      step: (direction: 1 | -1, big: boolean) => (big ? seekBy(media, direction) : stepFrames(direction)),
      toggleMute: () => toggleMute(media),
      toggleFull,
    }),
    [shuttle, stepFrames, toggleFull],
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
      />
      <div className={classNames("pt-2", full && "px-4 pb-2")}>
        <Timeline mediaRef={media} playback={playback} startSeconds={startSeconds} />
        <div className="mt-1 flex flex-wrap items-center gap-x-1">
          <PlayButton mediaRef={media} />
          <VolumeControl mediaRef={media} />
          {rate ? (
            <FrameClock frame={frame} frames={playback.frames} rate={rate} />
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

function FrameClock({ frame, frames, rate }: { frame: number; frames: number | null; rate: Rate }) {
  return (
    <span className="flex min-w-0 flex-1 basis-32 flex-wrap items-baseline gap-x-3">
      <span className="numerals text-xl">{timecode(frame, rate)}</span>
      <span className="numerals text-sm text-soft">
        frame {frame.toLocaleString("en-US")}
        {frames !== null && ` of ${frames.toLocaleString("en-US")}`}
      </span>
    </span>
  );
}

/** Frame rate and resolution of the original. */
function Format({ rate, width, height }: { rate: Rate } & Pick<Playback, "width" | "height">) {
  return (
    <span className="numerals hidden text-sm text-soft md:inline">
      {rateName(rate)}
      {dropsFrames(rate) ? "" : " fps"}
      {width && height ? `, ${Math.min(width, height)}p` : ""}
    </span>
  );
}

const qualities = [
  { value: "full", label: "Full quality" },
  { value: "light", label: "Light version" },
] as const;

interface QualityNoteProps {
  quality: QualityChoice;
  isSlow: boolean;
  onChoose: (choice: QualityChoice) => void;
}

/** Offers the light version where the connection is too slow, and states when it is played. */
function QualityNote({ quality, isSlow, onChoose }: QualityNoteProps) {
  const light = quality === "light";
  const shown = light || isSlow;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <output className="text-sm text-soft">
        {light && "You are watching the light version: every frame, with less detail."}
        {!light &&
          isSlow &&
          "Your connection is too slow for full quality. The light version has the same frames."}
      </output>
      {shown && (
        <Button size="small" onClick={() => onChoose(light ? "full" : "light")}>
          {light ? "Watch in full quality" : "Watch the light version"}
        </Button>
      )}
    </div>
  );
}

function Preparing({ share }: { share: number }) {
  return (
    <p className="numerals mt-1 text-sm text-soft">
      Preparing {formatPercent(share * 100)}. You can watch the part that is ready.
    </p>
  );
}
