import { randomUUID } from "node:crypto";

import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";

import { endpointAddress } from "#core/endpoint-address.ts";
import { after, hour } from "#core/time.ts";
import { decisionEndpoints } from "#modules/feedback/contract/decisions.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { maxImages } from "#modules/messages/rules/messages.ts";
import { published } from "#modules/publishing/contract/publishing.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { reviewScenario, type ReviewScenario } from "#testing/review-scenario.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { countUnreadMessages } from "../public/messages.ts";
import { messages } from "../tables.ts";

let app: TestApp;
let people: ReviewScenario;
beforeAll(async () => {
  app = await startApp();
  people = await reviewScenario(app);
});
afterAll(async () => {
  await people?.close();
  await app?.stop();
});

const as = (person: TestActor) => createClient(inProcess(app.app), person.cookie);

async function newTask(): Promise<number> {
  const fields = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31", assignedTo: "mira" };
  return (await as(people.creator).call(tasksEndpoints.createTask, { form: { fields, files: {} } })).data.id;
}

async function eventsOf(taskId: number) {
  const { data } = await as(people.editor).call(messagesEndpoints.history, {
    params: { id: people.creator.id },
    query: {},
  });
  return data.messages
    .toReversed()
    .filter(({ task }) => task?.id === taskId)
    .map(({ event, version, senderId }) => [event, version, senderId]);
}

it("the assistant reports each task event once, as nobody's message", async () => {
  const taskId = await newTask();
  await people.send(taskId);
  await app.work();
  const reject = { params: { id: taskId }, body: { version: 1, feedback: "Shorter, please." } };
  await as(people.creator).call(decisionEndpoints.reject, reject);
  await people.send(taskId);
  await app.work();
  await as(people.creator).call(reviewEndpoints.approve, { params: { id: taskId }, body: { version: 2 } });
  await as(people.creator).call(reviewEndpoints.undoApproval, {
    params: { id: taskId },
    body: { version: 2 },
  });
  await as(people.creator).call(reviewEndpoints.approve, { params: { id: taskId }, body: { version: 2 } });
  await app.run(null, (ctx) => ctx.emit(published, { taskId, watchUrl: "https://example.com/watch" }));
  expect(await eventsOf(taskId)).toEqual([
    ["assigned", null, null],
    ["in_review", 1, null],
    ["changes_requested", 1, null],
    ["in_review", 2, null],
    ["approved", 2, null],
    ["approval_undone", 2, null],
    ["approved", 2, null],
    ["published", null, null],
  ]);
  expect(await countUnreadMessages({ tx: app.db }, people.editor.id)).toBe(0);
});

it("the assistant reports the end of a review window", async () => {
  const taskId = await newTask();
  await people.send(taskId);
  await app.work();
  app.setNow(after(new Date(), 12 * hour));
  await app.work();
  app.setNow(null);
  expect((await eventsOf(taskId)).at(-1)).toEqual(["expired", 1, null]);
});

it("a task that fails to be created leaves no assistant message", async () => {
  const before = await app.db.$count(messages);
  const fields = { taskTitle: "", workDescription: "Cut.", deadline: "2031-01-31", assignedTo: "mira" };
  await as(people.creator).call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  expect(await app.db.$count(messages)).toBe(before);
});

async function sendImages(from: TestActor, to: TestActor, count: number, id: string = randomUUID()) {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("id", id);
  form.append("text", "The new thumbnail");
  for (let at = 0; at < count; at += 1) {
    form.append("images", new File([new Uint8Array(png)], `frame-${at}.png`, { type: "image/png" }));
  }
  const address = endpointAddress(messagesEndpoints.sendImages, { params: { id: to.id } });
  const answer = await fetch(people.url + address, {
    method: "POST",
    headers: { cookie: from.cookie },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as { data: { id: string; images: string[] } } };
}

it("images are readable by both users only, and until the message is deleted", async () => {
  await newTask();
  const { creator, editor, otherEditor } = people;
  const { status, body } = await sendImages(creator, editor, 2);
  expect([status, body.data.images.length]).toEqual([200, 2]);
  const [message] = (
    await as(editor).call(messagesEndpoints.history, { params: { id: creator.id }, query: { limit: 1 } })
  ).data.messages;
  const statusOf = async (url: string | undefined, reader: TestActor) =>
    (await fetch(people.url + String(url), { headers: { cookie: reader.cookie } })).status;
  const [own, received] = [body.data.images[0], message?.images[0]];
  expect(await Promise.all([statusOf(own, creator), statusOf(received, editor)])).toEqual([200, 200]);
  expect(await statusOf(received, otherEditor)).not.toBe(200);
  expect(
    (await as(editor).call(messagesEndpoints.shared, { params: { id: creator.id } })).data.files,
  ).toContain(received);
  await as(creator).call(messagesEndpoints.remove, { params: { id: editor.id, messageId: body.data.id } });
  await expect.poll(() => statusOf(received, editor)).toBe(404);
});

it("a repeated image message is stored once, and the number of images is limited", async () => {
  const { creator, editor, otherEditor } = people;
  const id = randomUUID();
  expect((await sendImages(creator, editor, 1, id)).status).toBe(200);
  expect((await sendImages(creator, editor, 1, id)).status).toBe(200);
  expect(await app.db.$count(messages, eq(messages.id, id))).toBe(1);
  expect((await sendImages(creator, editor, maxImages + 1)).status).toBe(422);
  expect((await sendImages(creator, editor, 0)).status).toBe(200);
  expect((await sendImages(otherEditor, editor, 1)).body).toMatchObject({ code: "no_images_yet" });
});
