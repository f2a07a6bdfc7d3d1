import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { previewPath } from "#core/paths.ts";
import { after, minute } from "#core/time.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let taskId: number;
const start = new Date();

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  app.setNow(start);
  ({ creator, editor } = await joinAll(app, { creator: "YOUTUBER", editor: "EDITOR" }));
  taskId = await addTaskInReview(app.db, { creator, editor });
});

async function comment(author: Person, text: string, about: object = {}): Promise<string> {
  const id = randomUUID();
  const body = { id, version: 1, inFrame: 1, outFrame: 1, text, ...about };
  const added = await author.call(feedbackEndpoints.addComment, { params: { id: taskId }, body });
  expect(added.status).toBe(200);
  return id;
}

async function minutesLater(minutes: number): Promise<void> {
  app.setNow(after(start, minutes * minute));
  await app.work();
}

const received = async (reader: Person, kind: string) =>
  (await reader.call(notificationsEndpoints.list, { query: {} })).data.items.filter(
    (item) => item.kind === kind,
  );

describe("comments", () => {
  it("are gathered for 5 minutes into one notification, never of one's own", async () => {
    const first = await comment(creator, "Louder.");
    await comment(creator, "Darker.");
    await minutesLater(4);
    expect(await received(editor, "comments")).toEqual([]);
    await comment(creator, "Shorter.");
    await minutesLater(5);
    expect(await received(editor, "comments")).toMatchObject([
      {
        title: "3 new comments: Tides",
        description: "00:00:00:01: Louder.\n\n00:00:00:01: Darker.\n\n00:00:00:01: Shorter.",
        path: previewPath(taskId, 1, first),
        sender: { name: creator.user.name },
      },
    ]);
    expect(await received(creator, "comments")).toEqual([]);
    await comment(creator, "Slower.");
    await minutesLater(10);
    expect(await received(editor, "comments")).toMatchObject([{ title: "New comment: Tides" }]);
  });

  it("that were deleted meanwhile are left out", async () => {
    const id = await comment(creator, "Louder.");
    const params = { id: taskId, commentId: id };
    await creator.call(feedbackEndpoints.deleteComment, { params });
    await minutesLater(5);
    expect(await received(editor, "comments")).toEqual([]);
  });

  it("notify mentioned users at once and separately", async () => {
    const mentions = [editor.user.id];
    const one = await comment(creator, "Louder?", { mentions });
    const two = await comment(creator, "Darker?", { mentions });
    expect(await received(editor, "mention")).toMatchObject(
      [two, one].map((id) => ({
        title: `${creator.user.name} mentioned you: Tides`,
        path: previewPath(taskId, 1, id),
        read: false,
      })),
    );
    await minutesLater(5);
    expect(await received(editor, "comments")).toEqual([]);
  });

  it("do not notify the author of their own mention", async () => {
    await comment(creator, "Me?", { mentions: [creator.user.id] });
    expect(await received(creator, "mention")).toEqual([]);
  });
});
