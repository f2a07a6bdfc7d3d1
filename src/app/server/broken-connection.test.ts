import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { settingsPath } from "#core/paths.ts";
import { after, hour } from "#core/time.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import {
  type ConnectedDestination,
  destinationsEndpoints,
} from "#modules/publishing/contract/destinations.ts";
import { expectNewConsent } from "#modules/publishing/server/destinations/queries.ts";
import { publishingJobs } from "#modules/publishing/server/jobs.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { authorizeInSandbox } from "#testing/sandbox.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

describe("a connection that breaks", () => {
  let app: TestApp;
  let creator: Person;
  let channel: ConnectedDestination;
  let taskId: number;
  let sentBefore: string[];

  const mails = async () => app.sandbox.mailTo("meera@example.com");
  const newMails = async () => (await mails()).filter(({ id }) => !sentBefore.includes(id));
  const runJob = async (name: string, dependencies = app.dependencies) => {
    const job = publishingJobs(dependencies).find(({ definition }) => definition.job === name);
    await job?.work({}, new AbortController().signal);
  };
  const checkDaily = async (dependencies = app.dependencies) => {
    app.setNow(after(new Date(), 2 * hour));
    await runJob("publishing.check-channels", dependencies);
  };
  const notifications = async () =>
    (await creator.call(notificationsEndpoints.list, { query: {} })).data.items;

  async function connect(destinationId?: string): Promise<ConnectedDestination> {
    const body = destinationId === undefined ? {} : { destinationId };
    const { data: url } = await creator.call(destinationsEndpoints.startAuthorization, {
      params: { kind: "youtube" },
      body,
    });
    const { code, state } = await authorizeInSandbox(url);
    const returned = { code: code ?? "", ...(state && { state }) };
    return (await creator.call(destinationsEndpoints.finishAuthorization, { body: returned })).data;
  }

  beforeAll(async () => {
    app = await startApp();
    creator = await app.join("meera", "YOUTUBER");
    await app.confirmEmail(creator);
    const editor = await app.join("anika", "EDITOR");
    channel = await connect();
    const fields = {
      taskTitle: "Monsoon on the Konkan line",
      workDescription: "Open on the bridge.",
      deadline: "2027-01-31",
      assignedTo: editor.user.name,
    };
    taskId = (await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } })).data.id;
    const body = { destinationIds: [channel.id] };
    await creator.call(destinationsEndpoints.choose, { params: { taskId }, body });
  });
  afterAll(async () => app?.stop());
  beforeEach(async () => {
    app.setNow(null);
    await connect(channel.id);
    await app.work();
    sentBefore = (await mails()).map(({ id }) => id);
  });

  it("is reported once by the daily check, with what waits for it and a link to reconnect", async () => {
    await app.sandbox.fail({ kind: "revoked_consent" });
    await checkDaily();
    await checkDaily();
    await app.work();
    const [mail, ...more] = await newMails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Connection broken: ${channel.title}`);
    expect(mail?.text).toContain("has expired or was revoked");
    expect(mail?.text).toContain("Waiting for it: “Monsoon on the Konkan line”.");
    expect(mail?.html).toContain(`href="http://localhost:3000/y/settings?destination=${channel.id}"`);
    expect((await notifications())[0]).toMatchObject({
      kind: "connection_broken",
      taskId: null,
      read: false,
      path: `${settingsPath("YOUTUBER")}?destination=${channel.id}`,
    });
  });

  it("is reported when the owner took the permission back", async () => {
    const { platforms } = app.dependencies;
    const youtube = platforms.youtube.connect(null);
    const refresh = async (token: string) => ({
      ...(await youtube.refresh(token)),
      scopes: ["https://www.googleapis.com/auth/youtube.readonly"],
    });
    const changed = { ...platforms.youtube, connect: () => ({ ...youtube, refresh }) };
    await checkDaily({ ...app.dependencies, platforms: { ...platforms, youtube: changed } });
    await app.work();
    const [mail, ...more] = await newMails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Connection broken: ${channel.title}`);
    expect(mail?.text).toContain("no longer grants the permission that publishing needs.");
  });

  it("is reported once after another secret was accepted", async () => {
    await expectNewConsent(app.db);
    await runJob("publishing.resume");
    await runJob("publishing.resume");
    await app.work();
    const [mail, ...more] = await newMails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Connection broken: ${channel.title}`);
  });

  it("sends no email once it is reconnected, and the notification is resolved", async () => {
    await app.sandbox.fail({ kind: "revoked_consent" });
    await checkDaily();
    app.setNow(null);
    await connect(channel.id);
    await app.work();
    expect(await newMails()).toEqual([]);
    expect((await notifications())[0]).toMatchObject({ title: `Reconnected: ${channel.title}`, read: true });
  });

  it("is no longer among the notifications once it is disconnected", async () => {
    await app.sandbox.fail({ kind: "revoked_consent" });
    await checkDaily();
    app.setNow(null);
    await creator.call(destinationsEndpoints.disconnect, { query: { destinationId: channel.id } });
    expect(await notifications()).toEqual([]);
    channel = await connect();
  });
});
