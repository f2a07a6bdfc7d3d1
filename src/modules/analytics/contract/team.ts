import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { signedIn } from "#core/permission.ts";
import { personCard } from "#modules/people/contract/people.ts";

/** A figure over several tasks, versions or videos; null without any. */
const overMany = z.number().nonnegative().nullable();

/** Figures of the work on tasks that were assigned in a period. */
const teamFigures = z.object({
  tasks: z.number().int(),
  /** Tasks with an approved version. */
  approved: z.number().int(),
  published: z.number().int(),
  /** Median seconds from the brief to the first version in review. */
  briefToFirstVersionSeconds: overMany,
  /** Median seconds that versions waited in review for the creator's decision. */
  waitingForReviewSeconds: overMany,
  /** Versions in review per approved video, on average. */
  versionsPerApprovedVideo: overMany,
  /** Share of the approved videos that were approved at the first version, 0 to 1. */
  approvedAtFirstVersion: overMany,
  /** Tasks whose first version was received, or whose deadline has passed; declined and cancelled ones don't count. */
  dueTasks: z.number().int(),
  /** Those of `dueTasks` whose first version was received before the deadline. */
  onTimeTasks: z.number().int(),
  /** Comments, without replies, per minute of reviewed video. */
  commentsPerMinute: overMany,
  /** Review windows that ended without a decision. */
  expiredWindows: z.number().int(),
  /** Failures of publishing, the most frequent cause first. */
  publishingFailures: z.array(
    z.object({
      code: z.string(),
      /** A few words on the cause. */
      cause: z.string(),
      count: z.number().int(),
    }),
  ),
});
export type TeamFigures = z.output<typeof teamFigures>;

const team = z.object({
  /** The beginning of the period; null for all time. */
  since: z.iso.datetime().nullable(),
  /** Of all tasks of a creator, or of the actor as their editor. */
  total: teamFigures,
  /** Per editor, the one with the most tasks first. Editors see only themselves. */
  editors: z.array(teamFigures.extend({ editor: personCard })),
});
export type Team = z.output<typeof team>;

/** Days of the period; `all` is all time. */
export const teamPeriods = ["30", "90", "365", "all"] as const;
const query = z.object({ days: z.enum(teamPeriods).default("90") });
const bothRoles = { ...signedIn, roles: ["YOUTUBER", "EDITOR"] } as const;

export const teamEndpoints = {
  team: endpoint({
    method: "GET",
    path: "/analytics/team",
    permission: bothRoles,
    summary: "The work of a creator's editors, in total and per editor; an editor's own work",
    query,
    response: team,
    message: "Team loaded.",
  }),
  teamFile: endpoint({
    method: "GET",
    path: "/analytics/team/file",
    permission: bothRoles,
    summary: "The same stats as a CSV file",
    query,
    response: z.string(),
    message: "Exported.",
    file: ["text/csv"],
  }),
};
