import { and, asc, eq, getTableColumns, isNull, ne, notInArray, or } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import { defaultOptions, type PublishOptions } from "#modules/publishing/rules/options.ts";

import { captions, playlistEntries, publishDetails } from "../tables.ts";

export type CaptionRow = typeof captions.$inferSelect;
export type PlaylistEntryRow = typeof playlistEntries.$inferSelect;
/** A caption row without the content of its file. */
export type CaptionSummary = Omit<CaptionRow, "content">;

/** The options of a task; the defaults until they are saved. */
export async function readOptions(tx: Reading, taskId: number): Promise<PublishOptions> {
  const [row] = await tx.select().from(publishDetails).where(eq(publishDetails.taskId, taskId));
  const playlists = (await listPlaylistEntries(tx, taskId)).map(({ playlistId, title }) => ({
    id: playlistId,
    title,
  }));
  if (!row) return { ...defaultOptions, playlists };
  const { taskId: _, ...options } = row;
  return { ...options, playlists };
}

export async function saveOptions(tx: Transaction, taskId: number, options: PublishOptions): Promise<void> {
  const { playlists, ...row } = options;
  await tx
    .insert(publishDetails)
    .values({ taskId, ...row })
    .onConflictDoUpdate({ target: publishDetails.taskId, set: row });
  const ids = playlists.map(({ id }) => id);
  await tx
    .delete(playlistEntries)
    .where(and(eq(playlistEntries.taskId, taskId), notInArray(playlistEntries.playlistId, ids)));
  for (const [position, { id, title }] of playlists.entries()) {
    await tx
      .insert(playlistEntries)
      .values({ taskId, playlistId: id, title, position })
      .onConflictDoUpdate({
        target: [playlistEntries.taskId, playlistEntries.playlistId],
        set: { title, position },
      });
  }
}

export async function listPlaylistEntries(tx: Reading, taskId: number): Promise<PlaylistEntryRow[]> {
  return tx
    .select()
    .from(playlistEntries)
    .where(eq(playlistEntries.taskId, taskId))
    .orderBy(asc(playlistEntries.position));
}

const { content: _content, ...summary } = getTableColumns(captions);

/** A task's captions without the contents of their files. */
export async function listCaptions(tx: Reading, taskId: number): Promise<CaptionSummary[]> {
  return tx
    .select(summary)
    .from(captions)
    .where(eq(captions.taskId, taskId))
    .orderBy(asc(captions.language), asc(captions.name));
}

/** Adds captions; those of the same language and name are replaced. */
export async function saveCaption(tx: Transaction, row: CaptionRow): Promise<CaptionSummary> {
  const { id: _, taskId: _task, ...change } = row;
  const [saved] = await tx
    .insert(captions)
    .values(row)
    .onConflictDoUpdate({ target: [captions.taskId, captions.language, captions.name], set: change })
    .returning(summary);
  if (!saved) throw new Error("The captions were not saved.");
  return saved;
}

export async function deleteCaption(tx: Transaction, id: string): Promise<void> {
  await tx.delete(captions).where(eq(captions.id, id));
}

/** The task's captions that the platform's video lacks. */
export async function unsentCaptions(tx: Reading, taskId: number, videoId: string): Promise<CaptionRow[]> {
  return tx
    .select()
    .from(captions)
    .where(and(eq(captions.taskId, taskId), or(isNull(captions.sentTo), ne(captions.sentTo, videoId))))
    .orderBy(asc(captions.addedAt));
}

/** Marks captions unless they were replaced since they were read. */
export async function markCaption(
  tx: Transaction,
  { id, addedAt }: Pick<CaptionRow, "id" | "addedAt">,
  mark: Pick<CaptionRow, "sentTo" | "problemCode">,
): Promise<void> {
  await tx
    .update(captions)
    .set(mark)
    .where(and(eq(captions.id, id), eq(captions.addedAt, addedAt)));
}

export async function markPlaylistEntry(
  tx: Transaction,
  { taskId, playlistId }: Pick<PlaylistEntryRow, "taskId" | "playlistId">,
  mark: Pick<PlaylistEntryRow, "sentTo" | "problemCode">,
): Promise<void> {
  const isEntry = and(eq(playlistEntries.taskId, taskId), eq(playlistEntries.playlistId, playlistId));
  await tx.update(playlistEntries).set(mark).where(isEntry);
}

/** Clears the problems of a task's captions and playlist entries, so that they are shown as waiting. */
export async function clearProblems(tx: Transaction, taskId: number): Promise<void> {
  await tx.update(captions).set({ problemCode: null }).where(eq(captions.taskId, taskId));
  await tx.update(playlistEntries).set({ problemCode: null }).where(eq(playlistEntries.taskId, taskId));
}
