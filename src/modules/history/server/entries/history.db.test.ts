import { afterAll, beforeAll, expect, it } from "vitest";

import type { Run } from "#core/server/context.ts";
import { findingAccepted } from "#modules/checks/contract/checks.ts";
import { commentWritten } from "#modules/feedback/contract/comments.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import { approve, undoApproval } from "#modules/review/server/decisions/decisions.ts";
import { editorAccountDeleted } from "#modules/tasks/contract/tasks.ts";
import { createTask, updateTask } from "#modules/tasks/server/tasks/task-form.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { type ReviewScenario, reviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";
import { taskForm } from "#testing/task-form.ts";

let app: TestApp;
let review: ReviewScenario;
beforeAll(async () => {
  app = await startApp();
  review = await reviewScenario(app);
});
afterAll(async () => {
  await review?.close();
  await app?.stop();
});

const as: Run = (actor, act) => app.run(actor, act);

async function historyOf(taskId: number, reader: TestActor) {
  const client = createClient(inProcess(app.app), reader.cookie);
  return (await client.call(historyEndpoints.history, { params: { id: taskId } })).data;
}

it("lists what happened to a task, with comments, but not replies, counted until something else happens", async () => {
  const { creator, editor } = review;
  const { id: taskId } = await as(creator, (ctx) => createTask(ctx, taskForm({ assignedTo: "mira" })));
  await as(creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "oskar" })));
  await as(creator, (ctx) => updateTask(ctx, taskId, taskForm({ assignedTo: "mira" })));
  await review.send(taskId);
  await app.work();
  const comment = (actor: TestActor, { isReply = false } = {}) =>
    as(actor, (ctx) =>
      ctx.emit(commentWritten, {
        taskId,
        version: 1,
        commentId: crypto.randomUUID(),
        isReply,
        authorId: actor.id,
        memberIds: [creator.id, editor.id],
        mentions: [],
      }),
    );
  await comment(creator);
  await comment(creator);
  await comment(editor, { isReply: true });
  await comment(editor);
  for (let finding = 0; finding < 2; finding += 1) {
    await as(creator, (ctx) => ctx.emit(findingAccepted, { taskId, version: 1 }));
  }
  await as(creator, (ctx) => approve(ctx, { taskId, version: 1 }));
  await as(creator, (ctx) => undoApproval(ctx, { taskId, version: 1 }));
  await comment(creator);

  const entries = await historyOf(taskId, editor);
  expect(entries.map(({ kind, by, version, count }) => [kind, by, version, count])).toEqual([
    ["assigned", "ines", null, 1],
    ["reassigned", "ines", null, 1],
    ["reassigned", "ines", null, 1],
    ["in_review", null, 1, 1],
    ["commented", null, 1, 3],
    ["findings_accepted", "ines", 1, 2],
    ["approved", "ines", 1, 1],
    ["approval_undone", "ines", 1, 1],
    ["commented", "ines", 1, 1],
  ]);
  expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(entries[5]?.text).toBe("2 findings on version 1 accepted");
});

it("lists that the editor deleted their account", async () => {
  const { creator, otherEditor } = review;
  const { id: taskId } = await as(creator, (ctx) => createTask(ctx, taskForm({ assignedTo: "oskar" })));
  await as(null, (ctx) => ctx.emit(editorAccountDeleted, { taskId, editorId: otherEditor.id }));
  const entries = await historyOf(taskId, creator);
  expect(entries.map(({ text }) => text)).toEqual(["Task assigned", "The editor deleted their account"]);
});
