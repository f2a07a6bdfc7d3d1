import { on, type Context, type Reaction } from "#foundation/server/context.ts";
import { publishFailed, published } from "#product/publishing/contract.ts";
import {
  changesRequested,
  versionApproved,
  versionReady,
  versionRefused,
  windowOver,
} from "#product/review/contract.ts";
import { taskCreated, taskEdited, taskMoved } from "#product/tasks/contract.ts";
import { allows } from "#product/tasks/rules.ts";
import { lockTask, type TaskRow } from "#product/tasks/server/actions.ts";

import {
  approvedNotice,
  assignedNotice,
  cancelledNotice,
  changedNotice,
  changesRequestedNotice,
  type Notice,
  publishedNotices,
  publishFailedNotice,
  readyNotice,
  reassignedNotice,
  refusedNotice,
  windowOverNotices,
} from "../rules.ts";
import { notify } from "./actions.ts";
import { lastAssigned } from "./store.ts";

/** What people are told when something happens to a task of theirs. */
export function notificationsReactions(): Reaction[] {
  return [
    on(taskCreated, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await tell(ctx, task, [assignedNotice(task)]);
    }),
    on(taskEdited, async (ctx, { taskId }) => tellOfEdit(ctx, await lockTask(ctx, taskId))),
    on(taskMoved, async (ctx, { taskId, to }) => {
      if (to !== "cancelled") return;
      const task = await lockTask(ctx, taskId);
      await tell(ctx, task, [cancelledNotice(task)]);
    }),
    on(versionReady, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await tell(ctx, task, [readyNotice(task, version, ctx.now)]);
    }),
    on(versionRefused, async (ctx, { taskId, version, reason }) => {
      const task = await lockTask(ctx, taskId);
      await tell(ctx, task, [refusedNotice(task, version, reason)]);
    }),
    on(changesRequested, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await tell(ctx, task, [changesRequestedNotice(task, version)]);
    }),
    on(versionApproved, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await tell(ctx, task, [approvedNotice(task, version)]);
    }),
    on(windowOver, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await tell(ctx, task, windowOverNotices(task));
    }),
    on(published, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await tell(ctx, task, publishedNotices(task));
    }),
    on(publishFailed, async (ctx, { taskId, problem }) => {
      const task = await lockTask(ctx, taskId);
      await tell(ctx, task, [publishFailedNotice(task, problem)]);
    }),
  ];
}

async function tell(ctx: Context, task: TaskRow, notices: readonly Notice[]): Promise<void> {
  const side = { creator: task.creatorId, editor: task.editorId };
  for (const notice of notices) {
    const senderId = notice.from === null ? null : side[notice.from];
    await notify(ctx, { personId: side[notice.to], senderId, taskId: task.id, notice });
  }
}

/** The edit may have changed the editor. Once no version is awaited any more, edits are none of the editor's work. */
async function tellOfEdit(ctx: Context, task: TaskRow): Promise<void> {
  const before = await lastAssigned(ctx.tx, task.id);
  if (before !== null && before !== task.editorId) {
    const notice = reassignedNotice(task);
    await notify(ctx, { personId: before, senderId: task.creatorId, taskId: task.id, notice });
    await tell(ctx, task, [assignedNotice(task)]);
  } else if (allows(task.stage, "version_playable")) {
    await tell(ctx, task, [changedNotice(task)]);
  }
}
