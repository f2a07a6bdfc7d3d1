import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, it } from "vitest";

import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { addTaskInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

import { hashLinkPassword } from "./links.ts";

let app: TestApp;
let creator: Person;
let taskId: number;
beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  taskId = await addTaskInReview(app.db, { creator, editor: await app.join("anika", "EDITOR") });
});
afterAll(() => app?.stop());

it("a link that doesn't exist is refused before a password is hashed", async () => {
  const { id, role } = creator.user;
  const actor = { id, role, sessionId: "" };
  const unknown = { taskId, linkId: randomUUID() };
  const hashing = hashLinkPassword((act) => app.run(actor, act), unknown, "low tide");
  await expect(hashing).rejects.toMatchObject({ code: "link_not_found" });
});

it("names of guests follow the rules of user names", async () => {
  const { data } = await creator.call(guestLinkEndpoints.createGuestLink, {
    params: { id: taskId },
    body: { mayComment: true },
  });
  const open = (name: string) =>
    app.nobody.call(guestEndpoints.openGuestLink, {
      params: { linkId: data.id },
      body: { secret: data.path?.split("#")[1] ?? "", name },
    });
  for (const name of ["Reelay Assistant", "support", "Αdmin"]) {
    expect(await open(name)).toMatchObject({ status: 422 });
  }
  expect(await open("Ａnna")).toMatchObject({ status: 422, code: "name_restricted" });
  expect(await open("Anna")).toMatchObject({ status: 200 });
});
