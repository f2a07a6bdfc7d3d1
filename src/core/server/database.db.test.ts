import { sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";

import { freshDatabase } from "#testing/database.ts";

import { inOrder, mapSent, prepared } from "./database.ts";

const counts = pgTable("counts", { id: integer("id").primaryKey(), value: integer("value").notNull() });

it("statements in order read what was committed before the lock was granted", async () => {
  const { db, close } = await freshDatabase();
  try {
    await db.execute(sql`create table counts (id int primary key, value int not null)`);
    await db.insert(counts).values({ id: 1, value: 0 });
    const lockedRow = prepared("lock_count", (source) =>
      source
        .select()
        .from(counts)
        .where(sql`${counts.id} = 1`)
        .for("update"),
    );
    const total = prepared("sum_counts", (source) =>
      source.select({ sum: sql<number>`sum(${counts.value})::int` }).from(counts),
    );
    const increment = () =>
      db.transaction(async (tx) => {
        const [[row], sum] = await inOrder([
          lockedRow(tx).execute(),
          mapSent(total(tx).execute(), ([first]) => first?.sum ?? 0),
        ]);
        expect(sum).toBe(row?.value);
        await tx.update(counts).set({ value: sum + 1 });
      });
    await Promise.all(Array.from({ length: 8 }, increment));
    expect(await db.select().from(counts)).toEqual([{ id: 1, value: 8 }]);
  } finally {
    await close();
  }
});

it("statements that are not prepared have no order, which their type says", () => {
  // @ts-expect-error Drizzle sends this statement later than prepared ones.
  const refused: Parameters<typeof inOrder<[number]>>[0] = [Promise.resolve(1)];
  expect(refused).toHaveLength(1);
});
