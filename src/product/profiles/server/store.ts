import { desc, eq, or } from "drizzle-orm";

import type { Transaction } from "#foundation/server/database.ts";
import { people } from "#product/accounts/server/tables.ts";

const { id, name, role, bio, pictureFileId } = people;
const card = { id, name, role, bio, pictureFileId };

export interface TopRow {
  id: number;
  name: string;
  role: "NORMAL" | "EDITOR" | "YOUTUBER";
  bio: string | null;
  pictureFileId: string | null;
}

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
    .select({ pictureFileId })
    .from(people)
    .where(or(eq(people.pictureFileId, fileId), eq(people.bannerFileId, fileId)))
    .limit(1);
  if (!row) return null;
  return row.pictureFileId === fileId ? "picture" : "banner";
}
