import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { countUse } from "#core/server/rate-limit/rate-limit.ts";
import type { FileOwner } from "#modules/media/rules/file-owner.ts";
import { keepFiles, removeFiles } from "#modules/media/server/public/media.ts";
import {
  type Message,
  messageRevised,
  messagesError,
  messageSent,
} from "#modules/messages/contract/messages.ts";
import { messageChanged } from "#modules/messages/realtime-messages.ts";
import {
  isChangeable,
  maxUnread,
  requestLimit,
  sendLimit,
  sendRefusal,
} from "#modules/messages/rules/messages.ts";
import { peopleError } from "#modules/people/contract/people.ts";
import { isFormerMember } from "#modules/people/rules/former-member.ts";
import { personCards, lockActor } from "#modules/people/server/public/people.ts";
import { workTogether } from "#modules/tasks/server/public/tasks.ts";

import {
  changeConversation,
  findMembers,
  lockConversation,
  lockOrCreateConversation,
  type Members,
} from "../conversations/queries.ts";
import { appendMessage } from "../messages/append.ts";
import { asReader, presentMessage } from "../messages/present.ts";
import { changeMessage, findMessage, hasImage, setRead, sumUnread } from "../messages/queries.ts";
import type { ConversationRow, MessageRow } from "../tables.ts";

/** The card of the other user. 404 `person_not_found` for unknown users and for the actor. */
export async function otherPerson(ctx: ReadContext, otherId: number) {
  const person = otherId === ctx.actor?.id ? undefined : (await personCards(ctx, [otherId])).get(otherId);
  if (!person) throw peopleError("person_not_found");
  return person;
}

/** `id` is chosen by the client; sending the same id again returns the stored message. */
export interface MessageDraft {
  id: string;
  text: string;
  imageFileIds: readonly string[];
}

/**
 * Stores a message of the actor to another user and sends it to both users' clients. Opens the conversation, or answers
 * a request in it. 409 if one of them blocked the other, if a first message waits for "Accept", and if the other
 * account is deleted or suspended; 429 above `sendLimit`.
 */
export async function sendMessage(ctx: Context, otherId: number, draft: MessageDraft): Promise<Message> {
  if (draft.text === "" && draft.imageFileIds.length === 0) throw messagesError("empty_message");
  const senderId = currentActor(ctx).id;
  const [person] = await together([otherPerson(ctx, otherId), lockActor(ctx)]);
  const existing = await lockWithMessage(ctx, otherId, draft.id);
  const { row: locked, members, known } = existing ?? (await createWithMessage(ctx, otherId, draft.id));
  if (known) {
    if (known.senderId !== senderId) throw messagesError("id_taken");
    // To the client that repeats a request because it has received no response.
    const message = await presentMessage(ctx, known);
    ctx.notifyClients([senderId], messageChanged, { withId: otherId, message });
    return message;
  }
  if (isFormerMember(person)) throw messagesError("former_member");
  if (person.suspended) throw messagesError("suspended");
  const row = await admit(ctx, locked, members);
  if (row.acceptedAt === null && draft.imageFileIds.length > 0) throw messagesError("no_images_yet");
  await keepFiles(ctx, draft.imageFileIds, { accountId: senderId, use: "message_image" });
  const between = { conversationId: row.id, senderId, recipientId: otherId };
  const [, stored] = await together([
    countUse(ctx, { key: `messages:person:${senderId}`, limit: sendLimit }),
    appendMessage(ctx.tx, row, {
      id: draft.id,
      senderId,
      text: draft.text,
      imageFileIds: [...draft.imageFileIds],
      event: null,
      taskId: null,
      version: null,
      sentAt: ctx.now,
    }),
    ctx.emit(messageSent, between),
  ]);
  await notifyMembers(ctx, row, stored);
  return presentMessage(ctx, stored);
}

interface LockedConversation {
  row: ConversationRow;
  members: Members;
  /** The message with the requested id, if it was sent before. */
  known: MessageRow | null;
}

/** The conversation with another user, locked until the end of the transaction, or null if there is none. */
async function lockWithMessage(
  ctx: Context,
  otherId: number,
  messageId: string,
): Promise<LockedConversation | null> {
  const { id } = currentActor(ctx);
  const row = await lockConversation(ctx.tx, id, otherId);
  // What these read may be changed by a transaction that has the lock.
  const [members, known] = await together([
    findMembers(ctx.tx, id, otherId),
    findMessage(ctx.tx, [id, otherId], messageId),
  ]);
  return row && members && { row, members, known };
}

async function createWithMessage(
  ctx: Context,
  otherId: number,
  messageId: string,
): Promise<LockedConversation> {
  await lockOrCreateConversation(ctx.tx, [currentActor(ctx).id, otherId], ctx.now);
  const created = await lockWithMessage(ctx, otherId, messageId);
  if (!created) throw new Error("The conversation was not created.");
  return created;
}

/** Checks that the sender may write in a locked conversation, and starts or accepts it. */
async function admit(ctx: Context, row: ConversationRow, members: Members): Promise<ConversationRow> {
  const [senderId, otherId] = [members.own.personId, members.other.personId];
  const refuse = (accepted: boolean) => {
    const refusal = sendRefusal(
      { startedBy: row.startedBy, accepted, blockedBy: listBlockers(members) },
      senderId,
    );
    if (refusal) throw messagesError(refusal);
  };
  if (row.acceptedAt !== null) {
    refuse(true);
    return row;
  }
  const related = await workTogether(ctx, senderId, otherId);
  refuse(related);
  if (related || row.startedBy === otherId) {
    return changeConversation(ctx.tx, row.id, { acceptedAt: ctx.now });
  }
  await countUse(ctx, { key: `message requests:person:${senderId}`, limit: requestLimit });
  return changeConversation(ctx.tx, row.id, { startedBy: senderId });
}

export function listBlockers({ own, other }: Members): number[] {
  return [own, other].filter((member) => member.blocked).map((member) => member.personId);
}

/** Changes the text of an own message. 409 `too_late` after 15 minutes. */
export async function editMessage(
  ctx: Context,
  address: { otherId: number; messageId: string },
  text: string,
): Promise<Message> {
  const { row, conversation, members } = await lockOwnMessage(ctx, address);
  if (row.text === text) return presentMessage(ctx, row);
  const edited = await changeMessage(ctx.tx, row, { text, editedAt: ctx.now });
  await notifyMembers(ctx, conversation, edited);
  await ctx.emit(messageRevised, betweenMembers(members));
  return presentMessage(ctx, edited);
}

/** Empties an own message. 409 `too_late` after 15 minutes. */
export async function deleteMessage(
  ctx: Context,
  address: { otherId: number; messageId: string },
): Promise<Message> {
  const { row, conversation, members } = await lockOwnMessage(ctx, address);
  await removeFiles(ctx, row.imageFileIds);
  const deleted = await changeMessage(ctx.tx, row, { text: "", imageFileIds: [], deletedAt: ctx.now });
  await setRead(ctx.tx, members.other, members.other.readSequence);
  await notifyMembers(ctx, conversation, deleted);
  await ctx.emit(messageRevised, betweenMembers(members));
  return presentMessage(ctx, deleted);
}

function betweenMembers({ own, other }: Members) {
  return { conversationId: own.conversationId, senderId: own.personId, recipientId: other.personId };
}

async function lockOwnMessage(
  ctx: Context,
  { otherId, messageId }: { otherId: number; messageId: string },
): Promise<{ row: MessageRow; conversation: ConversationRow; members: Members }> {
  const [actor] = await together([lockActor(ctx), otherPerson(ctx, otherId)]);
  const locked = await lockWithMessage(ctx, otherId, messageId);
  if (!locked) throw messagesError("message_not_found");
  const { known, members } = locked;
  if (known?.senderId !== actor.id || known.deletedAt !== null) throw messagesError("message_not_found");
  if (!isChangeable(known.sentAt, ctx.now)) throw messagesError("too_late");
  const blockedBy = listBlockers(members);
  const refusal = sendRefusal({ startedBy: null, accepted: true, blockedBy }, actor.id);
  if (refusal) throw messagesError(refusal);
  return { row: known, conversation: locked.row, members };
}

/** Sends a stored message to the clients of both users. */
export async function notifyMembers(
  ctx: Context,
  { lowerId, higherId }: Pick<ConversationRow, "lowerId" | "higherId">,
  row: MessageRow,
): Promise<void> {
  for (const [readerId, withId] of [
    [lowerId, higherId],
    [higherId, lowerId],
  ] as const) {
    const message = await presentMessage(asReader(ctx, readerId), row);
    ctx.notifyClients([readerId], messageChanged, { withId, message });
  }
}

/** Whether the file is an image of a message in a conversation of the user. */
export async function mayReadMessageImage(
  ctx: ReadContext,
  { id, personId, owner }: { id: string; personId: number; owner: FileOwner },
): Promise<boolean> {
  return (
    owner.kind === "conversation" && hasImage(ctx.tx, { conversationId: owner.id, personId, fileId: id })
  );
}

/** The number of a user's unread messages in all conversations. */
export async function countUnreadMessages(
  { tx }: Pick<ReadContext, "tx">,
  personId: number,
): Promise<number> {
  return Math.min(await sumUnread(tx, personId), maxUnread);
}
