import type { Pool } from "pg";

/** Messages in each conversation of other users. */
const perConversation = 500;

/**
 * Fills a migrated database with `count` messages: half of them in the conversation of two users, the others in
 * conversations of generated users. The rows of the conversations are mixed in the table.
 */
export async function fillMessages(
  pool: Pool,
  count: number,
  [one, two]: readonly [number, number],
): Promise<void> {
  const others = Math.max(1, Math.round(count / 2 / perConversation));
  await pool.query(
    `insert into people (email, name, name_key, role, created_at)
     select 'chat' || n || '@example.com', 'chat' || n, 'chat' || n, 'EDITOR', now() from generate_series(1, $1::int * 2) n`,
    [others],
  );
  await pool.query(
    `with pairs as (
       select least($2::bigint, $3::bigint) as lower_id, greatest($2::bigint, $3::bigint) as higher_id, $4::int as size
       union all
       select first.id, second.id, $5::int
       from generate_series(1, $1::int) n
       join people first on first.name = 'chat' || (2 * n - 1)
       join people second on second.name = 'chat' || (2 * n)
     )
     insert into conversations (lower_id, higher_id, accepted_at, last_sequence, last_change, created_at)
     select least(lower_id, higher_id), greatest(lower_id, higher_id), now(), size, size, now() from pairs`,
    [others, one, two, Math.round(count / 2), perConversation],
  );
  await pool.query(
    `insert into conversation_members (conversation_id, person_id, other_id, last_message_at)
     select id, lower_id, higher_id, now() from conversations
     union all select id, higher_id, lower_id, now() from conversations`,
  );
  await pool.query(
    `insert into messages (conversation_id, sequence, id, change, sender_id, text, image_file_ids, sent_at)
     select conversations.id, n, gen_random_uuid(), n, case n % 2 when 0 then lower_id else higher_id end,
       'Message ' || n || ': the rain under the title is back, and the bridge stays until the whistle.',
       array[]::uuid[], now() - (last_sequence - n) * interval '1 minute'
     from conversations, generate_series(1, last_sequence) n
     order by n, conversations.id`,
  );
  await pool.query("vacuum (analyze) people, conversations, conversation_members, messages");
}
