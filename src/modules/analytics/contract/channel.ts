import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { idText } from "#core/form-text.ts";
import { pageQuery } from "#core/page.ts";
import { creators } from "#core/permission.ts";
import { destination } from "#modules/publishing/contract/destinations.ts";

import { completeDay, day, fetchProblem, figures, figureStates } from "./figures.ts";

/** A published video with its figures until now. */
const channelVideo = z.object({
  taskId: z.number().int(),
  deliveryId: z.uuid(),
  title: z.string(),
  /** The channel's name and the platform's. */
  channel: z.string(),
  platform: z.string(),
  state: z.enum(figureStates),
  publishedAt: z.iso.datetime(),
  durationSeconds: z.number().nullable(),
  /** The published thumbnail, else the poster, signed for the reader; null where neither is kept. */
  thumbnailUrl: z.string().nullable(),
  completeUntil: day.nullable(),
  totals: figures.nullable(),
  /** The share of viewers that still watches after 30 seconds, or at the end of shorter videos. */
  retentionAfter30Seconds: z.number().nullable(),
});
export type ChannelVideo = z.output<typeof channelVideo>;

/** The columns that the list can be sorted by. */
export const channelOrders = [
  "published",
  "title",
  "views",
  "engagedViews",
  "watchTime",
  "averageViewPercent",
  "likes",
  "comments",
  "shares",
  "subscribers",
] as const;
export type ChannelOrder = (typeof channelOrders)[number];

/** A destination with figures, and whether Reelay may read them. */
const analysedDestination = destination.extend({
  platform: z.string(),
  state: z.enum(figureStates),
  /** Whether access is asked for at the platform's consent screen. */
  asks: z.boolean(),
  /** Videos that were published there. */
  videos: z.number().int(),
  completeUntil: completeDay.nullable(),
  fetchedAt: z.iso.datetime().nullable(),
  problem: fetchProblem.nullable(),
});
export type AnalysedDestination = z.output<typeof analysedDestination>;

const channelSummary = z.object({
  /** Whether the actor is the creator. */
  own: z.boolean(),
  destinations: z.array(analysedDestination),
  /** Of all videos until `completeUntil`. */
  totals: figures.nullable(),
  /** The earliest one of the channels, until whose end all videos' figures are complete. */
  completeUntil: completeDay.nullable(),
  videos: z.number().int(),
  /** The three whose viewers watch the most and the least of them; none of a channel with few videos. */
  best: z.array(channelVideo),
  worst: z.array(channelVideo),
  /** Whether editors see the results of their videos. */
  shareResults: z.boolean(),
});
export type ChannelSummary = z.output<typeof channelSummary>;

export const settings = z.object({ shareResults: z.boolean() });

const ofChannel = z.object({
  /** The creator; by default the actor. Managers name the creator whose channel they manage. */
  channel: idText.optional(),
});

const listQuery = ofChannel.extend({
  destinationId: z.uuid().optional(),
  sort: z.enum(channelOrders).default("published"),
  direction: z.enum(["ascending", "descending"]).default("descending"),
});

export const channelEndpoints = {
  channel: endpoint({
    method: "GET",
    path: "/analytics/channel",
    permission: { channel: "view figures" },
    summary: "A creator's channels: access to analytics, totals, and the videos watched most and least of",
    query: ofChannel,
    response: channelSummary,
    message: "Channel loaded.",
  }),
  channelVideos: endpoint({
    method: "GET",
    path: "/analytics/channel/videos",
    permission: { channel: "view figures" },
    summary: "A creator's published videos with their analytics, sorted",
    query: pageQuery.extend(listQuery.shape),
    response: z.array(channelVideo),
    paginated: true,
    message: "Videos loaded.",
  }),
  channelFile: endpoint({
    method: "GET",
    path: "/analytics/channel/file",
    permission: { channel: "view figures" },
    summary: "A creator's published videos with their analytics as a CSV file",
    query: listQuery,
    response: z.string(),
    message: "Exported.",
    file: ["text/csv"],
  }),
  saveSettings: endpoint({
    method: "PUT",
    path: "/analytics/settings",
    permission: creators,
    summary: "Choose whether editors see the results of their videos",
    body: settings,
    response: settings,
    message: "Saved",
  }),
};
