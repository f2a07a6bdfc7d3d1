import { and, asc, eq, isNull, sql } from "drizzle-orm";

import { prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { people } from "#modules/people/server/tables.ts";
import { teamMembers } from "#modules/team/server/tables.ts";

import { approvals } from "./tables.ts";

interface VersionKey {
  taskId: number;
  version: number;
}
export interface ApprovalRow {
  personId: number;
  approvedAt: Date;
}

const requiredApprovers = prepared("required_approvers", (db) =>
  db
    .select({ personId: teamMembers.personId })
    .from(teamMembers)
    .innerJoin(people, and(eq(people.id, teamMembers.personId), isNull(people.suspendedAt)))
    .where(and(eq(teamMembers.creatorId, sql.placeholder("creatorId")), teamMembers.approvalRequired))
    .orderBy(asc(teamMembers.createdAt), asc(teamMembers.personId)),
);

/** Ids of the managers without whose approval nothing of a creator is published; without suspended ones. */
export async function listRequired(tx: Reading, creatorId: number): Promise<number[]> {
  const rows = await requiredApprovers(tx).execute({ creatorId });
  return rows.map(({ personId }) => personId);
}

/** The approvals of a version, the first one first. */
export async function listApprovals(tx: Reading, { taskId, version }: VersionKey): Promise<ApprovalRow[]> {
  return tx
    .select({ personId: approvals.personId, approvedAt: approvals.approvedAt })
    .from(approvals)
    .where(and(eq(approvals.taskId, taskId), eq(approvals.version, version)))
    .orderBy(asc(approvals.approvedAt));
}

/** Returns false if the person had approved the version before. */
export async function insertApproval(
  tx: Transaction,
  approval: VersionKey & { personId: number; approvedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(approvals)
    .values(approval)
    .onConflictDoNothing()
    .returning({ personId: approvals.personId });
  return rows.length > 0;
}

/** Returns false if the person had not approved the version. */
export async function deleteApproval(
  tx: Transaction,
  { taskId, version, personId }: VersionKey & { personId: number },
): Promise<boolean> {
  const rows = await tx
    .delete(approvals)
    .where(
      and(eq(approvals.taskId, taskId), eq(approvals.version, version), eq(approvals.personId, personId)),
    )
    .returning({ personId: approvals.personId });
  return rows.length > 0;
}

/** The approvals that a person has given, the first one first. */
export async function listApprovalsOf(tx: Reading, personId: number) {
  const { taskId, version, approvedAt } = approvals;
  return tx
    .select({ taskId, version, approvedAt })
    .from(approvals)
    .where(eq(approvals.personId, personId))
    .orderBy(asc(taskId), asc(version));
}
