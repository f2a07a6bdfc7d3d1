import { on, type Context, type EventHandler } from "#core/server/context.ts";
import { commentWritten } from "#modules/feedback/contract.ts";
import { videoFailureMessage } from "#modules/media/rules/video-failures.ts";
import { accountDeleted } from "#modules/people/contract.ts";
import { profilePath } from "#modules/people/rules.ts";
import { cardsOf, timeZoneOf } from "#modules/people/server/actions.ts";
import { editorRated } from "#modules/profiles/contract.ts";
import { publishFailed, published } from "#modules/publishing/contract.ts";
import {
  approvalUndone,
  changesRequested,
  extensionRequested,
  uploadExpired,
  versionApproved,
  versionReady,
  versionRefused,
  windowClosing,
  windowEnded,
  windowExtended,
} from "#modules/review/contract.ts";
import {
  editorAccountDeleted,
  taskCreated,
  taskDeclined,
  taskDueSoon,
  taskEdited,
  taskMoved,
} from "#modules/tasks/contract.ts";
import { activeEditor, allows } from "#modules/tasks/rules.ts";
import { lockTask, type TaskRow } from "#modules/tasks/server/actions.ts";

import {
  approvalUndoneNotification,
  approvedNotification,
  assignedNotification,
  cancelledNotification,
  changedNotification,
  changesRequestedNotification,
  dueSoonNotification,
  extensionRequestedNotification,
  type NotificationDraft,
  publishedNotifications,
  publishFailedNotification,
  ratingReceivedNotification,
  readyNotification,
  reassignedNotification,
  rejectedFileNotification,
  uploadExpiredNotification,
  windowClosingNotification,
  windowEndedNotifications,
} from "../rules/drafts.ts";
import { declinedNotification, editorLeftNotification } from "../rules/missing-editor.ts";
import { resolvedRequest, type ReviewOutcome } from "../rules/resolved-requests.ts";
import { notify as notifyPerson, updateNotification } from "./actions.ts";
import { notifyOfComment } from "./comments/notify.ts";
import { deleteGathered } from "./comments/queries.ts";
import { connectionEventHandlers } from "./connections.ts";
import { deleteSubscriptionsOf } from "./push/queries.ts";
import { deleteAllNotifications, resolveRequests } from "./queries.ts";
import { deleteSettings } from "./settings-queries.ts";

/** Notifies the participants of a task of what happens to it. `emailEnabled` is false where the server sends no email. */
export function notificationsEventHandlers({ emailEnabled }: { emailEnabled: boolean }): EventHandler[] {
  const notify = (ctx: Context, task: TaskRow, drafts: readonly NotificationDraft[]) =>
    notifyParticipants(ctx, task, drafts, emailEnabled);
  return [
    on(taskCreated, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await notifyOfDeadline(ctx, task, assignedNotification, emailEnabled);
    }),
    on(taskEdited, async (ctx, { taskId, assigned, formerEditorId }) =>
      notifyOfEdit(ctx, await lockTask(ctx, taskId), { assigned, formerEditorId, emailEnabled }),
    ),
    on(taskMoved, async (ctx, { taskId, to }) => {
      if (to !== "cancelled") return;
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, [cancelledNotification(task)]);
    }),
    on(taskDeclined, async (ctx, { taskId, reason }) => {
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, [declinedNotification(task, reason)]);
    }),
    on(editorAccountDeleted, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, [editorLeftNotification(task)]);
    }),
    on(taskDueSoon, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await notifyOfDeadline(ctx, task, dueSoonNotification, emailEnabled);
    }),
    on(versionReady, async (ctx, { taskId, version, reviewEndsAt }) => {
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, [readyNotification(task, { number: version, reviewEndsAt }, ctx.now)]);
    }),
    on(versionRefused, async (ctx, { taskId, version, failure }) => {
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, [rejectedFileNotification(task, version, videoFailureMessage(failure))]);
    }),
    on(uploadExpired, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, [uploadExpiredNotification(task, version)]);
    }),
    on(changesRequested, async (ctx, { taskId, ...request }) => {
      const task = await lockTask(ctx, taskId);
      await resolve(ctx, task, request.version, "changes_requested");
      await notify(ctx, task, [changesRequestedNotification(task, request)]);
    }),
    on(versionApproved, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await resolve(ctx, task, version, "approved");
      await notify(ctx, task, [approvedNotification(task, version)]);
    }),
    on(approvalUndone, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, [approvalUndoneNotification(task, version)]);
    }),
    on(extensionRequested, async (ctx, { taskId, version, reviewEndsAt }) => {
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, [
        extensionRequestedNotification(task, { number: version, reviewEndsAt }, ctx.now),
      ]);
    }),
    on(windowExtended, async (ctx, { taskId, version }) =>
      resolve(ctx, await lockTask(ctx, taskId), version, "extended"),
    ),
    on(windowClosing, async (ctx, { taskId, version, reviewEndsAt }) => {
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, [windowClosingNotification(task, { number: version, reviewEndsAt }, ctx.now)]);
    }),
    on(windowEnded, async (ctx, { taskId, version }) => {
      const task = await lockTask(ctx, taskId);
      await resolve(ctx, task, version, "expired");
      await notify(ctx, task, windowEndedNotifications(task, activeEditor(task) !== null));
    }),
    on(published, async (ctx, { taskId }) => {
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, publishedNotifications(task));
    }),
    on(publishFailed, async (ctx, { taskId, ...failure }) => {
      const task = await lockTask(ctx, taskId);
      await notify(ctx, task, [publishFailedNotification(task, failure)]);
    }),
    on(editorRated, async (ctx, { taskId, stars, review, changed }) => {
      const task = await lockTask(ctx, taskId);
      const editor = (await cardsOf(ctx, [task.editorId])).get(task.editorId);
      const path = editor ? `${profilePath(editor)}#reviews` : "/";
      const draft = ratingReceivedNotification(task, { stars, review, path });
      if (changed) await updateNotification(ctx, { personId: task.editorId, taskId, draft });
      else await notify(ctx, task, [draft]);
    }),
    ...connectionEventHandlers(emailEnabled),
    on(commentWritten, (ctx, written) => notifyOfComment(ctx, written, emailEnabled)),
    on(accountDeleted, async (ctx, { personId }) => {
      await deleteAllNotifications(ctx.tx, personId);
      await deleteSettings(ctx.tx, personId);
      await deleteGathered(ctx.tx, personId);
      await deleteSubscriptionsOf(ctx.tx, personId);
    }),
  ];
}

/** The creator's requests to review a version no longer ask for a decision. */
async function resolve(ctx: Context, task: TaskRow, version: number, outcome: ReviewOutcome): Promise<void> {
  const about = { personId: task.creatorId, taskId: task.id, version };
  await resolveRequests(ctx.tx, about, { ...resolvedRequest(task, version, outcome), now: ctx.now });
}

async function notifyParticipants(
  ctx: Context,
  task: TaskRow,
  drafts: readonly NotificationDraft[],
  emailEnabled: boolean,
): Promise<void> {
  const ids = { creator: task.creatorId, editor: task.editorId };
  const editorHasAccess = activeEditor(task) !== null;
  for (const draft of drafts) {
    // An editor who declined the task only learns of a rating, which is on their profile.
    if (draft.to === "editor" && !editorHasAccess && draft.kind !== "rating_received") continue;
    const senderId = draft.from === null ? null : ids[draft.from];
    await notifyPerson(ctx, { personId: ids[draft.to], senderId, taskId: task.id, draft, emailEnabled });
  }
}

/** Notifies the editor with a draft that states the deadline in their time zone. */
async function notifyOfDeadline(
  ctx: Context,
  task: TaskRow,
  draftOf: (task: TaskRow, timeZone: string | null) => NotificationDraft,
  emailEnabled: boolean,
): Promise<void> {
  const draft = draftOf(task, await timeZoneOf(ctx, task.editorId));
  await notifyParticipants(ctx, task, [draft], emailEnabled);
}

/** Notifies the new editor, and the former one unless they declined the task; without a new editor the editor, as long as the task waits for a version. */
async function notifyOfEdit(
  ctx: Context,
  task: TaskRow,
  edit: { assigned: boolean; formerEditorId: number | null; emailEnabled: boolean },
): Promise<void> {
  const { assigned, formerEditorId, emailEnabled } = edit;
  if (formerEditorId !== null) {
    const former = { personId: formerEditorId, senderId: task.creatorId, taskId: task.id };
    await notifyPerson(ctx, { ...former, draft: reassignedNotification(task), emailEnabled });
  }
  if (assigned) {
    await notifyOfDeadline(ctx, task, assignedNotification, emailEnabled);
  } else if (allows(task.stage, "version_playable")) {
    await notifyOfDeadline(ctx, task, changedNotification, emailEnabled);
  }
}
