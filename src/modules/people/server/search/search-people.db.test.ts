import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Run } from "#core/server/context.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { createPerson } from "../public/create-person.ts";
import { people } from "../tables.ts";
import { searchPeople } from "./search-people.ts";

let database: FreshDatabase;
let run: Run;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db);
});

afterAll(async () => {
  await database.close();
});

const nobody = <T>(act: Parameters<typeof run<T>>[1]) => run(null, act);

describe("searching people", () => {
  beforeAll(async () => {
    const names = [
      "marlene",
      "marlon",
      "tamar_1",
      "tamarx1",
      "oleander",
      "ingeborg.hansdottir",
      "sol.marl",
      "marl",
    ];
    for (const name of [
      ...names,
      "Иван Кузнецов",
      "明轩王大",
      "민준 김가",
      "अनिकेत जोशी",
      "أحمد خطيب",
      "Åsa Öberg",
    ]) {
      const email = `${name}@search.example`;
      await nobody((ctx) => createPerson(ctx, { email, role: "EDITOR", passwordHash: null }));
    }
  });

  const found = async (query: string) =>
    (await nobody((ctx) => searchPeople(ctx, query))).map((person) => person.name);

  it("lists exact names first, then names that start with the query, then later words, in any case", async () => {
    expect(await found("MAR")).toEqual(["marl", "marlene", "marlon", "sol.marl"]);
  });

  it.each([
    ["marlnee", "marlene"],
    ["oleandar", "oleander"],
    ["marlyne", "marlene"],
    ["hansdotir", "ingeborg.hansdottir"],
    ["hansdottir", "ingeborg.hansdottir"],
    ["sdo", "ingeborg.hansdottir"],
    ["ingeborg hans", "ingeborg.hansdottir"],
    ["ingebrog hansd", "ingeborg.hansdottir"],
    ["кузне", "Иван Кузнецов"],
    ["Кузнцеов", "Иван Кузнецов"],
    ["明轩", "明轩王大"],
    ["轩王大", "明轩王大"],
    ["김", "민준 김가"],
    ["जोशी", "अनिकेत जोशी"],
    ["خطيب", "أحمد خطيب"],
    ["åsa ö", "Åsa Öberg"],
  ])("finds names despite a typo and by a later part: %s", async (query, name) => {
    expect(await found(query)).toContain(name);
  });

  it("escapes pattern characters", async () => {
    expect(await found("tamar_")).toContain("tamar_1");
    expect((await found("tamar_"))[0]).toBe("tamar_1");
    expect(await found("r_1")).toEqual(["tamar_1"]);
    expect(await found("ar%")).toEqual([]);
    expect(await found("%")).toEqual([]);
    expect(await found("\\")).toEqual([]);
  });

  it("returns at most 20 people, each once", async () => {
    await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        nobody((ctx) =>
          createPerson(ctx, { email: `many${at}@example.com`, role: "EDITOR", passwordHash: null }),
        ),
      ),
    );
    const many = await found("many");
    expect(many).toHaveLength(20);
    expect(new Set(many).size).toBe(20);
  });

  it("suggests the newest people for an empty query", async () => {
    const suggested = await nobody((ctx) => searchPeople(ctx, ""));
    expect(suggested).toHaveLength(8);
    expect(suggested[0]?.id).toBe(Math.max(...suggested.map((person) => person.id)));
  });

  it("finds no deleted accounts", async () => {
    const gone = { email: "leaving.us@search.example", role: "EDITOR", passwordHash: null } as const;
    const { id } = await nobody((ctx) => createPerson(ctx, gone));
    for (const query of ["leavi", "leaivng", "eavin", ""]) expect(await found(query)).toContain("leaving.us");
    await database.db.update(people).set({ deletedAt: new Date() }).where(eq(people.id, id));
    for (const query of ["leavi", "leaivng", "eavin", ""])
      expect(await found(query)).not.toContain("leaving.us");
  });
});

describe("ranking people", () => {
  const join = async (names: readonly string[], bio: string | null) => {
    for (const name of names) {
      const email = `${name}@ranking.example`;
      const { id } = await nobody((ctx) => createPerson(ctx, { email, role: "EDITOR", passwordHash: null }));
      if (bio !== null) await database.db.update(people).set({ bio }).where(eq(people.id, id));
    }
  };
  const names = async (query: string) =>
    (await nobody((ctx) => searchPeople(ctx, query))).map((person) => person.name);
  const numbered = (name: string) => Array.from({ length: 25 }, (_, at) => `${name}${at + 10}`);

  it("lists complete profiles before empty ones, unless the name equals the query", async () => {
    await join(numbered("vela"), null);
    await join(["velma", "ada.velour"], "I cut documentaries.");
    const found = await names("vel");
    expect(found.slice(0, 2)).toEqual(["velma", "ada.velour"]);
    expect(found).toHaveLength(20);
    expect((await names("vela34"))[0]).toBe("vela34");
    expect((await names("")).slice(0, 2)).toEqual(["ada.velour", "velma"]);
  });
});
