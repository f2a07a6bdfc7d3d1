import type { Database } from "#core/server/database.ts";
import type { ContributorRight } from "#modules/tasks/rules/contributors.ts";
import { taskContributors } from "#modules/tasks/server/tables.ts";
import type { ManagerRight } from "#modules/team/rules/team.ts";
import { addMember } from "#modules/team/server/public/team.ts";
import { teamMembers } from "#modules/team/server/tables.ts";

import type { TestApp } from "./start-app.ts";

/** A user as tests have them. */
interface OfTest {
  user: { id: number };
}

/** Makes a user a manager of a creator. */
export async function addManager(
  app: Pick<TestApp, "run">,
  { creator, manager }: { creator: OfTest; manager: OfTest },
  rights: readonly ManagerRight[] = [],
): Promise<void> {
  await app.run(null, (ctx) =>
    addMember(ctx, {
      creatorId: creator.user.id,
      personId: manager.user.id,
      kind: "manager",
      rights: [...rights],
      publishAgreement: rights.includes("publish") ? "May publish for me." : null,
    }),
  );
}

/** Makes a user the editor whom a creator's task form selects first. */
export async function addDefaultEditor(
  app: Pick<TestApp, "db">,
  { creator, editor }: { creator: OfTest; editor: OfTest },
): Promise<void> {
  const member = { creatorId: creator.user.id, personId: editor.user.id };
  await app.db
    .insert(teamMembers)
    .values({ ...member, kind: "editor", isDefault: true, createdAt: new Date() });
}

/** Makes a user a contributor of a task. */
export async function addContributor(
  db: Database,
  { taskId, person }: { taskId: number; person: OfTest },
  rights: readonly ContributorRight[] = [],
): Promise<void> {
  await db.insert(taskContributors).values({
    taskId,
    personId: person.user.id,
    label: "Sound",
    rights: [...rights],
    createdAt: new Date(),
  });
}
