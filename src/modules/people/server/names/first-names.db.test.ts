import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Run } from "#core/server/context.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { createPerson } from "../public/create-person.ts";
import { people } from "../tables.ts";

let database: FreshDatabase;
let run: Run;
let signUps = 0;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(people);
  await signUp("Meera Joshi", "meera");
});

async function signUp(profileName: string | null, local = `local${(signUps += 1)}x`): Promise<string> {
  const input = { email: `${local}@example.com`, role: "EDITOR", passwordHash: null, profileName } as const;
  return (await run(null, (ctx) => createPerson(ctx, input))).name;
}

describe("the first name of a user with a profile at the identity provider", () => {
  it("is the profile's name", async () => {
    expect(await signUp("Mira Solvane")).toBe("Mira Solvane");
  });

  it.each(["Meera Joshi", "meera  joshi", "Мeera Joshi", "Mee\u200bra Joshi"])(
    "gets a suffix if it is taken or looks like another user's: %s",
    async (name) => {
      expect(await signUp(name)).toMatch(/-2$/);
    },
  );

  it("gets suffixes until it is free", async () => {
    const names = [];
    for (let at = 0; at < 5; at += 1) names.push(await signUp("Meera Joshi"));
    expect(new Set(names).size).toBe(5);
    expect(names.slice(0, 3)).toEqual(["Meera Joshi-2", "Meera Joshi-3", "Meera Joshi-4"]);
  });

  it.each([null, "", "  ", "🎬", "𝓜eera"])(
    "is the email's if the profile's is unusable: %j",
    async (name) => {
      expect(await signUp(name, "someone")).toBe("someone");
    },
  );

  it("has at most 50 characters", async () => {
    expect(await signUp("x".repeat(60))).toBe("x".repeat(50));
    expect(await signUp("x".repeat(60))).toBe(`${"x".repeat(37)}-2`);
  });
});
