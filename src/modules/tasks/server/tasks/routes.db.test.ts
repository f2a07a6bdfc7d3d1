import { randomBytes } from "node:crypto";

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { endpointAddress } from "#core/endpoint-address.ts";
import type { Input } from "#core/endpoint.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { thumbnailLimit } from "#modules/media/rules/limits.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;
let editor: Person;

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("konkan", "YOUTUBER");
  editor = await app.join("anika", "EDITOR");
});
afterAll(() => app.stop());

type Fields = Input<typeof tasksEndpoints.createTask>["form"]["fields"];

const fields: Fields = {
  taskTitle: "Monsoon on the line",
  workDescription: "Open on the bridge shot.",
  deadline: "2026-11-24",
  assignedTo: "anika",
  madeForKids: "true",
  tags: '["rain"]',
};

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const picture = (name: string) => new File([png], name, { type: "image/png" });
const create = (more: Partial<Fields> = {}, files: { files?: File[]; thumbnail?: File[] } = {}) =>
  creator.call(tasksEndpoints.createTask, { form: { fields: { ...fields, ...more }, files } });

it("a thumbnail of 2 MB or more is accepted", async () => {
  const raw = { width: 1100, height: 800, channels: 3 } as const;
  const large = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .png()
    .toBuffer();
  expect(large.length).toBeGreaterThan(thumbnailLimit);
  const thumbnail = [new File([new Uint8Array(large)], "large.png", { type: "image/png" })];
  const { status, data } = await create({}, { thumbnail });
  expect(status).toBe(200);
  const stored = await app.app.inject({ url: data.thumbnail ?? "", headers: { cookie: creator.cookie } });
  expect(stored.rawPayload.length).toBeLessThan(thumbnailLimit);
});

describe("a deadline without a time", () => {
  it("is the end of that day for the creator, and the same moment for the editor", async () => {
    const ravi = await app.join("ravi", "YOUTUBER");
    const uma = await app.join("uma", "EDITOR");
    const report = (person: Person, timeZone: string) =>
      person.call(peopleEndpoints.setTimeZone, { body: { timeZone } });
    expect(await report(ravi, "Mars/Olympus")).toMatchObject({ status: 422 });
    expect(await report(ravi, "Asia/Kolkata")).toMatchObject({ status: 200 });
    const form = { fields: { ...fields, deadline: "2027-01-01", assignedTo: "uma" }, files: {} };
    const { data: task } = await ravi.call(tasksEndpoints.createTask, { form });
    expect(task.deadline).toBe("2027-01-01T18:29:00.000Z");
    const notice = async () => {
      const { data } = await uma.call(notificationsEndpoints.list, { query: {} });
      return data.items[0]?.description;
    };
    expect(await notice()).toContain("Due Jan 1, 2027, 6:29 PM UTC.");
    await report(uma, "Asia/Tokyo");
    await ravi.call(tasksEndpoints.updateTask, { params: { id: task.id }, form });
    expect(await notice()).toContain("Due Jan 2, 2027, 3:29 AM.");
  });
});

describe("task endpoints", () => {
  it("create a task with files, whose URLs are valid only for the reader", async () => {
    const answer = await create(
      {},
      { files: [picture("one.png"), picture("two.png")], thumbnail: [picture("t.png")] },
    );
    expect(answer).toMatchObject({ status: 200, message: "Task saved successfully!" });
    expect(answer.data).toMatchObject({ madeForKids: true, tags: ["rain"], isCompleted: false });
    expect(answer.data.attachments.map((address) => address.split("/").at(-1))).toEqual([
      "one.png",
      "two.png",
    ]);
    const [address = ""] = answer.data.attachments;
    const readAs = async ({ cookie }: Person) =>
      (await app.app.inject({ url: address, headers: { cookie } })).statusCode;
    expect(await readAs(creator)).toBe(200);
    // URLs are signed for one user; the editor gets other ones.
    expect(await readAs(editor)).toBe(404);
  });

  it("update a task with the URLs of the attachments to keep", async () => {
    const { data: task } = await create({}, { files: [picture("one.png"), picture("two.png")] });
    const changed = await creator.call(tasksEndpoints.updateTask, {
      params: { id: task.id },
      form: {
        fields: {
          ...fields,
          taskTitle: "Again",
          oldAttachments: JSON.stringify(task.attachments.slice(0, 1)),
        },
        files: { files: [picture("three.png")] },
      },
    });
    expect(changed.data.taskTitle).toBe("Again");
    expect(changed.data.attachments.map((address) => address.split("/").at(-1))).toEqual([
      "one.png",
      "three.png",
    ]);
  });

  it("list tasks with a cursor", async () => {
    await create();
    const url = endpointAddress(boardEndpoints.fetchTasks, { query: { limit: 1 } });
    const reply = await app.app.inject({ url, headers: { cookie: editor.cookie } });
    expect(reply.json()).toMatchObject({
      data: [{ youtuber: { name: "konkan" } }],
      nextCursor: expect.any(String),
    });
    const second = await editor.call(boardEndpoints.fetchTasks, {
      query: { cursor: reply.json().nextCursor, limit: 100 },
    });
    expect(second.data.map(({ id }) => id)).not.toContain(reply.json().data[0].id);
  });

  it.each([
    ["taskTitle", "Task title is required"],
    ["workDescription", "Work description is required"],
    ["deadline", "Deadline is required"],
    ["assignedTo", "Please select an editor"],
  ])("refuse an empty %s", async (field, message) => {
    expect(await create({ [field]: " " })).toMatchObject({ status: 422, message });
    expect(await create({ [field]: undefined })).toMatchObject({ status: 422, message });
  });

  it.each([
    { tags: "no list" },
    { tags: '{"a":1}' },
    { madeForKids: "maybe" },
    { deadline: "soon" },
    { deadline: "2031-02-30" },
  ])("refuse %j", async (wrong) => {
    expect((await create(wrong as Partial<Fields>)).status).toBe(422);
  });

  it("accept a title of 100 UTF-16 units and a description of 5,000 bytes, and no more", async () => {
    const longest = { title: "😀".repeat(50), description: "é".repeat(2500) };
    expect((await create(longest)).data).toMatchObject(longest);
    expect(await create({ title: `${longest.title}.` })).toMatchObject({
      status: 422,
      message: "YouTube takes at most 100 characters in a title.",
    });
    expect(await create({ description: `${longest.description}.` })).toMatchObject({
      status: 422,
      message: "YouTube takes at most 5,000 bytes in a description.",
    });
  });

  it.each(["[", "null", '{"0":"x"}', '"x"', "[1]"])(
    "refuse %s as the list of attachments to keep",
    async (kept) => {
      const { data: task } = await create({}, { files: [picture("one.png")] });
      const changed = await creator.call(tasksEndpoints.updateTask, {
        params: { id: task.id },
        form: { fields: { ...fields, oldAttachments: kept }, files: {} },
      });
      expect(changed.status).toBe(422);
      const { data: after } = await creator.call(tasksEndpoints.fetchTask, { params: { id: task.id } });
      expect(after.attachments).toEqual(task.attachments);
    },
  );

  it("refuse files that are not images, and thumbnails of 20 MB or more", async () => {
    const fake = new File(["no picture"], "fake.png", { type: "image/png" });
    expect((await create({}, { files: [fake] })).status).toBe(415);
    const large = new File([Buffer.alloc(20 * 1024 * 1024)], "large.png", { type: "image/png" });
    expect(await create({}, { thumbnail: [large] })).toMatchObject({
      status: 413,
      message: "Image should be less than 20 MB",
    });
  });

  it("accept 30 reference files, and no more", async () => {
    const pictures = (count: number) => Array.from({ length: count }, (_, at) => picture(`${at}.png`));
    const { data: task } = await create({}, { files: pictures(30) });
    expect(task.attachments).toHaveLength(30);
    const refusal = { status: 422, message: "Send at most 30 files." };
    expect(await create({}, { files: pictures(31) })).toMatchObject(refusal);
    expect(await create({}, { files: pictures(101) })).toMatchObject({ status: 422 });
    const edit = (files: File[], kept: readonly string[]) =>
      creator.call(tasksEndpoints.updateTask, {
        params: { id: task.id },
        form: { fields: { ...fields, oldAttachments: JSON.stringify(kept) }, files: { files } },
      });
    expect(await edit([picture("more.png")], task.attachments)).toMatchObject({
      status: 422,
      code: "too_many_attachments",
    });
    expect((await edit([picture("more.png")], task.attachments.slice(1))).data.attachments).toHaveLength(30);
  });

  it("let editors read but not write", async () => {
    expect((await editor.call(tasksEndpoints.createTask, { form: { fields, files: {} } })).status).toBe(403);
    const { data: task } = await create();
    expect((await editor.call(tasksEndpoints.cancelTask, { params: { id: task.id } })).status).toBe(403);
    expect((await editor.call(tasksEndpoints.fetchTask, { params: { id: task.id } })).status).toBe(200);
  });
});

describe("the people a user works with", () => {
  it("are listed by their newest task, for both sides and without users of cancelled tasks only", async () => {
    const [ada, bea, cleo] = await Promise.all([
      app.join("ada", "YOUTUBER"),
      app.join("bea", "EDITOR"),
      app.join("cleo", "EDITOR"),
    ]);
    const assign = async (assignedTo: string) => {
      const form = { fields: { ...fields, assignedTo }, files: {} };
      return (await ada.call(tasksEndpoints.createTask, { form })).data.id;
    };
    const teammates = async (person: Person) =>
      (await person.call(tasksEndpoints.teammates, {})).data.map(({ name }) => name);
    expect(await teammates(ada)).toEqual([]);
    await assign("bea");
    const withCleo = await assign("cleo");
    expect(await teammates(ada)).toEqual(["cleo", "bea"]);
    await assign("bea");
    expect(await teammates(ada)).toEqual(["bea", "cleo"]);
    expect(await teammates(bea)).toEqual(["ada"]);
    await ada.call(tasksEndpoints.cancelTask, { params: { id: withCleo } });
    expect(await teammates(ada)).toEqual(["bea"]);
    expect(await teammates(cleo)).toEqual([]);
  });
});
