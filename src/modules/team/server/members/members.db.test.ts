import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type Run } from "#core/server/context.ts";
import { createPerson } from "#modules/people/server/public/create-person.ts";
import { type ManagerRight, managerRights } from "#modules/team/rules/team.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { createTestRun } from "#testing/run.ts";

import { addMember, membersOfTeam, removeMember, managerRightsIn, listPersonTeams } from "../public/team.ts";
import { managedBy } from "../tables.ts";

let database: FreshDatabase;
let run: Run;

beforeAll(async () => {
  database = await freshDatabase();
  run = createTestRun(database.db);
});
afterAll(async () => database.close());

let names = 0;
async function join(role: "EDITOR" | "YOUTUBER"): Promise<number> {
  names += 1;
  const email = `member${names}@example.com`;
  return (await run(null, (ctx) => createPerson(ctx, { email, role, passwordHash: null }))).id;
}

const all = managerRights;
const none: ManagerRight[] = [];

describe("a member of a team", () => {
  it("has rights as a manager only, and only in this team", async () => {
    const [ada, grace, person] = [await join("YOUTUBER"), await join("YOUTUBER"), await join("EDITOR")];
    const manager = { creatorId: ada, personId: person };
    const editor = { creatorId: grace, personId: person };
    await run(null, async (ctx) => {
      const agreed = { publishAgreement: "I agree." };
      expect(await addMember(ctx, { ...manager, kind: "manager", rights: all, ...agreed })).toBe(true);
      expect(await addMember(ctx, { ...editor, kind: "editor", rights: none, publishAgreement: null })).toBe(
        true,
      );
      expect(await addMember(ctx, { ...manager, kind: "editor", rights: none, publishAgreement: null })).toBe(
        false,
      );
      expect(await managerRightsIn(ctx, manager)).toEqual(all);
      expect(await managerRightsIn(ctx, editor)).toBeNull();
      expect(await managerRightsIn(ctx, { creatorId: person, personId: ada })).toBeNull();
      expect(await ctx.tx.select().from(managedBy(person).as("managed"))).toEqual([{ creatorId: ada }]);
      expect((await listPersonTeams(ctx, person)).map(({ creatorId }) => creatorId)).toEqual([ada, grace]);
      expect((await membersOfTeam(ctx, ada)).map(({ personId }) => personId)).toEqual([person]);
    });
  });

  it("has no rights after it was removed", async () => {
    const membership = { creatorId: await join("YOUTUBER"), personId: await join("YOUTUBER") };
    await run(null, async (ctx) => {
      await addMember(ctx, { ...membership, kind: "manager", rights: all, publishAgreement: "I agree." });
      expect(await removeMember(ctx, membership)).toBe(true);
      expect(await removeMember(ctx, membership)).toBe(false);
      expect(await managerRightsIn(ctx, membership)).toBeNull();
    });
  });
});
