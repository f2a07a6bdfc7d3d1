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
import { useAddress } from "./use-address.ts";
import { useFrame } from "./use-frame.ts";
import { useKeptPosition } from "./use-kept-position.ts";
import { type PictureChoice, usePictureChoice } from "./use-picture-choice.ts";
import { usePlaylist } from "./use-playlist.ts";
import { useSlowLine } from "./use-slow-line.ts";

interface VideoPlayerProps {
  playback: Playback;
  title: string;
  /** Asks for fresh addresses: the old ones may have run out, or the rendition may have been replaced. */
  onRefresh: () => void;
}

/**
 * Plays a video frame by frame: its file where there is one, else the rendition that is still being made. Keys are
 * heard on the whole page: space, J K L, arrows by frame, with Shift by second, M, F.
 */
export function VideoPlayer({ playback, title, onRefresh }: VideoPlayerProps) {
  const media = useRef<HTMLVideoElement>(null);
  const root = useRef<HTMLElement>(null);
  const { fileUrl, lightUrl, playlistUrl, posterUrl, videoId, width, height, rate } = playback;
  const [choice, choose] = usePictureChoice();
  const picture: PictureChoice = lightUrl === null ? "full" : choice;
  const file = useAddress(picture === "light" ? lightUrl : fileUrl, `${videoId} ${picture}`, onRefresh);
  const playlist = useAddress(playlistUrl, videoId, onRefresh);
  usePlaylist(media, file.address ? null : playlist.address, playlist.renewIfOld);
  useKeptPosition(media, file.address);
  const slow = useSlowLine(media, file.address);
  const { frame, stepFrames } = useFrame(media, rate, playback.frames);
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
  useFreeArrows(root);
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
        src={file.address ?? undefined}
        poster={posterUrl ?? undefined}
        title={title}
        onError={file.renewIfOld}
        onRetry={file.renew}
        {...(width && height && { aspect: width / height })}
      />
      <div className={classNames("pt-2", full && "px-4 pb-2")}>
        <Timeline mediaRef={media} playback={playback} />
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
              <PlayerSelect label="Picture" value={picture} options={pictures} onChange={choose} />
            )}
            <SpeedSelect mediaRef={media} />
            <FullscreenButton full={full} onToggle={toggleFull} />
          </span>
        </div>
        {!fileUrl && playlistUrl && <Preparing share={playback.prepared} />}
        {lightUrl && <PictureNote picture={picture} slow={slow} onChoose={choose} />}
      </div>
    </section>
  );
}

/** A slider that was used by pointer gives the arrow keys back to the frames. */
function useFreeArrows(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = root.current;
    const letGo = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === "range") target.blur();
    };
    section?.addEventListener("pointerup", letGo);
    return () => section?.removeEventListener("pointerup", letGo);
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

/** What the original is: its rate and the lines of its shorter side. */
function Format({ rate, width, height }: { rate: Rate } & Pick<Playback, "width" | "height">) {
  return (
    <span className="numerals hidden text-sm text-soft md:inline">
      {rateName(rate)}
      {dropsFrames(rate) ? "" : " fps"}
      {width && height ? `, ${Math.min(width, height)}p` : ""}
    </span>
  );
}

const pictures = [
  { value: "full", label: "Full picture" },
  { value: "light", label: "Light picture" },
] as const;

interface PictureNoteProps {
  picture: PictureChoice;
  slow: boolean;
  onChoose: (choice: PictureChoice) => void;
}

/** Offers the light picture where the line is too slow for the full one, and says so while it is watched. */
function PictureNote({ picture, slow, onChoose }: PictureNoteProps) {
  const light = picture === "light";
  const shown = light || slow;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <output className="text-sm text-soft">
        {light && "You are watching the light picture: every frame, with fewer details."}
        {!light && slow && "Your line is too slow for the full picture. The light one has the same frames."}
      </output>
      {shown && (
        <Button size="small" onClick={() => onChoose(light ? "full" : "light")}>
          {light ? "Watch the full picture" : "Watch the light picture"}
        </Button>
      )}
    </div>
  );
}

function Preparing({ share }: { share: number }) {
  return (
    <p className="numerals mt-1 text-sm text-soft">
      preparing {formatPercent(share * 100)}, watch what is ready
    </p>
  );
}
