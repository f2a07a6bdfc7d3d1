import type { TeamFigures } from "../contract/team.ts";
import { median } from "./marks.ts";

/** A task of the period. Times are null where it has not come that far. */
export interface WorkedTask {
  createdAt: Date;
  published: boolean;
  /** Whether its first version was received or the deadline has passed, and whether it was received before the deadline. */
  due: boolean;
  onTime: boolean;
  firstInReviewAt: Date | null;
  approvedVersion: number | null;
  /** Versions that were in review, and review windows that ended. */
  versions: number;
  expired: number;
}

export interface Work {
  tasks: readonly WorkedTask[];
  /** Seconds that versions were in review until the decision; null for those that still are. */
  waits: readonly (number | null)[];
  /** Comments on each reviewed version, and the duration of its video. */
  reviewed: readonly { comments: number; seconds: number }[];
  failures: readonly { code: string; cause: string; count: number }[];
}

/** The figures of some work. */
export function teamFigures({ tasks, waits, reviewed, failures }: Work): TeamFigures {
  const approved = tasks.filter(({ approvedVersion }) => approvedVersion !== null);
  const share = (fits: (task: WorkedTask) => boolean) =>
    approved.length === 0 ? null : approved.filter(fits).length / approved.length;
  const first = tasks.flatMap(({ createdAt, firstInReviewAt }) =>
    firstInReviewAt === null ? [] : (firstInReviewAt.getTime() - createdAt.getTime()) / 1000,
  );
  const minutes = sum(reviewed.map(({ seconds }) => seconds)) / 60;
  return {
    tasks: tasks.length,
    approved: approved.length,
    published: tasks.filter(({ published }) => published).length,
    briefToFirstVersionSeconds: median(first.map((seconds) => Math.max(0, seconds))),
    waitingForReviewSeconds: median(waits.flatMap((seconds) => seconds ?? [])),
    versionsPerApprovedVideo:
      approved.length === 0 ? null : sum(approved.map(({ versions }) => versions)) / approved.length,
    approvedAtFirstVersion: share(({ versions }) => versions === 1),
    dueTasks: tasks.filter(({ due }) => due).length,
    onTimeTasks: tasks.filter(({ due, onTime }) => due && onTime).length,
    commentsPerMinute: minutes === 0 ? null : sum(reviewed.map(({ comments }) => comments)) / minutes,
    expiredWindows: sum(tasks.map(({ expired }) => expired)),
    publishingFailures: mostFrequent(failures),
  };
}

function mostFrequent(failures: Work["failures"]): TeamFigures["publishingFailures"] {
  const byCode = new Map<string, { code: string; cause: string; count: number }>();
  for (const { code, cause, count } of failures) {
    const entry = byCode.get(code);
    byCode.set(code, { code, cause, count: count + (entry?.count ?? 0) });
  }
  return [...byCode.values()].toSorted(
    (one, other) => other.count - one.count || one.code.localeCompare(other.code),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
