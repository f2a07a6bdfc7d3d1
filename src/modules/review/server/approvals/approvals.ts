import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import type { Approval, RequiredApprovals } from "#modules/review/contract/approval.ts";
import type { TaskRow } from "#modules/tasks/server/public/tasks.ts";
import { listApproverIds, listRequiredApprovers } from "#modules/team/server/public/team.ts";

import { deleteApproval, insertApproval, listApprovals } from "./queries.ts";

export interface RecordedApproval {
  /** Null where one approval is enough. */
  approvals: RequiredApprovals | null;
  /** False if the actor had approved the version before. */
  isNew: boolean;
  /** Whether no required approval is missing. */
  complete: boolean;
}

/** Records the actor's approval of a version that several people have to approve. Records nothing where one approval is enough. */
export async function recordApproval(
  ctx: Context,
  task: TaskRow,
  version: number,
): Promise<RecordedApproval> {
  const required = await listApproverIds(ctx, task.creatorId);
  if (required.length === 0) return { approvals: null, isNew: true, complete: true };
  const personId = currentActor(ctx).id;
  const isNew = await insertApproval(ctx.tx, { taskId: task.id, version, personId, approvedAt: ctx.now });
  const count = await countApprovals(ctx, { task, version, required });
  return { approvals: { approverIds: required, given: count }, isNew, complete: count === required.length };
}

/** Takes the actor's approval of a version back. Returns false if the actor had not approved it. */
export async function withdrawApproval(ctx: Context, task: TaskRow, version: number): Promise<boolean> {
  return deleteApproval(ctx.tx, { taskId: task.id, version, personId: currentActor(ctx).id });
}

interface Requirement {
  task: Pick<TaskRow, "id">;
  version: number;
  required: readonly number[];
}

async function countApprovals(ctx: ReadContext, { task, version, required }: Requirement): Promise<number> {
  const approvals = await listApprovals(ctx.tx, [task.id]);
  const ids = new Set(approvals.filter((row) => row.version === version).map(({ personId }) => personId));
  return required.filter((id) => ids.has(id)).length;
}

/** Whether everyone whose approval is required has approved a version. */
export async function isApprovedByAll(
  ctx: ReadContext,
  task: Pick<TaskRow, "id" | "creatorId">,
  version: number,
): Promise<boolean> {
  const required = await listApproverIds(ctx, task.creatorId);
  return (
    required.length === 0 || (await countApprovals(ctx, { task, version, required })) === required.length
  );
}

/** The decisions of those who have to approve a version, and of others who did; empty where one approval is enough. */
export async function presentApprovals(
  ctx: ReadContext,
  task: Pick<TaskRow, "id" | "creatorId">,
  version: number,
): Promise<Approval[]> {
  return (await listTaskApprovals(ctx, [{ ...task, version }])).get(task.id) ?? [];
}

/** `presentApprovals` of one version of each of these tasks, by the task's ID; without those where one approval is enough. */
export async function listTaskApprovals(
  ctx: ReadContext,
  tasks: readonly (Pick<TaskRow, "id" | "creatorId"> & { version: number })[],
): Promise<Map<number, Approval[]>> {
  const approvers = await listRequiredApprovers(ctx, [...new Set(tasks.map(({ creatorId }) => creatorId))]);
  const required = (creatorId: number) =>
    approvers.filter((approver) => approver.creatorId === creatorId).map(({ personId }) => personId);
  const concerned = tasks.filter(({ creatorId }) => required(creatorId).length > 0);
  if (concerned.length === 0) return new Map();
  const approvals = await listApprovals(
    ctx.tx,
    concerned.map(({ id }) => id),
  );
  const cards = await personCards(
    ctx,
    [...approvers, ...approvals].map(({ personId }) => personId),
  );
  return new Map(
    concerned.map(({ id: taskId, creatorId, version }) => {
      const onVersion = approvals.filter((row) => row.taskId === taskId && row.version === version);
      const requiredIds = required(creatorId);
      const ids = [...new Set([...requiredIds, ...onVersion.map(({ personId }) => personId)])];
      const decisions = ids.flatMap((id) => {
        const person = cards.get(id);
        const approvedAt =
          onVersion.find(({ personId }) => personId === id)?.approvedAt.toISOString() ?? null;
        return person ? { person, required: requiredIds.includes(id), approvedAt } : [];
      });
      return [taskId, decisions];
    }),
  );
}
