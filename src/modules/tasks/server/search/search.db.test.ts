import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;
let other: Person;
const editors = new Map<string, Person>();

const editor = (name: string): Person => {
  const person = editors.get(name);
  if (!person) throw new Error(`There is no editor ${name}.`);
  return person;
};

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  other = await app.join("jonas", "YOUTUBER");
  for (const name of ["anika", "anselm", "anton", "anouk", "bea"])
    editors.set(name, await app.join(name, "EDITOR"));
  await app.join("andrea", "YOUTUBER");
});
afterAll(async () => app?.stop());

async function assign(taskTitle: string, assignedTo: string, by = creator): Promise<void> {
  const fields = { taskTitle, workDescription: "Cut.", deadline: "2031-01-31", assignedTo };
  const { status } = await by.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  expect(status).toBe(200);
}

const titles = async (reader: Person, query: string) =>
  (await reader.call(tasksEndpoints.searchTasks, { query: { query } })).data.map(
    ({ taskTitle }) => taskTitle,
  );
const found = async (query: string) =>
  (await creator.call(tasksEndpoints.searchEditors, { query: { query } })).data.map(
    ({ name, teammate }) => `${name}${teammate ? " (teammate)" : ""}`,
  );
const block = (blocker: Person, blocked: Person, blocks = true) =>
  blocker.call(peopleEndpoints.blockUser, { params: { id: blocked.user.id }, body: { blocked: blocks } });

describe("tasks", () => {
  it("are found by a part of their title, newest first, by their creator and editor only", async () => {
    await assign("Tides of 100% salt", "bea");
    await assign("Low tides", "bea");
    await assign("Monsoon", "bea");
    expect(await titles(creator, "tides")).toEqual(["Low tides", "Tides of 100% salt"]);
    expect(await titles(editor("bea"), "TIDES")).toEqual(["Low tides", "Tides of 100% salt"]);
    expect(await titles(creator, "100%")).toEqual(["Tides of 100% salt"]);
    expect(await titles(creator, "1%0")).toEqual([]);
    expect(await titles(other, "tides")).toEqual([]);
    expect(await titles(editor("anika"), "tides")).toEqual([]);
  });
});

describe("editors", () => {
  it("are found by name without creators, those of past tasks first, the last one of them first", async () => {
    await assign("Salt road", "anton");
    await assign("Ferry", "anouk");
    await assign("Someone else's", "anselm", other);
    expect(await found("an")).toEqual(["anouk (teammate)", "anton (teammate)", "anika", "anselm"]);
    expect(await found("anse")).toEqual(["anselm"]);
    expect((await found("")).slice(0, 3)).toEqual(["anouk (teammate)", "anton (teammate)", "bea (teammate)"]);
    expect((await found("")).some((name) => name.startsWith("andrea"))).toBe(false);
  });

  it("are left out once one of both has blocked the other", async () => {
    await block(creator, editor("anouk"));
    await block(editor("anika"), creator);
    expect(await found("an")).toEqual(["anton (teammate)", "anselm"]);
    await block(creator, editor("anouk"), false);
    await block(editor("anika"), creator, false);
    expect(await found("an")).toHaveLength(4);
  });

  it("are searched by creators only", async () => {
    const { status } = await editor("bea").call(tasksEndpoints.searchEditors, { query: { query: "an" } });
    expect(status).toBe(403);
  });
});
