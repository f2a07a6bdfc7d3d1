import { type EventHandler, on } from "#core/server/context.ts";
import { guestLinkChanged } from "#modules/feedback/contract/guests.ts";
import { accountDeleted } from "#modules/people/contract/people.ts";
import { versionWithdrawn } from "#modules/review/contract/withdrawals.ts";
import { contributorChanged } from "#modules/tasks/contract/contributors.ts";
import { editorAccountDeleted, taskDeclined, taskEdited, taskMoved } from "#modules/tasks/contract/tasks.ts";
import { teamMemberRemoved } from "#modules/team/contract/team.ts";

import { endTaskRoom, settlePersonRooms, settleRoom } from "./rooms/settle.ts";

/** Removes participants who lose access to a task, and ends rooms whose task or video has ended. */
export function roomsEventHandlers(): EventHandler[] {
  return [
    on(taskMoved, (ctx, { taskId, to }) =>
      to === "cancelled" ? endTaskRoom(ctx, taskId, "task_ended") : settleRoom(ctx, taskId),
    ),
    on(taskEdited, (ctx, { taskId }) => settleRoom(ctx, taskId)),
    on(taskDeclined, (ctx, { taskId }) => settleRoom(ctx, taskId)),
    on(editorAccountDeleted, (ctx, { taskId }) => settleRoom(ctx, taskId)),
    on(contributorChanged, (ctx, { taskId }) => settleRoom(ctx, taskId)),
    on(guestLinkChanged, (ctx, { taskId }) => settleRoom(ctx, taskId)),
    on(versionWithdrawn, (ctx, { taskId }) => settleRoom(ctx, taskId)),
    on(teamMemberRemoved, (ctx, { personId }) => settlePersonRooms(ctx, personId)),
    on(accountDeleted, (ctx, { personId }) => settlePersonRooms(ctx, personId)),
  ];
}
