import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { endpointAddress } from "#core/endpoint-address.ts";
import type { Endpoint } from "#core/endpoint.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { rounds } from "#testing/tier.ts";

/** Values of a hostile or broken client. */
const anything = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "../../etc/passwd",
    "%00",
    "'; drop table people; --",
    "\u202e",
    "💥".repeat(80),
  ),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, Number.MAX_SAFE_INTEGER, -1, 1e308),
  fc.array(fc.string({ maxLength: 10 }), { maxLength: 4 }),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.integer(), { maxKeys: 3 }),
);
const triesPerEndpoint = 3 * rounds;
/** Texts of zod for values that a contract refuses without a message. */
const textOfLibrary = /Invalid (input|option|string|number)|Too (big|small):|Unrecognized key/;

describe("malformed input", () => {
  let app: TestApp;
  let people: Person[];
  beforeAll(async () => {
    app = await startApp();
    people = [await app.join("meera", "YOUTUBER"), await app.join("anika", "EDITOR")];
  });
  afterAll(async () => app?.stop());

  async function send(endpoint: Endpoint, person: Person, random: Record<string, unknown>) {
    const query = Object.fromEntries(
      Object.keys(endpoint.query?.shape ?? {}).map((name) => [name, asText(random["q"])]),
    );
    const form = endpoint.form ? formOf(endpoint, random) : null;
    const body = endpoint.body ? JSON.stringify(bodyOf(endpoint, random)) : undefined;
    const response = await app.app.inject({
      method: endpoint.method,
      url: endpointAddress(endpoint, {
        params: { id: asText(random["id"]), taskId: asText(random["id"]), token: asText(random["id"]) },
        query,
      }),
      headers: { cookie: person.cookie, "content-type": form?.type ?? "application/json" },
      payload: form?.body ?? body ?? "",
    });
    return { status: response.statusCode, text: response.body };
  }

  it("is rejected with a defined error or accepted, never an internal error", async () => {
    const broken: string[] = [];
    for (const { name, endpoint } of app.endpoints) {
      if (name.endsWith(".logout")) continue;
      const inputs = fc.sample(
        fc.record({ id: anything, q: anything, a: anything, b: anything }),
        triesPerEndpoint,
      );
      for (const [index, input] of inputs.entries()) {
        const person = people[index % people.length];
        if (!person) continue;
        const { status, text } = await send(endpoint, person, input);
        // 502: the input contains the address of another server, which can't be reached.
        if (status >= 500 && status !== 502)
          broken.push(`${name} answered ${status} to ${JSON.stringify(input)}`);
        if (status === 422 && textOfLibrary.test(text)) broken.push(`${name}: ${text}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("rejects the null character in bodies, forms and queries", async () => {
    const [creator] = people;
    const task = { taskTitle: "a\0b", workDescription: "words", deadline: "2031-01-31", assignedTo: "anika" };
    const parts = Object.entries(task).map(
      ([name, value]) => `--reelay\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const form = { "content-type": "multipart/form-data; boundary=reelay", cookie: creator?.cookie };
    const answers = await Promise.all([
      app.nobody.call(passwordEndpoints.login, {
        body: { email: "a\0b@example.com", password: "some words" },
      }),
      app.app
        .inject({
          method: "POST",
          url: "/api/v1/task/create-task",
          headers: form,
          payload: `${parts.join("")}--reelay--\r\n`,
        })
        .then(({ statusCode }) => ({ status: statusCode })),
      creator?.call(peopleEndpoints.searchUser, { query: { query: "a\0b" } }),
    ]);
    expect(answers.map((answer) => answer?.status)).toEqual([422, 422, 422]);
  });

  it("says that a search has no query", async () => {
    const headers = { cookie: people[0]?.cookie };
    const response = await app.app.inject({ url: "/api/v1/user/search-user", headers });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      message: "Query is required. Send the name to search for as `query`.",
    });
  });

  it.each([
    ["no form at all", "multipart/form-data; boundary=reelay", "words"],
    ["a form without a boundary", "multipart/form-data", "words"],
    [
      "a form that is cut off in a field",
      "multipart/form-data; boundary=reelay",
      '--reelay\r\ncontent-disposition: form-data; name="taskTitle"\r\n\r\nMons',
    ],
    [
      "a form that is cut off in a file",
      "multipart/form-data; boundary=reelay",
      '--reelay\r\ncontent-disposition: form-data; name="files"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\nftyp',
    ],
    [
      "a form that is cut off in a picture",
      "multipart/form-data; boundary=reelay",
      '--reelay\r\ncontent-disposition: form-data; name="thumbnail"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\nftyp',
    ],
    [
      "a form with a field of an object's own",
      "multipart/form-data; boundary=reelay",
      '--reelay\r\ncontent-disposition: form-data; name="constructor"; filename="a"\r\n\r\nx\r\n--reelay--\r\n',
    ],
  ])("answers %s with a sentence", async (_what, type, payload) => {
    const response = await app.app.inject({
      method: "POST",
      url: "/api/v1/task/create-task",
      headers: { "content-type": type, cookie: people[0]?.cookie },
      payload,
    });
    expect([400, 415, 422]).toContain(response.statusCode);
    expect(response.json()).toEqual({ message: expect.any(String), code: expect.any(String) });
  });

  it("rejects a malformed URL like other invalid requests", async () => {
    const response = await app.app.inject({ url: "/media/v/%ff" });
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: "bad_request" }]);
    expect(Object.keys(response.json())).toEqual(["message", "code"]);
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
  });

  it("rejects malformed JSON with a message", async () => {
    const response = await app.app.inject({
      method: "POST",
      url: "/api/v1/user/login",
      headers: { "content-type": "application/json" },
      payload: "{ not json",
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: "bad_request", message: "Invalid request." });
  });
  it("rejects deeply nested JSON", async () => {
    const levels = 20_000;
    const nested = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    const response = await app.app.inject({
      method: "POST",
      url: "/api/v1/user/login",
      headers: { "content-type": "application/json" },
      payload: `{"email":${nested},"password":"words"}`,
    });
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: "bad_request" }]);
  });

  it.each(["application/offset+octet-stream", "application/octet-stream", "text/html"])(
    "rejects %s where JSON is expected",
    async (type) => {
      const response = await app.app.inject({
        method: "POST",
        url: "/api/v1/user/login",
        headers: { "content-type": type },
        payload: "{}",
      });
      expect([response.statusCode, response.json()]).toMatchObject([415, { code: "content_type" }]);
    },
  );
});

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** All declared fields with an invalid value. */
function bodyOf(endpoint: Endpoint, random: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(endpoint.body?.shape ?? {});
  return Object.fromEntries(names.map((name, index) => [name, index % 2 === 0 ? random["a"] : random["b"]]));
}

function formOf(endpoint: Endpoint, random: Record<string, unknown>): { type: string; body: string } {
  const names = [...Object.keys(endpoint.form?.fields.shape ?? {}), "surprise"];
  const parts = names.map((name, index) => {
    const value = asText(index % 2 === 0 ? random["a"] : random["b"]);
    return `--reelay\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  });
  return { type: "multipart/form-data; boundary=reelay", body: `${parts.join("")}--reelay--\r\n` };
}
