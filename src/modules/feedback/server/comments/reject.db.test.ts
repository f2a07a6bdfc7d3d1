import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { previewPath } from "#core/paths.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { countEndpoints } from "#modules/feedback/contract/counts.ts";
import { decisionEndpoints } from "#modules/feedback/contract/decisions.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { untilLockWait } from "#testing/lock-waits.ts";
import { addTaskInReview, addVersionInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { resolveComment } from "./marks.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor });
});

const comment = async (version = 1) => {
  const body = { id: randomUUID(), version, inFrame: 1, outFrame: 1, text: "Louder." };
  await creator.call(feedbackEndpoints.addComment, { params: { id: taskId }, body });
  return { id: taskId, commentId: body.id };
};
const reject = (feedback: string, version = 1) =>
  creator.call(decisionEndpoints.reject, { params: { id: taskId }, body: { version, feedback } });
const refused = { status: 422, code: "no_feedback", message: "Describe what the editor should change." };

it("a rejection requires text or an open comment", async () => {
  expect(await reject(" ")).toMatchObject(refused);
  const params = await comment();
  await creator.call(feedbackEndpoints.resolveComment, { params, body: { resolved: true } });
  expect(await reject("")).toMatchObject(refused);
  await comment();
  expect(await reject("")).toMatchObject({ status: 200, data: { stage: "changes_requested" } });
  const { data } = await editor.call(notificationsEndpoints.list, { query: {} });
  expect(data.items.find(({ kind }) => kind === "changes_requested")).toMatchObject({
    description: "There is 1 open comment.",
    path: previewPath(taskId, 1),
  });
});

it("open comments of earlier versions count, deleted ones don't", async () => {
  const params = await comment();
  await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2 });
  const counts = await creator.call(countEndpoints.commentCounts, { params: { id: taskId } });
  expect(counts.data).toEqual([{ version: 1, open: 1, notDone: 1, firstOpenId: params.commentId }]);
  await creator.call(feedbackEndpoints.deleteComment, { params });
  expect(await reject("", 2)).toMatchObject(refused);
  await comment();
  expect(await reject("", 2)).toMatchObject({ status: 200 });
});

it("open comments are counted once no other action changes them", async () => {
  const { id, commentId } = await comment();
  const resolved = Promise.withResolvers<void>();
  const resolves = app.run({ ...creator.user, sessionId: "" }, async (ctx) => {
    await resolveComment(ctx, { taskId: id, commentId }, true);
    resolved.resolve();
    await untilLockWait(app.db);
  });
  await resolved.promise;
  const rejects = reject("");
  await resolves;
  expect(await rejects).toMatchObject(refused);
});
