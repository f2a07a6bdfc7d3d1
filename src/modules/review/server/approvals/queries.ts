import { and, asc, eq, inArray } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { approvals } from "../tables.ts";

interface VersionKey {
  taskId: number;
  version: number;
}

/** The approvals of all versions of these tasks, the first one first. */
export async function listApprovals(tx: Reading, taskIds: readonly number[]) {
  const { taskId, version, personId, approvedAt } = approvals;
  return tx
    .select({ taskId, version, personId, approvedAt })
    .from(approvals)
    .where(inArray(taskId, [...taskIds]))
    .orderBy(asc(approvedAt));
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
export async function listPersonApprovals(tx: Reading, personId: number) {
  const { taskId, version, approvedAt } = approvals;
  return tx
    .select({ taskId, version, approvedAt })
    .from(approvals)
    .where(eq(approvals.personId, personId))
    .orderBy(asc(taskId), asc(version));
}
