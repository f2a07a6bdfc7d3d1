import { and, asc, eq, getTableColumns, inArray, notInArray } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import { descriptors, destinationKinds } from "#modules/publishing/platforms/platforms.ts";
import { defaultOptions, type PublishOptions } from "#modules/publishing/rules/options.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { deletePending } from "../operations/queries.ts";
import { captions, destinations, playlistEntries, publishDetails } from "../tables.ts";

export type CaptionRow = typeof captions.$inferSelect;
export type PlaylistEntryRow = typeof playlistEntries.$inferSelect;
/** A caption row without the content of its file. */
export type CaptionSummary = Omit<CaptionRow, "content">;

/** The options of a task; the defaults until they are saved. */
export async function readOptions(tx: Reading, taskId: number): Promise<PublishOptions> {
  const [row] = await tx.select().from(publishDetails).where(eq(publishDetails.taskId, taskId));
  const playlists = (await listPlaylistEntries(tx, taskId)).map(
    ({ playlistId: id, title, destinationId }) => {
      return { id, title, destinationId };
    },
  );
  if (!row) return { ...defaultOptions, playlists };
  const { taskId: _, ...options } = row;
  return { ...options, playlists };
}

/** Saves the options of a task. Playlists of channels that its creator has not connected are left out. */
export async function saveOptions(tx: Transaction, taskId: number, options: PublishOptions): Promise<void> {
  const { playlists, ...row } = options;
  await tx
    .insert(publishDetails)
    .values({ taskId, ...row })
    .onConflictDoUpdate({ target: publishDetails.taskId, set: row });
  const channels = await channelsForTask(tx, taskId);
  const ofChannels = playlists.filter(({ destinationId }) => channels.has(destinationId));
  const ids = ofChannels.map(({ id }) => id);
  await tx
    .delete(playlistEntries)
    .where(and(eq(playlistEntries.taskId, taskId), notInArray(playlistEntries.playlistId, ids)));
  await deletePending(tx, taskId, { kind: "playlist", kept: ids });
  for (const [position, { id, title, destinationId }] of ofChannels.entries()) {
    await tx
      .insert(playlistEntries)
      .values({ taskId, playlistId: id, title, position, destinationId })
      .onConflictDoUpdate({
        target: [playlistEntries.taskId, playlistEntries.playlistId],
        set: { title, position, destinationId },
      });
  }
}

const kindsWithPlaylists = destinationKinds.filter((kind) => descriptors[kind].has.playlists);

/** The ids of the channels with playlists of a task's creator. */
async function channelsForTask(tx: Reading, taskId: number): Promise<Set<string>> {
  const rows = await tx
    .select({ id: destinations.id })
    .from(destinations)
    .innerJoin(tasks, eq(tasks.creatorId, destinations.personId))
    .where(and(eq(tasks.id, taskId), inArray(destinations.kind, kindsWithPlaylists)));
  return new Set(rows.map(({ id }) => id));
}

export async function listPlaylistEntries(tx: Reading, taskId: number): Promise<PlaylistEntryRow[]> {
  return tx
    .select()
    .from(playlistEntries)
    .where(eq(playlistEntries.taskId, taskId))
    .orderBy(asc(playlistEntries.position));
}

const captionOrder = [asc(captions.language), asc(captions.name)];
const { content: _content, ...summary } = getTableColumns(captions);

/** A task's captions without the contents of their files. */
export async function listCaptions(tx: Reading, taskId: number): Promise<CaptionSummary[]> {
  return tx
    .select(summary)
    .from(captions)
    .where(eq(captions.taskId, taskId))
    .orderBy(...captionOrder);
}

/** A task's captions with the contents of their files. */
export async function listTaskCaptions(tx: Reading, taskId: number): Promise<CaptionRow[]> {
  return tx
    .select()
    .from(captions)
    .where(eq(captions.taskId, taskId))
    .orderBy(...captionOrder);
}

export async function saveCaption(tx: Transaction, row: CaptionRow): Promise<CaptionSummary> {
  const [saved] = await tx.insert(captions).values(row).returning(summary);
  if (!saved) throw new Error("The captions were not saved.");
  return saved;
}

export async function deleteCaption(tx: Transaction, { id, taskId }: CaptionSummary): Promise<void> {
  await tx.delete(captions).where(eq(captions.id, id));
  const existing = (await listCaptions(tx, taskId)).map((row) => row.id);
  await deletePending(tx, taskId, { kind: "caption", kept: existing });
}
