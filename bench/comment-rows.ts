import type { Pool } from "pg";

import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";

import { fillDatabase } from "./database.ts";
import type { Product } from "./running-product.ts";

interface Comments {
  taskId: number;
  /** Frames of the version. */
  frames: number | null;
  count: number;
}

/** Inserts comments of both users on a task's first version, in turn on all its frames, each with a short text. */
export async function fillComments(product: Product, comments: Comments): Promise<void> {
  const authorIds: number[] = [];
  for (const author of [product.creator, product.editor]) {
    authorIds.push((await author.call(sessionEndpoints.checkAuth, {})).id);
  }
  await fillDatabase(product, (pool) => insertComments(pool, authorIds, comments));
}

async function insertComments(
  pool: Pool,
  authorIds: number[],
  { taskId, frames, count }: Comments,
): Promise<void> {
  await pool.query(
    `insert into comments (task_id, sequence, id, change, version, author_id, in_frame, out_frame, text, image_file_ids,
       mentions, created_at)
     select $1, n, gen_random_uuid(), n, 1, ($2::bigint[])[1 + n % cardinality($2::bigint[])], n * 7919 % $3::int,
       n * 7919 % $3::int, 'Comment ' || n || ': the rain under the title is back, and the bridge stays until the whistle.',
       array[]::uuid[], array[]::bigint[], now() - ($4::int - n) * interval '1 minute'
     from generate_series(1, $4::int) n`,
    [taskId, authorIds, frames ?? 1, count],
  );
  await pool.query(
    `insert into comment_counters (task_id, last_sequence, last_change) values ($1, $2, $2)
     on conflict (task_id) do update set last_sequence = $2, last_change = $2`,
    [taskId, count],
  );
  await pool.query("vacuum (analyze) comments, comment_counters");
}
