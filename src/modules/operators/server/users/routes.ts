import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { Context } from "#core/server/context.ts";
import type { operatorUserEndpoints } from "#modules/operators/contract/users.ts";

import type { OperatorsDependencies } from "../dependencies.ts";
import {
  deleteUser,
  endUserSessions,
  restoreUser,
  sendPasswordReset,
  setUserQuota,
  suspendUser,
  readUsers,
} from "./actions.ts";

export function operatorUserHandlers(
  dependencies: OperatorsDependencies,
): Handlers<typeof operatorUserEndpoints> {
  const { endConnections } = dependencies;
  type RunAct = <T>(act: (ctx: Context) => Promise<T>) => Promise<T>;
  const ending = async (run: RunAct, act: (ctx: Context) => Promise<string[]>) => {
    for (const sessionId of await run(act)) endConnections(sessionId);
    return null;
  };
  const changing = async (run: RunAct, act: (ctx: Context) => Promise<void>) => {
    await run(act);
    return null;
  };
  return {
    users: ({ query, read }) => read((ctx) => readUsers(ctx, query)),
    suspendUser: ({ params, run }) => ending(run, (ctx) => suspendUser(ctx, params.personId)),
    restoreUser: ({ params, run }) => changing(run, (ctx) => restoreUser(ctx, params.personId)),
    endUserSessions: ({ params, run }) => ending(run, (ctx) => endUserSessions(ctx, params.personId)),
    sendPasswordReset: ({ params, run }) => changing(run, (ctx) => sendPasswordReset(ctx, params.personId)),
    setUserQuota: ({ params, body, run }) =>
      changing(run, (ctx) => setUserQuota(ctx, params.personId, body.quotaBytes)),
    deleteUser: ({ params, run }) => ending(run, (ctx) => deleteUser(ctx, params.personId)),
  };
}
