import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import type { Review } from "#modules/profiles/contract/profiles.ts";
import { reviewPreview } from "#modules/profiles/rules/profiles.ts";
import { Avatar } from "#ui/avatar.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { reviewsQuery } from "../queries.ts";
import { GivenStars } from "./rating-stars.tsx";

/** Reviews of an editor, newest first. */
export function Reviews({ username }: { username: string }) {
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  // The profile is loaded after the page, too late for its `#` target.
  useEffect(() => {
    if (hash === "#reviews") section.current?.scrollIntoView();
  }, [hash]);
  return (
    <section ref={section} aria-labelledby="reviews" className="mt-10">
      <h2 id="reviews" className="mb-4 font-heading text-xl">
        Reviews
      </h2>
      <List username={username} />
    </section>
  );
}

function List({ username }: { username: string }) {
  const list = useInfiniteQuery(reviewsQuery(username));
  if (list.isPending) return <Waiting />;
  if (list.isLoadingError) {
    return <ErrorState message={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  if (list.data.length === 0) return <p className="border-t py-4 text-soft">No reviews yet</p>;
  return (
    <>
      <ul>
        {list.data.map((review) => (
          <li key={`${review.time} ${review.creator.id}`} className="border-t py-4">
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  );
}

function ReviewCard({ review: { stars, review, time, creator } }: { review: Review }) {
  return (
    <article className="flex gap-3">
      <Avatar name={creator.name} src={creator.profileImgUrl} size={36} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PersonLink person={creator} />
          <GivenStars stars={stars} />
          <Moment at={new Date(time)} tone="faint" className="sm:ml-auto" />
        </div>
        {review && (
          <ExpandableText
            text={review}
            limit={reviewPreview}
            className="mt-1 max-w-prose break-words text-soft"
          />
        )}
      </div>
    </article>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading reviews">
      {[0, 1, 2].map((row) => (
        <span key={row} className="flex gap-3 border-t py-4">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <span className="flex-1 pt-1">
            <Skeleton className="mb-3 h-4 w-48" />
            <SkeletonText lines={2} />
          </span>
        </span>
      ))}
    </SkeletonGroup>
  );
}
