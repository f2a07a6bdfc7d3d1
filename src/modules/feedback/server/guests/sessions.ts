import { randomUUID } from "node:crypto";

import { type CookieSerializeOptions, fastifyCookie } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

import { apiBase } from "#core/endpoint-address.ts";
import { guestReviewPath } from "#core/paths.ts";
import { addressNetwork, networkSite } from "#core/server/client-address.ts";
import type { Context, Guest, Read, ReadContext, Run } from "#core/server/context.ts";
import { refundAttempt } from "#core/server/rate-limit/queries.ts";
import { countAttempts, countUse } from "#core/server/rate-limit/rate-limit.ts";
import { after } from "#core/time.ts";
import { guestsError } from "#modules/feedback/contract/guests.ts";
import {
  guessLimit,
  guessLimitOfSite,
  guestCookie,
  guestCookieLength,
  guestSocketPath,
  guestTouchInterval,
  maxGuests,
  maxVisits,
  openLimit,
  shortAddress,
  type VisitKind,
} from "#modules/feedback/rules/guests.ts";
import { requireAllowedName } from "#modules/people/server/public/people.ts";
import { hashToken, isToken, newToken, verifyPassword } from "#modules/sign-in/server/public/sign-in.ts";

import {
  countGuests,
  findLink,
  findSession,
  type GuestSession,
  insertGuest,
  insertVisit,
  type LinkOnVersion,
  reviewEnd,
  touchGuest,
} from "./queries.ts";
import { isLinkSecret } from "./secret.ts";

interface LinkKey {
  linkId: string;
  secret: string;
}

const endings = { ended: "link_ended", expired: "link_expired", revoked: "link_revoked" } as const;

/** Whether a link needs a password. 404 without its secret, 410 with the reason when it can't be used. */
export async function checkGuestLink(
  ctx: ReadContext,
  key: LinkKey,
): Promise<{ needsPassword: boolean; mayComment: boolean }> {
  const { passwordHash, mayComment } = await usableLink(ctx, key);
  return { needsPassword: passwordHash !== null, mayComment };
}

/**
 * Opens a link as a new guest and returns the token of their cookies. 403 `wrong_password`, 429 after `guessLimit` wrong
 * ones. The guess is counted before the slow check, so that parallel guesses can't exceed the limit.
 */
export async function openGuestLink(
  run: Run,
  key: LinkKey,
  visitor: { name: string; password: string | undefined; address: string },
): Promise<string> {
  const { linkId } = key;
  requireAllowedName(visitor.name);
  const { name, password = "", address } = visitor;
  const network = addressNetwork(address);
  const guessKeys = [
    { key: `guest-guess:link:${linkId} address:${network}`, limit: guessLimit },
    { key: `guest-guess:link:${linkId} site:${networkSite(network)}`, limit: guessLimitOfSite },
  ];
  const { link, wait } = await run(null, async (ctx) => {
    const usable = await usableLink(ctx, key);
    return { link: usable, wait: usable.passwordHash === null ? null : await countAttempts(ctx, guessKeys) };
  });
  if (wait !== null) throw guestsError("too_many_guesses", { retryAfterSeconds: wait });
  const { passwordHash } = link;
  if (passwordHash !== null && !(await verifyPassword(passwordHash, password))) {
    await run(null, (ctx) => recordVisit(ctx, { linkId, guestId: null, kind: "wrong_password", address }));
    throw guestsError("wrong_password");
  }
  return run(null, async (ctx) => {
    const current = await usableLink(ctx, key);
    if (current.passwordHash !== passwordHash) throw guestsError("wrong_password");
    if (passwordHash !== null) for (const guess of guessKeys) await refundAttempt(ctx.tx, guess.key);
    await countUse(ctx, { key: `guest-open:link:${linkId} address:${network}`, limit: openLimit });
    return addGuest(ctx, { linkId, name, address });
  });
}

async function addGuest(
  ctx: Context,
  { linkId, name, address }: { linkId: string; name: string; address: string },
): Promise<string> {
  const counted = (await countGuests(ctx.tx, [linkId])).get(linkId);
  if ((counted?.guests ?? 0) >= maxGuests) throw guestsError("too_many_guests");
  const [id, token] = [randomUUID(), newToken()];
  const seen = { firstSeenAt: ctx.now, lastSeenAt: ctx.now };
  await insertGuest(ctx.tx, { id, linkId, name, tokenHash: hashToken(token), ...seen });
  await recordVisit(ctx, { linkId, guestId: id, kind: "opened", address });
  return token;
}

/** Adds an entry to the access log of a link, with the network of the IP address. */
export async function recordVisit(
  ctx: Context,
  visit: { linkId: string; guestId: string | null; kind: VisitKind; address: string },
): Promise<void> {
  await insertVisit(ctx.tx, { ...visit, address: shortAddress(visit.address), at: ctx.now }, maxVisits);
}

async function usableLink(ctx: ReadContext, { linkId, secret }: LinkKey): Promise<LinkOnVersion> {
  const link = isLinkSecret(ctx, linkId, secret) ? await findLink(ctx.tx, linkId, ctx.now) : null;
  if (!link) throw guestsError("link_not_found");
  if (link.state !== "active") throw guestsError(endings[link.state]);
  return link;
}

/**
 * The guest who sent a request to a link, or null once the link can't be used. It runs on every request of a guest, so
 * revocation takes effect at once. Visits are recorded at most once a minute.
 */
export async function identifyGuest(
  parts: SessionParts,
  request: FastifyRequest,
  linkId: string,
): Promise<Guest | null> {
  return readSession(parts, { token: request.cookies[guestCookie], linkId }, ({ guest, link }) => ({
    id: guest.id,
    linkId,
    name: guest.name,
    rights: guestRights(link),
  }));
}

/** The guest of a realtime connection, by the cookies of its handshake, or null once the link can't be used. */
export async function authenticateGuestSocket(
  parts: SessionParts,
  { cookie = "", linkId }: { cookie: string | undefined; linkId: string },
): Promise<{ guestId: string; linkId: string; millisecondsLeft: number | null } | null> {
  const token = fastifyCookie.parse(cookie)[guestCookie];
  return readSession(parts, { token, linkId }, ({ guest, link }, now) => {
    const end = reviewEnd(link);
    return { guestId: guest.id, linkId, millisecondsLeft: end && end.getTime() - now.getTime() };
  });
}

interface SessionParts {
  read: Read;
  run: Run;
}

async function readSession<T>(
  { read, run }: SessionParts,
  { token, linkId }: { token: string | undefined; linkId: string },
  present: (session: GuestSession, now: Date) => T,
): Promise<T | null> {
  if (!token || !isToken(token) || !z.uuid().safeParse(linkId).success) return null;
  return read(null, async ({ tx, now }) => {
    const session = await findSession(tx, { linkId, tokenHash: hashToken(token), now });
    if (session?.link.state !== "active") return null;
    const { guest } = session;
    if (after(guest.lastSeenAt, guestTouchInterval) < now)
      await run(null, (ctx) => touchGuest(ctx.tx, guest.id, now));
    return present(session, now);
  });
}

function guestRights(link: LinkOnVersion): Guest["rights"] {
  const allowed = {
    comment: link.mayComment,
    download: link.mayDownload,
    watch_together: link.mayWatchTogether,
  };
  return ["view", ...(["comment", "download", "watch_together"] as const).filter((right) => allowed[right])];
}

/** Sets the cookies of a guest, which browsers send only to this link's page, endpoints, videos and realtime connection. */
export function setGuestCookies(
  reply: FastifyReply,
  { linkId, token, secure }: { linkId: string; token: string; secure: boolean },
): void {
  const options = {
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: guestCookieLength / 1000,
  } as const satisfies CookieSerializeOptions;
  const paths = [
    `${apiBase}/guest-review/${linkId}`,
    `/media/g/${linkId}`,
    guestReviewPath(linkId),
    guestSocketPath(linkId),
  ];
  for (const path of paths) {
    reply.setCookie(guestCookie, token, { ...options, path });
  }
}
