import type { Pool } from "pg";

/** What one creator has: a few tasks that go on, and a thousand behind them. */
const tasksOfOne = { all: 1030, open: 30 };

/**
 * Fills a migrated database with `count` tasks of creators who have 30 open and 1,000 finished ones each, the first of
 * them `creatorId`; each works with three editors, the first creator among others with `editorId`. Every task has a
 * thumbnail, every third one an attachment, and those that have come so far a video with a poster. One person's tasks
 * lie as far apart in the table as years of other people's work put them.
 */
export async function fillTaskShelves(
  pool: Pool,
  count: number,
  { creatorId, editorId }: { creatorId: number; editorId: number },
): Promise<void> {
  const creators = Math.max(3, Math.round(count / tasksOfOne.all));
  const others = `
    insert into people (email, name, name_key, role, created_at)
    select lower(role) || n || '@example.com', lower(role) || n, lower(role) || n, role, now()
    from generate_series(1, $1::int) n, (values ('YOUTUBER'), ('EDITOR')) as roles (role)`;
  await pool.query(others, [creators - 1]);
  await pool.query(
    `
    with creators as (
      select id, row_number() over (order by id <> $2, id) - 1 as at from people where role = 'YOUTUBER'
    ), editors as (
      select id, row_number() over (order by id <> $3, id) - 1 as at from people where role = 'EDITOR'
    ), drawn as (
      select n, n % $4::int as creator, (n % $4::int + n / $4::int % 3) % $4::int as editor, n / $4::int as turn
      from generate_series(0, $1::int - 1) n
    ), staged as (
      select *, case when turn * ${tasksOfOne.open} % ${tasksOfOne.all} < ${tasksOfOne.open}
        then (array['assigned', 'in_review', 'changes_requested', 'approved'])[1 + turn % 4]
        else 'published' end as stage
      from drawn
    )
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, thumbnail_file_id, attachment_file_ids, version, shown_video_id, review_ends_at, watch_url,
      stars, rated_at, created_at, updated_at)
    select creators.id, editors.id, stage, 'Episode ' || turn || ', the cut with ' || editors.at,
      repeat('Begin with the bridge, keep the pauses, and let the last shot stand. ', 3),
      now() + (turn * 37 % 60 - 20) * interval '1 day', 'Episode ' || turn,
      repeat('Everything about this week''s journey, with links and chapters. ', 6), false,
      array['travel', 'railway', 'rain'], gen_random_uuid(),
      case when turn % 3 = 0 then array[gen_random_uuid()] else array[]::uuid[] end,
      case stage when 'assigned' then 0 else 1 + turn % 3 end,
      case stage when 'assigned' then null else gen_random_uuid() end,
      case stage when 'in_review' then now() + interval '2 days' end,
      case stage when 'published' then 'https://www.youtube.com/watch?v=' || n end,
      case stage when 'published' then 3 + turn % 3 end,
      case stage when 'published' then now() - interval '1 day' end, now(), now()
    from staged join creators on creators.at = creator join editors on editors.at = editor
    order by n`,
    [count, creatorId, editorId, creators],
  );
  await pool.query(
    `insert into stored_files (id, person_id, name, type, bytes, state, created_at)
    select file, creator_id, 'picture-' || id || '.png', 'image/png', 200000, 'kept', created_at
    from tasks, unnest(attachment_file_ids || thumbnail_file_id) as file`,
  );
  await pool.query(
    `insert into videos (id, person_id, subject, file_name, type, bytes, fingerprint, state, facts, plays, prepared,
      poster_done, stills_done, created_at, ready_at)
    select shown_video_id, editor_id, 'task:' || id, 'cut.mp4', 'video/mp4', 1000000000, 'cut ' || id, 'ready',
      $1::jsonb, 'original', 1, created_at, created_at, created_at, created_at
    from tasks where shown_video_id is not null`,
    [JSON.stringify(facts)],
  );
  await pool.query("vacuum (analyze) people, tasks, stored_files, videos");
}

/** As large as what is found out of a real video. */
const facts = {
  durationSeconds: 600,
  video: { codec: "h264", width: 1920, height: 1080, rate: 25, frames: 15_000, rotation: 0, bits: 8 },
  audio: { codec: "aac", channels: 2, sampleRate: 48_000 },
  container: "mov,mp4,m4a,3gp,3g2,mj2",
};
