import { randomUUID } from "node:crypto";

import { z } from "zod";

import type { ReadContext } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { knownBrowserLength } from "#modules/sign-in/rules/sign-in.ts";

const purpose = "known-browser";
/** Accounts that one browser is known for. */
const maxPeople = 10;

const payloadShape = z.object({ id: z.uuid(), people: z.array(z.number()) });
type KnownBrowser = z.output<typeof payloadShape>;

/**
 * The id of a browser in which this person has logged in before, or null. `token` is the browser's signed cookie, which
 * proves nothing but that (OWASP, "Device cookies").
 */
export function knownBrowserId(
  ctx: ReadContext,
  token: string | undefined,
  personId: number | undefined,
): string | null {
  const browser = readBrowser(ctx, token);
  return browser && personId !== undefined && browser.people.includes(personId) ? browser.id : null;
}

/** The token of a browser in which this person is logged in, in place of its previous `token`. */
export function rememberBrowser(ctx: ReadContext, token: string | undefined, personId: number): string {
  const { id, people } = readBrowser(ctx, token) ?? { id: randomUUID(), people: [] };
  const others = people.filter((other) => other !== personId);
  const browser: KnownBrowser = { id, people: [personId, ...others].slice(0, maxPeople) };
  return ctx.keyring.sign(purpose, JSON.stringify(browser), after(ctx.now, knownBrowserLength));
}

function readBrowser(ctx: ReadContext, token: string | undefined): KnownBrowser | null {
  const verified = token === undefined ? null : ctx.keyring.verify(purpose, token, ctx.now);
  return verified && payloadShape.parse(JSON.parse(verified.payload));
}
