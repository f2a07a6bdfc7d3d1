import { asc, eq } from "drizzle-orm";

import type { PersonalData } from "#core/server/personal-data.ts";

import { googleAccounts, passkeys, sessions } from "./tables.ts";

/** Sessions, passkeys and the Google account of a person, without keys and tokens. */
export const signInData: PersonalData = {
  part: "signIn",
  read: async ({ tx }, personId) => {
    const { device, createdAt, lastUsedAt, expiresAt } = sessions;
    return {
      sessions: await tx
        .select({ device, createdAt, lastUsedAt, expiresAt })
        .from(sessions)
        .where(eq(sessions.personId, personId))
        .orderBy(asc(createdAt)),
      passkeys: await tx
        .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
        .from(passkeys)
        .where(eq(passkeys.personId, personId))
        .orderBy(asc(passkeys.createdAt)),
      googleAccounts: await tx
        .select({ email: googleAccounts.email, connectedAt: googleAccounts.connectedAt })
        .from(googleAccounts)
        .where(eq(googleAccounts.personId, personId)),
    };
  },
};
