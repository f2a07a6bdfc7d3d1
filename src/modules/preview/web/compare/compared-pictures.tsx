import { type CSSProperties, type ReactNode, useState } from "react";

import type { Guides } from "#modules/media/contract/guides.ts";
import { GuidesView } from "#modules/media/web/public/guides-view.tsx";
import { Minimap } from "#modules/media/web/public/minimap.tsx";
import type { Frames } from "#modules/media/web/public/use-frames.ts";
import { useDisplayedFrame } from "#modules/media/web/public/use-frames.ts";
import type { Zoom } from "#modules/media/web/public/use-zoom.ts";
import type { ComparisonMode } from "#modules/review/rules/comparison.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { CaptionText } from "#ui/player/caption-text.tsx";
import { togglePlay } from "#ui/player/media-commands.ts";
import { type MediaRef, useMediaState } from "#ui/player/media-state.ts";
import { PictureFrame } from "#ui/player/picture-frame.tsx";
import { PictureLayer } from "#ui/player/picture-layer.tsx";
import { type Captions, useCaptionTrack } from "#ui/player/use-caption-track.ts";
import { Spinner } from "#ui/spinner.tsx";

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
  mode: ComparisonMode;
  /** The version that is reviewed, to the right, and the one it is compared with. */
  shown: ComparedPicture;
  other: ComparedPicture;
  title: string;
  /** Those of one of the versions, drawn once over both pictures. */
  captions: (Captions & { of: "shown" | "other" }) | undefined;
  /** Width divided by height of the reviewed version; the other one is letterboxed. */
  aspect: number;
  /** Percentage of the width at which the wipe divides the pictures. */
  wipe: number;
  onWipe: (percent: number) => void;
  /** In the mode `toggle`: whether the other version is shown. */
  showsOther: boolean;
  zoom: Zoom;
  /** Over both pictures. */
  guides: Guides | undefined;
  /** Over the reviewed version, in its coordinates; what takes the pointer has `pointer-events-auto`. */
  overlay: ReactNode;
  /** Over both versions. */
  screenOverlay: ReactNode;
  className: string;
}

/** The pictures of two versions, in the same two elements in all modes. */
export function ComparedPictures(props: ComparedPicturesProps) {
  const { mode, shown, other, title, captions, aspect, wipe, onWipe, showsOther } = props;
  const { zoom, guides, overlay, className } = props;
  const [cues, setCues] = useState<readonly VTTCue[]>([]);
  const sideCaptions = (side: "shown" | "other") => ({
    captions: captions?.of === side ? captions : undefined,
    onCues: setCues,
  });
  const isSide = mode === "side";
  const shape = isSide ? 2 * aspect : aspect;
  const hides = { shown: mode === "toggle" && showsOther, other: mode === "toggle" && !showsOther };
  const overBoth = classNames("absolute inset-y-0 right-0", isSide ? "w-[200%]" : "w-full");
  const { attach } = zoom;
  const gap = isSide ? "left-px" : "";
  const cut: CSSProperties = mode === "wipe" ? { clipPath: `inset(0 0 0 ${wipe}%)` } : {};
  return (
    <PictureFrame ref={attach} shape={shape} space={className} data-mode={mode} className="isolate">
      <div className={classNames("absolute inset-y-0 left-0 bg-picture", isSide ? "w-1/2" : "w-full")}>
        <PictureLayer className={isSide ? "right-px" : ""}>
          <Video
            picture={other}
            muted
            title={title}
            {...sideCaptions("other")}
            className={hides.other ? "invisible" : ""}
          />
          {isSide && <PictureGuides picture={other} guides={guides} aspect={aspect} />}
        </PictureLayer>
      </div>
      <div className={classNames("absolute inset-y-0 right-0", isSide ? "w-1/2" : "w-full")}>
        <PictureLayer style={cut} className={gap}>
          <Video
            picture={shown}
            title={title}
            {...sideCaptions("shown")}
            className={classNames(
              mode === "difference" && "mix-blend-difference",
              hides.shown && "invisible",
            )}
          />
        </PictureLayer>
        {mode === "wipe" && <WipeLine wipe={wipe} />}
        <div className={overBoth}>
          <CaptionText cues={cues} language={captions?.language} aspect={aspect} />
        </div>
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          data-pans
          onClick={() => togglePlay(shown.media)}
          className={overBoth}
        />
        <PictureLayer className={gap}>
          {guides && <GuidesView guides={guides} aspect={aspect} />}
          {overlay}
        </PictureLayer>
      </div>
      {props.screenOverlay}
      {mode === "wipe" && <WipeSlider wipe={wipe} onWipe={onWipe} />}
      {!hides.other && <Label picture={other} className="left-2 sm:left-3" />}
      {!hides.shown && <Label picture={shown} className="right-2 sm:right-3" />}
      <Minimap zoom={zoom} aspect={aspect} />
      <Failure pictures={[other, shown]} />
    </PictureFrame>
  );
}

interface PictureGuidesProps {
  picture: ComparedPicture;
  guides: Guides | undefined;
  /** Of the reviewed version, until that of the picture is known. */
  aspect: number;
}

/** Guides over a picture, which may have another size than the reviewed version. */
function PictureGuides({ picture, guides, aspect }: PictureGuidesProps) {
  const { width, height } = useMediaState(picture.media);
  return guides && <GuidesView guides={guides} aspect={width && height ? width / height : aspect} />;
}

interface VideoProps {
  picture: ComparedPicture;
  title: string;
  /** Whether it is muted at first. */
  muted?: boolean;
  captions: Captions | undefined;
  onCues: (cues: readonly VTTCue[]) => void;
  className: string;
  style?: CSSProperties;
}

function Video({ picture, title, muted, captions, onCues, className, style }: VideoProps) {
  const { media, src, version, onError } = picture;
  const { key: trackKey, ...track } = useCaptionTrack(captions, onCues);
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
      <track key={trackKey} kind="captions" {...track} />
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

/** The line that divides the pictures. */
function WipeLine({ wipe }: { wipe: number }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink"
      style={{ left: `${wipe}%` }}
    >
      <span className="absolute top-1/2 left-1/2 flex size-9 -translate-1/2 items-center justify-center rounded-full bg-ink font-semibold text-on-ink">
        ⇔
      </span>
    </span>
  );
}

/** Moves the line. */
function WipeSlider({ wipe, onWipe }: { wipe: number; onWipe: (percent: number) => void }) {
  return (
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
