import { commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import type { accountDeletionEndpoints } from "../contract/leaving.ts";
import { codeLimits } from "../rules/one-time-code.ts";
import { deleteAccount, sendDeletionCode } from "./leaving/delete-account.ts";
import { downloadData } from "./leaving/download.ts";
import { clearSessionCookie } from "./sign-in/cookie.ts";

/** `personalData` are the parts of the download, one for each room that keeps something of people. */
export function accountDeletionHandlers(parts: {
  secureCookies: boolean;
  sendsMail: boolean;
  endConnections: (sessionId: string) => void;
  personalData: readonly PersonalData[];
  appUrl: string;
}): Handlers<typeof accountDeletionEndpoints> {
  const { secureCookies, sendsMail, endConnections } = parts;
  return {
    downloadData: async ({ actor, run }) => {
      if (!actor) throw commonError("unauthenticated");
      return downloadData(run, actor, parts);
    },
    sendDeletionCode: async ({ actor, run, request }) => {
      if (!actor) throw commonError("unauthenticated");
      await sendDeletionCode(run, actor, { address: request.ip, limits: codeLimits, sendsMail });
      return null;
    },
    deleteAccount: async ({ actor, body, run, request, reply }) => {
      if (!actor) throw commonError("unauthenticated");
      const origin = { address: request.ip, limits: codeLimits };
      for (const sessionId of await deleteAccount(run, actor, body, origin)) endConnections(sessionId);
      clearSessionCookie(reply, secureCookies);
      return null;
    },
  };
}
