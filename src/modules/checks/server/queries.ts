import { and, asc, desc, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import type { TaskSpecification } from "#modules/checks/contract/checks.ts";
import { type Video, videos } from "#modules/media/server/tables.ts";
import type { VersionState } from "#modules/review/rules/versions.ts";
import { versions } from "#modules/review/server/tables.ts";
import { endStages } from "#modules/tasks/rules/stages.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { rulesVersion } from "../rules/judge.ts";
import type { DeliverySpecification } from "../rules/specification.ts";
import type { StatementKind } from "../rules/statements.ts";
import { creatorSpecifications, findingStatements, taskSpecifications, versionChecks } from "./tables.ts";

export type VersionCheck = typeof versionChecks.$inferSelect;
export type StatementRow = typeof findingStatements.$inferSelect;
export interface VersionRef {
  taskId: number;
  version: number;
}

/** A version with the facts of its video. */
export interface ProbedVersion extends VersionRef {
  state: VersionState;
  videoId: string;
  video: Pick<Video, "facts" | "state" | "readyAt">;
}

function probedVersions(tx: Reading) {
  return tx
    .select({
      taskId: versions.taskId,
      version: versions.number,
      state: versions.state,
      videoId: versions.videoId,
      video: { facts: videos.facts, state: videos.state, readyAt: videos.readyAt },
    })
    .from(versions)
    .innerJoin(videos, eq(videos.id, versions.videoId));
}

export async function findProbed(
  tx: Reading,
  { taskId, version }: VersionRef,
): Promise<ProbedVersion | null> {
  const [row] = await probedVersions(tx).where(
    and(eq(versions.taskId, taskId), eq(versions.number, version)),
  );
  return row ?? null;
}

export async function findProbedByVideo(tx: Reading, videoId: string): Promise<ProbedVersion | null> {
  const [row] = await probedVersions(tx).where(eq(versions.videoId, videoId));
  return row ?? null;
}

/** The newest version before this one whose video was probed. */
export async function findPrevious(
  tx: Reading,
  { taskId, version }: VersionRef,
): Promise<ProbedVersion | null> {
  const [row] = await probedVersions(tx)
    .where(and(eq(versions.taskId, taskId), lt(versions.number, version), isNotNull(videos.facts)))
    .orderBy(desc(versions.number))
    .limit(1);
  return row ?? null;
}

function checkKey({ taskId, version }: VersionRef) {
  return and(eq(versionChecks.taskId, taskId), eq(versionChecks.version, version));
}

export async function findCheck(tx: Reading, ref: VersionRef): Promise<VersionCheck | null> {
  const [row] = await tx.select().from(versionChecks).where(checkKey(ref));
  return row ?? null;
}

export async function storeCheck(
  tx: Transaction,
  check: Omit<VersionCheck, "open" | "rulesVersion">,
): Promise<void> {
  const { taskId, version, ...result } = check;
  const set = { ...result, open: result.findings.length, rulesVersion };
  await tx
    .insert(versionChecks)
    .values({ taskId, version, ...set })
    .onConflictDoUpdate({ target: [versionChecks.taskId, versionChecks.version], set });
  await countOpen(tx, taskId);
}

/** Counts the open findings of all versions of a task again. */
export async function countOpen(tx: Transaction, taskId: number): Promise<void> {
  const open = sql`(select count(*) from jsonb_array_elements(${versionChecks.findings}) finding where not exists (
    select 1 from ${findingStatements} acceptance where acceptance.task_id = ${versionChecks.taskId}
      and acceptance.key = finding ->> 'key' and acceptance.statement = 'acceptance'))`;
  await tx.update(versionChecks).set({ open }).where(eq(versionChecks.taskId, taskId));
}

export async function listStatements(tx: Reading, taskId: number): Promise<StatementRow[]> {
  return tx.select().from(findingStatements).where(eq(findingStatements.taskId, taskId));
}

export async function storeStatement(tx: Transaction, row: StatementRow): Promise<void> {
  const { taskId: _taskId, key: _key, statement: _statement, ...set } = row;
  const { taskId, key, statement } = findingStatements;
  await tx
    .insert(findingStatements)
    .values(row)
    .onConflictDoUpdate({ target: [taskId, key, statement], set });
}

/** Deletes a statement; false without one. */
export async function deleteStatement(
  tx: Transaction,
  about: { taskId: number; key: string; statement: StatementKind },
): Promise<boolean> {
  const { taskId, key, statement } = findingStatements;
  const deleted = await tx
    .delete(findingStatements)
    .where(and(eq(taskId, about.taskId), eq(key, about.key), eq(statement, about.statement)))
    .returning({ key });
  return deleted.length > 0;
}

/** The specification of a task and that of its creator. */
export async function findSpecifications(tx: Reading, taskId: number): Promise<TaskSpecification> {
  const [row] = await tx
    .select({ task: taskSpecifications.specification, creator: creatorSpecifications.specification })
    .from(tasks)
    .leftJoin(taskSpecifications, eq(taskSpecifications.taskId, tasks.id))
    .leftJoin(creatorSpecifications, eq(creatorSpecifications.personId, tasks.creatorId))
    .where(eq(tasks.id, taskId));
  const { task = null, creator = null } = row ?? {};
  return { effective: task ?? creator ?? {}, task, creator: creator ?? {} };
}

export async function findCreatorSpecification(
  tx: Reading,
  personId: number,
): Promise<DeliverySpecification | null> {
  const [row] = await tx
    .select()
    .from(creatorSpecifications)
    .where(eq(creatorSpecifications.personId, personId));
  return row?.specification ?? null;
}

export async function storeCreatorSpecification(
  tx: Transaction,
  personId: number,
  specification: DeliverySpecification,
): Promise<void> {
  await tx
    .insert(creatorSpecifications)
    .values({ personId, specification })
    .onConflictDoUpdate({ target: creatorSpecifications.personId, set: { specification } });
}

/** Stores a task's own specification; null deletes it. */
export async function storeTaskSpecification(
  tx: Transaction,
  taskId: number,
  specification: DeliverySpecification | null,
): Promise<void> {
  await tx.delete(taskSpecifications).where(eq(taskSpecifications.taskId, taskId));
  if (specification) await tx.insert(taskSpecifications).values({ taskId, specification });
}

/** The newest evaluated version of a task. */
export async function newestChecked(tx: Reading, taskId: number): Promise<VersionRef | null> {
  const [row] = await tx
    .select({ taskId: versionChecks.taskId, version: versionChecks.version })
    .from(versionChecks)
    .where(eq(versionChecks.taskId, taskId))
    .orderBy(desc(versionChecks.version))
    .limit(1);
  return row ?? null;
}

/** The newest evaluation of a version before this one. */
export async function findPreviousCheck(tx: Reading, ref: VersionRef): Promise<VersionCheck | null> {
  const [row] = await tx
    .select()
    .from(versionChecks)
    .where(and(eq(versionChecks.taskId, ref.taskId), lt(versionChecks.version, ref.version)))
    .orderBy(desc(versionChecks.version))
    .limit(1);
  return row ?? null;
}

/** Ids of a creator's open tasks without their own specification. */
export async function listAffectedTasks(tx: Reading, creatorId: number): Promise<number[]> {
  const taskSpecification = sql`(select from ${taskSpecifications} where ${taskSpecifications.taskId} = ${tasks.id})`;
  const rows = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.creatorId, creatorId),
        sql`${tasks.stage} not in ${[...endStages]}`,
        sql`not exists ${taskSpecification}`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Has the newest versions of tasks evaluated again. */
export async function markOutdated(tx: Transaction, taskIds: readonly number[]): Promise<void> {
  const newest = sql`(select max(newest.version) from ${versionChecks} newest where newest.task_id = ${versionChecks.taskId})`;
  await tx
    .update(versionChecks)
    .set({ rulesVersion: 0 })
    .where(and(inArray(versionChecks.taskId, taskIds), sql`${versionChecks.version} = ${newest}`));
}

/**
 * Versions that were evaluated by earlier rules, after `last`, in the order of tasks and versions. Not by later ones: while servers of
 * two releases run, they would evaluate each other's versions in turns.
 */
export async function listOutdated(
  tx: Reading,
  last: VersionRef | null,
  limit: number,
): Promise<VersionRef[]> {
  const { taskId, version } = versionChecks;
  const isLater =
    last && or(gt(taskId, last.taskId), and(eq(taskId, last.taskId), gt(version, last.version)));
  return tx
    .select({ taskId, version })
    .from(versionChecks)
    .where(and(lt(versionChecks.rulesVersion, rulesVersion), isLater ?? undefined))
    .orderBy(asc(taskId), asc(version))
    .limit(limit);
}

/** Deletes a person's specification and the texts of their statements, which still count. */
export async function deletePersonData(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(creatorSpecifications).where(eq(creatorSpecifications.personId, personId));
  await tx.update(findingStatements).set({ text: "" }).where(eq(findingStatements.personId, personId));
}

/** Statements of a person after `last`, in the order of tasks, findings and kinds. */
export async function listStatementsOfPerson(
  tx: Reading,
  { personId, last, limit }: { personId: number; last: StatementRow | null; limit: number },
): Promise<StatementRow[]> {
  const { taskId, key, statement } = findingStatements;
  const isLater =
    last && sql`(${taskId}, ${key}, ${statement}) > (${last.taskId}, ${last.key}, ${last.statement})`;
  return tx
    .select()
    .from(findingStatements)
    .where(and(eq(findingStatements.personId, personId), isLater ?? undefined))
    .orderBy(asc(taskId), asc(key), asc(statement))
    .limit(limit);
}
