import { Clapperboard, Play } from "lucide-react";
import { useState } from "react";

import type { Preview } from "#modules/review/contract/versions.ts";

interface TaskPictureProps {
  preview: Preview;
  /** Called when the video can't be loaded, because its URL has expired. */
  onRefresh: () => void;
}

/** The version's poster with a button that plays it, as far as its file plays in browsers; otherwise the poster. */
export function TaskPicture({ preview: { playback, taskTitle }, onRefresh }: TaskPictureProps) {
  const [playing, setPlaying] = useState(false);
  const url = playback?.lightUrl ?? playback?.fileUrl ?? null;
  const poster = playback?.posterUrl ?? null;
  const shape = "aspect-video w-full rounded-xs bg-picture object-contain";
  if (url !== null && playing) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the preview, one click away, has the captions.
      <video
        key={url}
        src={url}
        {...(poster !== null && { poster })}
        aria-label={taskTitle}
        controls
        autoPlay
        playsInline
        className={shape}
        onError={onRefresh}
      />
    );
  }
  const picture =
    poster === null ? (
      <span aria-hidden className={`${shape} flex items-center justify-center text-faint`}>
        <Clapperboard strokeWidth={1.25} className="size-8" />
      </span>
    ) : (
      <img src={poster} alt="" className={shape} />
    );
  if (url === null) return picture;
  return (
    <button
      type="button"
      aria-label={`Play ${taskTitle}`}
      onClick={() => setPlaying(true)}
      className="group relative block w-full rounded-xs"
    >
      {picture}
      <span
        data-theme="dark"
        className="absolute inset-0 m-auto flex size-12 items-center justify-center rounded-full bg-ink text-on-ink transition-transform group-hover:scale-105"
      >
        <Play aria-hidden className="ml-0.5 size-5 fill-current" />
      </span>
    </button>
  );
}
