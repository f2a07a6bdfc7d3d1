import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, it, test } from "vitest";

import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { maxScale } from "#modules/media/contract/picture-view.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

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

/** On the sign at the left edge. */
const view = { scale: 2.5, x: 0.2, y: 0.4125 };

const draft = (about: object = {}) => ({
  id: randomUUID(),
  inFrame: 4,
  outFrame: 4,
  text: "Blur the sign.",
  ...about,
});
const add = (about: object = {}) =>
  creator.call(feedbackEndpoints.addComment, {
    params: { id: taskId },
    body: { ...draft(about), version: 1 },
  });
const views = async () => {
  const query = { version: 1 };
  const { data } = await editor.call(feedbackEndpoints.comments, { params: { id: taskId }, query });
  return data.comments.map((comment) => comment.view);
};

it("stores the part of the picture in which a comment was written, and none by default", async () => {
  expect((await add({ view })).data.view).toEqual(view);
  expect((await add()).data.view).toBeNull();
  expect((await add({ view: null })).data.view).toBeNull();
  expect(await views()).toEqual([view, null, null]);
});

test("replies have none, edits keep it, and a deleted comment loses it", async () => {
  const { id } = (await add({ view })).data;
  const params = { id: taskId, commentId: id };
  const reply = await editor.call(feedbackEndpoints.replyToComment, {
    params,
    body: { id: randomUUID(), text: "Done." },
  });
  expect(reply.data.view).toBeNull();
  const edited = await creator.call(feedbackEndpoints.editComment, { params, body: { text: "Blur it." } });
  expect(edited.data).toMatchObject({ text: "Blur it.", view });
  expect((await creator.call(feedbackEndpoints.deleteComment, { params })).data.view).toBeNull();
});

it.each([
  { ...view, scale: 0.9 },
  { ...view, scale: maxScale + 1 },
  { ...view, x: -0.1 },
  { ...view, y: 1.1 },
  { scale: 2 },
  "2",
])("refuses %j", async (refused) => {
  expect(await add({ view: refused })).toMatchObject({ status: 422, code: "invalid_input" });
  expect(await views()).toEqual([]);
});

it("takes the view with images from the form", async () => {
  const fields = { ...draft(), version: 1, view: JSON.stringify(view) };
  const { data } = await creator.call(feedbackEndpoints.addCommentWithImages, {
    params: { id: taskId },
    form: { fields, files: { images: [] } },
  });
  expect(data.view).toEqual(view);
});

it("takes the view of guests and returns it to them and the members", async () => {
  const { data: link } = await creator.call(guestLinkEndpoints.createGuestLink, {
    params: { id: taskId },
    body: { mayComment: true },
  });
  const params = { linkId: link.id };
  const body = { secret: link.path?.split("#")[1] ?? "", name: "Anna" };
  const { cookie } = await app.nobody.call(guestEndpoints.openGuestLink, { params, body });
  const guest = createClient(inProcess(app.app), cookie);
  const added = await guest.call(guestEndpoints.addGuestComment, { params, body: draft({ view }) });
  expect(added.data.view).toEqual(view);
  const { data } = await guest.call(guestEndpoints.guestComments, { params, query: {} });
  expect(data.comments.map((comment) => comment.view)).toEqual([view]);
  expect(await views()).toEqual([view]);
});
