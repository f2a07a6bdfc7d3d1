import type { Team, TeamFigures } from "#modules/analytics/contract/team.ts";

import { anika } from "./samples.ts";

function sampleFigures(change: Partial<TeamFigures> = {}): TeamFigures {
  return {
    tasks: 14,
    approved: 11,
    published: 9,
    briefToFirstVersionSeconds: 3.2 * 86_400,
    waitingForReviewSeconds: 5.5 * 3600,
    versionsPerApprovedVideo: 2.4,
    approvedAtFirstVersion: 0.27,
    dueTasks: 12,
    onTimeTasks: 9,
    commentsPerMinute: 3.1,
    expiredWindows: 2,
    publishingFailures: [{ code: "quota", cause: "The platform's daily quota was used up", count: 2 }],
    ...change,
  };
}

export function sampleTeam(change: Partial<Team> = {}): Team {
  const editor = { id: anika.id, name: anika.name, role: anika.role, profileImgUrl: "" };
  return {
    since: "2031-02-24T00:00:00.000Z",
    total: sampleFigures(),
    editors: [
      { editor, ...sampleFigures({ tasks: 9 }) },
      {
        editor: { ...editor, id: 3, name: "dev" },
        ...sampleFigures({ tasks: 5, dueTasks: 0, onTimeTasks: 0 }),
      },
    ],
    ...change,
  };
}
