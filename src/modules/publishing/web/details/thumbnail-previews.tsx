import type { ReactNode } from "react";

import { Skeleton } from "#ui/skeleton.tsx";

interface ThumbnailPreviewsProps {
  /** Null while the picture is being prepared: its place is reserved. */
  url: string | null;
  title: string;
  /** The channel's name, where it is known. */
  channel?: string | undefined;
}

/** A thumbnail with its title at the sizes of a search, the list beside a video, and a phone. */
export function ThumbnailPreviews({ url, title, channel = "Your channel" }: ThumbnailPreviewsProps) {
  const image = (className: string) => {
    const frame = `aspect-video shrink-0 rounded-xs ${className}`;
    if (url === null) return <Skeleton className={frame} />;
    return <img src={url} alt="" className={`bg-picture object-cover ${frame}`} />;
  };
  const heading = title.trim() || "Title of the video";
  return (
    <div className="flex not-first:mt-4 flex-wrap items-start gap-x-4 gap-y-5">
      <Preview name="Search">
        <span className="flex w-60 max-w-full gap-3">
          {image("w-32")}
          <span className="min-w-0">
            <span className="line-clamp-2 text-sm">{heading}</span>
            <span className="mt-1 block truncate text-xs text-soft">{channel}</span>
          </span>
        </span>
      </Preview>
      <Preview name="Beside a video">
        <span className="flex w-44 gap-2">
          {image("w-20")}
          <span className="min-w-0">
            <span className="line-clamp-2 text-xs font-semibold">{heading}</span>
            <span className="mt-0.5 block truncate text-xs text-soft">{channel}</span>
          </span>
        </span>
      </Preview>
      <Preview name="Phone">
        <span className="block w-32">
          {image("w-32")}
          <span className="mt-1.5 line-clamp-2 text-xs font-semibold">{heading}</span>
          <span className="mt-0.5 block truncate text-xs text-soft">{channel}</span>
        </span>
      </Preview>
    </div>
  );
}

function Preview({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-xs text-soft">{name}</figcaption>
      {children}
    </figure>
  );
}
