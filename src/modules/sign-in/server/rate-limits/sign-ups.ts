import { networkSite } from "#core/server/client-address.ts";
import { countAttempts } from "#core/server/rate-limit/rate-limit.ts";
import type { SignInLimits } from "#modules/sign-in/rules/sign-in.ts";

import type { RunAct } from "../sessions/request-origin.ts";
import { refuseIfLimited } from "./refuse.ts";

/** Counts a sign-up from a network and its site; `login_locked` (429) above one of the limits. */
export async function countSignUp(
  run: RunAct,
  network: string,
  limits: Pick<SignInLimits, "signupByAddress" | "signupBySite">,
): Promise<void> {
  const counted = [
    { key: `signup:address:${network}`, limit: limits.signupByAddress },
    { key: `signup:site:${networkSite(network)}`, limit: limits.signupBySite },
  ];
  refuseIfLimited(await run((ctx) => countAttempts(ctx, counted)));
}
