import { commonError } from "#core/error.ts";
import type { Page, PageQuery } from "#core/page.ts";
import { currentActor, type ReadContext } from "#core/server/context.ts";
import { cutPage, lastCompleteChange } from "#core/server/cut-page.ts";
import type { FileOwner } from "#modules/media/rules/file-owner.ts";
import { fileAddresses } from "#modules/media/server/public/media.ts";
import type { Conversation, MessagePage } from "#modules/messages/contract/messages.ts";
import { personCards, requireCard } from "#modules/people/server/public/people.ts";

import { findConversation } from "../conversations/queries.ts";
import { otherPerson } from "../public/messages.ts";
import { findSharedTasks, findWithImages } from "../shared/queries.ts";
import type { MessageRow } from "../tables.ts";
import { presentConversation, presentMessages, presentTask } from "./present.ts";
import { findChanges, findConversations, findHistory, type HistoryPage } from "./queries.ts";

/** Most entries of each list in `listShared`. */
const sharedTasks = 10;
const sharedFiles = 12;

/** The actor's conversations with at least one message, the last active first. */
export async function listConversations(ctx: ReadContext, query: PageQuery): Promise<Page<Conversation>> {
  const personId = currentActor(ctx).id;
  const { limit } = query;
  const rows = await findConversations(ctx.tx, {
    personId,
    last: readCursor(query.cursor),
    limit: limit + 1,
  });
  const page = cutPage(rows, { limit, rowBytes: ({ last }) => 1000 + (last ? bytesOfMessage(last) : 0) });
  const conversationRows = page.rows;
  const cards = await personCards(
    ctx,
    conversationRows.map(({ other }) => other.personId),
  );
  const last = conversationRows.map((row) => row.last).filter((row) => row !== null);
  const presented = new Map(
    (await presentMessages(ctx, last)).map((message, at) => [last[at]?.conversationId, message]),
  );
  const items = conversationRows.map(({ conversation: row, own, other }) =>
    presentConversation({
      personId,
      person: requireCard(cards, other.personId),
      row,
      members: { own, other },
      lastMessage: presented.get(row.id) ?? null,
      sharesTask: row.acceptedAt !== null,
    }),
  );
  const final = conversationRows.at(-1)?.own;
  const more = page.more && final?.lastMessageAt;
  return { items, nextCursor: more ? `${more.getTime()}-${final.conversationId}` : null };
}

function readCursor(cursor: string | undefined): { at: Date; id: number } | null {
  if (cursor === undefined) return null;
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  if (at === undefined) throw commonError("invalid_input", { message: "Invalid cursor. Reload the list." });
  return { at: new Date(Number(at)), id: Number(id) };
}

/** A page of the actor's conversation with another user before or after a sequence, newest first. */
export async function listHistory(
  ctx: ReadContext,
  otherId: number,
  { limit, ...place }: HistoryPage,
): Promise<MessagePage> {
  const row = await ownConversation(ctx, otherId);
  if (!row) return { messages: [], more: false, change: 0 };
  const rows = await findHistory(ctx.tx, row.id, { ...place, limit: limit + 1 });
  const page = cutPage(rows, { limit, rowBytes: bytesOfMessage });
  const messages = await presentMessages(ctx, page.rows);
  return {
    messages: messages.toSorted((one, other) => other.sequence - one.sequence),
    more: page.more,
    // Read before the messages, so that changes meanwhile are requested again.
    change: row.lastChange,
  };
}

/** A page of the changes in the actor's conversation after a change number. */
export async function listChanges(
  ctx: ReadContext,
  otherId: number,
  { after, limit }: { after: number; limit: number },
): Promise<MessagePage> {
  const row = await ownConversation(ctx, otherId);
  if (!row) return { messages: [], more: false, change: 0 };
  const rows = await findChanges(ctx.tx, row.id, { after, limit: limit + 1 });
  const page = cutPage(rows, { limit, rowBytes: bytesOfMessage });
  return {
    messages: await presentMessages(ctx, page.rows),
    more: page.more,
    change: lastCompleteChange(page, row.lastChange),
  };
}

/** Text, other fields, and a signed URL for each image. */
function bytesOfMessage({ text, imageFileIds }: MessageRow): number {
  return Buffer.byteLength(text) + 500 + 300 * imageFileIds.length;
}

async function ownConversation(ctx: ReadContext, otherId: number) {
  const row = await findConversation(ctx.tx, currentActor(ctx).id, otherId);
  if (!row) await otherPerson(ctx, otherId);
  return row;
}

/** The newest tasks of both users, and the newest images and attachments. */
export async function listShared(ctx: ReadContext, otherId: number) {
  const personId = currentActor(ctx).id;
  await otherPerson(ctx, otherId);
  const row = await findConversation(ctx.tx, personId, otherId);
  const tasks = await findSharedTasks(ctx.tx, personId, otherId, sharedTasks);
  const withImages = row ? await findWithImages(ctx.tx, row.id, sharedFiles) : [];
  const owners = [
    ...withImages.flatMap((message) =>
      message.imageFileIds.map((id): [string, FileOwner] => [
        id,
        { kind: "conversation", id: message.conversationId },
      ]),
    ),
    ...tasks.flatMap((task) =>
      task.attachmentFileIds.map((id): [string, FileOwner] => [id, { kind: "task", id: task.id }]),
    ),
  ].slice(0, sharedFiles);
  const addresses = await fileAddresses(ctx, new Map(owners));
  return { tasks: tasks.map(presentTask), files: owners.flatMap(([id]) => addresses.get(id) ?? []) };
}
