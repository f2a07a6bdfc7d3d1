import type { Page, PageQuery } from "#core/page.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { readIdCursor } from "#core/server/id-cursor.ts";
import { notifyGuestsOfCreator } from "#modules/feedback/server/public/feedback.ts";
import { accountBytes } from "#modules/media/server/public/stored-bytes.ts";
import { type AdministeredUser, operatorError, type UserFilter } from "#modules/operators/contract/users.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { pictureAddress } from "#modules/people/rules/people.ts";
import { administerPerson, isOperator } from "#modules/people/server/public/administration.ts";
import { settlePersonRooms } from "#modules/rooms/server/public/rooms.ts";
import {
  deleteAccountData,
  emailResetLink,
  endPersonSessions,
} from "#modules/sign-in/server/public/sign-in.ts";
import { listTeammateIds } from "#modules/tasks/server/public/tasks.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import { membersOfTeam, listPersonTeams } from "#modules/team/server/public/team.ts";

import { logAction } from "../log/log.ts";
import { countOpenTasks, listUsers } from "./queries.ts";

/** A page of accounts, the newest first. */
export async function readUsers(
  ctx: ReadContext,
  { cursor, limit, search, filter }: PageQuery & { search: string; filter: UserFilter },
): Promise<Page<AdministeredUser>> {
  const { operatorEmails, storageQuota: defaultQuota } = ctx.settings;
  const before = readIdCursor(cursor);
  const rows = await listUsers(ctx.tx, { search, filter, operatorEmails, before, limit });
  const ids = rows.map(({ id }) => id);
  const [stored, open] = await Promise.all([accountBytes(ctx, ids), countOpenTasks(ctx.tx, ids)]);
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.emailVerified,
    role: row.role,
    profileImgUrl: pictureAddress(row.pictureFileId),
    operator: isOperator(ctx.settings, row),
    createdAt: row.createdAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
    lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
    storedBytes: stored.get(row.id) ?? 0,
    quotaBytes: row.storageQuota ?? defaultQuota,
    ownQuota: row.storageQuota !== null,
    openTasks: open.get(row.id) ?? 0,
  }));
  return { items, nextCursor: rows.length === limit ? String(rows.at(-1)?.id) : null };
}

/**
 * Suspends an account and returns the ids of the sessions that ended. Running deliveries continue. 409 `own_account`
 * for the actor's own.
 */
export async function suspendUser(ctx: Context, personId: number): Promise<string[]> {
  requireOther(ctx, personId);
  const person = await administerPerson(ctx, personId, { suspendedAt: ctx.now });
  if (!person.suspendedAt) {
    await logAction(ctx, "suspend", { subjectId: personId });
    await notifyTeammates(ctx, personId);
  }
  return endPersonSessions(ctx, personId);
}

export async function restoreUser(ctx: Context, personId: number): Promise<void> {
  const person = await administerPerson(ctx, personId, { suspendedAt: null });
  if (!person.suspendedAt) return;
  await logAction(ctx, "restore", { subjectId: personId });
  await notifyTeammates(ctx, personId);
}

/**
 * Lets the clients of those who share an open task or a team with the user show whether they can work on it. Managers and guests have
 * no access while the creator is suspended.
 */
async function notifyTeammates(ctx: Context, personId: number): Promise<void> {
  const members = (await membersOfTeam(ctx, personId)).map((member) => member.personId);
  const creators = (await listPersonTeams(ctx, personId)).map(({ creatorId }) => creatorId);
  const teammates = new Set([...(await listTeammateIds(ctx, personId)), ...members, ...creators]);
  ctx.notifyClients([...teammates], profileChanged, { personId });
  if (members.length > 0) ctx.notifyClients(members, teamChanged, { creatorId: personId });
  await notifyGuestsOfCreator(ctx, personId);
  await settlePersonRooms(ctx, personId);
}

/** Ends all sessions of a user and returns their ids. 409 `own_account` for the actor's own. */
export async function endUserSessions(ctx: Context, personId: number): Promise<string[]> {
  requireOther(ctx, personId);
  await administerPerson(ctx, personId, {});
  await logAction(ctx, "end_sessions", { subjectId: personId });
  return endPersonSessions(ctx, personId);
}

/** Emails a user a link to set a new password. */
export async function sendPasswordReset(ctx: Context, personId: number): Promise<void> {
  if (!ctx.settings.emailEnabled) throw operatorError("reset_mail_off");
  const person = await administerPerson(ctx, personId, {});
  await emailResetLink(ctx, person);
  await logAction(ctx, "reset_password", { subjectId: personId });
}

/** Sets a user's quota; null for the default of all users. */
export async function setUserQuota(ctx: Context, personId: number, quotaBytes: number | null): Promise<void> {
  await administerPerson(ctx, personId, { storageQuota: quotaBytes });
  const detail = quotaBytes === null ? "default" : `${quotaBytes} bytes`;
  await logAction(ctx, "set_quota", { subjectId: personId, detail });
}

/** Deletes an account as its user can, and returns the ids of the sessions that ended. */
export async function deleteUser(ctx: Context, personId: number): Promise<string[]> {
  requireOther(ctx, personId);
  await administerPerson(ctx, personId, {});
  await logAction(ctx, "delete", { subjectId: personId });
  return deleteAccountData(ctx, personId, null);
}

/** Makes a user an operator, or removes them; those of `OPERATOR_EMAILS` stay. */
export async function setOperator(ctx: Context, personId: number, operator: boolean): Promise<void> {
  await administerPerson(ctx, personId, { operator });
  await logAction(ctx, operator ? "make_operator" : "remove_operator", { subjectId: personId });
}

function requireOther(ctx: Context, personId: number): void {
  if (ctx.actor && currentActor(ctx).id === personId) throw operatorError("own_account");
}
