import { commonFailure } from "#foundation/failure.ts";
import type { Handlers } from "#foundation/server/bind.ts";
import type { PersonalData } from "#foundation/server/personal-data.ts";

import type { leavingEndpoints } from "../contract/leaving.ts";
import { deleteAccount } from "./leaving/delete-account.ts";
import { downloadData } from "./leaving/download.ts";
import { clearSessionCookie } from "./sign-in/cookie.ts";

/** `personalData` are the parts of the download, one for each room that keeps something of people. */
export function leavingHandlers(parts: {
  secureCookies: boolean;
  endConnections: (sessionId: string) => void;
  personalData: readonly PersonalData[];
  appUrl: string;
}): Handlers<typeof leavingEndpoints> {
  const { secureCookies, endConnections } = parts;
  return {
    downloadData: async ({ actor, run }) => {
      if (!actor) throw commonFailure("unauthenticated");
      return downloadData(run, actor, parts);
    },
    deleteAccount: async ({ actor, body, run, reply }) => {
      if (!actor) throw commonFailure("unauthenticated");
      for (const sessionId of await deleteAccount(run, actor, body.password)) endConnections(sessionId);
      clearSessionCookie(reply, secureCookies);
      return null;
    },
  };
}
