import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Pool } from "pg";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";

import { createJobs } from "#adapters/jobs/pg-boss.ts";
import { migrate } from "#adapters/postgres/migrate.ts";
import { defineJob, worker } from "#core/server/job.ts";
import { databaseBefore, migrations } from "#testing/database-before.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

import { readMigrations } from "./backup/migrations.ts";

const root = join(import.meta.dirname, "../../..");
/** The commit that the error of an older database names. */
const lastWithReplaced = "65fd587086961474910db724b26e0f5151b30589";
/** False in a shallow clone. */
const hasHistory = spawnSync("git", ["cat-file", "-e", lastWithReplaced], { cwd: root }).status === 0;
const log = pino({ level: "silent" });
let open: FreshDatabase[] = [];

afterEach(async () => {
  for (const database of open) await database.close();
  open = [];
});

/** Closed after the test. */
async function openBefore(next: number): Promise<FreshDatabase> {
  const database = await databaseBefore(next);
  open.push(database);
  return database;
}

function emptyJob(name: string, cron?: string) {
  return defineJob({
    job: name,
    data: z.object({ n: z.number() }),
    retries: 7,
    retryDelaySeconds: 1,
    expireSeconds: 60,
    concurrency: 1,
    ...(cron !== undefined && { cron }),
  });
}

it("0017 and 0018 keep thumbnails whose files exist, and rename stored kinds of notifications", async () => {
  const { pool } = await openBefore(17);
  await pool.query(`
    insert into people (email, name, name_key, role, created_at) values ('a@example.com', 'a', 'a', 'EDITOR', now());
    insert into stored_files (id, name, type, bytes, state, created_at)
      values ('00000000-0000-4000-8000-000000000001', 'a.png', 'image/png', 1, 'kept', now());
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, thumbnail_file_id, attachment_file_ids, created_at, updated_at)
      select 1, 1, 'assigned', '', '', now(), '', '', false, '{}', file::uuid, '{}', now(), now()
      from (values ('00000000-0000-4000-8000-000000000001'), ('00000000-0000-4000-8000-000000000002'), (null)) t (file);
    insert into notifications (person_id, task_id, kind, title, description, path, created_at)
      select 1, 1, kind, '', '', '', now()
      from unnest(array['refused', 'approved', 'upload_given_up', 'window_over']) kind`);

  await migrate(pool, migrations);

  const { rows } = await pool.query("select kind from notifications order by id");
  expect(rows.map(({ kind }) => kind)).toEqual([
    "file_rejected",
    "approved",
    "upload_expired",
    "window_ended",
  ]);
  const tasks = await pool.query("select thumbnail_file_id as id from tasks order by tasks.id");
  expect(tasks.rows.map(({ id }) => id)).toEqual(["00000000-0000-4000-8000-000000000001", null, null]);
});

it("0080 keeps the texts of notifications, and reads their version, comment and subject", async () => {
  const { pool } = await openBefore(80);
  await pool.query(`
    insert into people (email, name, name_key, role, created_at) values ('a@example.com', 'a', 'a', 'EDITOR', now());
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, attachment_file_ids, created_at, updated_at)
      values (1, 1, 'assigned', '', '', now(), '', '', false, '{}', '{}', now(), now());
    insert into notifications (person_id, task_id, kind, title, description, path, created_at)
      select 1, 1, kind, title, description, path, now() from (values
        ('ready_to_review', 'Ready to review: A: B', 'Version 12 is ready for review.', '/video-preview/1'),
        ('mention', 'a mentioned you: A', 'Louder.', '/video-preview/1?version=3&comment=00000000-0000-4000-8000-000000000001'),
        ('due_soon', 'Due soon: A', 'Version 4 …', '/')
      ) t (kind, title, description, path)`);

  await migrate(pool, migrations);

  const { rows } = await pool.query("select version, data from notifications order by id");
  expect(rows).toEqual([
    {
      version: 12,
      data: {
        title: "A: B",
        before: {
          title: "Ready to review: A: B",
          description: "Version 12 is ready for review.",
          path: "/video-preview/1",
        },
      },
    },
    {
      version: 3,
      data: expect.objectContaining({ title: "A", commentId: "00000000-0000-4000-8000-000000000001" }),
    },
    { version: null, data: expect.objectContaining({ title: "A" }) },
  ]);
});

it("0049 keeps blocks between users who still have an account", async () => {
  const { pool } = await openBefore(49);
  await pool.query(`
    insert into people (email, name, name_key, role, created_at, deleted_at) select name, name, name, 'EDITOR', now(), gone
      from (values ('a', null), ('b', null), ('c', now())) t (name, gone);
    insert into conversations (lower_id, higher_id, created_at) values (1, 2, now()), (1, 3, now());
    insert into conversation_members (conversation_id, person_id, other_id, blocked)
      values (1, 1, 2, false), (1, 2, 1, true), (2, 1, 3, true), (2, 3, 1, true)`);

  await migrate(pool, migrations);

  const { rows } = await pool.query("select blocker_id::int as by, blocked_id::int as of from blocks");
  expect(rows).toEqual([{ by: 2, of: 1 }]);
});

it("0046 counts stored files and videos for creators of tasks and senders of messages", async () => {
  const { pool } = await openBefore(46);
  const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
  await pool.query(`
    insert into people (email, name, name_key, role, created_at) select name, name, name, role, now()
      from (values ('creator', 'YOUTUBER'), ('editor', 'EDITOR')) t (name, role);
    insert into stored_files (id, person_id, name, type, bytes, state, created_at)
      select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 2, 'a.png', 'image/png', 1, 'kept', now()
      from generate_series(1, 4) n;
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, thumbnail_file_id, attachment_file_ids, created_at, updated_at)
      values (1, 2, 'assigned', '', '', now(), '', '', false, '{}', '${id(1)}', '{${id(2)}}', now(), now());
    insert into conversations (lower_id, higher_id, created_at) values (1, 2, now());
    insert into messages (conversation_id, sequence, id, change, sender_id, text, image_file_ids, sent_at)
      values (1, 1, '${id(9)}', 1, 2, '', '{${id(3)}}', now());
    insert into videos (id, person_id, owner, file_name, type, bytes, received, fingerprint, state, created_at)
      values ('${id(8)}', 2, 'task:1', 'cut.mp4', 'video/mp4', 70, 70, 'f', 'ready', now())`);

  await migrate(pool, migrations);

  const files = await pool.query("select account_id::int as account, use from stored_files order by id");
  expect(files.rows).toEqual([
    { account: 1, use: "attachment" },
    { account: 1, use: "attachment" },
    { account: 2, use: "message_image" },
    { account: null, use: null },
  ]);
  const videos = await pool.query(
    "select task_id::int as task, account_id::int as account, stored_bytes::int as bytes from videos",
  );
  expect(videos.rows).toEqual([{ task: 1, account: 1, bytes: 70 }]);
});

it("0029 tells scheduled warnings which end of a review window they warn of", async () => {
  const { pool, db } = await openBefore(29);
  const warning = defineJob({
    job: "review.warn-of-window",
    retries: 1,
    retryDelaySeconds: 1,
    expireSeconds: 60,
    concurrency: 1,
    data: z.object({ taskId: z.number(), version: z.number(), secondsLeft: z.number() }),
  });
  const jobs = await createJobs({ pool, log });
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, warning, { taskId: 1, version: 1, secondsLeft: 7200 });
    await jobs.enqueue(tx, warning, { taskId: 1, version: 2, secondsLeft: 7200 });
  });
  await jobs.stop();
  await pool.query(`
    insert into people (email, name, name_key, role, created_at) values ('a@example.com', 'a', 'a', 'EDITOR', now());
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, attachment_file_ids, created_at, updated_at)
      values (1, 1, 'in_review', '', '', now(), '', '', false, '{}', '{}', now(), now());
    alter table versions drop constraint versions_video_id_videos_id_fk;
    insert into versions (task_id, number, video_id, editor_id, state, review_ends_at, created_at)
      values (1, 1, gen_random_uuid(), 1, 'superseded', null, now()),
        (1, 2, gen_random_uuid(), 1, 'in_review', '2026-11-20T10:00:00.5Z', now())`);

  await migrate(pool, migrations);

  const { rows } = await pool.query<{ data: { endsAt: string } }>(
    "select data from pgboss.job where name = 'review.warn-of-window'",
  );
  expect(rows).toEqual([{ data: { taskId: 1, version: 2, endsAt: expect.any(String) } }]);
  expect(Date.parse(rows[0]?.data.endsAt ?? "")).toBe(Date.UTC(2026, 10, 20, 10, 0, 0, 500));
});

it("0018 lets jobs that wait in the renamed queues run", async () => {
  const { pool, db } = await openBefore(18);
  const before = await createJobs({ pool, log });
  const due = emptyJob("accounts.mail-code");
  const later = emptyJob("accounts.mail-change");
  await db.transaction(async (tx) => {
    await before.enqueue(tx, due, { n: 1 });
    await before.enqueue(tx, later, { n: 2 }, { at: new Date(Date.now() + 3_600_000) });
  });
  await before.start([worker(emptyJob("accounts.sweep", "17 * * * *"), async () => undefined)]);
  await before.stop();

  await migrate(pool, migrations);

  const queues = "select name, retry_limit from pgboss.queue where name not like '\\_\\_%' order by name";
  expect((await pool.query(queues)).rows).toEqual([
    { name: "sign-in.code-email", retry_limit: 7 },
    { name: "sign-in.security-email", retry_limit: 7 },
    { name: "sign-in.sweep", retry_limit: 7 },
  ]);
  const ran: number[] = [];
  const note = async ({ n }: { n: number }) => void ran.push(n);
  let moved = 0;
  const after = await createJobs({ pool, log, clock: () => new Date(Date.now() + moved) });
  await after.start([
    worker(emptyJob("sign-in.code-email"), note),
    worker(emptyJob("sign-in.security-email"), note),
    worker(emptyJob("sign-in.sweep", "17 * * * *"), async () => undefined),
  ]);
  await after.idle();
  expect(ran).toEqual([1]);
  moved = 3_600_000;
  await after.idle();
  expect(ran).toEqual([1, 2]);
  expect((await pool.query("select name from pgboss.schedule")).rows).toEqual([{ name: "sign-in.sweep" }]);
  await after.stop();
});

/** Replaces what a database records of the first migration by what the versions before 0.1.0 recorded. */
async function recordReplaced(pool: Pool, last: number): Promise<void> {
  await pool.query("delete from drizzle.__drizzle_migrations");
  const insert = "insert into drizzle.__drizzle_migrations (hash, created_at)";
  await pool.query(`${insert} select 'replaced ' || n, $1::bigint - n * 1000 from generate_series(0, 15) n`, [
    last,
  ]);
}
const applied = async (pool: Pool) =>
  (await pool.query("select hash, created_at as at from drizzle.__drizzle_migrations order by at")).rows;

it("0015 counts as applied in a database of 0.1.0, which the later ones continue", async () => {
  const { pool } = await openBefore(16);
  const [first, ...later] = readMigrations(root);
  await recordReplaced(pool, first?.folderMillis ?? 0);
  const before = await applied(pool);
  await migrate(pool, migrations);
  const at = (entries: { folderMillis: number }[]) => entries.map(({ folderMillis }) => String(folderMillis));
  const after = await applied(pool);
  expect(after.slice(0, 16)).toEqual(before);
  expect(after.slice(16).map((entry: { at: string }) => entry.at)).toEqual(at(later));
});

it("0015 refuses a database that lacks what it replaces, and names the commit to start first", async () => {
  const { pool } = await openBefore(16);
  const [first] = readMigrations(root);
  await recordReplaced(pool, (first?.folderMillis ?? 0) - 1);
  const before = await applied(pool);
  await expect(migrate(pool, migrations)).rejects.toThrow(
    `before the first release. Check out commit ${lastWithReplaced}, and start it once.`,
  );
  expect(await applied(pool)).toEqual(before);
});

/** Unpacks the migrations of a commit into a new folder. */
async function migrationsOfCommit(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "reelay-migrations-"));
  execFileSync("git", ["archive", `--output=${folder}/archive.tar`, `${commit}:migrations`], { cwd: root });
  execFileSync("tar", ["-xf", "archive.tar"], { cwd: folder });
  return folder;
}

it.skipIf(!hasHistory)(
  "0015 counts as applied once a database was upgraded with the commit that the error names",
  async () => {
    const { pool } = await openBefore(0);
    const first = await migrationsOfCommit("9dfe8e6b7d63e513f0d0676a6c3866892a5b7a2b");
    await migrate(pool, first);
    await expect(migrate(pool, migrations)).rejects.toThrow(lastWithReplaced);
    const next = await migrationsOfCommit(lastWithReplaced);
    await migrate(pool, next);
    await migrate(pool, migrations);
    await Promise.all([first, next].map((folder) => rm(folder, { recursive: true })));
    const fresh = await freshDatabase();
    open.push(fresh);
    const columns = `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' order by 1, 2`;
    expect((await pool.query(columns)).rows).toEqual((await fresh.pool.query(columns)).rows);
  },
);

const video = "00000000-0000-4000-8000-000000000001";
const consentTo = (id: string) => JSON.stringify({ channel: { id, title: id, pictureUrl: "" } });

async function insertDelivery(pool: Pool, taskId: number, step: string, more: object): Promise<void> {
  const row = {
    task_id: taskId,
    person_id: 1,
    video_id: video,
    bytes: 1,
    step,
    visibility: "public",
    consent: consentTo("UC1"),
    started_at: new Date(),
    ...more,
  };
  const names = Object.keys(row);
  const values = names.map((_, at) => `$${at + 1}`);
  await pool.query(`insert into deliveries (${names}) values (${values})`, Object.values(row));
}

it("0034 keeps channels and deliveries, and links those of the connected channel to it", async () => {
  const { pool } = await openBefore(34);
  await pool.query(`
    insert into people (email, name, name_key, role, created_at)
      select name || '@example.com', name, name, 'YOUTUBER', now() from unnest(array['mira', 'pim']) as name;
    insert into channels (person_id, channel_id, title, picture_url, uploads_playlist_id, scopes, encrypted_refresh_token,
        encrypted_access_token, access_expires_at, broken_at, connected_at, checked_at)
      values (1, 'UC1', 'Mira', 'https://p', 'UU1', '{a,b}', 'r1', 'a1', now(), null, now(), now()),
        (2, '', '', '', null, '{}', 'r2', 'a2', now(), now(), now(), now());
    insert into videos (id, file_name, type, bytes, fingerprint, state, created_at)
      values ('${video}', 'cut.mp4', 'video/mp4', 1, 'cut', 'ready', now());
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
        made_for_kids, tags, attachment_file_ids, created_at, updated_at)
      select 1, 1, 'approved', 'Tides', 'Cut.', now(), 'Tides', 'Slowly.', false, '{}', '{}', now(), now()
      from generate_series(1, 5)`);
  const done = {
    platform_video_id: "v",
    watch_url: "https://w",
    public_at: new Date(),
    finished_at: new Date(),
  };
  await insertDelivery(pool, 1, "done", done);
  await insertDelivery(pool, 2, "done", { ...done, consent: consentTo("UC0") });
  await insertDelivery(pool, 3, "upload", {
    consent: consentTo("UC0"),
    encrypted_session_uri: "s",
    sent_bytes: 1,
  });
  await insertDelivery(pool, 4, "thumbnail", {
    consent: consentTo("UC0"),
    platform_video_id: "v",
    problem_code: "x",
  });
  await insertDelivery(pool, 5, "done", { ...done, person_id: 2, consent: "{}" });
  const before = await pool.query("select * from deliveries order by task_id");

  await migrate(pool, migrations);

  const destinations = await pool.query("select * from destinations order by person_id");
  expect(destinations.rows).toMatchObject([
    {
      person_id: "1",
      kind: "youtube",
      account_id: "UC1",
      title: "Mira",
      scopes: ["a", "b"],
      picture_url: "https://p",
      uploads_playlist_id: "UU1",
      broken_at: null,
      encrypted_settings: null,
      encrypted_refresh_token: "r1",
      encrypted_access_token: "a1",
    },
    { person_id: "2", account_id: "", encrypted_refresh_token: "r2", broken_at: expect.any(Date) },
  ]);
  const [mine] = destinations.rows as { id: string }[];
  const after = await pool.query("select * from deliveries order by task_id");
  expect(after.rows).toMatchObject(before.rows as object[]);
  expect(after.rows.map(({ kind }: { kind: string }) => kind)).toEqual(Array(5).fill("youtube"));
  const connected = after.rows.map((row: { destination_id: string | null }) => row.destination_id);
  expect(connected).toEqual([mine?.id, null, mine?.id, null, null]);
});

it("0050 makes operations of what runs, waits or has failed", async () => {
  const { pool } = await openBefore(50);
  const [destination, caption, retried] = ["2", "3", "4"].map((n) => video.replace(/1$/, n));
  await pool.query(`
    insert into people (email, name, name_key, role, created_at) values ('mira@example.com', 'mira', 'mira', 'YOUTUBER', now());
    insert into videos (id, file_name, type, bytes, fingerprint, state, created_at)
      values ('${video}', 'cut.mp4', 'video/mp4', 1, 'cut', 'ready', now());
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
        made_for_kids, tags, attachment_file_ids, created_at, updated_at)
      select 1, 1, 'approved', 'Tides', 'Cut.', now(), 'Tides', 'Slowly.', false, '{}', '{}', now(), now()
      from generate_series(1, 6);
    insert into destinations (id, person_id, kind, account_id, title, picture_url, scopes, connected_at, checked_at)
      values ('${destination}', 1, 'youtube', 'UC1', 'Mira', 'https://p', '{}', now(), now())`);
  const to = { kind: "youtube", destination_id: destination };
  const done = { ...to, platform_video_id: "v", finished_at: new Date() };
  await insertDelivery(pool, 1, "upload", {
    ...to,
    attempt: 3,
    retry_code: "unavailable",
    retry_at: new Date(),
  });
  await insertDelivery(pool, 2, "thumbnail", {
    ...to,
    problem_code: "thumbnail_invalid",
    platform_video_id: "u",
  });
  await insertDelivery(pool, 3, "upload", { ...to, problem_code: "cancelling" });
  await insertDelivery(pool, 4, "upload", { ...to, problem_code: "cancelled" });
  await insertDelivery(pool, 5, "done", { ...done, publish_at: new Date() });
  await insertDelivery(pool, 6, "processing", { ...to, platform_video_id: "w", check_at: new Date() });
  await pool.query(`
    insert into delivery_changes (delivery_id, revision, sent_revision, problem_code, attempt)
      select id, 4, 3, 'invalid_title', 1 from deliveries where task_id = 5;
    insert into captions (id, task_id, language, name, file_name, content, cues, added_at)
      select id::uuid, 5, 'en', id, 'en.srt', '', 1, now() from unnest(array['${caption}', '${retried}']) id;
    insert into playlist_entries (task_id, playlist_id, destination_id, title, position)
      values (5, 'PL1', '${destination}', 'Tides', 0);
    insert into sent_additions (task_id, addition_id, video_id, problem_code)
      values (5, '${caption}', 'v', null), (5, '${retried}', 'v', 'quota_exceeded')`);

  await migrate(pool, migrations);

  const { rows } = await pool.query(`
    select task_id::int as task, o.kind, key, revision, done_revision as done, o.attempt, o.problem_code as problem,
      next_attempt_at < now() as due
    from operations o join deliveries d on d.id = delivery_id order by task_id, o.kind, key`);
  const once = { key: "", revision: 1, done: 0, attempt: 0, problem: null, due: true };
  expect(rows).toEqual([
    { ...once, task: 1, kind: "upload", attempt: 3, problem: "unavailable" },
    { ...once, task: 2, kind: "thumbnail", attempt: 1, problem: "thumbnail_invalid", due: null },
    { ...once, task: 3, kind: "discard" },
    { ...once, task: 5, kind: "caption", key: caption, done: 1, due: null },
    { ...once, task: 5, kind: "caption", key: retried, attempt: 1, problem: "quota_exceeded" },
    { ...once, task: 5, kind: "confirm" },
    {
      ...once,
      task: 5,
      kind: "details",
      revision: 4,
      done: 3,
      attempt: 1,
      problem: "invalid_title",
      due: null,
    },
    { ...once, task: 5, kind: "playlist", key: "PL1" },
    { ...once, task: 6, kind: "processing" },
  ]);
});

it("0086 keeps what creators have used of the quotas of the day", async () => {
  const { pool } = await openBefore(86);
  await pool.query(`insert into people (email, name, name_key, role, created_at) values ('m@example.com', 'm', 'm', 'YOUTUBER', now());
    insert into quota_use (day, person_id, publishing, other, uploads) values (now(), 1, 0, 50, 2);
    insert into figure_calls (day, person_id, counts, reports) values (now(), 1, 3, 4)`);
  await migrate(pool, migrations);
  const { rows } = await pool.query("select bucket, used from quota_use order by used");
  expect(rows.map(Object.values).join(" ")).toBe("uploads,2 counts,3 reports,4 other,50");
});

it("0051 adds no paid promotion to details and presets that don't have the option", async () => {
  const { pool } = await openBefore(51);
  await pool.query(`
    insert into people (email, name, name_key, role, created_at) values ('a@example.com', 'a', 'a', 'YOUTUBER', now());
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, attachment_file_ids, created_at, updated_at)
      values (1, 1, 'approved', '', '', now(), '', '', false, '{}', '{}', now(), now());
    insert into publish_details (task_id, category_id, license, embeddable, notify_subscribers, synthetic_media)
      values (1, '22', 'youtube', true, true, true);
    insert into detail_presets (id, person_id, name, details)
      values ('${video}', 1, 'Trains', '{"description":"Rain.","options":{"syntheticMedia":true}}')`);

  await migrate(pool, migrations);

  const details = await pool.query("select synthetic_media, paid_promotion from publish_details");
  expect(details.rows).toEqual([{ synthetic_media: true, paid_promotion: false }]);
  const presets = await pool.query("select details from detail_presets");
  const options = { syntheticMedia: true, paidPromotion: false };
  expect(presets.rows).toEqual([{ details: { description: "Rain.", options } }]);
});

it("0060 and 0061 keep connected Google accounts", async () => {
  const { pool } = await openBefore(60);
  await pool.query(`
    insert into people (email, name, name_key, role, created_at) values ('a@example.com', 'a', 'a', 'EDITOR', now());
    insert into google_accounts (subject, person_id, email, connected_at) select '104', id, 'g@example.com', now() from people;
  `);
  await migrate(pool, migrations);
  const { rows } = await pool.query("select provider, subject, email from identities");
  expect(rows).toEqual([{ provider: "google", subject: "104", email: "g@example.com" }]);
});
