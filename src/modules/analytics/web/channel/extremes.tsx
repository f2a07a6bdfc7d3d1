import { Link } from "react-router";

import { videoResultsPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import type { ChannelVideo } from "#modules/analytics/contract/channel.ts";

import { formatShare } from "../figures/format-figures.ts";
import { Poster } from "./poster.tsx";

interface ExtremesProps {
  best: readonly ChannelVideo[];
  worst: readonly ChannelVideo[];
  role: Role;
}

/** The videos that keep the most and the fewest of their viewers. */
export function Extremes({ best, worst, role }: ExtremesProps) {
  if (best.length === 0 && worst.length === 0) return null;
  return (
    <div className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-2">
      <Ranking title="Best retention" videos={best} role={role} />
      {worst.length > 0 && <Ranking title="Lowest retention" videos={worst} role={role} />}
    </div>
  );
}

interface RankingProps {
  title: string;
  videos: readonly ChannelVideo[];
  role: Role;
}

function Ranking({ title, videos, role }: RankingProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="font-heading text-xl">{title}</h2>
      <ol className="mt-2 divide-y border-y">
        {videos.map(
          ({
            deliveryId,
            taskId,
            title,
            posterUrl,
            durationSeconds,
            averageRetention,
            retentionAfter30Seconds,
          }) => (
            <li key={deliveryId}>
              <Link
                to={videoResultsPath(role, taskId, deliveryId)}
                className="flex items-center gap-3 py-2.5 enabled-hover:bg-raised"
              >
                <Poster url={posterUrl} />
                <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
                <span className="shrink-0 text-right text-sm text-soft">
                  <span className="numerals block text-base text-ink">{formatShare(averageRetention)}</span>
                  {retentionAfter30Seconds !== null &&
                    `${formatShare(retentionAfter30Seconds)} at ${(durationSeconds ?? 30) < 30 ? "the end" : "0:30"}`}
                </span>
              </Link>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
