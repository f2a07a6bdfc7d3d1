import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { people } from "#modules/accounts/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { deliverySteps, visibilities } from "../rules/progress.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A creator's connected channel. Tokens are sealed; nothing secret is readable in the table. */
export const channels = pgTable("channels", {
  personId: bigint("person_id", { mode: "number" })
    .primaryKey()
    .references(() => people.id, { onDelete: "cascade" }),
  channelId: text("channel_id").notNull(),
  title: text("title").notNull(),
  pictureUrl: text("picture_url").notNull(),
  /** Where the platform lists what was uploaded, for looking a lost upload up. */
  uploadsPlaylistId: text("uploads_playlist_id"),
  scopes: text("scopes").array().notNull(),
  encryptedRefreshToken: text("sealed_refresh_token").notNull(),
  encryptedAccessToken: text("sealed_access_token").notNull(),
  accessExpiresAt: moment("access_expires_at").notNull(),
  /** Set when the platform no longer accepts the refresh token: the person must connect again. */
  brokenAt: moment("broken_at"),
  connectedAt: moment("connected_at").notNull(),
  /** When title and picture were last read: they may be kept for 30 days only (platform reference 3.4). */
  checkedAt: moment("checked_at").notNull(),
});

/** A consent under way, between leaving for the platform and coming back. */
export const consents = pgTable(
  "consents",
  {
    personId: bigint("person_id", { mode: "number" })
      .primaryKey()
      .references(() => people.id, { onDelete: "cascade" }),
    sessionId: uuid("session_id").notNull(),
    stateHash: text("state_hash").notNull(),
    encryptedCodeVerifier: text("sealed_code_verifier").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("consents_expires").on(table.expiresAt)],
);

/** The delivery of one approved video to the platform, step by step. */
export const deliveries = pgTable(
  "deliveries",
  {
    taskId: bigint("task_id", { mode: "number" })
      .primaryKey()
      .references(() => tasks.id),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    videoId: uuid("video_id").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    sentBytes: bigint("sent_bytes", { mode: "number" }).notNull().default(0),
    /** The step that is being done or that failed. */
    step: text("step", { enum: deliverySteps }).notNull(),
    /** Set while the delivery stands still because of a failure that a person must see to. */
    problem: text("problem"),
    problemCode: text("problem_code"),
    skipThumbnail: boolean("skip_thumbnail").notNull().default(false),
    encryptedSessionUri: text("sealed_session_uri"),
    sessionStartedAt: moment("session_started_at"),
    /** The title that the session was started with, by which a lost upload is looked up. */
    sessionTitle: text("session_title"),
    /** When the piece with the last byte was begun: from then on the video may exist though nobody told us. */
    lastPieceAt: moment("last_piece_at"),
    /** The platform's id: known from the last byte on; from then nothing is ever uploaded again. */
    platformVideoId: text("platform_video_id"),
    watchUrl: text("watch_url"),
    visibility: text("visibility", { enum: visibilities }).notNull(),
    /** When the platform itself makes the video public; null for at once. */
    publishAt: moment("publish_at"),
    /** What the platform really made of it, read back at the end. */
    shownVisibility: text("shown_visibility", { enum: visibilities }),
    /** What the creator saw and agreed to: channel, visibility, made for kids, terms, time. */
    consent: jsonb("consent").notNull(),
    startedAt: moment("started_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    index("deliveries_under_way")
      .on(table.taskId)
      .where(sql`${table.problem} is null and ${table.step} <> 'done'`),
  ],
);
