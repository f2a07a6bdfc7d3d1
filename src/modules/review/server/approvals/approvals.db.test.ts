import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { after, day } from "#core/time.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { decisionEndpoints } from "#modules/feedback/contract/decisions.ts";
import { historyEndpoints } from "#modules/history/contract/history.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { restoreUser, suspendUser } from "#modules/operators/server/users/actions.ts";
import { startEndpoints } from "#modules/publishing/contract/start.ts";
import { reviewEndpoints, versionReady } from "#modules/review/contract/versions.ts";
import { deleteAccountData } from "#modules/sign-in/server/public/sign-in.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { addTaskInReview, addVersionInReview } from "#testing/reviewed-version.ts";
import { joinAll, type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addManager } from "#testing/team.ts";

import { approvalsData } from "../personal-data.ts";
import { versions } from "../tables.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let first: Person;
let second: Person;
let taskId: number;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());
beforeEach(async () => {
  ({ creator, editor, first, second } = await joinAll(app, {
    creator: "YOUTUBER",
    editor: "EDITOR",
    first: "YOUTUBER",
    second: "EDITOR",
  }));
  const fields = {
    taskTitle: "Monsoon on the Konkan line",
    workDescription: "Open on the bridge.",
    deadline: "2031-01-31",
    assignedTo: editor.user.name,
    title: "Monsoon",
    description: "Rain.",
  };
  taskId = (await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } })).data.id;
  await addVersionInReview(app.db, { taskId, editorId: editor.user.id });
  await app.db.update(versions).set({ windowSeconds: 36_000 }).where(eq(versions.taskId, taskId));
  for (const manager of [first, second]) await addManager(app, { creator, manager }, ["review"]);
});

const requireApproval = (manager: Person, approvalRequired = true) =>
  creator.call(teamEndpoints.changeMember, {
    params: { personId: manager.user.id },
    body: { approvalRequired },
  });
const decision = () => ({ params: { id: taskId }, body: { version: 1 } });
const approve = (by: Person) => by.call(reviewEndpoints.approve, decision());
const undo = (by: Person) => by.call(reviewEndpoints.undoApproval, decision());
const preview = async (by = creator) =>
  (await by.call(reviewEndpoints.preview, { params: { id: taskId }, query: {} })).data;
/** Titles and texts of a user's notifications of approvals. */
const noticesOf = async (person: Person) =>
  (await person.call(notificationsEndpoints.list, { query: {} })).data.items
    .filter(({ kind }) => kind === "approved")
    .map(({ title, description }) => [title, description]);
const summary = () => creator.call(startEndpoints.summary, { params: { taskId } });

describe("a version that several people have to approve", () => {
  it("is approved once all of them have, each with their time", async () => {
    await requireApproval(first);
    await requireApproval(second);
    expect((await approve(first)).data.stage).toBe("in_review");
    expect((await preview(editor)).approvals).toMatchObject([
      { person: { id: first.user.id }, required: true, approvedAt: expect.any(String) },
      { person: { id: second.user.id }, required: true, approvedAt: null },
    ]);
    // Repeating it changes nothing, and the creator's approval replaces no other one.
    expect((await approve(first)).data.stage).toBe("in_review");
    expect((await approve(creator)).data.stage).toBe("in_review");
    expect((await preview()).approvals[2]).toMatchObject({
      person: { id: creator.user.id },
      required: false,
    });
    expect((await approve(second)).data.stage).toBe("approved");
    await requireApproval(first, false);
    await requireApproval(second, false);
    expect((await preview()).approvals).toEqual([]);
  });

  it("has each approval in its history, and the creator and the other approvers learn of it", async () => {
    await requireApproval(first);
    await requireApproval(second);
    const { third } = await joinAll(app, { third: "EDITOR" });
    await addManager(app, { creator, manager: third }, ["review"]);
    const ready = { taskId, version: 1, reviewEndsAt: after(new Date(), day) };
    await app.run(null, (ctx) => ctx.emit(versionReady, ready));
    await approve(first);
    await approve(first);
    const given = [
      ["Approval given: Monsoon on the Konkan line", "Version 1 has 1 of 2 required approvals."],
    ];
    expect([await noticesOf(creator), await noticesOf(second)]).toEqual([given, given]);
    for (const person of [first, editor, third]) expect(await noticesOf(person)).toEqual([]);
    await undo(first);
    await undo(first);
    await approve(first);
    await approve(second);
    const { data: entries } = await editor.call(historyEndpoints.history, { params: { id: taskId } });
    const [meera, jonas, noor] = [creator, first, second].map(({ user }) => user.name);
    expect(entries.slice(2).map((entry) => [entry.text, entry.by, entry.for])).toEqual([
      ["Version 1 approved, 1 of 2 required approvals", jonas, meera],
      ["Approval of version 1 withdrawn", jonas, meera],
      ["Version 1 approved, 1 of 2 required approvals", jonas, meera],
      ["Version 1 approved, 2 of 2 required approvals", noor, meera],
    ]);
    const complete = [
      "Approved: Monsoon on the Konkan line",
      "Version 1 has all required approvals and can be published.",
    ];
    expect([await noticesOf(creator), await noticesOf(first)]).toEqual([[complete], [complete]]);
    expect(await noticesOf(editor)).toHaveLength(1);
    const list = await editor.call(boardEndpoints.fetchTasks, { query: { task: taskId } });
    expect(list.data.map(({ approvals }) => approvals.map(({ person }) => person.name))).toEqual([
      [jonas, noor],
    ]);
    // The request that the approval answers is no second notification of it.
    const { data } = await creator.call(notificationsEndpoints.list, { query: {} });
    expect(data.items.map(({ kind }) => kind)).not.toContain("ready_to_review");
  });

  it("needs an approval again that was taken back", async () => {
    await requireApproval(first);
    await requireApproval(second);
    await approve(first);
    expect((await undo(first)).data.stage).toBe("in_review");
    expect((await approve(second)).data.stage).toBe("in_review");
    expect((await approve(first)).data.stage).toBe("approved");
    expect((await undo(first)).data.stage).toBe("in_review");
    expect((await preview()).approvals).toMatchObject([
      { person: { id: first.user.id }, approvedAt: null },
      { person: { id: second.user.id }, approvedAt: expect.any(String) },
    ]);
    expect((await approve(first)).data.stage).toBe("approved");
  });

  it("is sent back by any of them", async () => {
    await requireApproval(first);
    await requireApproval(second);
    await approve(first);
    const body = { version: 1, feedback: "Shorter, please." };
    const rejected = await second.call(decisionEndpoints.reject, { params: { id: taskId }, body });
    expect(rejected.data.stage).toBe("changes_requested");
  });

  it("needs approvals of its own: those of an earlier version and of another task don't count", async () => {
    await requireApproval(first);
    await requireApproval(second);
    await approve(first);
    const other = await addTaskInReview(app.db, { creator, editor });
    const approveOther = (by: Person, version = 1) =>
      by.call(reviewEndpoints.approve, { params: { id: other }, body: { version } });
    expect((await approveOther(second)).data.stage).toBe("in_review");
    await addVersionInReview(app.db, { taskId: other, editorId: editor.user.id, number: 2 });
    expect((await approveOther(first, 2)).data.stage).toBe("in_review");
    expect((await approveOther(second, 2)).data.stage).toBe("approved");
    expect((await preview()).stage).toBe("in_review");
  });

  it("keeps the approvals of other versions and tasks when one is taken back", async () => {
    await requireApproval(first);
    await requireApproval(second);
    await approve(first);
    const other = await addTaskInReview(app.db, { creator, editor });
    const ref = (version: number) => ({ params: { id: other }, body: { version } });
    await first.call(reviewEndpoints.approve, ref(1));
    await first.call(reviewEndpoints.undoApproval, ref(1));
    await first.call(reviewEndpoints.approve, ref(1));
    await addVersionInReview(app.db, { taskId: other, editorId: editor.user.id, number: 2 });
    await first.call(reviewEndpoints.approve, ref(2));
    await first.call(reviewEndpoints.undoApproval, ref(2));
    const given = await app.run(null, (ctx) => approvalsData.read(ctx, first.user.id));
    expect(given).toMatchObject([
      { taskId, version: 1 },
      { taskId: other, version: 1 },
    ]);
  });

  it("needs no approval of a suspended manager, until the account is restored", async () => {
    await requireApproval(first);
    await requireApproval(second);
    await app.run(null, (ctx) => suspendUser(ctx, second.user.id));
    expect((await preview()).approvals).toMatchObject([{ person: { id: first.user.id } }]);
    expect((await approve(first)).data.stage).toBe("approved");
    await app.run(null, (ctx) => restoreUser(ctx, second.user.id));
    expect((await summary()).code).toBe("approvals_missing");
  });

  it("is not published without an approval that was required later", async () => {
    expect((await approve(creator)).data.stage).toBe("approved");
    await requireApproval(first);
    await requireApproval(second);
    for (const manager of [first, second]) {
      expect((await summary()).code).toBe("approvals_missing");
      await approve(manager);
    }
    expect((await summary()).code).not.toBe("approvals_missing");
  });

  it("needs no approval of a manager who reviews no more", async () => {
    await requireApproval(first);
    await requireApproval(second);
    await approve(first);
    const params = { personId: second.user.id };
    const changed = await creator.call(teamEndpoints.changeMember, { params, body: { rights: [] } });
    expect(changed.data.approvalRequired).toBe(false);
    expect((await approve(first)).data.stage).toBe("approved");
  });

  it("needs no approval of a manager who deleted their account, and keeps those of former members", async () => {
    await requireApproval(first);
    await requireApproval(second);
    await approve(first);
    const given = await app.run(null, (ctx) => approvalsData.read(ctx, first.user.id));
    expect(given).toEqual([{ taskId, version: 1, approvedAt: expect.any(Date) }]);
    await app.run(null, (ctx) => deleteAccountData(ctx, second.user.id, null));
    expect((await approve(first)).data.stage).toBe("approved");
    await app.run(null, (ctx) => deleteAccountData(ctx, first.user.id, null));
    expect((await preview()).stage).toBe("approved");
    const { data: entries } = await creator.call(historyEndpoints.history, { params: { id: taskId } });
    expect(entries.find(({ text }) => text.startsWith("Version 1 approved"))?.by).toMatch(/^Former member/);
  });
});

it("is approved by one person where no approval is required", async () => {
  expect((await approve(first)).data.stage).toBe("approved");
  expect((await preview()).approvals).toEqual([]);
  expect([await noticesOf(creator), await noticesOf(second)]).toEqual([[], []]);
  expect(await app.db.$count(tasks, eq(tasks.stage, "approved"))).toBeGreaterThan(0);
});

it("is required only of managers who review", async () => {
  const params = { personId: second.user.id };
  const change = (body: object) => creator.call(teamEndpoints.changeMember, { params, body });
  await change({ rights: [] });
  expect((await change({ approvalRequired: true })).code).toBe("approval_of_reviewers");
  expect((await change({ approvalRequired: true, rights: ["review"] })).data.approvalRequired).toBe(true);
});
