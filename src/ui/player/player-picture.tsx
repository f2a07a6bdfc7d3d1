import { Play } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";

import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { Spinner } from "../spinner.tsx";
import { CaptionText } from "./caption-text.tsx";
import { EarlyVideo, useEarlyVideo } from "./early-video.tsx";
import { togglePlay } from "./media-commands.ts";
import { useMediaState, type MediaRef } from "./media-state.ts";
import { PictureFrame } from "./picture-frame.tsx";
import { PictureLayer } from "./picture-layer.tsx";
import { type Captions, useCaptionTrack } from "./use-caption-track.ts";

export interface PlayerPictureProps {
  mediaRef: MediaRef;
  /** Omit when Media Source Extensions provide the data. */
  src?: string | undefined;
  poster?: string | undefined;
  title: string;
  /** Width divided by height; without it that of the video, and 16:9 until its metadata is loaded. */
  aspect?: number;
  /** The captions that are shown. */
  captions?: Captions | undefined;
  /** Called with `MediaError.code` when the video cannot be played. */
  onError?: (code: number) => void;
  /** Called before "Try again" reloads the video, for example to fetch a new URL. */
  onRetry?: () => void;
  /** Further actions where the browser can't play the video, though it has received it. */
  remedy?: ReactNode;
  /** Whether the picture has moved without being played, so that the Play button on it would be in the way. */
  isMoved?: boolean;
  /** Classes of the background, which gives the picture its space. */
  className?: string;
  frameRef?: Ref<HTMLDivElement>;
  /** Whether only a part of the picture is displayed. The browser would draw captions at the bottom of the whole one. */
  isZoomed?: boolean;
  /**
   * In the coordinates of the picture, above the click target that plays and pauses; what takes the pointer has
   * `pointer-events-auto`. The Play button is hidden while it contains an element with `data-hides-play`.
   */
  layer?: ReactNode;
  /** Over the picture and its layer: of the size of the frame, or of the player while the picture is enlarged. */
  children?: ReactNode;
}

const defineErrors: Record<number, string> = {
  2: "The connection was lost while the video was loading. Check your connection and try again.",
  3: "This video is damaged or has a format that this browser can't play.",
  4: "The video could not be loaded. It may have been deleted, or this browser can't play its format.",
};

/** `MediaError.MEDIA_ERR_NETWORK`: the video was not received. */
const networkError = 2;

const videoClass = "pointer-events-auto absolute inset-0 size-full";

/** The video in a `PictureFrame`. */
export function PlayerPicture({
  mediaRef,
  src,
  poster,
  title,
  aspect,
  captions,
  onError,
  onRetry,
  remedy,
  isMoved = false,
  className,
  frameRef,
  isZoomed = false,
  layer,
  children,
}: PlayerPictureProps) {
  const early = useEarlyVideo(src);
  const { ready, started, playing, waiting, errorCode, width, height } = useMediaState(mediaRef);
  const shape = aspect ?? (width > 0 && height > 0 ? width / height : 16 / 9);
  const [cues, setCues] = useState<readonly VTTCue[]>([]);
  const { key: trackKey, ...track } = useCaptionTrack(captions, isZoomed ? setCues : undefined);
  const retry = () => {
    const media = mediaRef.current;
    if (!media) return;
    const at = media.currentTime;
    onRetry?.();
    media.load();
    media.currentTime = at;
  };
  return (
    <PictureFrame ref={frameRef} shape={shape} space={className} className="group/picture">
      <PictureLayer>
        {early ? (
          <EarlyVideo
            video={early}
            mediaRef={mediaRef}
            src={src}
            title={title}
            onError={onError}
            className={videoClass}
          >
            <track key={trackKey} kind="captions" {...track} />
          </EarlyVideo>
        ) : (
          <video
            ref={mediaRef}
            src={src}
            poster={poster}
            aria-label={title}
            playsInline
            preload="metadata"
            className={videoClass}
            onError={(event) => onError?.(event.currentTarget.error?.code ?? 0)}
          >
            <track key={trackKey} kind="captions" {...track} />
          </video>
        )}
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          data-pans
          onClick={() => togglePlay(mediaRef)}
          className="pointer-events-auto absolute inset-0"
        />
        {layer}
      </PictureLayer>
      <span
        data-play-mark
        className={classNames(
          "pointer-events-none absolute inset-0 m-auto flex size-16 items-center justify-center rounded-full bg-ink text-on-ink transition-opacity duration-200",
          "group-has-[[data-hides-play]]/picture:opacity-0",
          playing || started || isMoved || isZoomed || errorCode !== null ? "opacity-0" : "opacity-100",
        )}
      >
        <Play className="ml-1 size-7 fill-current" />
      </span>
      {captions && isZoomed && <CaptionText cues={cues} language={captions.language} aspect={shape} />}
      {children}
      <span
        className={classNames(
          "pointer-events-none absolute inset-0 flex items-center justify-center transition-opacity",
          waiting && errorCode === null ? "opacity-100 delay-300" : "opacity-0",
        )}
      >
        <Spinner className="size-10" />
      </span>
      <output className="sr-only">{waiting && ready && "Loading video"}</output>
      {errorCode !== null && (
        <div
          role="alert"
          className="absolute inset-0 flex flex-col items-center justify-center gap-4 bg-picture p-6 text-center"
        >
          <p className="max-w-md">{defineErrors[errorCode] ?? defineErrors[4]}</p>
          {errorCode !== networkError && remedy}
          <Button onClick={retry}>Try again</Button>
        </div>
      )}
    </PictureFrame>
  );
}
