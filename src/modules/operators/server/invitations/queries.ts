import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Reading } from "#core/server/database.ts";
import type { InvitationFilter } from "#modules/operators/contract/invitations.ts";
import { people } from "#modules/people/server/tables.ts";
import { invitations, isPending } from "#modules/sign-in/server/tables.ts";

interface InvitationQuery {
  filter: InvitationFilter;
  now: Date;
  before: number | null;
  limit: number;
}

/** Invitations with inviter and accepting user, the newest first. `before` is the number of the previous page's last one. */
export async function listAllInvitations(tx: Reading, { filter, now, before, limit }: InvitationQuery) {
  const inviter = alias(people, "inviter");
  const accepting = alias(people, "accepting");
  const { number, email, role, createdAt, expiresAt, declinedAt, revokedAt, acceptedAt } = invitations;
  return tx
    .select({
      id: invitations.id,
      number,
      email,
      role,
      createdAt,
      expiresAt,
      declinedAt,
      revokedAt,
      acceptedAt,
      inviter: {
        id: inviter.id,
        name: inviter.name,
        suspended: sql<boolean>`${isNotNull(inviter.suspendedAt)}`,
      },
      acceptedBy: { id: accepting.id, name: accepting.name },
    })
    .from(invitations)
    .leftJoin(inviter, eq(inviter.id, invitations.inviterId))
    .leftJoin(accepting, eq(accepting.id, invitations.acceptedBy))
    .where(
      and(
        before === null ? undefined : lt(number, before),
        filter === "pending" ? isPending(now) : undefined,
      ),
    )
    .orderBy(desc(number))
    .limit(limit);
}

/** The inviter of an invitation: null if its recipient requested it, undefined if there is no such invitation. */
export async function findInviter(tx: Reading, id: string): Promise<number | null | undefined> {
  const { inviterId } = invitations;
  const [row] = await tx.select({ inviterId }).from(invitations).where(eq(invitations.id, id));
  return row?.inviterId;
}
