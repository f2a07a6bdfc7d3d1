import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import { addressNetwork } from "#core/server/client-address.ts";
import type { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { codeLimits } from "#modules/sign-in/rules/one-time-code.ts";

import type { SignInDependencies } from "../dependencies.ts";
import { clearSessionCookie } from "../sessions/cookie.ts";
import { deleteAccount, sendDeletionCode } from "./delete-account.ts";
import { downloadData } from "./download-data.ts";

export function accountDeletionHandlers(
  dependencies: Pick<SignInDependencies, "secureCookies" | "endConnections" | "personalData" | "appUrl">,
): Handlers<typeof accountDeletionEndpoints> {
  const { secureCookies, endConnections } = dependencies;
  return {
    downloadData: async ({ actor, run, read }) => {
      if (!actor) throw commonError("unauthenticated");
      return downloadData({ run, read }, actor, dependencies);
    },
    sendDeletionCode: async ({ actor, run, request }) => {
      if (!actor) throw commonError("unauthenticated");
      await sendDeletionCode(run, actor, { address: addressNetwork(request.ip), limits: codeLimits });
      return null;
    },
    deleteAccount: async ({ actor, body, run, request, reply }) => {
      if (!actor) throw commonError("unauthenticated");
      const origin = { address: addressNetwork(request.ip), limits: codeLimits };
      for (const sessionId of await deleteAccount(run, actor, body, origin)) endConnections(sessionId);
      clearSessionCookie(reply, secureCookies);
      return null;
    },
  };
}
