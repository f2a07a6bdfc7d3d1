import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Role } from "#core/permission.ts";
import type { Actor, Run } from "#core/server/context.ts";
import { after, day, minute } from "#core/time.ts";
import { listTasks } from "#modules/board/server/list/task-list.ts";
import { notificationsEventHandlers } from "#modules/notifications/server/event-handlers.ts";
import { notifications } from "#modules/notifications/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { ratingChangeable } from "#modules/profiles/rules/profiles.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { listTopEditors, viewProfile } from "../public/profiles.ts";
import { ratings } from "../tables.ts";
import { listReviews, rateEditor, viewRating } from "./ratings.ts";

let database: FreshDatabase;
let run: Run;
let now: Date;
let live: { people: readonly unknown[]; name: string }[];
let creator: Actor;
let editor: Actor;
let named = 0;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db, {
    clock: () => now,
    sendRealtime: (to, name) => live.push({ people: to, name }),
    eventHandlers: notificationsEventHandlers(),
  });
});

afterAll(async () => database.close());

beforeEach(async () => {
  now = new Date("2026-11-20T10:00:00Z");
  live = [];
  creator = await person("YOUTUBER");
  editor = await person("EDITOR");
});

async function person(role: Role): Promise<Actor> {
  named += 1;
  const name = `${role.toLowerCase()}${named}`;
  const values = { email: `${name}@example.com`, name, nameKey: name, role, createdAt: now };
  const [row] = await database.db.insert(people).values(values).returning({ id: people.id });
  return { id: row?.id ?? 0, role, sessionId: "0198a000-0000-7000-8000-000000000000" };
}

async function newTask(stage: Stage = "published", owner = creator, cutter = editor): Promise<number> {
  const [task] = await database.db
    .insert(tasks)
    .values({
      creatorId: owner.id,
      editorId: cutter.id,
      stage,
      taskTitle: "Reel",
      workDescription: "Cut it",
      deadline: now,
      title: "",
      description: "",
      madeForKids: false,
      tags: [],
      attachmentFileIds: [],
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: tasks.id });
  return task?.id ?? 0;
}

const rate = (taskId: number, stars: number, review: string | null = null, actor: Actor = creator) =>
  run(actor, (ctx) => rateEditor(ctx, { taskId, stars, review }));

async function figures() {
  const [row] = await database.db.select().from(people).where(eq(people.id, editor.id));
  return { sum: row?.ratingSum, count: row?.ratingCount };
}

async function nameOf(actor: Actor): Promise<string> {
  const [row] = await database.db.select().from(people).where(eq(people.id, actor.id));
  return row?.name ?? "";
}

describe("rating an editor", () => {
  it("changes the profile and the rank, and appears on the task's card", async () => {
    const taskId = await newTask();
    expect(await rate(taskId, 4, "Quick and kind.")).toEqual({
      stars: 4,
      review: "Quick and kind.",
      ratedAt: now.toISOString(),
    });
    const profile = await run(creator, async (ctx) => viewProfile(ctx, await nameOf(editor)));
    expect(profile).toMatchObject({ rating: 4, ratingCount: 1 });
    const { items } = await run(creator, (ctx) => listTasks(ctx, { limit: 1 }));
    expect(items).toMatchObject([{ id: taskId, stars: 4, ratedAt: now.toISOString() }]);
    const top = (await run(creator, listTopEditors)).find(({ id }) => id === editor.id);
    expect(top?.rating).toBe(4);
  });

  it("notifies creator and editor", async () => {
    await rate(await newTask(), 5);
    expect(live).toContainEqual({ people: [creator.id, editor.id], name: "rating_changed" });
  });

  it.each(["assigned", "in_review", "approved", "publishing", "cancelled"] as const)(
    "is refused before publication: %s",
    async (stage) => {
      await expect(rate(await newTask(stage), 5)).rejects.toMatchObject({
        code: "not_published",
        status: 409,
      });
      expect(await figures()).toEqual({ sum: 0, count: 0 });
    },
  );

  it("is only possible for the creator", async () => {
    const taskId = await newTask();
    const others = [
      [await person("YOUTUBER"), "task_not_found"],
      [await person("EDITOR"), "wrong_role"],
      [editor, "missing_right"],
    ] as const;
    for (const [actor, code] of others) {
      await expect(rate(taskId, 1, null, actor)).rejects.toMatchObject({ code });
      const look = run(actor, (ctx) => viewRating(ctx, taskId));
      await expect(look).rejects.toMatchObject({ code });
    }
    await expect(rate(999_999, 1)).rejects.toMatchObject({ code: "task_not_found", status: 404 });
  });

  it("can be changed for 7 days", async () => {
    const taskId = await newTask();
    const first = now;
    await rate(taskId, 2, "Late.");
    now = after(first, 4 * day);
    await rate(taskId, 3);
    now = after(first, ratingChangeable - minute);
    expect(await rate(taskId, 5, "Late, but worth it.")).toMatchObject({ ratedAt: first.toISOString() });
    now = after(first, ratingChangeable);
    await expect(rate(taskId, 1)).rejects.toMatchObject({ code: "rating_settled", status: 409 });
    const kept = await run(creator, (ctx) => viewRating(ctx, taskId));
    expect(kept).toMatchObject({
      editor: { id: editor.id },
      rating: { stars: 5, review: "Late, but worth it." },
    });
    expect(await figures()).toEqual({ sum: 5, count: 1 });
  });

  it("adds up correctly with concurrent changes", async () => {
    const taskIds = await Promise.all(Array.from({ length: 5 }, () => newTask()));
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => rate(taskIds[at % taskIds.length] ?? 0, (at % 4) + 1)),
    );
    const given = await database.db.select().from(ratings).where(eq(ratings.editorId, editor.id));
    expect(given).toHaveLength(5);
    expect(await figures()).toEqual({ sum: given.reduce((sum, { stars }) => sum + stars, 0), count: 5 });
  });
});

describe("the editor", () => {
  const notices = () => database.db.select().from(notifications).where(eq(notifications.personId, editor.id));

  it("has one notification with the latest rating and a link to the profile", async () => {
    const taskId = await newTask();
    await rate(taskId, 3, "Fine.");
    await rate(taskId, 5, "More than fine.");
    expect(await notices()).toEqual([
      expect.objectContaining({
        kind: "rating_received",
        senderId: creator.id,
        data: { title: "Reel", stars: 5, review: "More than fine." },
      }),
    ]);
    expect(live.filter(({ name }) => name === "notified")).toHaveLength(1);
  });

  it("is not notified again after reading the notification", async () => {
    const taskId = await newTask();
    await rate(taskId, 3);
    await database.db.update(notifications).set({ readAt: now }).where(eq(notifications.personId, editor.id));
    await rate(taskId, 5);
    expect(await notices()).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ stars: 3 }) }),
    ]);
  });
});

describe("the top editors", () => {
  beforeEach(async () => {
    await database.db.update(people).set({ deletedAt: now }).where(eq(people.role, "EDITOR"));
  });

  /** An editor who was given these stars, each for a task of its own, and the task of the last one. */
  async function rated(...stars: number[]) {
    const one = await person("EDITOR");
    let taskId = 0;
    for (const given of stars) {
      taskId = await newTask("published", creator, one);
      await rate(taskId, given);
    }
    return { id: one.id, taskId };
  }

  const ranking = async () => (await run(creator, listTopEditors)).map(({ id }) => id);

  it("are ordered by their ratings and five more of 3.5 stars, so that one of five stars is below six of 4.5", async () => {
    const low = await rated(1, 1, 1);
    const once = await rated(5);
    const unrated = await rated();
    await database.db.update(people).set({ tasksCompleted: 1 }).where(eq(people.id, unrated.id));
    const often = await rated(5, 4, 5, 4, 5, 4);
    const below = await rated(3);
    const above = await rated(4, 3, 4);
    expect(await ranking()).toEqual([often, once, above, unrated, below, low].map(({ id }) => id));
  });

  it("change their order with a changed rating, and don't contain deleted accounts", async () => {
    const [first, second, deleted] = [await rated(5), await rated(4), await rated(5, 5)];
    await database.db.update(people).set({ deletedAt: now }).where(eq(people.id, deleted.id));
    expect(await ranking()).toEqual([first.id, second.id]);
    await rate(first.taskId, 3);
    expect(await ranking()).toEqual([second.id, first.id]);
  });
});

describe("the reviews of an editor", () => {
  it("are listed newest first, page by page, without the task", async () => {
    const start = now;
    const others = await person("YOUTUBER");
    for (const stars of [1, 2, 3, 4, 5]) {
      // Two of them at the same moment.
      now = after(start, Math.min(stars, 4) * minute);
      const owner = stars === 1 ? others : creator;
      await rate(await newTask("published", owner), stars, `Star ${stars}`, owner);
    }
    const username = await nameOf(editor);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await run(editor, (ctx) => listReviews(ctx, { username, limit: 2, cursor }));
      expect(page.items.length).toBeLessThanOrEqual(2);
      for (const item of page.items) {
        expect(Object.keys(item).toSorted()).toEqual(["creator", "review", "stars", "time"]);
        seen.push(item.stars);
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([5, 4, 3, 2, 1]);
    const [, , , , oldest] = (await run(editor, (ctx) => listReviews(ctx, { username, limit: 30 }))).items;
    expect(oldest).toMatchObject({ creator: { id: others.id }, review: "Star 1" });
  });

  it("refuse unknown names and invalid cursors", async () => {
    const look = (username: string, cursor?: string) =>
      run(creator, (ctx) => listReviews(ctx, { username, limit: 5, cursor }));
    await expect(look("nobody here")).rejects.toMatchObject({ code: "profile_not_found" });
    await expect(look(await nameOf(editor), "12")).rejects.toMatchObject({ code: "invalid_input" });
    expect(await look(await nameOf(creator))).toEqual({ items: [], nextCursor: null });
  });
});
