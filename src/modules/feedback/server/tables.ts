import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

import type { PictureView } from "#modules/media/contract/picture-view.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import type { Drawing } from "../contract/drawing.ts";
import { reactionEmojis } from "../rules/comments.ts";
import { visitKinds } from "../rules/guests.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const personId = (name: string) => bigint(name, { mode: "number" }).references(() => people.id);
const taskId = () => bigint("task_id", { mode: "number" }).notNull();

/** Numbers the comments of a task and their changes, while the task's row is locked. */
export const commentCounters = pgTable("comment_counters", {
  taskId: taskId()
    .primaryKey()
    .references(() => tasks.id),
  lastSequence: integer("last_sequence").notNull(),
  lastChange: integer("last_change").notNull(),
});

/** Comments on versions and their replies. Deleted rows stay without content, so that clients learn of the deletion. */
export const comments = pgTable(
  "comments",
  {
    taskId: taskId(),
    sequence: integer("sequence").notNull(),
    /** Chosen by the author's client. */
    id: uuid("id").notNull(),
    /** The task's `last_change` after this comment was last changed. */
    change: integer("change").notNull(),
    version: integer("version").notNull(),
    parentId: uuid("parent_id"),
    /** Null for guests. */
    authorId: personId("author_id"),
    guestId: uuid("guest_id"),
    guestName: text("guest_name"),
    inFrame: integer("in_frame").notNull(),
    outFrame: integer("out_frame").notNull(),
    text: text("text").notNull(),
    drawing: jsonb("drawing").$type<Drawing>(),
    /** Size of the drawing as JSON, so that pages are measured without reading drawings. */
    drawingBytes: integer("drawing_bytes")
      .notNull()
      .generatedAlwaysAs(
        // None may also be stored as `null` in JSON.
        sql`case when jsonb_typeof(drawing) = 'object' then octet_length(drawing::text) else 0 end`,
      ),
    /** Null for the whole picture. */
    view: jsonb("view").$type<PictureView>(),
    imageFileIds: uuid("image_file_ids").array().notNull(),
    /** Ids of members of the task. */
    mentions: bigint("mentions", { mode: "number" }).array().notNull(),
    createdAt: moment("created_at").notNull(),
    editedAt: moment("edited_at"),
    deletedAt: moment("deleted_at"),
    resolvedAt: moment("resolved_at"),
    resolvedBy: personId("resolved_by"),
    doneVersion: integer("done_version"),
    doneNote: text("done_note"),
    doneAt: moment("done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.sequence] }),
    unique("comments_id").on(table.taskId, table.id),
    foreignKey({
      name: "comments_version",
      columns: [table.taskId, table.version],
      foreignColumns: [versions.taskId, versions.number],
    }),
    foreignKey({
      name: "comments_parent",
      columns: [table.taskId, table.parentId],
      foreignColumns: [table.taskId, table.id],
    }),
    index("comments_of_version").on(table.taskId, table.version, table.sequence),
    index("comments_changes").on(table.taskId, table.change),
    index("comments_replies")
      .on(table.taskId, table.parentId)
      .where(sql`${table.parentId} is not null`),
    // Finds the open ones among thousands, and those resolved since a moment, of versions before one.
    index("comments_open")
      .on(table.taskId, table.resolvedAt, table.sequence, table.version)
      .where(sql`${table.parentId} is null and ${table.deletedAt} is null`),
    index("comments_of_author").on(table.authorId),
    check("comments_one_author", sql`num_nonnulls(${table.authorId}, ${table.guestId}) = 1`),
    check("comments_guest", sql`(${table.guestId} is null) = (${table.guestName} is null)`),
    check("comments_range", sql`${table.inFrame} between 0 and ${table.outFrame}`),
    check("comments_resolved", sql`(${table.resolvedAt} is null) = (${table.resolvedBy} is null)`),
    check(
      "comments_done",
      sql`num_nonnulls(${table.doneVersion}, ${table.doneNote}, ${table.doneAt}) in (0, 3)`,
    ),
  ],
);
export type CommentRow = typeof comments.$inferSelect;

export const commentReactions = pgTable(
  "comment_reactions",
  {
    taskId: taskId(),
    commentId: uuid("comment_id").notNull(),
    personId: personId("person_id").notNull(),
    emoji: text("emoji", { enum: reactionEmojis }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.commentId, table.emoji, table.personId] }),
    foreignKey({
      name: "comment_reactions_comment",
      columns: [table.taskId, table.commentId],
      foreignColumns: [comments.taskId, comments.id],
    }),
    index("comment_reactions_of_person").on(table.personId),
  ],
);
export type ReactionRow = typeof commentReactions.$inferSelect;

/** Stills of the frames that comments are on, one for all comments on a frame. */
export const frameStills = pgTable(
  "frame_stills",
  {
    taskId: taskId(),
    version: integer("version").notNull(),
    frame: integer("frame").notNull(),
    /** Null until the still has been made, and after its deletion. */
    fileId: uuid("file_id").references(() => storedFiles.id),
    /** The video has no such frame, or it can't be decoded. */
    failed: boolean("failed").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.version, table.frame] }),
    foreignKey({
      name: "frame_stills_version",
      columns: [table.taskId, table.version],
      foreignColumns: [versions.taskId, versions.number],
    }),
    index("frame_stills_file")
      .on(table.fileId)
      .where(sql`${table.fileId} is not null`),
  ],
);

/** Links by which people without an account review a version. Deleted when the task is closed. */
export const guestLinks = pgTable(
  "guest_links",
  {
    id: uuid("id").primaryKey(),
    taskId: taskId(),
    version: integer("version").notNull(),
    mayComment: boolean("may_comment").notNull(),
    mayDownload: boolean("may_download").notNull(),
    mayWatchTogether: boolean("may_watch_together").notNull().default(false),
    passwordHash: text("password_hash"),
    createdAt: moment("created_at").notNull(),
    /** Null for the end of the review window. */
    expiresAt: moment("expires_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    foreignKey({
      name: "guest_links_version",
      columns: [table.taskId, table.version],
      foreignColumns: [versions.taskId, versions.number],
    }),
    index("guest_links_of_task").on(table.taskId, table.createdAt),
  ],
);
export type GuestLinkRow = typeof guestLinks.$inferSelect;

const linkId = () =>
  uuid("link_id")
    .notNull()
    .references(() => guestLinks.id);

/** People who have opened a link. */
export const guests = pgTable(
  "guests",
  {
    id: uuid("id").primaryKey(),
    linkId: linkId(),
    name: text("name").notNull(),
    /** Null once a new password has ended the session. */
    tokenHash: text("token_hash").unique(),
    firstSeenAt: moment("first_seen_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
  },
  (table) => [index("guests_of_link").on(table.linkId)],
);
export type GuestRow = typeof guests.$inferSelect;

/** The access log of the links. */
export const guestVisits = pgTable(
  "guest_visits",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    linkId: linkId(),
    guestId: uuid("guest_id").references(() => guests.id),
    kind: text("kind", { enum: visitKinds }).notNull(),
    /** Shortened to the network. */
    address: text("address").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [
    index("guest_visits_of_link").on(table.linkId, table.id),
    index("guest_visits_of_guest").on(table.guestId),
  ],
);
