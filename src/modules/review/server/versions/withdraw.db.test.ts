import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { boardEndpoints } from "#modules/board/contract/board.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import { videos } from "#modules/media/server/tables.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { withdrawalEndpoints } from "#modules/review/contract/withdrawals.ts";
import { addTaskInReview, addVersionInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { versions } from "../tables.ts";

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
  await startWindow();
});

const ofVersion = (number: number) => and(eq(versions.taskId, taskId), eq(versions.number, number));
const startWindow = () =>
  app.db
    .update(versions)
    .set({ windowSeconds: 36_000, reviewEndsAt: new Date(Date.now() + 3_600_000) })
    .where(ofVersion(1));
const params = () => ({ id: taskId });
const withdraw = (by: Person, version = 1, reason = "The titles are wrong.") =>
  by.call(withdrawalEndpoints.withdrawVersion, { params: params(), body: { version, reason } });
const preview = async (by: Person) =>
  (await by.call(reviewEndpoints.preview, { params: params(), query: {} })).data;
const card = async (by: Person) =>
  (await by.call(boardEndpoints.fetchTasks, { query: { task: String(taskId) } })).data[0];
const videoState = async (number: number) => {
  const [row] = await app.db
    .select({ state: videos.state })
    .from(videos)
    .innerJoin(versions, eq(versions.videoId, videos.id))
    .where(ofVersion(number));
  return row?.state;
};

describe("a version that its editor withdraws", () => {
  it("leaves the task waiting for another one, without its video", async () => {
    const { data, message } = await withdraw(editor);
    expect([data.stage, message]).toEqual(["assigned", "The version was withdrawn. Upload another one."]);
    expect((await preview(creator)).version).toMatchObject({
      state: "withdrawn",
      withdrawalReason: "The titles are wrong.",
      reviewEndsAt: null,
      playable: false,
    });
    expect(await videoState(1)).toBe("deleted");
    expect(await card(creator)).toMatchObject({
      version: 0,
      withdrawn: { version: 1, reason: "The titles are wrong." },
      reviewEndsAt: null,
    });
  });

  it("notifies the creator in place of the request to review it, and is in the history", async () => {
    await withdraw(editor);
    const { items } = (await creator.call(notificationsEndpoints.list, { query: {} })).data;
    expect(items.map(({ kind }) => kind)).toContain("version_withdrawn");
    const { data: entries } = await creator.call(historyEndpoints.history, { params: params() });
    expect(entries.at(-1)).toMatchObject({ text: "Version 1 withdrawn", by: editor.user.name });
  });

  it("ends its review links, and keeps its comments for the next version", async () => {
    const body = { mayComment: true, mayDownload: false };
    const { data: link } = await creator.call(guestLinkEndpoints.createGuestLink, { params: params(), body });
    const comment = {
      id: "6f7be3a0-6a55-4d6e-9a55-0f7a4f0c8d11",
      version: 1,
      inFrame: 10,
      outFrame: 20,
      text: "The rain is too loud.",
    };
    await creator.call(feedbackEndpoints.addComment, { params: params(), body: comment });
    await withdraw(editor);
    const secret = link.path?.split("#")[1] ?? "";
    const opened = await app.nobody.call(guestEndpoints.openGuestLink, {
      params: { linkId: link.id },
      body: { secret, name: "Anna" },
    });
    expect(opened.status).toBe(410);
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2 });
    const { data: checklist } = await editor.call(feedbackEndpoints.checklist, {
      params: params(),
      query: { version: 2 },
    });
    expect(checklist.comments).toMatchObject([{ text: comment.text, version: 1 }]);
  });

  it("is withdrawn once, and can't be decided on any more", async () => {
    await withdraw(editor);
    const again = await withdraw(editor, 1, "Another reason.");
    expect(again.status).toBe(200);
    expect((await preview(editor)).version?.withdrawalReason).toBe("The titles are wrong.");
    const approval = await creator.call(reviewEndpoints.approve, { params: params(), body: { version: 1 } });
    expect([approval.status, approval.code]).toEqual([409, "version_withdrawn"]);
  });

  it("is either approved or withdrawn", async () => {
    const approve = creator.call(reviewEndpoints.approve, { params: params(), body: { version: 1 } });
    const [approved, withdrawn] = await Promise.all([approve, withdraw(editor)]);
    expect([approved.status, withdrawn.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const stage = approved.status === 200 ? "approved" : "assigned";
    expect((await preview(creator)).stage).toBe(stage);
  });

  it("may still be prepared, of which nobody is notified", async () => {
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2, state: "preparing" });
    const before = (await preview(creator)).stage;
    await withdraw(editor, 2);
    const [row] = await app.db.select({ state: versions.state }).from(versions).where(ofVersion(2));
    expect([row?.state, await videoState(2), (await preview(creator)).stage]).toEqual([
      "withdrawn",
      "deleted",
      before,
    ]);
    const { items } = (await creator.call(notificationsEndpoints.list, { query: {} })).data;
    expect(items.map(({ kind }) => kind)).not.toContain("version_withdrawn");
  });

  it("needs a reason and the right to upload", async () => {
    expect((await withdraw(creator)).status).toBe(403);
    expect((await withdraw(editor, 1, " ")).status).toBe(422);
    expect((await withdraw(editor, 9)).status).toBe(404);
  });
});
