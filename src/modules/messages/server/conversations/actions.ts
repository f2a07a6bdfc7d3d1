import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { countUse } from "#core/server/rate-limit/rate-limit.ts";
import { type Conversation, conversationSeen, messagesError } from "#modules/messages/contract/messages.ts";
import { conversationChanged, readByOther, typing } from "#modules/messages/realtime-messages.ts";
import { signalLimit } from "#modules/messages/rules/messages.ts";
import { lockActor } from "#modules/people/server/public/people.ts";
import { workTogether } from "#modules/tasks/server/public/tasks.ts";

import { presentConversation, presentMessage } from "../messages/present.ts";
import { changeMember, findHistory, setRead } from "../messages/queries.ts";
import { listBlockers, otherPerson } from "../public/messages.ts";
import { changeConversation, findConversation, findMembers, lockConversation } from "./queries.ts";

/** The actor's conversation with another user, also before its first message. */
export async function viewConversation(ctx: ReadContext, otherId: number): Promise<Conversation> {
  const personId = currentActor(ctx).id;
  const person = await otherPerson(ctx, otherId);
  const row = await findConversation(ctx.tx, personId, otherId);
  const members = row && (await findMembers(ctx.tx, personId, otherId));
  const [last] = row ? await findHistory(ctx.tx, row.id, { before: undefined, limit: 1 }) : [];
  const sharesTask = row?.acceptedAt != null || (await workTogether(ctx, personId, otherId));
  const lastMessage = last ? await presentMessage(ctx, last) : null;
  return presentConversation({ personId, person, row, members, lastMessage, sharesTask });
}

/** Accepts the first message of another user. 404 if there is none. */
export async function acceptConversation(ctx: Context, otherId: number): Promise<Conversation> {
  const actor = await lockActor(ctx);
  await otherPerson(ctx, otherId);
  const row = await lockConversation(ctx.tx, actor.id, otherId);
  const accepted = row !== null && row.acceptedAt !== null;
  if (!row || (!accepted && row.startedBy !== otherId)) throw messagesError("conversation_not_found");
  if (!accepted) {
    await changeConversation(ctx.tx, row.id, { acceptedAt: ctx.now });
    notifyBoth(ctx, actor.id, otherId);
  }
  return viewConversation(ctx, otherId);
}

/** Marks the actor's messages up to `sequence` as read, and informs the other user once they are in a conversation. */
export async function markRead(ctx: Context, otherId: number, sequence: number): Promise<void> {
  const personId = currentActor(ctx).id;
  const row = await lockConversation(ctx.tx, personId, otherId);
  const members = await findMembers(ctx.tx, personId, otherId);
  if (!row || !members) throw messagesError("conversation_not_found");
  const { own, other } = members;
  const read = Math.min(sequence, row.lastSequence);
  if (read <= own.readSequence) return;
  await setRead(ctx.tx, own, read);
  await ctx.emit(conversationSeen, own);
  ctx.notifyClients([personId], conversationChanged, { withId: otherId });
  if (row.acceptedAt !== null && !own.blocked && !other.blocked) {
    ctx.notifyClients([otherId], readByOther, { withId: personId, sequence: read });
  }
}

/** Records that the conversation was on the actor's screen, so that its messages need no notification. */
export async function markShown(ctx: Context, otherId: number, sequence: number): Promise<void> {
  const personId = currentActor(ctx).id;
  await countUse(ctx, { key: `shown:person:${personId}`, limit: signalLimit });
  const row = await lockConversation(ctx.tx, personId, otherId);
  const members = row && (await findMembers(ctx.tx, personId, otherId));
  if (!members) throw messagesError("conversation_not_found");
  const { own } = members;
  const shownSequence = Math.min(sequence, row.lastSequence);
  if (shownSequence <= Math.max(own.readSequence, own.shownSequence)) return;
  await changeMember(ctx.tx, own, { shownSequence });
  await ctx.emit(conversationSeen, own);
}

/** Shows the other user that the actor is typing, in an accepted conversation that is not blocked. */
export async function showTyping(ctx: Context, otherId: number): Promise<void> {
  const personId = currentActor(ctx).id;
  await countUse(ctx, { key: `typing:person:${personId}`, limit: signalLimit });
  const row = await findConversation(ctx.tx, personId, otherId);
  if (!row || row.acceptedAt === null) return;
  const members = await findMembers(ctx.tx, personId, otherId);
  if (!members || listBlockers(members).length > 0) return;
  ctx.notifyClients([otherId], typing, { withId: personId });
}

function notifyBoth(ctx: Context, one: number, two: number): void {
  ctx.notifyClients([one], conversationChanged, { withId: two });
  ctx.notifyClients([two], conversationChanged, { withId: one });
}
