import { infiniteQueryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";

import { channelEndpoints, type ChannelOrder } from "../contract/channel.ts";
import { teamEndpoints, type teamPeriods } from "../contract/team.ts";
import { videosEndpoints } from "../contract/videos.ts";
import { channelKey, channelVideosKey, resultsKey, teamKey } from "./query-keys.ts";

/** The results of a task's video, of one of its publications or of the first one with figures. */
export function resultsQuery(taskId: number, deliveryId: string | undefined) {
  return endpointQuery({
    queryKey: [...resultsKey, taskId, deliveryId ?? ""] as const,
    endpoint: videosEndpoints.videoResults,
    input: { params: { taskId }, query: { ...(deliveryId !== undefined && { deliveryId }) } },
    fallback: "The results can't be loaded.",
  });
}

/** The figures of a creator's channel. */
export function channelQuery(creatorId: number) {
  return endpointQuery({
    queryKey: [...channelKey, creatorId] as const,
    endpoint: channelEndpoints.channel,
    input: { query: { channel: String(creatorId) } },
    fallback: "The analytics of this channel can't be loaded.",
  });
}

/** A column and a direction to sort the videos by. */
export interface VideoOrder {
  sort: ChannelOrder;
  direction: "ascending" | "descending";
}

export function channelVideosQuery(creatorId: number, order: VideoOrder) {
  return infiniteQueryOptions({
    queryKey: [...channelVideosKey, creatorId, order.sort, order.direction] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        channelEndpoints.channelVideos,
        { query: { ...order, channel: String(creatorId), cursor: pageParam } },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

export type TeamPeriod = (typeof teamPeriods)[number];

export function teamQuery(days: TeamPeriod) {
  return endpointQuery({
    queryKey: [...teamKey, days] as const,
    endpoint: teamEndpoints.team,
    input: { query: { days } },
    fallback: "The stats of the team can't be loaded.",
  });
}
