import { asc, isNull, sql } from "drizzle-orm";

import type { Database } from "#core/server/database.ts";

import { nameSkeletons } from "../names/name-skeleton.ts";
import { people } from "../tables.ts";

const batch = 1000;

/** Computes the skeletons of names that have none: those from before the column, and of restored backups. */
export async function fillNameSkeletons(db: Database): Promise<void> {
  for (;;) {
    const rows = await db
      .select({ id: people.id, name: people.name, deletedAt: people.deletedAt })
      .from(people)
      .where(isNull(people.nameSkeletons))
      .orderBy(asc(people.id))
      .limit(batch);
    if (rows.length === 0) return;
    const computed = rows.map(({ id, name, deletedAt }) => [id, deletedAt ? [] : nameSkeletons(name)]);
    await db.execute(sql`
      update people set name_skeletons = array(select jsonb_array_elements_text(computed.row -> 1))
      from jsonb_array_elements(${JSON.stringify(computed)}::jsonb) as computed (row)
      where id = (computed.row ->> 0)::bigint and name_skeletons is null`);
  }
}
