import { and, asc, eq, exists, inArray, isNull, lt, not, or, sql, type SQL } from "drizzle-orm";

import { prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { guests } from "#modules/feedback/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { type ParticipantRow, roomParticipants, type RoomRow, rooms } from "../tables.ts";

const databaseTime = sql<number>`round(extract(epoch from clock_timestamp()) * 1000)::float8`;

/** A statement that only reads the clock. */
const time = prepared("room_time", (db) => db.select({ time: databaseTime }).from(sql`(values (1)) one`));

/** The time of all rooms: milliseconds since 1970 by the clock of the database, which all processes share. */
export async function readRoomTime(tx: Reading): Promise<number> {
  const [row] = await time(tx).execute();
  return row?.time ?? Number.NaN;
}

const lockedRoom = prepared("lock_room", (db) =>
  db
    .select()
    .from(rooms)
    .where(and(eq(rooms.id, sql.placeholder("id")), eq(rooms.taskId, sql.placeholder("taskId"))))
    .for("update"),
);
const openRoom = prepared("open_room", (db) =>
  db
    .select()
    .from(rooms)
    .where(and(eq(rooms.taskId, sql.placeholder("taskId")), isNull(rooms.endedAt))),
);

/** A room of a task, which may have ended, locked until the end of the transaction. */
export async function lockRoom(
  tx: Transaction,
  key: { id: string; taskId: number },
): Promise<RoomRow | null> {
  const [row] = await lockedRoom(tx).execute(key);
  return row ?? null;
}

/** The room of a task that has not ended. */
export async function findOpenRoom(tx: Reading, taskId: number): Promise<RoomRow | null> {
  const [row] = await openRoom(tx).execute({ taskId });
  return row ?? null;
}

/** A participant with the name of the person or guest. `linkId` is null for persons. */
export interface NamedParticipant extends ParticipantRow {
  name: string;
  linkId: string | null;
  /** The account is suspended or deleted, or the session of the guest has ended. */
  isLockedOut: boolean;
}

const attendance = prepared("room_attendance", (db) =>
  db
    .select({
      time: databaseTime,
      taskId: rooms.taskId,
      version: sql<number>`(${rooms.state} ->> 'version')::int`,
      endReason: rooms.endReason,
      row: roomParticipants,
      name: sql<string>`coalesce(${people.name}, ${guests.name})`,
      linkId: guests.linkId,
      isLockedOut: sql<boolean>`case when ${roomParticipants.personId} is null then ${guests.tokenHash} is null else ${people.suspendedAt} is not null or ${people.deletedAt} is not null end`,
    })
    .from(rooms)
    .leftJoin(roomParticipants, eq(roomParticipants.roomId, rooms.id))
    .leftJoin(people, eq(people.id, roomParticipants.personId))
    .leftJoin(guests, eq(guests.id, roomParticipants.guestId))
    .where(eq(rooms.id, sql.placeholder("roomId")))
    .orderBy(asc(roomParticipants.joinedAt), asc(roomParticipants.id)),
);

/** The participants of a room, those who joined first at the beginning, with what is needed of the room to send them something. */
export interface Attendance extends Pick<RoomRow, "taskId" | "endReason"> {
  /** Room time in milliseconds. */
  time: number;
  version: number;
  rows: NamedParticipant[];
}

/** Reads who is in a room, in one statement; null if there is no such room. */
export async function readAttendance(tx: Reading, roomId: string): Promise<Attendance | null> {
  const read = await attendance(tx).execute({ roomId });
  const [first] = read;
  if (!first) return null;
  const { time, taskId, version, endReason } = first;
  const rows = read.flatMap(({ row, name, linkId, isLockedOut }) =>
    row ? Object.assign(row, { name, linkId, isLockedOut }) : [],
  );
  return { time, taskId, version, endReason, rows };
}

export async function insertRoom(tx: Transaction, row: RoomRow): Promise<void> {
  await tx.insert(rooms).values(row);
}

export async function updateRoom(
  tx: Transaction,
  id: string,
  change: Partial<Omit<RoomRow, "id" | "taskId">>,
): Promise<void> {
  await tx.update(rooms).set(change).where(eq(rooms.id, id));
}

export async function insertParticipant(tx: Transaction, row: ParticipantRow): Promise<void> {
  await tx.insert(roomParticipants).values(row);
}

type ParticipantChange = Omit<ParticipantRow, "personId" | "guestId" | "joinedAt">;

/** Every report and command sends it. */
const changedParticipant = prepared("update_room_participant", (db: Transaction) => {
  const { follows, buffers, asks, roundTrip, seenAt, sparedAt, lastCommand, lastReport } = roomParticipants;
  const columns = { follows, buffers, asks, roundTrip, seenAt, sparedAt, lastCommand, lastReport };
  const values = Object.keys(columns).map((name) => [name, sql`${sql.placeholder(name)}`]);
  return db
    .update(roomParticipants)
    .set(Object.fromEntries(values) as Record<string, SQL>)
    .where(
      and(
        eq(roomParticipants.roomId, sql.placeholder("roomId")),
        eq(roomParticipants.id, sql.placeholder("id")),
      ),
    );
});

export async function updateParticipant(tx: Transaction, change: ParticipantChange): Promise<void> {
  const { seenAt, sparedAt } = change;
  const moments = { seenAt: seenAt.toISOString(), sparedAt: sparedAt?.toISOString() ?? null };
  await changedParticipant(tx).execute({ ...change, ...moments });
}

/** Removes these participants of a room; all of them by default. */
export async function deleteParticipants(
  tx: Transaction,
  roomId: string,
  ids?: readonly string[],
): Promise<void> {
  const inRoom = eq(roomParticipants.roomId, roomId);
  await tx.delete(roomParticipants).where(and(inRoom, ids && inArray(roomParticipants.id, [...ids])));
}

/** Tasks with open rooms in which a person participates, or of which they are the creator. */
export async function listPersonRoomTasks(tx: Reading, personId: number): Promise<number[]> {
  const participates = exists(
    sql`(select from ${roomParticipants} where ${roomParticipants.roomId} = ${rooms.id} and ${roomParticipants.personId} = ${personId})`,
  );
  const rows = await tx
    .select({ taskId: rooms.taskId })
    .from(rooms)
    .innerJoin(tasks, eq(tasks.id, rooms.taskId))
    .where(and(isNull(rooms.endedAt), or(participates, eq(tasks.creatorId, personId))))
    .orderBy(asc(rooms.taskId));
  return rows.map(({ taskId }) => taskId);
}

/** Tasks with open rooms that were not changed, and in which nobody was seen, since a moment. */
export async function listEmptyRoomTasks(tx: Reading, since: Date): Promise<number[]> {
  const isAttended = exists(
    sql`(select from ${roomParticipants} where ${roomParticipants.roomId} = ${rooms.id} and ${roomParticipants.seenAt} >= ${since.toISOString()})`,
  );
  const rows = await tx
    .select({ taskId: rooms.taskId })
    .from(rooms)
    .where(and(isNull(rooms.endedAt), lt(rooms.changedAt, since), not(isAttended)))
    .orderBy(asc(rooms.taskId));
  return rows.map(({ taskId }) => taskId);
}

export async function deleteEndedRooms(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(rooms).where(lt(rooms.endedAt, before));
}

/** Rooms that a person started or is in, after `last`, by their start. */
export async function listRoomsOfPerson(
  tx: Reading,
  query: { personId: number; last: { startedAt: Date; id: string } | null; limit: number },
) {
  const { id, taskId, callUrl, startedBy, startedAt, endedAt } = rooms;
  const { personId, last } = query;
  const participates = exists(
    sql`(select from ${roomParticipants} where ${roomParticipants.roomId} = ${id} and ${roomParticipants.personId} = ${personId})`,
  );
  const later = last && sql`(${startedAt}, ${id}) > (${last.startedAt.toISOString()}, ${last.id})`;
  return tx
    .select({ id, taskId, callUrl, startedBy, startedAt, endedAt })
    .from(rooms)
    .where(and(or(eq(startedBy, personId), participates), later ?? undefined))
    .orderBy(asc(startedAt), asc(id))
    .limit(query.limit);
}
export type RoomOfPerson = Awaited<ReturnType<typeof listRoomsOfPerson>>[number];
