import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { freshDatabase, type FreshDatabase } from "#testing/database.ts";

import { listUsers } from "./queries.ts";

const descending = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);

describe("the search of users", () => {
  let database: FreshDatabase;

  /** Accounts with these ids: `old company` are far older than the newest accounts. */
  beforeAll(async () => {
    database = await freshDatabase();
    await database.db.execute(`
      insert into people (id, email, name, name_key, role, created_at, suspended_at)
      overriding system value
      select id, 'user' || id || '@' || (case when id % 2 = 0 then 'old' else 'new' end) || 'company.example',
        'Name ' || id, 'name ' || id, 'EDITOR', now(), case when id % 3 = 0 then now() end
      from (select generate_series(1, 40) union select generate_series(90000, 90020)) as ids (id)`);
  });
  afterAll(async () => database?.close());

  const search = async (text: string) => {
    const limit = 7;
    const found: number[] = [];
    for (let before: number | null = null; ;) {
      const query = { search: text, filter: "all" as const, operatorEmails: [], before, limit };
      const rows = await listUsers(database.db, query);
      found.push(...rows.map(({ id }) => id));
      if (rows.length < limit) return found;
      before = rows.at(-1)?.id ?? null;
    }
  };
  const all = [...descending(90_020, 90_000), ...descending(40, 1)];

  it("finds old and new accounts page by page, the newest first", async () => {
    expect(await search("user")).toEqual(all);
    expect(await search("@OldCompany")).toEqual(all.filter((id) => id % 2 === 0));
    expect(await search("e 1")).toEqual(all.filter((id) => String(id).startsWith("1")));
    expect(await search("")).toEqual(all);
  });

  it("finds accounts by their id beside parts of names", async () => {
    expect(await search("900")).toEqual(descending(90_020, 90_000));
    expect(await search("90013")).toEqual([90_013]);
    expect(await search("7")).toEqual([7]);
  });

  it("takes %, _ and \\ for what they are", async () => {
    for (const text of ["%%%", "user_", "\\\\\\"]) expect(await search(text)).toEqual([]);
  });

  it("combines with the filter", async () => {
    const query = { search: "oldcompany", operatorEmails: [], before: null, limit: 100 };
    const rows = await listUsers(database.db, { ...query, filter: "suspended" });
    expect(rows.map(({ id }) => id)).toEqual(all.filter((id) => id % 6 === 0));
    expect(await listUsers(database.db, { ...query, filter: "operators" })).toEqual([]);
  });
});
