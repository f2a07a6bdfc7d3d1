import { z } from "zod";

import { call } from "#core/web/client.ts";
import { createOutbox, outboxEntry, type OutboxEntry } from "#core/web/outbox.ts";
import { feedbackEndpoints, type Comment } from "#modules/feedback/contract/comments.ts";
import { draftShapes } from "#modules/feedback/contract/drawing.ts";
import { pictureView } from "#modules/media/contract/picture-view.ts";
import type { User } from "#modules/people/contract/people.ts";

import { commentOutboxKey } from "../storage-keys.ts";

const outgoing = outboxEntry.extend({
  taskId: z.number(),
  version: z.number(),
  /** The comment that a reply belongs to. */
  parentId: z.string().nullable(),
  inFrame: z.number(),
  outFrame: z.number(),
  text: z.string(),
  mentions: z.array(z.number()),
  drawing: z
    .object({ shapes: draftShapes })
    .nullable()
    .transform((drawing) => (drawing && drawing.shapes.length > 0 ? drawing : null)),
  view: pictureView.nullable().default(null),
});

/** A comment or reply that the server has not confirmed. */
export type Outgoing = z.output<typeof outgoing> & OutboxEntry;

/** A new comment or reply. */
export type NewComment = Omit<Outgoing, keyof OutboxEntry> & { images: readonly File[] };

/** Unconfirmed comments; each task is a queue. */
export const commentOutbox = createOutbox<Outgoing>({
  storageKey: commentOutboxKey,
  schema: outgoing,
  queueKey: ({ taskId }) => String(taskId),
  send: (entry, images) => (entry.parentId === null ? sendComment(entry, images) : sendReply(entry, images)),
  fallback: "This comment could not be sent.",
  imagesMissing: "The images are no longer available. Discard this comment and attach them again.",
});

type Images = readonly File[] | undefined;

async function sendComment(entry: Outgoing, images: Images): Promise<unknown> {
  const { id, taskId, text, mentions, version, inFrame, outFrame, drawing, view } = entry;
  const params = { id: taskId };
  if (!images) {
    const body = { id, version, inFrame, outFrame, text, mentions, drawing, view };
    return call(feedbackEndpoints.addComment, { params, body });
  }
  const fields = {
    id,
    version,
    inFrame,
    outFrame,
    text,
    mentions: JSON.stringify(mentions),
    ...(drawing !== null && { drawing: JSON.stringify(drawing) }),
    ...(view !== null && { view: JSON.stringify(view) }),
  };
  return call(feedbackEndpoints.addCommentWithImages, { params, form: { fields, files: { images } } });
}

async function sendReply(entry: Outgoing, images: Images): Promise<unknown> {
  const { id, taskId, parentId, text, mentions } = entry;
  const params = { id: taskId, commentId: parentId ?? "" };
  if (!images) return call(feedbackEndpoints.replyToComment, { params, body: { id, text, mentions } });
  const form = { fields: { id, text, mentions: JSON.stringify(mentions) }, files: { images } };
  return call(feedbackEndpoints.replyWithImages, { params, form });
}

/** An unconfirmed comment as the list shows it. */
export function asComment(
  { id, version, parentId, inFrame, outFrame, text, mentions, drawing, view, sentAt }: Outgoing,
  { id: userId, name, profileImgUrl }: Pick<User, "id" | "name" | "profileImgUrl">,
): Comment {
  return {
    id,
    version,
    parentId,
    inFrame,
    outFrame,
    text,
    mentions,
    drawing,
    view,
    sequence: Number.MAX_SAFE_INTEGER,
    change: 0,
    author: { id: userId, name, profileImgUrl },
    images: [],
    stillUrl: null,
    reactions: [],
    resolved: null,
    done: null,
    createdAt: sentAt,
    edited: false,
    deleted: false,
  };
}
