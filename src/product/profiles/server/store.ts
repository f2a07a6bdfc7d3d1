import { desc, eq, or } from "drizzle-orm";

import type { Transaction } from "#foundation/server/database.ts";
import { people, type Person } from "#product/accounts/server/tables.ts";

const card = {
  id: people.id,
  name: people.name,
  role: people.role,
  bio: people.bio,
  pictureFileId: people.pictureFileId,
  videosUploaded: people.videosUploaded,
  ratingSum: people.ratingSum,
  ratingCount: people.ratingCount,
  tasksCompleted: people.tasksCompleted,
};

export type TopRow = Pick<Person, keyof typeof card>;

/** In the order of the index `people_top_editors`. */
export async function findTopEditors(tx: Transaction, limit: number): Promise<TopRow[]> {
  return tx
    .select(card)
    .from(people)
    .where(eq(people.role, "EDITOR"))
    .orderBy(desc(people.standing), desc(people.tasksCompleted), desc(people.id))
    .limit(limit);
}

/** In the order of the index `people_top_creators`. */
export async function findTopCreators(tx: Transaction, limit: number): Promise<TopRow[]> {
  return tx
    .select(card)
    .from(people)
    .where(eq(people.role, "YOUTUBER"))
    .orderBy(desc(people.videosUploaded), desc(people.id))
    .limit(limit);
}

/** Whether a file is somebody's picture or banner now, else null. */
export async function findUse(tx: Transaction, fileId: string): Promise<"picture" | "banner" | null> {
  const [row] = await tx
    .select({ pictureFileId: people.pictureFileId })
    .from(people)
    .where(or(eq(people.pictureFileId, fileId), eq(people.bannerFileId, fileId)))
    .limit(1);
  if (!row) return null;
  return row.pictureFileId === fileId ? "picture" : "banner";
}
