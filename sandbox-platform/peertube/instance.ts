import type { FastifyRequest } from "fastify";

import type { Sandbox } from "../sandbox.ts";
import { type Account, accounts } from "./accounts.ts";
import { Problem } from "./problem.ts";
import type { Store } from "./store.ts";

/** Dependencies shared by the calls of the instance. */
export interface Instance {
  sandbox: Sandbox;
  store: Store;
  /** The account of a request's token. */
  admit: (request: FastifyRequest) => Account;
  /** Whether a call is to fail in that way. */
  fails: (problem: PeerTubeProblem) => boolean;
}

type PeerTubeProblem = NonNullable<
  Extract<Parameters<Sandbox["failures"]["add"]>[0], { kind: "peertube" }>["problem"]
>;

interface Refusal {
  problem: PeerTubeProblem;
  status: number;
  detail: string;
  code?: string;
}

/** Refusals of any call with a token. */
const refusals: Refusal[] = [
  { problem: "unavailable", status: 503, detail: "Come back later." },
  { problem: "rate_limited", status: 429, detail: "Too many requests." },
  { problem: "forbidden", status: 403, detail: "A plugin refuses this." },
  { problem: "account_blocked", status: 400, detail: "The account is blocked.", code: "account_blocked" },
];

export function createInstance(sandbox: Sandbox, store: Store): Instance {
  const take = (problem: PeerTubeProblem) =>
    sandbox.failures.take("peertube", (failure) => failure.problem === problem);
  const fails = (problem: PeerTubeProblem) => take(problem) !== undefined;

  function refuseAsOrdered(): void {
    for (const { problem, status, detail, code } of refusals) {
      const failure = take(problem);
      if (!failure) continue;
      const { retryAfter } = failure;
      throw new Problem(
        status,
        detail,
        code,
        retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
      );
    }
  }

  function admit(request: FastifyRequest): Account {
    const token = /^Bearer (\w+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (fails("expired_token")) store.expireAccess(token);
    if (fails("revoked")) store.endAccess(token);
    const username = store.findUser(token);
    const account = accounts.find((each) => each.username === username);
    if (!account) throw new Problem(401, "The access token is invalid.", "invalid_token");
    refuseAsOrdered();
    return account;
  }

  return { sandbox, store, admit, fails };
}
