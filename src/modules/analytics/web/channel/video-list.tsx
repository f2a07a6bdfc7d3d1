import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { videoResultsPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import { callForFile } from "#core/web/client.ts";
import {
  channelEndpoints,
  type ChannelOrder,
  channelOrders,
  type ChannelVideo,
} from "#modules/analytics/contract/channel.ts";
import type { FigureState } from "#modules/analytics/contract/figures.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { formatDate } from "#ui/format.ts";
import { LoadMore } from "#ui/load-more.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { ExportButton } from "../figures/export-button.tsx";
import { formatCalendarDay } from "../figures/format-figures.ts";
import { channelVideosQuery, type VideoOrder } from "../queries.ts";
import { Thumbnail } from "./thumbnail.tsx";
import { videoColumns } from "./video-columns.ts";

const stateTexts: Record<FigureState, string | null> = {
  ready: null,
  waiting: "Waiting for analytics",
  no_access: "No access yet",
  disconnected: "Disconnected",
  none: "No analytics",
};

const orders: readonly { value: ChannelOrder; label: string }[] = [
  { value: "published", label: "Published" },
  { value: "title", label: "Title" },
  ...videoColumns.map(({ order, label }) => ({ value: order, label })),
];

/** All published videos with their figures: a table, on narrow screens a list. */
export function VideoList({ creatorId, role }: { creatorId: number; role: Role }) {
  const [order, setOrder] = useState<VideoOrder>({ sort: "published", direction: "descending" });
  const list = useInfiniteQuery({
    ...channelVideosQuery(creatorId, order),
    placeholderData: keepPreviousData,
  });
  const exportFile = () =>
    callForFile(
      channelEndpoints.channelFile,
      { query: { ...order, channel: String(creatorId) } },
      { fallback: "The videos can't be exported right now. Try again." },
    );
  const sortBy = (sort: ChannelOrder) =>
    setOrder((now) => ({
      sort,
      direction: now.sort === sort ? opposite(now.direction) : sort === "title" ? "ascending" : "descending",
    }));
  const Arrow = order.direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <section aria-labelledby="videos" className="mt-10">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="videos" className="mr-auto font-heading text-xl max-sm:w-full">
          Published videos
        </h2>
        <div className="flex items-center gap-1 xl:hidden">
          <SelectField
            label="Sort by"
            hideLabel
            options={orders}
            value={order.sort}
            onChange={({ target }) =>
              sortBy(channelOrders.find((each) => each === target.value) ?? "published")
            }
          />
          <Button
            variant="quiet"
            aria-label={order.direction === "descending" ? "Sort ascending" : "Sort descending"}
            onClick={() => sortBy(order.sort)}
          >
            <Arrow aria-hidden className="size-4" />
          </Button>
        </div>
        <ExportButton label="CSV" make={exportFile} />
      </div>
      {list.isPending && (
        <SkeletonGroup label="Loading videos">
          <Skeleton className="mt-3 h-16 w-full" />
          <Skeleton className="mt-3 h-16 w-full" />
        </SkeletonGroup>
      )}
      {list.isLoadingError && (
        <ErrorState
          className="mt-3"
          message={list.error}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.data && (
        <>
          <VideoTable videos={list.data} role={role} order={order} onSort={sortBy} />
          <ul className="mt-2 divide-y border-y xl:hidden">
            {list.data.map((video) => (
              <VideoItem key={video.deliveryId} video={video} role={role} />
            ))}
          </ul>
          <LoadMore
            hasMore={list.hasNextPage}
            loading={list.isFetchingNextPage}
            onLoad={() => void list.fetchNextPage()}
          />
        </>
      )}
    </section>
  );
}

function opposite(direction: VideoOrder["direction"]): VideoOrder["direction"] {
  return direction === "ascending" ? "descending" : "ascending";
}

interface VideoTableProps {
  videos: readonly ChannelVideo[];
  role: Role;
  order: VideoOrder;
  onSort: (order: ChannelOrder) => void;
}

function VideoTable({ videos, role, order, onSort }: VideoTableProps) {
  const heading = (column: ChannelOrder, text: string, className: string) => (
    <th
      key={column}
      scope="col"
      aria-sort={order.sort === column ? order.direction : "none"}
      className={classNames("py-1 font-semibold", className)}
    >
      <button
        type="button"
        aria-label={`Sort by ${text.toLowerCase()}`}
        onClick={() => onSort(column)}
        className={classNames(
          "inline-flex min-h-8 items-center gap-1 rounded-xs whitespace-nowrap enabled-hover:text-ink",
          order.sort === column ? "text-ink" : "text-soft",
        )}
      >
        {text}
        {order.sort === column && <SortArrow direction={order.direction} />}
      </button>
    </th>
  );
  return (
    <table className="mt-2 w-full border-collapse text-sm max-xl:hidden">
      <thead>
        <tr className="border-b border-edge">
          {heading("title", "Video", "w-full text-left")}
          {heading("published", "Published", "px-3 text-right")}
          {videoColumns.map(({ order: column, short }) => heading(column, short, "px-3 text-right"))}
        </tr>
      </thead>
      <tbody>
        {videos.map((video) => (
          <tr key={video.deliveryId} className="border-b">
            <th scope="row" className="max-w-0 py-2 pr-3 text-left font-normal">
              <VideoName video={video} role={role} />
            </th>
            <td className="numerals px-3 text-right whitespace-nowrap text-soft">{publishedDay(video)}</td>
            {videoColumns.map(({ order: column, text }) => (
              <td
                key={column}
                className={classNames(
                  "numerals px-3 text-right whitespace-nowrap",
                  order.sort !== column && "text-soft",
                )}
              >
                {text(video)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface OfVideo {
  video: ChannelVideo;
  role: Role;
}

function SortArrow({ direction }: { direction: VideoOrder["direction"] }) {
  const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
  return <Arrow aria-hidden className="size-3.5" />;
}

function VideoItem({ video, role }: OfVideo) {
  return (
    <li className="py-3">
      <VideoName video={video} role={role} />
      <dl className="mt-2 grid grid-cols-3 gap-x-4 gap-y-1.5 text-sm sm:grid-cols-5 md:grid-cols-9">
        {videoColumns.map(({ order, short, text }) => (
          <div key={order}>
            <dt className="text-soft">{short}</dt>
            <dd className="numerals">{text(video)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function VideoName({ video, role }: OfVideo) {
  const { taskId, deliveryId, title, channel, platform, state, thumbnailUrl } = video;
  const stateText = stateTexts[state];
  return (
    <Link
      to={videoResultsPath(role, taskId, deliveryId)}
      className="flex min-w-0 items-center gap-3 rounded-xs enabled-hover:bg-raised"
    >
      <Thumbnail url={thumbnailUrl} />
      <span className="min-w-0">
        <span className="block truncate text-base font-medium">{title}</span>
        <span className="block truncate text-sm text-soft">
          {channel === "" ? platform : channel}
          {stateText === null ? "" : ` · ${stateText}`}
          <span className="xl:hidden"> · {publishedDay(video)}</span>
        </span>
      </span>
    </Link>
  );
}

function publishedDay({ publishedAt }: ChannelVideo): string {
  return formatCalendarDay(formatDate(new Date(publishedAt)), true);
}
