import { and, asc, eq, inArray, isNull, lt, not, or, exists, sql } from "drizzle-orm";

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

const room = prepared("room", (db) =>
  db
    .select()
    .from(rooms)
    .where(and(eq(rooms.id, sql.placeholder("id")), eq(rooms.taskId, sql.placeholder("taskId")))),
);
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

/** A room of a task, which may have ended. */
export async function findRoom(tx: Reading, key: { id: string; taskId: number }): Promise<RoomRow | null> {
  const [row] = await room(tx).execute(key);
  return row ?? null;
}

/** Like `findRoom`, and locked until the end of the transaction. */
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

const participants = prepared("room_participants", (db) =>
  db
    .select({
      row: roomParticipants,
      name: sql<string>`coalesce(${people.name}, ${guests.name})`,
      linkId: guests.linkId,
      isLockedOut: sql<boolean>`case when ${roomParticipants.personId} is null then ${guests.tokenHash} is null else ${people.suspendedAt} is not null or ${people.deletedAt} is not null end`,
    })
    .from(roomParticipants)
    .leftJoin(people, eq(people.id, roomParticipants.personId))
    .leftJoin(guests, eq(guests.id, roomParticipants.guestId))
    .where(eq(roomParticipants.roomId, sql.placeholder("roomId")))
    .orderBy(asc(roomParticipants.joinedAt), asc(roomParticipants.id)),
);

/** The participants of a room, those who joined first at the beginning. */
export async function listParticipants(tx: Reading, roomId: string): Promise<NamedParticipant[]> {
  const rows = await participants(tx).execute({ roomId });
  return rows.map(({ row, ...more }) => Object.assign(row, more));
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

export async function updateParticipant(
  tx: Transaction,
  { roomId, id, ...change }: Omit<ParticipantRow, "personId" | "guestId" | "joinedAt">,
): Promise<void> {
  await tx
    .update(roomParticipants)
    .set(change)
    .where(and(eq(roomParticipants.roomId, roomId), eq(roomParticipants.id, id)));
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
