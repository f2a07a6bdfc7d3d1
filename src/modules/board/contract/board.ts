import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { idText } from "#core/form-text.ts";
import { pageQuery } from "#core/page.ts";
import { signedIn } from "#core/permission.ts";
import { lineText } from "#core/written-text.ts";
import { personCard } from "#modules/people/contract/people.ts";
import { ratingStatus } from "#modules/profiles/contract/profiles.ts";
import { publishingStatus } from "#modules/publishing/contract/deliveries.ts";
import { approval } from "#modules/review/contract/approval.ts";
import { versionStatus } from "#modules/review/contract/version-status.ts";
import { task } from "#modules/tasks/contract/tasks.ts";
import { stages } from "#modules/tasks/rules/stages.ts";
import { managerRights } from "#modules/team/rules/team.ts";

import { taskOrders } from "../rules/task-order.ts";

/** A task with its versions, publication and rating, as its card on the Tasks screen shows it. */
export const boardTask = task.extend({
  ...versionStatus.shape,
  ...publishingStatus.shape,
  ...ratingStatus.shape,
  /** Decisions on the version in review or approved of those who have to approve it; empty where one approval is enough. */
  approvals: z.array(approval),
  /** Open comments of the newest version that has been in review, with its requests, and those not marked as done. */
  openComments: z.number().int(),
  notDoneComments: z.number().int(),
  /** Findings of the newest version that has been in review that nobody has accepted; null without any while parts of it are not checked. */
  findings: z.number().int().nullable(),
  /** Whether the task waits for the actor: for a version, another editor, their decision or the publication. */
  waiting: z.boolean(),
});
export type BoardTask = z.output<typeof boardTask>;

/** A creator whose tasks the user manages. */
const managedChannel = personCard.extend({
  rights: z.array(z.enum(managerRights)),
  /** The editor whom the task form selects first. */
  defaultEditor: personCard.nullable(),
});
export type ManagedChannel = z.output<typeof managedChannel>;

/** Tasks in one response for the Tasks screen. */
export const pageSize = 30;

/** The first page of the list without a filter. */
export const unfilteredTasks = { completed: "false", sort: "waiting", limit: pageSize } as const;

/** The first page of the tasks that wait for the user, nearest deadline first. */
export const waitingTasks = {
  completed: "false",
  waiting: "true",
  sort: "deadline",
  limit: pageSize,
} as const;

export const boardEndpoints = {
  fetchTasks: endpoint({
    method: "GET",
    path: "/task/fetch-tasks",
    permission: signedIn,
    summary: "The actor's tasks: those a creator assigned, or those an editor received",
    query: pageQuery.extend({
      completed: z.enum(["true", "false"]).optional(),
      stage: z.enum(stages).optional(),
      /** Only this task, open or completed. */
      task: idText.optional(),
      /** Only tasks of this creator. */
      creator: idText.optional(),
      /** Only tasks that wait for the actor, see `waiting` of a task. */
      waiting: z.enum(["true"]).optional(),
      sort: z.enum(taskOrders).default("newest"),
      /** Part of the task's texts or of the other user's name, among the people of the newest tasks (500, fewer for each creator of a manager). */
      search: lineText().max(100).optional(),
    }),
    response: z.array(boardTask),
    paginated: true,
    message: "Tasks loaded.",
  }),
  countTasks: endpoint({
    method: "GET",
    path: "/task/counts",
    permission: signedIn,
    summary: "Numbers of the actor's open and completed tasks, and the channels they manage",
    query: z.object({
      /** Only tasks of this creator. */
      creator: idText.optional(),
    }),
    response: z.object({
      assigned: z.number().int(),
      completed: z.number().int(),
      /** Other creators whose tasks the actor manages, by name; absent without any. */
      channels: z.array(managedChannel).optional(),
    }),
    message: "Task counts loaded.",
  }),
};
