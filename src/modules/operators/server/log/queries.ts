import { desc, eq, lt } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Reading, Transaction } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";
import { invitations } from "#modules/sign-in/server/tables.ts";

import { operatorActions } from "../tables.ts";

export async function insertAction(
  tx: Transaction,
  action: typeof operatorActions.$inferInsert,
): Promise<void> {
  await tx.insert(operatorActions).values(action);
}

/** Actions of operators, the newest first. `before` is the id of the previous page's last one. */
export async function listActions(tx: Reading, query: { before: number | null; limit: number }) {
  const actor = alias(people, "actor");
  const subject = alias(people, "subject");
  const { id, at, action, detail } = operatorActions;
  return tx
    .select({
      id,
      at,
      action,
      detail,
      by: { id: actor.id, name: actor.name },
      subject: { id: subject.id, name: subject.name },
      invitation: { id: invitations.id, email: invitations.email, role: invitations.role },
    })
    .from(operatorActions)
    .leftJoin(actor, eq(actor.id, operatorActions.actorId))
    .leftJoin(subject, eq(subject.id, operatorActions.subjectId))
    .leftJoin(invitations, eq(invitations.id, operatorActions.invitationId))
    .where(query.before === null ? undefined : lt(id, query.before))
    .orderBy(desc(id))
    .limit(query.limit);
}
