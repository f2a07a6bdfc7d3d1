import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, notInArray, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import {
  type AdditionKind,
  additionKinds,
  type OperationKind,
  operationKinds,
} from "#modules/publishing/rules/operations.ts";

import type { Pause } from "../destinations/pauses.ts";
import { deliveries, operations } from "../tables.ts";

export type OperationRow = typeof operations.$inferSelect;
export type OperationChange = Partial<Omit<OperationRow, "id" | "deliveryId" | "kind" | "key" | "revision">>;

/** One operation of a delivery. The key is the id of captions or of a playlist; otherwise there is none. */
export interface OperationName {
  deliveryId: string;
  kind: OperationKind;
  key?: string;
}

/** A change after which no attempt has failed. */
export const noFailure = { attempt: 0, problemCode: null } satisfies OperationChange;

const isUndone = gt(operations.revision, operations.doneRevision);

/** Whether an operation waits for the creator after its last attempt has failed. */
export const hasFailed = and(isUndone, isNotNull(operations.problemCode), isNull(operations.nextAttemptAt));

/** Whether the last attempt has failed, also if another one follows. */
export const hasProblem = and(isUndone, isNotNull(operations.problemCode));

export function isDone({ revision, doneRevision }: OperationRow): boolean {
  return revision === doneRevision;
}

/** Whether the next attempt after a failure or a pause begins later. */
export function isWaiting({ problemCode, nextAttemptAt }: OperationRow, now: Date): boolean {
  return problemCode !== null && nextAttemptAt !== null && nextAttemptAt > now;
}

/** Stores that an operation shall run at `moment`, again if it has run before. */
export async function saveRequest(
  tx: Transaction,
  { deliveryId, kind, key = "" }: OperationName,
  moment: Date,
): Promise<void> {
  const due = { ...noFailure, nextAttemptAt: moment };
  await tx
    .insert(operations)
    .values({ deliveryId, kind, key, ...due })
    .onConflictDoUpdate({
      target: [operations.deliveryId, operations.kind, operations.key],
      set: { revision: sql`${operations.revision} + 1`, ...due },
    });
}

export async function listOperations(
  tx: Reading,
  deliveryIds: readonly string[],
  kinds: readonly OperationKind[] = operationKinds,
): Promise<OperationRow[]> {
  if (deliveryIds.length === 0) return [];
  return tx
    .select()
    .from(operations)
    .where(and(inArray(operations.deliveryId, [...deliveryIds]), inArray(operations.kind, [...kinds])));
}

/** The operation of a delivery that runs next at `moment`; null if none of these kinds is due. */
export async function nextDue(
  tx: Reading,
  { deliveryId, kinds }: { deliveryId: string; kinds: readonly OperationKind[] },
  moment: Date,
): Promise<OperationRow | null> {
  const inOrder = sql`array_position(${sql.param(operationKinds)}::text[], ${operations.kind})`;
  const [row] = await tx
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.deliveryId, deliveryId),
        inArray(operations.kind, [...kinds]),
        lte(operations.nextAttemptAt, moment),
      ),
    )
    .orderBy(asc(inOrder), asc(operations.nextAttemptAt), asc(operations.id))
    .limit(1);
  return row ?? null;
}

/** Operations that should have begun before `moment`. */
export async function listOverdue(tx: Reading, moment: Date): Promise<OperationRow[]> {
  return tx.select().from(operations).where(lt(operations.nextAttemptAt, moment));
}

/** Changes an operation unless it was requested again, or ended, since it was read. False if it was. */
export async function changeOperation(
  tx: Transaction,
  { id, revision }: Pick<OperationRow, "id" | "revision">,
  change: OperationChange,
): Promise<boolean> {
  const changed = await tx
    .update(operations)
    .set(change)
    .where(and(eq(operations.id, id), eq(operations.revision, revision), isNotNull(operations.nextAttemptAt)))
    .returning({ id: operations.id });
  return changed.length > 0;
}

/** Delays the operations of a delivery that are due before `until`, and stores why. Returns their kinds. */
export async function postpone(
  tx: Transaction,
  deliveryId: string,
  { until, problemCode }: Pause,
): Promise<OperationKind[]> {
  const delayed = await tx
    .update(operations)
    .set({ nextAttemptAt: until, problemCode })
    .where(and(eq(operations.deliveryId, deliveryId), lt(operations.nextAttemptAt, until)))
    .returning({ kind: operations.kind });
  return delayed.map(({ kind }) => kind);
}

/** Ends what was requested of a delivery: none of it runs again by itself. */
export async function endOperations(tx: Transaction, deliveryId: string): Promise<void> {
  await tx
    .update(operations)
    .set({ ...noFailure, nextAttemptAt: null })
    .where(and(eq(operations.deliveryId, deliveryId), isUndone));
}

/** Deletes what is not done of a task's captions or playlist entries. `kept` are the keys of those that it still has. */
export async function deletePending(
  tx: Transaction,
  taskId: number,
  { kind, kept }: { kind: AdditionKind; kept: readonly string[] },
): Promise<void> {
  const ofTask = tx.select({ id: deliveries.id }).from(deliveries).where(eq(deliveries.taskId, taskId));
  await tx
    .delete(operations)
    .where(
      and(
        inArray(operations.deliveryId, ofTask),
        eq(operations.kind, kind),
        notInArray(operations.key, [...kept]),
        isUndone,
      ),
    );
}

/** Forgets what was added to a video, whose delivery starts with another upload. */
export async function deleteAdditions(tx: Transaction, deliveryId: string): Promise<void> {
  await tx
    .delete(operations)
    .where(and(eq(operations.deliveryId, deliveryId), inArray(operations.kind, [...additionKinds])));
}
