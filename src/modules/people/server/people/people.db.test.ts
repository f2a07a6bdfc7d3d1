import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { AppError } from "#core/error.ts";
import type { Role } from "#core/permission.ts";
import type { Actor, Run } from "#core/server/context.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { createPerson } from "../public/create-person.ts";
import {
  addPublishedTask,
  personCards,
  changeProfile,
  personByName,
  profileByName,
} from "../public/people.ts";
import { people } from "../tables.ts";

let database: FreshDatabase;
let run: Run;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db);
});
afterAll(async () => database.close());

const nobody = <T>(act: Parameters<typeof run<T>>[1]) => run(null, act);

async function join(email: string, role: Role = "EDITOR"): Promise<Actor> {
  const { id } = await nobody((ctx) => createPerson(ctx, { email, role, passwordHash: null }));
  return { id, role, sessionId: "" };
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.then(
    () => new Error("Expected an error."),
    (error: unknown) => error,
  );
  if (outcome instanceof AppError) return outcome;
  throw outcome;
}

describe("a profile", () => {
  it("shows the email only to its owner", async () => {
    const actor = await join("private@example.com");
    const other = await join("curious@example.com");
    const own = await run(actor, (ctx) => profileByName(ctx, "PRIVATE"));
    expect(own).toMatchObject({ id: actor.id, email: "private@example.com", editable: true });
    const seen = await run(other, (ctx) => profileByName(ctx, "private"));
    expect(seen).toMatchObject({ id: actor.id, email: "", editable: false });
    expect(await run(other, (ctx) => profileByName(ctx, "nobody at all"))).toBeNull();
  });

  it("keeps links with an old name working until another person takes the name", async () => {
    const actor = await join("old.name@example.com");
    const rename = (actor: Actor, name: string) =>
      run(actor, (ctx) => changeProfile(ctx, { name, bio: null, link: null }));
    await rename(actor, "New Name");
    await rename(actor, "Newest Name");
    for (const name of ["old.name", "NEW NAME", "newest name"]) {
      expect(await nobody((ctx) => personByName(ctx, name))).toMatchObject({
        id: actor.id,
        name: "Newest Name",
      });
    }
    const other = await join("taker@example.com");
    await rename(other, "old.name");
    expect(await nobody((ctx) => personByName(ctx, "old.name"))).toMatchObject({ id: other.id });
    await rename(other, "taker");
    expect(await nobody((ctx) => personByName(ctx, "old.name"))).toMatchObject({ id: other.id });
    await rename(other, "new name");
    await database.db.delete(people).where(eq(people.id, other.id));
    expect(await nobody((ctx) => personByName(ctx, "new name"))).toBeNull();
  });

  it("can change the case of its name, but not take the name of another in any case", async () => {
    const actor = await join("casey@example.com");
    await join("taken@example.com");
    const change = (name: string) => run(actor, (ctx) => changeProfile(ctx, { name, bio: null, link: null }));
    expect((await change("CASEY")).user.name).toBe("CASEY");
    expect(await refusal(change("Taken"))).toMatchObject({ code: "name_taken", status: 409 });
    expect(await nobody((ctx) => personByName(ctx, "casey"))).toMatchObject({ id: actor.id, name: "CASEY" });
  });

  it("gives a name to one of two concurrent requests", async () => {
    const actors = await Promise.all(
      ["race1@example.com", "race2@example.com"].map(async (email) => join(email)),
    );
    const change = (actor: Actor) =>
      run(actor, (ctx) => changeProfile(ctx, { name: "The Prize", bio: null, link: null }));
    const outcomes = await Promise.allSettled(actors.map(change));
    expect(outcomes.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("keeps an unchanged picture and returns the id of a replaced one", async () => {
    const actor = await join("pictured@example.com");
    const [first, second] = ["0198a000-0000-7000-8000-000000000001", "0198a000-0000-7000-8000-000000000002"];
    const change = (pictureFileId?: string) =>
      run(actor, (ctx) =>
        changeProfile(ctx, {
          name: "pictured",
          bio: "b",
          link: null,
          ...(pictureFileId && { pictureFileId }),
        }),
      );
    expect(await change(first)).toMatchObject({ replacedFileIds: [] });
    const kept = await change();
    expect(kept.user.profileImgUrl).toContain(first);
    expect(kept.replacedFileIds).toEqual([]);
    expect(await change(second)).toMatchObject({ replacedFileIds: [first] });
    const cards = await nobody((ctx) => personCards(ctx, [actor.id, actor.id, 999_999]));
    expect([...cards.keys()]).toEqual([actor.id]);
    expect(cards.get(actor.id)?.profileImgUrl).toContain(second);
  });

  it("counts a published task for its creator and editor", async () => {
    const creator = await join("counts.creator@example.com", "YOUTUBER");
    const editor = await join("counts.editor@example.com");
    const team = { creatorId: creator.id, editorId: editor.id };
    await nobody((ctx) => addPublishedTask(ctx, team));
    await nobody((ctx) => addPublishedTask(ctx, team));
    const seen = await nobody((ctx) => profileByName(ctx, "counts.creator"));
    expect(seen).toMatchObject({ videosUploaded: 2, tasksCompleted: 0 });
    const done = await nobody((ctx) => profileByName(ctx, "counts.editor"));
    expect(done).toMatchObject({ videosUploaded: 0, tasksCompleted: 2 });
  });
});
