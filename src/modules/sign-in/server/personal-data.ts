import { asc, eq } from "drizzle-orm";

import type { PersonalData } from "#core/server/personal-data.ts";

import { type InvitationRow, listAccepted, listSent } from "./invitations/queries.ts";
import { identities, passkeys, sessions } from "./tables.ts";

/** Sessions, passkeys, invitations and connected identities of a person, without keys and tokens. */
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
      identities: await tx
        .select({
          provider: identities.provider,
          email: identities.email,
          connectedAt: identities.connectedAt,
        })
        .from(identities)
        .where(eq(identities.personId, personId)),
      invitations: (await listSent(tx, personId)).map(exported),
      acceptedInvitations: (await listAccepted(tx, personId)).map(exported),
    };
  },
};

/** An invitation without the ids of other users. */
function exported({
  email,
  name,
  role,
  subject,
  createdAt,
  expiresAt,
  acceptedAt,
  revokedAt,
}: InvitationRow) {
  return { email, name, role, subject, createdAt, expiresAt, acceptedAt, revokedAt };
}
