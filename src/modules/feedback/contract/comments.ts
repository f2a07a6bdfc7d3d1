import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { idText, jsonText } from "#core/form-text.ts";
import { paragraphText } from "#core/written-text.ts";
import { pictureView } from "#modules/media/contract/picture-view.ts";
import { frameRate } from "#modules/media/contract/videos.ts";
import { personCard } from "#modules/people/contract/people.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

import {
  maxCommentImageBytes,
  maxCommentLength,
  maxDoneNoteLength,
  maxComments,
  maxImages,
  maxVersionBytes,
  reactionEmojis,
} from "../rules/comments.ts";
import { drawing, storedDrawing } from "./drawing.ts";
import { changesPage, commentPage, nextComments } from "./pages.ts";

const tooLong = `Use at most ${maxCommentLength.toLocaleString("en-US")} characters in a comment.`;
/** May be empty next to a drawing or images. */
const commentText = paragraphText("Write a comment.").trim().max(maxCommentLength, tooLong);
/** Number of a frame of the version, from 0. */
const frame = z.number().int().min(0).max(2_147_483_647);
const mentions = z.array(z.number().int().positive()).max(10);

/** Author of a comment. Guests have no id. */
export const commentAuthor = z.object({
  id: z.number().int().nullable(),
  name: z.string(),
  profileImgUrl: z.string().nullable(),
});
export type CommentAuthor = z.output<typeof commentAuthor>;

/** A comment on a frame or a range of a version, or a reply to one. Deleted ones have no content. */
export const comment = z.object({
  /** Chosen by the author's client; unique in the task. */
  id: z.uuid(),
  /** Position in the task, from 1. */
  sequence: z.number().int(),
  /** Number of the task's last change to this comment. */
  change: z.number().int(),
  version: z.number().int(),
  /** The comment that a reply belongs to; null for comments. Replies have the version and frames of their comment. */
  parentId: z.uuid().nullable(),
  /** First and last frame of the range, both included; equal for a single frame. */
  inFrame: z.number().int(),
  outFrame: z.number().int(),
  author: commentAuthor,
  text: z.string(),
  /** On the frame `inFrame`. */
  drawing: storedDrawing.nullable(),
  /** The part of the picture that was displayed when the comment was written; null for the whole picture, and for replies. */
  view: pictureView.nullable(),
  /** Signed URLs for the reader. */
  images: z.array(z.string()),
  /** Signed URL of a still of the frame `inFrame`; null until it has been made, and for replies. */
  stillUrl: z.string().nullable(),
  /** Ids of the mentioned members of the task. */
  mentions: z.array(z.number().int()),
  reactions: z.array(z.object({ emoji: z.enum(reactionEmojis), personIds: z.array(z.number().int()) })),
  resolved: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** The editor's mark that the comment is done, and the version in which it is. */
  done: z.object({ version: z.number().int(), note: z.string(), at: z.iso.datetime() }).nullable(),
  createdAt: z.iso.datetime(),
  edited: z.boolean(),
  deleted: z.boolean(),
});
export type Comment = z.output<typeof comment>;

/** Comments and the task's change number that they are complete up to. Later changes follow from `changes`. */
const commentList = z.object({ change: z.number().int(), comments: z.array(comment) });

/** Frame rates for the timecodes of the listed versions; null before the video was probed. */
const rates = z.array(z.object({ version: z.number().int(), rate: frameRate.nullable() }));

const ofTask = z.object({ id: taskIdText });
const ofComment = ofTask.extend({ commentId: z.uuid() });
const versionNumber = z.number().int().positive();

export const newReply = z.object({ id: z.uuid(), text: commentText, mentions: mentions.default([]) });
export const newComment = newReply.extend({
  version: versionNumber,
  inFrame: frame,
  outFrame: frame,
  drawing: drawing.nullable().default(null),
  view: pictureView.nullable().default(null),
});

/** The new content of a stored comment or reply. */
export const editedComment = z.object({
  text: commentText,
  mentions: mentions.default([]),
  /** Without it, the drawing stays; null removes it. */
  drawing: drawing.nullable().optional(),
});

const frameText = z.coerce.number().pipe(frame);
const replyFields = newReply.extend({
  text: commentText.default(""),
  mentions: jsonText(mentions).default([]),
});
const commentFields = replyFields.extend({
  version: idText,
  inFrame: frameText,
  outFrame: frameText,
  drawing: jsonText(drawing).optional(),
  view: jsonText(pictureView).optional(),
});
const images = { kind: "image", maxBytes: maxCommentImageBytes, maxFiles: maxImages } as const;

export const feedbackEndpoints = {
  comments: endpoint({
    method: "GET",
    path: "/task/comments/:id",
    permission: { task: "view" },
    summary: "Comments and replies on a version in the order they were written",
    params: ofTask,
    query: commentPage.extend({ version: idText }),
    response: commentList.extend({
      /** The people of the task, who can be mentioned. */
      members: z.array(personCard),
      next: nextComments,
    }),
    message: "Comments loaded.",
  }),
  commentChanges: endpoint({
    method: "GET",
    path: "/task/comments/:id/changes",
    permission: { task: "view" },
    summary: "Comments on all versions that were changed after a change number, deleted ones included",
    params: ofTask,
    query: changesPage,
    response: commentList.extend({ more: z.boolean() }),
    message: "Changes loaded.",
  }),
  checklist: endpoint({
    method: "GET",
    path: "/task/comments/:id/checklist",
    permission: { task: "view" },
    summary: "Comments of earlier versions that a version has to answer, with their replies",
    params: ofTask,
    query: commentPage.extend({
      /** Without it, the version that is uploaded next. */
      version: idText.optional(),
    }),
    response: commentList.extend({ rates, next: nextComments }),
    message: "Checklist loaded.",
  }),
  addComment: endpoint({
    method: "POST",
    path: "/task/comments/:id",
    permission: { task: "comment" },
    summary: "Comment on a frame or range; repeating the same id returns the stored comment",
    params: ofTask,
    body: newComment,
    response: comment,
    message: "Comment added.",
  }),
  addCommentWithImages: endpoint({
    method: "POST",
    path: "/task/comments/:id/images",
    permission: { task: "comment" },
    summary: "Comment with images; repeating the same id returns the stored comment",
    params: ofTask,
    form: { fields: commentFields, files: { images } },
    response: comment,
    message: "Comment added.",
  }),
  replyToComment: endpoint({
    method: "POST",
    path: "/task/comments/:id/:commentId/replies",
    permission: { task: "comment" },
    summary: "Reply to a comment; repeating the same id returns the stored reply",
    params: ofComment,
    body: newReply,
    response: comment,
    message: "Reply added.",
  }),
  replyWithImages: endpoint({
    method: "POST",
    path: "/task/comments/:id/:commentId/replies/images",
    permission: { task: "comment" },
    summary: "Reply with images; repeating the same id returns the stored reply",
    params: ofComment,
    form: { fields: replyFields, files: { images } },
    response: comment,
    message: "Reply added.",
  }),
  editComment: endpoint({
    method: "PATCH",
    path: "/task/comments/:id/:commentId",
    permission: { task: "comment" },
    summary: "Edit an own comment or reply",
    params: ofComment,
    body: editedComment,
    response: comment,
    message: "Comment edited.",
  }),
  deleteComment: endpoint({
    method: "DELETE",
    path: "/task/comments/:id/:commentId",
    permission: { task: "comment" },
    summary: "Delete an own comment or reply",
    params: ofComment,
    response: comment,
    message: "Comment deleted.",
  }),
  resolveComment: endpoint({
    method: "POST",
    path: "/task/comments/:id/:commentId/resolved",
    permission: { task: "comment" },
    summary: "Resolve or reopen a comment; reopening removes the editor's mark that it is done",
    params: ofComment,
    body: z.object({ resolved: z.boolean() }),
    response: comment,
    message: "Saved.",
  }),
  markDone: endpoint({
    method: "POST",
    path: "/task/comments/:id/:commentId/done",
    permission: { task: "upload" },
    summary: "Mark a comment as done in the current or next version, or remove the mark",
    params: ofComment,
    body: z.object({
      done: z.boolean(),
      note: paragraphText()
        .trim()
        .max(
          maxDoneNoteLength,
          `Keep the note within ${maxDoneNoteLength.toLocaleString("en-US")} characters.`,
        )
        .default(""),
    }),
    response: comment,
    message: "Saved.",
  }),
  react: endpoint({
    method: "POST",
    path: "/task/comments/:id/:commentId/reactions",
    permission: { task: "comment" },
    summary: "Add or remove an own reaction",
    params: ofComment,
    body: z.object({ emoji: z.enum(reactionEmojis), active: z.boolean() }),
    response: comment,
    message: "Saved.",
  }),
};

export const feedbackError = defineErrors({
  comment_not_found: { status: 404, message: "This comment doesn't exist, or it was deleted." },
  not_author: { status: 404, message: "You can only change your own comments." },
  version_not_found: { status: 404, message: "This version doesn't exist, or it has not been in review." },
  id_taken: { status: 409, message: "This comment ID is already in use. Send the comment again." },
  task_closed: { status: 409, message: "This task is closed. Its comments can no longer be changed." },
  resolved: { status: 409, message: "This comment is resolved. Reopen it first." },
  too_many_comments: {
    status: 409,
    message: `A task can have up to ${maxComments.toLocaleString("en-US")} comments. Delete some of them first.`,
  },
  version_full: {
    status: 409,
    message: `The comments on this version have reached ${maxVersionBytes / 1024 / 1024} MB. Delete comments with large drawings, or remove their drawings.`,
  },
  not_a_comment: { status: 422, message: "This is a reply. Use the comment that it belongs to." },
  no_such_frame: { status: 422, message: "The video doesn't have these frames. Select the range again." },
  not_a_member: { status: 422, message: "You can only mention people who work on this task." },
  empty_comment: { status: 422, message: "Write a comment, draw on the picture or attach an image." },
  drawing_on_reply: { status: 422, message: "Replies can't have drawings." },
});

/** A comment or reply was written. Guests have no `authorId`. */
export const commentWritten = defineEvent(
  "feedback.comment_written",
  z.object({
    taskId: z.number(),
    version: z.number(),
    commentId: z.uuid(),
    isReply: z.boolean(),
    authorId: z.number().nullable(),
    /** The members of the task. */
    memberIds: z.array(z.number()),
    /** Those of them who were mentioned. */
    mentions: z.array(z.number()),
  }),
);
