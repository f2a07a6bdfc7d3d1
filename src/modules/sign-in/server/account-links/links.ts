import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { day, minute } from "#core/time.ts";
import { findPerson } from "#modules/people/server/public/credentials.ts";
import {
  accountLinkError,
  type AccountLinkKind,
  accountLinkKinds,
} from "#modules/sign-in/contract/account-links.ts";

import { completeFlow, defineFlow, startFlow } from "../flows/flows.ts";
import { resetFlow } from "../passwords/reset-password.ts";
import type { Origin } from "../sessions/request-origin.ts";
import { startSession, type NewSession } from "../sessions/sessions.ts";

/** Time for which a link can be opened, in milliseconds. */
export const linkLifetimes: Record<AccountLinkKind, number> = { login: 15 * minute, reset_password: day };

const linkFlow = (kind: AccountLinkKind) =>
  defineFlow({
    purpose: `link_${kind}`,
    data: z.object({ personId: z.number() }),
    lifetime: linkLifetimes[kind],
  });

/** Creates a link of an account, which works once; returns its token. */
export async function createAccountLink(
  ctx: Context,
  personId: number,
  kind: AccountLinkKind,
): Promise<string> {
  return startFlow(ctx, linkFlow(kind), { personId });
}

type Opened =
  | { kind: "login"; session: NewSession }
  | { kind: "reset_password"; email: string; token: string };

/** Uses a link: starts a session, or a `resetFlow` whose token it returns. 410 `link_invalid` for any other token. */
export async function openAccountLink(ctx: Context, token: string, origin: Origin): Promise<Opened> {
  for (const kind of accountLinkKinds) {
    const flow = await completeFlow(ctx, linkFlow(kind), token);
    const person = flow && (await findPerson(ctx, flow.personId));
    if (!person || person.deletedAt) continue;
    if (kind === "login") return { kind, session: await startSession(ctx, person, origin) };
    const reset = await startFlow(ctx, resetFlow, { personId: person.id });
    return { kind, email: person.email, token: reset };
  }
  throw accountLinkError("link_invalid");
}
