import { afterAll, beforeAll, expect, it } from "vitest";

import { previewPath } from "#core/paths.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import { type NotificationKind, notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { notified } from "#modules/notifications/realtime-messages.ts";
import { reviewEndpoints, versionReady } from "#modules/review/contract/versions.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { removeMember } from "#modules/team/server/public/team.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());

const noticesOf = async (person: Person) =>
  (await person.call(notificationsEndpoints.list, { query: {} })).data.items.map(
    ({ kind, path, sender }) => ({
      kind,
      path,
      from: sender?.name ?? null,
    }),
  );

it("those who can decide are asked once to review, and the editor learns who decided for the creator", async () => {
  const creator = await app.join("meera", "YOUTUBER");
  const editor = await app.join("anika", "EDITOR");
  const [ravi, olga, zoe] = [
    await app.join("ravi", "EDITOR"),
    await app.join("olga", "YOUTUBER"),
    await app.join("zoe", "EDITOR"),
  ];
  await addManager(app, { creator, manager: ravi }, ["review"]);
  await addManager(app, { creator, manager: olga }, ["review"]);
  await addManager(app, { creator, manager: zoe }, ["publish"]);
  // The version is their own work.
  await addManager(app, { creator, manager: editor }, ["review"]);
  const taskId = await addTaskInReview(app.db, { creator, editor });
  await editor.call(notificationsEndpoints.markAllRead, {});
  app.realtimeMessages.length = 0;
  const reviewEndsAt = new Date("2031-01-31T10:00:00Z");
  await app.run(null, (ctx) => ctx.emit(versionReady, { taskId, version: 1, reviewEndsAt }));
  const asked = { kind: "ready_to_review", path: previewPath(taskId, 1), from: "anika" };
  for (const person of [creator, ravi, olga]) expect(await noticesOf(person)).toEqual([asked]);
  expect(await noticesOf(zoe)).toEqual([]);
  const told = app.realtimeMessages.filter(({ name }) => name === notified.name);
  const ids = [creator, ravi, olga].map(({ user }) => user.id);
  expect(told.flatMap(({ people }) => people).toSorted()).toEqual(ids.toSorted());

  await ravi.call(reviewEndpoints.approve, { params: { id: taskId }, body: { version: 1 } });
  const [approved] = await noticesOf(editor);
  expect(approved).toMatchObject({ kind: "approved", from: "ravi" });
  const { data: entries } = await editor.call(historyEndpoints.history, { params: { id: taskId } });
  expect(entries.find(({ kind }) => kind === "approved")).toMatchObject({ by: "ravi", for: "meera" });
  expect(entries.find(({ kind }) => kind === "assigned")).toMatchObject({ by: "meera", for: null });
  const { data } = await olga.call(notificationsEndpoints.list, { query: { unread: "true" } });
  expect(data.items).toEqual([]);
});

it("the settings have the kinds of managers and contributors, once they are that", async () => {
  const creator = await app.join("sofia", "YOUTUBER");
  const editor = await app.join("theo", "EDITOR");
  const [manager, helper] = [await app.join("uma", "EDITOR"), await app.join("vera", "YOUTUBER")];
  const has = async (person: Person, kind: NotificationKind) =>
    (await person.call(notificationSettingsEndpoints.settings, {})).data.kinds.includes(kind);
  const taskId = await addTaskInReview(app.db, { creator, editor });
  expect([await has(manager, "ready_to_review"), await has(helper, "assigned")]).toEqual([false, false]);
  await addManager(app, { creator, manager }, ["review"]);
  await addContributor(app.db, { taskId, person: helper });
  expect([await has(manager, "ready_to_review"), await has(helper, "assigned")]).toEqual([true, true]);
  expect([await has(manager, "publish_failed"), await has(manager, "connection_broken")]).toEqual([
    false,
    false,
  ]);
  expect([await has(editor, "ready_to_review"), await has(creator, "assigned")]).toEqual([false, false]);
  expect([await has(manager, "approved"), await has(creator, "approved")]).toEqual([true, false]);
  const body = { approvalRequired: true };
  await creator.call(teamEndpoints.changeMember, { params: { personId: manager.user.id }, body });
  expect(await has(creator, "approved")).toBe(true);
  await app.run(null, (ctx) => removeMember(ctx, { creatorId: creator.user.id, personId: manager.user.id }));
  expect(await has(manager, "ready_to_review")).toBe(false);
  await addManager(app, { creator, manager: helper }, ["create_tasks"]);
  expect(await has(creator, "assigned")).toBe(true);
});

it("managers can be mentioned, and strangers can't", async () => {
  const creator = await app.join("ada", "YOUTUBER");
  const editor = await app.join("ben", "EDITOR");
  const manager = await app.join("cleo", "EDITOR");
  const stranger = await app.join("dan", "EDITOR");
  await addManager(app, { creator, manager });
  const taskId = await addTaskInReview(app.db, { creator, editor });
  const mention = (person: Person) =>
    editor.call(feedbackEndpoints.addComment, {
      params: { id: taskId },
      body: {
        id: crypto.randomUUID(),
        version: 1,
        inFrame: 0,
        outFrame: 0,
        text: `Is this right, @${person.user.name}?`,
        mentions: [person.user.id],
      },
    });
  expect((await mention(manager)).status).toBe(200);
  expect((await mention(stranger)).status).toBe(422);
  expect(await noticesOf(manager)).toMatchObject([{ kind: "mention", from: "ben" }]);
  const { data } = await manager.call(feedbackEndpoints.comments, {
    params: { id: taskId },
    query: { version: 1 },
  });
  expect(data.members.map(({ name }) => name).toSorted()).toEqual(["ada", "ben", "cleo"]);
});
