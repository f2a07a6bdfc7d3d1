import { and, eq, gte, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { comments } from "#modules/feedback/server/tables.ts";
import { taskHistory } from "#modules/history/server/tables.ts";
import { videos } from "#modules/media/server/tables.ts";
import { deadlineCounts, firstArrival, versions, wasDue, wasOnTime } from "#modules/review/server/tables.ts";
import type { Side } from "#modules/tasks/rules/stages.ts";
import { isCounted, tasks } from "#modules/tasks/server/tables.ts";

import { publishingFailures } from "../tables.ts";

/** The newest tasks of a creator, or of an editor, since a moment. */
export interface TeamSelection {
  side: Side;
  personId: number;
  since: Date | null;
}

/** Tasks without an editor are nobody's work. */
function selected({ side, personId, since }: TeamSelection): SQL {
  const matching = and(isNotNull(tasks.editorId), isNull(tasks.declinedAt));
  return isCounted(side, personId, and(matching, since ? gte(tasks.createdAt, since) : undefined));
}

const editorId = sql<number>`${tasks.editorId}`.mapWith(Number);

/** The tasks with the beginning of their work, and their approved version. */
export async function selectTasks(tx: Reading, selection: TeamSelection, now: Date) {
  const ofTask = eq(taskHistory.taskId, tasks.id);
  const firstEvent = (kind: "assigned" | "in_review") =>
    sql<Date | null>`min(${taskHistory.at}) filter (where ${taskHistory.kind} = ${kind})`.mapWith(
      taskHistory.at,
    );
  const delivered = { arrival: firstArrival, deadline: tasks.deadline };
  const approved = sql<number | null>`(select max(${versions.number}) from ${versions}
    where ${versions.taskId} = ${tasks.id} and ${versions.state} = 'approved')`;
  return tx
    .select({
      taskId: tasks.id,
      editorId,
      stage: tasks.stage,
      createdAt: tasks.createdAt,
      firstInReviewAt: firstEvent("in_review"),
      approvedVersion: approved,
      due: sql<boolean>`${deadlineCounts} and ${wasDue(delivered, now)}`,
      onTime: wasOnTime(delivered),
      /** Versions that were in review. */
      versions: sql<number>`(count(distinct ${taskHistory.version}) filter (where ${taskHistory.kind} = 'in_review'))::int`,
      expired: sql<number>`(count(*) filter (where ${taskHistory.kind} = 'expired'))::int`,
    })
    .from(tasks)
    .leftJoin(taskHistory, ofTask)
    .where(selected(selection))
    .groupBy(tasks.id);
}

const decisions = ["approved", "changes_requested", "expired"] as const;

/** Seconds that each version was in review until it was decided or its window ended. */
export async function selectWaits(tx: Reading, selection: TeamSelection) {
  const { kind, version, at, taskId } = taskHistory;
  const opened = sql`min(${at}) filter (where ${kind} = 'in_review')`;
  const decided = sql`min(${at}) filter (where ${inArray(kind, [...decisions])})`;
  return tx
    .select({ editorId, seconds: sql<number | null>`extract(epoch from ${decided} - ${opened})::float8` })
    .from(tasks)
    .innerJoin(taskHistory, eq(taskId, tasks.id))
    .where(and(selected(selection), inArray(kind, ["in_review", ...decisions])))
    .groupBy(tasks.id, version);
}

/** Comments and seconds of video of the versions that were in review. */
export async function selectComments(tx: Reading, selection: TeamSelection) {
  const written = sql<number>`(select count(*) from ${comments} where ${comments.taskId} = ${versions.taskId}
    and ${comments.version} = ${versions.number} and ${isNull(comments.parentId)} and ${isNull(comments.deletedAt)})::int`;
  return tx
    .select({
      editorId,
      comments: written,
      seconds: sql<number>`coalesce((${videos.facts} ->> 'durationSeconds')::float8, 0)`,
    })
    .from(tasks)
    .innerJoin(versions, eq(versions.taskId, tasks.id))
    .innerJoin(videos, eq(videos.id, versions.videoId))
    .where(
      and(
        selected(selection),
        inArray(versions.state, ["in_review", "approved", "rejected", "superseded", "expired"]),
      ),
    );
}

/** Failures of publishing the tasks, by editor and cause. */
export async function selectFailures(tx: Reading, selection: TeamSelection) {
  const { code, platform, taskId } = publishingFailures;
  return tx
    .select({ editorId, code, platform, count: sql<number>`count(*)::int` })
    .from(tasks)
    .innerJoin(publishingFailures, eq(taskId, tasks.id))
    .where(selected(selection))
    .groupBy(tasks.editorId, code, platform);
}
