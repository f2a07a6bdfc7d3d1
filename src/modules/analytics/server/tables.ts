import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

import { storedFiles } from "#modules/media/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { deliveries, destinations } from "#modules/publishing/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import type { Waveform } from "../rules/pictures.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const count = (name: string) => bigint(name, { mode: "number" });
const person = () =>
  bigint("person_id", { mode: "number" })
    .notNull()
    .references(() => people.id, { onDelete: "cascade" });

/** Figures of a period. Null where the platform doesn't count them. */
const figureColumns = () => ({
  views: count("views").notNull(),
  engagedViews: count("engaged_views"),
  watchSeconds: count("watch_seconds").notNull(),
  averageViewSeconds: doublePrecision("average_view_seconds"),
  averageViewPercent: doublePrecision("average_view_percent"),
  likes: count("likes"),
  comments: count("comments"),
  shares: count("shares"),
  subscribersGained: count("subscribers_gained"),
  subscribersLost: count("subscribers_lost"),
});

/**
 * Published videos whose figures are fetched, one per delivery. They are deleted with the connection of their destination, and all figures
 * with them (docs/decisions/0040-figures.md).
 */
export const analysedVideos = pgTable(
  "analysed_videos",
  {
    deliveryId: uuid("delivery_id")
      .primaryKey()
      .references(() => deliveries.id, { onDelete: "cascade" }),
    destinationId: uuid("destination_id")
      .notNull()
      .references(() => destinations.id, { onDelete: "cascade" }),
    personId: person(),
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id),
    platformVideoId: text("platform_video_id").notNull(),
    /** By the platform, once it was read there; before that, when the delivery was finished. */
    publishedAt: moment("published_at").notNull(),
    /** When the next call for it is made at the earliest. */
    nextFetchAt: moment("next_fetch_at").notNull(),
    /** The code of the last failure; null after a success. */
    problemCode: text("problem_code"),
    currentViews: count("current_views"),
    currentLikes: count("current_likes"),
    currentComments: count("current_comments"),
    countedAt: moment("counted_at"),
    /** When the figures by day were last read, which is before the retention: a killed process doesn't read them again. */
    daysFetchedAt: moment("days_fetched_at"),
    /** When all figures by day and the retention were last read. They are deleted 28 days later. */
    fetchedAt: moment("fetched_at"),
    /** The last day whose figures are complete. */
    completeUntil: date("complete_until"),
    /** Sums and averages of all days; null without any. */
    totalViews: count("total_views"),
    totalEngagedViews: count("total_engaged_views"),
    totalWatchSeconds: count("total_watch_seconds"),
    totalAverageViewPercent: doublePrecision("total_average_view_percent"),
    totalLikes: count("total_likes"),
    totalComments: count("total_comments"),
    totalShares: count("total_shares"),
    totalSubscribersGained: count("total_subscribers_gained"),
    totalSubscribersLost: count("total_subscribers_lost"),
  },
  (table) => [
    index("analysed_videos_of_task").on(table.taskId),
    index("analysed_videos_of_person").on(table.personId, table.publishedAt, table.deliveryId),
    index("analysed_videos_due").on(table.nextFetchAt),
    index("analysed_videos_of_destination").on(table.destinationId, table.nextFetchAt),
    index("analysed_videos_fetched")
      .on(table.fetchedAt)
      .where(sql`${table.fetchedAt} is not null`),
  ],
);
export type AnalysedVideoRow = typeof analysedVideos.$inferSelect;

/** Figures by day since the publication, without gaps until `completeUntil`. */
export const videoDays = pgTable(
  "video_days",
  {
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => analysedVideos.deliveryId, { onDelete: "cascade" }),
    /** Days since the day of the publication. */
    age: integer("age").notNull(),
    day: date("day").notNull(),
    ...figureColumns(),
    /** Sums from the publication to this day. */
    viewsUntil: count("views_until").notNull(),
    watchSecondsUntil: count("watch_seconds_until").notNull(),
    /** The average until this day, weighted by views. */
    averagePercentUntil: doublePrecision("average_percent_until"),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.age] })],
);
export type VideoDayRow = typeof videoDays.$inferSelect;

/** Retention curves of a hundred intervals. */
export const videoRetention = pgTable("video_retention", {
  deliveryId: uuid("delivery_id")
    .primaryKey()
    .references(() => analysedVideos.deliveryId, { onDelete: "cascade" }),
  audienceWatchRatio: doublePrecision("audience_watch_ratio").array().notNull(),
  relativeRetentionPerformance: doublePrecision("relative_retention_performance").array(),
  startedWatching: doublePrecision("started_watching").array(),
  stoppedWatching: doublePrecision("stopped_watching").array(),
});
export type VideoRetentionRow = typeof videoRetention.$inferSelect;

/** Pictures of a task's published video that are kept after its deletion. */
export const keptPictures = pgTable(
  "kept_pictures",
  {
    taskId: bigint("task_id", { mode: "number" })
      .primaryKey()
      .references(() => tasks.id),
    videoId: uuid("video_id").notNull(),
    /** A sheet of at most a hundred tiles; null without a storyboard. */
    sheetFileId: uuid("sheet_file_id").references(() => storedFiles.id),
    intervalSeconds: doublePrecision("interval_seconds").notNull(),
    tiles: integer("tiles").notNull(),
    columns: integer("columns").notNull(),
    rows: integer("rows").notNull(),
    tileWidth: integer("tile_width").notNull(),
    tileHeight: integer("tile_height").notNull(),
    /** At most a thousand peaks. */
    waveform: jsonb("waveform").$type<Waveform>(),
  },
  (table) => [
    index("kept_pictures_file")
      .on(table.sheetFileId)
      .where(sql`${table.sheetFileId} is not null`),
  ],
);
export type KeptPicturesRow = typeof keptPictures.$inferSelect;

/** A creator's choices. */
export const analyticsSettings = pgTable("analytics_settings", {
  personId: person().primaryKey(),
  /** Whether editors see the results of their videos. */
  shareResults: boolean("share_results").notNull().default(true),
});

/** Failures of publishing, by which the causes are counted. */
export const publishingFailures = pgTable(
  "publishing_failures",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id),
    code: text("code").notNull(),
    /** The name of the platform. */
    platform: text("platform").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [index("publishing_failures_of_task").on(table.taskId)],
);
