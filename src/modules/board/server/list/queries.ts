import { and, asc, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { inList, prepared, type Reading } from "#core/server/database.ts";
import { versionChecks } from "#modules/checks/server/tables.ts";
import { comments } from "#modules/feedback/server/tables.ts";
import { uploads, videos } from "#modules/media/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { ratings } from "#modules/profiles/server/tables.ts";
import { deliveries } from "#modules/publishing/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import { contributorsOfTask, tasks, worksOn } from "#modules/tasks/server/tables.ts";

import { listVisible, type TaskQuery } from "./list-queries.ts";
import { isWaitingFor } from "./turn-queries.ts";

const creators = alias(people, "creators");
const editors = alias(people, "editors");
const personColumns = ({ id, name, role, pictureFileId, suspendedAt }: typeof creators | typeof editors) => ({
  id,
  name,
  role,
  pictureFileId,
  suspendedAt,
});

/** The task's newest version that has been in review, and whether its video has a poster. */
function newestReviewed(db: Reading) {
  const { number, state, videoId, reviewEndsAt, feedback, withdrawalReason } = versions;
  return db
    .select({
      number,
      state,
      videoId,
      reviewEndsAt,
      feedback,
      withdrawalReason,
      posterDone: videos.posterDone,
    })
    .from(versions)
    .innerJoin(videos, eq(videos.id, videoId))
    .where(and(eq(versions.taskId, tasks.id), isNotNull(versions.windowSeconds)))
    .orderBy(desc(number))
    .limit(1)
    .as("reviewed");
}

/** The task's newest version if its current editor or a contributor uploaded it and it is being uploaded, prepared or was refused. */
function newestArrival(db: Reading) {
  const { number, state, videoId, editorId, failure } = versions;
  const newest = db
    .select({ number, state, videoId, editorId, failure })
    .from(versions)
    .where(eq(versions.taskId, tasks.id))
    .orderBy(desc(number))
    .limit(1)
    .as("newest");
  return db
    .select({
      number: newest.number,
      state: newest.state,
      failure: newest.failure,
      fileName: videos.fileName,
      received: uploads.received,
      bytes: videos.bytes,
      writerUntil: uploads.writerUntil,
      createdAt: videos.createdAt,
    })
    .from(newest)
    .innerJoin(videos, eq(videos.id, newest.videoId))
    .leftJoin(uploads, eq(uploads.id, videos.id))
    .where(
      and(
        sql`${newest.state} in ('uploading', 'preparing', 'refused')`,
        worksOn(newest.editorId),
        sql`${tasks.stage} <> 'cancelled'`,
      ),
    )
    .as("arrival");
}

/** The leading delivery of the task: only published tasks and those with a failed delivery show any. */
function leadingDelivery(db: Reading) {
  const { videoId, step, problemCode, watchUrl } = deliveries;
  return db
    .select({ videoId, step, problemCode, watchUrl })
    .from(deliveries)
    .where(eq(deliveries.taskId, tasks.id))
    .orderBy(asc(sql`${problemCode} is null`), asc(sql`${watchUrl} is null`), asc(deliveries.startedAt))
    .limit(1)
    .as("delivery");
}

/** The open comments on all versions of the task: those of the newest one with its requests. */
function countOpenComments(db: Reading) {
  const notDone = sql<number>`count(*) filter (where ${isNull(comments.doneAt)})::int`;
  return db
    .select({ open: count().as("open_comments"), notDone: notDone.as("not_done") })
    .from(comments)
    .where(
      and(
        eq(comments.taskId, tasks.id),
        isNull(comments.parentId),
        isNull(comments.deletedAt),
        isNull(comments.resolvedAt),
      ),
    )
    .as("commented");
}

/** Planning it takes four times as long as reading a page. */
const selectCards = prepared("board_cards", (db) => {
  const reviewed = newestReviewed(db);
  const commented = countOpenComments(db);
  const arrival = newestArrival(db);
  const delivery = leadingDelivery(db);
  return db
    .select({
      task: tasks,
      creator: personColumns(creators),
      editor: personColumns(editors),
      reviewed: {
        number: reviewed.number,
        state: reviewed.state,
        videoId: reviewed.videoId,
        reviewEndsAt: reviewed.reviewEndsAt,
        feedback: reviewed.feedback,
        withdrawalReason: reviewed.withdrawalReason,
        posterDone: reviewed.posterDone,
      },
      openComments: commented.open,
      notDoneComments: commented.notDone,
      check: { open: versionChecks.open, complete: versionChecks.complete },
      arrival: {
        number: arrival.number,
        state: arrival.state,
        failure: arrival.failure,
        fileName: arrival.fileName,
        received: arrival.received,
        bytes: arrival.bytes,
        writerUntil: arrival.writerUntil,
        createdAt: arrival.createdAt,
      },
      delivery: {
        videoId: delivery.videoId,
        step: delivery.step,
        problemCode: delivery.problemCode,
        watchUrl: delivery.watchUrl,
      },
      rating: { stars: ratings.stars, ratedAt: ratings.createdAt },
      contributors: contributorsOfTask,
      waiting: sql<boolean>`${isWaitingFor(sql.placeholder("personId"), sql.placeholder("now"))}`,
    })
    .from(tasks)
    .innerJoin(creators, eq(creators.id, tasks.creatorId))
    .leftJoin(editors, eq(editors.id, tasks.editorId))
    .leftJoinLateral(reviewed, sql`true`)
    .leftJoin(
      versionChecks,
      and(eq(versionChecks.taskId, tasks.id), eq(versionChecks.version, reviewed.number)),
    )
    .leftJoinLateral(commented, sql`true`)
    .leftJoinLateral(arrival, sql`true`)
    .leftJoinLateral(delivery, sql`true`)
    .leftJoin(ratings, eq(ratings.taskId, tasks.id))
    .where(inList(tasks.id, sql.placeholder("ids")));
});

/** A page of the tasks visible to a user, with everything that their cards show. */
export async function listBoardTasks(tx: Reading, query: TaskQuery) {
  const ids = await listVisible(tx, query);
  const { personId, now } = query;
  const cards = await selectCards(tx).execute({ ids, personId, now });
  const rows = new Map(cards.map((row) => [row.task.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}
export type BoardRow = Awaited<ReturnType<typeof listBoardTasks>>[number];
