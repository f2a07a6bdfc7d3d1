import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { idText } from "#core/form-text.ts";
import { pageQuery } from "#core/page.ts";
import { signedIn } from "#core/permission.ts";
import { paragraphText } from "#core/written-text.ts";
import { taskEventKinds } from "#modules/history/rules/kinds.ts";
import { personCard } from "#modules/people/contract/people.ts";
import { task } from "#modules/tasks/contract/tasks.ts";
import { stages } from "#modules/tasks/rules/stages.ts";

import {
  maxMessageImageBytes,
  maxMessageLength,
  maxSearchLength,
  maxUnread,
  maxImages,
} from "../rules/messages.ts";

const tooLong = `Use at most ${maxMessageLength.toLocaleString("en-US")} characters in a message.`;
const anyText = paragraphText("Write a message.").trim().max(maxMessageLength, tooLong);
const messageText = anyText.min(1, "Write a message.");

/** A task that the assistant reports on, as it is now. */
const messageTask = task
  .pick({ id: true, taskTitle: true, deadline: true })
  .extend({ stage: z.enum(stages), youtuberId: z.number().int() });

/** One message of a conversation. Deleted messages have no text and no images. */
export const message = z.object({
  /** Chosen by the sender's client; unique in the conversation. */
  id: z.uuid(),
  /** Position in the conversation, from 1 without gaps. */
  sequence: z.number().int(),
  /** Number of the conversation's last change to this message: sent, edited or deleted. */
  change: z.number().int(),
  /** Null for the assistant. */
  senderId: z.number().int().nullable(),
  text: z.string(),
  /** Signed URLs for the reader. */
  images: z.array(z.string()),
  /** The task event that the assistant reports; its text is in `text`. */
  event: z.enum(taskEventKinds).nullable(),
  task: messageTask.nullable(),
  version: z.number().int().nullable(),
  sentAt: z.iso.datetime(),
  edited: z.boolean(),
  deleted: z.boolean(),
});
export type Message = z.output<typeof message>;

/** The conversation with another user, as the reader sees it. */
export const conversation = z.object({
  person: personCard,
  formerMember: z.boolean(),
  /** `open`: both can send. `request`: the other user waits for "Accept". `waiting`: the reader waits for it. */
  state: z.enum(["new", "open", "request", "waiting"]),
  /** Whether the reader may send a first message without "Accept": they share a task or belong to the same team. */
  sharesTask: z.boolean(),
  /** Whether the reader has blocked the other user. */
  blocked: z.boolean(),
  unread: z.number().int().max(maxUnread),
  /** The sequence up to which the other user has read. */
  readByOther: z.number().int(),
  lastMessage: message.nullable(),
});
export type Conversation = z.output<typeof conversation>;

/** A page of messages; it can have fewer than `limit` although more follow. */
const messagePage = z.object({
  messages: z.array(message),
  more: z.boolean(),
  /** The page contains every change up to this one that belongs to it. */
  change: z.number().int(),
});
export type MessagePage = z.output<typeof messagePage>;

const withPerson = z.object({ id: idText });
const ofMessage = withPerson.extend({ messageId: z.uuid() });

/** Every endpoint names the other user: a user can only address conversations that are their own. */
export const messagesEndpoints = {
  conversations: endpoint({
    method: "GET",
    path: "/messages/conversations",
    permission: signedIn,
    summary: "The user's conversations, the last active first",
    query: pageQuery,
    response: z.array(conversation),
    message: "Conversations loaded.",
    paginated: true,
  }),
  search: endpoint({
    method: "GET",
    path: "/messages/search",
    permission: signedIn,
    summary: "Search the user's messages, newest first",
    query: z.object({
      query: z.string("Query is required.").trim().min(2, "Type at least 2 characters.").max(maxSearchLength),
    }),
    response: z.array(z.object({ person: personCard, message })),
    message: "Messages loaded.",
    // Texts that the index doesn't find take about 20 ms of the database.
  }),
  conversation: endpoint({
    method: "GET",
    path: "/messages/with/:id",
    permission: signedIn,
    summary: "The conversation with a user",
    params: withPerson,
    response: conversation,
    message: "Conversation loaded.",
  }),
  history: endpoint({
    method: "GET",
    path: "/messages/with/:id/history",
    permission: signedIn,
    summary: "Messages before or after a sequence, newest first; without either, the newest",
    params: withPerson,
    query: z.object({
      before: idText.optional(),
      /** The ones that follow it; ignored with `before`. */
      after: idText.optional(),
      limit: pageQuery.shape.limit,
    }),
    response: messagePage,
    message: "Messages loaded.",
  }),
  changes: endpoint({
    method: "GET",
    path: "/messages/with/:id/changes",
    permission: signedIn,
    summary: "Messages sent, edited or deleted after a change number, in the order of their changes",
    params: withPerson,
    query: z.object({
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      limit: pageQuery.shape.limit,
    }),
    response: messagePage,
    message: "Changes loaded.",
  }),
  shared: endpoint({
    method: "GET",
    path: "/messages/with/:id/shared",
    permission: signedIn,
    summary: "The newest tasks and images shared with a user",
    params: withPerson,
    response: z.object({
      tasks: z.array(messageTask),
      /** Signed URLs of task attachments and of images sent in messages. */
      files: z.array(z.string()),
    }),
    message: "Shared tasks and files loaded.",
  }),
  send: endpoint({
    method: "POST",
    path: "/messages/with/:id",
    permission: signedIn,
    summary: "Send a message; repeating the same id returns the stored message",
    params: withPerson,
    body: z.object({ id: z.uuid(), text: messageText }),
    response: message,
    message: "Message sent.",
  }),
  sendImages: endpoint({
    method: "POST",
    path: "/messages/with/:id/images",
    permission: signedIn,
    summary: "Send a message with images; repeating the same id returns the stored message",
    params: withPerson,
    form: {
      fields: z.object({ id: z.uuid(), text: anyText.default("") }),
      files: { images: { kind: "image", maxBytes: maxMessageImageBytes, maxFiles: maxImages } },
    },
    response: message,
    message: "Message sent.",
  }),
  edit: endpoint({
    method: "PATCH",
    path: "/messages/with/:id/messages/:messageId",
    permission: signedIn,
    summary: "Edit an own message within 15 minutes",
    params: ofMessage,
    body: z.object({ text: messageText }),
    response: message,
    message: "Message edited.",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/messages/with/:id/messages/:messageId",
    permission: signedIn,
    summary: "Delete an own message within 15 minutes",
    params: ofMessage,
    response: message,
    message: "Message deleted.",
  }),
  markRead: endpoint({
    method: "POST",
    path: "/messages/with/:id/read",
    permission: signedIn,
    summary: "Mark the messages up to a sequence as read",
    params: withPerson,
    body: z.object({ sequence: z.number().int().min(1) }),
    response: z.null(),
    message: "Messages marked as read.",
  }),
  markShown: endpoint({
    method: "POST",
    path: "/messages/with/:id/shown",
    permission: signedIn,
    summary: "Record that the conversation was on screen, though not scrolled to its newest message",
    params: withPerson,
    body: z.object({ sequence: z.number().int().min(1) }),
    response: z.null(),
    message: "Recorded.",
  }),
  typing: endpoint({
    method: "POST",
    path: "/messages/with/:id/typing",
    permission: signedIn,
    summary: "Show the other user that this one is typing",
    params: withPerson,
    response: z.null(),
    message: "Shown.",
  }),
  accept: endpoint({
    method: "POST",
    path: "/messages/with/:id/accept",
    permission: signedIn,
    summary: "Accept the first message of a user",
    params: withPerson,
    response: conversation,
    message: "Conversation accepted.",
  }),
};

export const messagesError = defineErrors({
  conversation_not_found: { status: 404, message: "You have no conversation with this user yet." },
  message_not_found: { status: 404, message: "This message doesn't exist, or you didn't send it." },
  id_taken: { status: 409, message: "This message ID is already in use. Send the message again." },
  former_member: { status: 409, message: "This user deleted their account and can't receive messages." },
  suspended: { status: 409, message: "This account is suspended and can't receive messages." },
  you_blocked: { status: 409, message: "You blocked this user. Unblock them to send a message." },
  blocked: { status: 409, message: "You can't send messages to this user." },
  awaiting_acceptance: {
    status: 409,
    message: "Wait until this user accepts your first message. Then you can send more.",
  },
  no_images_yet: {
    status: 409,
    message: "You can send images after this user has accepted your first message.",
  },
  too_late: { status: 409, message: "Messages can be edited and deleted for 15 minutes after sending." },
  searches_busy: { status: 429, message: "Your other searches are still running. Try again {wait}." },
  search_too_slow: { status: 422, message: "This search takes too long. Type more letters of the message." },
  empty_message: { status: 422, message: "Write a message or attach an image." },
});

const betweenMembers = z.object({
  conversationId: z.number(),
  senderId: z.number(),
  recipientId: z.number(),
});

/** A user sent a message. */
export const messageSent = defineEvent("messages.message_sent", betweenMembers);
/** The sender edited or deleted a message. */
export const messageRevised = defineEvent("messages.message_revised", betweenMembers);
/** The messages of a conversation were on the screen of one of its users. */
export const conversationSeen = defineEvent(
  "messages.conversation_seen",
  z.object({ conversationId: z.number(), personId: z.number() }),
);
