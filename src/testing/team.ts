import type { Database } from "#core/server/database.ts";
import type { ContributorRights } from "#modules/tasks/rules/access.ts";
import { taskContributors } from "#modules/tasks/server/tables.ts";
import type { TeamRights } from "#modules/team/rules.ts";
import { addMember } from "#modules/team/server/actions.ts";

import type { TestApp } from "./start-app.ts";

/** A user as tests have them. */
interface OfTest {
  user: { id: number };
}

/** Makes a user a manager of a creator. */
export async function addManager(
  app: Pick<TestApp, "run">,
  { creator, manager }: { creator: OfTest; manager: OfTest },
  rights: Partial<TeamRights> = {},
): Promise<void> {
  await app.run(null, (ctx) =>
    addMember(ctx, {
      creatorId: creator.user.id,
      personId: manager.user.id,
      kind: "manager",
      rights: { mayCreateTasks: false, mayReview: false, mayPublish: false, ...rights },
      publishAgreement: rights.mayPublish ? "May publish for me." : null,
    }),
  );
}

/** Makes a user a contributor of a task. */
export async function addContributor(
  db: Database,
  { taskId, person }: { taskId: number; person: OfTest },
  rights: Partial<ContributorRights> = {},
): Promise<void> {
  await db.insert(taskContributors).values({
    taskId,
    personId: person.user.id,
    label: "Sound",
    mayUpload: false,
    mayAttach: false,
    ...rights,
    createdAt: new Date(),
  });
}
