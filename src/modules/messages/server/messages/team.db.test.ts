import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { addMember, removeMember } from "#modules/team/server/public/team.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let manager: Person;
let other: Person;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());
beforeEach(async () => {
  ({ creator, editor, manager, other } = await joinAll(app, {
    creator: "YOUTUBER",
    editor: "EDITOR",
    manager: "EDITOR",
    other: "EDITOR",
  }));
});

const send = (from: Person, to: Person) =>
  from.call(messagesEndpoints.send, {
    params: { id: to.user.id },
    body: { id: randomUUID(), text: "Hello" },
  });

/** Whether both can write to the other without a request, and the screen of both says so. */
async function mayTalk(one: Person, two: Person): Promise<boolean> {
  const offered = await Promise.all(
    [
      [one, two],
      [two, one],
    ].map(async ([reader, to]) => {
      const params = { id: to?.user.id ?? 0 };
      return (await reader?.call(messagesEndpoints.conversation, { params }))?.data;
    }),
  );
  const able = offered.map((conversation) => conversation?.sharesTask);
  expect(new Set(able).size).toBe(1);
  return able[0] === true;
}

async function canStart(one: Person, two: Person): Promise<void> {
  expect(await mayTalk(one, two)).toBe(true);
  // Two in a row: the first one is no request.
  expect([(await send(one, two)).status, (await send(one, two)).status]).toEqual([200, 200]);
  expect((await send(two, one)).status).toBe(200);
}

const addEditor = (personId: number) =>
  app.run(null, (ctx) =>
    addMember(ctx, {
      creatorId: creator.user.id,
      personId,
      kind: "editor",
      rights: [],
      publishAgreement: null,
    }),
  );

it("starts between a creator and members of their team, and between these", async () => {
  await addManager(app, { creator, manager });
  await addEditor(editor.user.id);
  await canStart(manager, creator);
  await canStart(creator, editor);
  await canStart(editor, manager);
  expect(await mayTalk(other, manager)).toBe(false);
  expect((await send(other, creator)).status).toBe(200);
  expect(await send(other, creator)).toMatchObject({ code: "awaiting_acceptance" });
});

it("needs no accepting any more once they belong to the same team", async () => {
  await send(creator, manager);
  const stateOf = async (reader: Person, to: Person) =>
    (await reader.call(messagesEndpoints.conversation, { params: { id: to.user.id } })).data.state;
  const states = async () => [await stateOf(creator, manager), await stateOf(manager, creator)];
  expect(await states()).toEqual(["waiting", "request"]);
  await addManager(app, { creator, manager });
  expect(await states()).toEqual(["open", "open"]);
  expect((await send(creator, manager)).status).toBe(200);
});

it("does not start between members of different teams", async () => {
  const { second } = await joinAll(app, { second: "YOUTUBER" });
  await addManager(app, { creator, manager });
  await addManager(app, { creator: second, manager: other });
  expect(await mayTalk(manager, other)).toBe(false);
  expect(await mayTalk(second, manager)).toBe(false);
});

it("starts between all members of a task, as long as they have access to it", async () => {
  const { sound } = await joinAll(app, { sound: "YOUTUBER" });
  const taskId = await addTaskInReview(app.db, { creator, editor });
  await addManager(app, { creator, manager });
  await addContributor(app.db, { taskId, person: sound });
  await addContributor(app.db, { taskId, person: other });
  for (const person of [creator, editor, manager, other]) await canStart(sound, person);
  await canStart(manager, editor);
  await app.run(null, (ctx) => removeMember(ctx, { creatorId: creator.user.id, personId: manager.user.id }));
  const { late } = await joinAll(app, { late: "EDITOR" });
  expect(await mayTalk(late, editor)).toBe(false);
  expect(await mayTalk(late, sound)).toBe(false);
  await addTaskInReview(app.db, { creator, editor: late });
  expect(await mayTalk(late, manager)).toBe(false);
});

it("is stopped by a block", async () => {
  const taskId = await addTaskInReview(app.db, { creator, editor });
  await addContributor(app.db, { taskId, person: other });
  await other.call(peopleEndpoints.blockUser, { params: { id: editor.user.id }, body: { blocked: true } });
  expect(await send(editor, other)).toMatchObject({ status: 409, code: "blocked" });
  expect(await send(other, editor)).toMatchObject({ status: 409, code: "you_blocked" });
});
