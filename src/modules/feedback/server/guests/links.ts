import { randomUUID } from "node:crypto";

import { guestReviewPath } from "#core/paths.ts";
import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { countUse } from "#core/server/rate-limit/rate-limit.ts";
import {
  type GuestLink,
  guestLinkChanged,
  guestsError,
  type GuestVisit,
} from "#modules/feedback/contract/guests.ts";
import {
  linkLimit,
  linkPasswordLimit,
  maxActiveLinks,
  maxListedVisits,
} from "#modules/feedback/rules/guests.ts";
import { newestVersion } from "#modules/review/server/public/review.ts";
import { hashPassword } from "#modules/sign-in/server/public/sign-in.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import { lockOpenTask } from "../comments/access.ts";
import { notifyGuests } from "./notify-guests.ts";
import {
  changeLink,
  countGuests,
  endSessions,
  findLink,
  insertLink,
  type LinkOnVersion,
  listLinks,
  listVisits,
} from "./queries.ts";
import { linkSecret } from "./secret.ts";

interface LinkSettings {
  mayComment: boolean;
  mayDownload: boolean;
  mayWatchTogether: boolean;
  /** Null for none. */
  passwordHash: string | null;
  expiresAt: Date | null;
}

interface LinkAddress {
  taskId: number;
  linkId: string;
}

/**
 * The hash of a new password; null for none, undefined for no change. The hash is slow: it is computed outside of a
 * transaction, after `linkId` (null for a new link) was found to be the creator's and the use was counted. Fails with the
 * errors of `createGuestLink` and `changeGuestLink`, and with `too_many`.
 */
export async function hashLinkPassword<P extends string | null | undefined>(
  run: <T>(act: (ctx: Context) => Promise<T>) => Promise<T>,
  { taskId, linkId }: { taskId: number; linkId: string | null },
  password: P,
): Promise<string | Exclude<P, string>> {
  if (typeof password !== "string") return password as Exclude<P, string>;
  await run(async (ctx) => {
    await taskFor(ctx, taskId, "manage");
    if (linkId !== null) await findTaskLink(ctx, { taskId, linkId });
    await countUse(ctx, {
      key: `guest-link-password:person:${currentActor(ctx).id}`,
      limit: linkPasswordLimit,
    });
  });
  return hashPassword(password);
}

/** The links of the creator's task, newest first. */
export async function listGuestLinks(ctx: ReadContext, taskId: number): Promise<GuestLink[]> {
  await taskFor(ctx, taskId, "manage");
  return presentLinks(ctx, await listLinks(ctx.tx, taskId, ctx.now));
}

/** Creates a link to the version in review. 409 without one and above `maxActiveLinks`, 422 for a past expiry. */
export async function createGuestLink(
  ctx: Context,
  taskId: number,
  settings: LinkSettings,
): Promise<GuestLink> {
  const task = await lockOpenTask(ctx, taskId, "manage");
  requireFuture(ctx, settings.expiresAt);
  const version = task.stage === "in_review" ? await newestVersion(ctx, taskId, ["in_review"]) : null;
  if (!version) throw guestsError("not_in_review");
  const others = await listLinks(ctx.tx, taskId, ctx.now);
  if (others.filter(({ state }) => state === "active").length >= maxActiveLinks) {
    throw guestsError("too_many_links");
  }
  await countUse(ctx, { key: `guest-links:person:${currentActor(ctx).id}`, limit: linkLimit });
  const id = randomUUID();
  const created = { id, taskId, version: version.number, createdAt: ctx.now, revokedAt: null };
  await insertLink(ctx.tx, { ...settings, ...created });
  return presentLink(ctx, { taskId, linkId: id });
}

/** Changes a link. A new password ends the sessions of its guests. 410 `link_closed` for links that have ended or were revoked. */
export async function changeGuestLink(
  ctx: Context,
  address: LinkAddress,
  { passwordHash, ...change }: Partial<LinkSettings>,
): Promise<GuestLink> {
  await lockOpenTask(ctx, address.taskId, "manage");
  const { id, state } = await findTaskLink(ctx, address);
  if (state === "revoked" || state === "ended") throw guestsError("link_closed");
  requireFuture(ctx, change.expiresAt ?? null);
  await changeLink(ctx.tx, id, { ...change, ...(passwordHash !== undefined && { passwordHash }) });
  if (passwordHash) await endSessions(ctx.tx, id);
  notifyGuests(ctx, [id]);
  await ctx.emit(guestLinkChanged, { taskId: address.taskId });
  return presentLink(ctx, address);
}

/** Revokes a link. Repeating it changes nothing. */
export async function revokeGuestLink(ctx: Context, address: LinkAddress): Promise<GuestLink> {
  await lockOpenTask(ctx, address.taskId, "manage");
  const { id, revokedAt } = await findTaskLink(ctx, address);
  if (revokedAt === null) {
    await changeLink(ctx.tx, id, { revokedAt: ctx.now });
    await endSessions(ctx.tx, id);
    notifyGuests(ctx, [id]);
    await ctx.emit(guestLinkChanged, { taskId: address.taskId });
  }
  return presentLink(ctx, address);
}

/** The newest entries of a link's access log. */
export async function listGuestVisits(ctx: ReadContext, address: LinkAddress): Promise<GuestVisit[]> {
  await taskFor(ctx, address.taskId, "manage");
  const { id } = await findTaskLink(ctx, address);
  const visits = await listVisits(ctx.tx, id, maxListedVisits);
  return visits.map(({ id: visitId, at, kind, name, address: network }) => ({
    id: visitId,
    at: at.toISOString(),
    kind,
    name,
    address: network,
  }));
}

async function findTaskLink(ctx: ReadContext, { taskId, linkId }: LinkAddress): Promise<LinkOnVersion> {
  const link = await findLink(ctx.tx, linkId, ctx.now);
  if (link?.taskId !== taskId) throw guestsError("link_not_found");
  return link;
}

function requireFuture(ctx: ReadContext, expiresAt: Date | null): void {
  if (expiresAt === null || expiresAt > ctx.now) return;
  const error = guestsError("expiry_passed");
  throw guestsError("expiry_passed", { issues: [{ path: "expiresAt", message: error.message }] });
}

async function presentLink(ctx: ReadContext, address: LinkAddress): Promise<GuestLink> {
  const [link] = await presentLinks(ctx, [await findTaskLink(ctx, address)]);
  if (!link) throw new Error("The link was not presented.");
  return link;
}

async function presentLinks(ctx: ReadContext, links: readonly LinkOnVersion[]): Promise<GuestLink[]> {
  const counted = await countGuests(
    ctx.tx,
    links.map(({ id }) => id),
  );
  return links.map((link) => {
    const { guests, lastSeenAt } = counted.get(link.id) ?? { guests: 0, lastSeenAt: null };
    const { id, version, state, mayComment, mayDownload, mayWatchTogether } = link;
    return {
      id,
      version,
      state,
      mayComment,
      mayDownload,
      mayWatchTogether,
      guests,
      path: state === "active" ? guestReviewPath(id, linkSecret(ctx, id)) : null,
      hasPassword: link.passwordHash !== null,
      expiresAt: link.expiresAt?.toISOString() ?? null,
      createdAt: link.createdAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    };
  });
}
