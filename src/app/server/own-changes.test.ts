import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

import { endpointAddress } from "#core/endpoint-address.ts";
import { type Endpoint, endpoint, type Input } from "#core/endpoint.ts";
import { commonError } from "#core/error.ts";
import { defineRealtimeMessage } from "#core/event.ts";
import { signedIn } from "#core/permission.ts";
import { bindEndpoints, type Handlers } from "#core/server/bind-endpoints.ts";
import { currentActor } from "#core/server/context.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
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
    url: endpointAddress(endpoint, sent),
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

it("the response to a request that fails has the messages of what it committed before", async () => {
  const tried = defineRealtimeMessage("tried", z.object({}));
  const attempt = endpoint({
    method: "POST",
    path: "/try/:error",
    permission: signedIn,
    summary: "A change that fails after its transaction",
    params: z.object({ error: z.enum(["refused", "unexpected"]) }),
    response: z.null(),
    message: "Changed.",
  });
  const handlers: Handlers<{ attempt: typeof attempt }> = {
    attempt: async ({ run, params }) => {
      await run(async (ctx) => ctx.notifyClients([currentActor(ctx).id], tried, {}));
      throw params.error === "refused" ? commonError("not_found") : new TypeError("A defect.");
    },
  };
  const server = await app.listen({
    register: (http, binding) => void bindEndpoints(http, "try", { attempt }, handlers, binding),
  });
  for (const [error, status] of [
    ["refused", 404],
    ["unexpected", 500],
  ] as const) {
    const response = await fetch(server.url + endpointAddress(attempt, { params: { error } }), {
      method: "POST",
      headers: { cookie: editor.cookie },
    });
    expect(response.status).toBe(status);
    expect(body.parse(await response.json()).realtimeMessages).toMatchObject([{ name: "tried" }]);
  }
  await server.close();
});
