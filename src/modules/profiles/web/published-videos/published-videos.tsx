import { useInfiniteQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useState } from "react";

import type { PublishedVideo } from "#modules/profiles/contract/profiles.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Perforations } from "#ui/perforations.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { publishedVideosQuery } from "../queries.ts";

interface PublishedVideosProps {
  username: string;
  role: "YOUTUBER" | "EDITOR";
  /** Whether it is the viewer's own profile. */
  own: boolean;
}

const texts = {
  YOUTUBER: { heading: "Published videos", own: "Videos that you publish as public appear here." },
  EDITOR: { heading: "Published work", own: "Public videos that you edited appear here." },
};

/** The public videos that a creator has published, or an editor has edited, newest first. */
export function PublishedVideos(props: PublishedVideosProps) {
  return (
    <section aria-labelledby="published-videos" className="mt-10 pb-8">
      <h2 id="published-videos" className="mb-4 font-heading text-xl">
        {texts[props.role].heading}
      </h2>
      <List {...props} />
    </section>
  );
}

const grid = "grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-4";

function List({ username, role, own }: PublishedVideosProps) {
  const list = useInfiniteQuery(publishedVideosQuery(username));
  if (list.isPending) return <Waiting />;
  if (list.isLoadingError) {
    return <ErrorState message={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  if (list.data.length === 0) {
    return <p className="border-t py-4 text-soft">{own ? texts[role].own : "No published videos yet"}</p>;
  }
  return (
    <>
      <ul className={grid}>
        {list.data.map((video) => (
          <li key={video.watchUrl} className="min-w-0">
            <VideoCard video={video} />
          </li>
        ))}
      </ul>
      <LoadMore
        label="Load more"
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  );
}

function VideoCard({ video: { title, watchUrl, publishedAt, posterUrl } }: { video: PublishedVideo }) {
  return (
    <a
      href={watchUrl}
      target="_blank"
      rel="noopener noreferrer"
      className="group flex flex-col gap-2 rounded-xs"
    >
      <Poster src={posterUrl} />
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="line-clamp-2 font-medium break-words group-hover:underline">
          {title}
          <span className="sr-only"> (opens in a new tab)</span>
        </span>
        <span className="flex items-center justify-between gap-2 text-soft">
          <Moment at={new Date(publishedAt)} />
          <ExternalLink aria-hidden className="size-3.5 shrink-0 text-faint" />
        </span>
      </span>
    </a>
  );
}

/** The poster, or an empty frame of film. */
function Poster({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string>();
  const frame = "aspect-video w-full rounded-xs bg-raised";
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        onError={() => setBroken(src)}
        className={`${frame} object-cover`}
      />
    );
  }
  return (
    <span aria-hidden className={`${frame} flex flex-col justify-between overflow-hidden py-2`}>
      <Perforations />
      <Perforations />
    </span>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading published videos">
      <span className={grid}>
        {[0, 1, 2].map((video) => (
          <span key={video} className="block">
            <Skeleton className="aspect-video w-full" />
            <Skeleton className="mt-2 h-4 w-4/5" />
            <Skeleton className="mt-2 h-3 w-24" />
          </span>
        ))}
      </span>
    </SkeletonGroup>
  );
}
