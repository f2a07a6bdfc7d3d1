import { commonError } from "#core/error.ts";
import type { PageQuery } from "#core/page.ts";
import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import type { PersonCard } from "#modules/accounts/contract.ts";
import { cardsOf, emailOf } from "#modules/accounts/server/actions.ts";

import { mostUnread, notified, type Notification } from "../contract.ts";
import type { Notice } from "../rules.ts";
import { mailNotification } from "./job-definitions.ts";
import {
  countUnread,
  insertNotification,
  listRows,
  markAllRows,
  markRow,
  removeOutdated,
  rewordUnread,
} from "./store.ts";
import type { NotificationRow } from "./tables.ts";

/** The actor's notifications, newest first, with how many are unread. */
export async function listNotifications(
  ctx: ReadContext,
  query: PageQuery,
): Promise<{ items: Notification[]; nextCursor: string | null; unread: number }> {
  const personId = actorOf(ctx).id;
  const { limit } = query;
  const rows = await listRows(ctx.tx, { personId, before: readCursor(query.cursor), limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const cards = await cardsOf(
    ctx,
    shown.map((row) => row.senderId).filter((id) => id !== null),
  );
  return {
    items: shown.map((row) => present(row, cards)),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
    unread: await countUnread(ctx.tx, personId, mostUnread),
  };
}

/** Marks one of the actor's own as read; 404 for any other. */
export async function markRead(ctx: Context, id: number): Promise<void> {
  const own = await markRow(ctx.tx, { id, personId: actorOf(ctx).id, now: ctx.now });
  if (!own) throw commonError("not_found");
}

export async function markAllRead(ctx: Context): Promise<void> {
  await markAllRows(ctx.tx, actorOf(ctx).id, ctx.now);
}

/** What one person is told. `byMail` is whether this server sends mail. */
interface Told {
  personId: number;
  senderId: number | null;
  taskId: number;
  notice: Notice;
  byMail: boolean;
}

/**
 * Writes a notice for one person, sends it to their open browsers and has it mailed; nobody is told of their own action, nor anything
 * after they have left.
 */
export async function notify(ctx: Context, told: Told): Promise<void> {
  const { personId, senderId, taskId, notice } = told;
  if (personId === ctx.actor?.id || (await emailOf(ctx, personId)) === null) return;
  const { kind, title, description, path } = notice;
  await removeOutdated(ctx.tx, { personId, taskId, kind });
  const words = { kind, title, description, path };
  const row = await insertNotification(ctx.tx, {
    personId,
    senderId,
    taskId,
    ...words,
    createdAt: ctx.now,
  });
  const cards = await cardsOf(ctx, senderId === null ? [] : [senderId]);
  ctx.notifyClients([personId], notified, present(row, cards));
  if (told.byMail) await ctx.enqueue(mailNotification, { notificationId: row.id });
}

/** Puts new words into a notice that the person has not read yet. Nobody is told a second time. */
export async function reword(
  ctx: Context,
  told: Pick<Told, "personId" | "taskId" | "notice">,
): Promise<void> {
  const { kind, title, description, path } = told.notice;
  const { personId, taskId } = told;
  await rewordUnread(ctx.tx, { personId, taskId, kind }, { title, description, path });
}

function present(row: NotificationRow, cards: ReadonlyMap<number, PersonCard>): Notification {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    description: row.description,
    path: row.path,
    taskId: row.taskId,
    sender: row.senderId === null ? null : (cards.get(row.senderId) ?? null),
    read: row.readAt !== null,
    time: row.createdAt.toISOString(),
  };
}

function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const id = Number(cursor);
  if (!Number.isSafeInteger(id) || id < 1) {
    throw commonError("invalid_input", {
      message: "That cursor is none of ours. Start from the first page.",
    });
  }
  return id;
}
