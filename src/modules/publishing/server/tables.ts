import { and, asc, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import { videos } from "#modules/media/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { licenses } from "../platforms/licenses.ts";
import { destinationKinds, leadingKind } from "../platforms/platforms.ts";
import { operationKinds } from "../rules/operations.ts";
import type { PresetDetails } from "../rules/presets.ts";
import { deliverySteps, visibilities } from "../rules/progress.ts";
import { quotaBuckets } from "../rules/quota.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Destinations of creators, such as a connected channel of a platform. Tokens and settings are encrypted. */
export const destinations = pgTable(
  "destinations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: destinationKinds }).notNull(),
    /** The platform's id of the channel; empty once the creator's account is deleted. */
    accountId: text("account_id").notNull(),
    title: text("title").notNull(),
    pictureUrl: text("picture_url").notNull(),
    /** YouTube: the playlist of all uploads, in which a lost upload is searched. */
    uploadsPlaylistId: text("uploads_playlist_id"),
    /** Settings of the kind besides tokens, such as the URL of an instance: JSON. */
    encryptedSettings: text("encrypted_settings"),
    scopes: text("scopes").array().notNull(),
    encryptedRefreshToken: text("encrypted_refresh_token"),
    encryptedAccessToken: text("encrypted_access_token"),
    accessExpiresAt: moment("access_expires_at"),
    /** Set when the destination no longer accepts the tokens: the user must connect it again. */
    brokenAt: moment("broken_at"),
    connectedAt: moment("connected_at").notNull(),
    /** When title and picture were last read. YouTube's API terms allow to store them for 30 days. */
    checkedAt: moment("checked_at").notNull(),
    /** Nothing is sent to it before this time, which the platform asked for with an error of this code. */
    pausedUntil: moment("paused_until"),
    pauseCode: text("pause_code"),
  },
  (table) => [
    uniqueIndex("destinations_of_person")
      .on(table.personId, table.kind, table.accountId)
      .where(sql`${table.accountId} <> ''`),
  ],
);

/** Whether the server may call a destination by itself: its connection works, and its platform has not asked to wait. */
export const mayBeCalled = (now: Date) =>
  and(
    isNull(destinations.brokenAt),
    or(isNull(destinations.pausedUntil), lte(destinations.pausedUntil, now)),
  );

/** The destinations that the creator has chosen for a task; none means the default of `chosenDestinations`. */
export const taskDestinations = pgTable(
  "task_destinations",
  {
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    destinationId: uuid("destination_id")
      .notNull()
      .references(() => destinations.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.destinationId] })],
);

/** A pending OAuth authorization, from the redirect to the consent screen until its return. */
export const authorizations = pgTable(
  "authorizations",
  {
    personId: bigint("person_id", { mode: "number" })
      .primaryKey()
      .references(() => people.id, { onDelete: "cascade" }),
    sessionId: uuid("session_id").notNull(),
    kind: text("kind", { enum: destinationKinds }).notNull(),
    /** The destination that is being reconnected. */
    destinationId: uuid("destination_id").references(() => destinations.id, { onDelete: "cascade" }),
    stateHash: text("state_hash").notNull(),
    encryptedCodeVerifier: text("encrypted_code_verifier").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("authorizations_expires").on(table.expiresAt)],
);

/** The delivery of a task's approved video to one destination, step by step. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id),
    /** Null once the creator has disconnected the destination. */
    destinationId: uuid("destination_id").references(() => destinations.id, { onDelete: "set null" }),
    kind: text("kind", { enum: destinationKinds }).notNull(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    videoId: uuid("video_id")
      .notNull()
      .references(() => videos.id),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** Bytes that left the server, of which the platform has confirmed `confirmedBytes`. */
    sentBytes: bigint("sent_bytes", { mode: "number" }).notNull().default(0),
    confirmedBytes: bigint("confirmed_bytes", { mode: "number" }).notNull().default(0),
    /** When `sentBytes` was last stored. */
    sentAt: moment("sent_at"),
    /** The current step, or the one that failed. */
    step: text("step", { enum: deliverySteps }).notNull(),
    /** Set while the delivery has failed and waits for the creator; `problemMessage` has its text. */
    problemCode: text("problem_code"),
    skipThumbnail: boolean("skip_thumbnail").notNull().default(false),
    /** The thumbnail that was set or skipped last; a later change sends another one. */
    thumbnailFileId: uuid("thumbnail_file_id"),
    encryptedSessionUri: text("encrypted_session_uri"),
    sessionStartedAt: moment("session_started_at"),
    /** The title that the session was opened with, by which a lost upload is found. */
    sessionTitle: text("session_title"),
    /** When the chunk with the last byte was first sent: from then on the video may exist at the platform. */
    lastChunkAt: moment("last_chunk_at"),
    /** When a session was discarded because the platform had all bytes and created no video; happens once. */
    resentAt: moment("resent_at"),
    /** The platform's id, known after the last byte. From then on nothing is uploaded again. */
    platformVideoId: text("platform_video_id"),
    watchUrl: text("watch_url"),
    visibility: text("visibility", { enum: visibilities }).notNull(),
    /** Since when the platform processes the published video. */
    processingSince: moment("processing_since"),
    /** The highest percentage of the processing that the platform has reported. */
    processedPercent: integer("processed_percent"),
    /** When the platform makes the video public; null for immediately. */
    publishAt: moment("publish_at"),
    /** The actual visibility, read back at the end. */
    shownVisibility: text("shown_visibility", { enum: visibilities }),
    /** Since when everyone can watch the video, once the platform has confirmed it; a scheduled one after its time. */
    publicAt: moment("public_at"),
    /** The publishing consent: channel, visibility, made for kids, terms, time. */
    consent: jsonb("consent").notNull(),
    startedAt: moment("started_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    uniqueIndex("deliveries_of_task").on(table.taskId, table.destinationId),
    index("deliveries_unfinished").on(table.startedAt).where(isNull(table.finishedAt)),
    index("deliveries_of_person").on(table.personId, table.startedAt, table.id),
    // Newest first, read backwards.
    index("deliveries_public_of_person")
      .on(table.personId, table.publicAt, table.taskId)
      .where(isNotNull(table.publicAt)),
    index("deliveries_public_video").on(table.videoId).where(isNotNull(table.publicAt)),
  ],
);

/** Orders deliveries of the kind that leads before others. */
export const leadingKindFirst = asc(sql`${deliveries.kind} <> ${leadingKind}`);

/** Operations at the platform of a delivery. One without `nextAttemptAt` is done or waits for the creator. */
export const operations = pgTable(
  "operations",
  {
    /** In the order of the first requests. */
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => deliveries.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: operationKinds }).notNull(),
    /** The id of captions, or of a playlist at its platform; empty for kinds that a delivery has once. */
    key: text("key").notNull().default(""),
    /** Number of the last request, and of the last one that was done as a whole. */
    revision: integer("revision").notNull().default(1),
    doneRevision: integer("done_revision").notNull().default(0),
    doneAt: moment("done_at"),
    /** Failed attempts in a row, and the code of the last failure. */
    attempt: integer("attempt").notNull().default(0),
    problemCode: text("problem_code"),
    /** When the next attempt begins, or the running one has begun. */
    nextAttemptAt: moment("next_attempt_at"),
  },
  (table) => [
    uniqueIndex("operations_of_delivery").on(table.deliveryId, table.kind, table.key),
    index("operations_due").on(table.nextAttemptAt).where(isNotNull(table.nextAttemptAt)),
  ],
);

const ofTask = () =>
  bigint("task_id", { mode: "number" })
    .notNull()
    .references(() => tasks.id);

/** Details of a task's video on the platform besides the task's own. */
export const publishDetails = pgTable("publish_details", {
  taskId: ofTask().primaryKey(),
  categoryId: text("category_id").notNull(),
  language: text("language"),
  license: text("license", { enum: licenses }).notNull(),
  embeddable: boolean("embeddable").notNull(),
  notifySubscribers: boolean("notify_subscribers").notNull(),
  recordingDate: date("recording_date"),
  syntheticMedia: boolean("synthetic_media").notNull(),
  paidPromotion: boolean("paid_promotion").notNull().default(false),
});

/** Caption files of a task's video. */
export const captions = pgTable(
  "captions",
  {
    id: uuid("id").primaryKey(),
    taskId: ofTask(),
    language: text("language").notNull(),
    name: text("name").notNull(),
    fileName: text("file_name").notNull(),
    content: text("content").notNull(),
    cues: integer("cues").notNull(),
    addedAt: moment("added_at").notNull(),
  },
  (table) => [uniqueIndex("captions_track").on(table.taskId, table.language, table.name)],
);

/** Playlists that a task's video is added to on its channels. */
export const playlistEntries = pgTable(
  "playlist_entries",
  {
    taskId: ofTask(),
    playlistId: text("playlist_id").notNull(),
    /** The channel that has the playlist. */
    destinationId: uuid("destination_id")
      .notNull()
      .references(() => destinations.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.playlistId] })],
);

/** Use of YouTube's quotas by each creator and day. */
export const quotaUse = pgTable(
  "quota_use",
  {
    /** The day in Pacific time. */
    day: date("day").notNull(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    bucket: text("bucket", { enum: quotaBuckets }).notNull(),
    used: integer("used").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.personId, table.bucket] })],
);

/** A creator's named sets of details. */
export const detailPresets = pgTable(
  "detail_presets",
  {
    id: uuid("id").primaryKey(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    details: jsonb("details").$type<PresetDetails>().notNull(),
  },
  (table) => [uniqueIndex("detail_presets_name").on(table.personId, sql`lower(${table.name})`)],
);
