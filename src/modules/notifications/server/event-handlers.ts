import { on, type Context, type EventHandler } from "#core/server/context.ts";
import { accountDeleted } from "#modules/accounts/contract/leaving.ts";
import { profilePath } from "#modules/accounts/rules.ts";
import { cardsOf } from "#modules/accounts/server/actions.ts";
import { editorRated } from "#modules/profiles/contract.ts";
import { publishFailed, published } from "#modules/publishing/contract.ts";
import {
  changesRequested,
  uploadExpired,
  versionApproved,
  versionReady,
  versionRefused,
  windowClosing,
  windowOver,
} from "#modules/review/contract.ts";
import {
  editorAccountDeleted,
  taskCreated,
  taskDueSoon,
  taskEdited,
  taskMoved,
} from "#modules/tasks/contract.ts";
import { allows } from "#modules/tasks/rules.ts";
import { lockTask, type TaskRow } from "#modules/tasks/server/actions.ts";

import {
  approvedNotice,
  assignedNotice,
  cancelledNotice,
  changedNotice,
  changesRequestedNotice,
  dueSoonNotice,
  editorLeftNotice,
  type Notice,
  publishedNotices,
  publishFailedNotice,
  ratingReceivedNotice,
  readyNotice,
  reassignedNotice,
  refusedNotice,
  uploadExpiredNotice,
  windowClosingNotice,
  windowOverNotices,
} from "../rules.ts";
import { notify, reword } from "./actions.ts";
import { deleteAllOf } from "./store.ts";

/** What people are told when something happens to a task of theirs. `byMail` is whether this server sends mail. */
export function notificationsEventHandlers({ byMail }: { byMail: boolean }): EventHandler[] {
  const notifyClients = (ctx: Context, task: TaskRow, notices: readonly Notice[]) =>
    tellSides(ctx, task, notices, byMail);
  return [
    on(taskCreated, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [assignedNotice(task)]);
    }),
    on(taskEdited, async (ctx, { taskId, formerEditorId }) =>
      tellOfEdit(ctx, await lockTask(ctx, taskId), { formerEditorId, byMail }),
    ),
    on(taskMoved, async (ctx, { taskId, to }) => {
      if (to !== "cancelled") return;
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [cancelledNotice(task)]);
    }),
    on(editorAccountDeleted, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [editorLeftNotice(task)]);
    }),
    on(taskDueSoon, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [dueSoonNotice(task)]);
    }),
    on(versionReady, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [readyNotice(task, version, ctx.now)]);
    }),
    on(versionRefused, async (ctx, { taskId, version, reason }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [refusedNotice(task, version, reason)]);
    }),
    on(uploadExpired, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [uploadExpiredNotice(task, version)]);
    }),
    on(changesRequested, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [changesRequestedNotice(task, version)]);
    }),
    on(versionApproved, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [approvedNotice(task, version)]);
    }),
    on(windowClosing, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [windowClosingNotice(task, version, ctx.now)]);
    }),
    on(windowOver, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, windowOverNotices(task));
    }),
    on(published, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, publishedNotices(task));
    }),
    on(publishFailed, async (ctx, { taskId, problem }) => {
      const task = await lockTask(ctx, taskId);
      await notifyClients(ctx, task, [publishFailedNotice(task, problem)]);
    }),
    on(editorRated, async (ctx, { taskId, stars, review, changed }) => {
      const task = await lockTask(ctx, taskId);
      const editor = (await cardsOf(ctx, [task.editorId])).get(task.editorId);
      const path = editor ? profilePath(editor) : "/";
      const notice = ratingReceivedNotice(task, { stars, review, path });
      if (changed) await reword(ctx, { personId: task.editorId, taskId, notice });
      else await notifyClients(ctx, task, [notice]);
    }),
    on(accountDeleted, async (ctx, { personId }) => deleteAllOf(ctx.tx, personId)),
  ];
}

async function tellSides(
  ctx: Context,
  task: TaskRow,
  notices: readonly Notice[],
  byMail: boolean,
): Promise<void> {
  const side = { creator: task.creatorId, editor: task.editorId };
  for (const notice of notices) {
    const senderId = notice.from === null ? null : side[notice.from];
    await notify(ctx, { personId: side[notice.to], senderId, taskId: task.id, notice, byMail });
  }
}

/** The edit may have changed the editor. Once no version is awaited any more, edits are none of the editor's work. */
async function tellOfEdit(
  ctx: Context,
  task: TaskRow,
  { formerEditorId, byMail }: { formerEditorId: number | null; byMail: boolean },
): Promise<void> {
  if (formerEditorId !== null) {
    const told = { personId: formerEditorId, senderId: task.creatorId, taskId: task.id };
    await notify(ctx, { ...told, notice: reassignedNotice(task), byMail });
    await tellSides(ctx, task, [assignedNotice(task)], byMail);
  } else if (allows(task.stage, "version_playable")) {
    await tellSides(ctx, task, [changedNotice(task)], byMail);
  }
}
