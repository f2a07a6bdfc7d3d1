import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { countUse } from "#core/server/rate-limit/rate-limit.ts";
import { feedbackEndpoints, type Comment } from "#modules/feedback/contract/comments.ts";
import type { Drawing } from "#modules/feedback/contract/drawing.ts";
import { commentLimit, maxCommentLength } from "#modules/feedback/rules/comments.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { addTaskInReview, addVersionInReview, framesOfVersion } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { comments } from "../tables.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let stranger: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  ({ creator, editor, stranger } = await joinAll(app, {
    creator: "YOUTUBER",
    editor: "EDITOR",
    stranger: "YOUTUBER",
  }));
  taskId = await addTaskInReview(app.db, { creator, editor });
});

const params = () => ({ id: taskId });
const draft = (about: object = {}) => ({
  id: randomUUID(),
  version: 1,
  inFrame: 10,
  outFrame: 20,
  text: "The rain is too loud.",
  ...about,
});
const add = (author: Person, about: object = {}) =>
  author.call(feedbackEndpoints.addComment, { params: params(), body: draft(about) });
const reply = (author: Person, to: Comment, text: string, about: object = {}) =>
  author.call(feedbackEndpoints.replyToComment, {
    params: { ...params(), commentId: to.id },
    body: { id: randomUUID(), text, ...about },
  });
const on = (comment: Comment) => ({ ...params(), commentId: comment.id });
const list = async (reader: Person, query: object = {}) =>
  (await reader.call(feedbackEndpoints.comments, { params: params(), query: { version: 1, ...query } })).data;
const changes = async (reader: Person, after: number, query: object = {}) =>
  (await reader.call(feedbackEndpoints.commentChanges, { params: params(), query: { after, ...query } }))
    .data;

describe("adding", () => {
  it("stores a comment once, however often its id is sent", async () => {
    const body = draft();
    const send = () => creator.call(feedbackEndpoints.addComment, { params: params(), body });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status, data }) => [status, data.id, data.sequence, data.change])).toEqual(
      answers.map(() => [200, body.id, 1, 1]),
    );
    expect((await list(editor)).comments).toHaveLength(1);
  });

  it("numbers comments of both members without gaps", async () => {
    const authors = [creator, editor, creator, editor, creator, editor];
    await Promise.all(authors.map((author) => add(author)));
    const { comments, change } = await list(creator);
    expect(comments.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(change).toBe(6);
  });

  it("rejects an id that the other member has used", async () => {
    const { data } = await add(creator);
    expect(await add(editor, { id: data.id })).toMatchObject({ status: 409, code: "id_taken" });
  });

  it("requires frames of the video", async () => {
    const last = framesOfVersion - 1;
    expect(await add(creator, { inFrame: last, outFrame: last })).toMatchObject({ status: 200 });
    for (const range of [
      { inFrame: 5, outFrame: 4 },
      { inFrame: last, outFrame: framesOfVersion },
    ]) {
      expect(await add(creator, range)).toMatchObject({ status: 422, code: "no_such_frame" });
    }
    expect(await add(creator, { inFrame: -1 })).toMatchObject({ status: 422 });
    expect(await add(creator, { inFrame: 1.5 })).toMatchObject({ status: 422 });
  });

  it("requires a version that has been in review", async () => {
    expect(await add(creator, { version: 2 })).toMatchObject({ status: 404, code: "version_not_found" });
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id, number: 2, state: "preparing" });
    expect(await add(creator, { version: 2 })).toMatchObject({ status: 404, code: "version_not_found" });
  });

  it("requires text, a drawing or images, and at most 5,000 characters", async () => {
    expect(await add(creator, { text: " " })).toMatchObject({ status: 422, code: "empty_comment" });
    expect(await add(creator, { text: "x".repeat(maxCommentLength + 1) })).toMatchObject({ status: 422 });
    const shapes = [{ kind: "box", color: "red", width: 0.01, from: [0, 0], to: [0.5, 1] }];
    const drawn = await add(creator, { text: "", drawing: { shapes } });
    expect(drawn.data.drawing).toEqual({ shapes });
    const outside = [{ kind: "box", color: "red", width: 0.01, from: [0, 0], to: [0.5, 1.1] }];
    expect(await add(creator, { drawing: { shapes: outside } })).toMatchObject({ status: 422 });
  });

  it("returns texts in drawings that earlier versions accepted", async () => {
    const { data } = await add(creator);
    const drawing: Drawing = {
      shapes: [{ kind: "text", color: "red", at: [0, 0], size: 0.1, text: "\u3164" }],
    };
    await app.db.update(comments).set({ drawing }).where(eq(comments.id, data.id));
    expect((await list(editor)).comments).toMatchObject([{ drawing }]);
    const edited = { params: on(data), body: { text: "Again." } };
    expect(await creator.call(feedbackEndpoints.editComment, edited)).toMatchObject({ data: { drawing } });
  });

  it("mentions members of the task only", async () => {
    const mentioned = await add(creator, { mentions: [editor.user.id, editor.user.id] });
    expect(mentioned.data.mentions).toEqual([editor.user.id]);
    expect(await add(creator, { mentions: [stranger.user.id] })).toMatchObject({ code: "not_a_member" });
  });

  it("limits the comments of a user", async () => {
    app.setNow(new Date());
    const counted = { key: `comments:person:${creator.user.id}`, limit: commentLimit };
    await app.run(null, async (ctx) => {
      for (let sent = 0; sent < commentLimit.attempts; sent++) await countUse(ctx, counted);
    });
    expect(await add(creator)).toMatchObject({ status: 429 });
    app.setNow(null);
  });

  it("ends with the task, and so do all other changes", async () => {
    const { data } = await add(creator);
    await creator.call(tasksEndpoints.cancelTask, { params: params() });
    const resolve = creator.call(feedbackEndpoints.resolveComment, {
      params: on(data),
      body: { resolved: true },
    });
    const closed = { status: 409, code: "task_closed" };
    expect([await add(creator), await reply(editor, data, "Sorry"), await resolve]).toMatchObject([
      closed,
      closed,
      closed,
    ]);
    expect((await list(editor)).comments).toHaveLength(1);
  });
});

describe("replies", () => {
  it("belong to the frames of their comment", async () => {
    const { data } = await add(creator);
    const answer = await reply(editor, data, "Lowered by 6 dB.");
    expect(answer.data).toMatchObject({ parentId: data.id, version: 1, inFrame: 10, outFrame: 20 });
    expect(await reply(creator, answer.data, "Thanks")).toMatchObject({ code: "not_a_comment" });
  });
});

describe("editing and deleting", () => {
  it("is for the author only", async () => {
    const { data } = await add(creator);
    const body = { text: "Quieter, please." };
    const byEditor = await editor.call(feedbackEndpoints.editComment, { params: on(data), body });
    expect(byEditor).toMatchObject({ status: 404, code: "not_author" });
    const removed = await editor.call(feedbackEndpoints.deleteComment, { params: on(data) });
    expect(removed).toMatchObject({ status: 404, code: "not_author" });
    const edited = await creator.call(feedbackEndpoints.editComment, { params: on(data), body });
    expect(edited.data).toMatchObject({ ...body, edited: true, change: 2 });
  });

  it("leaves a deleted comment in its place while it has replies", async () => {
    const { data } = await add(creator);
    const answer = await reply(editor, data, "Lowered by 6 dB.");
    await creator.call(feedbackEndpoints.deleteComment, { params: on(data) });
    expect((await list(editor)).comments).toMatchObject([
      { id: data.id, deleted: true, text: "" },
      { id: answer.data.id },
    ]);
    await editor.call(feedbackEndpoints.deleteComment, { params: on(answer.data) });
    expect((await list(editor)).comments).toEqual([]);
    expect((await changes(editor, 2)).comments).toMatchObject([
      { id: data.id, deleted: true },
      { id: answer.data.id, deleted: true },
    ]);
  });
});

describe("catching up", () => {
  it("returns what changed after a number, each comment once", async () => {
    const first = (await add(creator)).data;
    const second = (await add(editor)).data;
    await reply(editor, first, "Done.");
    await creator.call(feedbackEndpoints.resolveComment, { params: on(first), body: { resolved: true } });
    const caughtUp = await changes(editor, 2);
    expect(caughtUp).toMatchObject({ change: 4, more: false });
    expect(caughtUp.comments.map(({ text, change }) => [text, change])).toEqual([
      ["Done.", 3],
      [first.text, 4],
    ]);
    const page = await changes(editor, 0, { limit: 1 });
    expect(page).toMatchObject({ change: second.change, more: true, comments: [{ id: second.id }] });
  });

  it("lists a version in pages", async () => {
    const written = [];
    for (const text of ["1", "2", "3"]) written.push((await add(creator, { text })).data.id);
    const page = await list(editor, { limit: 2 });
    expect(page.members.map(({ id }) => id).toSorted()).toEqual([creator.user.id, editor.user.id].toSorted());
    const last = await list(editor, { limit: 2, after: page.next });
    expect([...page.comments, ...last.comments].map(({ id }) => id)).toEqual(written);
    expect(last.next).toBeNull();
  });

  it("sends each change to both members, and to nobody else", async () => {
    app.realtimeMessages.length = 0;
    const { data } = await add(creator);
    const sent = app.realtimeMessages.filter(({ name }) => name === "comment_changed");
    expect(sent.map(({ people }) => people)).toEqual([[creator.user.id, editor.user.id]]);
    expect(sent.map(({ payload }) => payload)).toMatchObject([{ taskId, comment: { id: data.id } }]);
  });
});

describe("reactions", () => {
  it("are unique for each user and emoji", async () => {
    const { data } = await add(creator);
    const react = (person: Person, emoji: "👍" | "🎉", active: boolean) =>
      person.call(feedbackEndpoints.react, { params: on(data), body: { emoji, active } });
    await Promise.all([1, 2].map(() => react(editor, "👍", true)));
    await react(creator, "👍", true);
    const three = await react(editor, "🎉", true);
    expect(three.data.reactions).toEqual([
      { emoji: "👍", personIds: [creator.user.id, editor.user.id] },
      { emoji: "🎉", personIds: [editor.user.id] },
    ]);
    expect(three.data.change).toBe(4);
    expect((await react(editor, "👍", false)).data.reactions).toEqual([
      { emoji: "👍", personIds: [creator.user.id] },
      { emoji: "🎉", personIds: [editor.user.id] },
    ]);
  });
});

describe("a deleted account", () => {
  it("leaves comments without content, and no reactions", async () => {
    const mine = (await add(editor, { text: "My phone is 555-0100" })).data;
    await reply(creator, mine, "Noted");
    const theirs = (await add(creator)).data;
    await editor.call(feedbackEndpoints.react, { params: on(theirs), body: { emoji: "👍", active: true } });
    const { change } = await list(creator);
    const password = `${editor.user.name} likes long reels`;
    const left = await editor.call(accountDeletionEndpoints.deleteAccount, { body: { password } });
    expect(left.status).toBe(200);
    const caughtUp = await changes(creator, change);
    expect(caughtUp).toMatchObject({ change: change + 2 });
    expect(caughtUp.comments.map(({ id }) => id).toSorted()).toEqual([mine.id, theirs.id].toSorted());
    const { comments } = await list(creator);
    expect(comments).toMatchObject([
      { id: mine.id, deleted: true, text: "" },
      { text: "Noted" },
      { id: theirs.id, reactions: [] },
    ]);
  });
});
