import { type Context, type EventHandler, on } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { commentWritten } from "#modules/feedback/contract.ts";
import { published, publishFailed } from "#modules/publishing/contract.ts";
import { detailsChanged } from "#modules/publishing/contract/changes.ts";
import {
  approvalUndone,
  changesRequested,
  versionApproved,
  versionReady,
  versionRefused,
  windowEnded,
  windowExtended,
} from "#modules/review/contract.ts";
import { taskCreated, taskDeclined, taskEdited, taskMoved } from "#modules/tasks/contract.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";

import type { HistoryKind } from "../contract.ts";
import { changeEntry, type HistoryRow, insertEntry, lastEntry } from "./queries.ts";

/** Appends an entry for each event of a task. */
export function historyEventHandlers(): EventHandler[] {
  return [
    on(taskCreated, (ctx, { taskId }) => append(ctx, taskId, "assigned")),
    on(taskEdited, async (ctx, { taskId, assigned }) => {
      if (assigned) await append(ctx, taskId, "reassigned");
    }),
    on(taskDeclined, (ctx, { taskId }) => append(ctx, taskId, "declined")),
    on(taskMoved, async (ctx, { taskId, to }) => {
      if (to === "cancelled" || to === "publishing") await append(ctx, taskId, to);
    }),
    on(versionReady, (ctx, { taskId, version }) => append(ctx, taskId, "in_review", version)),
    on(versionRefused, (ctx, { taskId, version }) => append(ctx, taskId, "refused", version)),
    on(changesRequested, (ctx, { taskId, version }) => append(ctx, taskId, "changes_requested", version)),
    on(versionApproved, (ctx, { taskId, version }) => append(ctx, taskId, "approved", version)),
    on(approvalUndone, (ctx, { taskId, version }) => append(ctx, taskId, "approval_undone", version)),
    on(windowExtended, (ctx, { taskId, version }) => append(ctx, taskId, "window_extended", version)),
    on(windowEnded, (ctx, { taskId, version }) => append(ctx, taskId, "expired", version)),
    on(publishFailed, (ctx, { taskId }) => append(ctx, taskId, "publish_failed")),
    on(published, (ctx, { taskId }) => append(ctx, taskId, "published")),
    on(detailsChanged, (ctx, { taskId }) => append(ctx, taskId, "details_changed")),
    on(commentWritten, (ctx, { taskId, version }) => countComment(ctx, taskId, version)),
  ];
}

async function append(
  ctx: Context,
  taskId: number,
  kind: HistoryKind,
  version: number | null = null,
): Promise<void> {
  await insertAfter(ctx, await lockLastEntry(ctx, taskId), { taskId, kind, version });
}

/** Comments on a version are one entry until something else happens; it names their author if there is only one. */
async function countComment(ctx: Context, taskId: number, version: number): Promise<void> {
  const last = await lockLastEntry(ctx, taskId);
  if (last?.kind === "commented" && last.version === version) {
    const personId = last.personId === ctx.actor?.id ? last.personId : null;
    await changeEntry(ctx.tx, last, { count: last.count + 1, at: ctx.now, personId });
  } else {
    await insertAfter(ctx, last, { taskId, kind: "commented", version });
  }
}

/** The last entry of a task, of which no other can be appended until the transaction ends. */
async function lockLastEntry(ctx: Context, taskId: number): Promise<HistoryRow | null> {
  const [, last] = await together([lockTask(ctx, taskId), lastEntry(ctx.tx, taskId)]);
  return last;
}

async function insertAfter(
  ctx: Context,
  last: HistoryRow | null,
  entry: { taskId: number; kind: HistoryKind; version: number | null },
): Promise<void> {
  const sequence = (last?.sequence ?? 0) + 1;
  await insertEntry(ctx.tx, { ...entry, sequence, at: ctx.now, personId: ctx.actor?.id ?? null });
}
