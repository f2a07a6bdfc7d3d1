import { on, type EventHandler } from "#core/server/context.ts";
import { findingsChanged } from "#modules/checks/contract/checks.ts";
import { commentWritten } from "#modules/feedback/contract/comments.ts";
import { footageArrived } from "#modules/footage/contract/files.ts";
import { taskEvent } from "#modules/history/contract/history.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";
import { editorRated } from "#modules/profiles/contract/profiles.ts";
import { destinationBroken, destinationConnected } from "#modules/publishing/contract/destinations.ts";
import { lockTask, requireEditor } from "#modules/tasks/server/public/tasks.ts";

import { notificationsRead } from "../realtime-messages.ts";
import { kindsEndedBy } from "../rules/kinds/index.ts";
import { notifyOfComment } from "./comments/jobs.ts";
import { deleteGathered } from "./comments/queries.ts";
import { notifyOfFiles } from "./events/files.ts";
import { notifyOfTaskEvent } from "./events/task-events.ts";
import { teamNotificationHandlers } from "./events/teams.ts";
import { deleteAllNotifications, endNotifications, updateFindings } from "./inbox/queries.ts";
import { messageEventHandlers } from "./messages/event-handlers.ts";
import { notify, updateNotification } from "./public/notifications.ts";
import { deletePersonSubscriptions } from "./push/queries.ts";
import { deleteSettings } from "./settings/queries.ts";

/** Notifies users of events of their tasks, comments, ratings and connections. */
export function notificationsEventHandlers(): EventHandler[] {
  return [
    on(taskEvent, (ctx, { event }) => notifyOfTaskEvent(ctx, event)),
    on(findingsChanged, async (ctx, { taskId }) => {
      const people = await updateFindings(ctx.tx, taskId);
      if (people.length > 0) ctx.notifyClients(people, notificationsRead, {});
    }),
    on(footageArrived, (ctx, arrival) => notifyOfFiles(ctx, arrival)),
    on(editorRated, async (ctx, { taskId, stars, review, changed }) => {
      const task = await lockTask(ctx, taskId);
      const data = { title: task.taskTitle, stars, review };
      const about = { personId: requireEditor(task), taskId, kind: "rating_received" as const, data };
      if (changed) await updateNotification(ctx, about);
      else await notify(ctx, { ...about, senderId: task.creatorId });
    }),
    on(destinationBroken, async (ctx, broken) => {
      const { personId, destinationId } = broken;
      const sent = { personId, senderId: null, destinationId };
      await notify(ctx, { ...sent, kind: "connection_broken", data: broken });
    }),
    on(destinationConnected, async (ctx, { personId, destinationId }) => {
      const ending = { kinds: kindsEndedBy("connected"), endedBy: "connected", senderId: null, now: ctx.now };
      if (!(await endNotifications(ctx.tx, { destinationId }, ending))) return;
      ctx.notifyClients([personId], notificationsRead, {});
    }),
    on(commentWritten, (ctx, written) => notifyOfComment(ctx, written)),
    ...messageEventHandlers(),
    ...teamNotificationHandlers(),
    on(accountDeleted, async (ctx, { personId }) => {
      await deleteAllNotifications(ctx.tx, personId);
      await deleteSettings(ctx.tx, personId);
      await deleteGathered(ctx.tx, personId);
      await deletePersonSubscriptions(ctx.tx, personId);
    }),
  ];
}
