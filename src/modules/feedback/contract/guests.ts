import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { anyone, commentingGuests, downloadingGuests, guests } from "#core/permission.ts";
import { playback } from "#modules/media/contract/videos.ts";
import { nameText } from "#modules/people/rules/people.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

import { linkStates, maxActiveLinks, maxGuests, minLinkPasswordLength, visitKinds } from "../rules/guests.ts";
import { comment, editedComment, newComment, newReply } from "./comments.ts";
import { changesPage, commentPage, nextComments } from "./pages.ts";

const ofTask = z.object({ id: taskIdText });
const ofLink = ofTask.extend({ linkId: z.uuid() });
/** `linkId` is in the path of the guest's cookie. Any text, because people open links that were cut off. */
const ofGuest = z.object({ linkId: z.string() });
const ofGuestComment = ofGuest.extend({ commentId: z.uuid() });

const linkPassword = z
  .string()
  .min(minLinkPasswordLength, `Use at least ${minLinkPasswordLength} characters for the password.`)
  .max(128, "Use at most 128 characters for the password.");

const linkSettings = z.object({
  mayComment: z.boolean(),
  mayDownload: z.boolean(),
  /** Whether guests may join rooms in which their version is watched together. */
  mayWatchTogether: z.boolean(),
  /** Null for none. */
  password: linkPassword.nullable(),
  /** When the link ends, at the latest with the review window; null for the end of the window. */
  expiresAt: z.iso.datetime().nullable(),
});

/** A link by which people without an account review one version. */
export const guestLink = z.object({
  id: z.uuid(),
  version: z.number().int(),
  /** Path of the link with its secret; null once it can't be used. */
  path: z.string().nullable(),
  state: z.enum(linkStates),
  mayComment: z.boolean(),
  mayDownload: z.boolean(),
  mayWatchTogether: z.boolean(),
  hasPassword: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  guests: z.number().int(),
  lastSeenAt: z.iso.datetime().nullable(),
});
export type GuestLink = z.output<typeof guestLink>;

/** An entry of a link's access log. */
export const guestVisit = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  kind: z.enum(visitKinds),
  /** Name that the guest has entered; null for wrong passwords. */
  name: z.string().nullable(),
  /** Network of the guest's IP address. */
  address: z.string(),
});
export type GuestVisit = z.output<typeof guestVisit>;

export const guestLinkEndpoints = {
  guestLinks: endpoint({
    method: "GET",
    path: "/task/guest-links/:id",
    permission: { task: "manage" },
    summary: "Review links of a task, newest first",
    params: ofTask,
    response: z.array(guestLink),
    message: "Links loaded.",
  }),
  createGuestLink: endpoint({
    method: "POST",
    path: "/task/guest-links/:id",
    permission: { task: "manage" },
    summary: "Create a link by which people without an account review the version in review",
    params: ofTask,
    body: linkSettings.extend({
      mayDownload: z.boolean().default(false),
      mayWatchTogether: z.boolean().default(true),
      password: linkPassword.nullable().default(null),
      expiresAt: z.iso.datetime().nullable().default(null),
    }),
    response: guestLink,
    message: "Link created.",
  }),
  changeGuestLink: endpoint({
    method: "PATCH",
    path: "/task/guest-links/:id/:linkId",
    permission: { task: "manage" },
    summary: "Change a review link; a new password ends the sessions of its guests",
    params: ofLink,
    body: linkSettings.partial(),
    response: guestLink,
    message: "Link changed.",
  }),
  revokeGuestLink: endpoint({
    method: "DELETE",
    path: "/task/guest-links/:id/:linkId",
    permission: { task: "manage" },
    summary: "Revoke a review link; its guests lose access immediately",
    params: ofLink,
    response: guestLink,
    message: "Link revoked.",
  }),
  guestVisits: endpoint({
    method: "GET",
    path: "/task/guest-links/:id/:linkId/visits",
    permission: { task: "manage" },
    summary: "The access log of a review link, newest first",
    params: ofLink,
    response: z.array(guestVisit),
    message: "Access log loaded.",
  }),
};

/** A comment as guests see it: authors and mentioned users have no ids, and there are no reactions and notes. */
export const guestComment = comment.extend({
  /** Whether the guest has written it. */
  own: z.boolean(),
});
export type GuestComment = z.output<typeof guestComment>;

const guestComments = z.object({ change: z.number().int(), comments: z.array(guestComment) });

export const guestPreview = z.object({
  taskTitle: z.string(),
  /** Display names. */
  creator: z.string(),
  editor: z.string(),
  version: z.number().int(),
  /** Name of the guest. */
  name: z.string(),
  mayComment: z.boolean(),
  mayDownload: z.boolean(),
  mayWatchTogether: z.boolean(),
  /** End of the link; null while no end is known. */
  endsAt: z.iso.datetime().nullable(),
  playback,
});
export type GuestPreview = z.output<typeof guestPreview>;

const secret = z.string().max(200);

export const guestEndpoints = {
  checkGuestLink: endpoint({
    method: "POST",
    path: "/guest-review/:linkId/check",
    permission: anyone,
    summary: "Whether a review link can be used and needs a password",
    params: ofGuest,
    body: z.object({ secret }),
    response: z.object({ needsPassword: z.boolean(), mayComment: z.boolean() }),
    message: "Enter your name.",
  }),
  openGuestLink: endpoint({
    method: "POST",
    path: "/guest-review/:linkId/open",
    permission: anyone,
    summary: "Open a review link as a guest; sets the guest's cookies for this link",
    params: ofGuest,
    body: z.object({ secret, name: nameText, password: z.string().max(128).optional() }),
    response: z.object({ name: z.string() }),
    message: "You can review the video.",
  }),
  guestPreview: endpoint({
    method: "GET",
    path: "/guest-review/:linkId/preview",
    permission: guests,
    summary: "The version of a review link with URLs that only this guest can use",
    params: ofGuest,
    response: guestPreview,
    message: "Preview loaded.",
  }),
  guestDownload: endpoint({
    method: "POST",
    path: "/guest-review/:linkId/download",
    permission: downloadingGuests,
    summary: "A URL of the original that browsers save",
    params: ofGuest,
    response: z.object({ url: z.string() }),
    message: "The download starts.",
  }),
  convertForGuest: endpoint({
    method: "POST",
    path: "/guest-review/:linkId/convert",
    permission: guests,
    summary: "Convert the video of a review link that the guest's browser can't play",
    params: ofGuest,
    response: z.null(),
    message: "The video is being converted.",
  }),
  guestComments: endpoint({
    method: "GET",
    path: "/guest-review/:linkId/comments",
    permission: guests,
    summary: "Comments and replies on the version of a review link",
    params: ofGuest,
    query: commentPage,
    response: guestComments.extend({ next: nextComments }),
    message: "Comments loaded.",
  }),
  guestCommentChanges: endpoint({
    method: "GET",
    path: "/guest-review/:linkId/comments/changes",
    permission: guests,
    summary: "Comments on the version that were changed after a change number, deleted ones included",
    params: ofGuest,
    query: changesPage,
    response: guestComments.extend({ more: z.boolean() }),
    message: "Changes loaded.",
  }),
  addGuestComment: endpoint({
    method: "POST",
    path: "/guest-review/:linkId/comments",
    permission: commentingGuests,
    summary: "Comment as a guest; repeating the same id returns the stored comment",
    params: ofGuest,
    body: newComment.omit({ version: true, mentions: true }),
    response: guestComment,
    message: "Comment added.",
  }),
  replyAsGuest: endpoint({
    method: "POST",
    path: "/guest-review/:linkId/comments/:commentId/replies",
    permission: commentingGuests,
    summary: "Reply as a guest; repeating the same id returns the stored reply",
    params: ofGuestComment,
    body: newReply.omit({ mentions: true }),
    response: guestComment,
    message: "Reply added.",
  }),
  editGuestComment: endpoint({
    method: "PATCH",
    path: "/guest-review/:linkId/comments/:commentId",
    permission: commentingGuests,
    summary: "Edit an own comment or reply",
    params: ofGuestComment,
    body: editedComment.omit({ mentions: true }),
    response: guestComment,
    message: "Comment edited.",
  }),
  deleteGuestComment: endpoint({
    method: "DELETE",
    path: "/guest-review/:linkId/comments/:commentId",
    permission: commentingGuests,
    summary: "Delete an own comment or reply",
    params: ofGuestComment,
    response: guestComment,
    message: "Comment deleted.",
  }),
};

export const guestsError = defineErrors({
  link_not_found: {
    status: 404,
    message:
      "It may be incomplete, or the review is over. Check the address, or ask the creator for a new link.",
  },
  link_ended: {
    status: 410,
    message:
      "This version is no longer in review. Ask the creator for a new link if they need more feedback.",
  },
  link_expired: { status: 410, message: "Ask the creator for a new link to continue the review." },
  link_revoked: {
    status: 410,
    message: "Ask the creator for a new link to continue the review.",
  },
  link_closed: { status: 410, message: "This link can no longer be changed. Create a new one." },
  wrong_password: { status: 403, message: "Wrong password. Try again." },
  too_many_guesses: { status: 429, message: "Too many wrong passwords. Try again {wait}." },
  too_many_guests: {
    status: 409,
    message: `A link can have up to ${maxGuests} guests. Ask the creator for a new one.`,
  },
  not_in_review: { status: 409, message: "No version is in review. Links can be created during the review." },
  too_many_links: {
    status: 409,
    message: `A task can have up to ${maxActiveLinks} active links. Revoke one of them first.`,
  },
  expiry_passed: { status: 422, message: "Choose a time in the future." },
});

/** A review link was changed or revoked. */
export const guestLinkChanged = defineEvent("feedback.guest_link_changed", z.object({ taskId: z.number() }));
