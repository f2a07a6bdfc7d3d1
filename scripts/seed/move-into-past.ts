import { and, eq, getTableColumns, inArray, isNotNull, isNull, lt, min, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

import { createLog } from "#app/server/log.ts";
import { type DatabasePlace, withDatabase } from "#app/server/open-database.ts";
import type { Database, Transaction } from "#core/server/database.ts";
import { comments } from "#modules/feedback/server/tables.ts";
import { taskHistory } from "#modules/history/server/tables.ts";
import { videos } from "#modules/media/server/tables.ts";
import { conversationMembers, conversations, messages } from "#modules/messages/server/tables.ts";
import { gatheredComments, notifications } from "#modules/notifications/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { ratings } from "#modules/profiles/server/tables.ts";
import { deliveries, destinations } from "#modules/publishing/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import { taskContributors, tasks } from "#modules/tasks/server/tables.ts";
import { teamMembers } from "#modules/team/server/tables.ts";

import type { Mark } from "./timeline.ts";

/** Sample data with the marks of its timeline. */
export interface Past {
  tasks: readonly { taskId: number; marks: readonly Mark[] }[];
  /** Messages of two users, by their ids. */
  conversations: readonly { between: readonly [number, number]; marks: readonly Mark[] }[];
  /** Accounts, teams and connected channels of the users. */
  people: { ids: readonly number[]; marks: readonly Mark[] };
}

interface Moved {
  table: PgTable;
  /** The column whose value selects the rows. */
  of: PgColumn;
  columns: readonly PgColumn[];
  where?: SQL;
}

const ofTask: readonly Moved[] = [
  { table: tasks, of: tasks.id, columns: [tasks.createdAt, tasks.updatedAt] },
  { table: taskHistory, of: taskHistory.taskId, columns: [taskHistory.at] },
  { table: taskContributors, of: taskContributors.taskId, columns: [taskContributors.createdAt] },
  { table: versions, of: versions.taskId, columns: [versions.createdAt, versions.decidedAt] },
  {
    table: comments,
    of: comments.taskId,
    columns: [comments.createdAt, comments.editedAt, comments.resolvedAt, comments.doneAt],
  },
  {
    table: notifications,
    of: notifications.taskId,
    columns: [notifications.createdAt, notifications.readAt],
  },
  {
    table: deliveries,
    of: deliveries.taskId,
    columns: [deliveries.startedAt, deliveries.publicAt, deliveries.finishedAt],
  },
  { table: ratings, of: ratings.taskId, columns: [ratings.createdAt, ratings.changedAt] },
];

const ofConversation: readonly Moved[] = [
  { table: messages, of: messages.conversationId, columns: [messages.sentAt] },
  {
    table: conversationMembers,
    of: conversationMembers.conversationId,
    columns: [conversationMembers.lastMessageAt],
  },
];

const ofPerson: readonly Moved[] = [
  { table: people, of: people.id, columns: [people.createdAt] },
  { table: teamMembers, of: teamMembers.creatorId, columns: [teamMembers.createdAt] },
  {
    table: notifications,
    of: notifications.personId,
    columns: [notifications.createdAt],
    where: isNotNull(notifications.invitationId),
  },
];

/** Moves the sample data of an installation into the past; Reelay may run. */
export async function moveStudioIntoPast(place: DatabasePlace, past: Past): Promise<void> {
  const options = { name: "reelay seed", log: createLog("error") };
  await withDatabase(place, options, async (client) => moveIntoPast(drizzle({ client }), past));
}

/**
 * Moves the moments of sample data from the minutes in which it was created into the past, so that figures, histories and
 * lists look as in use. Deadlines and ends of reviews stay. Notifications older than a day are read.
 */
export async function moveIntoPast(db: Database, past: Past): Promise<void> {
  await db.transaction(async (tx) => {
    const move = async (tables: readonly Moved[], ids: SQL, marks: readonly Mark[]) => {
      for (const { table, of, columns, where } of tables) {
        const set = columns.map(
          (column) => sql`${sql.identifier(column.name)} = ${inThePast(column, marks)}`,
        );
        await tx.execute(
          sql`update ${table} set ${sql.join(set, sql`, `)} where ${and(sql`${of} in (${ids})`, where)}`,
        );
      }
    };
    for (const { taskId, marks } of past.tasks) {
      await move(ofTask, sql`${taskId}::bigint`, marks);
      const ofVersions = sql`select ${versions.videoId} from ${versions} where ${versions.taskId} = ${taskId}`;
      // The other moments of a video are those of its preparation, which may not have ended.
      await move([{ table: videos, of: videos.id, columns: [videos.receivedAt] }], ofVersions, marks);
    }
    for (const { between, marks } of past.conversations) {
      const { id, lowerId, higherId } = conversations;
      const pair = and(eq(lowerId, Math.min(...between)), eq(higherId, Math.max(...between)));
      await move(ofConversation, sql`select ${id} from ${conversations} where ${pair}`, marks);
    }
    const { ids, marks } = past.people;
    await move(
      ofPerson,
      sql.join(
        ids.map((id) => sql`${id}::bigint`),
        sql`, `,
      ),
      marks,
    );
    const { personId, createdAt, readAt } = notifications;
    await tx
      .update(notifications)
      .set({ readAt: sql`${createdAt}` })
      .where(and(inArray(personId, [...ids]), isNull(readAt), lt(createdAt, sql`now() - interval '1 day'`)));
    await orderByDate(tx, ids);
    await dropOldGathered(tx, ids);
    const first = tx
      .select({ at: min(deliveries.startedAt) })
      .from(deliveries)
      .where(eq(deliveries.destinationId, destinations.id));
    await tx
      .update(destinations)
      .set({ connectedAt: sql`coalesce((${first}), ${destinations.connectedAt})` })
      .where(inArray(destinations.personId, [...ids]));
  });
}

/** Gives the notifications ids in the order of their dates, as inboxes list them; tasks were created side by side. */
async function orderByDate(tx: Transaction, ids: readonly number[]): Promise<void> {
  const { id, ...columns } = getTableColumns(notifications);
  const all = Object.values(columns).map((column) => sql.identifier(column.name));
  const list = sql.join(all, sql`, `);
  await tx.execute(sql`with removed as (delete from ${notifications} where ${inArray(notifications.personId, [...ids])}
    returning *) insert into ${notifications} (${list}) select ${list} from removed order by created_at, ${sql.identifier(id.name)}`);
}

/** Comments older than a day are no longer gathered for a notification, which the next start would send. */
async function dropOldGathered(tx: Transaction, ids: readonly number[]): Promise<void> {
  const { commentIds, personId } = gatheredComments;
  const ofPeople = inArray(personId, [...ids]);
  const recent = sql`array(select gathered.id from unnest(${commentIds}) with ordinality gathered (id, place)
    join ${comments} on ${comments.id} = gathered.id
    where ${comments.createdAt} > now() - interval '1 day' order by place)`;
  await tx.update(gatheredComments).set({ commentIds: recent }).where(ofPeople);
  await tx.delete(gatheredComments).where(and(ofPeople, sql`cardinality(${commentIds}) = 0`));
}

/** A moment between two marks keeps its place between them; one after the last keeps its distance. None is before the first. */
function inThePast(column: PgColumn, marks: readonly Mark[]): SQL {
  const cases = marks.map((mark, index) => {
    const next = marks[index + 1];
    const pace = next ? (next.past - mark.past) / Math.max(1, next.seeded - mark.seeded) : 1;
    const moved = sql`${date(mark.past)} + (${column} - ${date(mark.seeded)}) * ${pace}::float8`;
    return next ? sql`when ${column} < ${date(next.seeded)} then ${moved}` : sql`when true then ${moved}`;
  });
  return sql`case ${sql.join(cases, sql` `)} end`;
}

function date(milliseconds: number): SQL {
  return sql`${new Date(milliseconds).toISOString()}::timestamptz`;
}
