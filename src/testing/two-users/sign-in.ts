import { randomBytes, randomUUID } from "node:crypto";

import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";

import { createClient, overHttp } from "../client.ts";
import { passwordOf } from "./join.ts";
import { accepted, type FloodRequest, floodOfRequests } from "./requests.ts";
import type { ScenarioServer, Scenario } from "./scenario.ts";

/** A user who logs in with their password. */
async function userWhoLogsIn({ url, join }: ScenarioServer): Promise<() => Promise<void>> {
  await join("working", "EDITOR");
  const nobody = createClient(overHttp(url));
  const body = { email: "working@example.com", password: passwordOf("working") };
  return async () => void (await accepted(nobody.call(passwordEndpoints.login, { body })));
}

function passwordFlood(name: string, requestAt: () => FloodRequest): Scenario {
  return {
    name,
    work: "login",
    calls: 20,
    prepare: async (ground) => ({
      work: await userWhoLogsIn(ground),
      flood: () => floodOfRequests(ground.url, 32, requestAt),
    }),
  };
}

export const signInScenarios: readonly Scenario[] = [
  passwordFlood("wrong passwords of the working user", () => ({
    path: "/user/login",
    method: "POST",
    body: { email: "working@example.com", password: "none of these" },
  })),
  passwordFlood("wrong passwords of many accounts", () => ({
    path: "/user/login",
    method: "POST",
    body: { email: `${randomUUID()}@example.com`, password: "none of these" },
  })),
  passwordFlood("passwords of a guest link that doesn't exist", () => ({
    path: `/guest-review/${randomUUID()}/open`,
    method: "POST",
    body: { secret: randomBytes(32).toString("base64url"), name: "Anna", password: "none of these" },
  })),
];
