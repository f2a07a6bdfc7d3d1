import { z } from "zod";

import { csvTable } from "#core/csv.ts";
import type { FileContent } from "#core/endpoint.ts";
import { commonError } from "#core/error.ts";
import type { Page } from "#core/page.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { ChannelOrder, ChannelVideo, channelEndpoints } from "#modules/analytics/contract/channel.ts";
import type { Figures } from "#modules/analytics/contract/figures.ts";
import { exportName } from "#modules/analytics/rules/file-names.ts";
import { taskOwner } from "#modules/media/rules/file-owner.ts";
import { fileAddresses, posterAddresses } from "#modules/media/server/public/media.ts";

import { channelFor } from "../results/access.ts";
import { csvType, figureCells, figureColumns } from "../results/files.ts";
import { type Platforms, figureState } from "../results/publications.ts";
import type { AnalysedVideoRow } from "../tables.ts";
import { type ChannelVideoRow, selectVideos } from "./queries.ts";

type ListQuery = z.output<typeof channelEndpoints.channelVideos.query>;
type FileQuery = z.output<typeof channelEndpoints.channelFile.query>;

/** A page of a creator's published videos with their figures. */
export async function listChannelVideos(
  ctx: ReadContext,
  { channel, cursor, limit, ...query }: ListQuery,
  platforms: Platforms,
): Promise<Page<ChannelVideo>> {
  const after = readCursor(query.sort, cursor);
  const personId = await channelFor(ctx, channel);
  const rows = await selectVideos(ctx.tx, { ...query, personId, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    items: await presentVideos(ctx, page, platforms),
    nextCursor: last ? writeCursor(last) : null,
  };
}

function writeCursor({ value, video: { deliveryId } }: ChannelVideoRow): string {
  return Buffer.from(JSON.stringify([value, deliveryId])).toString("base64url");
}

/** 422 `invalid_input` for a malformed cursor, or one of another order. */
function readCursor(sort: ChannelOrder, cursor: string | undefined) {
  if (cursor === undefined) return null;
  const position = z.tuple([sort === "title" ? z.string() : z.number(), z.uuid()]);
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, "base64url").toString()));
  if (!parsed.success) throw commonError("invalid_input", { message: "Invalid cursor. Reload the list." });
  const [value, deliveryId] = parsed.data;
  return { value, deliveryId };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** All of a creator's published videos with their figures, as a CSV file. */
export async function channelFile(
  ctx: ReadContext,
  { channel, ...query }: FileQuery,
  platforms: Platforms,
): Promise<FileContent> {
  const personId = await channelFor(ctx, channel);
  const rows = await selectVideos(ctx.tx, { ...query, personId, limit: maxRows });
  const header = [
    "Title",
    "Channel",
    "Published at (UTC)",
    "Duration (seconds)",
    "Complete until the end of (day of the platform)",
    ...figureColumns.map(([column]) => column),
    "Share of viewers after 30 seconds",
  ];
  const cells = rows.map((row) => {
    const { title, durationSeconds, video } = row;
    const published = video.publishedAt.toISOString().slice(0, 19).replace("T", " ");
    const totals = videoTotals(video);
    const figures = totals ? figureCells(totals) : figureColumns.map(() => null);
    const facts = [
      title,
      `${row.destination.title} (${platforms.platforms[row.kind].name})`,
      published,
      durationSeconds,
    ];
    return [...facts, video.completeUntil].concat(figures, retentionAfter30(row));
  });
  return { name: exportName("csv", "Published videos"), type: csvType, content: csvTable(header, cells) };
}

/** More videos would keep the event loop busy. */
const maxRows = 10_000;

export async function presentVideos(
  ctx: ReadContext,
  rows: readonly ChannelVideoRow[],
  platforms: Platforms,
): Promise<ChannelVideo[]> {
  const posters = await posterAddresses(
    ctx,
    rows.map(({ videoId }) => videoId),
  );
  const thumbnails = await fileAddresses(
    ctx,
    new Map(
      rows.flatMap(({ thumbnailFileId, video }) =>
        thumbnailFileId === null ? [] : [[thumbnailFileId, taskOwner(video.taskId)]],
      ),
    ),
  );
  return rows.map((row): ChannelVideo => {
    const { video, videoId, thumbnailFileId, title, kind, durationSeconds, destination } = row;
    const { completeUntil } = video;
    return {
      taskId: video.taskId,
      deliveryId: video.deliveryId,
      title,
      channel: destination.title,
      platform: platforms.platforms[kind].name,
      state: figureState(platforms, { destination, completeUntil }),
      publishedAt: video.publishedAt.toISOString(),
      durationSeconds,
      thumbnailUrl: thumbnails.get(thumbnailFileId ?? "") ?? posters.get(videoId) ?? null,
      completeUntil,
      totals: videoTotals(video),
      retentionAfter30Seconds: retentionAfter30(row),
    };
  });
}

function videoTotals(video: AnalysedVideoRow): Figures | null {
  const { totalViews: views, totalWatchSeconds: watchSeconds } = video;
  if (views === null || watchSeconds === null) return null;
  return {
    views,
    engagedViews: video.totalEngagedViews,
    watchSeconds,
    averageViewSeconds: views === 0 ? null : watchSeconds / views,
    averageViewPercent: video.totalAverageViewPercent,
    likes: video.totalLikes,
    comments: video.totalComments,
    shares: video.totalShares,
    subscribersGained: video.totalSubscribersGained,
    subscribersLost: video.totalSubscribersLost,
  };
}

function retentionAfter30({ retention, durationSeconds }: ChannelVideoRow): number | null {
  if (retention === null || durationSeconds === null || durationSeconds <= 0) return null;
  const interval = Math.min(99, Math.floor((30 / durationSeconds) * 100));
  return retention[interval] ?? null;
}
