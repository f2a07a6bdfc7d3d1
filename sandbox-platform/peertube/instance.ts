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

export function createInstance(sandbox: Sandbox, store: Store): Instance {
  const fails = (problem: PeerTubeProblem) =>
    sandbox.failures.take("peertube", (failure) => failure.problem === problem) !== undefined;

  function admit(request: FastifyRequest): Account {
    const token = /^Bearer (\w+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (fails("expired_token")) store.expireAccess(token);
    if (fails("revoked")) store.endAccess(token);
    const username = store.userOf(token);
    const account = accounts.find((each) => each.username === username);
    if (!account) throw new Problem(401, "The access token is invalid.", "invalid_token");
    if (fails("unavailable")) throw new Problem(503, "Come back later.");
    return account;
  }

  return { sandbox, store, admit, fails };
}
