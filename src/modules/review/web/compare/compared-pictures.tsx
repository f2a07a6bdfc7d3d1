import type { CSSProperties, ReactNode } from "react";

import type { Frames } from "#modules/media/web/use-frames.ts";
import { useDisplayedFrame } from "#modules/media/web/use-frames.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { togglePlay } from "#ui/player/media-commands.ts";
import { type MediaRef, useMediaState } from "#ui/player/media-state.ts";
import { Spinner } from "#ui/spinner.tsx";

import type { Mode } from "./modes.ts";

/** One of the two pictures. */
export interface ComparedPicture {
  media: MediaRef;
  frames: Frames;
  src: string | undefined;
  /** Number of the version. */
  version: number;
  /** Called when the video fails: its URL may have expired. */
  onError: () => void;
  onRetry: () => void;
}

interface ComparedPicturesProps {
  mode: Mode;
  /** The version that is reviewed, to the right, and the one it is compared with. */
  shown: ComparedPicture;
  other: ComparedPicture;
  title: string;
  /** Width divided by height of the reviewed version; the other one is letterboxed. */
  aspect: number;
  /** Percentage of the width at which the wipe divides the pictures. */
  wipe: number;
  onWipe: (percent: number) => void;
  /** In the mode `toggle`: whether the other version is shown. */
  showsOther: boolean;
  /** Rendered over the reviewed version with exactly its area. */
  overlay: ReactNode;
  className: string;
}

/** The pictures of two versions, in the same two elements in all modes. */
export function ComparedPictures(props: ComparedPicturesProps) {
  const { mode, shown, other, title, aspect, wipe, onWipe, showsOther, overlay, className } = props;
  const isSide = mode === "side";
  const shape = isSide ? 2 * aspect : aspect;
  const hides = { shown: mode === "toggle" && showsOther, other: mode === "toggle" && !showsOther };
  const cut: CSSProperties = mode === "wipe" ? { clipPath: `inset(0 0 0 ${wipe}%)` } : {};
  return (
    <div
      data-theme="dark"
      className={classNames("flex items-center justify-center bg-picture text-ink", className)}
    >
      <div
        data-mode={mode}
        className="relative isolate"
        style={{ aspectRatio: shape, width: `min(100%, calc(var(--player-height, 72dvh) * ${shape}))` }}
      >
        <div
          className={classNames("absolute inset-y-0 left-0 bg-picture", isSide ? "w-1/2 pr-px" : "w-full")}
        >
          <Video picture={other} muted title={title} className={hides.other ? "invisible" : ""} />
        </div>
        <div className={classNames("absolute inset-y-0 right-0", isSide ? "w-1/2 pl-px" : "w-full")}>
          <Video
            picture={shown}
            title={title}
            style={cut}
            className={classNames(
              mode === "difference" && "mix-blend-difference",
              hides.shown && "invisible",
            )}
          />
          <button
            type="button"
            aria-hidden
            tabIndex={-1}
            onClick={() => togglePlay(shown.media)}
            className={classNames("absolute inset-y-0 right-0", isSide ? "w-[200%]" : "w-full")}
          />
          {overlay}
        </div>
        {mode === "wipe" && <WipeHandle wipe={wipe} onWipe={onWipe} />}
        {!hides.other && <Label picture={other} className="left-2 sm:left-3" />}
        {!hides.shown && <Label picture={shown} className="right-2 sm:right-3" />}
        <Failure pictures={[other, shown]} />
      </div>
    </div>
  );
}

interface VideoProps {
  picture: ComparedPicture;
  title: string;
  /** Whether it is muted at first. */
  muted?: boolean;
  className: string;
  style?: CSSProperties;
}

function Video({ picture: { media, src, version, onError }, title, muted, className, style }: VideoProps) {
  return (
    <video
      ref={media}
      src={src}
      aria-label={`${title}, version ${version}`}
      playsInline
      preload="auto"
      muted={muted}
      onError={onError}
      style={style}
      className={classNames("size-full object-contain", className)}
    >
      <track kind="captions" />
    </video>
  );
}

/** The version and the displayed frame of a picture. Frames on screen count from 1. */
function Label({ picture: { version, frames }, className }: { picture: ComparedPicture; className: string }) {
  const frame = useDisplayedFrame(frames);
  return (
    <span
      className={classNames(
        "numerals pointer-events-none absolute top-2 rounded-xs bg-picture/85 px-2 py-0.5 text-sm sm:top-3",
        className,
      )}
    >
      <strong>v{version}</strong> {frame !== null && <span className="text-soft">{frame + 1}</span>}
    </span>
  );
}

/** The line that divides the pictures, and a slider that moves it. */
function WipeHandle({ wipe, onWipe }: { wipe: number; onWipe: (percent: number) => void }) {
  return (
    <>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink"
        style={{ left: `${wipe}%` }}
      >
        <span className="absolute top-1/2 left-1/2 flex size-9 -translate-1/2 items-center justify-center rounded-full bg-ink font-semibold text-on-ink">
          ⇔
        </span>
      </span>
      <input
        type="range"
        aria-label="Wipe"
        aria-valuetext={`${Math.round(wipe)}%`}
        min={0}
        max={100}
        step={0.5}
        value={wipe}
        onChange={({ target }) => onWipe(target.valueAsNumber)}
        // Half of the thumb on each side, so that its center is on the line.
        className="thumb-only absolute -inset-x-2.5 inset-y-0 h-full w-[calc(100%+1.25rem)] rounded-xs"
      />
    </>
  );
}

/** Says that one of the videos is loading or can't be played. */
function Failure({ pictures }: { pictures: [ComparedPicture, ComparedPicture] }) {
  const states = [useMediaState(pictures[0].media), useMediaState(pictures[1].media)];
  const failed = pictures.find((_picture, index) => states[index]?.errorCode != null);
  const waiting = !failed && states.some((state) => state.waiting);
  return (
    <>
      <span
        className={classNames(
          "pointer-events-none absolute inset-0 flex items-center justify-center transition-opacity",
          waiting ? "opacity-100 delay-300" : "opacity-0",
        )}
      >
        <Spinner className="size-10" />
      </span>
      <output className="sr-only">{waiting && "Loading video"}</output>
      {failed && (
        <div
          role="alert"
          className="absolute inset-0 flex flex-col items-center justify-center gap-4 bg-picture p-6 text-center"
        >
          <p className="max-w-md">Version {failed.version} could not be loaded. It may have been deleted.</p>
          <Button
            onClick={() => {
              failed.onRetry();
              failed.media.current?.load();
            }}
          >
            Try again
          </Button>
        </div>
      )}
    </>
  );
}
