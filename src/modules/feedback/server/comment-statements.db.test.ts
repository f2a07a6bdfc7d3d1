import { randomUUID } from "node:crypto";

import { expect, it } from "vitest";

import { addTaskInReview } from "#testing/reviewed-version.ts";
import { startApp } from "#testing/start-app.ts";
import { statementsOf } from "#testing/statements.ts";

import { feedbackEndpoints } from "../contract.ts";

it("a comment takes at most 7 round trips to the database, and reads the task's comments once the task is locked", async () => {
  const app = await startApp();
  try {
    const [creator, editor] = [await app.join("meera", "YOUTUBER"), await app.join("anika", "EDITOR")];
    const id = await addTaskInReview(app.db, { creator, editor });
    const add = () =>
      creator.call(feedbackEndpoints.addComment, {
        params: { id },
        body: { id: randomUUID(), version: 1, inFrame: 10, outFrame: 20, text: "The rain is too loud." },
      });
    await add();
    const { statements, roundTrips } = await statementsOf(add);
    expect(roundTrips).toBeLessThanOrEqual(7);
    expect(statements).toEqual([
      "select sessions",
      ...[
        "begin",
        "select tasks for update",
        // Rights that can be removed are read under the lock of the task.
        ...["select team_members for share", "select task_contributors for share"],
        "select comments",
        "select comment_counters",
        "select versions",
        "select people for share",
      ],
      ...["select team_members", "insert comment_counters", "insert comments", "select comments"],
      ...["insert rate_limits", "insert frame_stills"],
      // What the comment is shown with is read while the event handlers of history and notifications run.
      ...["select comment_reactions", "select people", "select tasks for update", "select task_history"],
      ...["update task_history", "insert gathered_comments"],
      ...["insert client_changes", "commit"],
    ]);
  } finally {
    await app.stop();
  }
});
