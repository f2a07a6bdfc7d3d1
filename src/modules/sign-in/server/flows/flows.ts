import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { after } from "#core/time.ts";

import { hashToken, isToken, newToken } from "../sessions/tokens.ts";
import { deleteFlow, findFlow, insertFlow } from "./queries.ts";

/**
 * A flow of two requests from one browser, such as a Google login. The first request stores `data` and sets a cookie,
 * the second one reads `data` once. `lifetime` is in milliseconds.
 */
export interface FlowDefinition<D extends z.ZodType = z.ZodType> {
  purpose: string;
  data: D;
  lifetime: number;
}

export function defineFlow<D extends z.ZodType>(definition: FlowDefinition<D>): FlowDefinition<D> {
  return definition;
}

/** Stores the data of a flow and returns the token for `setFlowCookie`. */
export async function startFlow<D extends z.ZodType>(
  ctx: Context,
  flow: FlowDefinition<D>,
  data: z.input<D>,
): Promise<string> {
  const token = newToken();
  await insertFlow(ctx.tx, {
    tokenHash: hashToken(token),
    purpose: flow.purpose,
    encryptedData: ctx.keyring.encrypt(ticketKey(flow), JSON.stringify(data)),
    expiresAt: after(ctx.now, flow.lifetime),
  });
  return token;
}

/**
 * Deletes the flow and returns its data, or null if the token is unknown, used, expired or of another flow. If the
 * transaction fails, the flow can be completed again.
 */
export async function completeFlow<D extends z.ZodType>(
  ctx: Context,
  flow: FlowDefinition<D>,
  token: string | undefined,
): Promise<z.output<D> | null> {
  return decryptFlow(ctx, flow, token, deleteFlow);
}

/** Returns the same as `completeFlow` without deleting the flow. */
export async function readFlow<D extends z.ZodType>(
  ctx: Context,
  flow: FlowDefinition<D>,
  token: string | undefined,
): Promise<z.output<D> | null> {
  return decryptFlow(ctx, flow, token, findFlow);
}

async function decryptFlow<D extends z.ZodType>(
  ctx: Context,
  flow: FlowDefinition<D>,
  token: string | undefined,
  select: typeof findFlow,
): Promise<z.output<D> | null> {
  if (token === undefined || !isToken(token)) return null;
  const { purpose } = flow;
  const encrypted = await select(ctx.tx, { tokenHash: hashToken(token), purpose, now: ctx.now });
  return encrypted === null
    ? null
    : flow.data.parse(JSON.parse(ctx.keyring.decrypt(ticketKey(flow), encrypted)));
}

/** The name of the encryption key. "ticket" is part of stored data: it must not change. */
const ticketKey = (flow: FlowDefinition) => `ticket:${flow.purpose}`;

const flowCookie = (flow: FlowDefinition) => `reelay_${flow.purpose}`;
const attributes = { httpOnly: true, sameSite: "strict", path: "/api/v1" } as const;

/** The token of a flow in the cookies of a request, or undefined. */
export function readFlowToken(request: FastifyRequest, flow: FlowDefinition): string | undefined {
  return request.cookies[flowCookie(flow)];
}

export function setFlowCookie(
  reply: FastifyReply,
  flow: FlowDefinition,
  token: string,
  secure: boolean,
): void {
  reply.setCookie(flowCookie(flow), token, { ...attributes, secure, maxAge: flow.lifetime / 1000 });
}

export function clearFlowCookie(reply: FastifyReply, flow: FlowDefinition, secure: boolean): void {
  reply.clearCookie(flowCookie(flow), { ...attributes, secure });
}
