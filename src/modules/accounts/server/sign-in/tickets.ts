import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { after } from "#core/time.ts";

import { deleteTicket, findTicket, insertTicket } from "../store/tickets.ts";
import { hashToken, isToken, newToken } from "./tokens.ts";

/**
 * One kind of ticket: what a browser carries, as a cookie, between two steps of proving who somebody is. Tickets are
 * used once, by the browser that got them, until they expire; `lifetime` is in milliseconds.
 */
export interface TicketKind<D extends z.ZodType = z.ZodType> {
  purpose: string;
  data: D;
  lifetime: number;
}

export function ticketKind<D extends z.ZodType>(kind: TicketKind<D>): TicketKind<D> {
  return kind;
}

/** Issues a ticket; the token goes into the browser's cookie by `giveTicket`. */
export async function issueTicket<D extends z.ZodType>(
  ctx: Context,
  kind: TicketKind<D>,
  data: z.input<D>,
): Promise<string> {
  const token = newToken();
  await insertTicket(ctx.tx, {
    tokenHash: hashToken(token),
    purpose: kind.purpose,
    encryptedData: ctx.keyring.encrypt(`ticket:${kind.purpose}`, JSON.stringify(data)),
    expiresAt: after(ctx.now, kind.lifetime),
  });
  return token;
}

/**
 * Takes the ticket: what it was issued with, or null for one that is unknown, used, of another kind or expired. A
 * transaction that fails leaves the ticket as it was.
 */
export async function takeTicket<D extends z.ZodType>(
  ctx: Context,
  kind: TicketKind<D>,
  token: string | undefined,
): Promise<z.output<D> | null> {
  return openTicket(ctx, kind, token, deleteTicket);
}

/** What the ticket was issued with, as `takeTicket` would answer, but it stays good. */
export async function readTicket<D extends z.ZodType>(
  ctx: Context,
  kind: TicketKind<D>,
  token: string | undefined,
): Promise<z.output<D> | null> {
  return openTicket(ctx, kind, token, findTicket);
}

async function openTicket<D extends z.ZodType>(
  ctx: Context,
  kind: TicketKind<D>,
  token: string | undefined,
  encryptedOf: typeof findTicket,
): Promise<z.output<D> | null> {
  if (token === undefined || !isToken(token)) return null;
  const { purpose } = kind;
  const sealed = await encryptedOf(ctx.tx, { tokenHash: hashToken(token), purpose, now: ctx.now });
  return sealed === null
    ? null
    : kind.data.parse(JSON.parse(ctx.keyring.decrypt(`ticket:${purpose}`, sealed)));
}

const cookieOf = (kind: TicketKind) => `reelay_${kind.purpose}`;
const attributes = { httpOnly: true, sameSite: "strict", path: "/api/v1" } as const;

/** The token of a ticket that a request carries, or undefined. */
export function ticketOf(request: FastifyRequest, kind: TicketKind): string | undefined {
  return request.cookies[cookieOf(kind)];
}

export function giveTicket(reply: FastifyReply, kind: TicketKind, token: string, secure: boolean): void {
  reply.setCookie(cookieOf(kind), token, { ...attributes, secure, maxAge: kind.lifetime / 1000 });
}

/** Removes the ticket's cookie once it has been taken. */
export function clearTicket(reply: FastifyReply, kind: TicketKind, secure: boolean): void {
  reply.clearCookie(cookieOf(kind), { ...attributes, secure });
}
