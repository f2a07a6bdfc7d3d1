import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";
import { describe, expect, it } from "vitest";

import { createHttp } from "./http.ts";
import { createLog, describeError } from "./log.ts";

const logged = (error: unknown) => JSON.stringify(describeError(error));

describe("the log of a failed query", () => {
  it("has the statement, the code and the stack, but no parameters", () => {
    const cause = Object.assign(new DatabaseError("duplicate key value violates a constraint", 0, "error"), {
      code: "23505",
      detail: "Key (email)=(meera@example.com) already exists.",
    });
    const parameters = ["meera@example.com", "$argon2id$secret"];
    const text = logged(new DrizzleQueryError("insert into people values ($1, $2)", parameters, cause));
    expect(text).not.toMatch(/meera|argon2/);
    expect(describeError(new DrizzleQueryError("select $1", ["meera"], cause))).toMatchObject({
      message: "Failed query: select $1",
      stack: expect.stringContaining("log.test.ts"),
      cause: { code: "23505", message: "duplicate key value violates a constraint" },
    });
  });

  it("doesn't quote invalid data", () => {
    const error = new DatabaseError('invalid input syntax for type uuid: "meera"', 0, "error");
    expect(logged(Object.assign(error, { code: "22P02" }))).not.toContain("meera");
  });

  it("keeps the message of other errors", () => {
    expect(describeError(new TypeError("x is undefined"))).toMatchObject({ message: "x is undefined" });
  });
});

it("the log of a request has no query", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const app = await createHttp({ appUrl: "http://localhost:3000", trustedProxies: 0, log });
  await app.inject({ url: "/api/v1/user/oauth/login-register?code=secret&role=EDITOR" });
  await app.close();
  expect(lines.join("")).toContain("/api/v1/user/oauth/login-register");
  expect(lines.join("")).not.toContain("secret");
});
