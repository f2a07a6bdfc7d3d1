import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { AppError } from "#core/error.ts";
import type { Actor, Run } from "#core/server/context.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { createPerson } from "../public/create-person.ts";
import { fillNameSkeletons } from "../public/fill-name-skeletons.ts";
import { changeProfile } from "../public/people.ts";
import { people } from "../tables.ts";

let database: FreshDatabase;
let run: Run;
let meera: Actor;
let other: Actor;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(people);
  [meera, other] = [await join("meera@example.com"), await join("other@example.com")];
  await rename(meera, "Meera Joshi");
});

async function join(email: string): Promise<Actor> {
  const person = await run(null, (ctx) => createPerson(ctx, { email, role: "EDITOR", passwordHash: null }));
  return { id: person.id, role: person.role, sessionId: "" };
}

/** The new name, or the code of the error. */
async function rename(actor: Actor, name: string): Promise<string> {
  return run(actor, (ctx) => changeProfile(ctx, { name, bio: null, link: null })).then(
    ({ user }) => user.name,
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );
}

describe("a new name", () => {
  it.each(["\u200b", "\u200d", "\u00ad", "\ufe0f", "\u{e0041}", "\u2062", "\u034f", "\u3164"])(
    "can't contain the invisible character %j",
    async (invisible) => {
      expect(await rename(other, `Mee${invisible}ra Joshi`)).toBe("name_restricted");
    },
  );

  it.each(["Ｍeera Joshi", "𝓜eera Joshi", "ᴍeera Joshi", "Meera Joshi²", "𐌌eera", "ⲙeera"])(
    "can't contain restricted letters: %s",
    async (name) => {
      expect(await rename(other, name)).toBe("name_restricted");
    },
  );

  it.each(["Мeera Joshi", "Meerа Joshi", "Мeerа Јoshі", "MEERА JOSHI", "meera jоshi", "rneera joshi"])(
    "can't look like another user's: %s",
    async (name) => {
      expect(await rename(other, name)).toBe("name_confusable");
    },
  );

  it("that is taken is reported as such", async () => {
    expect(await rename(other, "MEERA JOSHI")).toBe("name_taken");
  });

  it.each(["Meera Josh", "Мира Соль", "三浦みどり", "Łukasz_W", "🎬 Cut 7", "o'neil", "ندى", "मीरा जोशी"])(
    "may be %s",
    async (name) => {
      expect(await rename(other, name)).toBe(name);
    },
  );

  it("may look like the user's own, or like that of a deleted account", async () => {
    expect(await rename(meera, "Мeera Joshi")).toBe("Мeera Joshi");
    await database.db
      .update(people)
      .set({ deletedAt: new Date() })
      .where(sql`id = ${meera.id}`);
    expect(await rename(other, "Meera Joshi")).toBe("Meera Joshi");
  });

  it("is given to one of two concurrent requests for confusable names", async () => {
    const names = await Promise.all([rename(meera, "The Prize"), rename(other, "The Рrize")]);
    expect(names.filter((name) => name === "name_confusable")).toHaveLength(1);
  });

  it("of a new account is not and doesn't look like a reserved one", async () => {
    const names: string[] = [];
    for (const local of ["admin", "suρρort", "team.reelay", "rееlаy"]) {
      const created = await run(null, (ctx) =>
        createPerson(ctx, { email: `${local}@example.com`, role: "EDITOR", passwordHash: null }),
      );
      names.push(created.name);
    }
    expect(names).toEqual(["admin-2", "suρρort-2", "person-2", "person-3"]);
    expect(await rename(other, "Tеam Rееlаy")).toBe("name_reserved");
  });

  it("of a new account differs from names that it looks like", async () => {
    await join("raja@example.com");
    const { id } = await join("rаjа@example.com");
    const rows = await database.db.select().from(people);
    expect(rows.find((row) => row.id === id)?.name).toBe("rаjа-2");
  });
});

describe("existing names", () => {
  it("stay valid, get skeletons at the next start, and are protected then", async () => {
    await database.db.update(people).set({ nameSkeletons: null });
    await database.db
      .update(people)
      .set({ name: "Mee\u200bra", nameKey: "mee\u200bra" })
      .where(sql`id = ${other.id}`);
    await fillNameSkeletons(database.db);
    expect(await rename(other, "Mee\u200bra")).toBe("Mee\u200bra");
    const third = await join("third@example.com");
    expect(await rename(third, "Мeera Joshi")).toBe("name_confusable");
    expect(await rename(third, "Meera")).toBe("name_confusable");
  });
});
