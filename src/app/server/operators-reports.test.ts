import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { sql } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createSmtpMail } from "#adapters/mail/smtp.ts";
import { operatorFigureEndpoints } from "#modules/operators/contract/figures.ts";
import { operatorJobEndpoints } from "#modules/operators/contract/jobs.ts";
import { operatorSettingEndpoints } from "#modules/operators/contract/settings.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { addVersionInReview } from "#testing/reviewed-version.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

describe("reports for operators", () => {
  let app: TestApp;
  let olga: Person;
  let taskId: number;

  beforeAll(async () => {
    app = await startApp();
    olga = await app.join("olga", "YOUTUBER");
    await app.confirmEmail(olga);
    const editor = await app.join("anika", "EDITOR");
    const fields = {
      taskTitle: "A secret harbour",
      workDescription: "Cut.",
      deadline: "2027-01-31",
      assignedTo: "anika",
    };
    const { data } = await olga.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
    taskId = data.id;
    await addVersionInReview(app.db, { taskId, editorId: editor.user.id });
    await app.db.execute(
      sql`update videos set task_id = ${taskId}, account_id = ${olga.user.id}, original_bytes = 700, still_bytes = 50,
        stored_bytes = 1000, ready_at = now()`,
    );
    await app.db.execute(
      sql`insert into quota_use (day, person_id, bucket, used)
        select (now() at time zone 'America/Los_Angeles')::date, person, bucket, used
        from (values (${olga.user.id}::bigint, 'uploads', 3), (${olga.user.id}, 'publishing', 100), (${olga.user.id}, 'reports', 5),
          (${editor.user.id}, 'other', 50), (${editor.user.id}, 'reports', 3)) as used (person, bucket, used)`,
    );
    await app.db.execute(sql`update versions set review_ends_at = now() + interval '2 hours'`);
    await app.db.execute(
      sql`insert into uploads (id, kind, person_id, owner, bytes, received, fingerprint, created_at)
        select gen_random_uuid(), 'video', ${editor.user.id}, owner, 500, 0, '', now()
        from (values (${`task:${taskId}`}), (null)) as owners (owner)`,
    );
  });
  afterAll(async () => app?.stop());

  it("count users, tasks and storage, with the health of every part", async () => {
    const { data } = await olga.call(operatorFigureEndpoints.overview, {});
    expect(data).toMatchObject({
      users: { total: 2, suspended: 0, byRole: { EDITOR: 1, YOUTUBER: 1 } },
      tasks: { in_review: 1, assigned: 0 },
      preparedToday: 1,
      deliveries: { running: 0, failed: 0 },
      store: { kind: "disk", usedBytes: 1000 },
      migrations: { pending: 0 },
    });
    expect(data.youtubeQuota).toEqual([
      { part: "uploads", used: 3, limit: 1_000_000 },
      { part: "units", used: 150, limit: 1_000_000 },
      { part: "counts", used: 0, limit: 10_000 },
      { part: "reports", used: 8, limit: 10_000 },
    ]);
    const states = new Map(data.health.map(({ part, state }) => [part, state]));
    expect([...states.keys()]).toEqual(
      expect.arrayContaining([
        "Database",
        "File store",
        "Job queue",
        "ffmpeg",
        "Email",
        "Push messages",
        "Platforms",
      ]),
    );
    expect(states.get("Database")).toBe("ok");
  });

  it("show storage by kind, the largest tasks without their titles, and what expires", async () => {
    const { data } = await olga.call(operatorFigureEndpoints.storageReport, {});
    expect(data.bytes).toMatchObject({ originals: 700, stills: 50, renditions: 250 });
    const owner = { id: olga.user.id, name: "olga" };
    expect(data.largestTasks).toEqual([{ taskId, owner, bytes: 1000 }]);
    expect(data.largestUsers).toEqual([{ owner, bytes: 1000 }]);
    expect(data.expiring).toMatchObject([
      { reason: "review_window", day: 0, videos: 1, bytes: 1000 },
      { reason: "inactive_upload", day: 6, videos: 1, bytes: 0 },
    ]);
    expect(data.days.at(-1)?.bytes).toEqual(data.bytes);
    expect(JSON.stringify(data)).not.toContain("harbour");
  });

  it("list queues, and answer 404 for unknown jobs", async () => {
    const { data } = await olga.call(operatorJobEndpoints.queues, {});
    expect(data.queues.every(({ name }) => /^[\w.-]+$/.test(name))).toBe(true);
    const params = { queue: "media.prepare", jobId: "00000000-0000-4000-8000-000000000000" };
    expect((await olga.call(operatorJobEndpoints.retryJob, { params })).status).toBe(404);
    expect((await olga.call(operatorJobEndpoints.cancelJob, { params })).status).toBe(404);
  });

  it("test the file store, and say what is missing for email and push messages", async () => {
    const stored = await olga.call(operatorSettingEndpoints.testStore, {});
    expect([stored.status, stored.data.detail]).toEqual([
      200,
      expect.stringContaining("Wrote, read and deleted"),
    ]);
    const mailed = await olga.call(operatorSettingEndpoints.testMail, {});
    expect(mailed.data.detail).toBe("Accepted for olga@example.com");
    expect(await olga.call(operatorSettingEndpoints.testPush, {})).toMatchObject({
      status: 409,
      code: "no_push",
    });
  });
});

describe("the health of a server with failures", () => {
  let app: TestApp;
  let olga: Person;
  let refuses: "connections" | "senders" = "senders";
  const mailServer = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    onConnect: (_session, done) => done(refuses === "connections" ? refusal() : null),
    onMailFrom: (_address, _session, done) => done(refusal()),
  });
  const refusal = () => Object.assign(new Error("not from you"), { responseCode: 550 });

  beforeAll(async () => {
    const listening = mailServer.listen(0, "127.0.0.1");
    await once(listening, "listening");
    // A listening server on TCP has an address of this shape.
    const { port } = listening.address() as AddressInfo;
    const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: "reelay@reelay.example" });
    app = await startApp({ work: true, mail });
    olga = await app.join("olga", "YOUTUBER");
    await app.confirmEmail(olga);
    await app.confirmEmail(await app.join("anika", "EDITOR"));
    const fields = {
      taskTitle: "Coast",
      workDescription: "Cut.",
      deadline: "2027-01-31",
      assignedTo: "anika",
    };
    await olga.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
  });
  afterAll(async () => {
    await app?.stop();
    mailServer.close();
  });

  const health = async (part: string) =>
    (await olga.call(operatorFigureEndpoints.overview, {})).data.health.find((each) => each.part === part);

  it("tells of emails that wait after their first failure, with the cause and the setting", async () => {
    await expect
      .poll(() => health("Email"))
      .toMatchObject({
        state: "failing",
        detail: expect.stringMatching(/not from you.* Check MAIL_FROM\. 1 to be tried again\.(?! 0)/),
        since: expect.stringMatching(/^\d{4}-/),
      });
  });

  it("asks the mail server, also if no email waits", async () => {
    await app.db.execute(sql`delete from pgboss.job where name like '%mail'`);
    expect(await health("Email")).toMatchObject({ state: "ok", since: null });
    refuses = "connections";
    expect(await health("Email")).toMatchObject({
      state: "failing",
      detail: expect.stringMatching(/not from you.*Check SMTP_URL\.$/),
      since: null,
    });
  });

  it("tells of push messages that wait after a failure", async () => {
    expect(await health("Push messages")).toMatchObject({ state: "ok", since: null });
    await app.db.execute(sql`
      insert into pgboss.job (name, state, output, start_after, created_on, policy)
      values ('notifications.push', 'retry', '{"message": "The push service is unreachable."}', now() + interval '1 hour',
        '2026-11-28T18:00:00Z', 'standard')`);
    expect(await health("Push messages")).toMatchObject({
      state: "failing",
      detail: expect.stringMatching(/^The push service is unreachable\. 1 to be tried again.*check/),
      since: "2026-11-28T18:00:00.000Z",
    });
  });

  it("tells since when destinations have to be connected again", async () => {
    await app.db.execute(sql`
      insert into destinations (person_id, kind, account_id, title, picture_url, scopes, broken_at, connected_at, checked_at)
      values (${olga.user.id}, 'youtube', 'UC1', 'Coast', '', '{}', '2026-11-28T17:00:00Z', now(), now())`);
    expect(await health("Platforms")).toMatchObject({
      state: "failing",
      detail: expect.stringMatching(
        /^1 connected, 1 to reconnect, .*Their creators reconnect them in Settings\./,
      ),
      since: "2026-11-28T17:00:00.000Z",
    });
  });
});
