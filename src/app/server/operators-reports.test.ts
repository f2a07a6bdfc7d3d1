import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { operatorFigureEndpoints } from "#modules/operators/contract/figures.ts";
import { operatorJobEndpoints } from "#modules/operators/contract/jobs.ts";
import { operatorSettingEndpoints } from "#modules/operators/contract/settings.ts";
import { tasksEndpoints } from "#modules/tasks/contract.ts";
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
      sql`update videos set owner = ${`task:${taskId}`}, account_id = ${olga.user.id}, original_bytes = 700, still_bytes = 50,
        stored_bytes = 1000, ready_at = now()`,
    );
    await app.db.execute(sql`update versions set review_ends_at = now() + interval '2 hours'`);
    await app.db.execute(
      sql`insert into videos (id, person_id, owner, file_name, type, bytes, received, fingerprint, state, created_at)
        select gen_random_uuid(), ${editor.user.id}, owner, 'cut.mp4', 'video/mp4', 500, 0, '', 'receiving', now()
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
