import type { ReadContext } from "#core/server/context.ts";
import { assistantText } from "#modules/history/rules/texts.ts";
import type { FileOwner } from "#modules/media/rules/file-owner.ts";
import { fileAddresses } from "#modules/media/server/public/media.ts";
import type { Conversation, Message } from "#modules/messages/contract/messages.ts";
import { maxUnread } from "#modules/messages/rules/messages.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { isFormerMember } from "#modules/people/rules/former-member.ts";

import type { Members } from "../conversations/queries.ts";
import { findTasks, type MessageTaskRow } from "../shared/queries.ts";
import type { ConversationRow, MemberRow, MessageRow } from "../tables.ts";

/** The context for a response to another user: signed URLs work for them only. */
export function asReader<C extends ReadContext>(ctx: C, personId: number): C {
  return { ...ctx, actor: { id: personId, role: "NORMAL", sessionId: "" } };
}

export function presentTask({ id, taskTitle, stage, deadline, creatorId }: MessageTaskRow) {
  return { id, taskTitle, stage, deadline: deadline.toISOString(), youtuberId: creatorId };
}

/** Messages as the actor reads them. */
export async function presentMessages(ctx: ReadContext, rows: readonly MessageRow[]): Promise<Message[]> {
  const images = new Map(
    rows.flatMap((row) =>
      row.imageFileIds.map((id): [string, FileOwner] => [
        id,
        { kind: "conversation", id: row.conversationId },
      ]),
    ),
  );
  const addresses = images.size === 0 ? new Map<string, string>() : await fileAddresses(ctx, images);
  const taskIds = [...new Set(rows.map((row) => row.taskId).filter((id) => id !== null))];
  const taskRows = taskIds.length === 0 ? [] : await findTasks(ctx.tx, taskIds);
  const tasks = new Map(taskRows.map((row) => [row.id, presentTask(row)]));
  return rows.map((row) => {
    const task = row.taskId === null ? null : (tasks.get(row.taskId) ?? null);
    return {
      id: row.id,
      sequence: row.sequence,
      change: row.change,
      senderId: row.senderId,
      text:
        row.event === null ? row.text : assistantText(row.event, task?.taskTitle ?? "A task", row.version),
      images: row.imageFileIds.flatMap((id) => addresses.get(id) ?? []),
      event: row.event,
      task,
      version: row.version,
      sentAt: row.sentAt.toISOString(),
      edited: row.editedAt !== null,
      deleted: row.deletedAt !== null,
    };
  });
}

export async function presentMessage(ctx: ReadContext, row: MessageRow): Promise<Message> {
  const [message] = await presentMessages(ctx, [row]);
  if (!message) throw new Error("The message was not presented.");
  return message;
}

function conversationState(
  row: ConversationRow | null,
  personId: number,
  sharesTask: boolean,
): Conversation["state"] {
  if (!row || (row.acceptedAt === null && row.startedBy === null)) return "new";
  // The next message between users who work together accepts the conversation.
  if (row.acceptedAt !== null || sharesTask) return "open";
  return row.startedBy === personId ? "waiting" : "request";
}

/** A conversation as `personId` sees it. Before "Accept", the sender does not see whether the message was read. */
export function presentConversation(parts: {
  personId: number;
  person: PersonCard;
  row: ConversationRow | null;
  members: { own: Members["own"]; other: MemberRow } | null;
  lastMessage: Message | null;
  sharesTask: boolean;
}): Conversation {
  const { personId, person, row, members, lastMessage, sharesTask } = parts;
  const state = conversationState(row, personId, sharesTask);
  return {
    person,
    formerMember: isFormerMember(person),
    state,
    sharesTask,
    blocked: members?.own.blocked ?? false,
    unread: Math.min(members?.own.unread ?? 0, maxUnread),
    readByOther: state === "open" ? (members?.other.readSequence ?? 0) : 0,
    lastMessage,
  };
}
