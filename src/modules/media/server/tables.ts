import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
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

import type { CaptionTrack } from "#adapters/ffmpeg/captions.ts";
import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import type { LoudnessCurve, PictureMeasures, SoundMeasures } from "#adapters/ffmpeg/measures.ts";
import type { SoundFile } from "#adapters/ffmpeg/sound-files.ts";
import { people } from "#modules/people/server/tables.ts";

import type { Conversion } from "../rules/conversion.ts";
import { measuredParts, measuringObstacles } from "../rules/measurements.ts";
import { uploadKinds } from "../rules/uploads.ts";
import type { VideoFailure } from "../rules/video-failures.ts";
import { videoStates } from "../rules/video-states.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * A stored file: thumbnail, attachment or image from a form, or a file of any kind and size that was uploaded resumably. Its object key
 * follows from its id.
 */
export const storedFiles = pgTable(
  "stored_files",
  {
    id: uuid("id").primaryKey(),
    personId: bigint("person_id", { mode: "number" }).references(() => people.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    type: text("type").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** The user in whose storage it counts: a task's creator, or the sender of a message; null for other files. */
    accountId: bigint("account_id", { mode: "number" }).references(() => people.id, { onDelete: "set null" }),
    /** Null while no action has claimed it, and for files that count in nobody's storage. Resumable uploads are footage. */
    use: text("use", { enum: ["attachment", "comment_image", "message_image", "footage"] }),
    /** Bytes that its request has yet to send at most; their space is reserved while the file is staged. */
    missing: bigint("missing", { mode: "number" }).notNull().default(0),
    /**
     * Files of forms are `staged` until an action claims them or they expire. Resumable uploads are `receiving`, then `verifying` until
     * their digests are computed; `damaged` ones differ from the uploader's file. `lost` was kept or verified, but its object is missing.
     */
    state: text("state", {
      enum: ["staged", "receiving", "verifying", "kept", "damaged", "removing", "lost"],
    }).notNull(),
    /** The owner that a resumable upload was sent for, as by `ownerText`; null for files of forms. */
    owner: text("owner"),
    /** SHA-256 of a resumable upload as it is stored, in hex; null until it has been verified. */
    sha256: text("sha256"),
    /** CRC-32 of the same bytes, from 0 to 2³² − 1. */
    crc32: bigint("crc32", { mode: "number" }),
    /** SHA-256 of the uploader's file, in hex, as computed by the browser; null where none was sent. */
    sentSha256: text("sent_sha256"),
    /** Begin of its upload; its end once it is stored. */
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("stored_files_unkept")
      .on(table.createdAt)
      .where(sql`${table.state} <> 'kept'`),
    index("stored_files_of_account").on(table.accountId, table.use),
    index("stored_files_unverified")
      .on(table.personId)
      .where(sql`${table.state} = 'verifying'`),
  ],
);

/** Files that are being verified. The same condition as that of the index, without parameters. */
export const isUnverified = sql`${storedFiles.state} = 'verifying'`;

export type StoredFile = typeof storedFiles.$inferSelect;

/**
 * A video from its first byte to its deletion. Its object keys follow from its id. `videoStates` lists its states, and
 * `changeVideoState` changes them.
 */
export const videos = pgTable(
  "videos",
  {
    id: uuid("id").primaryKey(),
    personId: bigint("person_id", { mode: "number" }).references(() => people.id, { onDelete: "set null" }),
    /** The task that it belongs to, which the later module `tasks` knows; null while no action has claimed the video. */
    taskId: bigint("task_id", { mode: "number" }),
    fileName: text("file_name").notNull(),
    type: text("type").notNull(),
    /** Announced size; that of a form's video is the rest of the form until it is stored. */
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** The user in whose storage it counts, the creator of its task; null for none. */
    accountId: bigint("account_id", { mode: "number" }).references(() => people.id, { onDelete: "set null" }),
    /** Size of all its stored objects, as measured after each job that adds or removes some; 0 while it is received. */
    storedBytes: bigint("stored_bytes", { mode: "number" }).notNull().default(0),
    /** Of these, the size of the original. The rest without `stillBytes` are renditions. */
    originalBytes: bigint("original_bytes", { mode: "number" }).notNull().default(0),
    /** Of these, the size of poster, storyboard, waveform, subtitles and sound tracks. */
    stillBytes: bigint("still_bytes", { mode: "number" }).notNull().default(0),
    state: text("state", { enum: videoStates }).notNull(),
    /** Reason of the refusal. */
    failure: jsonb("failure").$type<VideoFailure>(),
    /** SHA-256 of the stored original, in hex; null until it has been computed (docs/decisions/0013-digests-and-chunks.md). */
    sha256: text("sha256"),
    /** SHA-256 of the uploader's file, in hex, as computed by the browser; null where none was sent. */
    sentSha256: text("sent_sha256"),
    /** Result of the probe, `probeFacts` of the ffmpeg adapter. */
    facts: jsonb("facts").$type<ProbeFacts>(),
    /** Whether players use the original file or a rendition of it. */
    plays: text("plays", { enum: ["original", "rendition"] }),
    /** Height of its first rendition in pixels: a restarted encoding must match the segments that players have. */
    renditionHeight: integer("rendition_height"),
    /** Attempts to prepare so far, failed ones several times: after too many, the video is refused instead of retried forever. */
    attempts: integer("attempts").notNull().default(0),
    /** Share of the rendition that is encoded, 0 to 1. */
    prepared: doublePrecision("prepared").notNull().default(0),
    /** When the complete rendition file was stored (before that, only its playlist exists). */
    renditionDone: moment("rendition_done"),
    /** When a rendition of higher resolution was stored as well. */
    highResolutionDone: moment("high_resolution_done"),
    /** When a light rendition for slow connections was stored as well. */
    lightDone: moment("light_done"),
    posterDone: moment("poster_done"),
    /** The file that is kept to be played although the video is deleted (docs/decisions/0019-renditions.md). */
    keptFile: text("kept_file", { enum: ["light", "rendition", "original"] }),
    /** A rendition that a viewer has requested because their browser can't play the original; null without a request. */
    conversion: jsonb("conversion").$type<Conversion>(),
    /** When storyboard and, for videos with sound, waveform were stored, as far as they can be made. */
    stillsDone: moment("stills_done"),
    /** Those of storyboard and waveform that can't be made; null for none. */
    unmadeStills: jsonb("unmade_stills").$type<("storyboard" | "waveform")[]>(),
    /** The text subtitles of the original as WebVTT files; null where they were not looked for. */
    captions: jsonb("captions").$type<CaptionTrack[]>(),
    /** The sound tracks that can be chosen instead of the sound of the video; null where they were not looked for. */
    sounds: jsonb("sounds").$type<SoundFile[]>(),
    createdAt: moment("created_at").notNull(),
    receivedAt: moment("received_at"),
    readyAt: moment("ready_at"),
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    index("videos_task").on(table.taskId),
    index("videos_of_account")
      .on(table.accountId)
      .where(sql`${table.storedBytes} > 0`),
    index("videos_encoding")
      .on(table.createdAt)
      .where(
        sql`${table.state} = 'ready' and ${table.plays} = 'rendition' and ${table.renditionDone} is null`,
      ),
    index("videos_unfinished")
      .on(table.createdAt)
      .where(sql`${table.state} in ('receiving', 'preparing')`),
  ],
);

/**
 * Uploads in progress, with the id of the video or stored file that they become. The row is inserted and deleted in the transactions in
 * which the state `receiving` begins and ends.
 */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind", { enum: uploadKinds }).notNull(),
    personId: bigint("person_id", { mode: "number" }).references(() => people.id, { onDelete: "set null" }),
    /** The user in whose storage it counts; null for none. */
    accountId: bigint("account_id", { mode: "number" }).references(() => people.id, { onDelete: "set null" }),
    /** The owner that it is uploaded for, as by `ownerText`; null for a video in a form, which is not resumable. */
    owner: text("owner"),
    /** Announced size; that of a form's video is the rest of the form until it is stored. */
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** Identifies the file on the uploader's machine. */
    fingerprint: text("fingerprint").notNull(),
    /** Stored bytes as of the last request; the object store knows the exact count. */
    received: bigint("received", { mode: "number" }).notNull().default(0),
    /** The request that has the lease to append, until `writerUntil`; the lease of a crashed one expires. */
    writer: uuid("writer"),
    writerUntil: moment("writer_until"),
    /** The browser page that sends this request; its next request takes the lease over. */
    sender: text("sender"),
    /** The sender waits for the lease in another request. */
    senderWaits: boolean("sender_waits").notNull().default(false),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("uploads_one_per_file").on(
      table.personId,
      table.kind,
      table.owner,
      table.fingerprint,
      table.bytes,
    ),
    index("uploads_of_account").on(table.accountId),
  ],
);

export type Upload = typeof uploads.$inferSelect;

/** Measurements of a video, a row for each part. They stay after the video's deletion. */
export const measurements = pgTable(
  "measurements",
  {
    videoId: uuid("video_id")
      .notNull()
      .references(() => videos.id),
    part: text("part", { enum: measuredParts }).notNull(),
    /** Null where the part can't be measured, for the reason in `obstacle`. */
    values: jsonb("values").$type<SoundMeasures | PictureMeasures | LoudnessCurve>(),
    obstacle: text("obstacle", { enum: measuringObstacles }),
    /** Version of the measuring and of ffmpeg: `1/7.0`. */
    tools: text("tools").notNull(),
    measuredAt: moment("measured_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.part] })],
);

/** Videos whose preparation is waiting or running. The same conditions as those of the indexes, without parameters. */
export const inPreparation = sql`(${videos.state} = 'preparing' or (${videos.state} = 'ready' and ${videos.plays} = 'rendition' and ${videos.renditionDone} is null))`;

/** Videos that use storage. The same condition as that of the index `videos_of_account`, without parameters. */
export const usesStorage = sql`${videos.storedBytes} > 0`;

export type Video = typeof videos.$inferSelect;
