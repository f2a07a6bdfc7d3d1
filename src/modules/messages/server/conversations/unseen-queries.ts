import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { messages } from "#modules/messages/server/tables.ts";

/** The number of messages of a user after a sequence, and the first of them, without deleted ones. */
export async function findUnseen(
  tx: Reading,
  query: { conversationId: number; senderId: number; after: number; limit: number },
): Promise<{ count: number; first: { text: string; images: number }[] }> {
  const { conversationId, senderId, sequence, deletedAt, text, imageFileIds } = messages;
  const rows = await tx
    .select({
      text,
      images: sql<number>`cardinality(${imageFileIds})`,
      total: sql`count(*) over ()`.mapWith(Number),
    })
    .from(messages)
    .where(
      and(
        eq(conversationId, query.conversationId),
        gt(sequence, query.after),
        eq(senderId, query.senderId),
        isNull(deletedAt),
      ),
    )
    .orderBy(asc(sequence))
    .limit(query.limit);
  return { count: rows[0]?.total ?? 0, first: rows.map((row) => ({ text: row.text, images: row.images })) };
}
