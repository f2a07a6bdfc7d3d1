import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

import { addressOf } from "#core/endpoint-address.ts";
import type { Endpoint, Input } from "#core/endpoint.ts";
import { peopleEndpoints } from "#modules/people/contract.ts";
import { tasksEndpoints } from "#modules/tasks/contract.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;
let editor: Person;

beforeAll(async () => {
  app = await startApp();
  [creator, editor] = await Promise.all([app.join("meera", "YOUTUBER"), app.join("anika", "EDITOR")]);
});
afterAll(async () => app?.stop());

const body = z.object({
  realtimeMessages: z.array(z.object({ id: z.uuid(), name: z.string(), payload: z.unknown() })).optional(),
});

/** The realtime messages in the response to a call with JSON. */
async function messagesOf<E extends Endpoint>({ cookie }: Person, endpoint: E, input: Input<E>) {
  const sent = input as { params?: Record<string, unknown>; body?: object };
  const response = await app.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, sent),
    headers: { cookie },
    ...(sent.body && { payload: sent.body }),
  });
  expect(response.statusCode).toBe(200);
  return body.parse(response.json()).realtimeMessages?.map(({ name, payload }) => ({ name, payload }));
}

it("the response to a change has the messages to its user, of later modules' handlers too", async () => {
  const brief = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31", assignedTo: "anika" };
  const { id } = (await creator.call(tasksEndpoints.createTask, { form: { fields: brief, files: {} } })).data;
  const decline = { params: { id }, body: { reason: "No time.", block: true } };
  const messages = await messagesOf(editor, tasksEndpoints.declineTask, decline);
  expect(messages).toContainEqual({ name: "task_changed", payload: { taskId: id } });
  expect(messages).toContainEqual({ name: "block_changed", payload: { personId: creator.user.id } });
  // To its creator only.
  expect(messages?.map(({ name }) => name)).not.toContain("notified");
  expect(app.realtimeMessages.map(({ name }) => name)).toContain("notified");
});

it("the response to a request that changes nothing has none", async () => {
  expect(await messagesOf(editor, peopleEndpoints.blockedUsers, { query: {} })).toBeUndefined();
});
