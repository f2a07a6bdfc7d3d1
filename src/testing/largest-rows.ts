import { sql } from "drizzle-orm";

import type { Database } from "#core/server/database.ts";

interface Members {
  creatorId: number;
  editorId: number;
}

/** Letters of three bytes: the most bytes that a text of this length has. */
const words = (length: number) => sql`repeat('雨', ${length}::int)`;

/** Tasks, comments, messages and other rows with the largest values that are accepted, as many as lists have and more. */
export async function fillWithLargestRows(
  db: Database,
  { taskId, creatorId, editorId }: Members & { taskId: number },
): Promise<void> {
  await db.execute(sql`
    insert into stored_files (id, person_id, name, type, bytes, state, created_at)
    select gen_random_uuid(), ${creatorId}, repeat('a', 200) || '.png', 'image/png', 1, 'kept', now()
    from generate_series(1, 60)`);
  await fillTasks(db, { creatorId, editorId });
  await fillComments(db, { taskId, creatorId, editorId });
  await fillMessages(db, { creatorId, editorId });
  await db.execute(sql`
    insert into task_history (task_id, sequence, kind, person_id, version, at)
    select ${taskId}, 1000 + n, 'commented', case when n % 2 = 0 then ${creatorId}::bigint else ${editorId}::bigint end, 1, now()
    from generate_series(1, 5000) n`);
  await db.execute(sql`
    insert into notifications (person_id, sender_id, task_id, kind, data, created_at)
    select ${creatorId}, ${editorId}, ${taskId}, 'task_declined',
      json_build_object('title', ${words(300)}, 'stage', 'assigned', 'reason', ${words(2000)}), now() from generate_series(1, 300)`);
  await db.execute(sql`
    insert into guest_links (id, task_id, version, may_comment, may_download, created_at, revoked_at)
    select gen_random_uuid(), ${taskId}, 1, true, true, now(), now() from generate_series(1, 500)`);
}

async function fillTasks(db: Database, { creatorId, editorId }: Members): Promise<void> {
  await db.execute(sql`
    insert into tasks (creator_id, editor_id, stage, task_title, work_description, deadline, title, description,
      made_for_kids, tags, attachment_file_ids, created_at, updated_at)
    select ${creatorId}, ${editorId}, case when n % 2 = 0 then 'published' else 'assigned' end, ${words(200)}, ${words(10_000)},
      now() + interval '1 day', ${words(100)}, ${words(1666)}, false, array_fill(${words(100)}, array[100]),
      (select array_agg(id) from (select id from stored_files limit 30) chosen), now(), now()
    from generate_series(1, 240) n`);
  await db.execute(sql`
    insert into videos (id, person_id, task_id, file_name, type, bytes, state, facts, plays, created_at, ready_at)
    select gen_random_uuid(), ${editorId}, tasks.id, repeat('a', 255), 'video/mp4', 1, 'ready', videos.facts,
      'original', now(), now()
    from tasks, (select facts from videos limit 1) videos where stage = 'published'`);
  await db.execute(sql`
    insert into versions (task_id, number, video_id, editor_id, state, feedback, created_at)
    select tasks.id, 1, videos.id, ${editorId}, 'approved', ${words(5000)}, now()
    from tasks join videos on videos.task_id = tasks.id where stage = 'published'`);
  await db.execute(sql`
    insert into ratings (task_id, creator_id, editor_id, stars, review, created_at, changed_at)
    select id, creator_id, editor_id, 5, ${words(1000)}, now(), now() from tasks where stage = 'published'`);
}

async function fillComments(db: Database, members: Members & { taskId: number }): Promise<void> {
  const { taskId, creatorId, editorId } = members;
  // The first 100 have the largest drawings, the next 400 the longest texts, the others the most parts.
  await db.execute(sql`
    with zigzag as (
      select jsonb_build_object('shapes', jsonb_agg(stroke)) as drawing from (
        select jsonb_build_object('kind', 'pen', 'color', 'red', 'width', 0.01, 'points',
          jsonb_agg(jsonb_build_array(n / 1000.0, 0.1234 + n % 2 * 0.5))) as stroke
        from generate_series(0, 999) n, generate_series(1, 4) s group by s) strokes
    )
    insert into comments (task_id, sequence, id, change, version, author_id, in_frame, out_frame, text, drawing,
      view, image_file_ids, mentions, created_at, resolved_at, resolved_by, done_version, done_note, done_at)
    select ${taskId}, n, gen_random_uuid(), n, 1, case when n % 2 = 0 then ${creatorId}::bigint else ${editorId}::bigint end,
      n % 100, 99, case when n between 100 and 500 then ${words(5000)} else 'Here.' end,
      case when n < 100 then drawing end, '{"scale": 12.345, "x": 0.4567, "y": 0.5678}',
      (select array_agg(id) from (select id from stored_files limit 4) chosen),
      array[${creatorId}::bigint, ${editorId}::bigint], now(), null, null, 2, case when n between 100 and 500 then ${words(1000)} else 'Done.' end, now()
    from generate_series(1, 3000) n, zigzag`);
  await db.execute(sql`
    insert into comment_counters (task_id, last_sequence, last_change) values (${taskId}, 3000, 3000)
    on conflict (task_id) do update set last_sequence = 3000, last_change = 3000`);
  await db.execute(sql`
    insert into comment_reactions (task_id, comment_id, person_id, emoji)
    select task_id, id, person, emoji from comments, unnest(array[${creatorId}::bigint, ${editorId}::bigint]) person,
      unnest(array['👍', '❤️', '😂', '🎉', '👀', '✅']) emoji where task_id = ${taskId}`);
  await db.execute(sql`
    insert into frame_stills (task_id, version, frame, file_id)
    select ${taskId}, 1, n, (select id from stored_files limit 1) from generate_series(0, 99) n on conflict do nothing`);
}

async function fillMessages(db: Database, { creatorId, editorId }: Members): Promise<void> {
  await db.execute(sql`
    insert into people (email, name, name_key, role, created_at)
    select 'chat' || n || '@example.com', 'chat' || n, 'chat' || n, 'EDITOR', now() from generate_series(1, 150) n`);
  await db.execute(sql`
    insert into conversations (lower_id, higher_id, accepted_at, last_sequence, last_change, created_at)
    select least(${creatorId}::bigint, id), greatest(${creatorId}::bigint, id), now(), 400, 400, now()
    from people where id = ${editorId} or name like 'chat%'
    on conflict (lower_id, higher_id) do update set last_sequence = 400, last_change = 400`);
  await db.execute(sql`
    insert into conversation_members (conversation_id, person_id, other_id, last_message_at)
    select id, person, lower_id + higher_id - person, now() from conversations, unnest(array[lower_id, higher_id]) person
    on conflict (conversation_id, person_id) do update set last_message_at = now()`);
  await db.execute(sql`delete from messages`);
  await db.execute(sql`
    insert into messages (conversation_id, sequence, id, change, sender_id, text, image_file_ids, sent_at)
    select conversations.id, n, gen_random_uuid(), n, lower_id, ${words(4000)},
      (select array_agg(id) from (select id from stored_files limit 4) chosen), now()
    from conversations, generate_series(1, 400) n
    where n = 400 or ${editorId}::bigint in (lower_id, higher_id)`);
}
