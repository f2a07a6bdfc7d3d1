import { afterEach, expect, it } from "vitest";

import { migrate } from "#adapters/postgres/migrate.ts";
import { databaseBefore, migrations } from "#testing/database-before.ts";
import type { FreshDatabase } from "#testing/database.ts";

const video = "00000000-0000-4000-8000-000000000001";
let open: FreshDatabase | null = null;

afterEach(async () => open?.close());

it("0101 moves unfinished uploads to a table of their own", async () => {
  open = await databaseBefore(101);
  const { pool } = open;
  await pool.query(`
    insert into people (email, name, name_key, role, created_at) values ('a@example.com', 'a', 'a', 'EDITOR', now());
    insert into videos (id, person_id, task_id, account_id, file_name, type, bytes, received, fingerprint, writer, writer_until, sender,
        sender_waits, state, created_at)
      select gen_random_uuid(), 1, task_id, 1, 'cut.mp4', 'video/mp4', bytes, 7, 'cut', '${video}', now(), 'page', true, state, now()
      from (values (12, 10, 'receiving'), (null, 20, 'receiving'), (12, 30, 'ready')) as cut (task_id, bytes, state)`);
  await migrate(pool, migrations);
  const { rows } = await pool.query(`
    select kind, owner, uploads.bytes::int, received::int, fingerprint, writer, sender, sender_waits as waits,
      writer_until = uploads.created_at and uploads.created_at = videos.created_at as "sameTime"
    from uploads join videos using (id, person_id, account_id) order by uploads.bytes`);
  const lease = { writer: video, sender: "page", waits: true, sameTime: true };
  const upload = { kind: "video", received: 7, fingerprint: "cut", ...lease };
  expect(rows).toEqual([
    { ...upload, owner: "task:12", bytes: 10 },
    { ...upload, owner: null, bytes: 20 },
  ]);
});

it("0102 leaves stored files unverified that were sent in forms", async () => {
  open = await databaseBefore(102);
  const { pool } = open;
  await pool.query(`
    insert into stored_files (id, name, type, bytes, state, created_at)
      values ('${video}', 'a.png', 'image/png', 1, 'kept', now())`);
  await migrate(pool, migrations);
  const { rows } = await pool.query(
    "select state, owner, sha256, crc32, sent_sha256 as sent from stored_files",
  );
  expect(rows).toEqual([{ state: "kept", owner: null, sha256: null, crc32: null, sent: null }]);
});
