import { type Context, currentActor } from "#core/server/context.ts";
import {
  checksError,
  findingAccepted,
  findingExplained,
  type ReportedFinding,
} from "#modules/checks/contract/checks.ts";
import type { StatementKind } from "#modules/checks/rules/statements.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import { isOpen } from "#modules/tasks/rules/stages.ts";
import { lockTaskFor, type TaskRow } from "#modules/tasks/server/public/tasks.ts";

import { publishChange } from "../findings/evaluate.ts";
import { presentFindings } from "../findings/report.ts";
import { countOpen, deleteStatement, findCheck, storeStatement, type VersionRef } from "../queries.ts";

/** A finding of a version, as named in a request. */
interface FindingRef extends VersionRef {
  key: string;
}

const abilities = { explanation: "upload", acceptance: "decide" } as const;
const events = { explanation: findingExplained, acceptance: findingAccepted } as const;

/**
 * Stores the actor's statement about a finding in place of an earlier one; repeating it changes nothing. It counts in all versions
 * in which the finding comes again. 404 `unknown_finding`, 409 `wrong_stage` in a closed task.
 */
export async function makeStatement(
  ctx: Context,
  statement: StatementKind,
  about: FindingRef & { text: string },
): Promise<ReportedFinding> {
  const { taskId, version, key, text } = about;
  const task = await lockOpenTask(ctx, taskId, statement);
  const before = await requireFinding(ctx, about);
  const personId = currentActor(ctx).id;
  const former = before[statement];
  if (former?.by.id === personId && former.text === text) return before;
  await storeStatement(ctx.tx, { taskId, key, statement, version, personId, text, at: ctx.now });
  if (!former) await ctx.emit(events[statement], { taskId, version });
  return changedFinding(ctx, task, about);
}

/** Deletes a statement about a finding; without one, nothing changes. Errors like `makeStatement`. */
export async function withdrawStatement(
  ctx: Context,
  statement: StatementKind,
  about: FindingRef,
): Promise<ReportedFinding> {
  const task = await lockOpenTask(ctx, about.taskId, statement);
  const before = await requireFinding(ctx, about);
  const deleted = await deleteStatement(ctx.tx, { taskId: about.taskId, key: about.key, statement });
  return deleted ? changedFinding(ctx, task, about) : before;
}

async function lockOpenTask(ctx: Context, taskId: number, statement: StatementKind): Promise<TaskRow> {
  const task = await lockTaskFor(ctx, taskId, abilities[statement]);
  if (!isOpen(task.stage)) throw tasksError("wrong_stage");
  return task;
}

async function requireFinding(ctx: Context, { taskId, version, key }: FindingRef): Promise<ReportedFinding> {
  const check = await findCheck(ctx.tx, { taskId, version });
  const finding = check?.findings.find((each) => each.key === key);
  const [presented] = finding ? await presentFindings(ctx, { taskId, findings: [finding] }) : [];
  if (!presented) throw checksError("unknown_finding");
  return presented;
}

async function changedFinding(ctx: Context, task: TaskRow, about: FindingRef): Promise<ReportedFinding> {
  await countOpen(ctx.tx, task.id);
  await publishChange(ctx, task);
  return requireFinding(ctx, about);
}
