import { Play } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { Spinner } from "../spinner.tsx";
import { togglePlay } from "./media-commands.ts";
import { useMediaState, type MediaRef } from "./media-state.ts";

interface Captions {
  src: string;
  /** BCP 47. */
  language: string;
  label: string;
}

export interface PlayerPictureProps {
  mediaRef: MediaRef;
  /** Leave out when something else feeds the element (media source extensions). */
  src?: string | undefined;
  poster?: string | undefined;
  title: string;
  /** Width over height, used until the video tells its own. */
  aspect?: number;
  captions?: Captions | undefined;
  /** Called with `MediaError.code` when the video cannot be played. */
  onError?: (code: number) => void;
  /** Called before "Try again" loads the video anew, to fetch a fresh address for instance. */
  onRetry?: () => void;
  /** Lies exactly over the picture, above the click that plays and pauses: drawings, marks. */
  children?: ReactNode;
}

const defineErrors: Record<number, string> = {
  2: "The connection broke while the video was loading. Check it and try again.",
  3: "This video is damaged or uses a format that this browser cannot play.",
  4: "The video could not be loaded. It may be gone, or this browser cannot play its format.",
};

/** The picture on its dark ground, as large as `--player-height` (72dvh unless set) and the width allow, at any shape. */
export function PlayerPicture({
  mediaRef,
  src,
  poster,
  title,
  aspect = 16 / 9,
  captions,
  onError,
  onRetry,
  children,
}: PlayerPictureProps) {
  const { ready, started, playing, waiting, errorCode, width, height } = useMediaState(mediaRef);
  const shape = width > 0 && height > 0 ? width / height : aspect;
  const retry = () => {
    const media = mediaRef.current;
    if (!media) return;
    const at = media.currentTime;
    onRetry?.();
    media.addEventListener("loadedmetadata", () => (media.currentTime = at), { once: true });
    media.load();
  };
  return (
    <div data-theme="dark" className="flex justify-center bg-picture text-ink">
      <div
        className="relative"
        style={{ aspectRatio: shape, width: `min(100%, calc(var(--player-height, 72dvh) * ${shape}))` }}
      >
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
          <track kind="captions" src={captions?.src} srcLang={captions?.language} label={captions?.label} />
        </video>
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
              playing || started || errorCode !== null ? "opacity-0" : "opacity-100",
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
            <Button onClick={retry}>Try again</Button>
          </div>
        )}
      </div>
    </div>
  );
}
