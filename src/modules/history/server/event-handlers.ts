import { type Context, type EventHandler, on } from "#core/server/context.ts";
import { findingAccepted, findingExplained } from "#modules/checks/contract/checks.ts";
import { commentWritten } from "#modules/feedback/contract/comments.ts";
import { footageArrived } from "#modules/footage/contract/files.ts";
import { detailsChanged } from "#modules/publishing/contract/changes.ts";
import { published, publishFailed } from "#modules/publishing/contract/publishing.ts";
import {
  approvalGiven,
  approvalUndone,
  approvalWithdrawn,
  changesRequested,
  extensionRequested,
  uploadExpired,
  versionApproved,
  versionReady,
  versionRefused,
  windowClosing,
  windowEnded,
  windowExtended,
} from "#modules/review/contract/versions.ts";
import { versionWithdrawn } from "#modules/review/contract/withdrawals.ts";
import {
  editorAccountDeleted,
  taskCreated,
  taskDeclined,
  taskDueSoon,
  taskEdited,
  taskMoved,
} from "#modules/tasks/contract/tasks.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";

import { taskEvent } from "../contract/history.ts";
import type { TaskEvent } from "../rules/kinds.ts";
import { taskEvents } from "../rules/task-events.ts";
import { eventVersion } from "../rules/texts.ts";
import { changeEntry, type HistoryRow, insertEntry, lastEntry } from "./entries/queries.ts";

/** Records what happens to a task, and emits it as a task event. */
export function historyEventHandlers(): EventHandler[] {
  return [
    on(taskCreated, (ctx, event) => record(ctx, { kind: "assigned", ...event })),
    on(taskEdited, (ctx, { assigned, ...event }) =>
      record(ctx, { kind: assigned ? "reassigned" : "edited", ...event }),
    ),
    on(taskDeclined, (ctx, event) => record(ctx, { kind: "declined", ...event })),
    on(editorAccountDeleted, (ctx, event) => record(ctx, { kind: "editor_left", ...event })),
    on(taskDueSoon, (ctx, event) => record(ctx, { kind: "due_soon", ...event })),
    on(footageArrived, (ctx, event) => record(ctx, { kind: "files_arrived", ...event })),
    on(taskMoved, async (ctx, { to, taskId }) => {
      if (to === "cancelled" || to === "publishing") await record(ctx, { kind: to, taskId });
    }),
    on(uploadExpired, (ctx, event) => record(ctx, { kind: "upload_expired", ...event })),
    on(versionRefused, (ctx, event) => record(ctx, { kind: "refused", ...event })),
    on(versionReady, (ctx, event) => record(ctx, { kind: "in_review", ...event })),
    on(commentWritten, async (ctx, { isReply, ...event }) => {
      if (!isReply) await record(ctx, { kind: "commented", ...event });
    }),
    on(findingExplained, (ctx, event) => record(ctx, { kind: "findings_explained", ...event })),
    on(findingAccepted, (ctx, event) => record(ctx, { kind: "findings_accepted", ...event })),
    on(extensionRequested, (ctx, event) => record(ctx, { kind: "extension_requested", ...event })),
    on(windowExtended, (ctx, event) => record(ctx, { kind: "window_extended", ...event })),
    on(windowClosing, (ctx, event) => record(ctx, { kind: "window_closing", ...event })),
    on(windowEnded, (ctx, event) => record(ctx, { kind: "expired", ...event })),
    on(versionWithdrawn, (ctx, event) => record(ctx, { kind: "withdrawn", ...event })),
    on(changesRequested, (ctx, event) => record(ctx, { kind: "changes_requested", ...event })),
    on(approvalGiven, (ctx, event) => record(ctx, { kind: "approval_given", ...event })),
    on(approvalWithdrawn, (ctx, event) => record(ctx, { kind: "approval_withdrawn", ...event })),
    on(versionApproved, (ctx, event) => record(ctx, { kind: "approved", ...event })),
    on(approvalUndone, (ctx, event) => record(ctx, { kind: "approval_undone", ...event })),
    on(publishFailed, (ctx, event) => record(ctx, { kind: "publish_failed", ...event })),
    on(published, (ctx, event) => record(ctx, { kind: "published", ...event })),
    on(detailsChanged, (ctx, event) => record(ctx, { kind: "details_changed", ...event })),
  ];
}

/** Kinds whose events are counted in one entry. */
const countedKinds: ReadonlySet<TaskEvent["kind"]> = new Set([
  "commented",
  "findings_explained",
  "findings_accepted",
]);

async function record(ctx: Context, event: TaskEvent): Promise<void> {
  const sequence = taskEvents[event.kind].history === null ? null : await appendEntry(ctx, event);
  await ctx.emit(taskEvent, { event, sequence });
}

/**
 * Appends an entry and returns its position. Events of `countedKinds` on a version are one entry until something else happens; it names
 * their author if there is only one.
 */
async function appendEntry(ctx: Context, event: TaskEvent): Promise<number> {
  const { taskId, kind } = event;
  const version = eventVersion(event);
  const last = await lockLastEntry(ctx, taskId);
  if (countedKinds.has(kind) && last?.kind === kind && last.version === version) {
    const personId = last.personId === ctx.actor?.id ? last.personId : null;
    await changeEntry(ctx.tx, last, { count: last.count + 1, at: ctx.now, personId });
    return last.sequence;
  }
  const sequence = (last?.sequence ?? 0) + 1;
  const approvals = "approvals" in event ? event.approvals : null;
  await insertEntry(ctx.tx, {
    taskId,
    sequence,
    kind,
    personId: "personId" in event ? event.personId : (ctx.actor?.id ?? null),
    version,
    count: "files" in event ? event.files : (approvals?.given ?? 1),
    requiredApprovals: approvals?.approverIds.length ?? null,
    at: ctx.now,
  });
  return sequence;
}

/** The last entry of a task, of which no other can be appended until the transaction ends. */
async function lockLastEntry(ctx: Context, taskId: number): Promise<HistoryRow | null> {
  await lockTask(ctx, taskId);
  const last = await lastEntry(ctx.tx, taskId);
  return last;
}
