import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { tasksPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import type { ChannelSummary } from "#modules/analytics/contract/channel.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { CompleteUntil } from "../figures/complete-until.tsx";
import { FigureNotice, ProblemNotice } from "../figures/figure-notice.tsx";
import { FigureStrip } from "../figures/figure-strip.tsx";
import {
  formatCount,
  formatRoundPercent,
  formatSigned,
  formatWatchTime,
  netSubscribers,
} from "../figures/format-figures.ts";
import { channelQuery } from "../queries.ts";
import { Extremes } from "./extremes.tsx";
import { VideoList } from "./video-list.tsx";

/** The creator's channels: what is missing, totals, best and worst retention, and all published videos. */
export function ChannelSection({ creatorId, role }: { creatorId: number; role: Role }) {
  const { data, error, isPending, isLoadingError, isFetching, refetch } = useQuery(channelQuery(creatorId));
  if (isPending) return <ChannelSkeleton />;
  if (isLoadingError || !data) {
    return <ErrorState message={error ?? ""} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const { own, destinations, videos, best, worst } = data;
  if (videos === 0) {
    return (
      <EmptyState
        title="No published videos yet"
        action={
          <Link to={tasksPath(role)} className="link">
            Go to your tasks
          </Link>
        }
      >
        Views, watch time and retention of the videos of this channel appear here once they are published,
        beside what was said about them in review.
      </EmptyState>
    );
  }
  return (
    <>
      {destinations.map((destination) => (
        <div key={destination.id}>
          <FigureNotice
            state={destination.state}
            platform={destination.platform}
            channel={destination.title}
            destinationId={destination.id}
            own={own}
          />
          {destination.problem && <ProblemNotice problem={destination.problem} of={destination.title} />}
        </div>
      ))}
      <ChannelTotals summary={data} />
      <Extremes best={best} worst={worst} role={role} />
      <VideoList creatorId={creatorId} role={role} />
    </>
  );
}

function ChannelTotals({ summary: { totals, completeUntil } }: { summary: ChannelSummary }) {
  if (!totals) return null;
  return (
    <section aria-label="All videos" className="mt-2">
      {completeUntil && (
        <div className="mb-3">
          <CompleteUntil complete={completeUntil} />
        </div>
      )}
      <FigureStrip
        label="Totals of all videos"
        figures={[
          { name: "Views", value: formatCount(totals.views) },
          ...(totals.engagedViews === null
            ? []
            : [{ name: "Engaged views", value: formatCount(totals.engagedViews) }]),
          { name: "Watch time", value: formatWatchTime(totals.watchSeconds) },
          { name: "Average viewed", value: formatRoundPercent(totals.averageViewPercent) },
          { name: "Likes", value: formatCount(totals.likes) },
          { name: "Comments", value: formatCount(totals.comments) },
          { name: "Subscribers", value: formatSigned(netSubscribers(totals)) },
        ]}
      />
    </section>
  );
}

export function ChannelSkeleton() {
  return (
    <SkeletonGroup label="Loading analytics">
      <Skeleton className="mt-4 h-24 w-full" />
      <Skeleton className="mt-8 h-20 w-full" />
      <Skeleton className="mt-4 h-20 w-full" />
      <Skeleton className="mt-4 h-20 w-full" />
    </SkeletonGroup>
  );
}
