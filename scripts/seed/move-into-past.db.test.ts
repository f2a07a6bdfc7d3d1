import { randomUUID } from "node:crypto";

import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { day, hour, minute } from "#core/time.ts";
import { comments } from "#modules/feedback/server/tables.ts";
import { taskHistory } from "#modules/history/server/tables.ts";
import { gatheredComments, notifications } from "#modules/notifications/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { moveIntoPast } from "./move-into-past.ts";
import { createTimelines } from "./timeline.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
});
afterAll(() => app.stop());

it("moves what happened with a task into its past, and nothing of others", async () => {
  const [moved, other] = [
    await addTaskInReview(app.db, { creator, editor }),
    await addTaskInReview(app.db, { creator, editor }),
  ];
  const seeding = Date.now() + hour;
  const at = (milliseconds: number) => new Date(seeding + milliseconds);
  const kinds = ["assigned", "in_review", "changes_requested"] as const;
  await app.db.delete(taskHistory).where(inArray(taskHistory.taskId, [moved, other]));
  const entries = (taskId: number) =>
    kinds.map((kind, index) => ({
      taskId,
      kind,
      sequence: index + 1,
      personId: null,
      at: at(500 + index * 1000),
    }));
  await app.db.insert(taskHistory).values([...entries(moved), ...entries(other)]);
  const before = await app.db.select().from(tasks).where(eq(tasks.id, moved));
  const past = seeding - 10 * day;
  const marks = [
    { seeded: seeding, past },
    { seeded: seeding + 1000, past: past + hour },
    { seeded: seeding + 2000, past: past + day },
  ];
  await moveIntoPast(app.db, {
    tasks: [{ taskId: moved, marks }],
    conversations: [],
    people: { ids: [creator.user.id], marks },
  });

  const momentsOf = async (taskId: number) =>
    (
      await app.db
        .select()
        .from(taskHistory)
        .where(eq(taskHistory.taskId, taskId))
        .orderBy(taskHistory.sequence)
    ).map((entry) => entry.at.getTime() - past);
  expect(await momentsOf(moved)).toEqual([30 * minute, hour + 11.5 * hour, day + 500]);
  expect(await momentsOf(other)).toEqual([500, 1500, 2500].map((milliseconds) => 10 * day + milliseconds));
  const [after] = await app.db.select().from(tasks).where(eq(tasks.id, moved));
  expect(after?.deadline).toEqual(before[0]?.deadline);
  expect(after?.createdAt.getTime()).toBeLessThan(past);
});

it("leaves nothing of the older days to be notified of", async () => {
  const taskId = await addTaskInReview(app.db, { creator, editor });
  const ids = { old: randomUUID(), recent: randomUUID() };
  const written = (id: string, change: number, daysAgo: number) => ({
    id,
    taskId,
    change,
    sequence: change,
    imageFileIds: [],
    mentions: [],
    version: 1,
    authorId: editor.user.id,
    inFrame: 0,
    outFrame: 0,
    text: "Louder",
    createdAt: new Date(Date.now() - daysAgo * day),
  });
  await app.db.insert(comments).values([written(ids.old, 1, 3), written(ids.recent, 2, 0.1)]);
  const personId = creator.user.id;
  await app.db.delete(gatheredComments);
  await app.db.insert(gatheredComments).values({ personId, taskId, commentIds: [ids.old, ids.recent] });
  await app.db.delete(notifications).where(eq(notifications.personId, personId));
  const about = { personId, taskId, kind: "comments" as const, data: {} };
  // The inbox lists them by id.
  await app.db.insert(notifications).values([
    { ...about, version: 2, createdAt: new Date(Date.now() - hour) },
    { ...about, version: 1, createdAt: new Date(Date.now() - 3 * day) },
  ]);
  await moveIntoPast(app.db, {
    tasks: [],
    conversations: [],
    people: { ids: [personId], marks: [{ seeded: Date.now(), past: Date.now() }] },
  });

  const stored = await app.db
    .select()
    .from(notifications)
    .where(eq(notifications.personId, personId))
    .orderBy(notifications.id);
  expect(stored.map(({ version, readAt }) => ({ version, isRead: readAt !== null }))).toEqual([
    { version: 1, isRead: true },
    { version: 2, isRead: false },
  ]);
  expect(await app.db.select().from(gatheredComments)).toEqual([
    { personId, taskId, commentIds: [ids.recent] },
  ]);
});

it("is recorded while the sample data is created, and only forwards", async () => {
  let now = 100 * day;
  const timeline = createTimelines(() => now)();
  timeline.mark(3);
  now += 20;
  await timeline.at(2, async () => {
    now += 30;
  });
  expect(timeline.marks).toEqual([
    { seeded: 100 * day, past: 97 * day },
    { seeded: 100 * day + 20, past: 98 * day - 5 * minute },
    { seeded: 100 * day + 50, past: 98 * day },
  ]);
  expect(() => timeline.mark(2.5)).toThrow("goes backwards");
});
