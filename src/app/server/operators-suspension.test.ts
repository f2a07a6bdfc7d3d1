import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { defaultSignInSettings } from "#core/sign-in-settings.ts";
import { boardEndpoints } from "#modules/board/contract/board.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { operatorUserEndpoints } from "#modules/operators/contract/users.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { profileChanged } from "#modules/people/realtime-messages.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { contributorsEndpoints } from "#modules/tasks/contract/contributors.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";
import { addVersionInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";
import { addContributor, addManager } from "#testing/team.ts";

describe("a suspended user", () => {
  let app: TestApp;
  let creator: Person;
  let editor: Person;
  let olga: Person;
  let taskId: number;
  const signIn = { ...defaultSignInSettings };

  const taskFields = (assignedTo: string) => ({
    form: {
      fields: { taskTitle: "Harbour", workDescription: "Cut.", deadline: "2031-01-31", assignedTo },
      files: {},
    },
  });
  const suspend = (on: boolean) =>
    olga.call(on ? operatorUserEndpoints.suspendUser : operatorUserEndpoints.restoreUser, {
      params: { personId: editor.user.id },
    });
  const send = () =>
    creator.call(messagesEndpoints.send, {
      params: { id: editor.user.id },
      body: { id: randomUUID(), text: "Hello" },
    });

  beforeAll(async () => {
    app = await startApp({ signIn });
    creator = await app.join("meera", "YOUTUBER");
    editor = await app.join("anika.rao", "EDITOR");
    olga = await app.join("olga", "YOUTUBER");
    await app.confirmEmail(olga);
    taskId = (await creator.call(tasksEndpoints.createTask, taskFields("anika.rao"))).data.id;
    await send();
    app.realtimeMessages.length = 0;
    await suspend(true);
  });
  afterAll(async () => app?.stop());

  /** Names that are offered to the creator. */
  async function offered() {
    const found = async (query: string) =>
      (await creator.call(peopleEndpoints.searchUser, { query: { query } })).data;
    const editors = async (query: string) =>
      (await creator.call(tasksEndpoints.searchEditors, { query: { query } })).data;
    const lists = await Promise.all([
      found("anika"),
      found("ika.r"),
      found(""),
      editors("anika"),
      editors(""),
      creator.call(profilesEndpoints.topEditors, {}).then(({ data }) => data),
      creator.call(tasksEndpoints.teammates, {}).then(({ data }) => data),
    ]);
    return lists.map((people) => people.map(({ name }) => name).includes("anika.rao"));
  }

  it("learns at the login whom to ask, unlike those who don't know the password", async () => {
    const logIn = (email: string, password: string) =>
      app.nobody.call(passwordEndpoints.login, { body: { email, password } });
    const [email, password] = ["anika.rao@example.com", "anika.rao likes long reels"];
    expect(await logIn(email, password)).toMatchObject({
      status: 403,
      code: "account_suspended",
      message: "This account is suspended. Ask the operators of this server to restore it.",
    });
    signIn.contact = "help@studio.example";
    expect((await logIn(email, password)).message).toBe(
      "This account is suspended. Ask help@studio.example to restore it.",
    );
    const { status, code, message } = await logIn("nobody@example.com", "a wrong password");
    expect(code).toBe("wrong_credentials");
    expect(await logIn(email, "a wrong password")).toMatchObject({ status, code, message });
  });

  it("is offered neither in searches nor in lists, and can be neither assigned nor messaged", async () => {
    expect(await offered()).toEqual([false, false, false, false, false, false, false]);
    const refused = await creator.call(tasksEndpoints.createTask, taskFields("anika.rao"));
    expect(refused).toMatchObject({ status: 422, code: "editor_suspended" });
    expect(await send()).toMatchObject({ status: 409, code: "suspended" });
  });

  it("stays on their tasks, which say so at once", async () => {
    const sent = app.realtimeMessages.filter(({ name }) => name === profileChanged.name);
    expect(sent.map(({ people }) => people)).toEqual([[creator.user.id]]);
    const { data } = await creator.call(boardEndpoints.fetchTasks, { query: { completed: "false" } });
    expect(data).toMatchObject([{ id: taskId, editor: { name: "anika.rao", suspended: true } }]);
    const params = { id: taskId };
    const changed = taskFields("anika.rao");
    const saved = await creator.call(tasksEndpoints.updateTask, { params, ...changed });
    expect(saved.status).toBe(200);
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id });
    const preview = await creator.call(reviewEndpoints.preview, { params: { id: taskId }, query: {} });
    expect(preview.data).toMatchObject({ editorLeft: true });
  });

  it("can be neither invited to a team nor added to a task, and stays in those they belong to", async () => {
    const body = { kind: "editor", username: "anika.rao" } as const;
    const invited = await creator.call(teamEndpoints.inviteMember, { body });
    expect(invited).toMatchObject({ status: 422, code: "invitee_suspended" });
    await app.join("noor", "EDITOR");
    const { data } = await creator.call(tasksEndpoints.createTask, taskFields("noor"));
    const add = (label: string) =>
      creator.call(contributorsEndpoints.addContributor, {
        params: { id: data.id },
        body: { username: "anika.rao", label, rights: [] },
      });
    expect(await add("Sound")).toMatchObject({ status: 422, code: "contributor_suspended" });
    await addContributor(app.db, { taskId: data.id, person: editor });
    expect((await add("Colour")).data).toMatchObject([{ label: "Colour", person: { suspended: true } }]);
  });

  it("is found, assigned and messaged again once the account is restored", async () => {
    await suspend(false);
    expect(await offered()).toEqual([true, true, true, true, true, true, true]);
    expect((await creator.call(tasksEndpoints.createTask, taskFields("anika.rao"))).status).toBe(200);
    expect((await send()).code).not.toBe("suspended");
    const { data } = await creator.call(boardEndpoints.fetchTasks, { query: { completed: "false" } });
    expect(data.every((task) => task.editor?.suspended === undefined)).toBe(true);
  });
});

it("the clients of a team learn at once that its creator is suspended, and of a member", async () => {
  const app = await startApp();
  try {
    const creator = await app.join("sunil", "YOUTUBER");
    const manager = await app.join("ravi", "EDITOR");
    const olga = await app.join("olga", "YOUTUBER");
    await app.confirmEmail(olga);
    await addManager(app, { creator, manager });
    const sentAbout = async ({ user }: Person, on: boolean) => {
      app.realtimeMessages.length = 0;
      const endpoint = on ? operatorUserEndpoints.suspendUser : operatorUserEndpoints.restoreUser;
      await olga.call(endpoint, { params: { personId: user.id } });
      return app.realtimeMessages.map(({ name, people }) => [name, people]);
    };
    const toManager = [
      [profileChanged.name, [manager.user.id]],
      [teamChanged.name, [manager.user.id]],
    ];
    expect(await sentAbout(creator, true)).toEqual(toManager);
    expect(await sentAbout(creator, false)).toEqual(toManager);
    expect(await sentAbout(manager, true)).toEqual([[profileChanged.name, [creator.user.id]]]);
  } finally {
    await app.stop();
  }
});
