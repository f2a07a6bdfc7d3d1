import { Play } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { Spinner } from "../spinner.tsx";
import { EarlyVideo, useEarlyVideo } from "./early-video.tsx";
import { togglePlay } from "./media-commands.ts";
import { useMediaState, type MediaRef } from "./media-state.ts";
import { PictureFrame } from "./picture-frame.tsx";
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
  /**
   * Overlay of the same size as the picture, above the click target that plays and pauses. The Play button is hidden
   * while it contains an element with `data-hides-play`.
   */
  children?: ReactNode;
}

const defineErrors: Record<number, string> = {
  2: "The connection was lost while the video was loading. Check your connection and try again.",
  3: "This video is damaged or has a format that this browser can't play.",
  4: "The video could not be loaded. It may have been deleted, or this browser can't play its format.",
};

/** `MediaError.MEDIA_ERR_NETWORK`: the video was not received. */
const networkError = 2;

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
  children,
}: PlayerPictureProps) {
  const early = useEarlyVideo(src);
  const { ready, started, playing, waiting, errorCode, width, height } = useMediaState(mediaRef);
  const shape = aspect ?? (width > 0 && height > 0 ? width / height : 16 / 9);
  const { key: trackKey, ...track } = useCaptionTrack(captions);
  const retry = () => {
    const media = mediaRef.current;
    if (!media) return;
    const at = media.currentTime;
    onRetry?.();
    media.load();
    media.currentTime = at;
  };
  return (
    <PictureFrame shape={shape} space={className} className="group/picture">
      {early ? (
        <EarlyVideo
          video={early}
          mediaRef={mediaRef}
          src={src}
          title={title}
          onError={onError}
          className="absolute inset-0 size-full"
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
          className="absolute inset-0 size-full"
          onError={(event) => onError?.(event.currentTarget.error?.code ?? 0)}
        >
          <track key={trackKey} kind="captions" {...track} />
        </video>
      )}
      <button
        type="button"
        aria-hidden
        tabIndex={-1}
        onClick={() => togglePlay(mediaRef)}
        className="group absolute inset-0 flex items-center justify-center"
      >
        <span
          className={classNames(
            "flex size-16 items-center justify-center rounded-full bg-ink text-on-ink transition-opacity duration-200",
            "group-has-[[data-hides-play]]/picture:opacity-0",
            playing || started || isMoved || errorCode !== null ? "opacity-0" : "opacity-100",
          )}
        >
          <Play className="ml-1 size-7 fill-current" />
        </span>
      </button>
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
