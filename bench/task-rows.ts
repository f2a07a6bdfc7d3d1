import type { Pool } from "pg";

/** Tasks of one creator. */
const tasksPerCreator = { all: 1030, open: 30 };

/**
 * Fills a migrated database with `count` tasks of creators with 30 open and 1,000 completed tasks each, `creatorId` being
 * the first of them. Each creator works with three editors, the first creator also with `editorId`. Every task has a
 * thumbnail, every third one an attachment. Tasks in review and later have versions with posters; completed tasks also a
 * delivery and a rating. The rows of one creator are spread over the whole table. No video has work left, which would take
 * the processor from what is measured.
 */
export async function fillTasks(
  pool: Pool,
  count: number,
  { creatorId, editorId }: { creatorId: number; editorId: number },
): Promise<void> {
  const creators = Math.max(3, Math.round(count / tasksPerCreator.all));
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
      select *, case when turn * ${tasksPerCreator.open} % ${tasksPerCreator.all} < ${tasksPerCreator.open}
        then (array['assigned', 'in_review', 'changes_requested', 'approved'])[1 + turn % 4]
        else 'published' end as stage
      from drawn
    ), inserted as (
      insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
        made_for_kids, tags, thumbnail_file_id, attachment_file_ids, created_at, updated_at)
      select creators.id, editors.id, stage, 'Episode ' || turn || ', the cut with ' || editors.at,
        repeat('Begin with the bridge, keep the pauses, and hold the last shot. ', 3),
        now() + (turn * 37 % 60 - 20) * interval '1 day', 'Episode ' || turn,
        repeat('Everything about this week''s trip, with links and chapters. ', 6), false,
        array['travel', 'railway', 'rain'], gen_random_uuid(),
        case when turn % 3 = 0 then array[gen_random_uuid()] else array[]::uuid[] end,
        now(), now()
      from staged join creators on creators.at = creator join editors on editors.at = editor
      order by n
      returning id, creator_id, thumbnail_file_id, attachment_file_ids, created_at
    )
    insert into stored_files (id, person_id, name, type, bytes, state, created_at)
    select file, creator_id, 'picture-' || id || '.png', 'image/png', 200000, 'kept', created_at
    from inserted, unnest(attachment_file_ids || thumbnail_file_id) as file`,
    [count, creatorId, editorId, creators],
  );
  await pool.query(
    `insert into videos (id, person_id, task_id, file_name, type, bytes, sha256, state, facts, plays,
      prepared, poster_done, stills_done, created_at, ready_at)
    select gen_random_uuid(), editor_id, id, 'cut.mp4', 'video/mp4', 1000000000 + number,
      repeat('0', 64), 'ready', $1::jsonb, 'original', 1, at, at, at, at
    from tasks, lateral (select tasks.created_at - interval '30 days' as at) created, generate_series(1, 1 + (id % 10 = 0)::int) as number
    where stage <> 'assigned'`,
    [JSON.stringify(facts)],
  );
  await pool.query(
    `insert into versions (task_id, number, video_id, editor_id, state, window_seconds, review_ends_at, feedback,
      created_at)
    select tasks.id, videos.bytes - 1000000000, videos.id, editor_id,
      case when videos.bytes - 1000000000 < 1 + (tasks.id % 10 = 0)::int then 'superseded'
        else case stage when 'in_review' then stage when 'changes_requested' then 'rejected' else 'approved' end end,
      36000, case stage when 'in_review' then now() + interval '2 days' end,
      case stage when 'changes_requested' then 'Lower the music.' end, tasks.created_at
    from tasks join videos on videos.task_id = tasks.id
    order by tasks.id`,
  );
  await pool.query(
    `insert into deliveries (task_id, kind, person_id, video_id, bytes, step, platform_video_id, watch_url, visibility, consent,
      started_at, finished_at)
    select task_id, 'youtube', creator_id, video_id, 1000000000, 'done', task_id, 'https://www.youtube.com/watch?v=' || task_id,
      'public', '{}', now(), now()
    from tasks join versions on task_id = tasks.id and state = 'approved'
    where stage = 'published'`,
  );
  await pool.query(
    `insert into ratings (task_id, creator_id, editor_id, stars, created_at, changed_at)
    select id, creator_id, editor_id, 3 + id % 3, now(), now() from tasks where stage = 'published'`,
  );
  await pool.query("vacuum (analyze) people, tasks, stored_files, videos, versions, deliveries, ratings");
}

/** Facts of a typical size. */
const facts = {
  durationSeconds: 600,
  video: {
    codec: "avc",
    width: 1920,
    height: 1080,
    rate: { num: 25, den: 1 },
    constantRate: true,
    frames: 15_000,
    framesCounted: true,
    rotation: 0,
    bitDepth: 8,
  },
  audio: { codec: "aac", channels: 2, sampleRate: 48_000 },
  container: "mov,mp4,m4a,3gp,3g2,mj2",
};
