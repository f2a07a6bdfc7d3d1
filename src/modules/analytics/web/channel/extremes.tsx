import { Link } from "react-router";

import { videoResultsPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import type { ChannelVideo } from "#modules/analytics/contract/channel.ts";

import { formatRoundPercent, formatShare } from "../figures/format-figures.ts";
import { Thumbnail } from "./thumbnail.tsx";

interface ExtremesProps {
  best: readonly ChannelVideo[];
  worst: readonly ChannelVideo[];
  role: Role;
}

/** The videos of which viewers watch the most and the least on average; nothing for a channel with few videos. */
export function Extremes({ best, worst, role }: ExtremesProps) {
  if (best.length === 0) return null;
  return (
    <div className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-2">
      <Ranking title="Highest average viewed" videos={best} role={role} />
      <Ranking title="Lowest average viewed" videos={worst} role={role} />
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
          ({ deliveryId, taskId, title, thumbnailUrl, durationSeconds, totals, retentionAfter30Seconds }) => (
            <li key={deliveryId}>
              <Link
                to={videoResultsPath(role, taskId, deliveryId)}
                className="flex items-center gap-3 py-2.5 enabled-hover:bg-raised"
              >
                <Thumbnail url={thumbnailUrl} />
                <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
                <span className="shrink-0 text-right text-sm text-soft">
                  <span className="numerals block text-base text-ink">
                    {formatRoundPercent(totals?.averageViewPercent ?? null)}
                  </span>
                  {retentionAfter30Seconds !== null &&
                    `${formatShare(retentionAfter30Seconds)} still watching at ${(durationSeconds ?? 30) < 30 ? "the end" : "0:30"}`}
                </span>
              </Link>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
