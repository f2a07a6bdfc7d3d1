import { sql } from "drizzle-orm";
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import type { ProbeFacts } from "#adapters/ffmpeg/facts.ts";
import { people } from "#modules/accounts/server/tables.ts";

import { videoStates } from "../rules.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A small stored file: thumbnail, attachment, picture. Its object key follows from its id. */
export const storedFiles = pgTable(
  "stored_files",
  {
    id: uuid("id").primaryKey(),
    personId: bigint("person_id", { mode: "number" }).references(() => people.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    type: text("type").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** `staged` until an action keeps it, or it is swept; `lost` was kept, but its object is gone. */
    state: text("state", { enum: ["staged", "kept", "removing", "lost"] }).notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("stored_files_unkept")
      .on(table.createdAt)
      .where(sql`${table.state} <> 'kept'`),
  ],
);

export type StoredFile = typeof storedFiles.$inferSelect;

/** A video from its first byte to its deletion. Its object keys follow from its id. */
export const videos = pgTable(
  "videos",
  {
    id: uuid("id").primaryKey(),
    personId: bigint("person_id", { mode: "number" }).references(() => people.id, { onDelete: "set null" }),
    /** What the video is for, in the words of a later room, such as `task:12`; null while nobody has claimed it. */
    subject: text("subject"),
    fileName: text("file_name").notNull(),
    type: text("type").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    fingerprint: text("fingerprint").notNull(),
    /** Bytes that the last piece left stored; the store itself has the exact count. */
    received: bigint("received", { mode: "number" }).notNull().default(0),
    /** The request that may append now, until `writerUntil`; a crashed one's lease runs out. */
    writer: uuid("writer"),
    writerUntil: moment("writer_until"),
    state: text("state", { enum: videoStates }).notNull(),
    /** Why it was refused: a sentence. */
    refusal: text("refusal"),
    /** SHA-256 of the stored original, in hex; null until it has been read (docs/decisions/0004). */
    sha256: text("sha256"),
    /** SHA-256 of the file on the sender's machine, in hex, as its browser has said it; null where none did (0017). */
    sentSha256: text("sent_sha256"),
    /** What the probe found, `probeFacts` of the ffmpeg device. */
    facts: jsonb("facts").$type<ProbeFacts>(),
    /** `original` plays as it is; `rendition` needs one. */
    plays: text("plays", { enum: ["original", "rendition"] }),
    /** Lines of its first rendition: one that is begun anew must fit the pieces that players have. */
    renditionHeight: integer("rendition_height"),
    /** Runs of its preparation so far: a video that fails too often is refused instead of tried for ever. */
    attempts: integer("attempts").notNull().default(0),
    /** Share of the rendition that is made, 0 to 1. */
    prepared: doublePrecision("prepared").notNull().default(0),
    /** The finished rendition file exists (before that, its playlist does). */
    renditionDone: moment("rendition_done"),
    /** A sharper rendition file exists as well. */
    sharpDone: moment("sharp_done"),
    /** A light file for slow lines exists as well. */
    lightDone: moment("light_done"),
    posterDone: moment("poster_done"),
    /** Storyboard and, where there is sound, waveform exist. */
    stillsDone: moment("stills_done"),
    createdAt: moment("created_at").notNull(),
    receivedAt: moment("received_at"),
    readyAt: moment("ready_at"),
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    uniqueIndex("videos_one_upload")
      .on(table.personId, table.subject, table.fingerprint)
      .where(sql`${table.state} = 'receiving'`),
    index("videos_subject").on(table.subject),
    index("videos_unfinished")
      .on(table.createdAt)
      .where(sql`${table.state} in ('receiving', 'preparing')`),
  ],
);
export type Video = typeof videos.$inferSelect;

/** True once a video's bytes are wanted no more. It never lives again. */
export function isOver({ state }: Pick<Video, "state">): boolean {
  return state === "deleted" || state === "refused";
}
