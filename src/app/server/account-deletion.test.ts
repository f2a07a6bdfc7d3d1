import { randomUUID } from "node:crypto";

import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";

import { videos } from "#modules/media/server/tables.ts";
import { posterKey } from "#modules/media/server/videos/object-keys.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { notificationSettings } from "#modules/notifications/server/tables.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { people } from "#modules/people/server/tables.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { posterAddress } from "#modules/profiles/rules/profiles.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { deliveries, destinations } from "#modules/publishing/server/tables.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { versions } from "#modules/review/server/tables.ts";
import { accountDeletionEndpoints } from "#modules/sign-in/contract/account-deletion.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { identities, oneTimeCodes, passkeys, sessions } from "#modules/sign-in/server/tables.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";
import { tasks } from "#modules/tasks/server/tables.ts";
import { authorizeInSandbox } from "#testing/sandbox.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;
let editor: Person;
let creatorName: string;
let editorName: string;
let round = 0;

beforeAll(async () => {
  app = await startApp({ work: true });
});
afterAll(async () => app?.stop());

beforeEach(async () => {
  round += 1;
  creatorName = `meera${round}`;
  editorName = `anika${round}`;
  [creator, editor] = await Promise.all([app.join(creatorName, "YOUTUBER"), app.join(editorName, "EDITOR")]);
});

async function newTask(stage: Stage = "assigned"): Promise<number> {
  const fields = {
    taskTitle: `A reel that is ${stage}`,
    workDescription: "Open on the bridge.",
    deadline: "2031-01-31",
    assignedTo: editorName,
  };
  const { data } = await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  await app.db.update(tasks).set({ stage }).where(eq(tasks.id, data.id));
  return data.id;
}

const stageOf = async (taskId: number) =>
  (await app.db.select().from(tasks).where(eq(tasks.id, taskId)))[0]?.stage;
const taskAs = async (person: Person, id: number) =>
  (await person.call(tasksEndpoints.fetchTask, { params: { id } })).data;
const noticesOf = async ({ call }: Person) =>
  (await call(notificationsEndpoints.list, { query: {} })).data.items;

/** An unfinished upload. */
function beginUpload(taskId: number) {
  const file = { fileName: "cut.mp4", bytes: 1000, type: "video/mp4", fingerprint: "cut.mp4:1000:0" };
  return editor.call(reviewEndpoints.beginVersion, { body: { taskId, ...file } });
}

const image = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: "#a33" } })
    .png()
    .toBuffer();

/** A task whose video is public at the platform, with a stored poster. */
async function newPublicVideo(): Promise<string> {
  const taskId = await newTask("published");
  const [id, now] = [randomUUID(), new Date()];
  await app.db.insert(videos).values({
    id,
    taskId,
    personId: editor.user.id,
    fileName: "cut.mp4",
    type: "video/mp4",
    bytes: 10,
    state: "ready",
    createdAt: now,
    posterDone: now,
  });
  await app.storage.put(posterKey(id), await image());
  await app.db.insert(deliveries).values({
    taskId,
    personId: creator.user.id,
    videoId: id,
    bytes: 10,
    step: "done",
    visibility: "public",
    kind: "youtube",
    watchUrl: "https://video.example/1",
    consent: {},
    startedAt: now,
    finishedAt: now,
    publicAt: now,
  });
  return id;
}

async function changePicture({ call }: Person, name: string): Promise<string> {
  const file = new File([new Uint8Array(await image())], `${name}.png`, { type: "image/png" });
  const form = {
    fields: { name, bio: "I film trains.", link: `${name}.example.com` },
    files: { profileImg: [file] },
  };
  return (await call(profilesEndpoints.editProfile, { form })).data.profileImgUrl;
}

async function connectChannel(taskId: number): Promise<void> {
  const { data } = await creator.call(destinationsEndpoints.authorize, { query: {} });
  const { code } = await authorizeInSandbox(data);
  await creator.call(destinationsEndpoints.getAccessToken, { body: { code: code ?? "", taskId } });
}

const leave = ({ call }: Person, name: string) =>
  call(accountDeletionEndpoints.deleteAccount, { body: { password: `${name} likes long reels` } });

/** Tables in which any row contains the text. */
async function tablesNaming(text: string): Promise<string[]> {
  const { rows } = await app.db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const naming: string[] = [];
  for (const { name } of rows) {
    const found = await app.db.execute(
      sql`select 1 from ${sql.raw(name)} as t where t::text ilike ${`%${text}%`} limit 1`,
    );
    if (found.rows.length > 0) naming.push(name);
  }
  return naming;
}

describe("the download of one's data", () => {
  it("contains the user's data, of others only names on shared tasks, and no secrets", async () => {
    const taskId = await newTask();
    await beginUpload(taskId);
    await connectChannel(taskId);
    await changePicture(creator, creatorName);
    await app.db.insert(passkeys).values({
      id: "credential",
      personId: creator.user.id,
      publicKey: "public-key",
      counter: 0,
      transports: [],
      name: "Laptop",
      createdAt: new Date(),
    });
    const { data } = await creator.call(accountDeletionEndpoints.downloadData, {});
    expect(data).toMatchObject({
      server: "http://localhost:3000",
      account: {
        email: `${creatorName}@example.com`,
        bio: "I film trains.",
        hasPassword: true,
      },
      signIn: { passkeys: [{ name: "Laptop" }] },
      uploads: { files: [{ name: `${creatorName}.png`, address: expect.stringContaining("/") }] },
      tasks: [{ id: taskId, workDescription: "Open on the bridge.", editor: editorName }],
      versions: [{ taskId, number: 1, state: "uploading" }],
      publishing: { destinations: [{ kind: "youtube", title: expect.any(String) }] },
    });
    const text = JSON.stringify(data);
    const [session] = await app.db.select().from(sessions).where(eq(sessions.personId, creator.user.id));
    const [channel] = await app.db
      .select()
      .from(destinations)
      .where(eq(destinations.personId, creator.user.id));
    const secrets = [`${editorName}@example.com`, "$argon2", "public-key", session?.tokenHash];
    for (const secret of [...secrets, channel?.encryptedRefreshToken, channel?.encryptedAccessToken]) {
      expect(text).not.toContain(secret ?? "missing");
    }
    const others = await editor.call(accountDeletionEndpoints.downloadData, {});
    expect(others.data).toMatchObject({
      uploads: { videos: [{ fileName: "cut.mp4", taskId }] },
      publishing: { destinations: [], deliveries: [] },
      notifications: { settings: { email: true }, list: [{ kind: "assigned" }] },
    });
    expect(JSON.stringify(others.data)).not.toContain("I film trains.");
  });

  it("has each row of long lists once", async () => {
    const taskId = await newTask();
    const { id } = creator.user;
    await app.db.execute(sql`
      insert into stored_files (id, person_id, name, type, bytes, state, created_at)
      select gen_random_uuid(), ${id}, 'file' || n, 'image/png', 1, 'kept', now() from generate_series(1, 450) n`);
    await app.db.execute(sql`
      insert into task_history (task_id, sequence, kind, person_id, version, at)
      select ${taskId}, 1000 + n, 'commented', ${id}, n, now() from generate_series(1, 450) n`);
    await app.db.execute(sql`
      insert into notifications (person_id, task_id, kind, data, created_at)
      select ${id}, ${taskId}, 'published', json_build_object('title', n::text, 'to', 'creator'), now() from generate_series(1, 450) n`);
    const { data } = await creator.call(accountDeletionEndpoints.downloadData, {});
    const lists = z
      .object({
        uploads: z.object({ files: z.array(z.object({ name: z.string() })) }),
        history: z.array(z.object({ sequence: z.number() })),
        notifications: z.object({ list: z.array(z.object({ title: z.string() })) }),
      })
      .parse(data);
    const names = lists.uploads.files.map(({ name }) => name).filter((name) => name.startsWith("file"));
    const sequences = lists.history.map(({ sequence }) => sequence).filter((sequence) => sequence > 1000);
    const titles = lists.notifications.list.map(({ title }) => title).filter((it) => /\d$/.test(it));
    for (const list of [names, sequences, titles]) {
      expect([list.length, new Set<unknown>(list).size]).toEqual([450, 450]);
    }
  });

  it("is limited to ten per hour", async () => {
    const answers: number[] = [];
    for (let times = 0; times < 11; times += 1) {
      answers.push((await editor.call(accountDeletionEndpoints.downloadData, {})).status);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe("a creator who deletes their account", () => {
  it("needs the password, with a limited number of attempts", async () => {
    const wrong = () =>
      creator.call(accountDeletionEndpoints.deleteAccount, { body: { password: "no idea" } });
    expect(await wrong()).toMatchObject({ status: 422, code: "wrong_password" });
    for (let times = 1; times < 10; times += 1) await wrong();
    expect(await leave(creator, creatorName)).toMatchObject({ status: 429 });
    expect((await creator.call(sessionEndpoints.checkAuth, {})).status).toBe(200);
  });

  it("needs an emailed code if the account has no password", async () => {
    await app.db.update(people).set({ passwordHash: null }).where(eq(people.id, creator.user.id));
    const by = (otp: string) => creator.call(accountDeletionEndpoints.deleteAccount, { body: { otp } });
    expect(await leave(creator, creatorName)).toMatchObject({ status: 400, code: "code_refused" });
    await creator.call(accountDeletionEndpoints.sendDeletionCode, {});
    await app.idle();
    const [mail] = await app.sandbox.mailTo(`${creatorName}@example.com`);
    const code = /^\s*([2-9A-Z]{4})\s*$/m.exec(mail?.text ?? "")?.[1] ?? "none";
    expect(await by(code === "2222" ? "3333" : "2222")).toMatchObject({ status: 400 });
    expect(await by(code)).toMatchObject({ status: 200, message: "Account deleted." });
    expect((await creator.call(sessionEndpoints.checkAuth, {})).status).toBe(401);
  });

  it("must wait for a running delivery; until then nothing changes", async () => {
    const [open, running] = [await newTask(), await newTask("publishing")];
    const refused = await leave(creator, creatorName);
    expect(refused).toMatchObject({ status: 409, code: "still_publishing" });
    expect(await Promise.all([open, running].map(stageOf))).toEqual(["assigned", "publishing"]);
    expect((await creator.call(sessionEndpoints.checkAuth, {})).data).toMatchObject({ name: creatorName });
  });

  it("deletes open tasks and keeps finished ones for the editor", async () => {
    const stages = ["assigned", "in_review", "changes_requested", "approved", "published"] as const;
    const ids: number[] = [];
    for (const stage of stages) ids.push(await newTask(stage));
    const [assigned = 0] = ids;
    await beginUpload(assigned);
    expect((await leave(creator, creatorName)).status).toBe(200);
    expect(await Promise.all(ids.map(stageOf))).toEqual([
      ...["cancelled", "cancelled", "cancelled", "cancelled"],
      "published",
    ]);
    expect(await app.db.select().from(versions).where(eq(versions.taskId, assigned))).toEqual([]);
    const told = (await noticesOf(editor)).filter(({ title }) => title.startsWith("Task cancelled"));
    expect(told).toHaveLength(4);
    expect(await taskAs(editor, ids.at(-1) ?? 0)).toMatchObject({
      youtuber: { name: `Former member ${creator.user.id}`, role: "NORMAL", profileImgUrl: "" },
    });
  });

  it("leaves no personal data, picture, session or connected channel", async () => {
    const taskId = await newTask("approved");
    await newTask("published");
    await connectChannel(taskId);
    await changePicture(creator, `${creatorName}-first`);
    const picture = await changePicture(creator, creatorName);
    await app.nobody.call(passwordEndpoints.login, {
      body: { email: `${creatorName}@example.com`, password: "not the one" },
    });
    const personId = creator.user.id;
    await app.db.insert(passkeys).values({
      id: creatorName,
      personId,
      publicKey: "key",
      counter: 0,
      transports: [],
      name: `${creatorName}'s laptop`,
      createdAt: new Date(),
    });
    await app.db.insert(identities).values({
      provider: "google",
      subject: creatorName,
      personId,
      email: `${creatorName}@example.com`,
      connectedAt: new Date(),
    });
    await app.db.insert(oneTimeCodes).values({
      personId,
      purpose: "reset_password",
      codeHash: creatorName,
      expiresAt: new Date(),
    });
    const body = { push: true, pushOff: [], email: false, emailFrequency: "hourly" as const, emailOff: [] };
    await creator.call(notificationSettingsEndpoints.saveSettings, { body });
    expect(await tablesNaming(creatorName)).not.toEqual([]);
    expect((await leave(creator, creatorName)).status).toBe(200);
    await app.idle();
    expect(await tablesNaming(creatorName)).toEqual([]);
    const where = eq(destinations.personId, creator.user.id);
    expect(await app.db.select().from(destinations).where(where)).toEqual([]);
    const settings = eq(notificationSettings.personId, personId);
    expect(await app.db.select().from(notificationSettings).where(settings)).toEqual([]);
    expect((await app.app.inject(picture)).statusCode).toBe(404);
    expect((await creator.call(sessionEndpoints.checkAuth, {})).status).toBe(401);
  });

  it("clears the publishing consents and upload sessions of their deliveries, and of no others", async () => {
    const other = await app.join(`jonas${round}`, "YOUTUBER");
    const consent = { channel: { title: "Konkan Rail" }, text: "I own the rights." };
    const session = { encryptedSessionUri: "encrypted", sessionTitle: "Monsoon" };
    const newDelivery = async (personId: number) => {
      const videoId = await newPublicVideo();
      await app.db
        .update(deliveries)
        .set({ personId, consent, ...session })
        .where(eq(deliveries.videoId, videoId));
      return videoId;
    };
    const deliveryOf = async (videoId: string) =>
      (await app.db.select().from(deliveries).where(eq(deliveries.videoId, videoId)))[0];
    const [own, foreign] = [await newDelivery(creator.user.id), await newDelivery(other.user.id)];
    expect((await leave(creator, creatorName)).status).toBe(200);
    expect(await deliveryOf(own)).toMatchObject({
      consent: {},
      encryptedSessionUri: null,
      sessionTitle: null,
      watchUrl: "https://video.example/1",
    });
    expect(await deliveryOf(foreign)).toMatchObject({ consent, ...session });
  });

  it("no longer shows published videos and their posters", async () => {
    const poster = posterAddress(await newPublicVideo());
    const published = () =>
      editor.call(profilesEndpoints.publishedVideos, { query: { username: creatorName } });
    expect((await published()).data).toMatchObject([{ posterUrl: poster }]);
    expect((await app.app.inject(poster)).statusCode).toBe(200);
    expect((await leave(creator, creatorName)).status).toBe(200);
    expect((await published()).status).toBe(404);
    expect((await app.app.inject(poster)).statusCode).toBe(404);
  });

  it("is not found afterwards, and frees the email address for another account", async () => {
    await leave(creator, creatorName);
    const search = async (query: string) =>
      (await editor.call(peopleEndpoints.searchUser, { query: { query } })).data.map(({ id }) => id);
    for (const query of [creatorName, "former", `Former member ${creator.user.id}`, "/former", ""]) {
      expect(await search(query)).not.toContain(creator.user.id);
    }
    for (const username of [creatorName, `Former member ${creator.user.id}`, `/former/${creator.user.id}`]) {
      const answer = await editor.call(profilesEndpoints.profile, { query: { username } });
      expect(answer.status).toBe(404);
    }
    const top = await editor.call(profilesEndpoints.topYoutubers, {});
    expect(top.data.map(({ id }) => id)).not.toContain(creator.user.id);
    const login = { email: `${creatorName}@example.com`, password: `${creatorName} likes long reels` };
    expect((await app.nobody.call(passwordEndpoints.login, { body: login })).status).toBe(401);
    const next = await app.join(creatorName, "EDITOR");
    expect(next.user.id).not.toBe(creator.user.id);
  });
});

describe("an editor who deletes their account", () => {
  it("leaves their tasks to the creator, who is notified and chooses another editor", async () => {
    const [waiting, delivered] = [await newTask(), await newTask("in_review")];
    await beginUpload(waiting);
    await leave(editor, editorName);
    expect(await Promise.all([waiting, delivered].map(stageOf))).toEqual(["assigned", "in_review"]);
    expect(await app.db.select().from(versions).where(eq(versions.taskId, waiting))).toEqual([]);
    const told = (await noticesOf(creator)).filter(({ kind }) => kind === "editor_left");
    expect(
      told.map(({ taskId, description }) => [taskId, /Choose another editor/.test(description)]),
    ).toEqual([
      [delivered, false],
      [waiting, true],
    ]);
    const former = `Former member ${editor.user.id}`;
    expect((await taskAs(creator, waiting)).editor).toMatchObject({ name: former });
    const another = await app.join(`noor${round}`, "EDITOR");
    const fields = { taskTitle: "A reel", workDescription: "Open on the bridge.", deadline: "2031-01-31" };
    const assign = (id: number, assignedTo: string) =>
      creator.call(tasksEndpoints.updateTask, {
        params: { id },
        form: { fields: { ...fields, assignedTo }, files: {} },
      });
    expect((await assign(waiting, `noor${round}`)).data.editor?.id).toBe(another.user.id);
    expect((await noticesOf(another)).map(({ kind }) => kind)).toEqual(["assigned"]);
    expect(await assign(waiting, former)).toMatchObject({ status: 422, code: "editor_not_found" });
    // Where the editor can't be changed now, the rest of the task still can.
    expect(await assign(delivered, former)).toMatchObject({ status: 200 });
    await app.idle();
    expect(await tablesNaming(editorName)).toEqual([]);
  });
});
