import { randomUUID } from "node:crypto";

import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { Actor } from "#core/server/context.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { restoreUser, suspendUser } from "#modules/operators/server/users/actions.ts";
import { people } from "#modules/people/server/tables.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { removeMember } from "#modules/team/server/public/team.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addDefaultEditor, addManager } from "#testing/team.ts";

import { listTasks } from "./task-list.ts";

let app: TestApp;
let creator: Person;
let other: Person;
let editor: Person;
let ravi: Person;
const ids: number[] = [];

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  other = await app.join("jonas", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
  ravi = await app.join("ravi", "EDITOR");
  const titles = ["One", "Two", "Three", "Four", "Five"];
  for (const [at, taskTitle] of titles.entries()) {
    const by = at % 2 === 0 ? creator : other;
    const assignee = taskTitle === "Three" ? ravi : editor;
    ids.push(await addTaskInReview(app.db, { creator: by, editor: assignee }, { taskTitle }));
  }
});
afterAll(async () => app?.stop());

/** All titles of a list, in pages of two. */
async function titlesOf({ user }: Person, query: Partial<Parameters<typeof listTasks>[1]> = {}) {
  const actor: Actor = { id: user.id, role: user.role as Actor["role"], sessionId: "" };
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await app.run(actor, (ctx) => listTasks(ctx, { ...query, cursor, limit: 2 }));
    found.push(...page.items.map(({ taskTitle }) => taskTitle));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
const countsOf = async (person: Person, by?: Person) =>
  (await person.call(boardEndpoints.countTasks, { query: { creator: by?.user.id } })).data;

it("a manager's list has the own tasks and those of each managed channel, each once, page by page", async () => {
  expect(await titlesOf(ravi)).toEqual(["Three"]);
  await addManager(app, { creator, manager: ravi }, ["review"]);
  expect(await titlesOf(ravi)).toEqual(["Five", "Three", "One"]);
  const meera = { id: creator.user.id, name: "meera", rights: ["review"] };
  expect(await countsOf(ravi)).toMatchObject({ assigned: 3, completed: 0, channels: [meera] });
  await addManager(app, { creator: other, manager: ravi });
  expect(await titlesOf(ravi, { completed: false })).toEqual(["Five", "Four", "Three", "Two", "One"]);
  expect(await titlesOf(ravi, { sort: "deadline" })).toEqual(["One", "Two", "Three", "Four", "Five"]);
  expect(await titlesOf(ravi, { search: "four" })).toEqual(["Four"]);
  const { data: found } = await ravi.call(tasksEndpoints.searchTasks, { query: { query: "e" } });
  expect(found.map(({ taskTitle }) => taskTitle)).toEqual(["Five", "Three", "One"]);
  expect(await titlesOf(ravi, { search: "jonas" })).toEqual(["Four", "Two"]);
  expect(await titlesOf(ravi, { stage: "approved" })).toEqual([]);
  expect(await titlesOf(ravi, { task: ids[3] })).toEqual(["Four"]);
  const channels = [{ id: other.user.id, name: "jonas", rights: [] }, meera];
  expect(await countsOf(ravi)).toMatchObject({ assigned: 5, completed: 0, channels });
  expect(await titlesOf(ravi, { creator: creator.user.id })).toEqual(["Five", "Three", "One"]);
  expect(await titlesOf(ravi, { creator: other.user.id, sort: "deadline" })).toEqual(["Two", "Four"]);
  expect(await titlesOf(ravi, { creator: editor.user.id })).toEqual([]);
  expect(await countsOf(ravi, creator)).toMatchObject({ assigned: 3, completed: 0, channels });
  expect(await countsOf(ravi, other)).toMatchObject({ assigned: 2, completed: 0, channels });
  const { data } = await ravi.call(boardEndpoints.fetchTasks, { query: {} });
  expect(data.map(({ taskTitle, abilities }) => [taskTitle, abilities.includes("decide")])).toEqual([
    ["Five", true],
    ["Four", false],
    ["Three", true],
    ["Two", false],
    ["One", true],
  ]);
  await app.run(null, (ctx) => removeMember(ctx, { creatorId: creator.user.id, personId: ravi.user.id }));
  expect(await titlesOf(ravi)).toEqual(["Four", "Three", "Two"]);
});

it("the counts name the channels that the user manages, except suspended ones", async () => {
  const rosa = await app.join("rosa", "EDITOR");
  await addManager(app, { creator: other, manager: rosa }, ["review"]);
  await addManager(app, { creator, manager: rosa }, ["create_tasks"]);
  const jonas = { name: "jonas", rights: ["review"] };
  expect((await countsOf(rosa)).channels).toMatchObject([jonas, { name: "meera", rights: ["create_tasks"] }]);
  await app.run(null, (ctx) => suspendUser(ctx, creator.user.id));
  expect((await countsOf(rosa)).channels).toMatchObject([jonas]);
  await app.run(null, (ctx) => restoreUser(ctx, creator.user.id));
});

it("a manager of a suspended creator neither lists nor finds the tasks of the channel, and keeps those they edit", async () => {
  const host = await app.join("hana", "YOUTUBER");
  const [sita, tara] = [await app.join("sita", "EDITOR"), await app.join("tara", "EDITOR")];
  await addManager(app, { creator: host, manager: sita }, ["review"]);
  await addTaskInReview(app.db, { creator: host, editor: tara }, { taskTitle: "Waves" });
  await addTaskInReview(app.db, { creator: host, editor: sita }, { taskTitle: "Wind" });
  const found = async () => {
    const { data: search } = await sita.call(tasksEndpoints.searchTasks, { query: { query: "w" } });
    const { data: list } = await sita.call(boardEndpoints.fetchTasks, { query: {} });
    return [
      search.map(({ taskTitle }) => taskTitle),
      list.map(({ taskTitle, abilities }) => [taskTitle, abilities.includes("decide")]),
      (await countsOf(sita)).assigned,
    ];
  };
  const managed = [
    ["Wind", true],
    ["Waves", true],
  ];
  expect(await found()).toEqual([["Wind", "Waves"], managed, 2]);
  await app.run(null, (ctx) => suspendUser(ctx, host.user.id));
  expect(await found()).toEqual([["Wind"], [["Wind", false]], 1]);
});

it("the counts name the default editor of each channel, unless they are suspended", async () => {
  const rosa = await app.join("rosa2", "EDITOR");
  await addManager(app, { creator, manager: rosa }, ["create_tasks"]);
  const defaultOf = async () => (await countsOf(rosa)).channels?.map(({ defaultEditor }) => defaultEditor);
  expect(await defaultOf()).toEqual([null]);
  const kofi = await app.join("kofi", "EDITOR");
  await addDefaultEditor(app, { creator, editor: kofi });
  const { id, name, role } = kofi.user;
  const pictureFileId = randomUUID();
  await app.db.update(people).set({ pictureFileId }).where(eq(people.id, id));
  const profileImgUrl: unknown = expect.stringContaining(pictureFileId);
  expect(await defaultOf()).toEqual([{ id, name, role, profileImgUrl }]);
  // An editor of the team has no tasks of the channel but their own.
  expect([await titlesOf(kofi), await countsOf(kofi)]).toEqual([[], { assigned: 0, completed: 0 }]);
  await app.run(null, (ctx) => suspendUser(ctx, kofi.user.id));
  expect(await defaultOf()).toEqual([null]);
});

it("contributors find their tasks, and the lists of creators and editors stay as they were", async () => {
  const zoe = await app.join("zoe", "YOUTUBER");
  await addContributor(app.db, { taskId: ids[1] ?? 0, person: zoe });
  expect(await titlesOf(zoe)).toEqual(["Two"]);
  const [card] = (await zoe.call(boardEndpoints.fetchTasks, { query: {} })).data;
  expect(card?.contributors).toMatchObject([{ person: { id: zoe.user.id, name: "zoe", role: "YOUTUBER" } }]);
  expect(card).toMatchObject({ id: ids[1] });
  expect(await countsOf(zoe)).toEqual({ assigned: 1, completed: 0 });
  expect(await titlesOf(creator)).toEqual(["Five", "Three", "One"]);
  expect(await titlesOf(editor)).toEqual(["Five", "Four", "Two", "One"]);
  expect(await countsOf(editor)).toEqual({ assigned: 4, completed: 0 });
  await addManager(app, { creator: other, manager: zoe });
  expect(await titlesOf(zoe)).toEqual(["Four", "Two"]);
  expect(await countsOf(zoe)).toMatchObject({ assigned: 2, completed: 0 });
});

it("a creator who manages for another one lists both channels or one", async () => {
  const host = await app.join("olga", "YOUTUBER");
  await addManager(app, { creator: other, manager: host });
  await addTaskInReview(app.db, { creator: host, editor }, { taskTitle: "Own" });
  expect((await countsOf(host)).channels?.map(({ name }) => name)).toEqual(["jonas"]);
  expect(await titlesOf(host)).toEqual(["Own", "Four", "Two"]);
  expect(await titlesOf(host, { creator: host.user.id })).toEqual(["Own"]);
  expect(await countsOf(host, host)).toMatchObject({ assigned: 1 });
  expect(await titlesOf(host, { creator: other.user.id })).toEqual(["Four", "Two"]);
});

it("a task to which a user has several relations is listed and counted once", async () => {
  const host = await app.join("ilse", "YOUTUBER");
  const [lena, guest] = [await app.join("lena", "EDITOR"), await app.join("paulo", "YOUTUBER")];
  await addManager(app, { creator: host, manager: lena }, ["review"]);
  const add = (by: Person, assignee: Person, taskTitle: string) =>
    addTaskInReview(app.db, { creator: by, editor: assignee }, { taskTitle });
  const added = {
    edited: await add(other, lena, "Edited"),
    managedAndEdited: await add(host, lena, "Managed and edited"),
    managedAndContributed: await add(host, editor, "Managed and contributed"),
    managed: await add(host, editor, "Managed"),
    contributed: await add(guest, editor, "Contributed"),
    hidden: await add(guest, editor, "Hidden"),
  };
  const { hidden: _, ...shown } = added;
  const contributions = [
    added.edited,
    added.managedAndEdited,
    added.managedAndContributed,
    added.contributed,
  ];
  for (const taskId of contributions) await addContributor(app.db, { taskId, person: lena });
  const titles = ["Contributed", "Managed", "Managed and contributed", "Managed and edited", "Edited"];
  for (const stage of ["in_review", "published"] as const) {
    await app.db
      .update(tasks)
      .set({ stage })
      .where(inArray(tasks.id, Object.values(added)));
    const completed = stage === "published";
    const counted = (number: number) =>
      completed ? { assigned: 0, completed: number } : { assigned: number, completed: 0 };
    expect(await titlesOf(lena, { completed })).toEqual(titles);
    expect(await titlesOf(lena, { completed: !completed })).toEqual([]);
    expect(await countsOf(lena)).toMatchObject(counted(Object.keys(shown).length));
    for (const [by, of] of [
      [other, ["Edited"]],
      [host, titles.slice(1, 4)],
      [guest, ["Contributed"]],
    ] as const) {
      expect(await titlesOf(lena, { creator: by.user.id, completed })).toEqual(of);
      expect(await countsOf(lena, by)).toMatchObject(counted(of.length));
    }
  }
});
